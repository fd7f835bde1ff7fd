/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The policy: every key's default and bounds, and the order of the layers. */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"
#include "core/keys.h"
#include "core/policy.h"
#include "core/policy_value.h"
#include "tests/unit/tap.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Does KEY take VALUE? */
static bool takes(const struct key *key, const char *value)
{
	struct policy policy = {0};
	struct error e = {0};
	int result = policy_value_add(&policy, key, value, false, &e);

	policy_free(&policy);
	return !result;
}

static bool takes_number(const struct key *key, int64_t number)
{
	char text[32];

	unit_format(key->unit, number, text);
	return takes(key, text);
}

static void check_quantity(const struct key *key)
{
	static const char *const nothing[] = {"0", "0s", "-1", "-1s", "", "nan",
		"NaN", "inf", ".inf", "unlimited", "none", "null", "1e9s"};
	bool refused = true;

	tap_ok(takes(key, key->preset), "%s takes its default", key->name);
	tap_ok(key->min > 0 && takes_number(key, key->min) &&
			takes_number(key, key->max),
		"%s takes its bounds", key->name);
	tap_ok(!takes_number(key, key->min - 1) &&
			!takes_number(key, key->max + 1),
		"%s takes nothing beyond its bounds", key->name);
	for (size_t i = 0; i < COUNT(nothing); i++)
		refused = refused && !takes(key, nothing[i]);
	tap_ok(refused, "%s cannot be switched off", key->name);
}

static void check_keys(void)
{
	for (size_t i = 0; i < keys_count; i++) {
		const struct key *key = &keys[i];

		tap_ok(key_find(key->name) == key && key->flag && key->help &&
				key->value && key->preset &&
				!strncmp(key->variable, "CODEEXEC_", 9),
			"%s is whole", key->name);
		if (key->type == KEY_QUANTITY)
			check_quantity(key);
	}
}

/* Each limit is a key of the same unit and field. */
static void check_limits(void)
{
	struct policy policy = {0};
	const struct key *key;

#define CHECK(field, limit, of)                                                \
	key = key_find("limits." limit);                                       \
	tap_ok(key && key->unit == (of) &&                                     \
			policy_value_field(&policy, key) ==                    \
				&policy.limits.field,                          \
		"limits." limit " is the limit of that name");
	LIMITS_TABLE(CHECK)
#undef CHECK
}

static struct policy_flag flag(const char *name, const char *value)
{
	return (struct policy_flag){
		.key = (size_t)(key_find(name) - keys), .value = value};
}

/* Is LIST these words, with blanks between? */
static bool is_list(const struct strings *list, const char *words)
{
	char joined[256] = "";

	for (size_t i = 0; i < list->count; i++)
		(void)snprintf(joined + strlen(joined),
			sizeof(joined) - strlen(joined), "%s%s", i ? " " : "",
			list->item[i]);
	return !strcmp(joined, words);
}

static const char *origin(const struct policy *policy, const char *name)
{
	return policy->origin[key_find(name) - keys];
}

/* Load FILE, then COUNT of FLAGS, into *POLICY: the message, "" = none. */
static const char *load(struct policy *policy, const char *file,
	const struct policy_flag *flags, size_t count)
{
	static struct error e;

	e = (struct error){0};
	(void)policy_load(file, flags, count, policy, &e);
	return e.message;
}

static void check_flags(const char *file)
{
	const struct policy_flag flags[] = {flag("programs", "perl,lua"),
		flag("programs", "ruby"), flag("limits.timeout", "3s"),
		flag("limits.timeout", "4s"), flag("environment.set", "A=1,2"),
		flag("environment.set", "B="), flag("environment.set", "A=3"),
		flag("environment.pass", "")};
	struct policy policy = {0};
	const char *message = load(&policy, file, flags, COUNT(flags));

	tap_ok(!*message, "flags are taken: '%s'", message);
	tap_ok(is_list(&policy.programs, "perl lua ruby"),
		"a flag replaces the file's list and adds to its own");
	tap_ok(policy.limits.timeout_ms == 4000, "the last value counts");
	tap_ok(is_list(&policy.environment_set, "A=3 B="),
		"a variable that is set again is replaced");
	tap_ok(!policy.environment_pass.count, "an empty list empties a list");
	tap_ok(!strcmp(origin(&policy, "programs"), "flag --allow"),
		"the origin of a flag is the flag");
	policy_free(&policy);
}

static void check_file(const char *file)
{
	struct policy policy = {0};
	const char *message = load(&policy, file, NULL, 0);
	char place[64];

	tap_ok(!*message, "the file is taken: '%s'", message);
	tap_ok(is_list(&policy.programs, "python bash"), "its list is there");
	tap_ok(policy.limits.memory_bytes == 1 << 30, "its limit is there");
	(void)snprintf(place, sizeof(place), "%s:3:11", file);
	tap_ok(!strcmp(origin(&policy, "limits.memory"), place),
		"its origin is %s", origin(&policy, "limits.memory"));
	tap_ok(!strcmp(origin(&policy, "sandbox"), "default"),
		"what it leaves out is by default");
	policy_free(&policy);
}

static void check_environment(const char *file)
{
	struct policy policy = {0};
	const char *message;

	(void)setenv("CODEEXEC_MEMORY", "2GiB", 1);
	(void)setenv("CODEEXEC_SET_ENV", "A=1,2\nB=3", 1);
	message = load(&policy, file, NULL, 0);
	tap_ok(!*message && policy.limits.memory_bytes == INT64_C(2) << 30,
		"a variable counts more than the file: '%s'", message);
	tap_ok(is_list(&policy.environment_set, "A=1,2 B=3"),
		"a variable sets one variable a line");
	tap_ok(!strcmp(origin(&policy, "limits.memory"),
		       "environment CODEEXEC_MEMORY"),
		"the origin of a variable is the variable");
	policy_free(&policy);

	(void)setenv("CODEEXEC_MEMORY", "0", 1);
	message = load(&policy, file, NULL, 0);
	tap_ok(!strncmp(message, "environment CODEEXEC_MEMORY: '0'", 32),
		"a wrong variable is named: '%s'", message);
	policy_free(&policy);
	(void)unsetenv("CODEEXEC_MEMORY");
	(void)setenv("CODEEXEC_READ_ONLY", ".", 1);
	message = load(&policy, file, NULL, 0);
	tap_ok(strstr(message, "not an absolute path") != NULL,
		"a variable's path must be absolute: '%s'", message);
	policy_free(&policy);
	(void)unsetenv("CODEEXEC_READ_ONLY");
	(void)unsetenv("CODEEXEC_SET_ENV");
}

/* What policy_load() says of the environment with NAME in it. */
static const char *load_with(const char *file, const char *name)
{
	struct policy policy = {0};
	const char *message;

	(void)setenv(name, "1", 1);
	message = load(&policy, file, NULL, 0);
	policy_free(&policy);
	(void)unsetenv(name);
	return message;
}

static void check_variables(const char *file)
{
	static const char *const taken[] = {"CODEEXEC_API_KEY",
		"CODEEXEC_INPUT", "CODEEXEC_BLOCKS", "CODEEXEC_SERVICE_HOST",
		"CODEEXEC_PORT_8080_TCP_ADDR", "CODEEXEC_TEST_X", "CODEEXEC",
		"CODEEXECX", "MY_CODEEXEC_TIMEOT"};
	static const char *const refused[][2] = {
		{"CODEEXEC_TIMEOT", "no such variable; did you mean "
				    "CODEEXEC_TIMEOUT?"},
		{"CODEEXEC_POLICI", "no such variable; did you mean "
				    "CODEEXEC_POLICY?"},
		{"CODEEXEC_timeout", "no such variable; did you mean "
				     "CODEEXEC_TIMEOUT?"},
		{"CODEEXEC_NO_SUCH_KEY",
			"no such variable; codeexec-policy(5) "},
		{"CODEEXEC_",
			"no such variable; codeexec-policy(5) has them all"},
	};

	for (size_t i = 0; i < COUNT(taken); i++)
		tap_ok(!*load_with(file, taken[i]), "%s is taken or not ours",
			taken[i]);
	for (size_t i = 0; i < COUNT(refused); i++)
		tap_ok(strstr(load_with(file, refused[i][0]), refused[i][1]),
			"%s is refused", refused[i][0]);
}

static void check_paths(void)
{
	const struct policy_flag here = flag("filesystem.read_only", ".");
	const struct policy_flag none = flag("filesystem.chdir", "no/such");
	const struct policy_flag root = flag("filesystem.prefix", "/tmp/..");
	struct policy policy = {0};
	char *cwd = getcwd(NULL, 0);
	const char *message = load(&policy, NULL, &here, 1);

	tap_ok(!*message && is_list(&policy.read_only, cwd),
		"a flag's path is resolved: '%s'", message);
	policy_free(&policy);
	message = load(&policy, NULL, &none, 1);
	tap_ok(strstr(message, "--chdir: 'no/such'") != NULL,
		"a flag's path must exist: '%s'", message);
	policy_free(&policy);
	message = load(&policy, NULL, &root, 1);
	tap_ok(strstr(message, "'/' cannot be shown inside") != NULL,
		"a flag's path is judged once resolved: '%s'", message);
	policy_free(&policy);
	free(cwd);
}

static void check_which_file(const char *file)
{
	struct policy policy = {0};

	tap_ok(strstr(load(&policy, "/no/such", NULL, 0), "cannot open"),
		"a file that was asked for must exist");
	policy_free(&policy);
	tap_ok(strstr(load(&policy, "/", NULL, 0), "not a regular file"),
		"a folder is no policy");
	policy_free(&policy);
	(void)setenv("CODEEXEC_POLICY", "/no/such", 1);
	tap_ok(strstr(load(&policy, NULL, NULL, 0), "cannot open"),
		"so must that of $CODEEXEC_POLICY");
	policy_free(&policy);
	tap_ok(!*load(&policy, file, NULL, 0),
		"--policy counts more than $CODEEXEC_POLICY");
	policy_free(&policy);
	(void)unsetenv("CODEEXEC_POLICY");
}

int main(void)
{
	char file[] = "/tmp/policy_test.XXXXXX";
	int fd = mkstemp(file);
	static const char text[] = "programs: [python, bash, python]\n"
				   "limits:\n"
				   "  memory: 1GiB\n"
				   "environment: {pass: [LANG]}\n";

	if (fd < 0 || write(fd, text, strlen(text)) < 0 || close(fd)) {
		perror(file);
		return 1;
	}
	check_keys();
	check_limits();
	check_file(file);
	check_flags(file);
	check_environment(file);
	check_variables(file);
	check_paths();
	check_which_file(file);
	(void)unlink(file);
	return tap_done();
}
