# multiprocessing, by each way to start a process.
import multiprocessing, multiprocessing.shared_memory, os, sys


def square(n):
    return n * n


def work(lock, value, array, queue, event):
    event.wait(20)
    with lock:
        value.value += 1
        array[0] += 2
    queue.put("worked")


def through(pipe):
    pipe.send(pipe.recv() + 1)
    pipe.close()


def attach(name):
    block = multiprocessing.shared_memory.SharedMemory(name)
    block.buf[0] = 42
    block.close()


def main():
    for way in "fork", "spawn", "forkserver":
        ctx = multiprocessing.get_context(way)
        with ctx.Pool(2) as pool:
            print(way, pool.map(square, range(5)))
        lock, queue, event = ctx.Lock(), ctx.Queue(), ctx.Event()
        value, array = ctx.Value("i", 0), ctx.Array("d", 3)
        children = [ctx.Process(target=work, args=(lock, value, array, queue, event)) for _ in range(2)]
        for child in children:
            child.start()
        event.set()
        print([queue.get(timeout=20) for _ in children])
        for child in children:
            child.join(20)
        print(value.value, array[:], [child.exitcode for child in children])
        ours, theirs = ctx.Pipe()
        child = ctx.Process(target=through, args=(theirs,))
        child.start()
        ours.send(1)
        print(ours.recv())
        child.join(20)
        block = multiprocessing.shared_memory.SharedMemory(create=True, size=4096)
        child = ctx.Process(target=attach, args=(block.name,))
        child.start()
        child.join(20)
        print(block.buf[0])
        block.close()
        block.unlink()
    with multiprocessing.Manager() as manager:
        shared = manager.dict(a=1)
        child = multiprocessing.Process(target=shared.update, args=({"b": 2},))
        child.start()
        child.join(20)
        print(dict(shared))
    print("end")


if __name__ == "__main__":
    main()
