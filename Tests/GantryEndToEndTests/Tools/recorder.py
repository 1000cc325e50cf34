#!/usr/bin/env python3
"""Serves on loopback and writes down every request, headers included, as a line of JSON; prints its address first.

    recorder.py LOG [TARGET]

Without TARGET every request is answered 200 with an empty list. With TARGET, an http:// address, it is passed on there and the
answer passed back, so that what two programs say to each other can be read.
"""

import http.client
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        status, kind, content = 200, "application/json", b'{"data": []}'
        if len(sys.argv) > 2:
            connection = http.client.HTTPConnection(sys.argv[2].removeprefix("http://"), timeout=30)
            passed = {k: v for k, v in self.headers.items() if k.lower() not in ("host", "connection", "accept-encoding")}
            connection.request(self.command, self.path, body or None, passed)
            found = connection.getresponse()
            status, kind, content = found.status, found.getheader("Content-Type", ""), found.read()
            connection.close()
        with open(sys.argv[1], "a") as log:
            log.write(json.dumps({
                "method": self.command, "path": self.path, "headers": dict(self.headers.items()),
                "body": body.decode(errors="replace") if self.path.startswith("/hook") else "",
                "answer": content.decode(errors="replace") if b"token" in content else "",
            }) + "\n")
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PUT = do_HEAD = answer

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
