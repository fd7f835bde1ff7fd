/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Run one program confined, or refuse: the whole face of the sandbox.
 *
 * It knows argv, environment, files, binds, limits and fds, and nothing of
 * requests, languages or JSON. Single-threaded processes only.
 *
 * The life of a box: sb_begin() builds it, until sb_ready() says that it stands
 * just before execve, with every layer applied; sb_go() lets the program start;
 * then the caller polls sb_fd() and calls sb_pump() when it is readable (and at
 * least every SB_TICK_MS), until that says that the box has ended; sb_stop()
 * ends it early; sb_close() is due in any case, and sb_tidy() later, for what
 * of a closed box the kernel still takes down.
 */
#ifndef SANDBOX_SANDBOX_H
#define SANDBOX_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The one id, user and group, that a program has inside. */
#define SB_ID 65534
#define SB_WORKDIR "/workdir"
#define SB_HOSTNAME "codeexec"

/* How often sb_pump() wants to be called while a box runs. */
#define SB_TICK_MS 10

enum sb_network { SB_NETWORK_NONE, SB_NETWORK_HOST };

enum sb_bind_kind { SB_BIND_READ_ONLY, SB_BIND_READ_WRITE, SB_BIND_EMPTY };

/* A path of the host that is at the same place inside. A symbolic link into
 * /usr is made anew (so /bin stays what it is on the host), else followed. */
struct sb_bind {
	const char *path; /* absolute */
	enum sb_bind_kind kind;
	bool optional; /* passed over when the host has no such path */
};

/* A file to be there at the start, mode 0644, owned by the program. */
struct sb_file {
	const char *path; /* relative to the workdir; folders are made */
	const char *data;
	size_t len;
};

/* What one box may use. Every field is set; address_space_bytes alone may be
 * 0, for programs that cannot bear RLIMIT_AS. */
struct sb_limits {
	int64_t cpu_time_ms;         /* all its processes together */
	int64_t memory_bytes;        /* resident, all its processes together */
	int64_t address_space_bytes; /* per process */
	int64_t processes;           /* threads count */
	int64_t open_files;          /* per process */
	int64_t file_size_bytes;
	int64_t workdir_bytes; /* workdir, /tmp and /dev/shm together */
};

struct sb_times;
struct sb_warm;

/* Borrowed, all of it, until sb_close(). */
struct sb_spec {
	bool off;        /* no sandbox at all: the operator said so */
	const char *exe; /* absolute; NULL: nothing but the set-up (probes) */
	char *const *argv;
	char *const *envp;
	const char *chdir;       /* absolute; NULL = the workdir */
	const char *off_workdir; /* sandbox off: the folder that stands for the
				    workdir, with its files in it */
	const struct sb_file *file;
	size_t file_count;
	const struct sb_file *root_file; /* the same, relative to the root,
					    which is read-only */
	size_t root_file_count;
	const struct sb_bind *bind; /* mounted in this order */
	size_t bind_count;
	struct sb_limits limits;
	enum sb_network network;
	int stdin_fd; /* become 0, 1, 2 inside */
	int stdout_fd;
	int stderr_fd;
	const char *const *preload; /* modules that a warm program loads before
				       it is kept, where they are present */
	size_t preload_count;
	int warm_fd;          /* for sandbox/warm.c alone: stays open too; 0 =
				 none */
	bool waits;           /* for sandbox/ahead.c alone: the one file is a
				 FIFO, see fifo.c */
	struct sb_warm *warm; /* to fork the program from: it is ready
				 and of the same kind; NULL = by execve */
	int pipe_bytes;       /* how large the pipes of a box from a stock are
				 asked to be, see sb_pipe() */
	const char *const
		*collect; /* globs (fnmatch(3), FNM_PATHNAME), relative
			     to the workdir, of files to bring out */
	size_t collect_count;
	int64_t collect_bytes;  /* at most this much: all files together, and
				   their paths */
	struct sb_times *times; /* of a box that is not forked: filled while it
				   sets itself up; NULL = not measured */
};

/* Why a box could not be had. Fixed size: crosses a pipe in one write. */
struct sb_fail {
	int32_t layer; /* row of the order; -1: none of them (see step) */
	int32_t err;   /* errno; 0 = none applies */
	char step[56]; /* the call or the thing that failed: "pivot_root" */
};

enum sb_user {
	SB_USER_USERNS, /* a user namespace that maps one id */
	SB_USER_SETUID, /* root on a host without user namespaces: ids dropped
			 */
	SB_USER_HOST,   /* sandbox off: the caller's own */
};

enum sb_memory {        /* who holds the limit on memory */
	SB_MEMORY_NONE, /* sandbox off */
	SB_MEMORY_WATCHDOG,
	SB_MEMORY_CGROUP1,
	SB_MEMORY_CGROUP2,
};

/* What became of a box. */
enum sb_end { SB_END_EXITED, SB_END_STOPPED, SB_END_MEMORY, SB_END_CPU };

/* Of one box come at most so many files, and so many names of others. */
#define SB_COLLECT_FILES 4096
#define SB_COLLECT_REFUSED 64

/* Why a file was not brought out; last, where a bound is the reason. */
enum sb_refusal {
	SB_REFUSAL_NONE, /* it was */
	SB_REFUSAL_SYMBOLIC_LINK,
	SB_REFUSAL_HARD_LINK, /* it has a second name, who knows where */
	SB_REFUSAL_DEVICE,
	SB_REFUSAL_FIFO,
	SB_REFUSAL_SOCKET,
	SB_REFUSAL_MOUNT, /* it lies in another file system */
	SB_REFUSAL_UNREADABLE,
	SB_REFUSAL_TOO_LARGE, /* for what was left of collect_bytes */
	SB_REFUSAL_TOO_MANY,  /* SB_COLLECT_FILES have come */
	SB_REFUSAL_TOO_DEEP,  /* a folder below 32 others */
	SB_REFUSAL_COUNT
};

/* A file that a glob names, or a folder that one leads into and that was
 * refused; valid until sb_close(). */
struct sb_collected {
	const char *path;
	enum sb_refusal refusal;
	const char *data; /* NULL when refused */
	size_t len;
};

struct sb_usage {
	enum sb_user user;     /* whose ids the program had */
	enum sb_memory memory; /* who held the limit on memory */
	bool booted;           /* the program had, before its run: it was
				  forked from a warm one, or is of a stock */
	enum sb_end end;
	int wait_status;          /* of the program, as wait(2) has it */
	int64_t duration_ms;      /* from sb_go() to its end */
	int64_t cpu_ms;           /* user + system, all its processes */
	bool cpu_lower_bound;     /* may miss children that nobody waited for */
	int64_t max_rss_bytes;    /* of its largest process */
	bool max_rss_lower_bound; /* init was killed before it could tell */
	const struct sb_collected *collected; /* owned by the box */
	size_t collected_count;
	bool collect_truncated; /* a bound kept something out, or names of what
				   was refused */
};

struct sb;

/*
 * Begin to build a box for SPEC, whose program is to stop just before execve.
 * On 0 *BOX is for the caller to sb_close(), and sets itself up: poll
 * sb_setup_fd() and ask sb_ready(). On -1 *WHY is filled, nothing of the
 * program has run and nothing is left behind. The fds of SPEC are borrowed:
 * close them after the call, or a pipe between two boxes never ends.
 */
int sb_begin(const struct sb_spec *spec, struct sb **box, struct sb_fail *why);

/* The fd to poll for reading while BOX sets itself up. Owned by BOX. */
int sb_setup_fd(const struct sb *box);

/* How far is the set-up? 1: every layer is applied and the program waits; 0:
 * not there yet, ask again when sb_setup_fd() is readable and at least every
 * SB_SETUP_TICK_MS, for it may take ten seconds and no more; -1 with *WHY: it
 * has failed, and nothing of the program has run. Never blocks. */
#define SB_SETUP_TICK_MS 1000
int sb_ready(struct sb *box, struct sb_fail *why);

/* Both at once: 0 when the program waits, or -1 with *WHY and no box. Blocks
 * for the time of the set-up. */
int sb_open(const struct sb_spec *spec, struct sb **box, struct sb_fail *why);

/* Start the program. 0, or -1 with *WHY when execve failed (the box is then
 * dead, yet must be closed). */
int sb_go(struct sb *box, struct sb_fail *why);

/* The fd to poll for reading, -1 when the box has ended and its init has been
 * reaped. Owned by BOX. */
int sb_fd(const struct sb *box);

/* Take in what there is to know; enforce memory and CPU where no cgroup does.
 * True while the box lives, false when all of its program's processes have
 * ended and been reaped. Never blocks. */
bool sb_pump(struct sb *box);

/* End the box early: its program is killed, what it used still reported. */
void sb_stop(struct sb *box);

/* A pipe for a box, as large as BYTES (0: as large as may be) or as the kernel
 * grants. 0, or -1 with errno; ENOSPC: less than what programs need, this user
 * has too much in pipes. */
int sb_pipe(int bytes, int ends[2]);

/* stdin, stdout and stderr of a box: both ends of each, as pipe(2) has them; -1
 * = closed. */
struct sb_pipes {
	int fd[3][2];
};
#define SB_PIPES_NONE ((struct sb_pipes){{{-1, -1}, {-1, -1}, {-1, -1}}})

/* The box's ends of PIPE into SPEC. */
void sb_pipes_into(const struct sb_pipes *pipe, struct sb_spec *spec);
/* Close what is open of PIPE. Legal twice. */
void sb_pipes_close(struct sb_pipes *pipe);

/* What became of it; valid once sb_pump() has returned false. */
void sb_usage(const struct sb *box, struct sb_usage *usage);

/* Kill what still lives, reap it, remove its cgroup, free BOX. Where nothing
 * but init is left, which ends by itself, sb_tidy() does it. Legal on NULL. */
void sb_close(struct sb *box);

/* Free the closed boxes whose init has ended meanwhile; WAIT: all, when they
 * have. True while some are left: to be called again within SB_TICK_MS. */
bool sb_tidy(bool wait);

/*
 * A warm program: an interpreter that has booted, in a box of its own, and is
 * kept where it would open its script. A box that is forked from it is confined
 * as any other, row by row, and its program starts with the opening of its
 * script: file[0] of the spec, at the path that argv names.
 */
enum sb_warm_state {
	SB_WARM_BOOTING,
	SB_WARM_READY,
	SB_WARM_LOST, /* it cannot be had; sb_warm_note() says why */
};

/* What boxes that are forked from one warm program have in common: program,
 * arguments, environment, binds and the files that these are of, network,
 * folder, the name of the script. */
struct sb_kind;

/* The kind of SPEC, for the caller to sb_kind_free(); NULL when memory is out.
 */
struct sb_kind *sb_kind(const struct sb_spec *spec);
bool sb_kind_same(const struct sb_kind *a, const struct sb_kind *b);
void sb_kind_free(struct sb_kind *kind);

/* Start the program of SPEC, which is copied, to be kept. 0, or -1 with *WHY.
 * Blocks for the time of a set-up, not for the program's. Boxes that were
 * forked from it must be closed before it. */
int sb_warm_open(
	const struct sb_spec *spec, struct sb_warm **out, struct sb_fail *why);

/* How far is it, or will it be in WAIT_MS at most? */
enum sb_warm_state sb_warm_state(struct sb_warm *warm, int wait_ms);

/* Why it is lost; static text or WARM's own. */
const char *sb_warm_note(const struct sb_warm *warm);

/* See to it that the warm program of SPEC has a box in stock: confined, at its
 * gate, for a run to come that is like SPEC's; sb_begin() takes it by itself.
 * Blocks as that does; where none can be had there is none. */
void sb_warm_stock(const struct sb_spec *spec);

/* End it. Legal on NULL. */
void sb_warm_close(struct sb_warm *warm);

/*
 * A stock: boxes of one kind whose programs have been started before there is a
 * run for them, and wait where they read their script; each for one run. For
 * programs that cannot be forked.
 */
struct sb_stock;

/* Does SPEC have nothing but a script? A box that was built before its run is
 * for these. */
bool sb_plain(const struct sb_spec *spec);

/* An empty one, for the caller to sb_stock_close(); NULL when memory is out. */
struct sb_stock *sb_stock_open(void);

/* Start programs for runs to come that are like SPEC, which is plain, up to
 * COUNT of them. Each costs the memory of one that has booted. Blocks as
 * sb_begin(), for each. */
#define SB_STOCK_MOST 2
void sb_stock_fill(
	struct sb_stock *stock, const struct sb_spec *spec, size_t count);

/* READY: there is one that waits for its run; LOST: one could not be had, or
 * was lost; sb_stock_note() says why. Waits WAIT_MS at most. */
enum sb_warm_state sb_stock_state(struct sb_stock *stock, int wait_ms);
const char *sb_stock_note(const struct sb_stock *stock);

/* A box that stands, for the run SPEC, for the caller to sb_close(), and PIPE,
 * its own, for the caller to sb_pipes_close(); NULL = none that fits. The fds
 * of SPEC play no part. When sb_go() fails the program has had nothing of the
 * run, which may have another box, with the same pipes. */
struct sb *sb_stock_take(struct sb_stock *stock, const struct sb_spec *spec,
	struct sb_pipes *pipe);

/* End those that wait. Legal on NULL. */
void sb_stock_close(struct sb_stock *stock);

#endif
