"""A proxy on loopback in front of a server, for the scripts that try one: it passes requests on, and loses answers."""
import http.client, http.server, socket, threading

# Those of one connection, and those that the answer of the proxy has itself.
ITS_OWN = {"connection", "transfer-encoding", "content-length", "date", "server"}


class Swallowing(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        proxy = self.server
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        with proxy.lock:
            proxy.requests += 1
            proxy.writes += self.command in ("POST", "PUT")
            number, lost = proxy.requests, proxy.every and self.command in ("POST", "PUT") and proxy.writes % proxy.every == 0
        if proxy.before:
            proxy.before(number)
        link = http.client.HTTPConnection(proxy.target, timeout=60)
        link.request(self.command, self.path, body, {k: v for k, v in self.headers.items() if k != "Connection"})
        answer = link.getresponse()
        content = answer.read()
        link.close()
        if lost:
            self.close_connection = True
            return self.connection.shutdown(socket.SHUT_RDWR)
        try:
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                if name.lower() not in ITS_OWN:
                    self.send_header(name, value)
            if answer.status != 204:
                self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
        except ConnectionError:
            # The program was killed.
            self.close_connection = True

    do_POST = do_PUT = do_HEAD = do_GET

    def log_message(self, *arguments):
        pass


class Proxy(http.server.ThreadingHTTPServer):
    """Begins to serve when it is made, until the program ends.

    every: swallows each so manieth answer to a POST or PUT, after the server has done what was asked; 0 swallows none.
    before: called with the number of each request, from 1, before it is passed on; by several threads at once.
    """
    def __init__(self, url, every=0, before=None):
        super().__init__(("127.0.0.1", 0), Swallowing)
        self.target, self.every, self.before = url.removeprefix("http://"), every, before
        self.requests = self.writes = 0
        self.lock = threading.Lock()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *arguments):
        pass
