// SPDX-License-Identifier: MIT
//
// The official SDK: errors and their classes, retries, many at once, and
// clients that go away.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { Shared, ask, ended, failure, metric, serving, until } from './lib.mjs';
import { OpenAI, client, create } from './openai.mjs';

const shared = new Shared();

describe('errors', () => {
	const server = serving();

	for (const [what, options, request, kind, ...members] of [
		['a wrong key', { apiKey: 'another-key-of-the-tests' }, ask('1'),
			OpenAI.AuthenticationError, 401, 'invalid_request_error', 'invalid_api_key', null],
		['a program that is not allowed', {}, ask('1', { model: 'ruby' }),
			OpenAI.PermissionDeniedError, 403, 'permission_error', 'program_not_allowed', 'model'],
		['a model that nobody knows', {}, ask('1', { model: 'gpt-4o' }),
			OpenAI.NotFoundError, 404, 'invalid_request_error', 'model_not_found', 'model'],
		['the same with stream', {}, ask('1', { model: 'gpt-4o', stream: true }),
			OpenAI.NotFoundError, 404, 'invalid_request_error', 'model_not_found', 'model'],
		['no code', {}, ask('text', { model: 'codeexec' }),
			OpenAI.BadRequestError, 400, 'invalid_request_error', 'no_code_block', 'messages'],
		['a value of the wrong type', {}, ask('1', { codeexec: { stdin: 1 } }),
			OpenAI.BadRequestError, 400, 'invalid_request_error', 'invalid_type', 'codeexec.stdin'],
		['a body that is too large', {}, ask(`#${'x'.repeat(5 << 20)}`),
			OpenAI.APIError, 413, 'invalid_request_error', 'request_too_large', null],
	]) {
		test(`${what}: ${members[0]} is ${kind.name}, and is not tried again`, async () => {
			const sent = server.exchanges().length;
			const e = await failure(client(server, { ...options, maxRetries: 2 }).chat.completions.create(request));

			assert.ok(e instanceof kind, `${e}`);
			assert.deepEqual([e.status, e.type, e.code, e.param], members);
			assert.match(e.requestID ?? e.request_id, /^req_/);
			assert.equal(server.exchanges().length, sent + 1);
		});
	}

	test('a base URL with the path in it: 404 says so', async () => {
		const e = await failure(client(server, { baseURL: `${server.baseURL}/chat/completions` })
			.chat.completions.create(ask('1')));

		assert.ok(e instanceof OpenAI.NotFoundError, `${e}`);
		assert.equal(e.code, 'unknown_url');
		assert.match(e.message, /the base URL ends with \/v1/);
	});

	test('a base URL without /v1 will do', async () => {
		const answer = await create({ baseURL: server.origin }, ask('print(1)'));

		assert.equal(answer.choices[0].message.content, '1\n');
	});
});

describe('saturation', () => {
	const server = serving('--max-concurrent', '1', '--queue', '1', '--queue-wait', '50ms',
		'--read-write', shared.folder);

	function refused() {
		return server.exchanges().filter((one) => one.status === 429).length;
	}

	test('429 is RateLimitError after the retries; a retry finds the slot that got free', async () => {
		const holder = create(server, ask(shared.hold('slot')));

		await until(async () => await metric(server, 'in_flight') === 1);
		const e = await failure(client(server, { maxRetries: 1 }).chat.completions.create(ask('print(1)')));

		assert.ok(e instanceof OpenAI.RateLimitError, `${e}`);
		assert.equal(e.code, 'rate_limit_exceeded');
		assert.equal(refused(), 2);

		const patient = client(server, { maxRetries: 2 }).chat.completions.create(ask('print(2)'));

		await until(() => refused() === 3);
		shared.open('slot');
		assert.equal((await holder).codeexec.exit_code, 0);
		assert.equal((await patient).choices[0].message.content, '2\n');
		assert.equal(server.exchanges().length, 5);
	});
});

describe('many at once', () => {
	const server = serving('--max-concurrent', '2', '--queue', '32', '--queue-wait', '60s');

	test('20 requests for 2 slots are all answered right', async () => {
		const numbers = Array.from({ length: 20 }, (_, i) => i);
		const answers = await Promise.all(numbers.map((i) => create(server, ask(`print(${i} * ${i})`))));

		assert.deepEqual(answers.map((answer) => answer.choices[0].message.content),
			numbers.map((i) => `${i * i}\n`));
	});
});

describe('clients that go away', () => {
	const server = serving('--read-write', shared.folder, '--timeout', '60s');
	const straight = { get baseURL() { return server.straight; } };

	for (const [what, code] of [
		['silent', (name) => `print(1, flush=True)\n${shared.tick(name)}`],
		['talking', (name) => shared.tick(name, 'print(1, flush=True)')],
	]) {
		test(`abort() in the midst of a stream ends a program that is ${what}`, async () => {
			const control = new AbortController();
			const stream = await create(straight, ask(code(what), { stream: true }), { signal: control.signal });

			for await (const chunk of stream) {
				if (!chunk.choices[0].delta.content || control.signal.aborted)
					continue;
				await until(() => shared.ticks(what));
				control.abort();
			}
			await ended(server, shared, what);
		});
	}

	test('leaving the loop over a stream ends the program', async () => {
		const stream = await create(straight, ask(`print(1, flush=True)\n${shared.tick('left')}`, { stream: true }));

		for await (const chunk of stream) {
			if (!chunk.choices[0].delta.content)
				continue;
			await until(() => shared.ticks('left'));
			break;
		}
		await ended(server, shared, 'left');
	});

	test('abort() before the answer ends the program', async () => {
		const control = new AbortController();
		const answer = failure(create(straight, ask(shared.tick('whole')), { signal: control.signal }));

		await until(() => shared.ticks('whole'));
		control.abort();
		assert.ok(await answer instanceof OpenAI.APIUserAbortError);
		await ended(server, shared, 'whole');
	});

	test('the client\'s own time limit ends the program', async () => {
		const e = await failure(create(straight, ask(shared.tick('late')), { timeout: 1000 }));

		assert.ok(e instanceof OpenAI.APIConnectionTimeoutError, `${e}`);
		assert.ok(shared.ticks('late'));
		await ended(server, shared, 'late');
	});
});

describe('clients that go away while they wait', () => {
	const server = serving('--max-concurrent', '1', '--queue-wait', '60s', '--read-write', shared.folder);

	test('abort() gives back the place in the queue, and nothing runs', async () => {
		const control = new AbortController();
		const holder = create(server, ask(shared.hold('held')));

		await until(async () => await metric(server, 'in_flight') === 1);
		const waiter = failure(create({ baseURL: server.straight }, ask(shared.tick('never')),
			{ signal: control.signal }));

		await until(async () => await metric(server, 'waiting') === 1);
		control.abort();
		assert.ok(await waiter instanceof OpenAI.APIUserAbortError);
		const took = await until(async () => await metric(server, 'waiting') === 0);

		assert.ok(took < 100, `it waited on for ${took} ms`);
		shared.open('held');
		await holder;
		assert.equal(shared.ticks('never'), 0);
	});
});
