/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * What the root is made of, looked at before clone: real path, kind and
 * identity of every source, so that a missing or odd one is refused early and
 * one that is exchanged in between is noticed.
 */

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox/layer.h"
#include "sandbox/mounts.h"

/* Names and addresses that programs look up; the same for everyone, so that
 * nothing of the host shows. */
const struct sb_etc_file sb_etc[] = {
	{"etc/passwd", "root:x:0:0::/:/bin/sh\n"
		       "codeexec:x:65534:65534::/workdir:/bin/sh\n"},
	{"etc/group", "root:x:0:\ncodeexec:x:65534:\n"},
	{"etc/hosts", "127.0.0.1 localhost codeexec\n::1 localhost codeexec\n"},
	{"etc/hostname", SB_HOSTNAME "\n"},
	{"etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n"
			      "services: files\nprotocols: files\n"},
	/* getaddrinfo(3) of "http" fails without. */
	{"etc/protocols", "ip 0 IP\nicmp 1 ICMP\ntcp 6 TCP\nudp 17 UDP\n"
			  "ipv6 41 IPv6\nipv6-icmp 58 IPv6-ICMP\n"},
	{"etc/services",
		"echo 7/tcp\necho 7/udp\ndiscard 9/tcp sink null\n"
		"discard 9/udp sink null\ndaytime 13/tcp\ndaytime 13/udp\n"
		"ftp-data 20/tcp\nftp 21/tcp\nssh 22/tcp\ntelnet 23/tcp\n"
		"smtp 25/tcp mail\ntime 37/tcp\ndomain 53/tcp\n"
		"domain 53/udp\ntftp 69/udp\nhttp 80/tcp www\n"
		"pop3 110/tcp\nntp 123/udp\nimap2 143/tcp imap\n"
		"snmp 161/udp\nldap 389/tcp\nhttps 443/tcp\nhttps 443/udp\n"
		"submission 587/tcp\nldaps 636/tcp\nimaps 993/tcp\n"
		"pop3s 995/tcp\n"},
};
const size_t sb_etc_count = sizeof(sb_etc) / sizeof(*sb_etc);

/* The first of the sources, in this order. */
enum { DEV_NULL, DEV_ZERO, DEV_FULL, DEV_RANDOM, DEV_URANDOM, DEVICES };
static const struct sb_bind devices[DEVICES] = {
	[DEV_NULL] = {"/dev/null", SB_BIND_READ_WRITE, false},
	[DEV_ZERO] = {"/dev/zero", SB_BIND_READ_WRITE, false},
	[DEV_FULL] = {"/dev/full", SB_BIND_READ_WRITE, false},
	[DEV_RANDOM] = {"/dev/random", SB_BIND_READ_WRITE, false},
	[DEV_URANDOM] = {"/dev/urandom", SB_BIND_READ_WRITE, false},
};

/* What a symbolic link says, as a new string, or NULL with errno. */
static char *read_link(const char *path)
{
	char text[PATH_MAX];
	ssize_t len = readlink(path, text, sizeof(text));

	if (len < 0)
		return NULL;
	if ((size_t)len >= sizeof(text)) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	return strndup(text, (size_t)len);
}

/* 1: looked at; 0: optional and not there; -1 with errno. */
static int look(
	const struct sb_bind *bind, bool device, struct sb_source *source)
{
	struct stat st;

	source->kind = bind->kind;
	source->device = device;
	if (lstat(bind->path, &st))
		return bind->optional && (errno == ENOENT || errno == ENOTDIR)
			       ? 0
			       : -1;
	source->target = strdup(bind->path + 1);
	source->path = S_ISLNK(st.st_mode) ? realpath(bind->path, NULL)
					   : strdup(bind->path);
	if (!source->target || !source->path)
		return -1;
	if (S_ISLNK(st.st_mode)) {
		if (!strncmp(source->path, "/usr/", strlen("/usr/"))) {
			source->link = read_link(bind->path);
			return source->link ? 1 : -1;
		}
		if (lstat(source->path, &st))
			return -1;
	}
	if (device && !S_ISCHR(st.st_mode)) {
		errno = ENODEV;
		return -1;
	}
	source->folder = S_ISDIR(st.st_mode);
	source->dev = st.st_dev;
	source->ino = st.st_ino;
	return 1;
}

static void forget(struct sb_source *source)
{
	free(source->target);
	free(source->path);
	free(source->link);
	*source = (struct sb_source){0};
}

static int add(struct sb *box, const struct sb_bind *bind, bool device,
	struct sb_fail *why)
{
	struct sb_source *source = &box->source[box->source_count];
	int found = look(bind, device, source);

	if (found < 0) {
		sb_fails(why, "bind ");
		(void)strncat(why->step, bind->path,
			sizeof(why->step) - sizeof("bind "));
	}
	if (found <= 0) {
		forget(source);
		return found;
	}
	box->source_count++;
	return 0;
}

/*
 * A shared mapping of /dev/zero is memory of no process and of no file that is
 * counted. /dev/full reads the same and cannot be mapped.
 */
static int zero_by_full(struct sb *box)
{
	struct sb_source *zero = &box->source[DEV_ZERO];
	const struct sb_source *full = &box->source[DEV_FULL];
	char *path = strdup(full->path);

	if (!path)
		return -1;
	free(zero->path);
	zero->path = path;
	zero->dev = full->dev;
	zero->ino = full->ino;
	return 0;
}

int sb_mounts_prepare(struct sb *box, struct sb_fail *why)
{
	const struct sb_spec *spec = box->spec;

	box->source = calloc(spec->bind_count + DEVICES, sizeof(*box->source));
	box->tree = calloc(spec->bind_count + DEVICES, sizeof(*box->tree));
	if (!box->source || !box->tree)
		return sb_fails(why, "memory for binds");
	for (size_t i = 0; i < DEVICES; i++)
		if (add(box, &devices[i], true, why))
			return -1;
	if (box->memory == SB_MEMORY_WATCHDOG && zero_by_full(box))
		return sb_fails(why, "memory for binds");
	for (size_t i = 0; i < spec->bind_count; i++)
		if (add(box, &spec->bind[i], false, why))
			return -1;
	return 0;
}

void sb_mounts_release(struct sb *box)
{
	for (size_t i = 0; i < box->source_count; i++)
		forget(&box->source[i]);
	free(box->source);
	free(box->tree);
	box->tree = NULL;
	box->source = NULL;
	box->source_count = 0;
}
