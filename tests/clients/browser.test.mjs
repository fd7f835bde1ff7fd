// SPDX-License-Identifier: MIT
//
// A page in Chromium that calls from another origin, with fetch() and with the
// official SDK.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { key, serving } from './lib.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

/* A web server with the page; tell(outcome) is for who visits. */
async function site() {
	const self = {};
	const server = http.createServer(async (request, response) => {
		const { pathname } = new URL(request.url, 'http://page');

		if (request.method === 'POST') {
			self.tell(JSON.parse(await text(request)));
			response.end();
		} else if (pathname.startsWith('/openai/')) {
			response.setHeader('Content-Type', 'text/javascript');
			response.end(readFileSync(path.join(here, 'node_modules', path.normalize(pathname))));
		} else {
			response.setHeader('Content-Type', 'text/html');
			response.end(readFileSync(path.join(here, 'page.html')));
		}
	});

	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	after(() => {
		server.close();
		server.closeAllConnections();
	});
	return Object.assign(self, { origin: `http://127.0.0.1:${server.address().port}` });
}

/* What the page of SITE tells of its calls to SERVER. */
async function visit(page, server) {
	const profile = mkdtempSync(path.join(tmpdir(), 'codeexec-chromium-'));
	const query = new URLSearchParams({ baseURL: server.baseURL, key });
	/* It has no sandbox of its own as root; the page is ours. */
	const browser = spawn('chromium', ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
		'--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
		`--user-data-dir=${profile}`, `${page.origin}/?${query}`], { stdio: 'ignore' });
	const ended = once(browser, 'exit').then(([code]) => ({ chromium: `ended with ${code}` }));
	const outcome = await Promise.race([ended, new Promise((tell) => Object.assign(page, { tell }))]);

	browser.kill();
	await ended;
	return outcome;
}

const friend = await site();
const stranger = await site();

describe('a page', () => {
	const server = serving('--cors', friend.origin);

	test('of an origin that the policy names reads answers, errors and their ids', async () => {
		assert.deepEqual(await visit(friend, server), {
			completion: [200, 'req_', '0', '42\n'],
			stream: [200, 'req_', 'data: [DONE]'],
			error: [404, 'req_', 'model_not_found'],
			keyless: [401, 'req_', 'invalid_api_key'],
			models: [200, 'req_', 'list'],
			sdk: ['42\n', 'req_'],
			sdkStream: ['42\n'],
		});
		assert.ok(server.exchanges().some(({ method, status }) => method === 'OPTIONS' && status === 204));
	});

	test('of another origin reads nothing, and can run nothing', async () => {
		const before = server.exchanges().length;

		assert.deepEqual(await visit(stranger, server), {
			completion: 'TypeError',
			stream: 'TypeError',
			error: 'TypeError',
			keyless: 'TypeError',
			models: 'TypeError',
			sdk: 'APIConnectionError',
			sdkStream: 'APIConnectionError',
		});
		assert.deepEqual([...new Set(server.exchanges().slice(before).map(({ method, status }) => `${method} ${status}`))]
			.sort(), ['OPTIONS 204', 'POST 401']);
	});
});

describe('a page, where the policy names no origin', () => {
	const server = serving();

	test('reads nothing', async () => {
		const outcome = await visit(stranger, server);

		assert.equal(outcome.completion, 'TypeError');
		assert.equal(outcome.models, 'TypeError');
	});
});
