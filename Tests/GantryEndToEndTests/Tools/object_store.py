"""An object store that takes presigned PUTs and nothing else, and takes them strictly.

Written from the public documentation of Amazon S3: "Authenticating Requests: Using Query Parameters (AWS Signature Version 4)",
"PutObject" and "Checking object integrity". It shares no code with what makes the addresses or with what is tested.
"""

import base64
import datetime
import hashlib
import hmac
import http.server
import threading
import urllib.parse

ALGORITHM = "AWS4-HMAC-SHA256"


class Refused(Exception):
    def __init__(self, status, code, text):
        super().__init__(text)
        self.status, self.code, self.text = status, code, text


def encoded(text, keep=""):
    return urllib.parse.quote(text, safe="-_.~" + keep)


def verify(method, target, headers, access_key, secret, now):
    """Raises Refused unless the address is signed with the secret, for just this request, and still holds."""
    path, _, query = target.partition("?")
    pairs = urllib.parse.parse_qsl(query, keep_blank_values=True)
    values = dict(pairs)
    if len(values) != len(pairs):
        raise Refused(400, "InvalidArgument", "a query parameter stands there twice")
    names = ["X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Date", "X-Amz-Expires", "X-Amz-SignedHeaders", "X-Amz-Signature"]
    if any(name not in values for name in names):
        raise Refused(403, "AccessDenied", "the address is not signed")
    if values["X-Amz-Algorithm"] != ALGORITHM or headers.get("Authorization"):
        raise Refused(400, "AuthorizationQueryParametersError", "another algorithm, or a second signature")
    scope = values["X-Amz-Credential"].split("/")
    if len(scope) != 5 or scope[0] != access_key or scope[3:] != ["s3", "aws4_request"]:
        raise Refused(403, "InvalidAccessKeyId", "the key is not known")
    signed_at = datetime.datetime.strptime(values["X-Amz-Date"], "%Y%m%dT%H%M%SZ").replace(tzinfo=datetime.timezone.utc)
    life = int(values["X-Amz-Expires"])
    if not 1 <= life <= 604_800 or scope[1] != values["X-Amz-Date"][:8]:
        raise Refused(400, "AuthorizationQueryParametersError", "the life or the day is not possible")

    signed = values["X-Amz-SignedHeaders"].split(";")
    if signed != sorted(signed) or "host" not in signed:
        raise Refused(403, "SignatureDoesNotMatch", "host has to be signed, and names stand in order")
    for name in headers.keys():
        if name.lower().startswith("x-amz-") and name.lower() not in signed:
            raise Refused(403, "AccessDenied", f"there is a header {name} that is not signed")
    lines = []
    for name in signed:
        sent = headers.get_all(name)
        if sent is None or len(sent) != 1:
            raise Refused(403, "SignatureDoesNotMatch", f"{name} is signed and was not sent")
        lines.append(f"{name}:{' '.join(sent[0].split())}\n")
    rest = sorted((encoded(name), encoded(value)) for name, value in pairs if name != "X-Amz-Signature")
    canonical = "\n".join([
        method, encoded(urllib.parse.unquote(path), "/"), "&".join(f"{name}={value}" for name, value in rest), "".join(lines),
        ";".join(signed), values.get("X-Amz-Content-Sha256", "UNSIGNED-PAYLOAD"),
    ])
    text = "\n".join([ALGORITHM, values["X-Amz-Date"], "/".join(scope[1:]), hashlib.sha256(canonical.encode()).hexdigest()])
    key = ("AWS4" + secret).encode()
    for part in scope[1:]:
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    if not hmac.compare_digest(hmac.new(key, text.encode(), hashlib.sha256).hexdigest(), values["X-Amz-Signature"]):
        raise Refused(403, "SignatureDoesNotMatch", "the signature is another one")
    # What is signed is judged before its end, so that a forged end is told as forged.
    if now > signed_at + datetime.timedelta(seconds=life):
        raise Refused(403, "AccessDenied", "Request has expired")
    if signed_at > now + datetime.timedelta(minutes=15):
        raise Refused(403, "RequestTimeTooSkewed", "it was signed in the future")
    return values


def check_content(body, headers, values):
    """Raises Refused where a checksum that came along is not that of the body."""
    digests = {"sha256": hashlib.sha256, "sha1": hashlib.sha1}
    for name, make in digests.items():
        wanted = headers.get(f"x-amz-checksum-{name}") or values.get(f"x-amz-checksum-{name}")
        if wanted and base64.b64encode(make(body).digest()).decode() != wanted:
            raise Refused(400, "BadDigest", f"the {name} is another one")
    wanted = headers.get("Content-MD5")
    if wanted and base64.b64encode(hashlib.md5(body).digest()).decode() != wanted:
        raise Refused(400, "BadDigest", "the MD5 is another one")
    wanted = headers.get("x-amz-content-sha256", "UNSIGNED-PAYLOAD")
    if wanted != "UNSIGNED-PAYLOAD" and hashlib.sha256(body).hexdigest() != wanted:
        raise Refused(400, "XAmzContentSHA256Mismatch", "the SHA-256 is another one")


class ObjectStore:
    """Objects by bucket and key.

    `closing` PUTs are stored and not answered, or with "each" the first of every key; of `cutting` PUTs half the body is read.
    """

    def __init__(self, access_key, secret, closing=0, cutting=0):
        self.access_key, self.secret = access_key, secret
        self.closing, self.cutting = closing, cutting
        self.objects, self.requests = {}, []
        self.lock = threading.Lock()
        # Called after each request, before its answer.
        self.changed = lambda: None
        store = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_PUT(self):
                store.put(self)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def put(self, request):
        try:
            path = self.take(request)
        except Refused as refusal:
            self.note(request, refusal.status, refusal.code)
            self.answer(request, refusal.status, f"<Error><Code>{refusal.code}</Code><Message>{refusal.text}</Message></Error>")
            return
        if path is not None:
            self.answer(request, 200, "", hashlib.md5(self.objects[path][0]).hexdigest())

    def take(self, request):
        headers = request.headers
        now = datetime.datetime.now(datetime.timezone.utc)
        values = verify("PUT", request.path, headers, self.access_key, self.secret, now)
        if headers.get("Transfer-Encoding"):
            raise Refused(501, "NotImplemented", "a body in chunks is not taken")
        if headers.get("Content-Length") is None:
            raise Refused(411, "MissingContentLength", "the length is missing")
        condition = headers.get("If-None-Match")
        if condition not in (None, "*"):
            raise Refused(501, "NotImplemented", "If-None-Match takes * only")
        length = int(headers["Content-Length"])
        with self.lock:
            is_cut, self.cutting = self.cutting > 0, max(0, self.cutting - 1)
        body = request.rfile.read(length // 2 if is_cut else length)
        if len(body) < length:
            self.note(request, 0, "IncompleteBody")
            return self.hang_up(request)
        check_content(body, headers, values)
        path = urllib.parse.unquote(request.path.partition("?")[0])
        with self.lock:
            if condition == "*" and path in self.objects:
                raise Refused(412, "PreconditionFailed", "there is an object already")
            is_closed = path not in self.objects if self.closing == "each" else self.closing > 0
            self.objects[path] = (body, headers.get("Content-Type", ""))
            if self.closing != "each":
                self.closing = max(0, self.closing - 1)
        self.note(request, 200, "Stored")
        return self.hang_up(request) if is_closed else path

    def note(self, request, status, code):
        key = "/".join(urllib.parse.unquote(request.path.partition("?")[0]).split("/")[2:])
        secrets = [name for name in ("X-API-Key", "Authorization", "Cookie") if request.headers.get(name)]
        with self.lock:
            self.requests.append({"key": key, "status": status, "code": code, "credentials": secrets})
        self.changed()

    def hang_up(self, request):
        request.close_connection = True
        # Without an answer, and without waiting for what the client still sends.
        request.connection.shutdown(2)
        return None

    def answer(self, request, status, text, tag=None):
        body = text.encode()
        request.send_response(status)
        if tag:
            request.send_header("ETag", f'"{tag}"')
        request.send_header("Content-Length", str(len(body)))
        if status != 200:
            # The body may not have been read.
            request.send_header("Connection", "close")
            request.close_connection = True
        request.end_headers()
        request.wfile.write(body)

    def contents(self):
        with self.lock:
            return {"/".join(path.split("/")[2:]): content for path, content in self.objects.items()}
