/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Whether anybody could see a Python put itself away.
 *
 * Seen can be: what a destructor does (__del__, a generator's finally, a file
 * that is closed, a weak reference's callback), what was registered with atexit
 * or waits in threading, what listens to the collector or to audit events, what
 * a module in C does when it is let go, and output that could not be written.
 * Where a thing is not known to be invisible, it counts as seen: the run then
 * ends as any Python.
 */

#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "warm/python.h"

/* Of typeslots.h, which the stable ABI (PEP 384) fixes. */
#define PY_TP_DEL 53
#define PY_TP_FINALIZE 80

/* Those that this is written for: before, PyType_GetSlot() knows no static
 * type, after, there may be more to see. */
#define VERSION_MIN 0x030a0000
#define VERSION_END 0x030e0000

/* To look at each of more objects takes longer than to destroy them. */
#define BLOCKS_MAX 200000

/* Modules of Python's own in C whose objects have nothing to put away but their
 * memory. */
static const char *const harmless[] = {"_asyncio", "_bisect", "_blake2", "_bz2",
	"_codecs_cn", "_codecs_hk", "_codecs_iso2022", "_codecs_jp",
	"_codecs_kr", "_codecs_tw", "_contextvars", "_csv", "_datetime",
	"_decimal", "_elementtree", "_hashlib", "_heapq", "_json", "_lzma",
	"_md5", "_multibytecodec", "_opcode", "_pickle", "_queue", "_random",
	"_sha1", "_sha2", "_sha256", "_sha3", "_sha512", "_statistics",
	"_struct", "_typing", "_uuid", "_zoneinfo", "array", "binascii",
	"cmath", "fcntl", "grp", "math", "pyexpat", "resource", "unicodedata",
	"zlib"};

static struct {
	void *stream; /* the type of sys.stdout */
	long filters; /* of warnings */
	long version; /* sys.hexversion */
	int objects;  /* shared ones that are loaded */
	bool talks;   /* an environment variable has it say how it ends */
} boot;

static bool is_harmless(const char *path)
{
	static const char dir[] = "/lib-dynload/";
	const char *name = strstr(path, dir);
	size_t len;

	if (!name) /* what such a module is linked to */
		return !strncmp(path, "/lib/", 5) ||
		       (!strncmp(path, "/usr/lib/", 9) &&
			       !strstr(path, "python"));
	name += strlen(dir);
	len = strcspn(name, ".");
	for (size_t i = 0; i < sizeof(harmless) / sizeof(*harmless); i++)
		if (len == strlen(harmless[i]) &&
			!strncmp(name, harmless[i], len))
			return true;
	return false;
}

/* Of those that were loaded after the boot, which are the last. */
static int look_at_object(struct dl_phdr_info *info, size_t size, void *left)
{
	(void)size;
	return --*(int *)left < 0 && !is_harmless(info->dlpi_name);
}

static bool has_foreign_code(void)
{
	int left = boot.objects;

	return dl_iterate_phdr(look_at_object, &left) != 0;
}

/* What OBJECT's method NAME returns, a number; -1 = an error. */
static long number_of(void *object, const char *name)
{
	void *result = object ? python.call(object, name, NULL) : NULL;
	long number = result ? python.number(result) : -1;

	python_let_go(result);
	python.clear_error();
	return number;
}

static long length_of(void *object, const char *attribute)
{
	void *list = object ? python.get(object, attribute) : NULL;
	long length = number_of(list, "__len__");

	python_let_go(list);
	return length;
}

static int count_object(struct dl_phdr_info *info, size_t size, void *count)
{
	(void)info, (void)size;
	++*(int *)count;
	return 0;
}

void python_note_boot(void)
{
	void *out = python.of_sys("stdout");
	void *version = python.of_sys("hexversion");

	boot.version = version ? python.number(version) : -1;
	boot.stream = out ? python.type(out) : NULL;
	python_let_go(boot.stream); /* it lives for as long as Python */
	boot.filters = length_of(python_module("_warnings"), "filters");
	(void)dl_iterate_phdr(count_object, &boot.objects); /* never stops */
	boot.talks = getenv("PYTHONVERBOSE") || getenv("PYTHONMALLOCSTATS") ||
		     getenv("PYTHONDUMPREFS");
}

/* Somebody wants to be told that it ends, or has not ended. */
static bool is_awaited(void)
{
	return python_module("threading") ||
	       number_of(python.atexit, "_ncallbacks") != 0 ||
	       python.next_interpreter(python.interpreters());
}

/* Not called unless the arguments of an event are made: for who listens. */
static void *hear(void *heard)
{
	*(bool *)heard = true;
	return NULL;
}

static bool is_audited(void)
{
	bool heard = false;

	(void)python.audit("codeexec.end", "O&", hear, &heard);
	python.clear_error();
	return heard;
}

static bool is_collector_watched(void)
{
	return length_of(python.gc, "callbacks") != 0 ||
	       number_of(python.gc, "get_debug") != 0;
}

/* Of what is closed by its destruction, among others. */
static bool are_warnings_wanted(void)
{
	return length_of(python_module("_warnings"), "filters") != boot.filters;
}

static bool has_finalizer(void *type)
{
	return python.slot(type, PY_TP_FINALIZE) ||
	       python.slot(type, PY_TP_DEL);
}

static bool is_text(void *text, const char *expected)
{
	const char *is = text ? python.text(text) : NULL;

	return is && !strcmp(is, expected);
}

/* Those by which Python's own sets and dictionaries forget what is gone. */
static bool is_own_callback(void *callback)
{
	void *module = python.get(callback, "__module__");
	void *name = python.get(callback, "__name__");
	bool own = is_text(module, "_weakrefset") ||
		   is_text(module, "weakref") || is_text(name, "_destroy");

	python_let_go(name);
	python_let_go(module);
	python.clear_error();
	return own;
}

/* A reference without a callback has None there. */
static bool calls_back(void *reference)
{
	void *callback = python.get(reference, "__callback__");
	void *type = callback ? python.type(callback) : NULL;
	void *name = type ? python.get(type, "__name__") : NULL;
	bool calls = !is_text(name, "NoneType") &&
		     !(callback && is_own_callback(callback));

	python_let_go(name);
	python_let_go(type);
	python_let_go(callback);
	return calls;
}

/* Would one see OBJECT, of TYPE, being destroyed? An object that the collector
 * does not know of, one sees by its class. */
static bool is_seen(void *object, void *type)
{
	if (has_finalizer(type) || type == python.proxy ||
		type == python.callable_proxy)
		return true;
	if (python.is_subtype(type, python.weakref))
		return calls_back(object);
	return python.is_subtype(type, python.type_type) &&
	       has_finalizer(object);
}

static bool has_seen_objects(void)
{
	void *all =
		python.gc ? python.call(python.gc, "get_objects", NULL) : NULL;
	ssize_t count = all ? python.size(all) : -1;
	bool seen = count < 0;

	for (ssize_t i = 0; i < count && !seen; i++) {
		void *object = python.item(all, i);
		void *type = python.type(object);

		seen = is_seen(object, type);
		python_let_go(type);
	}
	python_let_go(all);
	return seen;
}

/* Of Python's own streams, which nobody has put another in the place of. */
static bool is_written(const char *name, const char *original)
{
	void *stream = python.of_sys(name);
	void *type = stream ? python.type(stream) : NULL;
	void *done = NULL;

	if (stream && stream == python.of_sys(original) && type == boot.stream)
		done = python.call(stream, "flush", NULL);
	python_let_go(type);
	python_let_go(done);
	return done;
}

/* Few enough to be looked at. */
static bool has_many_objects(void)
{
	long blocks = number_of(python_module("sys"), "getallocatedblocks");

	return blocks < 0 || blocks > BLOCKS_MAX;
}

static bool is_known(void)
{
	return boot.version >= VERSION_MIN && boot.version < VERSION_END &&
	       !boot.talks;
}

bool python_has_ended(void)
{
	return is_known() && !has_many_objects() && !has_foreign_code() &&
	       !is_awaited() && !is_audited() && !is_collector_watched() &&
	       !are_warnings_wanted() && !has_seen_objects() &&
	       is_written("stdout", "__stdout__") &&
	       is_written("stderr", "__stderr__");
}
