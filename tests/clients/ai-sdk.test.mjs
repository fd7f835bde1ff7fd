// SPDX-License-Identifier: MIT
//
// Vercel's AI SDK with its provider for OpenAI-compatible services.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, RetryError, generateObject, generateText, streamText } from 'ai';
import { z } from 'zod';

import { Shared, ended, failure, key, metric, serving, until } from './lib.mjs';

const shared = new Shared();

globalThis.AI_SDK_LOG_WARNINGS = false;

/* How the provider is told of members that it does not know. */
const metadataExtractor = {
	extractMetadata: async ({ parsedBody }) => ({ codeexec: parsedBody.codeexec }),
	createStreamExtractor() {
		let codeexec;

		return {
			processChunk: (chunk) => codeexec = chunk.codeexec ?? codeexec,
			buildMetadata: () => ({ codeexec }),
		};
	},
};

function model(server, id = 'python', options = {}) {
	return createOpenAICompatible({
		name: 'codeexec', baseURL: server.baseURL, apiKey: key, includeUsage: true, metadataExtractor, ...options,
	})(id);
}

describe('the AI SDK', () => {
	const server = serving('--read-write', shared.folder, '--timeout', '60s', '--max-concurrent', '2',
		'--queue', '32', '--queue-wait', '30s');

	test('generateText(): text, codeexec as metadata, the request\'s id', async () => {
		const { text, finishReason, providerMetadata, response } = await generateText({
			model: model(server), prompt: 'print(6 * 7)',
		});

		assert.equal(text, '42\n');
		assert.equal(finishReason, 'stop');
		assert.equal(providerMetadata.codeexec.status, 'exited');
		assert.match(response.headers['x-request-id'], /^req_/);
		assert.equal(response.body.codeexec.exit_code, 0);
	});

	test('a program that fails is no exception', async () => {
		const { text, finishReason, providerMetadata } = await generateText({
			model: model(server), prompt: 'print("so far"); raise SystemExit(3)',
		});

		assert.deepEqual([text, finishReason, providerMetadata.codeexec.exit_code], ['so far\n', 'stop', 3]);
	});

	test('system is stdin; providerOptions carry codeexec\'s own members', async () => {
		const { text } = await generateText({
			model: model(server), system: 'from system', prompt: 'import sys; print(input(), *sys.argv[1:])',
			providerOptions: { codeexec: { codeexec: { args: ['a', 'b'] } } },
		});

		assert.equal(text, 'from system a b\n');
	});

	test('streamText(): text comes while the program runs, codeexec and usage at the end', async () => {
		const stream = streamText({
			model: model(server), prompt: `print(1, flush=True)\n${shared.hold('second')}print(2)`,
		});
		let text = '';

		for await (const part of stream.textStream) {
			text += part;
			if (text === '1\n')
				shared.open('second');
		}
		assert.equal(text, '1\n2\n');
		assert.equal(await stream.finishReason, 'stop');
		assert.equal((await stream.providerMetadata).codeexec.exit_code, 0);
		assert.equal((await stream.usage).totalTokens, 0);
	});

	test('generateObject() takes what a program prints as JSON', async () => {
		const { object } = await generateObject({
			model: model(server), schema: z.object({ sum: z.number() }), prompt: 'print(\'{"sum": 3}\')',
		});

		assert.deepEqual(object, { sum: 3 });
	});

	test('20 requests for 2 slots are all answered right', async () => {
		const numbers = Array.from({ length: 20 }, (_, i) => i);
		const answers = await Promise.all(numbers.map((i) =>
			generateText({ model: model(server), prompt: `print(${i} * ${i})` })));

		assert.deepEqual(answers.map(({ text }) => text), numbers.map((i) => `${i * i}\n`));
	});

	for (const [status, id, options] of [
		[401, 'python', { apiKey: 'another-key-of-the-tests' }],
		[403, 'ruby', {}],
		[404, 'gpt-4o', {}],
		[400, 'codeexec', {}],
	]) {
		test(`${status} is APICallError with our message, and is not tried again`, async () => {
			const sent = server.exchanges().length;
			const e = await failure(generateText({ model: model(server, id, options), prompt: 'text' }));

			assert.ok(APICallError.isInstance(e), `${e}`);
			assert.deepEqual([e.statusCode, e.isRetryable], [status, false]);
			assert.equal(e.message, JSON.parse(e.responseBody).error.message);
			assert.equal(server.exchanges().length, sent + 1);
		});
	}

	test('an error in front of a stream is a part of it', async () => {
		const errors = [];
		const stream = streamText({
			model: model(server, 'gpt-4o'), prompt: '1', onError: ({ error }) => errors.push(error),
		});

		await stream.consumeStream();
		assert.deepEqual(errors.map((e) => e.statusCode), [404]);
	});

	test('an abort in the midst of a stream ends the program', async () => {
		const control = new AbortController();
		const stream = streamText({
			model: model(server), prompt: `print(1, flush=True)\n${shared.tick('stream')}`,
			abortSignal: control.signal,
		});

		for await (const part of stream.textStream) {
			assert.match(part, /1/);
			await until(() => shared.ticks('stream'));
			control.abort();
			break;
		}
		await ended(server, shared, 'stream');
	});

	test('an abort before the answer ends the program', async () => {
		const control = new AbortController();
		const answer = failure(generateText({
			model: model(server), prompt: shared.tick('whole'), abortSignal: control.signal,
		}));

		await until(() => shared.ticks('whole'));
		control.abort();
		assert.equal((await answer).name, 'AbortError');
		await ended(server, shared, 'whole');
	});
});

describe('the AI SDK and saturation', () => {
	const server = serving('--max-concurrent', '1', '--queue', '1', '--queue-wait', '50ms',
		'--read-write', shared.folder);

	function refused() {
		return server.exchanges().filter((one) => one.status === 429).length;
	}

	test('429 is RetryError after the retries; a retry finds the slot that got free', async () => {
		const holder = generateText({ model: model(server), prompt: shared.hold('slot') });

		await until(async () => await metric(server, 'in_flight') === 1);
		const e = await failure(generateText({ model: model(server), prompt: 'print(1)', maxRetries: 1 }));

		assert.ok(RetryError.isInstance(e), `${e}`);
		assert.deepEqual(e.errors.map(({ statusCode }) => statusCode), [429, 429]);
		assert.equal(refused(), 2);

		const patient = generateText({ model: model(server), prompt: 'print(2)' });

		await until(() => refused() === 3);
		shared.open('slot');
		assert.equal((await holder).text, '');
		assert.equal((await patient).text, '2\n');
		assert.equal(server.exchanges().length, 5);
	});
});
