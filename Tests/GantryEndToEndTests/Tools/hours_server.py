"""Serves the lists of a JSON file, which may change between two requests: hours_server.py FILE

GET /NAME?offset=&limit= answers a page of the file's list NAME, of the days `from` to `to` where they are asked for.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        url = urlsplit(self.path)
        asked = dict(parse_qsl(url.query))
        with open(sys.argv[1]) as file:
            lists = json.load(file)
        items = lists.get(url.path.strip("/"), [])
        if "from" in asked:
            items = [item for item in items if asked["from"] <= item["day"] <= asked["to"]]
        start = int(asked.get("offset", 0))
        page = items[start : start + int(asked.get("limit", 100))]
        body = json.dumps({"login": "pay", "items": page, "total": len(items)}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
