/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* From files and options to a request. */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/run_input.h"
#include "core/answer.h"
#include "core/buf.h"
#include "core/error.h"
#include "core/policy.h"
#include "core/registry.h"

static bool by_hand(const struct run_options *own)
{
	return own->code || own->file;
}

int run_input_check(const struct run_options *own,
	const struct options *options, struct error *e)
{
	if (own->code && own->file)
		return fail(e, ERR_USAGE, "-c and -f exclude each other");
	if (own->code && !own->model)
		return fail(e, ERR_USAGE,
			"-c needs -m MODEL, the program that runs the code");
	if (own->model && !by_hand(own))
		return fail(e, ERR_USAGE,
			"-m needs -c CODE or -f FILE; a request says its model "
			"itself");
	if (by_hand(own) && options->operand_count)
		return fail(e, ERR_USAGE,
			"unexpected '%s': with -c or -f there is no request to "
			"read",
			options->operand[0]);
	if (own->raw && (own->stream || own->json))
		return fail(e, ERR_USAGE, "--raw and --%s exclude each other",
			own->json ? "json" : "stream");
	if (own->stdin_file && !strcmp(own->stdin_file, "-") && !by_hand(own) &&
		!options->operand_count)
		return fail(e, ERR_USAGE,
			"--stdin - leaves no request to read: name its FILE");
	return 0;
}

int run_input_read(const struct run_options *own, const char *file, size_t max,
	struct buf *text, struct error *e)
{
	autofd int opened = -1;
	int fd = STDIN_FILENO;
	int err;

	if (strcmp(file, "-") != 0) {
		opened = open(file, O_RDONLY | O_CLOEXEC);
		if (opened < 0)
			return fail(e, ERR_NO_INPUT, "cannot open '%s': %s",
				file, strerror(errno));
		fd = opened;
	} else if (!own->quiet) {
		cmd_say_reading(fd);
	}
	if (!buf_read(text, fd, max ? max : SSIZE_MAX))
		return buf_append(text, "", 0) ? fail_memory(e) : 0;
	err = errno;
	buf_free(text);
	if (err == EFBIG)
		return fail(e, ERR_REQUEST_TOO_LARGE,
			"the request is larger than the %zu bytes that "
			"limits.request allows",
			max);
	if (err == EISDIR)
		return fail(e, ERR_NO_INPUT, "'%s' is a directory", file);
	return fail(e, ERR_IO, "cannot read '%s': %s", file, strerror(err));
}

/* The program whose scripts end as FILE does, or NULL. */
static const struct program *by_ending(
	const struct registry *registry, const char *file)
{
	const char *dot = strrchr(file, '.');

	for (size_t i = 0; dot && i < registry->count; i++)
		if (!strcmp(registry->item[i].extension, dot))
			return &registry->item[i];
	return NULL;
}

/* A request that runs the code of the command line as it is. */
static int put_together(const struct run_input *input,
	const struct service *service, struct request *request, struct error *e)
{
	const struct run_options *own = input->own;
	const struct program *program;
	const char *model = own->model;

	if (!model) {
		program = by_ending(service->registry, own->file);
		if (!program)
			return fail(e, ERR_USAGE,
				"the ending of '%s' says no program: name it "
				"with -m MODEL",
				own->file);
		model = program->name;
	}
	request->n = 1;
	request->verbatim = true;
	request->model = strdup(model);
	if (!request->model)
		return fail_memory(e);
	if (own->file)
		return run_input_read(own, own->file, 0, &request->text, e);
	if (buf_append(&request->text, own->code, strlen(own->code)))
		return fail_memory(e);
	return 0;
}

/* What begins like no JSON at all is likely a script, or nothing. */
static bool is_json(const struct buf *text)
{
	const char *at = text->data + strspn(text->data, " \t\r\n");

	return *at && strchr("{[\"-0123456789\xef", *at);
}

int run_input_plan(const struct run_input *input, const struct service *service,
	const struct outlet *outlet, struct answer *out, struct error *e)
{
	autobuf struct buf json = {0};
	size_t max = (size_t)service->policy->limits.request_bytes;

	if (by_hand(input->own)) {
		if (put_together(input, service, &out->request, e))
			return -1;
		return answer_plan(service, outlet, out, e);
	}
	if (run_input_read(input->own, input->file, max, &json, e))
		return e->kind == ERR_NO_INPUT &&
				       registry_find(
					       service->registry, input->file)
			       ? wrap(e,
					 "'%s' is a program, whose code goes "
					 "with -m %s and -f FILE or -c CODE",
					 input->file, input->file)
			       : -1;
	if (!answer_parse(service, &(struct json_span){json.data, json.len},
		    outlet, out, e))
		return 0;
	if (e->kind == ERR_INVALID_JSON && !is_json(&json))
		(void)wrap(e,
			"'%s' is no request, which begins with '{' (code goes "
			"with -f FILE or -c CODE)",
			strcmp(input->file, "-") != 0 ? input->file : "stdin");
	return -1;
}
