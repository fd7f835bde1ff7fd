/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * What is used of CPython's C API, by the names that the interpreter exports
 * (docs.python.org/3/c-api): nothing of Python's is needed to build, and who
 * lacks one of them is left as it is. Objects are PyObject *. All but ensure()
 * wants the GIL.
 */
#ifndef WARM_PYTHON_H
#define WARM_PYTHON_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

struct python_api {
	int (*ensure)(void);
	void (*release)(int state);
	void *(*import)(const char *name); /* new reference */
	void *(*modules)(void);            /* borrowed: sys.modules */
	void *(*of_sys)(const char *name); /* borrowed; NULL without error */
	void *(*find)(void *dict, const char *key); /* borrowed; the same */
	int (*forget)(void *dict, const char *key);
	void *(*get)(void *object, const char *name); /* new */
	void *(*call)(void *object, const char *name, const char *format, ...);
	void *(*type)(void *object); /* new */
	int (*is_subtype)(void *type, void *of);
	void *(*slot)(void *type, int id);
	void *(*variables)(void *module); /* borrowed: its __dict__ */
	ssize_t (*length)(void *dict);    /* -1 on error, as the next */
	ssize_t (*size)(void *list);
	void *(*item)(void *list, ssize_t index); /* borrowed */
	long (*number)(void *object);             /* -1 on error */
	const char *(*text)(void *object);        /* NULL on error */
	void (*decref)(void *object);
	void (*untrack)(void *object);
	void (*track)(void *object);
	void (*clear_error)(void);
	void (*before_fork)(void);
	void (*after_fork)(void);
	int (*audit)(const char *event, const char *format, ...);
	void *(*interpreters)(void);
	void *(*next_interpreter)(void *interpreter);
	int (*run)(FILE *file, const char *name, int close, void *flags);
	int (*finalize)(void);
	/* Objects, not functions. */
	void *type_type;
	void *weakref;
	void *proxy;
	void *callable_proxy;
	void *builtin; /* the type of functions in C */
	void *none;
	void **keyboard_interrupt;
	const int *interrupted; /* NULL = it has none */
	/* Modules, which no run finds loaded by us; NULL until they are. */
	void *gc;
	void *atexit;
};
extern struct python_api python;

/* An object that we hold no more: each reference that is left over would keep
 * what a run destroys when it ends. NULL clears the error instead. */
void python_let_go(void *object);

/* A module that is loaded; borrowed. NULL = it is not. */
void *python_module(const char *name);

/* python_end.c: before the first run, what there is before any. */
void python_note_boot(void);
/* python_end.c: the script's variables, which the collector knows of unless the
 * run hides all that there is from it. */
void python_note_variables(const void *variables);
/* python_end.c: does it do nothing but run its script, the whole of it? */
bool python_runs_script(void);
/* python_end.c: is there nothing left of the run whose destruction could be
 * seen by anybody, and has all of its output been written? */
bool python_has_ended(void);

#endif
