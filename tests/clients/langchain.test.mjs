// SPDX-License-Identifier: MIT
//
// LangChain's chat model, which has the official SDK inside and retries of its
// own around it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { HumanMessage, SystemMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';

import { Shared, ended, failure, key, metric, serving, until } from './lib.mjs';

const shared = new Shared();

function model(server, options = {}) {
	return new ChatOpenAI({
		model: 'python', apiKey: key, configuration: { baseURL: server.baseURL }, maxRetries: 2,
		__includeRawResponse: true, ...options,
	});
}

describe('LangChain', () => {
	const server = serving('--read-write', shared.folder, '--timeout', '60s', '--max-concurrent', '2',
		'--queue', '32', '--queue-wait', '30s');

	test('invoke(): content, and codeexec in the raw response', async () => {
		const answer = await model(server).invoke('import sys; print(6 * 7); print("no", file=sys.stderr)');

		assert.equal(answer.content, '42\n');
		assert.equal(answer.response_metadata.finish_reason, 'stop');
		assert.equal(answer.additional_kwargs.__raw_response.codeexec.stderr, 'no\n');
	});

	test('a program that fails is no exception', async () => {
		const answer = await model(server).invoke('print("so far"); raise SystemExit(3)');

		assert.equal(answer.content, 'so far\n');
		assert.equal(answer.additional_kwargs.__raw_response.codeexec.exit_code, 3);
	});

	test('messages and parts; modelKwargs carry codeexec\'s own members', async () => {
		const answer = await model(server, { modelKwargs: { codeexec: { args: ['a', 'b'] } } }).invoke([
			new SystemMessage('from system'),
			new HumanMessage({ content: [{ type: 'text', text: 'import sys; print(input(), *sys.argv[1:])' }] }),
		]);

		assert.equal(answer.content, 'from system a b\n');
	});

	test('stream(): text comes while the program runs, codeexec in the last raw chunk', async () => {
		const raw = [];
		let text = '';

		for await (const chunk of await model(server).stream(
			`print(1, flush=True)\n${shared.hold('second')}print(2)`)) {
			text += chunk.content;
			raw.push(chunk.additional_kwargs.__raw_response);
			if (text === '1\n')
				shared.open('second');
		}
		assert.equal(text, '1\n2\n');
		assert.deepEqual(raw.map((chunk) => chunk?.codeexec?.exit_code).filter((code) => code !== undefined), [0]);
	});

	test('n = 2 is two generations', async () => {
		const { generations } = await model(server, { n: 2 }).generate([[new HumanMessage('print(1)')]]);

		assert.deepEqual(generations[0].map(({ text }) => text), ['1\n', '1\n']);
	});

	test('batch(): 20 requests for 2 slots are all answered right', async () => {
		const numbers = Array.from({ length: 20 }, (_, i) => i);
		const answers = await model(server).batch(numbers.map((i) => `print(${i} * ${i})`));

		assert.deepEqual(answers.map(({ content }) => content), numbers.map((i) => `${i * i}\n`));
	});

	for (const [status, code, options] of [
		[401, 'invalid_api_key', { apiKey: 'another-key-of-the-tests' }],
		[403, 'program_not_allowed', { model: 'ruby' }],
		[404, 'model_not_found', { model: 'gpt-4o' }],
		[400, 'no_code_block', { model: 'codeexec' }],
	]) {
		test(`${status} is an error with our code, and is not tried again`, async () => {
			const sent = server.exchanges().length;
			const e = await failure(model(server, options).invoke('text'));

			assert.deepEqual([e.status, e.code], [status, code]);
			assert.equal(server.exchanges().length, sent + 1);
		});
	}

	test('an abort in the midst of a stream ends the program', async () => {
		const control = new AbortController();
		const stream = await model(server).stream(`print(1, flush=True)\n${shared.tick('stream')}`,
			{ signal: control.signal });

		await assert.rejects(async () => {
			for await (const chunk of stream) {
				if (!chunk.content)
					continue;
				await until(() => shared.ticks('stream'));
				control.abort();
			}
		}, /abort/i);
		await ended(server, shared, 'stream');
	});

	test('the client\'s own time limit ends the program', async () => {
		await failure(model(server, { timeout: 1000, maxRetries: 0 }).invoke(shared.tick('late')));
		assert.ok(shared.ticks('late'));
		await ended(server, shared, 'late');
	});
});

describe('LangChain and saturation', () => {
	const server = serving('--max-concurrent', '1', '--queue', '1', '--queue-wait', '50ms',
		'--read-write', shared.folder);

	function refused() {
		return server.exchanges().filter((one) => one.status === 429).length;
	}

	test('429 is an error after the retries; a retry finds the slot that got free', async () => {
		const holder = model(server).invoke(shared.hold('slot'));

		await until(async () => await metric(server, 'in_flight') === 1);
		const e = await failure(model(server, { maxRetries: 1 }).invoke('print(1)'));

		assert.deepEqual([e.status, e.code], [429, 'rate_limit_exceeded']);
		assert.equal(refused(), 2);

		const patient = model(server).invoke('print(2)');

		await until(() => refused() === 3);
		shared.open('slot');
		assert.equal((await holder).content, '');
		assert.equal((await patient).content, '2\n');
		assert.equal(server.exchanges().length, 5);
	});
});
