// SPDX-License-Identifier: MIT
//
// The official SDK, of the version that SDK names: openai4, openai5 or openai
// (6).

import http from 'node:http';

import { key } from './lib.mjs';

const sdk = process.env.SDK ?? 'openai';

// Version 4 fetches by node-fetch 2, which with Node 18 takes the end of any
// chunked answer for a lost connection when that is kept (Node's own server too).
const old = sdk === 'openai4' && parseInt(process.versions.node, 10) < 20;
const kept = old ? { httpAgent: new http.Agent({ keepAlive: false }) } : {};

export const { default: OpenAI } = await import(sdk);
export const { zodResponseFormat } = await import(`${sdk}/helpers/zod`);

export function client(server, options = {}) {
	return new OpenAI({ apiKey: key, baseURL: server.baseURL, maxRetries: 0, ...kept, ...options });
}

export function create(server, request, options = {}) {
	return client(server).chat.completions.create(request, options);
}

/* Where stream(), parse() and runTools() are. */
export function helpers(server) {
	const { chat, beta } = client(server);

	return chat.completions.stream ? chat.completions : beta.chat.completions;
}
