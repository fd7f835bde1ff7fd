// SPDX-License-Identifier: MIT
//
// A tap on the wire between clients and a server: every byte goes through as
// it is, and what was said can be read afterwards.

import net from 'node:net';

const lineEnd = Buffer.from('\r\n');
const headEnd = Buffer.from('\r\n\r\n');

/* The body of chunks at the start of BYTES, and what is behind it; rest is
 * null when it ends before its end. */
function readChunks(bytes) {
	const parts = [];

	for (;;) {
		const end = bytes.indexOf(lineEnd);
		const size = end < 0 ? NaN : parseInt(bytes.subarray(0, end), 16);

		if (Number.isNaN(size) || bytes.length < end + 2 + size + 2)
			return { body: Buffer.concat(parts), rest: null };
		parts.push(bytes.subarray(end + 2, end + 2 + size));
		bytes = bytes.subarray(end + 2 + size + 2);
		if (!size)
			return { body: Buffer.concat(parts), rest: bytes };
	}
}

function readBody(bytes, headers, bodiless) {
	if (bodiless)
		return { body: Buffer.alloc(0), rest: bytes };
	if (headers['transfer-encoding'] === 'chunked')
		return readChunks(bytes);
	if (headers['content-length'] === undefined)
		return { body: bytes, rest: Buffer.alloc(0) };
	const length = Number(headers['content-length']);

	return {
		body: bytes.subarray(0, length),
		rest: bytes.length < length ? null : bytes.subarray(length),
	};
}

/* The messages in BYTES; BODILESS(first line, index) tells which have none
 * whatever their headers say. */
function readMessages(bytes, bodiless) {
	const messages = [];

	while (bytes?.length) {
		const end = bytes.indexOf(headEnd);

		if (end < 0)
			break;
		const [line, ...fields] = bytes.subarray(0, end).toString('latin1').split('\r\n');
		const headers = Object.fromEntries(fields.map((field) => {
			const colon = field.indexOf(':');

			return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
		}));
		const { body, rest } = readBody(bytes.subarray(end + headEnd.length), headers,
			bodiless(line, headers, messages.length));

		bytes = rest;
		if (!/^HTTP\/1\.1 1\d\d /.test(line))
			messages.push({ line, headers, body, whole: rest !== null });
	}
	return messages;
}

function exchangesOf(connection) {
	const requests = readMessages(Buffer.concat(connection.sent), (line, headers) =>
		!headers['content-length'] && !headers['transfer-encoding']);
	const responses = readMessages(Buffer.concat(connection.got), (line, headers, index) =>
		/^HTTP\/1\.1 (1\d\d|204) /.test(line) || requests[index].line.startsWith('HEAD '));

	return requests.map((request, index) => {
		const [method, path] = request.line.split(' ');
		const response = responses[index];

		return {
			method,
			path,
			request,
			response,
			status: response && Number(response.line.split(' ')[1]),
		};
	});
}

/* The schema of the OpenAPI document that a response's body must meet, and its
 * JSON texts. */
function judged({ path, status, response }) {
	const text = response.body.toString();

	if (response.headers['content-type']?.startsWith('text/event-stream')) {
		return text.split('\n\n').slice(0, -1).filter((event) => event !== 'data: [DONE]')
			.map((event) => event.replace(/^data: /, ''))
			.map((json) => [JSON.parse(json).error ? 'ErrorResponse'
				: 'CreateChatCompletionStreamResponse', json]);
	}
	if (!response.whole || !response.headers['content-type']?.startsWith('application/json'))
		return [];
	if (status >= 400)
		return [['ErrorResponse', text]];
	if (path.endsWith('/chat/completions'))
		return [['CreateChatCompletionResponse', text]];
	if (path.endsWith('/models'))
		return [['ListModelsResponse', text]];
	return path.includes('/models/') ? [['Model', text]] : [];
}

export class Tap {
	#connections = [];
	#server;

	/* A tap in front of PORT. */
	static async open(port) {
		const tap = new Tap();

		tap.#server = net.createServer((client) => tap.#join(client, port));
		await new Promise((done) => tap.#server.listen(0, '127.0.0.1', done));
		return tap;
	}

	get port() {
		return this.#server.address().port;
	}

	#join(client, port) {
		const server = net.connect({ port, host: '127.0.0.1' });
		const connection = { sent: [], got: [], client, server };

		this.#connections.push(connection);
		client.on('data', (data) => connection.sent.push(data));
		server.on('data', (data) => connection.got.push(data));
		/* No client here ends its sending and goes on to listen. */
		client.on('end', () => server.destroy());
		for (const [one, other] of [[client, server], [server, client]]) {
			one.setNoDelay();
			one.on('error', () => other.destroy());
			one.pipe(other);
		}
	}

	/* What was said: {method, path, status, request, response}, the latter two
	 * with headers and body; only what has a PATH with this end. */
	exchanges(path = '') {
		return this.#connections.flatMap(exchangesOf).filter((one) => one.path.endsWith(path));
	}

	/* [schema, JSON text] of every JSON object that was answered. */
	objects() {
		return this.exchanges().filter((one) => one.response).flatMap(judged);
	}

	async close() {
		for (const { client, server } of this.#connections) {
			client.destroy();
			server.destroy();
		}
		await new Promise((done) => this.#server.close(done));
	}
}
