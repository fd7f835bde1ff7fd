# Calls of the kernel that new libraries make, and what a program asks of its host.
import ctypes, getpass, locale, os, pwd, random, resource, secrets, select, sys, time, uuid

libc = ctypes.CDLL(None, use_errno=True)
print(len(os.getrandom(16)), len(secrets.token_bytes(8)), uuid.uuid4().version, random.SystemRandom().random() < 1)
print(os.access("/usr", os.R_OK), os.access("/usr", os.W_OK, effective_ids=True))
print(libc.close_range(1000, 2000, 0))
event = libc.eventfd(0, 0)
os.eventfd_write(event, 3)
print(os.eventfd_read(event))
timer = libc.timerfd_create(1, 0)
spec = (ctypes.c_long * 4)(0, 0, 0, 1000000)
print(libc.timerfd_settime(timer, 0, spec, None), int.from_bytes(os.read(timer, 8), "little"))
with select.epoll() as poll:
    poll.register(event, select.EPOLLOUT)
    print(poll.poll(1) == [(event, select.EPOLLOUT)])
print(time.clock_gettime(time.CLOCK_BOOTTIME) > 0, time.get_clock_info("monotonic").monotonic)
start = time.monotonic()
time.sleep(0.05)
print(0.05 <= time.monotonic() - start < 5)
print(os.cpu_count() >= 1, os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_NPROCESSORS_ONLN") >= 1)
print(bool(getpass.getuser()), bool(pwd.getpwuid(os.getuid()).pw_name), os.path.expanduser("~") == os.environ["HOME"])
print(locale.setlocale(locale.LC_ALL, ""), sys.getfilesystemencoding(), "é€😀")
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (64, hard))
print(resource.getrlimit(resource.RLIMIT_NOFILE)[0], soft >= 256)
resource.setrlimit(resource.RLIMIT_STACK, (1 << 20, resource.getrlimit(resource.RLIMIT_STACK)[1]))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0, os.times().user >= 0, os.getloadavg()[0] >= 0)
print(libc.prctl(15, b"renamed", 0, 0, 0), open("/proc/self/comm").read())
print(sorted(os.listdir("/proc/self/fd"))[:3], os.readlink("/proc/self/exe") == os.path.realpath(sys.executable))
print(any("libc" in line for line in open("/proc/self/maps")), "VmRSS" in open("/proc/self/status").read())
print(open("/dev/null").read(), open("/dev/zero", "rb").read(3), len(open("/dev/urandom", "rb").read(3)))
with open("/dev/fd/1", "w") as out:
    out.write("by /dev/fd\n")
try:
    os.write(os.open("/dev/full", os.O_WRONLY), b"x")
except OSError as e:
    print(e.strerror)
print(len(bytearray(200 << 20)), sum(range(10**6)))
sys.setrecursionlimit(20000)


def deep(n):
    return n and 1 + deep(n - 1)


print(deep(10000))
print("end")
