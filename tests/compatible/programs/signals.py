# Handlers, masks, timers, and waiting for signals.
import os, select, signal, threading, time

seen = []
signal.signal(signal.SIGUSR1, lambda n, f: seen.append(signal.Signals(n).name))
os.kill(os.getpid(), signal.SIGUSR1)
signal.raise_signal(signal.SIGUSR1)
print(seen)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2])
os.kill(os.getpid(), signal.SIGUSR2)
print(sorted(signal.sigpending()), signal.sigwait([signal.SIGUSR2]).name)
print(signal.sigtimedwait([signal.SIGUSR2], 0.05))
signal.pthread_kill(threading.get_ident(), signal.SIGUSR2)
print(signal.sigwaitinfo([signal.SIGUSR2]).si_pid == os.getpid())
signal.signal(signal.SIGALRM, lambda n, f: seen.append("alarm"))
signal.setitimer(signal.ITIMER_REAL, 0.05)
signal.pause()
print(seen[-1], signal.getitimer(signal.ITIMER_REAL))
signal.signal(signal.SIGVTALRM, lambda n, f: seen.append("virtual"))
signal.setitimer(signal.ITIMER_VIRTUAL, 0.02)
while seen[-1] != "virtual":
    pass
read, write = os.pipe()
os.set_blocking(write, False)
signal.set_wakeup_fd(write)
os.kill(os.getpid(), signal.SIGUSR1)
print(select.select([read], [], [], 5)[0] == [read], os.read(read, 1) == bytes([signal.SIGUSR1]))
pid = os.fork()
if pid == 0:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGINT)
print(os.WTERMSIG(os.waitpid(pid, 0)[1]))
pid = os.fork()
if pid == 0:
    os.abort()
status = os.waitpid(pid, 0)[1]
print(os.WTERMSIG(status))
print("end")
