/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * libmicrohttpd, loaded when it is needed: its own dependencies cost a process
 * that only runs code more than the whole sandbox.
 */
#ifndef HTTP_MHD_H
#define HTTP_MHD_H

#include <microhttpd.h>

struct error;

/* What is used of it. Each is a member of struct mhd under its own name. */
#define MHD_FUNCTIONS(F)                                                       \
	F(MHD_add_connection)                                                  \
	F(MHD_add_response_header)                                             \
	F(MHD_create_response_from_buffer)                                     \
	F(MHD_create_response_from_callback)                                   \
	F(MHD_destroy_response)                                                \
	F(MHD_get_connection_info)                                             \
	F(MHD_get_daemon_info)                                                 \
	F(MHD_get_timeout)                                                     \
	F(MHD_get_version)                                                     \
	F(MHD_lookup_connection_value)                                         \
	F(MHD_queue_response)                                                  \
	F(MHD_resume_connection)                                               \
	F(MHD_run)                                                             \
	F(MHD_start_daemon)                                                    \
	F(MHD_stop_daemon)                                                     \
	F(MHD_suspend_connection)

struct mhd {
	/* NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration */
#define MHD_MEMBER(name) __typeof__(&(name)) name;
	MHD_FUNCTIONS(MHD_MEMBER)
#undef MHD_MEMBER
};

/* Load the library, for as long as the process lives. 0, or -1 with *E
 * (ERR_IO, with the package to install). */
int mhd_load(struct mhd *out, struct error *e);

#endif
