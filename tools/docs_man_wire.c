/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The tables of requests, errors and programs, as lists of man(7). */

#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "core/keys.h"
#include "core/registry.h"
#include "core/registry_read.h"
#include "core/request_parts.h"
#include "tools/docs_man.h"
#include "tools/docs_roff.h"

static void members(const struct member_table *table)
{
	char name[64];

	for (size_t i = 0; i < table->count; i++) {
		const struct member_row *row = &table->row[i];

		(void)snprintf(
			name, sizeof(name), "%s%s", table->prefix, row->name);
		roff_item(name, row->type);
		roff_sentences(row->help, ".");
	}
}

void docs_request(const struct docs_page *page)
{
	(void)page; /* the same in each */
	members(&request_table);
}

void docs_stream_options(const struct docs_page *page)
{
	(void)page; /* the same in each */
	members(&request_option_table);
}

void docs_extension(const struct docs_page *page)
{
	(void)page; /* the same in each */
	members(&request_extension_table);
}

/* The size of a request is for the operator alone. */
#define NOT_ASKED "limits.request"

void docs_limits(const struct docs_page *page)
{
	static const char *const types[] = {
		[UNIT_DURATION] = "string, a duration",
		[UNIT_SIZE] = "string, a size, or integer, bytes",
		[UNIT_COUNT] = "integer",
	};

	(void)page; /* the same in each */
	for (size_t i = 0; i < keys_count; i++) {
		char name[64];

		if (strncmp(keys[i].name, "limits.", strlen("limits.")) != 0 ||
			!strcmp(keys[i].name, NOT_ASKED))
			continue;
		(void)snprintf(name, sizeof(name), "codeexec.%s", keys[i].name);
		roff_item(name, types[keys[i].unit]);
		roff_sentences(keys[i].help, ".");
	}
}

static void error(enum error_kind kind, const char *about)
{
	char numbers[96];

	if (kind == ERR_NONE)
		return;
	(void)snprintf(numbers, sizeof(numbers), "HTTP %d, exit %d, %s",
		error_http(kind), error_exit(kind), error_type(kind));
	roff_item(error_code(kind), numbers);
	roff_sentences(about, ".");
}

void docs_errors(const struct docs_page *page)
{
	(void)page; /* the same in each */
#define PRINT(name, exit, http, type, code, about) error(name, about);
	ERROR_TABLE(PRINT)
#undef PRINT
}

void docs_registry(const struct docs_page *page)
{
	(void)page; /* the same in each */
	for (size_t i = 0; i < registry_rows_count; i++) {
		roff_item(registry_rows[i].name, registry_rows[i].type);
		roff_sentences(registry_rows[i].help, ".");
	}
}

/* WORDS, with FIRST before them. */
static void list(const char *first, const struct strings *words)
{
	for (size_t i = 0; i < words->count; i++) {
		(void)fputs(i ? ",\n" : first, stdout);
		roff_bold("", words->item[i]);
	}
}

void docs_programs(const struct docs_page *page)
{
	static const char *const warm[] = {
		[PROGRAM_WARM_NO] = ".\n",
		[PROGRAM_WARM_FORK] = "; may be kept booted.\n",
		[PROGRAM_WARM_STOCK] = "; may be started before its run.\n",
	};

	(void)page; /* the same in each */
	for (size_t i = 0; i < registry_built_in.count; i++) {
		const struct program *program = &registry_built_in.item[i];

		roff_item(program->name, NULL);
		(void)fputs("Scripts end in\n", stdout);
		roff_bold("", program->extension);
		list("; also called\n", &program->aliases);
		list("; its environment has\n", &program->environment);
		(void)fputs(warm[program->warm], stdout);
	}
}
