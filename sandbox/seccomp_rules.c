/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The lists of system calls. Names are the kernel's; order is by purpose. */

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "sandbox/seccomp_rules.h"

#define CALLS(...)                                                             \
	(const char *const[])                                                  \
	{                                                                      \
		__VA_ARGS__, NULL                                              \
	}

const struct sb_calls sb_calls_allowed[] = {
	{"reading and writing what is open",
		CALLS("read", "write", "readv", "writev", "pread64", "pwrite64",
			"preadv2", "pwritev2", "lseek", "close", "close_range",
			"dup", "dup2", "dup3", "fcntl", "ioctl", "pipe2",
			"copy_file_range", "fadvise64", "fallocate",
			"ftruncate", "truncate", "fsync", "fdatasync",
			"flock")},
	{"waiting for what is open",
		CALLS("poll", "ppoll", "pselect6", "epoll_create1", "epoll_ctl",
			"epoll_wait", "epoll_pwait", "eventfd2",
			"inotify_init1", "inotify_add_watch",
			"inotify_rm_watch")},
	{"files by name: mounts and Landlock say which",
		CALLS("openat", "creat", "fstat", "newfstatat", "statx",
			"statfs", "fstatfs", "access", "faccessat2", "readlink",
			"readlinkat", "getdents64", "getcwd", "chdir", "fchdir",
			"mkdir", "mkdirat", "rmdir", "unlink", "unlinkat",
			"rename", "renameat", "renameat2", "link", "linkat",
			"symlink", "symlinkat", "mknodat", "chmod", "fchmod",
			"fchmodat", "chown", "fchown", "lchown", "fchownat",
			"umask", "utimensat", "getxattr", "lgetxattr",
			"fgetxattr", "listxattr", "llistxattr", "flistxattr",
			"setxattr", "lsetxattr", "fsetxattr", "removexattr",
			"lremovexattr", "fremovexattr")},
	{"memory: limits and cgroups say how much",
		CALLS("brk", "mmap", "munmap", "mremap", "mprotect", "madvise",
			"msync", "pkey_alloc")},
	{"processes and threads: RLIMIT_NPROC says how many",
		CALLS("clone", "vfork", "execve", "execveat", "wait4", "waitid",
			"set_tid_address", "set_robust_list", "rseq", "futex",
			"arch_prctl", "prctl", "gettid", "getpid", "getppid",
			"getpgid", "getpgrp", "setpgid", "getsid", "setsid",
			"sched_yield", "sched_getaffinity", "sched_setaffinity",
			"sched_getparam", "sched_setparam",
			"sched_getscheduler", "sched_setscheduler",
			"sched_get_priority_max", "sched_get_priority_min",
			"sched_rr_get_interval", "getpriority", "setpriority",
			"getrusage", "times", "pidfd_open", "pidfd_send_signal",
			"restart_syscall")},
	{"signals: the pid namespace says to whom",
		CALLS("rt_sigaction", "rt_sigprocmask", "rt_sigreturn",
			"rt_sigpending", "rt_sigsuspend", "rt_sigtimedwait",
			"sigaltstack", "kill", "tgkill", "pause", "alarm",
			"getitimer", "setitimer", "timer_create",
			"timer_settime", "timer_delete")},
	{"reading the time, and sleeping",
		CALLS("clock_gettime", "clock_getres", "clock_nanosleep")},
	{"ids: there is one only, and no capability to change it",
		CALLS("getuid", "geteuid", "getgid", "getegid", "getresuid",
			"getresgid", "getgroups", "setreuid", "setregid",
			"setresuid", "setresgid", "setgroups", "capget")},
	{"limits: hard ones cannot be raised", CALLS("prlimit64")},
	{"sockets: the network namespace says to where",
		CALLS("socket", "socketpair", "bind", "listen", "accept4",
			"connect", "getsockname", "getpeername", "getsockopt",
			"setsockopt", "sendto", "sendmsg", "sendmmsg",
			"recvfrom", "recvmsg", "shutdown")},
	{"what kind of system this is", CALLS("uname", "sysinfo", "getrandom")},
};
const size_t sb_calls_allowed_count =
	sizeof(sb_calls_allowed) / sizeof(*sb_calls_allowed);

const struct sb_calls sb_calls_untraced[] = {
	{"older forms, of older libcs and of static programs (musl, Go)",
		CALLS("open", "stat", "lstat", "getdents", "pipe", "select",
			"epoll_create", "eventfd", "signalfd", "inotify_init",
			"fork", "accept", "time", "gettimeofday", "nanosleep",
			"utime", "utimes", "futimesat", "mknod", "faccessat",
			"getrlimit", "setrlimit", "tkill")},
	{"newer forms, which libcs try first",
		CALLS("openat2", "epoll_pwait2", "mlock2")},
	{"every program ends; strace counts what returns",
		CALLS("exit", "exit_group")},
	{"timers and signals as files, of event loops",
		CALLS("timerfd_create", "timerfd_settime", "timerfd_gettime",
			"signalfd4")},
	{"vectors at a place, datagrams by the dozen: of databases and servers",
		CALLS("preadv", "pwritev", "recvmmsg")},
	{"hints about files, whose refusal a database takes for an error",
		CALLS("readahead", "sync_file_range")},
	{"what allocators, collectors and unwinders ask of memory (Go, "
	 "jemalloc, libunwind, numpy)",
		CALLS("mincore", "membarrier", "pkey_free", "pkey_mprotect",
			"get_mempolicy", "mbind", "set_mempolicy")},
	{"secrets kept from swap; RLIMIT_MEMLOCK says how much",
		CALLS("mlock", "munlock", "mlockall", "munlockall")},
	{"where and how a thread runs, of thread pools",
		CALLS("sched_getattr", "sched_setattr", "getcpu")},
	{"signals with a value, and the rest of POSIX's timers",
		CALLS("rt_sigqueueinfo", "rt_tgsigqueueinfo", "timer_gettime",
			"timer_getoverrun")},
	{"rights given up that are not there: a failure would stop who does it",
		CALLS("setuid", "setgid", "setfsuid", "setfsgid", "capset")},
	{"setarch asks for it, and gives nothing that is not given",
		CALLS("personality")},
	{"a program may confine itself further", CALLS("seccomp")},
};
const size_t sb_calls_untraced_count =
	sizeof(sb_calls_untraced) / sizeof(*sb_calls_untraced);

/* SysV objects and memfds hold memory that belongs to no process. */
const struct sb_calls sb_calls_counted = {"memory that a cgroup counts",
	CALLS("memfd_create", "shmget", "shmat", "shmdt", "shmctl", "semget",
		"semop", "semtimedop", "semctl", "msgget", "msgsnd", "msgrcv",
		"msgctl", "sendfile", "splice", "tee",
		"landlock_create_ruleset", "landlock_add_rule",
		"landlock_restrict_self")};

const struct sb_calls sb_calls_denied[] = {
	{"what is seen of the file system is settled",
		CALLS("mount", "umount2", "pivot_root", "chroot", "swapon",
			"swapoff", "quotactl", "quotactl_fd", "fanotify_init",
			"fanotify_mark", "name_to_handle_at",
			"open_by_handle_at", "lookup_dcookie", "nfsservctl",
			"vmsplice", "syncfs")},
	{"so are the namespaces", CALLS("setns", "unshare")},
	{"other processes are not to be looked into",
		CALLS("ptrace", "process_vm_readv", "process_vm_writev",
			"process_madvise", "process_mrelease", "pidfd_getfd",
			"kcmp", "get_robust_list", "perf_event_open",
			"migrate_pages", "move_pages")},
	{"keys of the kernel outlive a run, and have lifted Landlock",
		CALLS("keyctl", "add_key", "request_key")},
	{"POSIX queues are memory of the kernel",
		CALLS("mq_open", "mq_unlink", "mq_timedsend", "mq_timedreceive",
			"mq_notify", "mq_getsetattr")},
	{"the machine is the operator's",
		CALLS("reboot", "kexec_load", "kexec_file_load", "init_module",
			"finit_module", "delete_module", "create_module",
			"get_kernel_syms", "query_module", "bpf", "userfaultfd",
			"acct", "syslog", "vhangup", "iopl", "ioperm",
			"modify_ldt", "sethostname", "setdomainname",
			"settimeofday", "clock_settime", "clock_adjtime",
			"adjtimex", "ioprio_set", "ioprio_get", "ustat",
			"sysfs", "uselib", "_sysctl", "getpmsg", "putpmsg",
			"afs_syscall", "tuxcall", "security", "vserver",
			"set_mempolicy_home_node", "memfd_secret")},
};
const size_t sb_calls_denied_count =
	sizeof(sb_calls_denied) / sizeof(*sb_calls_denied);

const struct sb_calls sb_calls_absent[] = {
	{"its flags lie behind a pointer, where no filter looks: libc takes "
	 "clone",
		CALLS("clone3")},
	{"it cannot fail, so it succeeds without a call: tools/filters.c",
		CALLS("sync")},
};
const size_t sb_calls_absent_count =
	sizeof(sb_calls_absent) / sizeof(*sb_calls_absent);

#define NAMESPACE(flag)                                                        \
	{                                                                      \
		"clone", 0, SB_HAS_BITS, (flag), EPERM, "no namespace inside", \
			0, SB_ALONE, 0                                         \
	}
#define OPTION(option)                                                         \
	{                                                                      \
		"prctl", 0, SB_EQUAL, (option), EPERM,                         \
			"reaches beyond the process", 0, SB_ALONE, 0           \
	}
#define FAMILY(compare, value)                                                 \
	{                                                                      \
		"socket", 0, compare, (value), EAFNOSUPPORT,                   \
			"kernel surface that no honest program needs", 0,      \
			SB_ALONE, 0                                            \
	}

/* Those up to UDP: ICMP's ping, IGMP, TCP, UDP. */
#define PROTOCOLS(family)                                                      \
	{                                                                      \
		"socket", 2, SB_ABOVE, IPPROTO_UDP, EPROTONOSUPPORT,           \
			"MPTCP, SCTP, UDP-Lite: surface that no honest "       \
			"program needs",                                       \
			0, SB_WITH_EQUAL, (family)                             \
	}

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#endif
#ifndef PR_FUTEX_HASH
#define PR_FUTEX_HASH 78
#endif
#ifndef PR_SET_MEMORY_MERGE
#define PR_SET_MEMORY_MERGE 67
#endif
/* Of Linux 6.10, and ext4's own before. */
#define GET_FILE_SYSTEM_UUID 0x80111500
#define GET_FILE_SYSTEM_SYSFS 0x80811501
#define GET_EXT4_UUID 0x8008662c
/* Init cannot be a stranger to a program of the same id; what it does at the
 * end of a run must not wait for the program's leave. */
#define INIT(call, arg)                                                        \
	{                                                                      \
		call, (arg), SB_EQUAL, 1, EPERM, "init is not the program's",  \
			0, SB_ALONE, 0                                         \
	}
#define INIT_PRIORITY(which)                                                   \
	{                                                                      \
		"setpriority", 1, SB_EQUAL, 1, EPERM,                          \
			"init is not the program's", 0, SB_WITH_EQUAL, (which) \
	}
#define DISK(request)                                                          \
	{                                                                      \
		"ioctl", 1, SB_EQUAL, (request), EPERM,                        \
			"tells which host this is", 0, SB_ALONE, 0             \
	}
#define TCP_ULP_OPTION 31
#define UDP_ENCAP_OPTION 100

const struct sb_argument sb_arguments[] = {
	NAMESPACE(CLONE_NEWUSER),
	NAMESPACE(CLONE_NEWNS),
	NAMESPACE(CLONE_NEWPID),
	NAMESPACE(CLONE_NEWNET),
	NAMESPACE(CLONE_NEWIPC),
	NAMESPACE(CLONE_NEWUTS),
	NAMESPACE(CLONE_NEWCGROUP),
	{"clone", 0, SB_HAS_BITS, CLONE_UNTRACED, EPERM,
		"a tracer is to see its children", 0, SB_ALONE, 0},
	/* All but AF_UNIX 1, AF_INET 2 and AF_INET6 10. */
	FAMILY(SB_EQUAL, 0),
	FAMILY(SB_EQUAL, 3),
	FAMILY(SB_EQUAL, 4),
	FAMILY(SB_EQUAL, 5),
	FAMILY(SB_EQUAL, 6),
	FAMILY(SB_EQUAL, 7),
	FAMILY(SB_EQUAL, 8),
	FAMILY(SB_EQUAL, 9),
	FAMILY(SB_ABOVE, AF_INET6),
	PROTOCOLS(AF_INET),
	PROTOCOLS(AF_INET6),
	{"setsockopt", 2, SB_EQUAL, TCP_ULP_OPTION, ENOPROTOOPT,
		"TLS and more of the kernel's under a socket", 1, SB_WITH_EQUAL,
		IPPROTO_TCP},
	{"setsockopt", 2, SB_EQUAL, UDP_ENCAP_OPTION, ENOPROTOOPT,
		"unpacks IPsec", 1, SB_WITH_EQUAL, IPPROTO_UDP},
	{"socketpair", 0, SB_ABOVE, AF_UNIX, EAFNOSUPPORT,
		"TIPC and the like have pairs as well", 0, SB_ALONE, 0},
	/* Up to what every pipe has; the kernel, too, says EPERM for more. */
	{"fcntl", 2, SB_ABOVE, 64 << 10, EPERM,
		"pipe memory is shared by all runs of a user", 1, SB_WITH_EQUAL,
		F_SETPIPE_SZ},
	{"ioctl", 1, SB_EQUAL, TIOCSTI, EPERM, "types into a terminal", 0,
		SB_ALONE, 0},
	{"ioctl", 1, SB_EQUAL, TIOCLINUX, EPERM, "pastes into a console", 0,
		SB_ALONE, 0},
	{"ioctl", 1, SB_EQUAL, TIOCSETD, EPERM, "loads line disciplines", 0,
		SB_ALONE, 0},
	DISK(GET_FILE_SYSTEM_UUID),
	DISK(GET_FILE_SYSTEM_SYSFS),
	DISK(GET_EXT4_UUID),
	OPTION(PR_SET_MM),
	OPTION(PR_SET_PTRACER),
	OPTION(PR_SET_SYSCALL_USER_DISPATCH),
	{"prctl", 0, SB_EQUAL, PR_FUTEX_HASH, EPERM,
		"takes memory of the kernel that nobody counts", 0, SB_ALONE,
		0},
	{"madvise", 2, SB_EQUAL, MADV_MERGEABLE, EPERM,
		"tells by the time of a write who has an alike page", 0,
		SB_ALONE, 0},
	OPTION(PR_SET_MEMORY_MERGE),
	INIT("prlimit64", 0),
	INIT("sched_setscheduler", 0),
	INIT("sched_setparam", 0),
	INIT("sched_setattr", 0),
	INIT("sched_setaffinity", 0),
	INIT_PRIORITY(PRIO_PROCESS),
	INIT_PRIORITY(PRIO_PGRP),
	{"setpriority", 0, SB_EQUAL, PRIO_USER, EPERM,
		"init has the program's id", 0, SB_ALONE, 0},
	{"seccomp", 1, SB_HAS_BITS, SECCOMP_FILTER_FLAG_NEW_LISTENER, EPERM,
		"a listener can stall calls of others", 0, SB_ALONE, 0},
	/* A core limit of 0 would start a piped core handler: rlimits.c. */
	{"setrlimit", 0, SB_EQUAL, RLIMIT_CORE, EPERM,
		"keeps core handlers from starting", 0, SB_ALONE, 0},
	{"prlimit64", 1, SB_EQUAL, RLIMIT_CORE, EPERM,
		"keeps core handlers from starting", 2, SB_WITH_NOT_ZERO, 0},
};
const size_t sb_arguments_count = sizeof(sb_arguments) / sizeof(*sb_arguments);

const struct sb_argument sb_arguments_uncounted[] = {
	{"mmap", 3, SB_HAS_BITS, MAP_SHARED | MAP_ANONYMOUS, EPERM,
		"shared memory can outlive what is resident of it", 0, SB_ALONE,
		0},
	/*
	 * These two are hints, which the kernel cuts to its limits without a
	 * word, and programs take an error for the end: they do nothing and
	 * succeed.
	 */
	{"setsockopt", 2, SB_EQUAL, SO_SNDBUF, 0,
		"socket buffers are memory of the kernel", 1, SB_WITH_EQUAL,
		SOL_SOCKET},
	{"setsockopt", 2, SB_EQUAL, SO_RCVBUF, 0,
		"socket buffers are memory of the kernel", 1, SB_WITH_EQUAL,
		SOL_SOCKET},
};
const size_t sb_arguments_uncounted_count =
	sizeof(sb_arguments_uncounted) / sizeof(*sb_arguments_uncounted);

#define MODE(call, arg)                                                        \
	{                                                                      \
		call, (arg), SB_HAS_BITS, S_ISUID, EPERM,                      \
			"who executes it on the host becomes the caller", 0,   \
			SB_ALONE, 0                                            \
	}
#define MODE_OF_NEW(call, arg, flag)                                           \
	{                                                                      \
		call, (arg), SB_HAS_BITS, S_ISUID, EPERM,                      \
			"who executes it on the host becomes the caller",      \
			(arg)-1, SB_WITH_BITS, (flag)                          \
	}

const struct sb_argument sb_arguments_shared[] = {
	MODE("chmod", 1),
	MODE("fchmod", 1),
	MODE("fchmodat", 2),
	MODE("mknod", 1),
	MODE("mknodat", 2),
	MODE("creat", 1),
	MODE_OF_NEW("open", 2, O_CREAT),
	MODE_OF_NEW("open", 2, O_TMPFILE & ~O_DIRECTORY),
	MODE_OF_NEW("openat", 3, O_CREAT),
	MODE_OF_NEW("openat", 3, O_TMPFILE & ~O_DIRECTORY),
	{"openat2", 3, SB_ABOVE, 0, ENOSYS,
		"its mode lies behind a pointer, where no filter looks", 0,
		SB_ALONE, 0},
};
const size_t sb_arguments_shared_count =
	sizeof(sb_arguments_shared) / sizeof(*sb_arguments_shared);
