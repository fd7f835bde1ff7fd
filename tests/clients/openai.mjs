// SPDX-License-Identifier: MIT
//
// The official SDK, of the version that SDK names: openai4, openai5 or openai
// (6).

import { key } from './lib.mjs';

const sdk = process.env.SDK ?? 'openai';

export const { default: OpenAI } = await import(sdk);
export const { zodResponseFormat } = await import(`${sdk}/helpers/zod`);

export function client(server, options = {}) {
	return new OpenAI({ apiKey: key, baseURL: server.baseURL, maxRetries: 0, ...options });
}

export function create(server, request, options = {}) {
	return client(server).chat.completions.create(request, options);
}

/* Where stream(), parse() and runTools() are. */
export function helpers(server) {
	const { chat, beta } = client(server);

	return chat.completions.stream ? chat.completions : beta.chat.completions;
}
