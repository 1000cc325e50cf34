#!/usr/bin/env python3
"""Serves a small time tracker on loopback, as a back end that nobody has compiled; prints its address first.

    tracker.py FAULT RECORDS

GET /me names the account of the header X-Key: key-a is anna's, key-b bo's, and another key gets 200 without an account. A wrong key gets an
empty list with total 0. GET /hours has pages by skip and take, GET /linked pages that lead to each other by the header Next-Page, with an
ETag; HEAD /linked says the total. GET /count says how many records there are. POST /search has those of /hours by what its body asks. POST /hours makes a record, POST /uploads keeps a file, PUT /users/N gives it to a user, and PUT
/named/NAME makes something with a name once, which GET shows; GET /made shows it all. GET /people lists who works.
GET /sheets has hours whose keys are texts, and GET /staff who works them. FAULT "swallows" has every third such
request have its effect without an answer, and every fifth neither; with "unseen" nobody may look for marks either. The account is also known by the parameter key, by Basic (anna, pass-a),
and by what these give to anna with pass-a: POST /login a token that lives for two requests, with one that POST /refresh takes once; POST
/oauth a token for a form; POST /session a cookie, which needs X-Csrf. FAULT is what goes wrong, and "none" if nothing does; the file
FAULT.end, where there is one, ends it."""
import base64, datetime, json, os, re, socket, sys, threading, uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

given, count = sys.argv[1], int(sys.argv[2])
first = datetime.date(2026, 9, 20)
HOURS = ["7.40", "8", "1e0", '"0.25"']
NOTES = ['"=1+1"', "null", r'"a\nb"']
RECORDS = [
    f'{{"id":{n},"day":"{first + datetime.timedelta(n * 50 // count)}","hours":{HOURS[n % 4]},'
    f'"user":{{"id":{n % 7},"name":"Ærø {n % 7}"}},"fields":[{{"name":"Rate","value":"1"}},{{"name":"State","value":"{["OK", "NEW"][n % 2]}"}}],'
    f'"kind":"{"T" if n % 25 == 0 else "NNOW"[n % 4 - n % 3]}","note":{NOTES[n % 3]},"secret_note":"S3CR3T"}}'
    for n in range(1, count + 1)
]


def key(kind, n):
    """A key that is a text: most are UUIDs; some look like numbers, like formulas, or like one another."""
    odd = {("user", 1): "7", ("user", 3): "=kim, 3", ("user", 4): "007"}
    if kind == "entry" and n % 50 < 3:
        return [f"-{n}", f"{n}", f"=E{n}"][n % 50]
    return odd.get((kind, n)) or str(uuid.uuid5(uuid.NAMESPACE_DNS, f"{kind}-{n}"))


def sheet(n, record):
    """A record with such keys, a field for each kind of hours, and times."""
    record = re.sub(r'^{"id":\d+', f'{{"id":{json.dumps(key("entry", n))}', record)
    record = re.sub(r'"user":{"id":\d+', f'"user":{{"id":{json.dumps(key("user", n % 7))}', record)
    day = re.search(r'"day":"(.{10})', record)[1]
    more = {"more": "0.5" if n % 4 == 0 else None, "free": 1.25 if n % 5 == 0 else None, "site": f"site-{n % 3}",
            "approver": key("user", n % 7 if n % 40 == 0 else (n + 1) % 7), "from": f"{day}T06:00:00Z", "to": f"{day}T13:15:00Z"}
    return record[:-1] + "," + json.dumps(more)[1:]


SHEETS = [sheet(n, record) for n, record in enumerate(RECORDS, 1)]
writes, made, uploads, papers, named = threading.Lock(), [], {}, [], {}
count_of_writes = [0]
tokens, refreshes = {}, set()
count_of_readings = [0]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self.do_GET()

    def do_POST(self):
        fault = "none" if os.path.exists(given + ".end") else os.path.basename(given)
        content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/search":
            asked = json.loads(content)
            page, days = asked["page"], asked.get("days", {})
            if asked["of"] != "everybody" or page["kind"] != "entries" or not isinstance(page["skip"] + page["take"], int):
                return self.say(400, '{"error":"Unknown search"}')
            self.path = "/hours?" + urlencode({"skip": page["skip"], "take": page["take"]} | days)
            return self.do_GET()
        if self.path in ("/login", "/refresh", "/oauth", "/session"):
            with writes:
                return self.sign_in(fault, content.decode())
        with writes:
            count_of_writes[0] += 1
            number = count_of_writes[0]
            if fault in ("swallows", "unseen") and number % 5 == 0:
                return self.swallow()
            status, answer = self.write(urlsplit(self.path), content)
        if fault in ("swallows", "unseen") and number % 3 == 0:
            return self.swallow()
        if fault == "other-status" and status == 201:
            status = 200
        if fault == "no-id" and status == 201:
            answer = {"ok": True}
        self.say(status, json.dumps(answer) if answer is not None else "")

    do_PUT = do_POST

    def sign_in(self, fault, text):
        """Gives a token or a session to anna."""
        if self.path == "/oauth":
            form = {name: values[-1] for name, values in parse_qs(text).items()}
            basic = "Basic " + base64.b64encode(b"anna:pass-a%2F1").decode()
            known = form.get("client_id") == "anna" and form.get("client_secret") == "pass-a/1" or self.headers.get("Authorization") == basic
            known = known and form["grant_type"] == "client_credentials" and form["scope"] == "hours read"
        elif self.path == "/refresh":
            body = json.loads(text)
            known = body["refresh"] in refreshes
            refreshes.discard(body["refresh"])
        else:
            body = json.loads(text)
            known = body == {"user": {"name": "anna"}, "password": "pass-a/1", "remember": True}
        if not known:
            return self.say(400 if self.path == "/oauth" else 401, json.dumps({"error": "no", "sent": text}))
        number = len(tokens) + 1
        if self.path == "/session":
            tokens[f"sid-{number}"] = 1000
            return self.say(200, "{}", [("Set-Cookie", f"sid=sid-{number}; Path=/; HttpOnly"), ("Set-Cookie", "XSRF=a%3Db; Path=/"),
                                        ("Set-Cookie", "old=; Max-Age=0")])
        answer = {"access_token": f"tok-{number}", "token_type": "bearer", "expires_in": 3600, "refresh_token": f"ref-{number}"}
        tokens[f"tok-{number}"] = 2 if self.path != "/oauth" else 1000
        refreshes.add(f"ref-{number}")
        if fault == "no-token":
            del answer["access_token"]
        if fault == "expires-zero":
            answer["expires_in"] = 0
        if fault == "expires-text":
            answer["expires_in"] = "S3CR3T"
        self.say(200, json.dumps(answer))

    def account(self, query):
        key = self.headers.get("X-Key") or query.pop("key", None)
        if key:
            return {"key-a": "anna", "key-b": "bo"}.get(key)
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        if scheme == "Basic":
            return "anna" if token == base64.b64encode(b"anna:pass-a/1").decode() else None
        if "Cookie" in self.headers:
            cookies = dict(pair.split("=", 1) for pair in self.headers["Cookie"].split("; "))
            token = cookies["sid"] if self.headers.get("X-Csrf") == "a=b" and "old" not in cookies else None
        with writes:
            if tokens.get(token, 0) < 1:
                return None
            tokens[token] -= 1
            return "anna"

    def swallow(self):
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def write(self, url, content):
        """What a request has as its effect, and its answer."""
        if url.path == "/hours":
            entry = json.loads(content)["entry"]
            if entry.get("user") == 99:
                return 422, {"errors": ["User is unknown"]}
            number = 10000 + len(made)
            made.append(entry | {"id": number})
            RECORDS.append(json.dumps({"id": number, "day": entry["day"], "hours": entry["hours"], "user": {"id": entry.get("user", 0)},
                                       "fields": [{"name": "State", "value": "NEW"}], "note": entry["note"]}, separators=(",", ":")))
            return 201, {"entry": {"id": number, "hours": round(float(entry["hours"]), 2)}}
        if url.path == "/uploads":
            if self.headers["Content-Type"] != "application/octet-stream":
                return 406, {"errors": ["Wrong type"]}
            token = f"t{count_of_writes[0]}"
            uploads[token] = content.decode("latin-1")
            return 201, {"upload": {"token": token}}
        name = url.path.split("/")[-1]
        if url.path.startswith("/users/"):
            paper = json.loads(content)
            if paper["token"] not in uploads:
                return 422, {"errors": ["No such upload"]}
            papers.append({"id": len(papers) + 1, "user": int(name), "name": paper["name"], "note": paper["note"],
                           "content": uploads.pop(paper["token"])})
            return 204, None
        if name in named:
            return 412, {"errors": ["It is there"]}
        named[name] = json.loads(content)
        return 201, {"ok": True}

    def do_GET(self):
        fault = "none" if os.path.exists(given + ".end") else os.path.basename(given)
        url = urlsplit(self.path)
        query = {name: values[-1] for name, values in parse_qs(url.query, keep_blank_values=True).items()}
        shown = dict(query)
        account = self.account(query)
        if not account and url.path != "/made" and not self.headers.get("X-Key") and fault != "open":
            return self.say(401, '{"error":"Sign in"}')
        if url.path == "/me":
            return self.say(200, json.dumps({"user": {"login": account} if account else None}))
        if url.path == "/made":
            return self.say(200, json.dumps({"made": made, "papers": papers, "named": named, "uploads": len(uploads)}))
        if url.path.endswith("/papers"):
            own = [p for p in papers if p["user"] == int(url.path.split("/")[2])]
            return self.say(200, json.dumps({"papers": own}))
        if url.path.startswith("/users/"):
            number = url.path.split("/")[-1]
            return self.say(200, f'{{"user":{{"id":{number},"name":"Ærø {number}"}}}}')
        if url.path.startswith("/named/"):
            thing = named.get(url.path.split("/")[-1])
            return self.say(200 if thing else 404, json.dumps(thing or {"errors": ["Nothing is there"]}))
        if url.path in ("/people", "/staff"):
            # Number 5 has no payroll number, number 6 is paid in another currency, and nobody lists number 0.
            late = os.path.basename(given) == "late" and fault == "none"
            people = [{"id": n, "first": "Ærø", "last": f"#{n}", "number": "" if n == 5 else f"010{n}", "currency": "EUR" if n == 6 else "DKK",
                       "rate": str(200 + 10 * n + (7 if late and n == 2 else 0))} for n in range(1, 7)]
            # What remains of a removed one.
            people.insert(3, {"id": 9, "gone": True})
            if url.path == "/staff":
                people = [person | {"id": key("user", person["id"])} for person in people]
            return self.say(200, json.dumps({"people": people, "total": len(people)}))
        if url.path == "/visits":
            # The first second of October in Copenhagen, its last, and the first of November.
            since, until = int(query["since"]), int(query["until"])
            visits = [f'{{"id":"v{n}","at":{at},"took":"{n}:0{n}","left":{json.dumps(n == 3)},"photos":[{{"id":"p{n}"}},{{"id":"q{n}"}}]}}'
                      for n, at in enumerate([1790805600, 1793487599, 1793487600, 1792000000]) if since <= at * 1000 < until]
            if fault == "failed":
                return self.say(200, '{"visits":[],"state":"FAILED","why":"No such index"}')
            return self.say(200, f'{{"visits":[{",".join(visits)}],"state":"OK"}}')
        records = (SHEETS if url.path == "/sheets" else RECORDS) if account or fault == "open" else []
        if fault != "ignores-period" and "from" in query:
            records = [r for r in records if query["from"] <= re.search(r'"day":"(.{10})', r)[1] <= query["to"]]
            if fault == "ends-early":
                records = [r for r in records if f'"day":"{query["to"]}' not in r]
        if "who" in query:
            records = [r for r in records if f'"user":{{"id":{query["who"]},' in r]
        if "mark" in query and fault == "unseen":
            return self.say(403, '{"error":"No search"}')
        if "mark" in query:
            records = [r for r in records if query["mark"] in r and f'"day":"{query["day"]}"' in r and fault != "blind"]
        if os.path.basename(given) == "late" and fault == "none":
            # Some were approved after the month was closed.
            records = [r.replace('"value":"NEW"', '"value":"OK"') if n % 10 == 0 else r for n, r in enumerate(records)]
        if fault == "shells":
            # Each third record is what remains of a removed one, with its key alone.
            records = [re.sub(r'^({"id":(\d+),).*', lambda m: m[1] + '"day":null,"gone":{"by":"x"}}' if int(m[2]) % 3 == 0 else m[0], r) for r in records]
        if fault == "needs" and "who" not in query:
            return self.say(400, '{"error":"Whose hours?"}')
        if fault in ["strict", "needs"] and not query.keys() <= {"from", "to", "skip", "take", "behind", "who"}:
            # As some servers do: no record has what they don't know.
            records = []
        if fault == "idle":
            records = [re.sub(r'"hours":[^,]+', '"hours":0', r) if '"user":{"id":2,' in r else r for r in records]
        if fault == "insists" and "from" not in query:
            return self.say(400, '{"error":"From which day?"}')
        if url.path == "/count" and fault == "refuses-count":
            return self.say(403, '{"error":"Totals are for managers."}')
        if url.path == "/count":
            return self.say(200, json.dumps({"data": {"total": "many" if fault == "no-count" else str(len(records) - (fault == "less"))}}))
        if "behind" in query:
            records = [r for r in records if int(re.search(r'"id":(\d+)', r)[1]) > int(query["behind"])]
        start, size, total = int(query.get("skip", 0)), int(query.get("take", 50)), len(records)
        if fault == "lower-limit":
            size = min(size, 20)
        if url.path == "/linked" and fault == "moves":
            # The last record is another one in each reading.
            count_of_readings[0] += not start
            records = records[:-1] + [re.sub(r'"id":\d+', f'"id":{9000 + count_of_readings[0]}', records[-1], count=1)]
        page = records[start:start + size]
        if start and fault == "html":
            return self.say(500, "<html>Oops</html>", kind="text/html")
        if start and fault == "busy" and not tokens.setdefault("busy", 0):
            tokens["busy"] = 1
            return self.say(503, '{"retry":{"in":2000}}')
        if start and fault == "other-total":
            total += 1
        if start and fault == "empty-page":
            page = []
        if start and fault == "same-page":
            page = records[:size]
        # As servers say it that stop counting.
        least = {"more-at-least": total + 1, "no-least": "null"}.get(fault, min(total, 100))
        if url.path == "/linked":
            headers = {"ETag": '"1"' if not start or fault != "changes" else '"2"', "X-Total": str(total)}
            if self.command != "HEAD":
                del headers["X-Total"]
            if start + size < total:
                here = f"http://{self.headers['Host']}/linked?"
                # The second and the third page can lead to each other.
                then = 50 if start == 100 and fault == "long-circle" else start + size
                headers["Next-Page"] = here + "&".join(f"{k}={v}" for k, v in (shown | {"skip": str(then), "take": str(size)}).items())
                if start and fault == "circle":
                    headers["Next-Page"] = f"http://{self.headers['Host']}{self.path}"
                if fault == "elsewhere":
                    headers["Next-Page"] = "http://127.0.0.2:9/linked?skip=50"
            return self.say(200, f'{{"data":[{",".join(page)}],"least":{least}}}', headers)
        listed = "rows" if fault == "other-list" else "items"
        stated = '"many"' if fault == "no-total" else total
        self.say(200, f'{{"data":{{"{listed}":[{",".join(page)}]}},"meta":{{"total":{stated},"least":{least},"take":{size}}}}}')

    def say(self, status, body, headers={}, kind="application/json"):
        body = body.encode()
        self.send_response(status)
        for name, value in headers.items() if isinstance(headers, dict) else headers:
            self.send_header(name, value)
        if body or status != 204:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
