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

static const char *const streams[] = {"__stdin__", "__stdout__", "__stderr__"};

#define STREAMS (sizeof(streams) / sizeof(*streams))
#define PARTS 3 /* of a stream: itself, its buffer, and that one's raw one */

struct part {
	const void *object;
	ssize_t attributes; /* that it was given */
};

static struct {
	struct part part[STREAMS][PARTS];
	void *stream;          /* the type of sys.stdout */
	const void *blocks;    /* sys.getallocatedblocks */
	const void *variables; /* of the script */
	ssize_t filters;       /* of warnings */
	long version;          /* sys.hexversion */
	int objects;           /* shared ones that are loaded */
	bool talks;            /* it was told to say how it ends */
	bool warns;            /* or of what it warns */
	bool goes_on;          /* or has more to do than to run a script */
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

/* Attribute NAME of a module; borrowed. NULL = there is none. It is no code of
 * the run's that looks it up. */
static void *attribute(void *module, const char *name)
{
	void *variables = module ? python.variables(module) : NULL;

	python.clear_error();
	return variables ? python.find(variables, name) : NULL;
}

static ssize_t length_of(void *list)
{
	ssize_t length = list ? python.size(list) : -1;

	python.clear_error();
	return length;
}

/* What the number NAME of sys.flags is; -1 = an error. */
static long flag(const char *name)
{
	void *flags = python.of_sys("flags");
	void *value = flags ? python.get(flags, name) : NULL;
	long number = value ? python.number(value) : -1;

	python_let_go(value);
	python.clear_error();
	return number;
}

/* -x, by which the script's first line is no part of it. Any option that may be
 * it counts. */
static bool skips_line(void)
{
	void *words = python.of_sys("orig_argv");
	ssize_t count = length_of(words);

	for (ssize_t i = 1; i < count; i++) {
		const char *word = python.text(python.item(words, i));

		if (!word || (*word == '-' && strchr(word, 'x')))
			return true;
	}
	return count < 0;
}

static ssize_t count_attributes(void *object)
{
	void *given = python.get(object, "__dict__");
	ssize_t count = given ? python.length(given) : -1;

	python_let_go(given);
	python.clear_error();
	return count;
}

/* Note the parts of stream NAME in PART, or compare: are they what is there? */
static bool look_at_stream(const char *name, struct part part[PARTS], bool note)
{
	static const char *const of[PARTS] = {NULL, "buffer", "raw"};
	void *object = python.of_sys(name);
	bool same = true;

	for (int i = 0; i < PARTS && same && (i == 0 || object); i++) {
		void *next = i ? python.get(object, of[i]) : object;
		struct part now = {next, -1};

		/* Not a thing is asked of what is not Python's own. */
		same = note || next == part[i].object;
		if (same && next)
			now.attributes = count_attributes(next);
		same = note || (same && now.attributes == part[i].attributes);
		if (note)
			part[i] = now;
		if (i)
			python_let_go(next); /* the one before has it */
		object = next;
	}
	return same;
}

/* Nobody has put anything on them, or in the place of a part. */
static bool are_streams_own(void)
{
	for (size_t i = 0; i < STREAMS; i++)
		if (!look_at_stream(streams[i], boot.part[i], false))
			return false;
	return true;
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
	boot.blocks = python.of_sys("getallocatedblocks");
	boot.filters =
		length_of(attribute(python_module("_warnings"), "filters"));
	for (size_t i = 0; i < STREAMS; i++)
		(void)look_at_stream(streams[i], boot.part[i], true);
	(void)dl_iterate_phdr(count_object, &boot.objects); /* never stops */
	boot.talks = flag("verbose") != 0 || getenv("PYTHONMALLOCSTATS") ||
		     getenv("PYTHONDUMPREFS");
	boot.warns = length_of(python.of_sys("warnoptions")) != 0;
	boot.goes_on = flag("inspect") != 0 || flag("interactive") != 0 ||
		       skips_line();
}

void python_note_variables(const void *variables)
{
	boot.variables = variables;
}

bool python_runs_script(void)
{
	return !boot.goes_on;
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
	return length_of(attribute(python.gc, "callbacks")) != 0 ||
	       number_of(python.gc, "get_debug") != 0;
}

/* Of what is closed by its destruction, among others. */
static bool are_warnings_wanted(void)
{
	void *filters = attribute(python_module("_warnings"), "filters");
	void *warnings = python_module("warnings");

	return boot.warns || length_of(filters) != boot.filters ||
	       (warnings && attribute(warnings, "filters") != filters);
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

/* That by which Python's own set of an abstract class's kin forgets one that is
 * gone: in C, where it has the name that it was made with. */
static bool is_own_callback(void *callback, const void *type)
{
	void *name = type == python.builtin ? python.get(callback, "__name__")
					    : NULL;
	bool own = is_text(name, "_destroy");

	python_let_go(name);
	python.clear_error();
	return own;
}

/* REFERENCE is of no class of anybody's own, which might hide it. */
static bool calls_back(void *reference)
{
	void *callback = python.get(reference, "__callback__");
	void *type = callback ? python.type(callback) : NULL;
	bool calls = callback != python.none &&
		     !(callback && is_own_callback(callback, type));

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
	if (type == python.weakref)
		return calls_back(object);
	if (python.is_subtype(type, python.weakref))
		return true;
	return python.is_subtype(type, python.type_type) &&
	       has_finalizer(object);
}

static bool has_seen_objects(void)
{
	void *all =
		python.gc ? python.call(python.gc, "get_objects", NULL) : NULL;
	ssize_t count = all ? python.size(all) : -1;
	bool seen = count < 0;
	bool all_there = false;

	for (ssize_t i = 0; i < count && !seen; i++) {
		void *object = python.item(all, i);
		void *type = python.type(object);

		all_there |= object == boot.variables;
		seen = is_seen(object, type);
		python_let_go(type);
	}
	python_let_go(all);
	return seen || !all_there; /* gc.freeze() hides the rest */
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
	void *counts = python.of_sys("getallocatedblocks");
	long blocks =
		counts == boot.blocks ? number_of(counts, "__call__") : -1;

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
	       !are_warnings_wanted() && are_streams_own() &&
	       !has_seen_objects() && is_written("stdout", "__stdout__") &&
	       is_written("stderr", "__stderr__");
}
