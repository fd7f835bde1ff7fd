/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Theory of operation: where ARGUMENTS returns "allow" it jumps to a tree
 * behind it instead. The tree bisects the numbers of calls by their ranges:
 * inner nodes compare, and the few different answers stand once, at the end.
 * Jumps of a comparison reach 255 instructions ahead, which is plenty for a
 * hundred ranges; what does not fit is an error, never cut.
 *
 * The kernel finds out beforehand which numbers are always allowed (see
 * seccomp_cache_prepare() in kernel/seccomp.c), by walking loads of the number
 * and comparisons with constants: the tree has nothing else.
 */

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "tools/filters_merge.h"

/* Numbers from here on have the answer that unknown calls have. */
#define NUMBERS 1024u
#define ANSWERS 8u
#define LEAF 10000u /* and above: a leaf, not a node */

struct node {
	uint32_t from;  /* numbers from here on are above */
	uint32_t below; /* a node, or LEAF + the index of an answer */
	uint32_t above;
};

struct tree {
	uint32_t first[NUMBERS]; /* of each range */
	uint32_t leaf[NUMBERS];  /* LEAF + the index of its answer */
	uint32_t ranges;
	struct node node[NUMBERS];
	uint32_t nodes;
	uint32_t answer[ANSWERS]; /* the different ones */
	uint32_t answers;
};

static uint32_t word_at(const struct seccomp_data *data, uint32_t at)
{
	uint32_t word = 0;

	if (at <= sizeof(*data) - sizeof(word))
		memcpy(&word, (const char *)data + at, sizeof(word));
	return word;
}

/* How far to jump from a comparison of A with K. */
static uint32_t compare(const struct sock_filter *op, uint32_t a)
{
	switch (BPF_OP(op->code)) {
	case BPF_JA:
		return op->k;
	case BPF_JEQ:
		return a == op->k ? op->jt : op->jf;
	case BPF_JGE:
		return a >= op->k ? op->jt : op->jf;
	case BPF_JGT:
		return a > op->k ? op->jt : op->jf;
	case BPF_JSET:
		return a & op->k ? op->jt : op->jf;
	default:
		return UINT16_MAX; /* out of it */
	}
}

uint32_t filter_answer(
	const struct sock_fprog *filter, const struct seccomp_data *data)
{
	uint32_t a = 0;

	for (uint32_t at = 0; at < filter->len; at++) {
		const struct sock_filter *op = &filter->filter[at];

		if (op->code == (BPF_LD | BPF_W | BPF_ABS))
			a = word_at(data, op->k);
		else if (op->code == (BPF_ALU | BPF_AND | BPF_K))
			a &= op->k;
		else if (op->code == (BPF_RET | BPF_K))
			return op->k;
		else if (BPF_CLASS(op->code) == BPF_JMP)
			at += compare(op, a);
		else
			break;
	}
	return 0;
}

/* The leaf of ANSWER; 0: there are too many. */
static uint32_t leaf_of(struct tree *tree, uint32_t answer)
{
	uint32_t i = 0;

	while (i < tree->answers && tree->answer[i] != answer)
		i++;
	if (i == ANSWERS)
		return 0;
	if (i == tree->answers)
		tree->answer[tree->answers++] = answer;
	return LEAF + i;
}

static int find_ranges(
	struct tree *tree, const struct sock_fprog *calls, uint32_t abi)
{
	struct seccomp_data data = {.arch = abi};

	for (uint32_t nr = 0; nr < NUMBERS; nr++) {
		uint32_t leaf;

		data.nr = (int)nr;
		leaf = leaf_of(tree, filter_answer(calls, &data));
		if (!leaf)
			return -1;
		if (tree->ranges && tree->leaf[tree->ranges - 1] == leaf)
			continue;
		tree->first[tree->ranges] = nr;
		tree->leaf[tree->ranges++] = leaf;
	}
	return 0;
}

/* Make the nodes for COUNT ranges from FIRST on. The first of them, or a leaf.
 * NOLINTNEXTLINE(misc-no-recursion) as deep as the tree: ten */
static uint32_t grow(struct tree *tree, uint32_t first, uint32_t count)
{
	uint32_t half = count / 2;
	uint32_t at = tree->nodes;

	if (count == 1)
		return tree->leaf[first];
	tree->nodes++;
	tree->node[at].from = tree->first[first + half];
	tree->node[at].below = grow(tree, first, half);
	tree->node[at].above = grow(tree, first + half, count - half);
	return at;
}

/* How far TO is from the node AT: answers stand behind the nodes. */
static uint32_t reach(const struct tree *tree, uint32_t at, uint32_t to)
{
	uint32_t place = to < LEAF ? to : tree->nodes + to - LEAF;

	return place - at - 1;
}

/* The tree as instructions at OUT. How many; 0: a jump would be too long. */
static uint32_t lower(const struct tree *tree, struct sock_filter *out)
{
	struct sock_filter *next = out;

	*next++ = (struct sock_filter)BPF_STMT(
		BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
	for (uint32_t i = 0; i < tree->nodes; i++) {
		uint32_t above = reach(tree, i, tree->node[i].above);
		uint32_t below = reach(tree, i, tree->node[i].below);

		if (above > UINT8_MAX || below > UINT8_MAX)
			return 0;
		*next++ = (struct sock_filter)BPF_JUMP(
			BPF_JMP | BPF_JGE | BPF_K, tree->node[i].from,
			(uint8_t)above, (uint8_t)below);
	}
	for (uint32_t i = 0; i < tree->answers; i++)
		*next++ = (struct sock_filter)BPF_STMT(
			BPF_RET | BPF_K, tree->answer[i]);
	return (uint32_t)(next - out);
}

/* Where the LEN instructions at CODE allow, they go on behind themselves. */
static void go_on(struct sock_filter *code, uint32_t len)
{
	for (uint32_t i = 0; i < len; i++)
		if (code[i].code == (BPF_RET | BPF_K) &&
			code[i].k == SECCOMP_RET_ALLOW)
			code[i] = (struct sock_filter)BPF_STMT(
				BPF_JMP | BPF_JA, len - i - 1);
}

int filter_merge(const struct sock_fprog *arguments,
	const struct sock_fprog *calls, uint32_t abi, struct sock_fprog *out)
{
	static struct tree tree;
	const uint32_t len = arguments->len;
	uint32_t more;

	tree = (struct tree){0};
	if (find_ranges(&tree, calls, abi))
		return -1;
	(void)grow(&tree, 0, tree.ranges);
	out->filter = calloc(
		len + 1 + tree.nodes + tree.answers, sizeof(*out->filter));
	if (!out->filter)
		return -1;
	memcpy(out->filter, arguments->filter, len * sizeof(*out->filter));
	go_on(out->filter, len);
	more = lower(&tree, out->filter + len);
	out->len = (unsigned short)(len + more);
	return more ? 0 : -1;
}
