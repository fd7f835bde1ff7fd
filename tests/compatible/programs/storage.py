# Files: temporary, locked, mapped, copied, watched, sparse, renamed.
import contextlib, ctypes, errno, fcntl, glob, mmap, os, pathlib, select, shutil, sqlite3, stat, tempfile

with tempfile.TemporaryFile() as f, tempfile.NamedTemporaryFile() as g, tempfile.SpooledTemporaryFile(10) as h:
    f.write(b"f")
    h.write(b"h" * 100)
    print(f.tell(), os.path.dirname(g.name) == tempfile.gettempdir(), h.tell())
folder = pathlib.Path(tempfile.mkdtemp())
os.chdir(folder)
pathlib.Path("a").write_text("a" * 100000)
shutil.copy2("a", "b")
shutil.copytree(folder, "tree", ignore=lambda *_: ["tree"])
os.link("a", "hard")
os.symlink("a", "soft")
os.mkfifo("fifo")
os.replace("b", "c")
os.truncate("c", 1 << 30 >> 5)
print(sorted(glob.glob("**", recursive=True)), os.stat("a").st_nlink, os.stat("c").st_size)
with open("a", "r+b") as f:
    fcntl.flock(f, fcntl.LOCK_EX | fcntl.LOCK_NB)
    fcntl.lockf(f, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with open("a", "rb") as other:
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_SH | fcntl.LOCK_NB)
            print("not locked")
    with mmap.mmap(f.fileno(), 0) as m:
        m[:4] = b"mmap"
        m.flush()
        m.madvise(mmap.MADV_SEQUENTIAL)
print(open("a").read(6))
with mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as m:
    m[0] = 1
    print(m[0])
fd = os.open(".", os.O_RDONLY)
print(os.access("a", os.R_OK, dir_fd=fd), os.stat("a", dir_fd=fd).st_size)
fd = os.open("d", os.O_RDWR | os.O_CREAT)
os.posix_fallocate(fd, 0, 1000)
os.pwrite(fd, b"there", 10)
os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
os.fsync(fd)
print(os.pread(fd, 5, 10), os.copy_file_range(fd, os.open("e", os.O_RDWR | os.O_CREAT), 5, 10))
os.utime("d", ns=(1, 2))
os.chmod("d", 0o600)
print(os.stat("d").st_mtime_ns, stat.filemode(os.stat("d").st_mode))
unnamed = os.open(".", os.O_TMPFILE | os.O_RDWR)
libc = ctypes.CDLL(None)
AT_FDCWD, AT_SYMLINK_FOLLOW = -100, 0x400
libc.linkat(AT_FDCWD, f"/proc/self/fd/{unnamed}".encode(), AT_FDCWD, b"named", AT_SYMLINK_FOLLOW)
print(os.path.exists("named"))
try:
    os.open("/usr/new", os.O_CREAT | os.O_WRONLY)
except OSError as e:
    print(e.errno in (errno.EROFS, errno.EACCES))
watch = libc.inotify_init1(0)
libc.inotify_add_watch(watch, b".", 0x100)
pathlib.Path("new").touch()
print(select.select([watch], [], [], 5)[0] == [watch], b"new" in os.read(watch, 1000))
for mode in "delete", "wal":
    with contextlib.closing(sqlite3.connect("base.db")) as base, base:
        print(base.execute(f"pragma journal_mode={mode}").fetchone())
        base.execute("create table if not exists t (n)")
        base.executemany("insert into t values (?)", [(i,) for i in range(1000)])
        print(base.execute("select count(*), sum(n) from t").fetchone())
os.chdir("/")
shutil.rmtree(folder)
print(folder.exists())
print("end")
