/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Compiles the lists of sandbox/seccomp_rules.c to filters, as C on stdout.
 *
 * Run by make; with --list it prints the lists. libseccomp takes longer for it
 * (1.8 ms) than the whole sandbox does for everything else, and the lists do
 * not change from run to run.
 *
 * Libseccomp makes two of each, since it lets a rule without arguments swallow
 * the ones with: `calls` says which calls there are, `arguments` which
 * arguments are refused. filters_merge.c makes one of the two, and what comes
 * out is held against them before it is printed.
 */

#include <errno.h>
#include <linux/filter.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox/seccomp_rules.h"
#include "tools/filters_merge.h"

/* What a filter is for. */
#define COUNTED 1u /* a cgroup counts memory */
#define SHARED 2u  /* a folder of the host may be written to */

#define LOW_32 UINT64_C(0xffffffff)

/* The number of NAME on this machine; below 0: it has no such call. */
static int number(const char *name)
{
	return seccomp_syscall_resolve_name(name);
}

/* Apply ACTION to all of CALLS that this machine has. 0 or -errno. */
static int add_calls(
	scmp_filter_ctx filter, const struct sb_calls *calls, uint32_t action)
{
	for (const char *const *name = calls->name; *name; name++) {
		int nr = number(*name);
		int result;

		if (nr < 0)
			continue;
		result = seccomp_rule_add(filter, action, nr, 0);
		if (result)
			return result;
	}
	return 0;
}

static struct scmp_arg_cmp comparison(
	unsigned arg, enum sb_compare compare, uint64_t value)
{
	switch (compare) {
	case SB_EQUAL:
		return SCMP_CMP64(arg, SCMP_CMP_MASKED_EQ, LOW_32, value);
	case SB_HAS_BITS:
		return SCMP_CMP64(arg, SCMP_CMP_MASKED_EQ, value, value);
	case SB_ABOVE:
		break;
	}
	return SCMP_CMP64(arg, SCMP_CMP_GT, value, 0);
}

static int add_argument(scmp_filter_ctx filter, const struct sb_argument *rule)
{
	struct scmp_arg_cmp cmp[2] = {
		comparison(rule->arg, rule->compare, rule->value)};
	unsigned count = 1;

	if (rule->with == SB_WITH_EQUAL)
		cmp[count++] =
			comparison(rule->with_arg, SB_EQUAL, rule->with_value);
	if (rule->with == SB_WITH_BITS)
		cmp[count++] = comparison(
			rule->with_arg, SB_HAS_BITS, rule->with_value);
	if (rule->with == SB_WITH_NOT_ZERO)
		cmp[count++] = SCMP_CMP64(rule->with_arg, SCMP_CMP_NE, 0, 0);
	return seccomp_rule_add_array(filter,
		SCMP_ACT_ERRNO((uint32_t)rule->err), number(rule->call), count,
		cmp);
}

/* What FILTER compiles to, into *PROGRAM (owned by the caller). */
static int export(scmp_filter_ctx filter, struct sock_fprog *program)
{
	int fd = memfd_create("seccomp", MFD_CLOEXEC);
	struct stat st;
	int result = -1;

	if (fd < 0)
		return -1;
	if (!seccomp_export_bpf(filter, fd) && !fstat(fd, &st)) {
		program->filter = malloc((size_t)st.st_size);
		program->len = (unsigned short)((size_t)st.st_size /
						sizeof(*program->filter));
		if (program->filter &&
			pread(fd, program->filter, (size_t)st.st_size, 0) ==
				st.st_size)
			result = 0;
	}
	(void)close(fd); /* read whole, or failed */
	return result;
}

/* A filter with DEFAULT_ACTION that kills calls of a foreign ABI. */
static scmp_filter_ctx new_filter(uint32_t default_action)
{
	scmp_filter_ctx filter = seccomp_init(default_action);

	if (filter && (seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH,
			       SCMP_ACT_KILL_PROCESS) ||
			      seccomp_attr_set(
				      filter, SCMP_FLTATR_CTL_OPTIMIZE, 2))) {
		seccomp_release(filter);
		return NULL;
	}
	return filter;
}

static int build_calls(scmp_filter_ctx filter, unsigned what)
{
	for (size_t i = 0; i < sb_calls_allowed_count; i++)
		if (add_calls(filter, &sb_calls_allowed[i], SCMP_ACT_ALLOW))
			return -1;
	for (size_t i = 0; i < sb_calls_untraced_count; i++)
		if (add_calls(filter, &sb_calls_untraced[i], SCMP_ACT_ALLOW))
			return -1;
	for (size_t i = 0; i < sb_calls_denied_count; i++)
		if (add_calls(
			    filter, &sb_calls_denied[i], SCMP_ACT_ERRNO(EPERM)))
			return -1;
	if ((what & COUNTED) &&
		add_calls(filter, &sb_calls_counted, SCMP_ACT_ALLOW))
		return -1;
	/* It cannot fail, so it succeeds without flushing the host's disks. */
	return seccomp_rule_add(filter, SCMP_ACT_ERRNO(0), number("sync"), 0);
}

static int add_arguments(
	scmp_filter_ctx filter, const struct sb_argument *rule, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (add_argument(filter, &rule[i]))
			return -1;
	return 0;
}

static int build_arguments(scmp_filter_ctx filter, unsigned what)
{
	if (add_arguments(filter, sb_arguments, sb_arguments_count))
		return -1;
	if (!(what & COUNTED) && add_arguments(filter, sb_arguments_uncounted,
					 sb_arguments_uncounted_count))
		return -1;
	return what & SHARED ? add_arguments(filter, sb_arguments_shared,
				       sb_arguments_shared_count)
			     : 0;
}

static int compile(uint32_t default_action,
	int (*build)(scmp_filter_ctx, unsigned), unsigned what,
	struct sock_fprog *program)
{
	scmp_filter_ctx filter = new_filter(default_action);
	int result = -1;

	if (filter && !build(filter, what))
		result = export(filter, program);
	if (filter)
		seccomp_release(filter);
	return result;
}

struct filters {
	struct sock_fprog arguments;
	struct sock_fprog calls;
	struct sock_fprog merged;
};

/* Does the merged one answer as the kernel would for the two? */
static bool agree(
	const struct filters *filters, const struct seccomp_data *data)
{
	uint32_t want = filter_answer(&filters->arguments, data);

	if (want == SECCOMP_RET_ALLOW)
		want = filter_answer(&filters->calls, data);
	return want == filter_answer(&filters->merged, data);
}

/* On every number without arguments, and on such as are no call's. */
static bool agree_on_numbers(const struct filters *filters, uint32_t abi)
{
	static const uint32_t strange[] = {0x3fffffff, 0x40000000, 0x40000001,
		0x7fffffff, 0x80000000, 0xffffffff};
	struct seccomp_data data = {.arch = abi};

	for (data.nr = 0; data.nr <= UINT16_MAX; data.nr++)
		if (!agree(filters, &data))
			return false;
	for (size_t i = 0; i < sizeof(strange) / sizeof(*strange); i++) {
		data.nr = (int)strange[i];
		if (!agree(filters, &data))
			return false;
	}
	return true;
}

/* On what each of COUNT rules is about: its values, one less and one more, and
 * these below a high half that is not zero. */
static bool agree_on_rules(const struct filters *filters, uint32_t abi,
	const struct sb_argument *rule, size_t count)
{
	struct seccomp_data data = {.arch = abi};

	for (size_t i = 0; i < count; i++) {
		data.nr = number(rule[i].call);
		for (unsigned k = 0; k < 18; k++) {
			uint64_t high = (uint64_t)(k / 9) << 32;

			memset(data.args, 0, sizeof(data.args));
			data.args[rule[i].with_arg] =
				rule[i].with_value + k / 3 % 3 - 1;
			data.args[rule[i].arg] =
				(rule[i].value + k % 3 - 1) | high;
			if (!agree(filters, &data))
				return false;
		}
	}
	return true;
}

static bool agree_on_all(const struct filters *filters)
{
	uint32_t abi = seccomp_arch_native();

	return agree_on_numbers(filters, abi) &&
	       agree_on_numbers(filters, abi ^ 1) &&
	       agree_on_rules(filters, abi, sb_arguments, sb_arguments_count) &&
	       agree_on_rules(filters, abi, sb_arguments_uncounted,
		       sb_arguments_uncounted_count) &&
	       agree_on_rules(filters, abi, sb_arguments_shared,
		       sb_arguments_shared_count);
}

/* A filter as a C array called sb_filter_NAME. */
static void emit(const char *name, const struct sock_fprog *program)
{
	printf("\nstatic struct sock_filter %s[] = {\n", name);
	for (unsigned i = 0; i < program->len; i++)
		printf("\t{0x%x, %u, %u, 0x%x},\n", program->filter[i].code,
			program->filter[i].jt, program->filter[i].jf,
			program->filter[i].k);
	printf("};\nconst struct sock_fprog sb_filter_%s = {\n"
	       "\tsizeof(%s) / sizeof(*%s), %s};\n",
		name, name, name, name);
}

/* The filter for WHAT. NULL, or what went wrong. */
static const char *make(const char *name, unsigned what)
{
	struct filters filters = {0};
	const char *wrong = NULL;

	if (compile(SCMP_ACT_ALLOW, build_arguments, what,
		    &filters.arguments) ||
		compile(SCMP_ACT_ERRNO(ENOSYS), build_calls, what,
			&filters.calls))
		wrong = "libseccomp refused a rule";
	else if (filter_merge(&filters.arguments, &filters.calls,
			 seccomp_arch_native(), &filters.merged))
		wrong = "they do not fit into one";
	else if (!agree_on_all(&filters))
		wrong = "the one is not the two";
	else
		emit(name, &filters.merged);
	free(filters.arguments.filter);
	free(filters.calls.filter);
	free(filters.merged.filter);
	return wrong;
}

static void list(const char *kind, const struct sb_calls *calls, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (const char *const *name = calls[i].name; *name; name++)
			printf("%s\t%s\t%s\n", kind, *name, calls[i].reason);
}

/* The lists, for tools/syscalls to hold against what programs do. */
static void list_all(void)
{
	list("allowed", sb_calls_allowed, sb_calls_allowed_count);
	list("untraced", sb_calls_untraced, sb_calls_untraced_count);
	list("counted", &sb_calls_counted, 1);
	list("denied", sb_calls_denied, sb_calls_denied_count);
	list("absent", sb_calls_absent, sb_calls_absent_count);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		unsigned what;
	} filters[] = {
		{"counted", COUNTED},
		{"uncounted", 0},
		{"counted_shared", COUNTED | SHARED},
		{"uncounted_shared", SHARED},
	};

	if (argc > 1 && !strcmp(argv[1], "--list")) {
		list_all();
		return ferror(stdout) ? 1 : 0;
	}
	printf("/* Made by tools/filters.c; see sandbox/seccomp_rules.c. */\n\n"
	       "#include <linux/filter.h>\n\n"
	       "#include \"sandbox/seccomp_filters.h\"\n");
	for (size_t i = 0; i < sizeof(filters) / sizeof(*filters); i++) {
		const char *wrong = make(filters[i].name, filters[i].what);

		if (!wrong)
			continue;
		(void)fprintf(
			stderr, "filters: %s: %s\n", filters[i].name, wrong);
		return 1;
	}
	return ferror(stdout) ? 1 : 0;
}
