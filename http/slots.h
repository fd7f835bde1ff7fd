/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The limit on concurrent runs, over all processes that share a service: with
 * inetd each conversation is a process of its own.
 *
 * A slot is a lock on a file, slot.0 and up, in a folder that they share; a
 * place in the queue is one on queue.0 and up. The kernel gives it back when
 * its holder dies, even by SIGKILL. Processes that give different numbers are
 * held to the largest together, each to its own besides. Services that want
 * separate limits name separate folders; those that want a common one must see
 * the same folder (PrivateTmp= gives each process a /tmp of its own).
 */
#ifndef HTTP_SLOTS_H
#define HTTP_SLOTS_H

#include <stddef.h>

struct error;

/* Zero-initialise. */
struct slots {
	char *folder; /* owned; NULL = not open */
	size_t runs;
	size_t queue;
};

/*
 * Limit this process to RUNS slots and QUEUE places that are kept in FOLDER,
 * an absolute path. NULL: /run/codeexec for root, $XDG_RUNTIME_DIR/codeexec
 * for others when that folder is theirs, else /tmp/codeexec-UID. It is made,
 * mode 0700, when it is not there; it must be a folder, no symbolic link, that
 * is ours and that nobody else may write. 0, with *OUT for slots_close(); or
 * -1 with *E (ERR_CONFIG, naming the folder and what mends it).
 */
int slots_open(const char *folder, size_t runs, size_t queue, struct slots *out,
	struct error *e);

/*
 * Take a slot. The fd that holds it, for slots_release(); it is closed on
 * exec, and a child that was forked has a share in it until it closes its own.
 * -1 with e->kind ERR_NONE when none is free; -1 with *E (ERR_CONFIG as above,
 * ERR_IO) when it cannot be told. Never blocks: ask again to wait.
 */
int slots_take(const struct slots *slots, struct error *e);

/* The same for a place in the queue, to be held while a slot is asked for. */
int slots_wait(const struct slots *slots, struct error *e);

/* Give back what *FD holds, also where a forked child still has it open, and
 * make it -1. Legal on -1. */
void slots_release(int *fd);

/* Free what SLOTS holds; what was taken stays taken. Legal on zero. */
void slots_close(struct slots *slots);

#endif
