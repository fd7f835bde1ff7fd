/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Every way a request can fail, as one table, and the object that carries a
 * failure up to cmd/, where it is printed once.
 *
 * To add an error: 1. a row below; 2. raise it with fail() where it is
 * detected; 3. a test in tests/errors.bats; 4. `make docs`: the man page's
 * table comes from the rows.
 */
#ifndef CORE_ERROR_H
#define CORE_ERROR_H

/* ROW(name, exit code (sysexits.h), HTTP status, OpenAI type, OpenAI code, when
 * it is raised, for the man page) */
#define ERROR_TABLE(ROW)                                                       \
	ROW(ERR_NONE, 0, 200, "", "", "")                                      \
	ROW(ERR_USAGE, 64, 400, "invalid_request_error", "usage",              \
		"the command line is wrong")                                   \
	ROW(ERR_INVALID_JSON, 65, 400, "invalid_request_error",                \
		"invalid_json",                                                \
		"no JSON, invalid UTF-8, a lone surrogate, deeper than 64; "   \
		"the message has the byte")                                    \
	ROW(ERR_INVALID_TYPE, 65, 400, "invalid_request_error",                \
		"invalid_type", "a member has the wrong type")                 \
	ROW(ERR_INVALID_VALUE, 65, 400, "invalid_request_error",               \
		"invalid_value",                                               \
		"a member has a value that it cannot have, or a limit is "     \
		"above the policy's")                                          \
	ROW(ERR_MISSING_PARAMETER, 65, 400, "invalid_request_error",           \
		"missing_required_parameter",                                  \
		"a member that is required is not there")                      \
	ROW(ERR_UNSUPPORTED_PARAMETER, 65, 400, "invalid_request_error",       \
		"unsupported_parameter", "two members do not go together")     \
	ROW(ERR_NO_CODE_BLOCK, 65, 400, "invalid_request_error",               \
		"no_code_block",                                               \
		"there is nothing to run; the message says what was found")    \
	ROW(ERR_UNKNOWN_LANGUAGE, 65, 400, "invalid_request_error",            \
		"unknown_language", "a block has a label that nobody knows")   \
	ROW(ERR_MODEL_NOT_FOUND, 65, 404, "invalid_request_error",             \
		"model_not_found",                                             \
		"no program has the name that model asks for")                 \
	ROW(ERR_REQUEST_TOO_LARGE, 65, 413, "invalid_request_error",           \
		"request_too_large",                                           \
		"the request is larger than limits.request")                   \
	ROW(ERR_BAD_REQUEST, 65, 400, "invalid_request_error", "bad_request",  \
		"this is no sound HTTP; the connection ends")                  \
	ROW(ERR_HEADERS_TOO_LARGE, 65, 431, "invalid_request_error",           \
		"headers_too_large",                                           \
		"the head of the HTTP request is too large")                   \
	ROW(ERR_INVALID_API_KEY, 65, 401, "invalid_request_error",             \
		"invalid_api_key",                                             \
		"there is no API key, or it is none of ours")                  \
	ROW(ERR_UNKNOWN_URL, 65, 404, "invalid_request_error", "unknown_url",  \
		"nothing is at this path")                                     \
	ROW(ERR_METHOD_NOT_ALLOWED, 65, 405, "invalid_request_error",          \
		"method_not_allowed",                                          \
		"the path is not asked in this way; Allow says how")           \
	ROW(ERR_REQUEST_TIMEOUT, 65, 408, "invalid_request_error",             \
		"request_timeout",                                             \
		"the client took too long to send; the connection ends")       \
	ROW(ERR_RATE_LIMIT, 75, 429, "rate_limit_error",                       \
		"rate_limit_exceeded",                                         \
		"all slots are taken; try again after Retry-After")            \
	ROW(ERR_NO_INPUT, 66, 400, "invalid_request_error", "no_input",        \
		"a file cannot be opened")                                     \
	ROW(ERR_SANDBOX_UNAVAILABLE, 69, 500, "server_error",                  \
		"sandbox_unavailable",                                         \
		"a layer cannot be applied; the message says which, and what " \
		"mends it")                                                    \
	ROW(ERR_PROGRAM_UNAVAILABLE, 69, 500, "server_error",                  \
		"program_unavailable",                                         \
		"the program is allowed but not installed, or cannot be "      \
		"executed")                                                    \
	ROW(ERR_INTERNAL, 70, 500, "server_error", "internal_error",           \
		"a fault of codeexec's own, or no memory is left")             \
	ROW(ERR_IO, 74, 500, "server_error", "io_error",                       \
		"reading or writing failed")                                   \
	ROW(ERR_PROGRAM_NOT_ALLOWED, 77, 403, "permission_error",              \
		"program_not_allowed",                                         \
		"the program is known, and the policy does not allow it")      \
	ROW(ERR_CONFIG, 78, 500, "server_error", "invalid_configuration",      \
		"policy, registry or environment are wrong; the message says " \
		"where")

enum error_kind {
#define ERROR_ENUM(name, exit, http, type, code, about) name,
	ERROR_TABLE(ERROR_ENUM)
#undef ERROR_ENUM
};

/* One failure. Zero-initialise; filled by fail(); holds no memory. */
struct error {
	enum error_kind kind; /* ERR_NONE until something failed */
	char param[96];       /* request member at fault, "" = none:
				 "messages[1].content", "codeexec.limits" */
	char layer[16];       /* of the sandbox that cannot be applied; "" */
	char message[640];    /* one sentence: no capital, no full stop */
};

/* What the table says of KIND. The strings are static. */
int error_exit(enum error_kind kind);
int error_http(enum error_kind kind);
const char *error_type(enum error_kind kind);
const char *error_code(enum error_kind kind);

/*
 * Fill *E with KIND and the formatted message; a message that is too long is
 * cut. Returns -1, so that a caller can `return fail(e, ...)`.
 */
int fail(struct error *e, enum error_kind kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same, naming the request member PARAM that is at fault. */
int fail_at(struct error *e, enum error_kind kind, const char *param,
	const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Put "FORMAT: " before the message of *E. Returns -1. */
int wrap(struct error *e, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* That they return -1, told to compilers and analyzers as well, which see no
 * further than one file (git's const_error() is the model). */
static inline int failed(void)
{
	return -1;
}
#define fail(...) (fail(__VA_ARGS__), failed())
#define fail_at(...) (fail_at(__VA_ARGS__), failed())
#define wrap(...) (wrap(__VA_ARGS__), failed())

/* Fill *E with ERR_INTERNAL: no memory is left. Returns -1. */
static inline int fail_memory(struct error *e)
{
	return fail(e, ERR_INTERNAL, "out of memory");
}

#endif
