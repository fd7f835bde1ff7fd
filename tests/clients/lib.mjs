// SPDX-License-Identifier: MIT
//
// What every client test begins with: a codeexec to talk to, requests, and
// ways to hold a program and to see what became of it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { Tap } from './tap.mjs';

const program = process.env.CODEEXEC;

export const key = 'the-key-of-the-client-tests';

/* The address that CHILD says it listens on, as soon as it does. */
async function address(child) {
	const lines = [];

	for await (const line of readline.createInterface({ input: child.stderr })) {
		const found = line.match(/listening on (http:\S+)/);

		lines.push(line);
		if (found)
			return found[1];
	}
	throw new Error(`codeexec serve ended: ${lines.join('\n')}`);
}

/* What was answered, for tests/schema: a file a schema, a line an object. */
function record(objects) {
	const folder = process.env.CODEEXEC_TEST_RECORD;

	for (const [schema, text] of folder ? objects : [])
		appendFileSync(path.join(folder, schema), `${text.trim()}\n`);
}

async function start(flags) {
	const locks = mkdtempSync(path.join(tmpdir(), 'codeexec-locks-'));
	const child = spawn(program, ['serve', '--listen', '127.0.0.1:0', '--log', 'none',
		'--allow', 'python,sh', '--lock-dir', locks, ...flags], {
		env: { ...process.env, CODEEXEC_API_KEY: key },
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	const ended = new Promise((done) => child.once('exit', done));
	const straight = await address(child);
	const tap = await Tap.open(new URL(straight).port);
	const origin = `http://127.0.0.1:${tap.port}`;

	return {
		origin,
		baseURL: `${origin}/v1`,
		straight: `${straight}/v1`,
		exchanges: (end) => tap.exchanges(end),
		async stop() {
			record(tap.objects());
			await tap.close();
			child.kill('SIGTERM');
			assert.equal(await ended, 0);
			rmSync(locks, { recursive: true });
		},
	};
}

/*
 * For the tests of a describe(): a server with FLAGS. {origin, baseURL}: where
 * clients go, with a tap between; straight: the same without; exchanges(): see
 * tap.mjs.
 */
export function serving(...flags) {
	const server = {};

	before(async () => Object.assign(server, await start(flags)));
	after(() => server.stop?.());
	return server;
}

/* A request that runs CODE. */
export function ask(code, more = {}) {
	return { model: 'python', messages: [{ role: 'user', content: code }], ...more };
}

/* The value of the gauge NAME of SERVER. */
export async function metric(server, name) {
	const answer = await fetch(`${server.straight}/metrics`, {
		headers: { authorization: `Bearer ${key}` },
	});
	const line = (await answer.text()).match(new RegExp(`^codeexec_${name} (\\d+)$`, 'm'));

	return Number(line[1]);
}

/* What PROMISE is rejected with. */
export function failure(promise) {
	return promise.then((value) => assert.fail(`no failure: ${JSON.stringify(value)}`), (e) => e);
}

/* Milliseconds until TRUE() is. */
export async function until(what, within_ms = 10000) {
	const start = performance.now();

	while (!await what()) {
		if (performance.now() - start > within_ms)
			throw new Error(`not so after ${within_ms} ms: ${what}`);
		await sleep(2);
	}
	return performance.now() - start;
}

/*
 * The folder that programs can write to (--read-write), and code for them:
 * hold(name) waits for open(name); tick(name, more) writes to a file for ever,
 * and does more, and ticks(name) tells how far it got.
 */
export class Shared {
	folder = process.env.CODEEXEC_TEST_SHARED;

	#file(name) {
		return path.join(this.folder, `${process.pid}-${name}`);
	}

	hold(name) {
		return `import os, time\nwhile not os.path.exists('${this.#file(name)}'): time.sleep(.002)\n`;
	}

	open(name) {
		writeFileSync(this.#file(name), '');
	}

	tick(name, more = 'pass') {
		return `import time\nfile = open('${this.#file(name)}', 'ab', 0)\n`
			+ `while True:\n    file.write(b'.')\n    time.sleep(.002)\n    ${more}\n`;
	}

	ticks(name) {
		return existsSync(this.#file(name)) ? statSync(this.#file(name)).size : 0;
	}
}

/* The program that ticks under NAME, whose client has just gone, ends within
 * 100 ms. */
export async function ended(server, shared, name) {
	const took = await until(async () => await metric(server, 'in_flight') === 0);
	const ticks = shared.ticks(name);

	await sleep(50);
	assert.equal(shared.ticks(name), ticks);
	assert.ok(took < 100, `the program went on for ${took} ms`);
}
