/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The loop. One poll waits for everything: signals, clients, libmicrohttpd,
 * and the pipes and boxes of what runs; then each has its turn.
 */

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <syslog.h>
#include <unistd.h>

#include "core/open_files.h"
#include "http/server_parts.h"

/* What libmicrohttpd may use for one connection: the longest head that is
 * judged sound, and our headers. */
#define CONNECTION_MEMORY_BYTES ((size_t)96 << 10)

enum {
	FD_SIGNALS,
	FD_LOOP,
	FD_DAEMON,
	FD_VERSIONS,
	FDS = FD_VERSIONS + VERSIONS_FDS
};

/* Its MHD_NotifyConnectionCallback: tie its connection to ours. */
static void tie(void *closure, struct MHD_Connection *mhd, void **context,
	enum MHD_ConnectionNotificationCode what)
{
	struct server *server = closure;
	struct link *link = *context;

	(void)mhd;
	if (what == MHD_CONNECTION_NOTIFY_STARTED) {
		link = calloc(1, sizeof(*link));
		*context = link; /* without it, nothing will be answered */
		if (link) {
			link->connection = server->adding;
			server->adding->link = link;
		}
		return;
	}
	if (link && link->connection)
		link->connection->link = NULL;
	free(link);
	*context = NULL;
}

static int start_daemon(struct server *server, struct error *e)
{
	const struct mhd *mhd = &server->mhd;
	const union MHD_DaemonInfo *info;

	server->daemon = mhd->MHD_start_daemon(
		MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET |
			MHD_ALLOW_SUSPEND_RESUME,
		0, NULL, NULL, exchange_handle, server,
		MHD_OPTION_NOTIFY_COMPLETED, exchange_completed, server,
		MHD_OPTION_NOTIFY_CONNECTION, tie, server,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, CONNECTION_MEMORY_BYTES,
		MHD_OPTION_CONNECTION_LIMIT, (unsigned)INT_MAX,
		MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
	if (!server->daemon)
		return fail(e, ERR_INTERNAL, "MHD_start_daemon: %s",
			strerror(errno));
	info = mhd->MHD_get_daemon_info(
		server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
	server->daemon_fd = info ? info->epoll_fd : -1;
	return server->daemon_fd < 0
		       ? fail(e, ERR_INTERNAL, "libmicrohttpd has no epoll fd")
		       : 0;
}

/* Signals come as bytes to read. What runs is shielded: a box sets its own. */
static int open_signals(struct error *e)
{
	sigset_t set;
	int fd;

	(void)sigemptyset(&set);
	(void)sigaddset(&set, SIGTERM);
	(void)sigaddset(&set, SIGINT);
	(void)sigaddset(&set, SIGHUP);
	(void)sigprocmask(SIG_BLOCK, &set, NULL); /* valid by construction */
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (fd < 0)
		(void)fail(e, ERR_INTERNAL, "signalfd: %s", strerror(errno));
	return fd;
}

static void hear_of_warm(void *to, const char *message)
{
	const struct server *server = to;

	log_say(&server->log, LOG_WARNING, "%s", message);
}

/* Who listens has more than one conversation's runs ahead. */
static int read_world(
	struct server *server, struct world **world, struct error *e)
{
	bool listens = server->options->listen_count || server->listener_count;
	struct warm_listener listener = {hear_of_warm, server};

	return world_load(
		&server->options->source, listens, listener, world, e);
}

/* An empty allowlist is no mistake that can be told, but it looks like one. */
static void say_what_runs(const struct server *server)
{
	if (!server->world->policy.programs.count)
		log_say(&server->log, LOG_WARNING,
			"no program is allowed, so every request will be "
			"refused; the operator allows one with --allow or "
			"'programs' in the policy");
}

/* Who types `codeexec serve` most likely wants what waits for many. */
static void say_where(const struct server *server)
{
	if (!server->listener_count && isatty(STDIN_FILENO) == 1)
		log_say(&server->log, LOG_NOTICE,
			"reading one conversation from the terminal, up to ^D; "
			"--listen 8080 serves in a loop");
}

/* Read policy, registry and keys again; what is wrong changes nothing. */
static void reload(struct server *server)
{
	struct world *world;
	struct error e = {0};

	if (!read_world(server, &world, &e) &&
		auth_load(
			world->policy.server.api_key_file, &server->auth, &e)) {
		world_drop(world);
		world = NULL;
	}
	if (!world) {
		log_say(&server->log, LOG_ERR,
			"reload: %s; what was in force stays so", e.message);
		return;
	}
	world_drop(server->world);
	server->world = world;
	server->health_ms = 0;
	log_say(&server->log, LOG_NOTICE, "reload: done");
	say_what_runs(server);
}

/* True when it shall end at once. */
static bool take_signals(struct server *server, int fd)
{
	struct signalfd_siginfo info;

	while (read(fd, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGHUP) {
			reload(server);
			continue;
		}
		if (server->ending)
			return true;
		server->ending = true;
		clients_take_last(server);
		clients_refuse(server);
		log_say(&server->log, LOG_NOTICE,
			"ending: %zu connections to be finished",
			server->connection_count);
	}
	return false;
}

static bool at_end(const struct server *server)
{
	return (server->ending || !server->listener_count) &&
	       !server->connection_count;
}

static int shorter(int wait_ms, int64_t than_ms)
{
	if (than_ms < 0)
		than_ms = 0;
	if (wait_ms >= 0 && wait_ms < than_ms)
		return wait_ms;
	return than_ms > INT_MAX ? wait_ms : (int)than_ms;
}

/* How long poll(2) may wait, apart from runs. */
static int wait_of(struct server *server)
{
	MHD_UNSIGNED_LONG_LONG daemon_ms;
	int64_t now_ms = clock_ms();
	int64_t deadline = connection_deadlines(server, now_ms);
	int64_t again = clients_deadline(server, now_ms);
	int wait_ms = execute_tidy(false);

	if (loop_ready(&server->loop))
		return 0;
	if (deadline != INT64_MAX)
		wait_ms = shorter(wait_ms, deadline - now_ms);
	if (again != INT64_MAX)
		wait_ms = shorter(wait_ms, again - now_ms);
	if (server->mhd.MHD_get_timeout(server->daemon, &daemon_ms) == MHD_YES)
		wait_ms = shorter(wait_ms, (int64_t)daemon_ms);
	return wait_ms;
}

static int loop(struct server *server, int signals, struct error *e)
{
	struct pollfd *fds = calloc(FDS, sizeof(*fds));
	size_t cap = FDS;
	bool now = false;

	while (fds && !now && !at_end(server)) {
		int wait_ms = wait_of(server);
		size_t count = chat_fds(server, &fds, &cap, FDS, &wait_ms);

		versions_fds(server, fds + FD_VERSIONS, &wait_ms);
		fds[FD_SIGNALS] = (struct pollfd){signals, POLLIN, 0};
		fds[FD_LOOP] = (struct pollfd){server->loop.fd, POLLIN, 0};
		fds[FD_DAEMON] = (struct pollfd){server->daemon_fd, POLLIN, 0};
		if (poll(fds, (nfds_t)count, wait_ms) < 0 && errno != EINTR) {
			(void)fail(
				e, ERR_INTERNAL, "poll: %s", strerror(errno));
			break;
		}
		if (fds[FD_SIGNALS].revents)
			now = take_signals(server, signals);
		chat_step(server, fds + FDS, count - FDS);
		versions_step(server, fds + FD_VERSIONS);
		loop_dispatch(&server->loop);
		(void)server->mhd.MHD_run(server->daemon);
		if (server->ending)
			connection_end_idle(server);
	}
	if (!fds)
		(void)fail_memory(e);
	else if (server->write_errno)
		(void)fail(e, ERR_IO, "cannot write to stdout: %s",
			strerror(server->write_errno));
	free(fds);
	return e->kind == ERR_NONE ? 0 : -1;
}

static void release(struct server *server)
{
	while (server->connections)
		connection_drop(server->connections);
	if (server->daemon)
		server->mhd.MHD_stop_daemon(server->daemon);
	clients_refuse(server);
	free(server->listener);
	free(server->listen_watch);
	versions_end(server);
	loop_close(&server->loop);
	world_drop(server->world);
	auth_free(&server->auth);
	metrics_free(&server->metrics);
}

int server_run(const struct server_options *options, struct error *e)
{
	struct server server = {.options = options,
		.loop = {.fd = -1},
		.log = log_open(options->log, options->quiet)};
	int signals = -1;
	int status = -1;

	open_files_raise();
	if ((options->listen_count || !listen_inherited(&server.listener,
					      &server.listener_count, e)) &&
		!read_world(&server, &server.world, e) &&
		!auth_load(server.world->policy.server.api_key_file,
			&server.auth, e) &&
		!mhd_load(&server.mhd, e) && !loop_open(&server.loop, e) &&
		!start_daemon(&server, e) && (signals = open_signals(e)) >= 0 &&
		!clients_open(&server, e)) {
		say_what_runs(&server);
		say_where(&server);
		status = loop(&server, signals, e);
	}
	release(&server);
	if (signals >= 0)
		(void)close(signals); /* only read */
	return status;
}
