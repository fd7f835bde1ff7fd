/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * What the files of the server share: the process (server), a client's
 * connection, and one request with its answer on it (exchange).
 *
 * Bytes of a client are judged by http/message.h and then go through a
 * socketpair to libmicrohttpd, which calls exchange_handle(); what it answers
 * comes back the same way. At most one request of a connection is beyond the
 * socketpair.
 */
#ifndef HTTP_SERVER_PARTS_H
#define HTTP_SERVER_PARTS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/answer.h"
#include "core/buf.h"
#include "core/clock.h"
#include "core/error.h"
#include "http/auth.h"
#include "http/listen.h"
#include "http/log.h"
#include "http/loop.h"
#include "http/message.h"
#include "http/metrics.h"
#include "http/mhd.h"
#include "http/server.h"
#include "http/world.h"

/* How long a connection that we end may still say what nobody reads, so that
 * it gets to read our answer. */
#define LINGER_MS 1000
/* How long a server that ends waits for the first byte of a client that has not
 * asked for anything yet. */
#define FIRST_WORD_MS 1000
#define REQUEST_ID_BYTES 40

/* Of programs for their versions: http/versions.c. Zero: of none. */
struct asking {
	struct world *world; /* held */
	size_t at;           /* in its registry */
	struct models_version *version;
};

struct server {
	const struct server_options *options;
	struct mhd mhd;
	struct MHD_Daemon *daemon;
	int daemon_fd; /* pollable: libmicrohttpd has something to do */
	struct loop loop;
	struct world *world;
	struct auth auth;
	struct log log;
	struct metrics metrics;
	struct listener *listener;  /* owned */
	struct watch *listen_watch; /* owned; one a listener */
	size_t listener_count;
	struct connection *connections; /* the newest first */
	size_t connection_count;
	size_t held_bytes;         /* of whole answers that are not read yet */
	int write_errno;           /* of the conversation on stdout; 0 = none */
	struct connection *adding; /* the one that libmicrohttpd is given */
	struct exchange *exchanges; /* the newest first */
	struct exchange *exchanges_last;
	int64_t listen_ms; /* no client is taken before; 0 = any time */
	bool ending;       /* takes no more */
	struct asking asking;
	int64_t health_ms; /* when the sandbox was last tried */
	struct error health;
};

/* What the front of a connection waits for. */
enum reading {
	READ_HEAD,
	READ_BODY,   /* of known length */
	READ_CHUNKS, /* a chunked body */
	READ_ANSWER, /* nothing: the request is whole */
	READ_NO_MORE /* nothing ever again */
};

/* From libmicrohttpd's connection to ours, which may be gone. */
struct link {
	struct connection *connection;
};

struct connection {
	struct server *server;
	struct link *link; /* libmicrohttpd's to free; NULL = none */
	struct connection *next;
	struct connection *prev;
	struct watch in;
	struct watch out; /* fd -1 when in serves both ways */
	struct watch inner;
	bool socket;      /* send(2) and recv(2) work on in and out */
	bool owned;       /* in is ours to close */
	struct buf inbox; /* read and not passed on */
	size_t passable;  /* how much of it has been judged and may pass */
	enum reading reading;
	uint64_t body_left;
	struct message_head head;
	struct message_chunks chunks;
	bool in_ended; /* the client sends no more */
	char *outbox;  /* owned; OUTBOX_BYTES; NULL = empty */
	size_t out_at;
	size_t out_len;
	size_t ahead;       /* bytes of the answer that have left before it */
	bool probed;        /* it sends no more, and this was looked into */
	bool hung_up;       /* both ways; an answer that it has read may end */
	size_t requests;    /* how many have been passed on */
	size_t completed;   /* how many of them have been answered */
	bool last;          /* no further request is taken */
	struct error fault; /* what we refuse by ourselves */
	bool fault_written;
	bool bodiless; /* to be refused without a body: HEAD */
	bool lingering;
	bool dead; /* to be freed at the end of connection_pump() */
	struct exchange *exchange; /* the one in progress */
	int64_t deadline_ms;       /* INT64_MAX = none */
	int64_t since_ms;          /* when it began to wait for a request */
	int64_t begun_us;          /* when the head in progress began */
};

enum exchange_state {
	EXCHANGE_RECEIVING,
	EXCHANGE_WAITING, /* for a slot */
	EXCHANGE_RUNNING,
	EXCHANGE_ASKING, /* for versions */
	EXCHANGE_ENDED,  /* what is left is for the client to read */
};

struct route;

struct exchange {
	struct server *server;
	struct connection *connection; /* NULL = it has gone */
	struct MHD_Connection *mhd;
	struct exchange *next; /* of those that wait or run */
	struct exchange *prev;
	bool listed;
	enum exchange_state state;
	struct world *world;
	char id[REQUEST_ID_BYTES];
	char *method;
	char *path;
	char client_id[64];
	const struct route *route; /* NULL = refused before */
	const char *argument;      /* what the path has behind the route's */
	const char *allow;         /* static; with ERR_METHOD_NOT_ALLOWED */
	struct error refusal;
	struct buf body;
	bool suspended;
	bool answered; /* a response is queued */
	bool aborted;  /* the client has gone */
	bool told;     /* somebody else has logged it */
	bool cut;      /* its run was ended with its client */
	size_t held;   /* bytes of its whole answer, until that is read */

	struct answer answer;
	struct outlet outlet;
	int slot_fd;
	int queue_fd;
	int64_t queue_deadline_ms;
	bool refused;   /* the answer is refusal */
	struct buf out; /* what of the answer libmicrohttpd has not had */
	size_t out_at;

	int status; /* HTTP */
	int64_t start_us;
	uint64_t bytes;
};

/* Begin to take clients: on sockets, or the one on stdin and stdout. 0, or -1
 * with *E: ERR_USAGE, ERR_CONFIG, ERR_IO, ERR_INTERNAL. */
int clients_open(struct server *server, struct error *e);

/* Take them again when it is time to. When it will be; INT64_MAX = no matter.
 */
int64_t clients_deadline(struct server *server, int64_t now_ms);

/* Take those whom the kernel has let in already: they would be cut off with the
 * sockets that we have opened. Of sockets that were passed to us, they are left
 * to the next server. */
void clients_take_last(struct server *server);

/* Take no more, and close what we listen on. Legal twice. */
void clients_refuse(struct server *server);

/* Take over the client on IN_FD and OUT_FD (the same for a socket); OWNED: to
 * be closed in the end. 0, or -1 with errno, and it is closed. */
int connection_open(struct server *server, int in_fd, int out_fd, bool owned);

/* Do all that can be done without waiting. It may be freed by this. */
void connection_pump(struct connection *c);

/* Since when it has taken up room without a request that anybody would miss;
 * INT64_MAX = there is one. */
int64_t connection_spare_since(const struct connection *c);

/* The server ends: drop those that have had their answers and ask for nothing.
 * Who has only come has FIRST_WORD_MS for a request. */
void connection_end_idle(struct server *server);

/* The request that it has passed on is answered: turn to the next, or the
 * end. It may be freed by this. */
void connection_answered(struct connection *c);

/* End it where it stands, with what runs for it. */
void connection_drop(struct connection *c);

/* See to deadlines of all. The next one, INT64_MAX = none. */
int64_t connection_deadlines(struct server *server, int64_t now_ms);

/* libmicrohttpd's MHD_AccessHandlerCallback; the closure is the server. */
enum MHD_Result exchange_handle(void *closure, struct MHD_Connection *mhd,
	const char *url, const char *method, const char *version,
	const char *data, size_t *len, void **context);

/* Its MHD_RequestCompletedCallback. */
void exchange_completed(void *closure, struct MHD_Connection *mhd,
	void **context, enum MHD_RequestTerminationCode why);

/* Poll fds of those that run, behind the COUNT at *FDS, which is grown as
 * needed (CAP). The new count; *WAIT_MS is lowered to what they can wait. */
size_t chat_fds(struct server *server, struct pollfd **fds, size_t *cap,
	size_t count, int *wait_ms);

/* A step of each that runs or waits; FDS as chat_fds() has filled it, from
 * COUNT on. */
void chat_step(struct server *server, const struct pollfd *fds, size_t count);

/* Write a chunk without content if that is what X's answer is made of and
 * nothing else is about to be written. */
void chat_probe(struct exchange *x);

/* 0: the versions of X's world are known. 1: they are asked for, X is suspended
 * and will be called again. -1 with X's refusal (ERR_INTERNAL: memory). */
int versions_wait(struct exchange *x);

/* The same as with chat_fds() and chat_step(), for what asks. */
#define VERSIONS_FDS EXECUTE_FDS(1)
void versions_fds(
	struct server *server, struct pollfd fds[VERSIONS_FDS], int *wait_ms);
void versions_step(struct server *server, const struct pollfd *fds);

/* Ask no more. */
void versions_end(struct server *server);

/* Kill what runs for X: its client has gone. */
void exchange_abort(struct exchange *x);

/* LEN bytes of its answer are held until they are read. When all that are held
 * come to too much, connections are dropped that do not read theirs. */
void exchange_hold(struct exchange *x, size_t len);

/* Let libmicrohttpd go on with it: there is something to send. */
void exchange_resume(struct exchange *x);
void exchange_suspend(struct exchange *x);

/* Queue responses. */
enum MHD_Result reply_text(
	struct exchange *x, int status, const char *type, struct buf *text);
enum MHD_Result reply_error(struct exchange *x, const struct error *e);
enum MHD_Result reply_stream(struct exchange *x);
enum MHD_Result reply_empty(struct exchange *x, int status);

/* Append to OUT a whole response, with its BODY or without (HEAD), that says E
 * and ends the connection. ID is filled with its request id. 0, or -1 when
 * memory is out. */
int reply_raw(const struct error *e, bool body, char id[REQUEST_ID_BYTES],
	struct buf *out);

/* The reason phrase of STATUS, of those that we refuse with. */
const char *reply_reason(int status);

void reply_make_id(char id[REQUEST_ID_BYTES]);

#endif
