/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Reads interpreters.json on stdin and writes it as C to stdout: the registry
 * that is built in.
 *
 * Run by make. Reading it at every start takes longer than reading the
 * request, and a mistake in it had better stop the build.
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/buf.h"
#include "core/error.h"
#include "core/registry.h"
#include "core/registry_read.h"

#define MAX_BYTES ((size_t)1024 * 1024)

/* TEXT as a string of C. Octal ends after three digits, whatever follows. */
static void print_string(const char *text)
{
	printf("\"");
	for (; *text; text++)
		if (strchr("\"\\?", *text) || *text < ' ' || *text > '~')
			printf("\\%03o", (unsigned char)*text);
		else
			(void)putchar(*text);
	printf("\"");
}

static void print_text(const char *name, const char *text)
{
	if (!text)
		return;
	printf("\t\t.%s = ", name);
	print_string(text);
	printf(",\n");
}

static void print_list(const char *name, const struct strings *list)
{
	if (!list->count)
		return;
	printf("\t\t.%s = {(char **)(char *const[]){", name);
	for (size_t i = 0; i < list->count; i++) {
		print_string(list->item[i]);
		printf(", ");
	}
	printf("NULL}, %zu},\n", list->count);
}

static void print_flag(const char *name, bool value)
{
	printf("\t\t.%s = %s,\n", name, value ? "true" : "false");
}

static void print_program(const struct program *program)
{
	printf("\t{\n");
	print_text("name", program->name);
	print_list("aliases", &program->aliases);
	print_text("extension", program->extension);
	print_list("interpreters", &program->interpreters);
	print_list("argv", &program->argv);
	print_list("version", &program->version);
	print_list("environment", &program->environment);
	print_list("read_only", &program->read_only);
	print_list("support", &program->support);
	print_flag("address_space", program->address_space);
	printf("\t\t.warm = %d,\n", (int)program->warm);
	print_flag("strip_cr", program->strip_cr);
	print_text("open_tag", program->open_tag);
	printf("\t},\n");
}

static void print_registry(const struct registry *registry)
{
	printf("/* Made by tools/registry.c from interpreters.json. */\n\n"
	       "#include \"core/registry.h\"\n\n"
	       "static const struct program item[] = {\n");
	for (size_t i = 0; i < registry->count; i++)
		print_program(&registry->item[i]);
	printf("};\n\nconst struct registry registry_built_in = {\n"
	       "\t(struct program *)item, %zu};\n",
		registry->count);
}

int main(void)
{
	struct registry registry = {0};
	struct error e = {0};
	autobuf struct buf text = {0};

	if (buf_read(&text, STDIN_FILENO, MAX_BYTES))
		(void)fail(
			&e, ERR_IO, "interpreters.json: %s", strerror(errno));
	else if (!registry_parse("interpreters.json", &text, &registry, &e))
		print_registry(&registry);
	if (e.kind)
		(void)fprintf(stderr, "registry: %s\n", e.message);
	registry_forget(&registry);
	return e.kind || ferror(stdout) ? 1 : 0;
}
