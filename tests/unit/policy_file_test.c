/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The policy file: what is taken, and what is refused at which place. Every
 * document of the YAML test suite is one or the other. */

#include <json.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "core/policy.h"
#include "tests/unit/tap.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static char path[] = "/tmp/policy_test.XXXXXX";

static void write_file(const char *text, size_t len)
{
	FILE *to = fopen(path, "w");

	if (!to || fwrite(text, 1, len, to) != len || fclose(to)) {
		perror(path);
		exit(1);
	}
}

/* Load TEXT as a policy file; the message without the path, "" when it was
 * taken. Valid until the next call. */
static const char *load(const char *text, size_t len)
{
	static struct error e;
	struct policy policy = {0};
	int result;

	e = (struct error){0};
	write_file(text, len);
	result = policy_load_file(path, &policy, &e);
	policy_free(&policy);
	if (!result)
		return "";
	if (e.kind != ERR_CONFIG || !strstr(e.message, path))
		return "a message without its file";
	return strstr(e.message, path) + strlen(path) + 1;
}

struct file_case {
	const char *text;
	const char *wanted; /* the message's beginning; "" = taken */
};

static const struct file_case files[] = {
	{"", ""},
	{"# nothing\n", ""},
	{"---\n", ""},
	{"--- {}\n...\n", ""},
	{"%YAML 1.1\n---\nsandbox: off\n", ""},
	{"\xef\xbb\xbfsandbox: off\n", ""},
	{"programs:\n", ""},
	{"programs: ~\nlimits: null\nenvironment:\n", ""},
	{"programs: [python, 'bash', \"sh\"]\n", ""},
	{"limits: {timeout: 5s, 'memory': \"1GiB\", blocks: 3}\n", ""},
	{"environment:\n  set: {TZ: UTC, EMPTY: ''}\n  pass: [LANG]\n", ""},
	{"filesystem:\n  read_only: [/usr/lib/, /bin]\n  chdir: /usr\n", ""},
	{"filesystem: {chdir: /workdir/made/for/a/run}\n", ""},
	{"server: {api_key_file: /no/such, lock_dir: /no/such}\n", ""},
	{"limits:\r\n  timeout: 5s\r\n", ""},

	{"tiemout: 5s\n", "1:1: unknown key 'tiemout'"},
	{"timeout: 5s\n", "1:1: unknown key 'timeout'; did you mean "
			  "'limits.timeout'?"},
	{"limits:\n  tiemout: 5s\n", "2:3: unknown key 'limits.tiemout'; did "
				     "you mean 'limits.timeout'?"},
	{"limit: {}\n", "1:1: unknown key 'limit'; did you mean 'limits'?"},
	{"limits.timeout: 5s\n",
		"1:1: 'limits.timeout' is written as a key under 'limits:'"},
	{"quota: {runs: 1}\n",
		"1:1: unknown key 'quota'; known are programs, interpreters, "
		"sandbox, network, limits, environment, filesystem, warm, "
		"server"},
	{"environment:\n  xyzzy: 1\n",
		"2:3: unknown key 'environment.xyzzy'; known are pass, "
		"pass_prefix, set"},
	{"<<: {}\n", "1:1: unknown key '<<'"},
	{"? [a]\n: b\n", "1:3: a key must be a single word"},
	{"~: b\n", "1:1: a key must be a single word"},
	{"sandbox: off\nsandbox: off\n", "2:1: key 'sandbox' is given twice"},
	{"limits: {}\nlimits: {}\n", "2:1: key 'limits' is given twice"},
	{"limits: {blocks: 1, blocks: 2}\n",
		"1:21: key 'blocks' is given twice"},
	{"environment: {set: {A: 1, A: 2}}\n", "1:27: key 'A' is given twice"},

	{"limits: {timeout: 10}\n",
		"1:19: limits.timeout: '10' is not a duration such as 500ms"},
	{"limits: {timeout: 10MiB}\n", "1:19: limits.timeout: '10MiB' is not"},
	{"limits: {timeout: 25h}\n", "1:19: limits.timeout: '25h' is out of "
				     "bounds: from 1ms to 24h"},
	{"limits: {memory: 0}\n",
		"1:18: limits.memory: '0' is out of bounds: from 1MiB to 1TiB"},
	{"limits: {memory: }\n",
		"1:18: limits.memory: a single value is wanted"},
	{"limits: {memory: [1GiB]}\n",
		"1:18: limits.memory: a single value is wanted"},
	{"limits: [timeout]\n", "1:9: limits: a map of keys is wanted"},
	{"limits: 5s\n", "1:9: limits: a map of keys is wanted"},
	{"sandbox: on\n", "1:10: sandbox: 'on' is not native or off"},
	{"sandbox: OFF\n", "1:10: sandbox: 'OFF' is not native or off"},
	{"network: [example.org:443]\n",
		"1:10: network: not there yet: a list of host:port is planned"},
	{"network: example.org:443\n",
		"1:10: network: not there yet: a list of host:port is planned"},
	{"network: all\n", "1:10: network: 'all' is not none or host"},
	{"programs: python\n",
		"1:11: programs: a list such as [a, b] is wanted"},
	{"programs: [[python]]\n", "1:12: programs: a single word is wanted"},
	{"programs: [python\nsandbox: off\n",
		"1:12: programs: 'python sandbox' cannot name"},
	{"programs: ['']\n", "1:12: programs: '' cannot name a program"},
	{"programs: ['a b']\n", "1:12: programs: 'a b' cannot name a program"},
	{"programs: [\"a\\0b\"]\n", "1:12: programs: a single word is wanted"},
	{"environment: {pass: [1A]}\n",
		"1:22: environment.pass: '1A' cannot name"},
	{"environment: {set: [A]}\n", "1:20: environment.set: a map such as"},
	{"environment: {set: {A: }}\n", "1:24: environment.set: text"},
	{"environment: {set: {'A=B': c}}\n",
		"1:21: environment.set: 'A=B' cannot name"},
	{"environment: {set: {'': c}}\n",
		"1:25: environment.set: '' cannot name"},
	{"interpreters: i.json\n",
		"1:15: interpreters: 'i.json' is not an absolute path"},
	{"filesystem: {read_only: [models]}\n",
		"1:26: filesystem.read_only: 'models' is not an absolute path"},
	{"filesystem: {read_only: [/opt/../etc]}\n",
		"1:26: filesystem.read_only: '/opt/../etc' has an empty part"},
	{"interpreters: /no/i.json\n",
		"1:15: interpreters: '/no/i.json': No such file"},
	{"filesystem: {read_only: [/usr, /no/such]}\n",
		"1:32: filesystem.read_only: '/no/such': No such file"},
	{"filesystem: {read_write: [/bin/sh/such]}\n",
		"1:27: filesystem.read_write: '/bin/sh/such': Not a directory"},
	{"filesystem: {prefix: [/no/such]}\n",
		"1:23: filesystem.prefix: '/no/such': No such file"},
	{"filesystem: {chdir: /no/such}\n",
		"1:21: filesystem.chdir: '/no/such': No such file"},
	{"filesystem: {chdir: /bin/sh}\n",
		"1:21: filesystem.chdir: '/bin/sh' is not a folder"},
	{"filesystem: {chdir: /workdir/../etc}\n",
		"1:21: filesystem.chdir: '/workdir/../etc' has an empty part"},
	{"filesystem: {read_only: [//]}\n",
		"1:26: filesystem.read_only: '/' cannot be shown inside"},
	{"filesystem: {read_write: [/proc/self]}\n",
		"1:27: filesystem.read_write: '/proc/self' cannot be shown"},
	{"filesystem: {prefix: [/sys]}\n", "1:23: filesystem.prefix: '/sys' "
					   "cannot be shown inside"},
	{"filesystem: {read_only: [/dev/shm/]}\n",
		"1:26: filesystem.read_only: '/dev/shm' cannot be shown"},
	{"filesystem: {read_only: [/etc]}\n",
		"1:26: filesystem.read_only: '/etc' cannot be shown inside"},

	{"- a\n", "1:1: a policy is a map of keys"},
	{"text\n", "1:1: a policy is a map of keys"},
	{"--- {}\n--- {}\n", "2:1: a second document"},
	{"programs: &a [x]\n", "1:11: anchors and aliases are not taken"},
	{"&a programs: []\n", "1:1: anchors and aliases are not taken"},
	{"programs: *a\n", "1:11: anchors and aliases are not taken"},
	{"a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n", "1:1: unknown key 'a'"},
	{"programs: !!set [x]\n", "1:11: tags are not taken"},
	{"sandbox: !!str off\n", "1:10: tags are not taken"},
	{"sandbox: ! off\n", "1:10: tags are not taken"},
	{"limits:\n\ttimeout: 5s\n", "2:1: found character that cannot start "
				     "any token: indent with blanks"},
	{"limits: {\n", "2:1: "},
	{"sandbox: \"off\n", "2:1: found unexpected end of stream"},
	{"sandbox: off\nprograms: [\xff]\n",
		"2:12: invalid leading UTF-8 octet"},
	{"sandbox: off\n\x07\n", "2:1: control characters are not allowed"},
};

/* TEXT on one line. */
static const char *one_line(const char *text)
{
	static char line[80];
	size_t i;

	for (i = 0; i < sizeof(line) - 1 && text[i]; i++)
		line[i] = (char)(text[i] < ' ' ? '~' : text[i]);
	line[i] = '\0';
	return line;
}

static void check_files(void)
{
	for (size_t i = 0; i < COUNT(files); i++) {
		const struct file_case *c = &files[i];
		const char *got = load(c->text, strlen(c->text));
		bool ok = *c->wanted
				  ? !strncmp(got, c->wanted, strlen(c->wanted))
				  : !*got;

		tap_ok(ok, "%s -> '%s'", one_line(c->text), got);
	}
}

/* Does MESSAGE begin with "LINE:COLUMN: " and say something? */
static bool has_place(const char *message)
{
	char *at;
	unsigned long line = strtoul(message, &at, 10);
	unsigned long column;

	if (*at++ != ':')
		return false;
	column = strtoul(at, &at, 10);
	return line > 0 && column > 0 && !strncmp(at, ": ", 2) && at[2];
}

static void check_document(struct json_object *document)
{
	struct json_object *yaml = json_object_object_get(document, "yaml");
	const char *id =
		json_object_get_string(json_object_object_get(document, "id"));
	const char *got = load(json_object_get_string(yaml),
		(size_t)json_object_get_string_len(yaml));

	tap_ok(!*got || has_place(got), "%s: '%s'", id, one_line(got));
}

static void check_suite(void)
{
	const char *folder = getenv("CODEEXEC_TEST_DATA");
	char name[512];
	char *line = NULL;
	size_t size = 0;
	FILE *in;

	(void)snprintf(name, sizeof(name), "%s/yaml/cases.jsonl",
		folder ? folder : "../shared/data");
	if (!(in = fopen(name, "r"))) {
		printf("# no %s: its checks are left out\n", name);
		return;
	}
	while (getline(&line, &size, in) > 0) {
		struct json_object *document = json_tokener_parse(line);

		check_document(document);
		json_object_put(document);
	}
	free(line);
	(void)fclose(in); /* was only read */
}

static void check_size(void)
{
	size_t len = 1024 * 1024 + 1;
	char *text = malloc(len);

	if (!text)
		abort();
	memset(text, '#', len);
	tap_ok(!*load(text, len - 1), "a file of 1 MiB is taken");
	tap_ok(strstr(load(text, len), "larger than 1 MiB") != NULL,
		"a larger file is refused");
	memset(text, '[', len - 1);
	tap_ok(has_place(load(text, len - 1)), "a million brackets");
	/* The brackets go on behind it.
	 * NOLINTNEXTLINE(bugprone-not-null-terminated-result) */
	memcpy(text, "programs: ", 10);
	tap_ok(has_place(load(text, len - 1)), "a million brackets in a list");
	memset(text, '{', len - 1);
	tap_ok(has_place(load(text, len - 1)), "a million braces");
	free(text);
}

static void check_mode(mode_t mode, const char *wanted)
{
	struct policy policy = {0};
	struct error e = {0};
	int result;

	write_file("", 0);
	(void)chmod(path, mode);
	result = policy_load_file(path, &policy, &e);
	policy_free(&policy);
	(void)chmod(path, 0600);
	tap_ok(*wanted ? result && strstr(e.message, wanted) : !result,
		"mode %o: '%s'", (unsigned)mode, e.message);
}

int main(void)
{
	int fd = mkstemp(path);

	if (fd < 0) {
		perror(path);
		return 1;
	}
	(void)close(fd);
	check_files();
	check_suite();
	check_size();
	check_mode(0644, "");
	check_mode(0664, "may be written by others");
	check_mode(0646, "may be written by others");
	(void)unlink(path);
	return tap_done();
}
