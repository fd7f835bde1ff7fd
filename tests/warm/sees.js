// What Node sees of itself and its box: the same, whenever it was started.
const fs = require("fs"), os = require("os"), path = require("path");
const show = (...what) => console.log(JSON.stringify(what));

show(process.argv, process.argv0, process.execArgv, process.execPath, process.title, process.cwd());
show(process.env, process.pid, process.ppid, process.getuid(), process.getgroups(), process.umask());
show(__filename, __dirname, require.main === module, module.id, module.paths, Object.keys(require.cache), require.resolve("./main"));
show(process.versions.node, process.features, os.userInfo(), os.hostname(), os.homedir(), os.tmpdir());

const stat = fs.lstatSync(__filename);
show(stat.isFile(), stat.mode, stat.uid, stat.gid, stat.nlink, stat.size, stat.blocks, Date.now() - stat.mtimeMs < 5000);
show(fs.readFileSync(__filename, "utf8"), fs.realpathSync(__filename));
const own = fs.openSync(__filename, "r+");
show(fs.writeSync(own, "// Wha"));
fs.closeSync(own);

for (const fd of [0, 1, 2]) {
	const of = fs.fstatSync(fd);
	show(fd, of.isFIFO(), of.mode, of.uid, of.gid, of.size);
}
for (const fd of fs.readdirSync("/proc/self/fd"))
	try {
		show(fd, fs.readlinkSync("/proc/self/fd/" + fd).replace(/\d{2,}/, "N"), fs.readFileSync("/proc/self/fdinfo/" + fd, "utf8").match(/flags:\s*(\d+)/)[1]);
	} catch {
		show(fd, "was of this listing");
	}
show(process.stdin.constructor.name, process.stdout.constructor.name, process.stdout.isTTY, process.stdout.writableHighWaterMark);

for (const folder of ["/", "/etc", "/dev", "/workdir", "/tmp", "/proc"])
	show(folder, fs.readdirSync(folder).sort());
for (const file of ["limits", "cgroup", "comm", "cmdline", "environ", "oom_score_adj", "uid_map", "gid_map", "setgroups"])
	show(file, fs.readFileSync("/proc/self/" + file, "utf8"));
const vary = /^(Vm|Rss|Hugetlb|volun|nonvol|Cpus|Mems|SigQ|Threads)/;
show(fs.readFileSync("/proc/self/status", "utf8").split("\n").filter(line => !vary.test(line)));
show(fs.readFileSync("/proc/self/mountinfo", "utf8").split("\n").map(line => line.split(" ").slice(3, 6)));
show(fs.readdirSync("/proc/self/task").length);
show(process.listeners("SIGTERM").length, process._getActiveHandles().length, process.exitCode, process.uptime() > 0);
