/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * What a layer is, and what a box looks like from within sandbox/.
 *
 * To add a layer:
 * 1. sandbox/NAME.c with a `const struct sb_layer layer_NAME`, opening with its
 *    theory of operation;
 * 2. its row and the reason for its place in order.c, and the same place in
 *    enum sb_row_index below;
 * 3. what it needs in struct sb_spec, and, unless the supervisor alone needs
 *    it, in sandbox/warm_describe.c;
 * 4. its detail(), of what its look() has seen, and a remedy for what can fail;
 * 5. tests: the act allowed without it and denied with it, with the exact errno
 *    (tests/layers.bats), and a refusal when its call fails (closed.bats).
 *
 * Must: everything that can allocate, read a file or fail for want of
 * resources happens in `prepare`. Must not: allocate, print, or use stdio or
 * locale in `enter` and `look`, which run after clone in a copy of the
 * supervisor.
 */
#ifndef SANDBOX_LAYER_H
#define SANDBOX_LAYER_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "sandbox/sandbox.h"

enum sb_stage {
	SB_STAGE_NONE, /* nothing to enter: it is in force from the start */
	SB_STAGE_INIT, /* entered by init, before the program's process */
	/* These two at the same time, until both meet (meet.h): */
	SB_STAGE_INIT_BESIDE,    /* entered by init */
	SB_STAGE_PAYLOAD_BESIDE, /* entered by the program's process */
	SB_STAGE_PAYLOAD,        /* entered by the program's process */
};

struct sb;

/* A row as the payload of a box without a program sees it: one look() fills the
 * members that its detail() speaks of. */
struct sb_seen {
	uint64_t inode; /* of a namespace; 0 = not to be had */
	pid_t pid;      /* the payload's */
	pid_t session;
	pid_t init; /* its parent's */
	pid_t init_session;
	unsigned outside_uid; /* that SB_ID is mapped to */
	int no_terminal;      /* bool: /dev/tty cannot be opened */
	int dumpable;         /* PR_GET_DUMPABLE */
	int death_signal;
	unsigned umask;
	int held;      /* how many are as they should be */
	int others;    /* how many are not, or should not be */
	int ending;    /* how many fds execve closes */
	int in_force;  /* bool: what it forbids is forbidden */
	char name[65]; /* of the host */
};

struct sb_layer {
	const char *name;
	enum sb_stage stage;
	uint64_t clone_flags; /* namespaces that clone3 makes for it */
	/* Supervisor, before clone. 0, or -1 with *WHY. NULL = nothing. */
	int (*prepare)(struct sb *box, struct sb_fail *why);
	/* Init, before any row is entered and so with the caller's own id: what
	 * needs the caller's right to walk the host's paths. The supervisor
	 * writes the id maps meanwhile. NULL = nothing. */
	int (*before_ids)(const struct sb *box, struct sb_fail *why);
	/* Child. 0, or -1 with *WHY. NULL = nothing. */
	int (*enter)(const struct sb *box, struct sb_fail *why);
	/* Supervisor, at the end, also after a failed prepare; idempotent. The
	 * box may have neither spec nor model any more: see sb_close(). */
	void (*release)(struct sb *box);
	/* `check` only, in the payload: see what has become of this row, into
	 * *SEEN. What cannot be seen is left zero. NULL = nothing. */
	void (*look)(const struct sb *box, struct sb_seen *seen);
	/* `check` only, supervisor: say into TEXT what the row is in BOX by
	 * what was SEEN. False: it is not as it was made. */
	bool (*detail)(const struct sb *box, const struct sb_seen *seen,
		char *text, size_t size);
	/* What mends ERR of STEP; NULL or "" = what mends ERR anywhere. */
	const char *(*remedy)(const char *step, int err);
};

/* A row of the order. */
struct sb_row {
	const struct sb_layer *layer;
	const char *why;    /* the reason for its place */
	uint32_t stands_on; /* rows (bits) that it cannot be tried without */
};

extern const struct sb_row sb_order[];
extern const size_t sb_order_count;

/* Rows by their place in the order. */
enum sb_row_index {
	ROW_CGROUP,
	ROW_USERNS,
	ROW_PID,
	ROW_IPC,
	ROW_UTS,
	ROW_CGROUPNS,
	ROW_SESSION,
	ROW_NET,
	ROW_MOUNTS,
	ROW_FDS,
	ROW_PROCESS,
	ROW_RLIMITS,
	ROW_CAPS,
	ROW_LANDLOCK,
	ROW_SECCOMP,
	ROW_COUNT
};

#define ROW_BIT(row) (UINT32_C(1) << (row))
#define ROWS_ALL (ROW_BIT(ROW_COUNT) - 1)
/* With the sandbox off: what keeps a program apart from our own process. */
#define ROWS_OFF                                                               \
	(ROW_BIT(ROW_FDS) | ROW_BIT(ROW_PROCESS) | ROW_BIT(ROW_RLIMITS))

/* A bind whose source was looked at before clone. */
struct sb_source {
	enum sb_bind_kind kind;
	char *target; /* owned; without the leading '/' */
	char *path;   /* owned; of the source, no symlink at its end */
	char *link;   /* owned; target of a symlink to make anew, or NULL */
	bool folder;
	bool device;
	uint64_t dev; /* identity, compared again inside */
	uint64_t ino;
};

/* One cgroup directory of the box (v1 has one a controller, v2 one). */
struct sb_cgroup {
	int dir_fd;   /* -1 = none */
	int tasks_fd; /* v1: what init enters it by; -1 = none */
	char *path;   /* owned; to remove it */
};

/* CG_NEST: none of its own, but the folder above (cgroup v2, warm programs). */
enum sb_controller { CG_MEMORY, CG_PIDS, CG_CPU, CG_NEST, CG_COUNT };

struct sb {
	const struct sb_spec *spec; /* borrowed; NULL: it was closed */
	uint32_t rows;              /* bits of the rows in force */
	enum sb_user user;
	enum sb_memory memory;
	int64_t outside_uid; /* the program's ids as we see them; -1: there is
				none that it could have */
	int64_t outside_gid;

	struct sb_source *source; /* mounts: owned */
	size_t source_count;
	int *tree; /* mounts: owned; init's clone of each source, -1 = none */
	int landlock_abi;
	bool empty_proc; /* known once it is open */
	struct sb_cgroup cgroup[CG_COUNT];
	const struct sb *model; /* borrowed; the box of the warm program that
				   this one is forked from; NULL = none */
	bool pids_counted;      /* by a cgroup: its limit is there */
	char cgroup_prefix[48]; /* of their names; "" = there is none */

	bool forked; /* from a warm program, whose child init is */
	bool waits;  /* its program was started before its run: see fifo.h */
	void (*at_gate)(void); /* what the payload does first there, or NULL */
	pid_t init;            /* 0 = none, or reaped */
	int pidfd;
	int channel_fd; /* with init: "go" and "stop" out, the end and the
			   collected files in; its end ends the box */
	int setup_fd;   /* struct sb_record from init and payload */
	int readies;    /* of init and payload: how many have said READY */
	int64_t setup_until_us; /* when the set-up has taken too long */
	int gate_fd;            /* to the payload: see gate.h; closed = exit */
	int child_fd[3];        /* the child's ends of these three */
	int root_fd;            /* watchdog: the box's root, for statfs; -1 */
	int proc_fd;            /* watchdog: a /proc of the box; -1 = host's */

	int64_t started_us; /* CLOCK_MONOTONIC at sb_go() */
	int64_t ended_us;
	int64_t stop_us;   /* when init was told to stop; 0 = not */
	int64_t ticked_us; /* last look of the watchdog */
	enum sb_end end;
	bool have_end; /* the program's end is known */
	int wait_status;
	struct rusage usage;
	int64_t setup_cpu_ms; /* of cpu_ms, what the set-up took */
	int64_t boot_cpu_ms;  /* of usage, what a program that was started
				 before its run took by then */
	int64_t cpu_ms;       /* from the cgroup; -1 = not known */
	bool out_of_memory;   /* the cgroup's limit was hit */
	char *inbox;          /* bytes from init; owned */
	size_t inbox_len;
	size_t inbox_cap;
	struct sb_collected *collected; /* owned */
	size_t collected_count;
	bool collect_truncated;
	bool over;       /* nothing but init is left, and it has said all */
	struct sb *next; /* of those that sb_tidy() is for */
};

/* What crosses the set-up pipe. One write, below PIPE_BUF. */
enum sb_record_type { SB_RECORD_FAIL = 1, SB_RECORD_READY };
struct sb_record {
	int32_t type;
	int32_t empty_proc;  /* READY of init: the host forbids a new /proc */
	int64_t boot_cpu_ms; /* READY of init: see struct sb */
	struct sb_fail fail;
};

/* What init sends first on its channel, and before each collected file. */
struct sb_end_record {
	int32_t wait_status;
	struct rusage usage; /* of all that init has reaped */
};
struct sb_file_record {
	uint32_t path_len;  /* with its NUL; 0: no file, the end of all */
	uint16_t refusal;   /* enum sb_refusal: no content follows the path */
	uint16_t truncated; /* at the end: sb_usage.collect_truncated */
	uint64_t size;
};

/* The folders above a file, 32 of them, and the file, each with the byte
 * behind it. */
#define SB_DEPTH_MAX 32
#define SB_PATH_BYTES ((SB_DEPTH_MAX + 1) * (NAME_MAX + 1UL))

/* Fill *WHY with the step and errno. Returns -1. Async-signal-safe. */
int sb_fails(struct sb_fail *why, const char *step);

/* Which of the child's ends is which. */
enum { CHILD_CHANNEL, CHILD_SETUP, CHILD_GATE };

/* What the supervisor writes to init, and to who waits at the gate. */
#define SB_GO 'g'
#define SB_TAKE 't' /* there, or to init: what is handed over */
#define SB_STOP 's'

/* Is ROW in force in BOX? */
static inline bool sb_has(const struct sb *box, enum sb_row_index row)
{
	return (box->rows & ROW_BIT(row)) != 0;
}

/* Does a cgroup hold the memory of BOX? */
static inline bool sb_counted(const struct sb *box)
{
	return box->memory == SB_MEMORY_CGROUP1 ||
	       box->memory == SB_MEMORY_CGROUP2;
}

/* Is there anything of BOX that no cgroup counts, so that its processes have to
 * be looked at? Of v1, memory may be there for us and cpuacct not. */
static inline bool sb_watched(const struct sb *box)
{
	return box->memory == SB_MEMORY_WATCHDOG ||
	       (box->memory == SB_MEMORY_CGROUP1 &&
		       box->cgroup[CG_CPU].tasks_fd < 0);
}

/* clock.c: CLOCK_MONOTONIC in microseconds. */
int64_t sb_now_us(void);

/* sb_open() with exactly the rows of the mask ROWS: for probes and tests; no
 * option and no policy key reaches it. */
int sb_open_only(const struct sb_spec *spec, uint32_t rows, struct sb **out,
	struct sb_fail *why);

/* box.c: free the closed boxes whose init still ends, when it has. False: there
 * are none. */
bool sb_await_ending(void);

/* enter.c, in the child: enter the rows of STAGE that are in force, or give
 * up; tell the supervisor *WHY and exit. */
void sb_enter(const struct sb *box, enum sb_stage stage, struct sb_fail *why);
void sb_before_ids(const struct sb *box, struct sb_fail *why);
void sb_give_up(const struct sb *box, const struct sb_fail *why)
	__attribute__((noreturn));
#define SB_EXIT_SETUP 70
/* init.c: what the clone3 child does. Returns in the payload of a box that is
 * forked from a warm program, and there alone. */
void sb_init_main(const struct sb *box);
/* payload.c: what init's child does; ENDS are of meet_make(). Returns when the
 * program is there already: forked. */
void sb_payload_main(const struct sb *box, const int ends[2]);
/* look.c: the payload of a box without a program sees what has become of its
 * last row, and writes a struct sb_seen to its stdout. */
void sb_look(const struct sb *box);
/* look.c: the inode of our namespace NAME ("ipc"); 0 = not to be had.
 * Async-signal-safe. */
uint64_t sb_namespace_inode(const char *name);
/* look.c: the detail of a namespace of that NAME. */
bool sb_namespace_detail(
	const struct sb_seen *seen, const char *name, char *text, size_t size);
/* remedy.c: what mends ERR, whatever the call was. Static, never empty. */
const char *sb_remedy(const char *step, int err);
/* Does the host keep ordinary users' namespaces from what they are for, unless
 * an AppArmor profile says otherwise, as Ubuntu does? */
bool sb_apparmor_restricts(void);
/* reap.c: init kills and reaps all that is below it; *STATUS is PAYLOAD's. */
void sb_end_all(const struct sb *box, pid_t payload, int *status);
/* collect.c: init sends what matches over FD, its channel. */
void sb_collect_send(const struct sb *box, int fd);
/* collected.c: how much init sends at most, and what it sent: parsed, once all
 * is in the inbox. */
size_t sb_inbox_max(const struct sb *box);
void sb_collect_take(struct sb *box);
/* userns.c: which ids a box for SPEC gets on this host. */
enum sb_user sb_user(const struct sb_spec *spec);
/* userns.c: fill USER, OUTSIDE_UID and OUTSIDE_GID of BOX. */
void sb_find_ids(struct sb *box);
/* clone.c: the child, with the namespaces of BOX's rows, born in the cgroup v2
 * CGROUP_FD (-1 = none). 0 or -1 with *WHY; the child is for sb_init_main(),
 * and when that returns, 1. */
int sb_clone(struct sb *box, int cgroup_fd, struct sb_fail *why);
/* warm.c: the box that WARM is in. */
const struct sb *sb_warm_box(const struct sb_warm *warm);
/* warm.c: the same by the warm program of BOX's spec, id maps and all. */
int sb_warm_clone(struct sb *box, struct sb_fail *why);
/* warm.c: the box that the warm program of SPEC has in stock, when SPEC can
 * have it; NULL = none. */
struct sb *sb_warm_in_stock(const struct sb_spec *spec);
/* fds.c: make the pipes of BOX's spec the program's own. 0, or -1 with errno.
 */
int sb_fds_give(const struct sb *box);
/* open.c: the rows of SPEC. */
uint32_t sb_rows_of(const struct sb_spec *spec);
/* userns.c: the supervisor writes the id maps of the child. 0 or -1 with
 * *WHY. */
int sb_userns_map(const struct sb *box, struct sb_fail *why);
/* cgroup.c: CPU time used in ms, -1 when unknown; was memory's limit hit. */
int64_t sb_cgroup_cpu_ms(const struct sb *box);
bool sb_cgroup_oom(const struct sb *box);
/* cgroup.c: remove, beside BOX's, cgroups that a codeexec which was killed has
 * left: named after a process that is no more. One in use stays. */
void sb_cgroup_sweep(const struct sb *box);
/* watch.c: look at memory and CPU; may decide the end of the box. */
void sb_watch(struct sb *box);

#endif
