// Node: processes, workers, timers, WebAssembly, memory, crypto, the network.
'use strict';
const { spawn, execFile, execSync, fork, spawnSync } = require('child_process');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');
const crypto = require('crypto');
const fs = require('fs');
const http = require('http');
const net = require('net');
const os = require('os');
const path = require('path');
const dgram = require('dgram');
const zlib = require('zlib');
const { promisify } = require('util');
const { pipeline } = require('stream/promises');

if (!isMainThread) {
	const cells = new Int32Array(workerData);
	for (let i = 0; i < 1000; i++)
		Atomics.add(cells, 0, 1);
	Atomics.notify(cells, 0);
	parentPort.postMessage('worked');
} else if (process.send) {
	process.on('message', (m) => { process.send(m + 1); process.disconnect(); });
} else {
	main().then(() => console.log('end'), (e) => { console.log(e); process.exitCode = 1; });
}

const once = (emitter, event) => new Promise((resolve, reject) => {
	emitter.once(event, (...all) => resolve(all));
	emitter.once('error', reject);
});

async function processes() {
	console.log(execSync('echo $((6*7)) | tr 4 x').toString());
	console.log(spawnSync('cat', { input: 'in' }).stdout.toString());
	console.log((await promisify(execFile)('sh', ['-c', 'echo out; echo err >&2'])));
	const child = spawn('sleep', ['60'], { detached: true });
	process.kill(-child.pid, 'SIGTERM');
	console.log(await once(child, 'exit'));
	const other = fork(__filename);
	other.send(41);
	console.log(await once(other, 'message'));
	await once(other, 'exit');
	const shell = spawn('sh', ['-c', 'cat; exit 3']);
	shell.stdin.end('x'.repeat(1 << 20));
	let size = 0;
	shell.stdout.on('data', (d) => { size += d.length; });
	console.log(await once(shell, 'close'), size);
}

async function workers() {
	const shared = new SharedArrayBuffer(1024);
	const all = Array.from({ length: 4 }, () => new Worker(__filename, { workerData: shared }));
	const ends = all.map((w) => once(w, 'exit'));
	console.log(await Promise.all(all.map((w) => once(w, 'message'))), await Promise.all(ends));
	console.log(new Int32Array(shared)[0]);
}

async function timers() {
	const order = [];
	setTimeout(() => order.push('timeout'), 30);
	setImmediate(() => order.push('immediate'));
	process.nextTick(() => order.push('tick'));
	await new Promise((resolve) => { setTimeout(resolve, 100); });
	console.log(order);
}

async function assembly() {
	const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0,
		7, 7, 1, 3, 97, 100, 100, 0, 0, 10, 9, 1, 7, 0, 32, 0, 32, 1, 106, 11]);
	const { instance } = await WebAssembly.instantiate(bytes);
	console.log(instance.exports.add(40, 2));
	const memory = new WebAssembly.Memory({ initial: 1, maximum: 100 });
	memory.grow(50);
	console.log(memory.buffer.byteLength);
}

function memory() {
	console.log(Buffer.alloc(150 << 20, 1).length, new Float64Array(5e6).fill(1).length);
	console.log(Array.from({ length: 1e6 }, (_, i) => i).reduce((a, b) => a + b));
	console.log(process.memoryUsage().rss > 0, os.cpus().length >= 0, os.totalmem() > 0, os.hostname() !== '');
	console.log(os.userInfo().username !== '', os.homedir() === process.env.HOME, os.tmpdir() === process.env.TMPDIR);
}

async function cryptography() {
	console.log(crypto.createHash('sha256').update('x').digest('hex'));
	console.log(crypto.randomBytes(8).length, crypto.randomUUID().length);
	console.log((await promisify(crypto.scrypt)('p', 's', 32)).toString('hex'));
	const { publicKey, privateKey } = await promisify(crypto.generateKeyPair)('ec', { namedCurve: 'P-256' });
	console.log(crypto.verify('sha256', 'm', publicKey, crypto.sign('sha256', 'm', privateKey)));
	console.log(zlib.gunzipSync(await promisify(zlib.gzip)('zipped')).toString());
}

async function network() {
	for (const host of ['127.0.0.1', '::1', 'localhost']) {
		const server = net.createServer((s) => s.pipe(s)).listen(0, host);
		await once(server, 'listening');
		const client = net.connect(server.address().port, host);
		client.end('echo');
		console.log(host, String(await once(client, 'data')));
		server.close();
	}
	const web = http.createServer((request, response) => request.pipe(response)).listen(0, '127.0.0.1');
	await once(web, 'listening');
	const url = `http://127.0.0.1:${web.address().port}/`;
	const bodies = await Promise.all([1, 1000, 1e6].map((n) => fetch(url, { method: 'POST', body: 'x'.repeat(n) })));
	console.log((await Promise.all(bodies.map((b) => b.text()))).map((t) => t.length));
	web.close();
	web.closeAllConnections();
	const socket = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'node-')), 's');
	const local = net.createServer((s) => s.end('by path')).listen(socket);
	await once(local, 'listening');
	console.log(String(await once(net.connect(socket), 'data')));
	local.close();
	const udp = dgram.createSocket('udp4');
	await new Promise((resolve) => { udp.bind(0, '127.0.0.1', resolve); });
	udp.send('datagram', udp.address().port, '127.0.0.1');
	console.log(String((await once(udp, 'message'))[0]));
	udp.close();
	console.log((await require('dns').promises.lookup('localhost')).address !== '');
}

async function files() {
	const dir = await fs.promises.mkdtemp(path.join(os.tmpdir(), 'node-'));
	const file = path.join(dir, 'file');
	await fs.promises.writeFile(file, 'x'.repeat(1e6));
	await pipeline(fs.createReadStream(file), zlib.createGzip(), fs.createWriteStream(`${file}.gz`));
	await fs.promises.copyFile(file, `${file}.copy`);
	console.log((await fs.promises.readdir(dir)).sort(), fs.statSync(`${file}.copy`).size);
	const watcher = fs.watch(dir);
	const change = once(watcher, 'change');
	fs.writeFileSync(path.join(dir, 'new'), '');
	console.log(await change);
	watcher.close();
	fs.rmSync(dir, { recursive: true });
	console.log(fs.existsSync(dir));
}

async function main() {
	await processes();
	await workers();
	await timers();
	await assembly();
	memory();
	await cryptography();
	await network();
	await files();
	process.on('SIGUSR2', () => console.log('signal'));
	process.kill(process.pid, 'SIGUSR2');
	await new Promise((resolve) => { setTimeout(resolve, 50); });
	console.log(await import('node:os').then((m) => m.EOL === '\n'));
}
