// SPDX-License-Identifier: MIT
//
// Groq's SDK, whose paths begin with /openai/v1.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import Groq from 'groq-sdk';

import { Shared, ask, ended, failure, key, metric, serving, until } from './lib.mjs';

const shared = new Shared();

function client(server, options = {}) {
	return new Groq({ apiKey: key, baseURL: server.origin, maxRetries: 0, ...options });
}

function create(server, request, options = {}) {
	return client(server).chat.completions.create(request, options);
}

describe('groq-sdk', () => {
	const server = serving('--read-write', shared.folder, '--timeout', '60s');

	test('content, the rest in codeexec, the request\'s id', async () => {
		const { data, response } = await create(server, ask('print(6 * 7)', { codeexec: { args: ['a'] } }))
			.withResponse();

		assert.equal(data.choices[0].message.content, '42\n');
		assert.equal(data.codeexec.status, 'exited');
		assert.match(response.headers.get('x-request-id'), /^req_/);
		assert.equal(server.exchanges().at(-1).path, '/openai/v1/chat/completions');
	});

	test('a program that fails is no exception', async () => {
		assert.equal((await create(server, ask('raise SystemExit(3)'))).codeexec.exit_code, 3);
	});

	test('chunks come while the program runs, and codeexec in the last', async () => {
		const stream = await create(server,
			ask(`print(1, flush=True)\n${shared.hold('second')}print(2)`, { stream: true }));
		let text = '';
		let last;

		for await (const chunk of stream) {
			last = chunk;
			text += chunk.choices[0].delta.content ?? '';
			if (text === '1\n')
				shared.open('second');
		}
		assert.equal(text, '1\n2\n');
		assert.equal(last.codeexec.exit_code, 0);
	});

	test('models', async () => {
		const { data } = await client(server).models.list();

		assert.ok(data.some(({ id }) => id === 'python'));
		assert.equal((await client(server).models.retrieve('python')).id, 'python');
	});

	for (const [kind, status, code, options, request] of [
		[Groq.AuthenticationError, 401, 'invalid_api_key', { apiKey: 'another-key-of-the-tests' }, ask('1')],
		[Groq.PermissionDeniedError, 403, 'program_not_allowed', {}, ask('1', { model: 'ruby' })],
		[Groq.NotFoundError, 404, 'model_not_found', {}, ask('1', { model: 'llama' })],
		[Groq.BadRequestError, 400, 'no_code_block', {}, ask('text', { model: 'codeexec' })],
	]) {
		test(`${status} is ${kind.name}, and is not tried again`, async () => {
			const sent = server.exchanges().length;
			const e = await failure(client(server, { ...options, maxRetries: 2 }).chat.completions.create(request));

			assert.ok(e instanceof kind, `${e}`);
			assert.equal(e.error.error.code, code);
			assert.equal(server.exchanges().length, sent + 1);
		});
	}

	test('abort() in the midst of a stream ends the program', async () => {
		const control = new AbortController();
		const stream = await create(server, ask(`print(1, flush=True)\n${shared.tick('stream')}`, { stream: true }),
			{ signal: control.signal });

		for await (const chunk of stream) {
			if (!chunk.choices[0].delta.content || control.signal.aborted)
				continue;
			await until(() => shared.ticks('stream'));
			control.abort();
		}
		await ended(server, shared, 'stream');
	});
});

describe('groq-sdk and saturation', () => {
	const server = serving('--max-concurrent', '1', '--queue', '1', '--queue-wait', '50ms',
		'--read-write', shared.folder);

	test('429 is RateLimitError after the retries', async () => {
		const holder = create(server, ask(shared.hold('slot')));

		await until(async () => await metric(server, 'in_flight') === 1);
		const e = await failure(client(server, { maxRetries: 1 }).chat.completions.create(ask('print(1)')));

		assert.ok(e instanceof Groq.RateLimitError, `${e}`);
		assert.equal(server.exchanges().filter((one) => one.status === 429).length, 2);
		shared.open('slot');
		assert.equal((await holder).codeexec.exit_code, 0);
	});
});
