// SPDX-License-Identifier: MIT
//
// The official SDK (npm install openai) as a client of codeexec serve:
//
//	OPENAI_BASE_URL=http://127.0.0.1:8080/v1 OPENAI_API_KEY=$CODEEXEC_API_KEY node openai-sdk.mjs

import OpenAI from 'openai';

const client = new OpenAI();
const code = `
import sys, time
for line in sys.stdin:
    print(int(line) ** 2, flush=True)
    time.sleep(0.2)
sys.exit(3)
`;

/* The program to run it; the code is the message. What is codeexec's own goes
 * in, and comes back, as "codeexec". */
const answer = await client.chat.completions.create({
	model: 'python',
	messages: [{ role: 'user', content: code }],
	codeexec: { stdin: '1\n2\n3\n', limits: { timeout: '5s' } },
});

console.log(answer.choices[0].message.content);
console.log(answer.codeexec.status, answer.codeexec.exit_code, answer._request_id);

/* As it is printed. How it ended is in the chunk that has a finish_reason. */
const stream = await client.chat.completions.create({
	model: 'codeexec',
	messages: [{ role: 'user', content: `\`\`\`bash\nseq 3\n\`\`\`\n\n\`\`\`python\n${code}\n\`\`\`` }],
	stream: true,
});

for await (const chunk of stream) {
	process.stdout.write(chunk.choices[0]?.delta.content ?? '');
	if (chunk.codeexec)
		console.log(chunk.codeexec.status, chunk.codeexec.exit_code);
}

/* A program that fails is an answer; what codeexec did not run is an error. */
try {
	await client.chat.completions.create({ model: 'cobol', messages: [{ role: 'user', content: '' }] });
} catch (error) {
	if (!(error instanceof OpenAI.APIError))
		throw error;
	console.log(error.status, error.code);
}
