// SPDX-License-Identifier: MIT
//
// Vercel's AI SDK (npm install ai @ai-sdk/openai-compatible) as a client of
// codeexec serve:
//
//	CODEEXEC_URL=http://127.0.0.1:8080/v1 CODEEXEC_API_KEY=... node ai-sdk.mjs

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, streamText } from 'ai';

const codeexec = createOpenAICompatible({
	name: 'codeexec',
	baseURL: process.env.CODEEXEC_URL,
	apiKey: process.env.CODEEXEC_API_KEY,
	/* Hands on what the SDK does not know. */
	metadataExtractor: {
		extractMetadata: async ({ parsedBody }) => ({ codeexec: parsedBody.codeexec }),
		createStreamExtractor() {
			let outcome;

			return {
				processChunk: (chunk) => outcome = chunk.codeexec ?? outcome,
				buildMetadata: () => ({ codeexec: outcome }),
			};
		},
	},
});

const { text, providerMetadata } = await generateText({
	model: codeexec('python'),
	prompt: 'import sys; print(sys.argv[1:]); sys.exit(3)',
	providerOptions: { codeexec: { codeexec: { args: ['a', 'b'] } } },
});

console.log(text, providerMetadata.codeexec.exit_code);

const stream = streamText({ model: codeexec('bash'), prompt: 'for i in 1 2 3; do echo $i; sleep 0.2; done' });

for await (const part of stream.textStream)
	process.stdout.write(part);
console.log((await stream.providerMetadata).codeexec.status);
