/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Finding the place: /proc/self/cgroup says where we are in a hierarchy,
 * /proc/self/mountinfo where it is mounted. The latter takes the longer the
 * more mounts there are, so that first the usual folder is looked at.
 */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "sandbox/cgroup_place.h"
#include "sandbox/file.h"
#include "sandbox/layer.h"

#define MOUNTINFO_BYTES (256 << 10)
#define OWN_BYTES (16 << 10)
#define LINE_BYTES 8192
#define PATH_BYTES (PATH_MAX + 64)

static const char *const v1_names[CG_NEST] = {
	[CG_MEMORY] = "memory",
	[CG_PIDS] = "pids",
	[CG_CPU] = "cpuacct",
};

/* Is WORD one of the comma-separated LIST, which ends at END? */
static bool listed(const char *list, const char *end, const char *word)
{
	size_t len = strlen(word);

	while (list < end) {
		const char *comma = memchr(list, ',', (size_t)(end - list));
		const char *stop = comma ? comma : end;

		if ((size_t)(stop - list) == len && !memcmp(list, word, len))
			return true;
		list = stop + 1;
	}
	return false;
}

/*
 * One line of mountinfo: is it the mount of CONTROLLER ("" = v2)? Then its
 * root and mount point, which are cut out of LINE.
 */
static bool parse_mount(
	char *line, const char *controller, char **root, char **point)
{
	char *field[5];
	char *dash = strstr(line, " - ");
	char *type;
	char *options;
	char *rest = NULL;

	if (!dash)
		return false;
	type = dash + 3;
	options = strrchr(type, ' ');
	if (!options)
		return false;
	if (strncmp(type, *controller ? "cgroup " : "cgroup2 ",
		    *controller ? 7 : 8) != 0)
		return false;
	if (*controller &&
		!listed(options + 1, options + strlen(options), controller))
		return false;
	for (int i = 0; i < 5; i++) {
		field[i] = strtok_r(i ? NULL : line, " ", &rest);
		if (!field[i])
			return false;
	}
	*root = field[3];
	*point = field[4];
	return true;
}

/* The next line of *TEXT into LINE, cut when it is too long. False: none. */
static bool next_line(const char **text, char *line, size_t size)
{
	const char *end = strchrnul(*text, '\n');
	size_t len = (size_t)(end - *text);

	if (!**text)
		return false;
	if (len >= size)
		len = size - 1;
	memcpy(line, *text, len);
	line[len] = '\0';
	*text = *end ? end + 1 : end;
	return true;
}

/* Our own path in the hierarchy of CONTROLLER, into PATH. */
static int own_path(const struct cgroup_map *map, const char *controller,
	char path[PATH_MAX])
{
	const char *end;

	for (const char *line = map->own; *line; line = *end ? end + 1 : end) {
		const char *names = strchr(line, ':');
		const char *at = names ? strchr(names + 1, ':') : NULL;

		end = strchrnul(line, '\n');
		if (!at || at > end || end - at > PATH_MAX)
			continue;
		names++;
		if (*controller ? !listed(names, at, controller) : names != at)
			continue;
		at++;
		memcpy(path, at, (size_t)(end - at));
		path[end - at] = '\0';
		return 0;
	}
	return -1;
}

static int join(char place[PATH_MAX], const char *point, const char *path)
{
	return snprintf(place, PATH_MAX, "%s%s", point,
		       strcmp(path, "/") ? path : "") < PATH_MAX
		       ? 0
		       : -1;
}

/*
 * Is the whole hierarchy of CONTROLLER mounted at POINT? The root of every
 * hierarchy has the inode 1; a part of it, as containers have, has another.
 */
static bool is_whole(const char *point, const char *controller)
{
	struct statfs fs;
	struct stat st;

	return !statfs(point, &fs) &&
	       fs.f_type == (*controller ? CGROUP_SUPER_MAGIC
					 : CGROUP2_SUPER_MAGIC) &&
	       !stat(point, &st) && st.st_ino == 1;
}

/* Where the whole hierarchy of CONTROLLER is, if it is where systemd and
 * others mount it, into POINT. */
static bool usual_point(const char *controller, char point[64])
{
	static const char *const v2[] = {
		"/sys/fs/cgroup", "/sys/fs/cgroup/unified"};

	if (*controller) {
		(void)snprintf(point, 64, "/sys/fs/cgroup/%s", controller);
		return is_whole(point, controller);
	}
	for (size_t i = 0; i < 2; i++) {
		memcpy(point, v2[i], strlen(v2[i]) + 1);
		if (is_whole(point, controller))
			return true;
	}
	return false;
}

static const char *mounts(struct cgroup_map *map)
{
	if (!map->mounts && !map->failed) {
		map->mounts = malloc(MOUNTINFO_BYTES);
		if (!map->mounts || file_text("/proc/self/mountinfo",
					    map->mounts, MOUNTINFO_BYTES))
			map->failed = errno;
	}
	return map->failed ? "" : map->mounts;
}

/* As own_folder(), by the list of mounts: the long way. */
static int folder_by_mounts(struct cgroup_map *map, const char *controller,
	const char *path, char place[PATH_MAX], size_t *base)
{
	const char *text = mounts(map);
	char line[LINE_BYTES];
	char *root;
	char *point;

	while (next_line(&text, line, sizeof(line))) {
		const char *below = path;
		size_t len;

		if (!parse_mount(line, controller, &root, &point))
			continue;
		len = strlen(root);
		if (len > 1 && !strncmp(path, root, len))
			below = path + len;
		*base = strlen(point);
		return join(place, point, below);
	}
	return -1;
}

/*
 * Our folder in the mounted hierarchy of CONTROLLER into PLACE; *BASE is how
 * much of it is the mount point.
 */
static int own_folder(struct cgroup_map *map, const char *controller,
	char place[PATH_MAX], size_t *base)
{
	char path[PATH_MAX];
	char usual[64];

	if (own_path(map, controller, path))
		return -1;
	if (!usual_point(controller, usual))
		return folder_by_mounts(map, controller, path, place, base);
	*base = strlen(usual);
	return join(place, usual, path);
}

int cgroup_map_read(struct cgroup_map *map)
{
	map->own = malloc(OWN_BYTES);
	if (map->own && !file_text("/proc/self/cgroup", map->own, OWN_BYTES))
		return 0;
	cgroup_map_free(map);
	return -1;
}

void cgroup_map_free(struct cgroup_map *map)
{
	free(map->mounts);
	free(map->own);
	*map = (struct cgroup_map){0};
}

static bool writable(const char *place, const char *file)
{
	char path[PATH_BYTES];

	(void)snprintf(path, sizeof(path), "%s/%s", place, file);
	return !access(place, W_OK) && !access(path, W_OK);
}

static int cgroup1_place(
	struct cgroup_map *map, const char *controller, char place[PATH_MAX])
{
	size_t base;

	if (own_folder(map, controller, place, &base))
		return -1;
	return writable(place, "cgroup.procs") ? 0 : -1;
}

static bool file_lists(const char *place, const char *file, const char *word)
{
	char path[PATH_BYTES];
	char text[1024];

	(void)snprintf(path, sizeof(path), "%s/%s", place, file);
	if (file_text(path, text, sizeof(text)))
		return false;
	for (char *at = text; *at; at++)
		if (*at == ' ' || *at == '\n')
			*at = ',';
	return listed(text, text + strlen(text), word);
}

/*
 * Hand the controllers down to children of PLACE. Works for the root of the
 * hierarchy and for a folder without processes; elsewhere it is EBUSY.
 */
static bool enable(const char *place)
{
	char path[PATH_BYTES];

	if (!file_lists(place, "cgroup.controllers", "memory"))
		return false;
	(void)snprintf(path, sizeof(path), "%s/cgroup.subtree_control", place);
	if (file_put_at(AT_FDCWD, path, "+memory"))
		return false;
	(void)file_put_at(AT_FDCWD, path, "+pids"); /* RLIMIT_NPROC is there */
	return true;
}

/* The nearest folder, from PLACE up to its first BASE bytes, whose children
 * have memory; PLACE becomes it. */
static int nearest(char place[PATH_MAX], size_t base)
{
	for (;;) {
		char *slash;

		if (writable(place, "cgroup.procs") &&
			(file_lists(
				 place, "cgroup.subtree_control", "memory") ||
				enable(place)))
			return 0;
		slash = strrchr(place, '/');
		if (!slash || (size_t)(slash - place) < base)
			return -1;
		*slash = '\0';
	}
}

static bool is_ours_alone(const char *place)
{
	char path[PATH_BYTES];
	char text[64];
	char own[32];

	(void)snprintf(path, sizeof(path), "%s/cgroup.procs", place);
	(void)snprintf(own, sizeof(own), "%ld\n", (long)getpid());
	return !file_text(path, text, sizeof(text)) && !strcmp(text, own);
}

/*
 * A service of systemd is born into the very folder that is delegated to it
 * (before DelegateSubgroup=, systemd 254), a container's into the root of its
 * own. As long as we are in it, its children have no controllers: so we move
 * into one of them.
 */
static bool step_aside(const char *place)
{
	char path[PATH_BYTES];

	if (!writable(place, "cgroup.procs") || !is_ours_alone(place))
		return false;
	(void)snprintf(path, sizeof(path), "%s/codeexec", place);
	if (mkdir(path, 0755) && errno != EEXIST)
		return false;
	(void)snprintf(path, sizeof(path), "%s/codeexec/cgroup.procs", place);
	if (!file_put_at(AT_FDCWD, path, "0") && enable(place))
		return true;
	(void)snprintf(path, sizeof(path), "%s/cgroup.procs", place);
	(void)file_put_at(AT_FDCWD, path, "0"); /* else it is as good there */
	return false;
}

static int cgroup2_place(struct cgroup_map *map, char place[PATH_MAX])
{
	char own[PATH_MAX];
	size_t base;

	if (own_folder(map, "", place, &base))
		return -1;
	/* Where v1 has the controllers, all of this hierarchy lacks them. */
	if (strlen(place) == base &&
		!file_lists(place, "cgroup.controllers", "memory"))
		return -1;
	memcpy(own, place, sizeof(own));
	if (!nearest(place, base))
		return 0;
	memcpy(place, own, sizeof(own));
	return step_aside(place) ? 0 : -1;
}

/* Where the cgroup of CONTROLLER is that the warm program of BOX has, BOX's own
 * is to be: it does not look for a place again. 0, or -1: there is none. */
static int place_beside(const struct sb *box, enum sb_controller controller,
	char place[PATH_MAX])
{
	const char *path = box->model->cgroup[controller].path;

	if (!path)
		return -1;
	(void)snprintf(place, PATH_MAX, "%.*s",
		(int)(strrchr(path, '/') - path), path);
	return 0;
}

int cgroup_place_v2(
	const struct sb *box, struct cgroup_map *map, char place[PATH_MAX])
{
	if (!box->model)
		return cgroup2_place(map, place);
	return box->model->memory == SB_MEMORY_CGROUP2
		       ? place_beside(box, CG_MEMORY, place)
		       : -1;
}

int cgroup_place_v1(const struct sb *box, struct cgroup_map *map,
	enum sb_controller controller, char place[PATH_MAX])
{
	if (!box->model)
		return cgroup1_place(map, v1_names[controller], place);
	return box->model->memory == SB_MEMORY_CGROUP1
		       ? place_beside(box, controller, place)
		       : -1;
}
