# asyncio: timers, processes, servers on loopback and on a path, executors.
import asyncio, os, signal, sys, tempfile


async def echo(reader, writer):
    writer.write((await reader.readline()).upper())
    await writer.drain()
    writer.close()


async def ask(reader, writer):
    writer.write(b"hello\n")
    answer = await reader.read()
    writer.close()
    return answer


async def main():
    loop = asyncio.get_running_loop()
    print(await asyncio.gather(*(asyncio.sleep(0.01 * i, i) for i in range(5))))
    p = await asyncio.create_subprocess_exec("cat", stdin=-1, stdout=-1)
    print(await p.communicate(b"through"), p.returncode)
    p = await asyncio.create_subprocess_shell("sleep 60")
    p.terminate()
    print(await p.wait())
    for host in "127.0.0.1", "::1", "localhost":
        server = await asyncio.start_server(echo, host, 0)
        port = server.sockets[0].getsockname()[1]
        print(host, await ask(*await asyncio.open_connection(host, port)))
        server.close()
    with tempfile.TemporaryDirectory() as folder:
        server = await asyncio.start_unix_server(echo, folder + "/s")
        print(await ask(*await asyncio.open_unix_connection(folder + "/s")))
        server.close()
    print(await loop.run_in_executor(None, sum, range(10)), await asyncio.to_thread(len, "abc"))
    got = loop.create_future()
    loop.add_signal_handler(signal.SIGUSR1, got.set_result, "signal")
    os.kill(os.getpid(), signal.SIGUSR1)
    print(await asyncio.wait_for(got, 10))
    try:
        await asyncio.wait_for(asyncio.sleep(60), 0.05)
    except asyncio.TimeoutError:
        print("timeout")
    read, write = os.pipe()
    ready = loop.create_future()
    loop.add_reader(read, lambda: ready.done() or ready.set_result(os.read(read, 9)))
    os.write(write, b"readable")
    print(await ready)


asyncio.run(main())
print("end")
