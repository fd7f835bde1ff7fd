/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * No capability, no way to get one, and proof of it.
 *
 * Theory of operation: the bounding set first (it takes CAP_SETPCAP), by init
 * for the payload as well, which inherits it: each of its 41 calls copies the
 * credentials. Then in each of the two the ambient set, the securebits with
 * their locks, all three sets, no_new_privs. Then the payload reads everything
 * back, since a call that lied would be worse than one that failed.
 *
 * Must: leave nothing that execve could give back.
 */

#include <errno.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/caps.h"
#include "sandbox/layer.h"

#define SECUREBITS                                                             \
	(SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP |       \
		SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_KEEP_CAPS_LOCKED |      \
		SECBIT_NO_CAP_AMBIENT_RAISE |                                  \
		SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED)

int caps_bound(struct sb_fail *why)
{
	for (unsigned long cap = 0; cap < 64; cap++)
		if (prctl(PR_CAPBSET_DROP, cap, 0, 0, 0))
			return errno == EINVAL && cap > 0
				       ? 0
				       : sb_fails(why, "prctl PR_CAPBSET_DROP");
	return 0;
}

static int capabilities(bool set, struct __user_cap_data_struct data[2])
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3};

	return (int)syscall(set ? SYS_capset : SYS_capget, &header, data);
}

int caps_drop(struct sb_fail *why)
{
	struct __user_cap_data_struct none[2] = {{0}};

	if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0))
		return sb_fails(why, "prctl PR_CAP_AMBIENT");
	if (prctl(PR_SET_SECUREBITS, SECUREBITS, 0, 0, 0))
		return sb_fails(why, "prctl PR_SET_SECUREBITS");
	if (capabilities(true, none))
		return sb_fails(why, "capset");
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return sb_fails(why, "prctl PR_SET_NO_NEW_PRIVS");
	return 0;
}

static bool any_bounding(void)
{
	for (unsigned long cap = 0; cap < 64; cap++) {
		int has = prctl(PR_CAPBSET_READ, cap, 0, 0, 0);

		if (has > 0)
			return true;
		if (has < 0)
			break;
	}
	return false;
}

static int read_back(struct sb_fail *why)
{
	struct __user_cap_data_struct data[2];
	struct __user_cap_data_struct none[2] = {{0}};
	uid_t uid[3] = {0};
	gid_t gid[3] = {0};

	/* A call that succeeds and tells nothing shall not pass. */
	memset(data, 0xff, sizeof(data));
	errno = 0;
	if (getresuid(&uid[0], &uid[1], &uid[2]) ||
		getresgid(&gid[0], &gid[1], &gid[2]))
		return sb_fails(why, "read back: getresuid");
	for (int i = 0; i < 3; i++)
		if (uid[i] != SB_ID || gid[i] != SB_ID)
			return sb_fails(why, "read back: ids are not 65534");
	if (capabilities(false, data) || memcmp(data, none, sizeof(none)) != 0)
		return sb_fails(why, "read back: capabilities are left");
	if (any_bounding())
		return sb_fails(
			why, "read back: the bounding set is not empty");
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1)
		return sb_fails(why, "read back: no_new_privs is not set");
	return 0;
}

static int caps_enter(const struct sb *box, struct sb_fail *why)
{
	(void)box;
	return caps_drop(why) ? -1 : read_back(why);
}

/* Everything was read back on the way. */
static bool caps_detail(const struct sb *box, const struct sb_seen *seen,
	char *text, size_t size)
{
	(void)box;
	(void)seen;
	(void)snprintf(
		text, size, "all sets empty, no_new_privs, id %d", SB_ID);
	return true;
}

const struct sb_layer layer_caps = {
	.name = "caps",
	.stage = SB_STAGE_PAYLOAD,
	.enter = caps_enter,
	.detail = caps_detail,
};
