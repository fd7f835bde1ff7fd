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

#include "sandbox/seccomp_rules.h"

#define CALLS(...)                                                             \
	(const char *const[])                                                  \
	{                                                                      \
		__VA_ARGS__, NULL                                              \
	}

const struct sb_calls sb_calls_allowed[] = {
	{"reading and writing what is open",
		CALLS("read", "write", "readv", "writev", "pread64", "pwrite64",
			"preadv", "pwritev", "preadv2", "pwritev2", "lseek",
			"close", "close_range", "dup", "dup2", "dup3", "fcntl",
			"ioctl", "pipe", "pipe2", "copy_file_range",
			"readahead", "fadvise64", "fallocate", "ftruncate",
			"truncate", "fsync", "fdatasync", "sync_file_range",
			"flock")},
	{"waiting for what is open",
		CALLS("poll", "ppoll", "select", "pselect6", "epoll_create",
			"epoll_create1", "epoll_ctl", "epoll_wait",
			"epoll_pwait", "epoll_pwait2", "eventfd", "eventfd2",
			"signalfd", "signalfd4", "timerfd_create",
			"timerfd_settime", "timerfd_gettime", "inotify_init",
			"inotify_init1", "inotify_add_watch",
			"inotify_rm_watch")},
	{"files by name: mounts and Landlock say which",
		CALLS("open", "openat", "openat2", "creat", "stat", "lstat",
			"fstat", "newfstatat", "statx", "statfs", "fstatfs",
			"access", "faccessat", "faccessat2", "readlink",
			"readlinkat", "getdents", "getdents64", "getcwd",
			"chdir", "fchdir", "mkdir", "mkdirat", "rmdir",
			"unlink", "unlinkat", "rename", "renameat", "renameat2",
			"link", "linkat", "symlink", "symlinkat", "mknod",
			"mknodat", "chmod", "fchmod", "fchmodat", "chown",
			"fchown", "lchown", "fchownat", "umask", "utime",
			"utimes", "utimensat", "futimesat", "getxattr",
			"lgetxattr", "fgetxattr", "listxattr", "llistxattr",
			"flistxattr", "setxattr", "lsetxattr", "fsetxattr",
			"removexattr", "lremovexattr", "fremovexattr")},
	{"memory: limits and cgroups say how much",
		CALLS("brk", "mmap", "munmap", "mremap", "mprotect", "madvise",
			"msync", "mincore", "mlock", "mlock2", "munlock",
			"mlockall", "munlockall", "membarrier", "pkey_alloc",
			"pkey_free", "pkey_mprotect", "get_mempolicy", "mbind",
			"set_mempolicy", "remap_file_pages")},
	{"processes and threads: RLIMIT_NPROC says how many",
		CALLS("clone", "fork", "vfork", "execve", "execveat", "exit",
			"exit_group", "wait4", "waitid", "set_tid_address",
			"set_robust_list", "get_robust_list", "rseq", "futex",
			"futex_waitv", "arch_prctl", "prctl", "gettid",
			"getpid", "getppid", "getpgid", "getpgrp", "setpgid",
			"getsid", "setsid", "sched_yield", "sched_getaffinity",
			"sched_setaffinity", "sched_getparam", "sched_setparam",
			"sched_getscheduler", "sched_setscheduler",
			"sched_getattr", "sched_setattr",
			"sched_get_priority_max", "sched_get_priority_min",
			"sched_rr_get_interval", "getpriority", "setpriority",
			"ioprio_get", "getcpu", "getrusage", "times",
			"pidfd_open", "pidfd_send_signal", "restart_syscall")},
	{"signals: the pid namespace says to whom",
		CALLS("rt_sigaction", "rt_sigprocmask", "rt_sigreturn",
			"rt_sigpending", "rt_sigsuspend", "rt_sigtimedwait",
			"rt_sigqueueinfo", "rt_tgsigqueueinfo", "sigaltstack",
			"kill", "tkill", "tgkill", "pause", "alarm",
			"getitimer", "setitimer", "timer_create",
			"timer_settime", "timer_gettime", "timer_getoverrun",
			"timer_delete")},
	{"reading the time, and sleeping",
		CALLS("time", "gettimeofday", "clock_gettime", "clock_getres",
			"nanosleep", "clock_nanosleep")},
	{"ids: there is one only, and no capability to change it",
		CALLS("getuid", "geteuid", "getgid", "getegid", "getresuid",
			"getresgid", "getgroups", "setuid", "setgid",
			"setreuid", "setregid", "setresuid", "setresgid",
			"setfsuid", "setfsgid", "setgroups", "capget",
			"capset")},
	{"limits: hard ones cannot be raised",
		CALLS("getrlimit", "setrlimit", "prlimit64")},
	{"sockets: the network namespace says to where",
		CALLS("socket", "socketpair", "bind", "listen", "accept",
			"accept4", "connect", "getsockname", "getpeername",
			"getsockopt", "setsockopt", "sendto", "sendmsg",
			"sendmmsg", "recvfrom", "recvmsg", "recvmmsg",
			"shutdown")},
	{"what kind of system this is",
		CALLS("uname", "sysinfo", "getrandom", "personality")},
	{"a program may confine itself further", CALLS("seccomp")},
};
const size_t sb_calls_allowed_count =
	sizeof(sb_calls_allowed) / sizeof(*sb_calls_allowed);

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
			"kcmp", "perf_event_open", "migrate_pages",
			"move_pages")},
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
			"adjtimex", "ioprio_set", "ustat", "sysfs", "uselib",
			"_sysctl", "getpmsg", "putpmsg", "afs_syscall",
			"tuxcall", "security", "vserver",
			"set_mempolicy_home_node", "memfd_secret")},
};
const size_t sb_calls_denied_count =
	sizeof(sb_calls_denied) / sizeof(*sb_calls_denied);

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
#define CLONE_UNTRACED_FLAG 0x00800000
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
	NAMESPACE(CLONE_UNTRACED_FLAG),
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
	{"fcntl", 1, SB_EQUAL, F_SETPIPE_SZ, EPERM,
		"pipe memory is shared by all runs of a user", 0, SB_ALONE, 0},
	{"ioctl", 1, SB_EQUAL, TIOCSTI, EPERM, "types into a terminal", 0,
		SB_ALONE, 0},
	{"ioctl", 1, SB_EQUAL, TIOCLINUX, EPERM, "pastes into a console", 0,
		SB_ALONE, 0},
	{"ioctl", 1, SB_EQUAL, TIOCSETD, EPERM, "loads line disciplines", 0,
		SB_ALONE, 0},
	OPTION(PR_SET_MM),
	OPTION(PR_SET_PTRACER),
	OPTION(PR_SET_SYSCALL_USER_DISPATCH),
	{"prctl", 0, SB_EQUAL, PR_FUTEX_HASH, EPERM,
		"takes memory of the kernel that nobody counts", 0, SB_ALONE,
		0},
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
	{"setsockopt", 2, SB_EQUAL, SO_SNDBUF, EPERM,
		"socket buffers are memory of the kernel", 1, SB_WITH_EQUAL,
		SOL_SOCKET},
	{"setsockopt", 2, SB_EQUAL, SO_RCVBUF, EPERM,
		"socket buffers are memory of the kernel", 1, SB_WITH_EQUAL,
		SOL_SOCKET},
};
const size_t sb_arguments_uncounted_count =
	sizeof(sb_arguments_uncounted) / sizeof(*sb_arguments_uncounted);
