/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The registry: the built-in one as a whole, names and their slips, finding
 * interpreters, and each mistake that a file can hold. */

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "core/registry.h"
#include "core/suggest.h"
#include "tests/unit/tap.h"

static char folder[] = "/tmp/registry_test.XXXXXX";

/* FOLDER/NAME; static, good until the next call. */
static const char *in_folder(const char *name)
{
	static char path[128];

	(void)snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

static void write_file(const char *name, const char *text, mode_t mode)
{
	FILE *out = fopen(in_folder(name), "w");

	if (!out || fputs(text, out) < 0 || fclose(out) ||
		chmod(in_folder(name), mode)) {
		perror(name);
		exit(1);
	}
}

struct name_case {
	const char *asked;
	const char *program; /* NULL = none */
};

static const struct name_case names[] = {
	{"python", "python"},
	{"Python3", "python"},
	{"py", "python"},
	{"PY", "python"},
	{"python3.11", "python"},
	{"js", "node"},
	{"javascript", "node"},
	{"nodejs", "node"},
	{"node20", "node"},
	{"shell", "bash"},
	{"bash", "bash"},
	{"sh", "sh"},
	{"rb", "ruby"},
	{"ruby3.1", "ruby"},
	{"php8.2", "php"},
	{"pl", "perl"},
	{"perl5", "perl"},
	{"lua5.4", "lua"},
	{"gawk", "awk"},
	{"sqlite", "sqlite3"},
	{"sql", "sqlite3"},
	{"sqlite3", "sqlite3"},
	{"jq", "jq"},
	{"sed", "sed"},
	{"", NULL},
	{"3.11", NULL},
	{"zsh", NULL},
	{"shell-session", NULL},
	{"mjs", NULL},
	{"pytho", NULL},
	{"gpt-4", NULL},
	{"rust", NULL},
	{"json", NULL},
};

static void check_names(const struct registry *registry)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct program *found =
			registry_find(registry, names[i].asked);
		const char *want = names[i].program;

		tap_ok(want ? found && !strcmp(found->name, want) : !found,
			"F13, F14: '%s' is %s", names[i].asked,
			found ? found->name : "no program");
	}
}

static void check_programs(const struct registry *registry)
{
	const struct program *node = registry_find(registry, "node");
	const struct program *php = registry_find(registry, "php");
	const struct program *python = registry_find(registry, "python");
	const struct program *bash = registry_find(registry, "bash");

	tap_ok(!node->address_space, "O31: node does not bear RLIMIT_AS");
	tap_ok(!strcmp(node->extension, ".js"), "O37: a node script is .js");
	tap_ok(node->interpreters.count == 2, "node has two names");
	tap_ok(!strcmp(php->open_tag, "<?php "), "O35: php has an open tag");
	tap_ok(strings_has(&php->read_only, "/etc/php"), "php reads /etc/php");
	tap_ok(python->address_space && !python->strip_cr, "python: defaults");
	tap_ok(strings_has(&python->environment, "PYTHONUNBUFFERED=1"),
		"O8: python writes at once");
	tap_ok(strings_has(&python->environment, "PYTHONHASHSEED=0"),
		"python: a fixed hash seed");
	tap_ok(python->version.count == 2 &&
			!strcmp(python->version.item[0], "python3"),
		"python: argv of its version");
	tap_ok(bash->strip_cr, "bash: CR is dropped");
	tap_ok(registry_find(registry, "sh")->version.count == 0,
		"sh has no version");
}

static void check_suggestions(const struct registry *registry)
{
	static const char *const cases[][2] = {{"pyhton", "python"},
		{"pythn", "python"}, {"JavaScirpt", "javascript"},
		{"rubby", "ruby"}, {"bahs", "bash"}};
	static const char *const far[] = {"haskell", "x", "", "fortran", "c++"};
	static const char long_word[] =
		"pythonpythonpythonpythonpythonpythonpythonpythonpythonpython"
		"python";

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *found = registry_suggest(registry, cases[i][0]);

		tap_ok(found && !strcmp(found, cases[i][1]), "'%s' is near %s",
			cases[i][0], found ? found : "nothing");
	}
	for (size_t i = 0; i < sizeof(far) / sizeof(*far); i++) {
		const char *found = registry_suggest(registry, far[i]);

		tap_ok(!found, "'%s' is near %s", far[i],
			found ? found : "nothing");
	}
	tap_ok(!registry_suggest(registry, long_word),
		"a very long word is near nothing");
	tap_ok(!suggest("abc", NULL, 0), "nothing is near without words");
}

static void check_locate(const struct registry *registry)
{
	const struct program *lua = registry_find(registry, "lua");
	struct program fixed = {0};
	struct strings prefixes = {0};
	struct strings none = {0};
	char *path;

	(void)mkdir(in_folder("bin"), 0755);
	write_file("bin/lua", "", 0644);
	write_file("bin/lua5.4", "", 0755);
	(void)mkdir(in_folder("bin/lua5.3"), 0755);
	(void)strings_add(&prefixes, "/nowhere");
	(void)strings_add(&prefixes, folder);
	path = program_locate(lua, &prefixes);
	tap_ok(path && !strcmp(path, in_folder("bin/lua5.4")),
		"the first executable of the names, in the prefix: %s",
		path ? path : "none");
	free(path);
	(void)strings_add(&fixed.interpreters, in_folder("bin/lua5.4"));
	path = program_locate(&fixed, &none);
	tap_ok(path && !strcmp(path, fixed.interpreters.item[0]),
		"an absolute path stands for itself");
	free(path);
	(void)chmod(in_folder("bin/lua5.4"), 0644);
	tap_ok(!program_locate(&fixed, &none), "but must be executable");
	strings_free(&fixed.interpreters);
	(void)strings_add(&fixed.interpreters, "no-such-interpreter");
	(void)setenv("PATH", in_folder("bin"), 1);
	write_file("bin/no-such-interpreter", "", 0755);
	tap_ok(!program_locate(&fixed, &none), "PATH has no say");
	strings_free(&fixed.interpreters);
	strings_free(&prefixes);
}

/* One program around MEMBERS. */
#define PROGRAM(members) "{\"p\": {" members "}}"
#define REST "\"extension\": \".p\", \"argv\": [\"p\", \"{script}\"]"
#define EXTENSION "\"extension\": \".p\", "

static const char *const mistakes[][2] = {
	{"[]", "r.json: must be an object of programs"},
	{"{\"p\": 1}", "r.json: p: must be an object"},
	{"{\"P x\": {}}", "r.json: 'P x' is no name: only a-z 0-9 _ + . -"},
	{"{\"\": {}}", "r.json: '' is no name: only a-z 0-9 _ + . -"},
	{"{\"codeexec\": {}}", "r.json: 'codeexec' is reserved"},
	{PROGRAM(""), "r.json: p: has no 'extension'"},
	{PROGRAM("\"extension\": \".p\""), "r.json: p: has no 'argv'"},
	{PROGRAM("\"extension\": \"p\", \"argv\": [\"p\", \"{script}\"]"),
		"r.json: p.extension: must be like '.py', not 'p'"},
	{PROGRAM("\"extension\": \"./p\", \"argv\": [\"p\", \"{script}\"]"),
		"r.json: p.extension: must be like '.py', not './p'"},
	{PROGRAM(EXTENSION "\"argv\": \"p\""),
		"r.json: p.argv: must be a list of strings"},
	{PROGRAM(EXTENSION "\"argv\": []"),
		"r.json: p.argv: must name an interpreter"},
	{PROGRAM(EXTENSION "\"argv\": [1]"),
		"r.json: p.argv[0]: must be a string"},
	{PROGRAM(EXTENSION "\"argv\": [\"\"]"),
		"r.json: p.argv[0]: must not be empty"},
	{PROGRAM(EXTENSION "\"argv\": [[]]"),
		"r.json: p.argv[0]: must name an interpreter"},
	{PROGRAM(EXTENSION "\"argv\": [[\"p\", null], \"{script}\"]"),
		"r.json: p.argv[0][1]: must be a string"},
	{PROGRAM(EXTENSION "\"argv\": [\"a/p\", \"{script}\"]"),
		"r.json: p.argv[0]: 'a/p' must be a bare name or one "
		"absolute path"},
	{PROGRAM(EXTENSION "\"argv\": [[\"/p\", \"q\"], \"{script}\"]"),
		"r.json: p.argv[0]: '/p' must be a bare name or one absolute "
		"path"},
	{PROGRAM(EXTENSION "\"argv\": [\"p\", \"a\\u0000\"]"),
		"r.json: p.argv[1]: must not hold a NUL"},
	{PROGRAM(EXTENSION "\"argv\": [\"p\", \"{args}\"]"),
		"r.json: p.argv: no item has '{script}'"},
	{PROGRAM(REST ", \"aliases\": [\"q\", \"Q\"]"),
		"r.json: p.aliases[1]: 'Q' is no name: only a-z 0-9 _ + . -"},
	{PROGRAM(REST ", \"aliases\": [\"q\", \"q\"]"),
		"r.json: p.aliases[1]: 'q' is there twice"},
	{PROGRAM(REST ", \"aliases\": [\"p\"]"),
		"r.json: p.aliases[0]: 'p' is already a name of p"},
	{"{\"p\": {" REST ", \"aliases\": [\"q\"]}, \"q\": {" REST "}}",
		"r.json: p.aliases[0]: 'q' is already a name of q"},
	{"{\"p\": {" REST ", \"aliases\": [\"x\"]}, \"q\": {" REST
	 ", \"aliases\": [\"x\"]}}",
		"r.json: p.aliases[0]: 'x' is already a name of q"},
	{"{\"p\": {" REST "}, \"p\": {" REST "}}", "r.json: p: is there twice"},
	{PROGRAM(REST ", \"extension\": \".q\""),
		"r.json: p.extension: is there twice"},
	{PROGRAM(REST ", \"environment\": [\"A=1\"]"),
		"r.json: p.environment: must be an object of strings"},
	{PROGRAM(REST ", \"environment\": {\"A=B\": \"1\"}"),
		"r.json: p.environment: 'A=B' is no name"},
	{PROGRAM(REST ", \"environment\": {\"A\": 1}"),
		"r.json: p.environment: must be a string"},
	{PROGRAM(REST ", \"read_only\": [\"/etc/p\", \"etc\"]"),
		"r.json: p.read_only[1]: 'etc' is not an absolute path"},
	{PROGRAM(REST ", \"strip_cr\": \"yes\""),
		"r.json: p.strip_cr: must be true or false"},
	{PROGRAM(REST ", \"warm\": \"yes\""),
		"r.json: p.warm: must be true, false or \"stock\""},
	{PROGRAM(REST ", \"warm\": 1"),
		"r.json: p.warm: must be true, false or \"stock\""},
	{PROGRAM(REST ", \"open_tag\": null"),
		"r.json: p.open_tag: must be a string"},
	{PROGRAM(REST ", \"adress_space\": false"),
		"r.json: p: unknown member 'adress_space'; did you mean "
		"'address_space'?"},
	{PROGRAM(REST ", \"zzz\": false"), "r.json: p: unknown member 'zzz'"},
};

/* Load TEXT as the file r.json of the test's folder. */
static int load(const char *text, struct registry *registry, struct error *e)
{
	write_file("r.json", text, 0600);
	return registry_load("r.json", registry, e);
}

static void check_mistakes(void)
{
	for (size_t i = 0; i < sizeof(mistakes) / sizeof(*mistakes); i++) {
		struct registry registry;
		struct error e = {0};
		int result = load(mistakes[i][0], &registry, &e);

		if (!tap_ok(result == -1 && e.kind == ERR_CONFIG &&
				    !strcmp(e.message, mistakes[i][1]),
			    "refused: %s", mistakes[i][1]))
			printf("# said: %s\n", e.message);
		registry_free(&registry);
	}
}

static void check_files(void)
{
	struct registry registry;
	struct error e = {0};

	tap_ok(load("{\"p\": {" REST "},}", &registry, &e) == -1 &&
			e.kind == ERR_CONFIG &&
			!strncmp(e.message, "r.json: ", 8) &&
			strstr(e.message, "byte 53"),
		"a mistake in JSON is named by its byte: %s", e.message);
	registry_free(&registry);
	e = (struct error){0};
	tap_ok(registry_load("none.json", &registry, &e) == -1 &&
			e.kind == ERR_CONFIG,
		"a missing file: %s", e.message);
	registry_free(&registry);
	e = (struct error){0};
	write_file("r.json", "{}", 0666);
	tap_ok(registry_load("r.json", &registry, &e) == -1 &&
			e.kind == ERR_CONFIG,
		"a file that others may write: %s", e.message);
	registry_free(&registry);
	e = (struct error){0};
	tap_ok(!load(PROGRAM(REST), &registry, &e) && registry.count == 1 &&
			registry.item[0].address_space,
		"the least program is read");
	registry_free(&registry);
	tap_ok(!load("{}", &registry, &e) && !registry.count &&
			!registry_find(&registry, "p") &&
			!registry_suggest(&registry, "p"),
		"an empty registry knows nothing");
	registry_free(&registry);
}

static void clean_up(void)
{
	static const char *const left[] = {
		"bin/lua", "bin/lua5.4", "bin/no-such-interpreter", "r.json"};

	for (size_t i = 0; i < sizeof(left) / sizeof(*left); i++)
		(void)unlink(in_folder(left[i]));
	(void)rmdir(in_folder("bin/lua5.3"));
	(void)rmdir(in_folder("bin"));
	(void)rmdir(folder);
}

int main(void)
{
	struct registry registry;
	struct error e = {0};

	if (!mkdtemp(folder) || chdir(folder))
		return 1;
	if (tap_ok(!registry_load(NULL, &registry, &e), "built in: read %s",
		    e.message)) {
		tap_ok(registry.count == 12 &&
				!strcmp(registry.item[0].name, "python"),
			"twelve programs in the file's order");
		check_names(&registry);
		check_programs(&registry);
		check_suggestions(&registry);
		check_locate(&registry);
	}
	registry_free(&registry);
	check_mistakes();
	check_files();
	clean_up();
	return tap_done();
}
