/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The table of policy keys.
 *
 * To add a key:
 * 1. a field in struct policy (core/policy.h), or for a limit a row in
 *    LIMITS_TABLE (core/limits.h);
 * 2. a row below, where it shall stand in --help and `codeexec policy`;
 * 3. a word for an enum goes in its list below, in the order of the enum;
 * 4. a new type: its reading in core/policy_value.c, its place in a file in
 *    core/policy_file.c, its showing in core/policy_render.c;
 * 5. use it: in core/plan.c or where the policy is carried out;
 * 6. `make docs`: completions and man page follow from the row;
 * 7. tests: tests/unit/policy_test.c sweeps defaults and bounds by itself; a
 *    test in tests/policy.bats for what the key means.
 */

#include "core/buf.h"
#include "core/keys.h"
#include "core/policy.h"

#define KIB INT64_C(1024)
#define MIB (1024 * KIB)
#define GIB (1024 * MIB)
#define TIB (1024 * GIB)
#define DAY_MS (INT64_C(24) * 60 * 60 * 1000)

#define AT(field) offsetof(struct policy, field)

static const char *const sandbox_words[] = {
	[POLICY_SANDBOX_NATIVE] = "native",
	[POLICY_SANDBOX_OFF] = "off",
	NULL,
};

static const char *const network_words[] = {
	[POLICY_NETWORK_NONE] = "none",
	[POLICY_NETWORK_HOST] = "host",
	NULL,
};

static const char *const warm_words[] = {
	[POLICY_WARM_AUTO] = "auto",
	[POLICY_WARM_ALWAYS] = "always",
	[POLICY_WARM_OFF] = "off",
	NULL,
};

/* clang-format off */
const struct key_section key_sections[] = {
	{"",            "Policy", NULL},
	{"limits",      "Limits of each block, unless they say otherwise", NULL},
	{"environment", "Environment inside", NULL},
	{"filesystem",  "Files of the host that are seen inside", NULL},
	{"warm",        "Interpreters that are kept booted", NULL},
	{"server",      "HTTP", "serve"},
};

const struct key keys[] = {
	{
		.name = "programs", .type = KEY_PROGRAMS,
		.offset = AT(programs), .preset = "none",
		.flag = "allow", .variable = "CODEEXEC_ALLOW",
		.value = "PROGRAM[,...]",
		.help = "programs that may run; without any, nothing runs",
	}, {
		.name = "interpreters", .type = KEY_FILE,
		.offset = AT(interpreters), .preset = "built in",
		.flag = "interpreters", .variable = "CODEEXEC_INTERPRETERS",
		.value = "FILE", .there = true,
		.help = "interpreters.json to use in place of the built-in one",
	}, {
		.name = "sandbox", .type = KEY_ENUM,
		.offset = AT(sandbox), .preset = "native",
		.flag = "sandbox", .variable = "CODEEXEC_SANDBOX",
		.value = "native|off", .words = sandbox_words,
		.help = "off runs code without any confinement",
	}, {
		.name = "network", .type = KEY_ENUM,
		.offset = AT(network), .preset = "none",
		.flag = "network", .variable = "CODEEXEC_NETWORK",
		.value = "none|host", .words = network_words,
		.help = "none is a loopback of its own; host is the host's network",
		.no_list = "not there yet: a list of host:port is planned; "
			"use none or host",
	},

	{
		.name = "limits.timeout", .type = KEY_QUANTITY,
		.offset = AT(limits.timeout_ms), .preset = "10s",
		.unit = UNIT_DURATION, .min = 1, .max = DAY_MS,
		.flag = "timeout", .variable = "CODEEXEC_TIMEOUT",
		.value = "DURATION",
		.help = "wall clock of the whole pipeline",
	}, {
		.name = "limits.cpu_time", .type = KEY_QUANTITY,
		.offset = AT(limits.cpu_time_ms), .preset = "10s",
		.unit = UNIT_DURATION, .min = 1, .max = DAY_MS,
		.flag = "cpu-time", .variable = "CODEEXEC_CPU_TIME",
		.value = "DURATION",
		.help = "processor time",
	}, {
		.name = "limits.memory", .type = KEY_QUANTITY,
		.offset = AT(limits.memory_bytes), .preset = "512MiB",
		.unit = UNIT_SIZE, .min = MIB, .max = TIB,
		.flag = "memory", .variable = "CODEEXEC_MEMORY",
		.value = "SIZE",
		.help = "resident memory of all its processes together",
	}, {
		.name = "limits.address_space", .type = KEY_QUANTITY,
		.offset = AT(limits.address_space_bytes), .preset = "4GiB",
		.unit = UNIT_SIZE, .min = MIB, .max = 256 * TIB,
		.flag = "address-space", .variable = "CODEEXEC_ADDRESS_SPACE",
		.value = "SIZE",
		.help = "address space of each process, where the program bears it",
	}, {
		.name = "limits.processes", .type = KEY_QUANTITY,
		.offset = AT(limits.processes), .preset = "64",
		.unit = UNIT_COUNT, .min = 1, .max = 32768,
		.flag = "processes", .variable = "CODEEXEC_PROCESSES",
		.value = "COUNT",
		.help = "processes and threads, the program and codeexec's init among them",
	}, {
		.name = "limits.open_files", .type = KEY_QUANTITY,
		.offset = AT(limits.open_files), .preset = "256",
		/* Below 16 an interpreter cannot load its own modules. */
		.unit = UNIT_COUNT, .min = 16, .max = 1048576,
		.flag = "open-files", .variable = "CODEEXEC_OPEN_FILES",
		.value = "COUNT",
		.help = "files that each process may have open",
	}, {
		.name = "limits.file_size", .type = KEY_QUANTITY,
		.offset = AT(limits.file_size_bytes), .preset = "64MiB",
		.unit = UNIT_SIZE, .min = KIB, .max = TIB,
		.flag = "file-size", .variable = "CODEEXEC_FILE_SIZE",
		.value = "SIZE",
		.help = "largest file it may write",
	}, {
		.name = "limits.workdir", .type = KEY_QUANTITY,
		.offset = AT(limits.workdir_bytes), .preset = "64MiB",
		.unit = UNIT_SIZE, .min = 64 * KIB, .max = TIB,
		.flag = "workdir-size", .variable = "CODEEXEC_WORKDIR_SIZE",
		.value = "SIZE",
		.help = "all files in the workdir and /tmp together",
	}, {
		.name = "limits.stdout", .type = KEY_QUANTITY,
		.offset = AT(limits.stdout_bytes), .preset = "1MiB",
		.unit = UNIT_SIZE, .min = 1, .max = GIB,
		.flag = "stdout-size", .variable = "CODEEXEC_STDOUT_SIZE",
		.value = "SIZE",
		.help = "bytes of stdout; more ends the run",
	}, {
		.name = "limits.stderr", .type = KEY_QUANTITY,
		.offset = AT(limits.stderr_bytes), .preset = "1MiB",
		.unit = UNIT_SIZE, .min = 1, .max = GIB,
		.flag = "stderr-size", .variable = "CODEEXEC_STDERR_SIZE",
		.value = "SIZE",
		.help = "bytes of stderr that are kept",
	}, {
		.name = "limits.collect", .type = KEY_QUANTITY,
		/* Six characters of JSON a byte at worst (control characters
		 * in a path), and json-c's texts end at 2 GiB. */
		.offset = AT(limits.collect_bytes), .preset = "4MiB",
		.unit = UNIT_SIZE, .min = 1, .max = 256 * MIB,
		.flag = "collect-size", .variable = "CODEEXEC_COLLECT_SIZE",
		.value = "SIZE",
		.help = "bytes of files that are handed back, and of their paths",
	}, {
		.name = "limits.request", .type = KEY_QUANTITY,
		.offset = AT(limits.request_bytes), .preset = "4MiB",
		.unit = UNIT_SIZE, .min = KIB, .max = GIB,
		.flag = "request-size", .variable = "CODEEXEC_REQUEST_SIZE",
		.value = "SIZE",
		.help = "largest request that is read",
	}, {
		.name = "limits.blocks", .type = KEY_QUANTITY,
		.offset = AT(limits.blocks), .preset = "16",
		.unit = UNIT_COUNT, .min = 1, .max = 64,
		.flag = "blocks", .variable = "CODEEXEC_BLOCKS",
		.value = "COUNT",
		.help = "code blocks of one request",
	},

	{
		.name = "environment.pass", .type = KEY_NAMES,
		.offset = AT(environment_pass), .preset = "none",
		.flag = "pass-env", .variable = "CODEEXEC_PASS_ENV",
		.value = "NAME[,...]",
		.help = "variables that are handed on",
	}, {
		.name = "environment.pass_prefix", .type = KEY_NAMES,
		.offset = AT(environment_pass_prefix), .preset = "none",
		.flag = "pass-env-prefix",
		.variable = "CODEEXEC_PASS_ENV_PREFIX",
		.value = "PREFIX[,...]",
		.help = "variables that begin so are handed on",
	}, {
		.name = "environment.set", .type = KEY_MAP,
		.offset = AT(environment_set), .preset = "none",
		.flag = "set-env", .variable = "CODEEXEC_SET_ENV",
		.value = "NAME=VALUE",
		.help = "a variable to set; may be given again",
	},

	{
		.name = "filesystem.read_only", .type = KEY_PATHS,
		.offset = AT(read_only), .preset = "none",
		.flag = "read-only", .variable = "CODEEXEC_READ_ONLY",
		.value = "PATH[,...]",
		.help = "can be read inside, at the same place",
	}, {
		.name = "filesystem.read_write", .type = KEY_PATHS,
		.offset = AT(read_write), .preset = "none",
		.flag = "read-write", .variable = "CODEEXEC_READ_WRITE",
		.value = "PATH[,...]",
		.help = "can be read and written inside, at the same place",
	}, {
		.name = "filesystem.prefix", .type = KEY_PATHS,
		.offset = AT(prefix), .preset = "none",
		.flag = "prefix", .variable = "CODEEXEC_PREFIX",
		.value = "PATH[,...]",
		.help = "software whose bin is searched before the system's",
	}, {
		.name = "filesystem.chdir", .type = KEY_PATH,
		.offset = AT(chdir), .preset = "the workdir",
		.flag = "chdir", .variable = "CODEEXEC_CHDIR",
		.value = "PATH", .there = true,
		.help = "where a program starts",
	},

	{
		.name = "warm.start", .type = KEY_ENUM,
		.offset = AT(warm_start), .preset = "auto",
		.flag = "warm", .variable = "CODEEXEC_WARM",
		.value = "auto|always|off", .words = warm_words,
		.help = "auto: batch and serve --listen keep them; always: so does run",
	}, {
		.name = "warm.preload", .type = KEY_MODULES,
		.offset = AT(warm_preload), .preset = "none",
		.flag = "warm-preload", .variable = "CODEEXEC_WARM_PRELOAD",
		.value = "MODULE[,...]",
		.help = "Python modules that are imported beforehand, where present",
	},

	{
		.name = "server.api_key_file", .type = KEY_FILE,
		.offset = AT(server.api_key_file), .preset = "none",
		.flag = "api-key-file", .variable = "CODEEXEC_API_KEY_FILE",
		.value = "FILE",
		.help = "API keys, one a line, besides the one in CODEEXEC_API_KEY",
	}, {
		.name = "server.max_concurrent", .type = KEY_QUANTITY,
		.offset = AT(server.max_concurrent), .preset = "4",
		.unit = UNIT_COUNT, .min = 1, .max = 4096,
		.flag = "max-concurrent", .variable = "CODEEXEC_MAX_CONCURRENT",
		.value = "COUNT",
		.help = "runs at once, over all processes of the service",
	}, {
		.name = "server.queue", .type = KEY_QUANTITY,
		.offset = AT(server.queue), .preset = "16",
		.unit = UNIT_COUNT, .min = 1, .max = 65536,
		.flag = "queue", .variable = "CODEEXEC_QUEUE",
		.value = "COUNT",
		.help = "requests that may wait for one of them to end",
	}, {
		.name = "server.queue_wait", .type = KEY_QUANTITY,
		.offset = AT(server.queue_wait_ms), .preset = "5s",
		.unit = UNIT_DURATION, .min = 1, .max = DAY_MS,
		.flag = "queue-wait", .variable = "CODEEXEC_QUEUE_WAIT",
		.value = "DURATION",
		.help = "how long they wait before they are answered 429",
	}, {
		/* No KEY_PATH: a flag's must be there, and this is made. */
		.name = "server.lock_dir", .type = KEY_FILE,
		.offset = AT(server.lock_dir), .preset = "the user's own",
		.flag = "lock-dir", .variable = "CODEEXEC_LOCK_DIR",
		.value = "PATH",
		.help = "lock files: processes that name the same folder share max_concurrent",
	}, {
		.name = "server.connections", .type = KEY_QUANTITY,
		.offset = AT(server.connections), .preset = "1024",
		.unit = UNIT_COUNT, .min = 1, .max = 65536,
		.flag = "connections", .variable = "CODEEXEC_CONNECTIONS",
		.value = "COUNT",
		.help = "connections at once; more wait to be accepted",
	}, {
		.name = "server.header_timeout", .type = KEY_QUANTITY,
		.offset = AT(server.header_timeout_ms), .preset = "10s",
		.unit = UNIT_DURATION, .min = 1, .max = DAY_MS,
		.flag = "header-timeout", .variable = "CODEEXEC_HEADER_TIMEOUT",
		.value = "DURATION",
		.help = "how long the head of a request may take to come",
	}, {
		.name = "server.body_timeout", .type = KEY_QUANTITY,
		.offset = AT(server.body_timeout_ms), .preset = "30s",
		.unit = UNIT_DURATION, .min = 1, .max = DAY_MS,
		.flag = "body-timeout", .variable = "CODEEXEC_BODY_TIMEOUT",
		.value = "DURATION",
		.help = "how long its body may take",
	}, {
		.name = "server.idle_timeout", .type = KEY_QUANTITY,
		.offset = AT(server.idle_timeout_ms), .preset = "30s",
		.unit = UNIT_DURATION, .min = 1, .max = DAY_MS,
		.flag = "idle-timeout", .variable = "CODEEXEC_IDLE_TIMEOUT",
		.value = "DURATION",
		.help = "how long a client may send nothing between requests, or read nothing of an answer",
	}, {
		.name = "server.cors", .type = KEY_ORIGINS,
		.offset = AT(server.cors), .preset = "none",
		.flag = "cors", .variable = "CODEEXEC_CORS",
		.value = "ORIGIN[,...]",
		.help = "origins whose pages may call; * is any",
	},
};
/* clang-format on */

#define KEYS (sizeof(keys) / sizeof(keys[0]))
#define SECTIONS (sizeof(key_sections) / sizeof(key_sections[0]))

_Static_assert(KEYS <= POLICY_KEYS_MAX, "raise POLICY_KEYS_MAX");
_Static_assert(SECTIONS <= KEY_SECTIONS_MAX, "raise KEY_SECTIONS_MAX");

const size_t keys_count = KEYS;
const size_t key_sections_count = SECTIONS;
