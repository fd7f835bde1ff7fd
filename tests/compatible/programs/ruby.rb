# Ruby: processes, threads, ractors, sockets, files.
require 'digest'
require 'etc'
require 'io/wait'
require 'net/http'
require 'open3'
require 'securerandom'
require 'socket'
require 'tempfile'
require 'timeout'
require 'tmpdir'
require 'zlib'

p `echo $((6 * 7))`, $?.exitstatus, system('exit 3'), $?.exitstatus
p IO.popen(%w[tr a-z A-Z], 'r+') { |io| io.write('popen'); io.close_write; io.read }
p Open3.capture3('cat; echo err >&2; exit 2', stdin_data: 'in')[0, 2]
pid = fork { exit!(7) }
p Process.wait2(pid)[1].exitstatus
pid = Process.spawn('sleep 60', pgroup: true)
p Process.getpgid(pid) == pid
Process.kill(:TERM, -pid)
p Process.wait2(pid)[1].termsig
p Process.detach(spawn('exit 4')).value.exitstatus
out = IO.popen('-') { |io| io ? io.read : print('child') }
p out
trap(:USR1) { @seen = :signal }
Process.kill(:USR1, Process.pid)
sleep 0.01 until @seen
p @seen
threads = 20.times.map { |i| Thread.new { Thread.current[:n] = i; sleep 0.01; i * i } }
p threads.sum(&:value)
queue = Thread::Queue.new
Thread.new { 3.times { |i| queue << i }; queue.close }
got = []
while (item = queue.pop)
  got << item
end
p got
mutex = Mutex.new
signal = ConditionVariable.new
ready = false
Thread.new { mutex.synchronize { ready = true; signal.signal } }
mutex.synchronize { signal.wait(mutex) until ready }
p ready
p Fiber.new { |x| Fiber.yield(x + 1); :over }.then { |f| [f.resume(1), f.resume] }
$VERBOSE = nil
p 4.times.map { |i| Ractor.new(i) { |n| n * 10 } }.map(&:take)
begin
  Timeout.timeout(0.05) { sleep 60 }
rescue Timeout::Error => e
  p e.class
end
server = TCPServer.new('127.0.0.1', 0)
Thread.new { s = server.accept; s.write(s.gets.upcase); s.close }
p TCPSocket.open('127.0.0.1', server.addr[1]) { |s| s.puts('tcp'); s.read }
six = TCPServer.new('::1', 0)
p six.addr[0]
udp = UDPSocket.new
udp.bind('127.0.0.1', 0)
udp.send('udp', 0, '127.0.0.1', udp.addr[1])
p udp.recv(10)
a, b = UNIXSocket.pair
r, w = IO.pipe
a.send_io(w)
b.recv_io { |io| io.write('passed') }.then { |io| io.write('passed'); io.close }
w.close
p r.read
Dir.mktmpdir do |dir|
  path = "#{dir}/s"
  unix = UNIXServer.new(path)
  Thread.new { unix.accept.then { |s| s.write('by path'); s.close } }
  p UNIXSocket.open(path, &:read)
  File.write("#{dir}/f", 'x' * 100_000)
  File.open("#{dir}/f") { |f| p f.flock(File::LOCK_EX | File::LOCK_NB), IO.copy_stream(f, "#{dir}/g") }
  p Dir.children(dir).sort, File.stat("#{dir}/g").size
  File.mkfifo("#{dir}/fifo")
  Thread.new { File.write("#{dir}/fifo", 'fifo') }
  p File.read("#{dir}/fifo")
end
Tempfile.create('ruby') { |f| f.write('x'); f.flush; p File.size(f.path), File.dirname(f.path) == Dir.tmpdir }
web = TCPServer.new('localhost', 0)
Thread.new do
  s = web.accept
  length = 0
  while (line = s.gets.chomp) != ''
    length = line[/\d+/].to_i if line =~ /^content-length/i
  end
  body = s.read(length)
  s.write("HTTP/1.1 200 OK\r\nContent-Length: #{body.size}\r\nConnection: close\r\n\r\n#{body.reverse}")
  s.close
end
p Net::HTTP.post(URI("http://localhost:#{web.addr[1]}/"), 'olleh').body
p Addrinfo.tcp('localhost', 'http').ip_port, Socket.gethostname.empty?
p Digest::SHA256.hexdigest('x'), SecureRandom.hex(4).size, Zlib.inflate(Zlib.deflate('zipped'))
p Dir.home == ENV['HOME'], Etc.nprocessors > 0, Process.clock_gettime(Process::CLOCK_MONOTONIC) > 0
p ('x' * (150 << 20)).size, (1..1_000_000).sum, Process.getrlimit(:NOFILE)[0] >= 256
p IO.select([r], nil, nil, 0.01).map(&:size), $stdout.tty?
at_exit { puts 'end' }
