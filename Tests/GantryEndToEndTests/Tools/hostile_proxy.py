#!/usr/bin/env python3
"""Passes HTTP requests on to a port of this machine, and disturbs a share of them by a seed.

    hostile_proxy.py PORT SEED SHARE LOG

SHARE is in percent. A disturbed request is answered with 429 (with a wait, in several spellings, or without one) or 503 and
never reaches the server; or it does, and the answer is a 504 page, cut, delayed or not sent at all. LOG gets a line for each
disturbance. Prints its own port. SIGUSR1 ends all disturbances.
"""
import http.client
import random
import signal
import socket
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

target, seed, share, log = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), open(sys.argv[4], "a", buffering=1)
chance = random.Random(seed)
lock = threading.Lock()
calm = threading.Event()
signal.signal(signal.SIGUSR1, lambda *_: calm.set())
KINDS = ["429", "429 wait", "429 body", "503", "504", "cut", "silent", "slow"]
HOP = {"connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade", "proxy-connection", "content-length"}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def log_message(self, *_):
        pass

    def plain(self, status, body, **headers):
        data = body.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def end(self):
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def pass_on(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else None
        # Signing in is not what is tried, and a refused one would end a command.
        isQuiet = calm.is_set() or any(word in self.path for word in ("login", "pair", "refresh", "validate-key"))
        with lock:
            kind = chance.choice(KINDS) if not isQuiet and chance.randrange(100) < share else ""
        if kind:
            log.write(f"{kind}: {self.command} {self.path.split('?')[0]}\n")
        if kind == "429":
            return self.plain(429, "{}")
        if kind == "429 wait":
            return self.plain(429, "{}", Retry_After="0")
        if kind == "429 body":
            return self.plain(429, '{"error":"Too many requests","retryAfterMs":50}')
        if kind == "503":
            return self.plain(503, "<html>Service Unavailable</html>")
        server = http.client.HTTPConnection("127.0.0.1", target, timeout=30)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
        server.request(self.command, self.path, body=body, headers=headers)
        answer = server.getresponse()
        data = answer.read()
        server.close()
        if kind == "504":
            return self.plain(504, "<html>Gateway Timeout</html>")
        if kind == "silent":
            return self.end()
        if kind == "slow":
            time.sleep(0.3)
        self.send_response(answer.status, answer.reason)
        for name, value in answer.getheaders():
            if name.lower() not in HOP:
                self.send_header(name, value)
        hasBody = self.command != "HEAD" and answer.status not in (204, 304)
        if hasBody:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if hasBody:
            self.wfile.write(data[: len(data) // 2] if kind == "cut" else data)
        if kind == "cut":
            self.end()

    def handle_one_request(self):
        try:
            super().handle_one_request()
        except (OSError, http.client.HTTPException):
            self.close_connection = True

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = pass_on


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


server = Server(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
