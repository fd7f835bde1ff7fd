// SPDX-License-Identifier: MIT
//
// The official SDK: what it gets when all is well with codeexec, whatever
// becomes of the program.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { z } from 'zod';

import { Shared, ask, failure, serving } from './lib.mjs';
import { OpenAI, client, create, helpers, zodResponseFormat } from './openai.mjs';

const shared = new Shared();

describe('completions', () => {
	const server = serving('--allow', 'ruby');

	test('content, the rest in codeexec, the request\'s id', async () => {
		const { data, response } = await create(server,
			ask('import sys; print(6 * 7); print("no", file=sys.stderr)')).withResponse();

		assert.equal(data.choices[0].message.content, '42\n');
		assert.equal(data.choices[0].finish_reason, 'stop');
		assert.equal(data.codeexec.status, 'exited');
		assert.equal(data.codeexec.exit_code, 0);
		assert.equal(data.codeexec.stderr, 'no\n');
		assert.match(data._request_id, /^req_[0-9a-f]{32}$/);
		assert.equal(response.headers.get('x-request-id'), data._request_id);
		assert.equal(response.headers.get('x-codeexec-status'), 'exited');
		assert.equal(response.headers.get('x-codeexec-exit-code'), '0');
	});

	test('a program that fails is no exception', async () => {
		const failed = await create(server, ask('print("so far"); raise SystemExit(3)'));
		const killed = await create(server, ask('import os; os.kill(os.getpid(), 11)'));

		assert.equal(failed.choices[0].message.content, 'so far\n');
		assert.equal(failed.choices[0].finish_reason, 'stop');
		assert.equal(failed.codeexec.exit_code, 3);
		assert.equal(killed.codeexec.signal, 'SIGSEGV');
	});

	test('a program out of time is no exception', async () => {
		const answer = await create(server, ask('print("so far", flush=True)\nwhile True: pass', {
			codeexec: { limits: { timeout: '1s' } },
		}));

		assert.equal(answer.choices[0].message.content, 'so far\n');
		assert.equal(answer.codeexec.timed_out, true);
	});

	test('members of codeexec\'s own go in and come out', async () => {
		const answer = await create(server, ask(
			'import sys; open("out", "w").write(input() + open("in").read() + sys.argv[1])', {
				codeexec: {
					stdin: 'a\n',
					args: ['c'],
					files: [{ path: 'in', content: 'b' }],
					limits: { timeout: '5s' },
					collect: ['out'],
				},
			}));

		assert.deepEqual(answer.codeexec.files.map(({ path, content }) => [path, content]), [['out', 'abc']]);
	});

	test('content is an array of parts; what has no effect is named', async () => {
		const answer = await create(server, {
			model: 'python',
			messages: [
				{ role: 'system', content: 'in' },
				{
					role: 'user', content: [
						{ type: 'text', text: 'print(input())' },
						{ type: 'image_url', image_url: { url: 'data:image/png;base64,' } },
						{ type: 'text', text: 'print(2)' },
					],
				},
			],
			temperature: 0,
			max_tokens: 1,
		});

		assert.equal(answer.choices[0].message.content, 'in\n2\n');
		for (const name of ['temperature', 'max_tokens'])
			assert.ok(answer.codeexec.ignored.includes(name), name);
	});

	test('n = 2 is two choices', async () => {
		const answer = await create(server, ask('print(1)', { n: 2 }));

		assert.deepEqual(answer.choices.map(({ index, message }) => [index, message.content]),
			[[0, '1\n'], [1, '1\n']]);
		assert.equal(answer.codeexec.runs.length, 2);
	});

	test('parse() takes what a program prints as JSON', async () => {
		const answer = await helpers(server).parse(ask('print(\'{"sum": 3}\')', {
			response_format: zodResponseFormat(z.object({ sum: z.number() }), 'answer'),
		}));

		assert.deepEqual(answer.choices[0].message.parsed, { sum: 3 });
	});

	test('output that was cut has finish_reason length, and parse() refuses it', async () => {
		const request = ask('print("x" * 100)', { codeexec: { limits: { stdout: 10 } } });
		const answer = await create(server, request);
		const e = await failure(helpers(server).parse(request));

		assert.equal(answer.choices[0].message.content, 'x'.repeat(10));
		assert.equal(answer.choices[0].finish_reason, 'length');
		assert.equal(answer.codeexec.stdout_truncated, true);
		assert.equal(e.constructor.name, 'LengthFinishReasonError');
	});

	test('runTools() ends after one answer', async () => {
		const runner = helpers(server).runTools(ask('print(1)', {
			tools: [{
				type: 'function',
				function: { name: 'f', description: 'f', parameters: { type: 'object' }, function: () => '' },
			}],
		}));

		assert.equal(await runner.finalContent(), '1\n');
	});

	test('models', async () => {
		const { models } = client(server);
		const listed = [];

		for await (const model of models.list())
			listed.push(model.id);
		assert.deepEqual(listed.sort(), ['python', 'ruby', 'sh']);
		assert.equal((await models.retrieve('python')).id, 'python');
		await assert.rejects(models.retrieve('perl'), OpenAI.NotFoundError);
	});
});

describe('streams', () => {
	const server = serving('--read-write', shared.folder);

	async function chunksOf(request, each = () => {}) {
		const chunks = [];

		for await (const chunk of await create(server, { ...request, stream: true })) {
			chunks.push(chunk);
			each(chunk);
		}
		return chunks;
	}

	function contentOf(chunks) {
		return chunks.map((chunk) => chunk.choices[0].delta.content ?? '').join('');
	}

	test('chunks come while the program runs, in order, and codeexec in the last', async () => {
		const chunks = await chunksOf(ask(`print(1, flush=True)\n${shared.hold('second')}print(2)`),
			(chunk) => chunk.choices[0].delta.content?.startsWith('1') && shared.open('second'));
		const last = chunks.at(-1);

		assert.equal(chunks[0].choices[0].delta.role, 'assistant');
		assert.equal(contentOf(chunks), '1\n2\n');
		assert.deepEqual(chunks.map((chunk) => chunk.choices[0].finish_reason).filter(Boolean), ['stop']);
		assert.equal(last.choices[0].finish_reason, 'stop');
		assert.equal(last.codeexec.status, 'exited');
		assert.equal(new Set(chunks.map((chunk) => chunk.id)).size, 1);
	});

	test('include_usage adds a chunk without choices', async () => {
		const chunks = await chunksOf(ask('print(1)', { stream_options: { include_usage: true } }));
		const usage = chunks.pop();

		assert.deepEqual(usage.choices, []);
		assert.equal(usage.usage.total_tokens, 0);
		assert.ok(chunks.every((chunk) => chunk.usage === null));
		assert.equal(chunks.at(-1).codeexec.exit_code, 0);
	});

	test('no character is torn', async () => {
		const chunks = await chunksOf(ask('print("aé€😀" * 40000)'));

		assert.ok(chunks.length > 10);
		assert.ok(contentOf(chunks) === `${'aé€😀'.repeat(40000)}\n`);
	});

	test('a program that fails ends its stream as any other does', async () => {
		const last = (await chunksOf(ask('print(1); raise SystemExit(3)'))).at(-1);

		assert.equal(last.choices[0].finish_reason, 'stop');
		assert.equal(last.codeexec.exit_code, 3);
	});

	test('stream() and its helpers', async () => {
		const stream = helpers(server).stream(ask('for i in range(3): print(i, flush=True)'));
		let heard = '';

		stream.on('content', (delta) => heard += delta);
		assert.equal(await stream.finalContent(), '0\n1\n2\n');
		assert.equal(heard, '0\n1\n2\n');
		assert.equal((await stream.finalChatCompletion()).choices[0].finish_reason, 'stop');
	});
});
