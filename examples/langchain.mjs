// SPDX-License-Identifier: MIT
//
// LangChain (npm install @langchain/openai @langchain/core) as a client of
// codeexec serve:
//
//	CODEEXEC_URL=http://127.0.0.1:8080/v1 CODEEXEC_API_KEY=... node langchain.mjs

import { ChatOpenAI } from '@langchain/openai';

const python = new ChatOpenAI({
	model: 'python',
	apiKey: process.env.CODEEXEC_API_KEY,
	configuration: { baseURL: process.env.CODEEXEC_URL },
	modelKwargs: { codeexec: { stdin: '6 7\n' } },
	/* Else what LangChain does not know is dropped. */
	__includeRawResponse: true,
});
const answer = await python.invoke('a, b = map(int, input().split()); print(a * b)');

console.log(answer.content, answer.additional_kwargs.__raw_response.codeexec.exit_code);
for await (const chunk of await python.stream('for word in input().split(): print(word)'))
	process.stdout.write(chunk.content);
