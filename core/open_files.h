/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Our own limit on open files. A program inside has the policy's. */
#ifndef CORE_OPEN_FILES_H
#define CORE_OPEN_FILES_H

/* Allow this process as many as the host lets it: a run takes a dozen, a client
 * three. Where nothing can be done it stays as it is. */
void open_files_raise(void);

#endif
