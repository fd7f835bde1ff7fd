/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The order of operations. Each row is one mechanism of the kernel and is
 * required: what the table lists is in force, or the run is refused. Three
 * processes go through it:
 *
 * - The supervisor prepares every row, makes the child with all namespaces (but
 *   the cgroup and net ones) in one clone3, writes its id maps, and waits for
 *   two READY.
 * - Init, pid 1 inside, enters the rows of its stage in this order, forks the
 *   payload, mounts, meets the payload, gives up its privileges, says READY,
 *   and reaps.
 * - The payload makes the network while init mounts; once they have met, it
 *   enters the rows of its stage in this order, says READY, waits at the gate,
 *   and is the program from its execve on.
 */

#include "sandbox/layer.h"

extern const struct sb_layer layer_cgroup, layer_userns, layer_pid, layer_ipc,
	layer_uts, layer_cgroupns, layer_session, layer_net, layer_mounts,
	layer_fds, layer_process, layer_rlimits, layer_caps, layer_landlock,
	layer_seccomp;

#define USER ROW_BIT(ROW_USERNS)
#define CAPS ROW_BIT(ROW_CAPS)

const struct sb_row sb_order[] = {
	[ROW_CGROUP] = {&layer_cgroup,
		"before clone3, so that nothing ever runs uncounted", 0},
	[ROW_USERNS] = {&layer_userns,
		"ids first: every later row needs what it grants inside", 0},
	[ROW_PID] = {&layer_pid,
		"with the clone: the kernel kills all when init ends", USER},
	[ROW_IPC] = {&layer_ipc,
		"with the clone: no SysV or POSIX queue is shared", USER},
	[ROW_UTS] = {&layer_uts,
		"needs the ids; the name says nothing of the host", USER},
	[ROW_CGROUPNS] = {&layer_cgroupns,
		"once inside the run's cgroup, which becomes its root", USER},
	[ROW_SESSION] = {&layer_session,
		"after the ids, which would clear the death signal", USER},
	[ROW_NET] = {&layer_net,
		"by the payload, while init mounts: each takes long", USER},
	[ROW_MOUNTS] = {&layer_mounts,
		"last of init's: /proc must show the new pid namespace",
		USER | ROW_BIT(ROW_PID)},
	[ROW_FDS] = {&layer_fds,
		"first of the payload's: nothing of the host stays open", 0},
	[ROW_PROCESS] = {&layer_process,
		"a clean start: signals, umask, folder, death signal", 0},
	[ROW_RLIMITS] = {&layer_rlimits,
		"inside the user namespace, or processes of all runs count "
		"together",
		0},
	[ROW_CAPS] = {&layer_caps,
		"after all that needs them; no_new_privs for the next two",
		USER},
	[ROW_LANDLOCK] = {&layer_landlock,
		"after mounts: its rules name the new root",
		USER | CAPS | ROW_BIT(ROW_MOUNTS) | ROW_BIT(ROW_PID)},
	[ROW_SECCOMP] = {&layer_seccomp,
		"last: it forbids what the rows above have used", USER | CAPS},
};

const size_t sb_order_count = sizeof(sb_order) / sizeof(*sb_order);
