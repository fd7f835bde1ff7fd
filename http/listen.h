/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Sockets that listen: opened by us, or passed by systemd. All are nonblocking
 * and closed on exec. */
#ifndef HTTP_LISTEN_H
#define HTTP_LISTEN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "http/address.h"

struct listener {
	int fd;                        /* owned; -1 = none */
	char name[ADDRESS_NAME_BYTES]; /* as address_name() has it, with the
					  port that it got */
	bool made;                     /* the socket file is ours to remove */
	dev_t dev;                     /* and this is it */
	ino_t ino;
};

#define LISTENER_INIT                                                          \
	{                                                                      \
		.fd = -1                                                       \
	}

/*
 * Listen on ADDRESS, as address_parse() has it. [::] is IPv6 only. A socket
 * file is made with mode 0660; one on which nobody listens is replaced. 0,
 * with *OUT for listener_close(); or -1 with *E: ERR_USAGE for what is no
 * address, ERR_IO with the call that failed and what mends it; *OUT then needs
 * no closing. Not to be called beside another thread: it changes the umask for
 * a moment.
 */
int listen_open(const char *address, struct listener *out, struct error *e);

/*
 * Take over the sockets that systemd has passed to this process (sd_listen_fds:
 * LISTEN_PID, LISTEN_FDS, LISTEN_FDNAMES) and take the variables out of the
 * environment. 0, with an array of *COUNT in *OUT, to be closed one by one and
 * freed; none and NULL when the variables are not there or meant for another
 * process. -1 with *E (ERR_CONFIG) when one is no stream socket that listens,
 * or ERR_INTERNAL; nothing is then to be freed and the fds stay open. To be
 * called before anything else opens fds.
 */
int listen_inherited(struct listener **out, size_t *count, struct error *e);

/* Remove LISTENER's socket file if it is still the one that we made: nobody new
 * comes by it. Legal twice and on LISTENER_INIT. */
void listener_hide(struct listener *listener);

/* Close LISTENER, and remove the socket file if it is still the one that we
 * made. Legal twice and on LISTENER_INIT. A forked child closes the fd only. */
void listener_close(struct listener *listener);

#endif
