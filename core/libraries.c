/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Each library is asked for its version here and for nothing else. */

#include <cmark.h>
#include <json-c/json.h>
#include <seccomp.h>

#include "core/libraries.h"
#include "core/policy_file.h"

#define TEXT(macro) TEXT_OF(macro)
#define TEXT_OF(value) #value

/* Its filters are compiled when codeexec is. */
static const char *libseccomp(void)
{
	return TEXT(SCMP_VER_MAJOR) "." TEXT(SCMP_VER_MINOR) "." TEXT(
		SCMP_VER_MICRO);
}

const struct library libraries[] = {
	{"json-c", json_c_version},
	{"libcmark", cmark_version_string},
	{"libyaml", policy_file_libyaml},
	{"libseccomp", libseccomp},
};

const size_t libraries_count = sizeof(libraries) / sizeof(libraries[0]);
