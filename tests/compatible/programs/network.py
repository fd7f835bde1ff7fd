# Sockets on loopback and without a network; HTTP and TLS over them.
import array, http.server, os, socket, socketserver, ssl, tempfile, threading, urllib.request

for family, host in (socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"):
    with socket.create_server((host, 0), family=family) as server:
        client = socket.create_connection(server.getsockname()[:2], 5)
        peer, _ = server.accept()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        client.sendall(b"tcp")
        print(host, peer.recv(10), client.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR))
        client.shutdown(socket.SHUT_WR)
        print(peer.recv(10))
    udp = socket.socket(family, socket.SOCK_DGRAM)
    udp.bind((host, 0))
    udp.settimeout(5)
    udp.sendto(b"udp", udp.getsockname())
    print(udp.recvfrom(10)[0])
a, b = socket.socketpair()
read, write = os.pipe()
socket.send_fds(a, [b"fd"], [write])
message, fds, _, _ = socket.recv_fds(b, 10, 1)
os.write(fds[0], b"by the passed one")
print(message, os.read(read, 100))
name = f"\0{os.getpid()}"
listener = socket.socket(socket.AF_UNIX)
listener.bind(name)
listener.listen()
socket.socket(socket.AF_UNIX).connect(name)
print("abstract")
with tempfile.TemporaryDirectory() as folder:
    gram = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    gram.bind(folder + "/s")
    socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"datagram", folder + "/s")
    print(gram.recv(10))
cred = listener.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
print(len(cred))
print(sorted({x[4][0] for x in socket.getaddrinfo("localhost", 80, type=socket.SOCK_STREAM)}) != [])
print(socket.gethostbyname("localhost"), socket.if_nametoindex("lo"))


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body[::-1])

    def log_message(self, *_):
        pass


with http.server.ThreadingHTTPServer(("localhost", 0), Handler) as web:
    threading.Thread(target=web.serve_forever, daemon=True).start()
    url = f"http://localhost:{web.server_port}/"
    bodies = [urllib.request.urlopen(url, b"olleh" * n, 10).read() for n in (1, 1000, 100000)]
    print([len(x) for x in bodies], bodies[0])
    web.shutdown()


def context(side):
    c = ssl.SSLContext(side)
    c.check_hostname = False
    c.verify_mode = ssl.CERT_NONE
    c.maximum_version = ssl.TLSVersion.TLSv1_2
    c.set_ciphers("AECDH:@SECLEVEL=0")
    return c


with socket.create_server(("127.0.0.1", 0)) as server:
    def serve():
        peer = context(ssl.PROTOCOL_TLS_SERVER).wrap_socket(server.accept()[0], server_side=True)
        peer.sendall(peer.recv(100).upper())
        peer.unwrap()

    thread = threading.Thread(target=serve)
    thread.start()
    tls = context(ssl.PROTOCOL_TLS_CLIENT).wrap_socket(socket.create_connection(server.getsockname()))
    tls.sendall(b"secret")
    print(tls.version(), tls.recv(100))
    tls.unwrap()
    thread.join(10)
print("end")
