/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Signals that end a command once it has cleaned up. */
#ifndef CMD_SIGNALS_H
#define CMD_SIGNALS_H

#include <signal.h>

/* The signal that ended us; 0 = none has. */
extern volatile sig_atomic_t signals_ended_by;

/* From now on note the signals that end a process, instead of ending. */
void signals_catch(void);

/* If one has been noted: end as it would have. */
void signals_die(void);

#endif
