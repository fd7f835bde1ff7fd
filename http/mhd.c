/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* dlopen(3), and every function by its name; or, in a program that loads
 * nothing (see STATIC in the Makefile), what was linked. */

#include <dlfcn.h>
#include <string.h>

#include "core/error.h"
#include "http/mhd.h"

#ifdef CODEEXEC_STATIC
int mhd_load(struct mhd *out, struct error *e)
{
	(void)e; /* there is none to be had */
#define MHD_TAKE(name) out->name = (name);
	MHD_FUNCTIONS(MHD_TAKE)
#undef MHD_TAKE
	return 0;
}
#else
#define SONAME "libmicrohttpd.so.12"

/* Put the address of NAME into *FUNCTION, whatever its type. */
static int find(void *library, const char *name, void *function)
{
	void *address = dlsym(library, name);

	memcpy(function, &address, sizeof(address)); /* dlsym(3), NOTES */
	return address ? 0 : -1;
}

int mhd_load(struct mhd *out, struct error *e)
{
	void *library = dlopen(SONAME, RTLD_NOW | RTLD_LOCAL);

	if (!library)
		return fail(e, ERR_IO,
			"serve needs " SONAME ": %s; remedy: apt-get install "
			"libmicrohttpd12",
			dlerror());
#define MHD_FIND(name)                                                         \
	if (find(library, #name, &out->name))                                  \
		return fail(e, ERR_IO, SONAME " has no " #name);
	MHD_FUNCTIONS(MHD_FIND)
#undef MHD_FIND
	return 0;
}
#endif
