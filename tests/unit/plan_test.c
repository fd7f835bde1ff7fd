/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What a step holds - limits, files, argv, environment, binds - and what is
 * refused with which words. */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/plan_fixture.h"
#include "tests/unit/tap.h"

/* Make a plan for MODEL and TEXT; it must be refused for PARAM with MESSAGE. */
static void check_refused(const char *model, const char *text,
	const char *param, const char *message)
{
	int result = make(model, text);

	if (!tap_ok(result && !strcmp(e.param, param) &&
			    !strcmp(e.message, message),
		    "refused: %s", message))
		printf("# %d: %s: %s\n", result, e.param, e.message);
}

static void check_allowlist(void)
{
	struct strings programs = policy.programs;

	policy.programs = (struct strings){0};
	check_refused("python", "p", "model",
		"program 'python' is not allowed: no program is; the operator "
		"allows it with --allow python or 'programs: [python]' in the "
		"policy");
	tap_ok(e.kind == ERR_PROGRAM_NOT_ALLOWED, "403 program_not_allowed");
	add(&policy.programs, "nodejs");
	check_refused("python", "p", "model",
		"program 'python' is not allowed: only these are: nodejs; the "
		"operator allows it with --allow python or 'programs: "
		"[python]' in the policy");
	tap_ok(!make("node", "p"), "an alias in the allowlist");
	tap_ok(!make("python", "```js\np\n```"),
		"a model that runs nothing needs not be allowed");
	strings_free(&policy.programs);
	policy.programs = programs;
}

static void check_limits(void)
{
	request.limits.memory_bytes = 1 << 30;
	check_refused("python", "p", "codeexec.limits.memory",
		"'codeexec.limits.memory' is 1GiB: at most 512MiB is allowed");
	tap_ok(e.kind == ERR_INVALID_VALUE, "400 invalid_value");
	request.limits.memory_bytes = 0;
	request.limits.timeout_ms = 10001;
	check_refused("python", "p", "codeexec.limits.timeout",
		"'codeexec.limits.timeout' is 10001ms: at most 10s is allowed");
	request.limits.timeout_ms = 1500;
	tap_ok(!make("python", "p") && plan.step[0].limits.timeout_ms == 1500 &&
			plan.step[0].limits.memory_bytes == 512 << 20 &&
			plan.step[0].limits.address_space_bytes ==
				INT64_C(4) << 30,
		"one lowered, the others as the policy has them");
	request.limits.address_space_bytes = 1 << 30;
	tap_ok(!make("node", "p") &&
			plan.step[0].limits.address_space_bytes == 0,
		"O31: none on address space for node");
	request.limits.address_space_bytes = 0;
	request.limits.timeout_ms = 0;
	request.limits.blocks = 1;
	check_refused("python", "```\n```\n```\n```\n", "messages",
		"2 code blocks: at most 1 may run");
	request.limits.blocks = 0;
}

static void check_files(void)
{
	struct request_file files[] = {
		{"a.txt", {0}}, {"main.py", {0}}, {"input.json/x", {0}}};

	request.files = files;
	request.file_count = 3;
	tap_ok(!make("bash", "p"), "O43: files beside the script");
	check_refused("python", "p", "codeexec.files[1].path",
		"'main.py' is taken: codeexec puts a file of its own there");
	request.has_input = true;
	check_refused("bash", "p", "codeexec.files[2].path",
		"'input.json' is taken: codeexec puts a file of its own "
		"there");
	request.has_input = false;
	request.files = NULL;
	request.file_count = 0;
}

static void check_arguments(void)
{
	const struct strings *argv;

	tap_ok(!make("perl", "p"), "perl");
	argv = &plan.step[0].argv;
	tap_ok(argv->count == 3 && !strcmp(argv->item[0], plan.step[0].exe) &&
			!strcmp(argv->item[2], "/workdir/main.pl"),
		"argv without arguments");
	add(&request.args, "-x");
	add(&request.args, "{script}");
	tap_ok(!make(NULL, "```py\n```\n```bash\n```\n"), "two blocks");
	for (size_t i = 0; i < plan.count; i++) {
		argv = &plan.step[i].argv;
		tap_ok(argv->count == 4 && !strcmp(argv->item[2], "-x") &&
				!strcmp(argv->item[3], "{script}"),
			"block %zu has the arguments as they are", i);
	}
	check_refused("sqlite3", "p", "codeexec.args",
		"program 'sqlite3' takes no arguments");
	strings_free(&request.args);
	tap_ok(!make("sql", "p") && !strcmp(plan.step[0].argv.item[6],
					    ".read /workdir/main.sql"),
		"the script within an item");
}

/* The environment as one text. */
static char *environment(void)
{
	struct buf text = {0};

	for (size_t i = 0; i < plan.step[0].envp.count; i++)
		(void)buf_printf(&text, "%s|", plan.step[0].envp.item[i]);
	return text.data;
}

static void check_environment(void)
{
	char want[512];
	char *got;

	(void)snprintf(want, sizeof(want),
		"PATH=%s/bin:/usr/bin:/bin|HOME=/workdir|TMPDIR=/tmp|"
		"LANG=C.UTF-8|NO_COLOR=1|",
		prefix);
	(void)setenv("EVAL_B", "2", 1);
	(void)setenv("EVAL_A", "1=1", 1);
	(void)setenv("EVAL", "no", 1);
	(void)setenv("TZ", "Mars", 1);
	(void)setenv("CODEEXEC_API_KEY", "secret", 1);
	tap_ok(!make("bash", "p"), "bash");
	got = environment();
	tap_ok(!strcmp(got, want), "O7: nothing of ours: %s", got);
	free(got);
	add(&policy.environment_pass, "LANG");
	add(&policy.environment_pass, "TZ");
	add(&policy.environment_pass, "NOT_SET");
	add(&policy.environment_pass_prefix, "EVAL_");
	add(&policy.environment_pass_prefix, "CODEEXEC_API");
	add(&policy.environment_set, "TZ=UTC");
	add(&policy.environment_set, "HOME=/srv");
	(void)unsetenv("LANG");
	request.has_input = true;
	(void)snprintf(want, sizeof(want),
		"PATH=%s/bin:/usr/bin:/bin|HOME=/srv|TMPDIR=/tmp|"
		"LANG=C.UTF-8|NO_COLOR=1|CODEEXEC_INPUT=/workdir/input.json|"
		"EVAL_A=1=1|EVAL_B=2|TZ=UTC|",
		prefix);
	tap_ok(!make("bash", "p"), "bash");
	got = environment();
	tap_ok(!strcmp(got, want), "passed and set: %s", got);
	free(got);
	request.has_input = false;
	tap_ok(!make("python", "p") &&
			strings_has(&plan.step[0].envp, "PYTHONHASHSEED=0"),
		"the program's own");
	strings_free(&policy.environment_pass);
	strings_free(&policy.environment_pass_prefix);
	strings_free(&policy.environment_set);
}

/* The binds as one text. */
static char *binds(void)
{
	static const char mode[] = {'r', 'w', 'e'};
	struct buf text = {0};

	for (size_t i = 0; i < plan.step[0].bind_count; i++) {
		const struct plan_bind *bind = &plan.step[0].binds[i];

		(void)buf_printf(&text, "%c%s %s|", mode[bind->kind],
			bind->optional ? "?" : "", bind->path);
	}
	return text.data;
}

#define SYSTEM_BINDS                                                           \
	"r? /bin|r? /sbin|r? /lib|r? /lib32|r? /lib64|r? /libx32|"             \
	"r? /etc/alternatives|r? /etc/ld.so.cache|"

static void check_binds_are(const char *want, const char *name)
{
	char *got = binds();

	tap_ok(!strcmp(got, want), "%s: %s", name, got);
	free(got);
}

static void check_binds(void)
{
	char want[512];

	(void)snprintf(want, sizeof(want),
		"r /usr|e? /usr/local|" SYSTEM_BINDS "r? /etc/php|r %s|",
		prefix);
	tap_ok(!make("php", "p"), "php");
	check_binds_are(want, "the system, the program's, the policy's");
	add(&policy.read_only, "/srv/a/b");
	add(&policy.read_only, "/srv/ab");
	add(&policy.read_write, "/srv/a");
	add(&policy.read_write, "/srv/a/b/c");
	(void)snprintf(want, sizeof(want),
		"r /usr|e? /usr/local|" SYSTEM_BINDS
		"r %s|w /srv/a|r /srv/a/b|r /srv/ab|w /srv/a/b/c|",
		prefix);
	tap_ok(!make("bash", "p"), "bash");
	check_binds_are(want, "a folder before what lies in it");
	strings_free(&policy.read_only);
	strings_free(&policy.read_write);
	add(&policy.read_only, "/usr/local/share/x");
	tap_ok(!make("bash", "p"), "bash");
	(void)snprintf(want, sizeof(want),
		"r /usr|" SYSTEM_BINDS "r %s|r /usr/local/share/x|", prefix);
	check_binds_are(want, "/usr/local is seen when something in it is");
	strings_free(&policy.read_only);
	policy.network = POLICY_NETWORK_HOST;
	tap_ok(!make("bash", "p"), "bash");
	(void)snprintf(want, sizeof(want),
		"r /usr|e? /usr/local|" SYSTEM_BINDS
		"r? /etc/resolv.conf|r? /etc/ssl/certs|"
		"r? /etc/ssl/openssl.cnf|r %s|",
		prefix);
	check_binds_are(want, "with the host's network");
	policy.network = POLICY_NETWORK_NONE;
}

/* An interpreter that is no more than a link out of what is shown. */
static void check_hidden(void)
{
	char message[320];

	(void)unlink(in_prefix("bin/node"));
	if (symlink("/proc/self/exe", in_prefix("bin/node")))
		abort();
	(void)snprintf(message, sizeof(message),
		"program 'node' is '%s', which the sandbox does not show or "
		"which leads out of what it shows; name its folder under "
		"filesystem.prefix",
		in_prefix("bin/node"));
	check_refused("node", "p", "", message);
	tap_ok(e.kind == ERR_PROGRAM_UNAVAILABLE, "500 program_unavailable");
	policy.sandbox = POLICY_SANDBOX_OFF;
	tap_ok(!make("node", "p"), "without a sandbox it runs");
	policy.sandbox = POLICY_SANDBOX_NATIVE;
}

static void check_nul(void)
{
	struct buf text = {0};

	(void)make("python", "p");
	(void)buf_append(&text, "a\0b", 3);
	buf_free(&request.text);
	request.text = text;
	plan_free(&plan);
	tap_ok(plan_make(&request, &policy, &registry, &plan, &e) &&
			e.kind == ERR_INVALID_VALUE,
		"J7: a NUL is refused: %s", e.message);
}

static void check_render(void)
{
	static const char beginning[] =
		"{\"model\":\"perl\",\"sandbox\":\"native\",\"n\":1,"
		"\"blocks\":[{\"program\":\"bash\",\"label\":\"bash\","
		"\"line\":2,\"code\":\"echo \\\"\xC3\xA9\\\"\\n\","
		"\"script\":\"/workdir/main.sh\",\"argv\":[\"";
	struct buf text = {0};
	struct buf again = {0};

	(void)buf_append(&request.stdin_text, "12345", 5);
	tap_ok(!make("perl", "```bash\necho \"\xC3\xA9\"\n```\n```\np\n```\n"),
		"a pipeline");
	tap_ok(!plan_render(&plan, false, &text), "is rendered");
	tap_ok(!strncmp(text.data, beginning, strlen(beginning)),
		"from its beginning: %.240s", text.data);
	tap_ok(strstr(text.data,
		       "\"limits\":{\"timeout\":\"10s\",\"cpu_time\":\"10s\","
		       "\"memory\":\"512MiB\",\"address_space\":\"4GiB\"") &&
			strstr(text.data, "\"stdin_bytes\":5") &&
			strstr(text.data, "\"chdir\":\"/workdir\"") &&
			strstr(text.data, "\"network\":\"none\"") &&
			strstr(text.data,
				"{\"path\":\"/usr\",\"mode\":\"read_only\","
				"\"optional\":false}"),
		"with limits, binds and the rest");
	tap_ok(!plan_render(&plan, false, &again) &&
			!strcmp(text.data, again.data),
		"the same each time");
	buf_free(&text);
	buf_free(&again);
	tap_ok(!plan_render(&plan, true, &text) && strchr(text.data, '\n'),
		"pretty on lines");
	buf_free(&text);
	buf_free(&request.stdin_text);
}

int main(void)
{
	set_up();
	check_allowlist();
	check_limits();
	check_files();
	check_arguments();
	check_environment();
	check_binds();
	check_nul();
	check_render();
	check_hidden();
	clean_up();
	return tap_done();
}
