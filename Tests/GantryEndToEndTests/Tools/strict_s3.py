"""A store of objects that checks what S3 checks, and shares nothing with the product: the signature in the headers, the
SHA-256 of the body, the checksum header, and If-None-Match. It has one bucket, in one region, and says both as S3 does. Usage: strict_s3.py PORT FOLDER [no-checksums] [replaces] [keeps] [fails] [takes] [loses] [cuts]. One that replaces ignores If-None-Match; one that keeps refuses DELETE; one that fails stores and answers 500; what it takes, loses or cuts is gone, was never there, or lacks a byte."""
import base64, datetime, hashlib, hmac, http.server, os, socketserver, sys, threading, urllib.parse as url

KEY, SECRET, REGION, BUCKET = "AKIDEXAMPLE", "a/secret+key", "eu-test-1", "pay"
folder = sys.argv[2]
keeps_checksums = "no-checksums" not in sys.argv
lock = threading.Lock()


def mac(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


class Store(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, code="", headers={}, body=b""):
        if code:
            region = ""
            if code == "AuthorizationHeaderMalformed":
                region = f"<Region>{REGION}</Region>"
            body = f"<?xml version='1.0'?><Error><Code>{code}</Code>{region}</Error>".encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if "Content-Length" not in headers:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def refusal(self):
        """Why the signature doesn't hold, or nothing."""
        given = self.headers.get("Authorization", "")
        if not given.startswith("AWS4-HMAC-SHA256 "):
            return "AccessDenied"
        parts = dict(p.strip().split("=", 1) for p in given[len("AWS4-HMAC-SHA256 "):].split(","))
        signed = parts["SignedHeaders"].split(";")
        must = {"host", "x-amz-content-sha256", "x-amz-date"}
        must |= {n.lower() for n in self.headers.keys() if n.lower().startswith("x-amz-")}
        if not must <= set(signed) or any(self.headers.get(n) is None for n in signed) or signed != sorted(signed):
            return "SignatureDoesNotMatch"
        when = datetime.datetime.strptime(self.headers["x-amz-date"], "%Y%m%dT%H%M%SZ")
        if abs((datetime.datetime.utcnow() - when).total_seconds()) > 900:
            return "RequestTimeTooSkewed"
        split = url.urlsplit(self.path)
        query = "&".join(sorted(url.quote(k, safe="-_.~") + "=" + url.quote(v, safe="-_.~")
                                for k, v in url.parse_qsl(split.query, keep_blank_values=True)))
        path = url.quote(url.unquote(split.path), safe="/-_.~")
        lines = "".join(f"{n}:{' '.join(self.headers[n].split())}\n" for n in signed)
        request = "\n".join([self.command, path, query, lines, ";".join(signed), self.headers["x-amz-content-sha256"]])
        key, day, region, service, end = parts["Credential"].split("/")
        if (key, service, end) != (KEY, "s3", "aws4_request"):
            return "InvalidAccessKeyId"
        if region != REGION:
            return "AuthorizationHeaderMalformed"
        scope = f"{day}/{region}/{service}/{end}"
        text = "\n".join(["AWS4-HMAC-SHA256", self.headers["x-amz-date"], scope,
                          hashlib.sha256(request.encode()).hexdigest()])
        signing = mac(mac(mac(mac(("AWS4" + SECRET).encode(), day), region), service), end)
        good = hmac.new(signing, text.encode(), hashlib.sha256).hexdigest()
        if not hmac.compare_digest(good, parts["Signature"]):
            return "SignatureDoesNotMatch"
        return "" if split.path.split("/")[1] == BUCKET else "NoSuchBucket"

    def refuse(self, code):
        self.answer({"AuthorizationHeaderMalformed": 400, "NoSuchBucket": 404}.get(code, 403), code)

    def file(self):
        name = url.quote(url.unquote(url.urlsplit(self.path).path), safe="")
        return os.path.join(folder, name)

    def do_PUT(self):
        length = self.headers.get("Content-Length")
        if length is None:
            return self.answer(411, "MissingContentLength")
        body = self.rfile.read(int(length))
        if len(body) != int(length):
            self.close_connection = True
            return
        refusal = self.refusal()
        if refusal:
            return self.refuse(refusal)
        digest = hashlib.sha256(body).digest()
        if self.headers["x-amz-content-sha256"] != digest.hex():
            return self.answer(400, "XAmzContentSHA256Mismatch")
        checksum = self.headers.get("x-amz-checksum-sha256")
        if checksum is None or base64.b64decode(checksum) != digest:
            return self.answer(400, "BadDigest")
        if self.headers.get("If-None-Match") != "*":
            return self.answer(400, "OverwriteNotAllowed")
        with lock:
            if os.path.exists(self.file()) and "replaces" not in sys.argv:
                return self.answer(412, "PreconditionFailed")
            with open(self.file() + ".new", "wb") as f:
                f.write(body[:-1] if "cuts" in sys.argv else body)
            os.rename(self.file() + ".new", self.file())
            if "takes" in sys.argv or "loses" in sys.argv:
                os.remove(self.file())
            with open(os.path.join(folder, "log"), "a") as f:
                f.write(f"PUT {self.path}\n")
        if "fails" in sys.argv:
            return self.answer(500, "InternalError")
        self.answer(200, headers={"ETag": '"%s"' % hashlib.md5(body).hexdigest()})

    def do_GET(self):
        refusal = self.refusal()
        if refusal:
            return self.refuse(refusal)
        try:
            with open(self.file(), "rb") as f:
                body = f.read()
        except FileNotFoundError:
            return self.answer(404, "NoSuchKey")
        headers = {"Content-Length": str(len(body))}
        if keeps_checksums and self.headers.get("x-amz-checksum-mode") == "ENABLED":
            headers["x-amz-checksum-sha256"] = base64.b64encode(hashlib.sha256(body).digest()).decode()
        self.answer(200, headers=headers, body=body)

    do_HEAD = do_GET

    def do_DELETE(self):
        refusal = self.refusal()
        if refusal or "keeps" in sys.argv:
            return self.refuse(refusal or "AccessDenied")
        if os.path.exists(self.file()):
            os.remove(self.file())
        self.answer(204)


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 128


Server(("127.0.0.1", int(sys.argv[1])), Store).serve_forever()
