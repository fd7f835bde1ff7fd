<?php
// PHP: processes, sockets, streams, files, memory.
$pipes = [];
$p = proc_open(['tr', 'a-z', 'A-Z'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
fwrite($pipes[0], "through\n");
fclose($pipes[0]);
echo stream_get_contents($pipes[1]), proc_close($p), "\n";
exec('echo a; echo b; exit 3', $lines, $code);
echo json_encode($lines), $code, "\n", shell_exec('echo $((6 * 7))'), `echo ticks`;
passthru('echo passed through');
$h = popen('cat', 'w');
fwrite($h, "popen\n");
echo pclose($h), "\n";
if (function_exists('pcntl_fork')) {
	$pid = pcntl_fork();
	if ($pid === 0)
		exit(7);
	pcntl_waitpid($pid, $status);
	echo pcntl_wexitstatus($status), "\n";
	pcntl_async_signals(true);
	pcntl_signal(SIGUSR1, function ($n) { echo "signal $n\n"; });
	posix_kill(posix_getpid(), SIGUSR1);
	pcntl_signal(SIGALRM, fn () => print("alarm\n"));
	pcntl_alarm(1);
	usleep(3000000);
	pcntl_signal(SIGALRM, SIG_DFL);
}
$server = stream_socket_server('tcp://127.0.0.1:0');
$client = stream_socket_client('tcp://' . stream_socket_get_name($server, false), $no, $text, 5);
$peer = stream_socket_accept($server, 5);
fwrite($client, "tcp\n");
echo fgets($peer);
$read = [$peer];
$none = null;
echo stream_select($read, $none, $none, 0, 10000), "\n";
$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
fwrite($pair[0], "pair\n");
echo fgets($pair[1]);
$udp = stream_socket_server('udp://[::1]:0', $no, $text, STREAM_SERVER_BIND);
$to = stream_socket_client('udp://' . stream_socket_get_name($udp, false));
fwrite($to, "udp over IPv6\n");
echo stream_socket_recvfrom($udp, 100);
if (function_exists('socket_create')) {
	$s = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
	socket_set_option($s, SOL_SOCKET, SO_REUSEADDR, 1);
	var_dump(socket_bind($s, '127.0.0.1', 0), socket_listen($s));
}
echo gethostbyname('localhost'), ' ', getservbyname('http', 'tcp'), "\n";
$file = tempnam(sys_get_temp_dir(), 'php');
file_put_contents($file, str_repeat('x', 100000), LOCK_EX);
echo filesize($file), dirname($file) === sys_get_temp_dir() ? ' there' : ' elsewhere', "\n";
copy($file, "$file.copy");
rename("$file.copy", "$file.new");
symlink($file, "$file.soft");
echo readlink("$file.soft") === $file ? "link\n" : "none\n";
$f = fopen($file, 'r+');
var_dump(flock($f, LOCK_EX | LOCK_NB), ftruncate($f, 10), fstat($f)['size']);
array_map('unlink', glob("$file*"));
fwrite(tmpfile(), 'x');
echo hash('sha256', 'x'), strlen(random_bytes(8)), random_int(5, 5), "\n";
echo gzuncompress(gzcompress('zipped')), "\n";
echo strlen(str_repeat('x', 100 << 20)), array_sum(range(1, 1000)), "\n";
echo get_current_user() !== '' ? "user\n" : "none\n";
echo password_verify('p', password_hash('p', PASSWORD_BCRYPT, ['cost' => 4])) ? "verified\n" : "not\n";
function numbers() { foreach (range(1, 3) as $n) yield $n; }
echo implode(iterator_to_array(numbers())), (new Fiber(fn () => print('fiber')))->start(), "\n";
fprintf(STDOUT, "%s\n", php_sapi_name());
register_shutdown_function(fn () => print("end\n"));
