"""AutoDetail Hub's part in uploading photos, with addresses made by boto3 for an object store.

    photo_hub.py FOLDER '{"life": 60, …}'     serves until it is ended; FOLDER/state.json says what came
    photo_hub.py --check                      the store of object_store.py judged by boto3's addresses

What can be ordered: `life` of addresses in seconds, `late` answers to presign in seconds, the first `lates` of them (1);
`forged` "signature", "key", "type" or "checksum": addresses of which that is another; `once`: addresses that keep what stands
there; `closing`, `cutting`: see ObjectStore; `failing` link calls that answer `failure` (500); `store`: "moto" for moto's server, "nginx" for
one that looks at no signature.
"""

import base64
import datetime
import hashlib
import http.server
import json
import os
import socket
import subprocess
import sys
import threading
import time

import boto3
import requests
from botocore.config import Config

from object_store import ObjectStore

KEYS = ("TESTKEY0EXAMPLE", "a secret of tests only")
BUCKET = "photos"


def client(port):
    return boto3.client(
        "s3", endpoint_url=f"http://127.0.0.1:{port}", region_name="eu-central-1", aws_access_key_id=KEYS[0],
        aws_secret_access_key=KEYS[1], config=Config(signature_version="s3v4", request_checksum_calculation="when_required"))


def moto():
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    client(port).create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": "eu-central-1"})
    return port


class Nginx:
    """nginx as a store: it takes what is PUT, whole, under its name."""

    CONFIGURATION = """
        worker_processes 1; daemon off; pid {0}/nginx.pid; error_log {0}/error.log; {user}
        events {{ worker_connections 64; }}
        http {{
            access_log off; client_max_body_size 20m;
            client_body_temp_path {0}/1; proxy_temp_path {0}/2; fastcgi_temp_path {0}/3; uwsgi_temp_path {0}/4; scgi_temp_path {0}/5;
            server {{ listen 127.0.0.1:{port}; location / {{ root {0}/store; dav_methods PUT; create_full_put_path on; }} }}
        }}
        """

    def __init__(self, folder):
        self.root, self.requests, self.changed = f"{folder}/store/{BUCKET}", [], None
        os.makedirs(self.root)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        with open(f"{folder}/nginx.conf", "w") as file:
            file.write(self.CONFIGURATION.format(folder, port=self.port, user="user root;" if os.geteuid() == 0 else ""))
        # It ends with this process, however that ends.
        subprocess.Popen(
            ["setpriv", "--pdeathsig", "TERM", "nginx", "-p", folder, "-c", f"{folder}/nginx.conf", "-e", f"{folder}/error.log"])
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        sys.exit("nginx did not begin to serve")

    def contents(self):
        found = {}
        for folder, _, names in os.walk(self.root):
            for name in names:
                path = f"{folder}/{name}"
                with open(path, "rb") as file:
                    found[os.path.relpath(path, self.root)] = (file.read(), "image/jpeg")
        return found


class Hub:
    def __init__(self, folder, orders):
        self.folder, self.orders = folder, {"life": 60, "late": 0, "failing": 0, "failure": 500, **orders}
        self.store = None
        if orders.get("store") == "moto":
            port = moto()
        elif orders.get("store") == "nginx":
            self.store = Nginx(folder)
            port = self.store.port
        else:
            self.store = ObjectStore(*KEYS, closing=orders.get("closing", 0), cutting=orders.get("cutting", 0))
            port = self.store.port
        self.client = client(port)
        self.lock = threading.Lock()
        self.calls = []
        self.bookings = {
            f"apt-{number}": {
                "id": f"apt-{number}", "status": "done", "startIso": "2026-10-01T07:00:00Z", "clientName": "Client", "serviceName": "S",
                "workPhotos": [], "defectPhotos": [],
            } for number in range(1, 6)
        }

    def objects(self):
        if self.store:
            return self.store.contents()
        listed = self.client.list_objects_v2(Bucket=BUCKET).get("Contents", [])
        found = {entry["Key"]: self.client.get_object(Bucket=BUCKET, Key=entry["Key"]) for entry in listed}
        return {key: (answer["Body"].read(), answer["ContentType"]) for key, answer in found.items()}

    def write_state(self):
        with self.lock:
            self.write()

    def write(self):
        objects = {
            key: {"sha256": hashlib.sha256(body).hexdigest(), "type": kind} for key, (body, kind) in self.objects().items()
        }
        links = [
            photo["url"].partition("?")[0].partition(f"/{BUCKET}/")[2]
            for booking in self.bookings.values() for photo in booking["workPhotos"] + booking["defectPhotos"]
        ]
        state = {"objects": objects, "links": links, "calls": self.calls, "puts": self.store.requests if self.store else []}
        with open(f"{self.folder}/state.new", "w") as file:
            json.dump(state, file)
        os.rename(f"{self.folder}/state.new", f"{self.folder}/state.json")

    def presign(self, asked):
        key = f"appointments/{asked['appointmentId']}/{asked['kind']}/{asked['filename']}"
        parameters = {"Bucket": BUCKET, "Key": key, "ContentType": asked["contentType"]}
        forged = self.orders.get("forged")
        if forged == "type":
            parameters["ContentType"] = "image/png"
        if forged == "checksum":
            parameters["ChecksumSHA256"] = base64.b64encode(hashlib.sha256(b"another").digest()).decode()
        if self.orders.get("once"):
            parameters["IfNoneMatch"] = "*"
        # Addresses are signed for whole seconds: one that is made late in a second has lost most of its first.
        if self.orders["life"] < 5:
            time.sleep(max(0, 1 - time.time() % 1) if time.time() % 1 > 0.2 else 0)
        url = self.client.generate_presigned_url("put_object", parameters, ExpiresIn=self.orders["life"])
        if forged == "signature":
            url = url[:-1] + ("0" if url[-1] != "0" else "1")
        if forged == "key":
            url = url.replace(".jpg?", ".jpeg?")
        lates = self.orders.get("lates", 1)
        if lates > 0:
            self.orders["lates"] = lates - 1
            time.sleep(self.orders["late"])
        return 200, {"uploadUrl": url, "ref": f"s3:{key}", "accessUrl": url.partition("?")[0], "key": key}

    def link(self, booking, asked):
        if self.orders["failing"] > 0:
            self.orders["failing"] -= 1
            return self.orders["failure"], {"error": "Internal error"}
        objects = self.objects()
        for reference in asked["photoUrls"]:
            if reference[3:] not in objects:
                return 400, {"error": "There is no such photo"}
        for reference in asked["photoUrls"]:
            url = self.client.generate_presigned_url("get_object", {"Bucket": BUCKET, "Key": reference[3:]}, ExpiresIn=60)
            photos = booking[f"{asked['kind']}Photos"]
            photos.append({"id": f"ph-{len(photos) + 1}", "url": url, "createdAt": "2026-10-01T07:00:00Z"})
        return 200, {"success": True, "message": "Photos added"}

    def answer(self, method, path, body):
        parts = path.strip("/").split("/")
        if path == "/api/auth/validate-key":
            return 200, {"valid": True}
        if path == "/api/uploads/presign":
            return self.presign(json.loads(body))
        if parts[:3] == ["api", "client", "appointments"] and len(parts) in (4, 5):
            booking = self.bookings.get(parts[3])
            if booking is None:
                return 404, {"error": "There is no such appointment"}
            return (200, booking) if method == "GET" else self.link(booking, json.loads(body))
        return 404, {"error": "There is no such address"}

    def serve(self):
        hub = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                status, tree = hub.answer(self.command, self.path, body)
                with hub.lock:
                    hub.calls.append(f"{self.command} {self.path} {status}")
                hub.write_state()
                text = json.dumps(tree).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = do

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        self.write_state()
        if self.store:
            self.store.changed = self.write_state
        print(json.dumps({"url": f"http://127.0.0.1:{server.server_address[1]}"}), flush=True)
        server.serve_forever()


def check():
    """The store takes what boto3 signs, and nothing else."""
    store = ObjectStore(*KEYS)
    s3 = client(store.port)

    def url(life=60, **more):
        return s3.generate_presigned_url(
            "put_object", {"Bucket": BUCKET, "Key": "a b/ü+1.jpg", "ContentType": "image/jpeg", **more}, ExpiresIn=life)

    def put(address, body=b"photo", **headers):
        answer = requests.put(address, data=body, headers={"Content-Type": "image/jpeg", **headers}, timeout=10)
        return answer.status_code

    good = url()
    wrong = "f" if good[-1] != "f" else "e"
    digest = __import__("base64").b64encode(hashlib.sha256(b"photo").digest()).decode()
    with_digest = url(ChecksumSHA256=digest)
    sends = {"x-amz-checksum-sha256": digest} if "x-amz-checksum-sha256" in with_digest.partition("SignedHeaders=")[2] else {}
    once = url(IfNoneMatch="*")
    expected = [
        ("an altered signature", put(good[:-1] + wrong), 403), ("another type", put(good, **{"Content-Type": "image/png"}), 403),
        ("another key", put(good.replace("1.jpg", "2.jpg")), 403), ("a longer life", put(good.replace("Expires=60", "Expires=600")), 403),
        ("a header that is not signed", put(good, **{"x-amz-acl": "public-read"}), 403),
        ("another content than the digest's", put(with_digest, b"other", **sends), 400),
    ]
    assert not store.objects, store.objects
    expected += [
        ("a signed condition that is not sent", put(once), 403), ("a new object", put(once, **{"If-None-Match": "*"}), 200),
        ("the object again", put(once, b"other", **{"If-None-Match": "*"}), 412), ("a whole PUT", put(good), 200),
        ("with its digest", put(with_digest, **sends), 200),
    ]
    ended = url(life=1)
    time.sleep(2.1)
    expected.append(("an address that has ended", put(ended), 403))
    assert list(store.contents().values()) == [(b"photo", "image/jpeg")], store.contents()
    for what, status, wanted in expected:
        assert status == wanted, f"{what}: {status}, not {wanted}; {store.requests}"
    print(f"{len(expected)} judged at {datetime.datetime.now():%H:%M}")


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        check()
    else:
        Hub(sys.argv[1], json.loads(sys.argv[2])).serve()
