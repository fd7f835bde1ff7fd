# Threads and what keeps them apart.
import concurrent.futures, queue, threading, time

total = 0
lock = threading.Lock()


def add():
    global total
    for _ in range(1000):
        with lock:
            total += 1


workers = [threading.Thread(target=add) for _ in range(30)]
for w in workers:
    w.start()
for w in workers:
    w.join()
print(total)
barrier = threading.Barrier(4)
passed = []
for i in range(3):
    threading.Thread(target=lambda: (barrier.wait(10), passed.append(1))).start()
barrier.wait(10)
local = threading.local()
local.x = 1
print(hasattr(local, "x"))
jobs = queue.Queue()
with concurrent.futures.ThreadPoolExecutor(16) as pool:
    print(sum(pool.map(lambda n: n * n, range(100))))
    print(pool.submit(threading.current_thread).result() is not threading.main_thread())
condition = threading.Condition()
with condition:
    print(condition.wait(0.05))
timer = threading.Timer(0.05, lambda: jobs.put("timer"))
timer.start()
print(jobs.get(timeout=10))
threading.stack_size(256 * 1024)
deep = threading.Thread(target=lambda: jobs.put(threading.get_native_id() > 0))
deep.start()
print(jobs.get(timeout=10))
with concurrent.futures.ProcessPoolExecutor(2) as pool:
    print(list(pool.map(abs, [-1, -2, -3])))
print("end")
