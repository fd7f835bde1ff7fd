# Child processes in every way the library has, and what they say of their end.
import ctypes, os, select, signal, subprocess, sys, time

print(subprocess.run(["sh", "-c", "cat; exit 3"], input=b"in", capture_output=True))
print(subprocess.check_output("echo $((6 * 7)) | tr 4 x", shell=True))
pid = os.fork()
if pid == 0:
    os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
pid = os.posix_spawn("/bin/sh", ["sh", "-c", "exit 5"], os.environ, setpgroup=0)
info = os.waitid(os.P_PID, pid, os.WEXITED)
print(info.si_code == os.CLD_EXITED, info.si_status)
group = subprocess.Popen(["sh", "-c", "sleep 60 & sleep 60"], start_new_session=True)
print(os.getpgid(group.pid) == group.pid, os.getsid(group.pid) == group.pid)
os.killpg(group.pid, signal.SIGTERM)
print(group.wait())
child = subprocess.Popen(["sleep", "60"])
pidfd = os.pidfd_open(child.pid)
signal.pidfd_send_signal(pidfd, signal.SIGKILL)
print(select.select([pidfd], [], [], 10)[0] == [pidfd], child.wait())
try:
    subprocess.run(["sleep", "60"], timeout=0.1)
except subprocess.TimeoutExpired as e:
    print("timeout", e.cmd)
read, write = os.pipe()
child = subprocess.Popen(["sh", "-c", f"echo through >&{write}"], pass_fds=[write])
os.close(write)
print(os.read(read, 100), child.wait())
stopped = subprocess.Popen(["sleep", "60"])
os.kill(stopped.pid, signal.SIGSTOP)
print(os.WIFSTOPPED(os.waitpid(stopped.pid, os.WUNTRACED)[1]))
os.kill(stopped.pid, signal.SIGCONT)
print(os.WIFCONTINUED(os.waitpid(stopped.pid, os.WCONTINUED)[1]))
stopped.kill()
print(stopped.wait())
print(os.nice(1) - os.nice(0), os.getpriority(os.PRIO_PROCESS, 0) > 0)
os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
print(os.sched_getscheduler(0) == os.SCHED_BATCH, len(os.sched_getaffinity(0)) > 0)
orphan = subprocess.run(["sh", "-c", "(sleep 0.1; echo late) & echo early"], capture_output=True)
print(orphan.stdout)
many = [subprocess.Popen(["sh", "-c", f"exit {i}"]) for i in range(30)]
print([p.wait() for p in many] == list(range(30)))
for line in os.popen("echo popen; id -u | wc -l"):
    print(line, end="")
print(subprocess.run([sys.executable, "-c", "import os; print(os.getppid() > 1)"],
                     capture_output=True).stdout)
print("end")
