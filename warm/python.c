/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * CPython: before it is forked, and after.
 */

#include <dlfcn.h>
#include <stddef.h>

#include "warm/python.h"
#include "warm/warm.h"

struct python_api python;

static const struct {
	const char *name;
	size_t offset;
} wanted[] = {
#define WANT(member, name)                                                     \
	{                                                                      \
		name, offsetof(struct python_api, member)                      \
	}
	WANT(ensure, "PyGILState_Ensure"),
	WANT(release, "PyGILState_Release"),
	WANT(import, "PyImport_ImportModule"),
	WANT(modules, "PyImport_GetModuleDict"),
	WANT(of_sys, "PySys_GetObject"),
	WANT(find, "PyDict_GetItemString"),
	WANT(forget, "PyDict_DelItemString"),
	WANT(get, "PyObject_GetAttrString"),
	WANT(call, "PyObject_CallMethod"),
	WANT(type, "PyObject_Type"),
	WANT(is_subtype, "PyType_IsSubtype"),
	WANT(slot, "PyType_GetSlot"),
	WANT(variables, "PyModule_GetDict"),
	WANT(length, "PyDict_Size"),
	WANT(size, "PyList_Size"),
	WANT(item, "PyList_GetItem"),
	WANT(number, "PyLong_AsLong"),
	WANT(text, "PyUnicode_AsUTF8"),
	WANT(decref, "Py_DecRef"),
	WANT(untrack, "PyObject_GC_UnTrack"),
	WANT(track, "PyObject_GC_Track"),
	WANT(clear_error, "PyErr_Clear"),
	WANT(before_fork, "PyOS_BeforeFork"),
	WANT(after_fork, "PyOS_AfterFork_Child"),
	WANT(audit, "PySys_Audit"),
	WANT(interpreters, "PyInterpreterState_Head"),
	WANT(next_interpreter, "PyInterpreterState_Next"),
	WANT(run, "PyRun_AnyFileExFlags"),
	WANT(finalize, "Py_FinalizeEx"),
	WANT(type_type, "PyType_Type"),
	WANT(weakref, "_PyWeakref_RefType"),
	WANT(proxy, "_PyWeakref_ProxyType"),
	WANT(callable_proxy, "_PyWeakref_CallableProxyType"),
	WANT(builtin, "PyCFunction_Type"),
	WANT(none, "_Py_NoneStruct"),
	WANT(keyboard_interrupt, "PyExc_KeyboardInterrupt"),
#undef WANT
};

/* Look up what is wanted. False: no CPython, or not one that is known. */
static bool find_all(void)
{
	for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++) {
		void *it = dlsym(RTLD_DEFAULT, wanted[i].name);

		if (!it)
			return false;
		*(void **)((char *)&python + wanted[i].offset) = it;
	}
	python.interrupted =
		dlsym(RTLD_DEFAULT, "_Py_UnhandledKeyboardInterrupt");
	return true;
}

void python_let_go(void *object)
{
	if (object)
		python.decref(object);
	else
		python.clear_error();
}

void *python_module(const char *name)
{
	return python.find(python.modules(), name);
}

/* Module NAME, which no run finds loaded by us. */
static void *import_unseen(const char *name)
{
	bool there = python_module(name);
	void *module = python.import(name);

	if (module && !there)
		(void)python.forget(python.modules(), name);
	return module;
}

/*
 * What there is before the script is never garbage: gc.freeze() keeps each run
 * from looking through all of it, and with that from a copy of most of its
 * memory, when it ends. The variables of the script itself are for the
 * collector as ever.
 */
static void freeze(void)
{
	void *main = python.import("__main__");
	void *variables = main ? python.get(main, "__dict__") : NULL;

	if (python.gc && variables) {
		python_let_go(python.call(python.gc, "freeze", NULL));
		python.untrack(variables);
		python.track(variables);
		python_note_variables(variables);
	}
	python_let_go(variables);
	python_let_go(main);
}

bool warm_prepare_python(const char *const *name, size_t count)
{
	int state;

	if (!find_all())
		return false;
	state = python.ensure();
	python.gc = import_unseen("gc");
	python.atexit = import_unseen("atexit");
	python_note_boot();
	for (size_t i = 0; i < count; i++)
		python_let_go(python.import(name[i]));
	freeze();
	python.before_fork(); /* for good: what is kept runs nothing more */
	python.release(state);
	return true;
}

/* Modules that seed a generator when they are imported (random) make it anew
 * when they are told of a fork, as by os.fork(). */
void warm_refresh_python(void)
{
	int state = python.ensure();

	python.after_fork();
	python.release(state);
}
