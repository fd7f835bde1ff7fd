/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * What each interpreter makes once, when it boots, and must make again for each
 * run: reached by the names that it exports, so that who has none of them is
 * left as it is. The others need nothing: Perl, PHP and Ruby seed their
 * generators when they are first used, and the registry fixes what is seeded at
 * the start (PYTHONHASHSEED, PERL_HASH_SEED).
 */

#include <dlfcn.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "warm/warm.h"

/* The object or function that the program calls NAME; NULL = it has none. */
static void *find(const char *name)
{
	return dlsym(RTLD_DEFAULT, name);
}

/* Modules are being loaded. */
static bool preparing;

/*
 * What notices by its pid that it was forked (OpenSSL's random generator, and
 * tempfile's) has the same one in each box. So that it notices, modules are
 * loaded by another.
 */
__attribute__((visibility("default"))) pid_t getpid(void)
{
	return (pid_t)syscall(SYS_getpid) + preparing;
}

/*
 * CPython's C API. Modules that seed a generator when they are imported
 * (random) make it anew when they are told of a fork, as by os.fork().
 */
static struct {
	int (*ensure)(void);
	void (*release)(int state);
	void *(*import)(const char *name);
	void (*clear_error)(void);
	void (*after_fork)(void);
	void *(*call)(void *object, const char *name, const char *format, ...);
	void *(*get)(void *object, const char *name);
	void *(*modules)(void);
	void *(*find)(void *dict, const char *key);
	int (*forget)(void *dict, const char *key);
	void (*decref)(void *object);
	void (*untrack)(void *object);
	void (*track)(void *object);
	bool found; /* all of them */
} python;

static void find_python(void)
{
	*(void **)&python.ensure = find("PyGILState_Ensure");
	*(void **)&python.release = find("PyGILState_Release");
	*(void **)&python.import = find("PyImport_ImportModule");
	*(void **)&python.clear_error = find("PyErr_Clear");
	*(void **)&python.after_fork = find("PyOS_AfterFork_Child");
	*(void **)&python.call = find("PyObject_CallMethod");
	*(void **)&python.get = find("PyObject_GetAttrString");
	*(void **)&python.modules = find("PyImport_GetModuleDict");
	*(void **)&python.find = find("PyDict_GetItemString");
	*(void **)&python.forget = find("PyDict_DelItemString");
	*(void **)&python.decref = find("Py_DecRef");
	*(void **)&python.untrack = find("PyObject_GC_UnTrack");
	*(void **)&python.track = find("PyObject_GC_Track");
	python.found = python.ensure && python.release && python.import &&
		       python.clear_error && python.after_fork && python.call &&
		       python.get && python.modules && python.find &&
		       python.forget && python.decref && python.untrack &&
		       python.track;
}

/* An object that we hold no more: each reference that is left over would keep
 * what a run destroys when it ends. Legal on NULL. */
static void let_go(void *object)
{
	if (object)
		python.decref(object);
	else
		python.clear_error();
}

/*
 * What there is before the script is never garbage: gc.freeze() keeps each run
 * from looking through all of it, and with that from a copy of most of its
 * memory, when it ends. The variables of the script itself are for the
 * collector as ever.
 */
static void freeze(void)
{
	bool there = python.find(python.modules(), "gc");
	void *gc = python.import("gc");
	void *main = python.import("__main__");
	void *variables = main ? python.get(main, "__dict__") : NULL;

	if (gc && variables) {
		let_go(python.call(gc, "freeze", NULL));
		python.untrack(variables);
		python.track(variables);
	}
	let_go(variables);
	let_go(main);
	let_go(gc);
	if (gc && !there)
		(void)python.forget(python.modules(), "gc");
}

void warm_prepare(const char *const *name, size_t count)
{
	int state;

	find_python();
	if (!python.found)
		return;
	preparing = true;
	state = python.ensure();
	for (size_t i = 0; i < count; i++)
		let_go(python.import(name[i]));
	freeze();
	python.release(state);
	preparing = false;
}

static void refresh_python(void)
{
	int state;

	if (!python.found)
		return;
	state = python.ensure();
	python.after_fork();
	python.release(state);
}

/* Bash: $SECONDS counts from its start, $RANDOM is seeded there. */
static void refresh_bash(void)
{
	time_t *start = find("shell_start_time");
	struct timeval *exact = find("shellstart");
	void (*seed)(void);

	*(void **)&seed = find("seedrand");
	if (!start || !exact || !seed)
		return;
	(void)gettimeofday(exact, NULL); /* valid */
	*start = exact->tv_sec;
	seed();
}

void warm_refresh(void)
{
	refresh_python();
	refresh_bash();
}
