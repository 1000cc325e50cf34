"""The operations whose power powerloss.py cuts: their commands, and what has to hold right after the loss and in the end."""

import collections
import contextlib
import csv
import glob
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TOOLS = f"{ROOT}/Tests/GantryEndToEndTests/Tools"
sys.path.insert(0, TOOLS)
import inspect_workspace  # noqa: E402

PROGRAM = os.path.abspath(os.environ.get("GANTRY_BINARY") or f"{ROOT}/.build/release/gantry")
SAMPLES = f"{ROOT}/Samples/uploads"
MONTH = "payroll-monthly/2026-10/r1"
SECRETS = {
    "KSR_EMAIL": "payroll@example.test", "KSR_PASSWORD": "sandbox-password", "LMS_PAIR_TOKEN": "pair-sandbox-000001",
    "TALK_EMAIL": "archive@example.test", "TALK_PASSWORD": "sandbox-password",
}
CONNECTIONS = {"ksr": ("ksr-cranes", "KSR_EMAIL", "KSR_PASSWORD"), "lms": ("cdbl-lms", "LMS_PAIR_TOKEN"),
               "talk": ("vynqtalk", "TALK_EMAIL", "TALK_PASSWORD")}
MESSAGES = "".join(f"{n % 4 + 2},Message {n},\n" for n in range(1, 13))
LEAVES = """type,start,end,reason,certificate,fitness_certificate
CASUAL,2099-02-01,2099-02-02,Wedding,,
CASUAL,2099-03-01,2099-03-01,Land office,,
EARNED,2099-06-07,2099-06-11,Holiday,,
MEDICAL,2099-01-04,2099-01-05,Fever,leave-certificates/2027-02-15_medical.pdf,leave-certificates/2027-02-22_fitness.pdf
MEDICAL,2099-01-11,2099-01-12,Cold,leave-certificates/2027-02-22_medical.pdf,
"""


class Broken(Exception):
    """Something was lost, torn, left over or done twice."""


def require(holds, *words):
    if not holds:
        raise Broken(" ".join(str(word) for word in words))


def call(*words, **options):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)} ended with {done.returncode}: {done.stdout}")
    return done.stdout


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, text):
    with open(path, "w") as file:
        file.write(text)
    return path


def tree(folder):
    """Every file below a folder with its bytes; a folder that is not there holds none."""
    paths = (os.path.join(place, name) for place, _, names in os.walk(folder) for name in names)
    return {os.path.relpath(path, folder): read(path) for path in paths}


def same(found, wanted, what):
    def size(files, name):
        return len(files[name]) if name in files else "no"

    wrong = [name for name in sorted(found.keys() | wanted.keys()) if found.get(name) != wanted.get(name)]
    shown = ", ".join(f"{name} ({size(found, name)} of {size(wanted, name)} bytes)" for name in wrong)
    require(not wrong, what, "differs:", shown)


class Sandbox:
    """A sample back end, which loses no power."""

    def __init__(self, *words):
        self.process = subprocess.Popen([PROGRAM, "sandbox", "--port", "0", "--json", *words], text=True, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, start_new_session=True)
        self.url = json.loads(self.process.stdout.readline())["url"]

    def end(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, 9)
        self.process.wait()
        self.process.stdout.close()


class Case:
    """An operation: its commands, and what has to hold right after the loss and in the end. `said` is each command's last word."""

    images, code, said = 1, 0, []

    def __init__(self, name):
        self.name = name

    def fill(self, place):
        os.mkdir(place.workspace, 0o700)

    def lost(self, place, done):
        """Right after the loss; `done` says of how many commands it was said that they are done."""

    def final(self, place):
        """Once the same commands have ended."""

    def doubts(self, place):
        """What the operation leaves to a person to decide."""
        return []

    def before(self, place, number):
        """What people do before a command."""

    def remembered(self, place):
        """What the undisturbed run left."""
        return {}

    def tidy(self, place):
        """Nothing may be left that could be taken for a result: the same names as after an undisturbed run."""
        names, wanted = self.names(place), self.reference["names"]
        require(names == wanted, "left over or missing:", sorted(names ^ wanted))

    def names(self, place):
        return {name for name in tree(place.workspace) if not name.endswith((".lock", "-wal", "-shm"))}


def monthly(place):
    return place.gantry("run", place.shared.pipeline, "--period", "2026-10", "--snapshot-time", "2026-11-02T07:00:00Z",
                        "--set", "records.page-size=10", "--set", "checkpoint.records=15")


class Export(Case):
    operation, said = "export", ["Published "]

    def start(self, place):
        place.configure("ksr", place.shared.ksr.url, place.shared.people)

    def commands(self, place):
        return [monthly(place)]

    def remembered(self, place):
        return {"tree": tree(f"{place.workspace}/exports/{MONTH}")}

    def lost(self, place, done):
        problems = inspect_workspace.inspect(place.workspace, MONTH)["problems"]
        require(not problems, *problems)
        if done or os.path.exists(f"{place.workspace}/exports/{MONTH}"):
            same(tree(f"{place.workspace}/exports/{MONTH}"), self.reference["tree"], "right after the loss, the export")

    def final(self, place):
        self.lost(place, 1)
        require(place.run(place.gantry("verify", MONTH)).code == 0, "verify finds something")


def certificates():
    """The sample sheet without the one row that the server has no answer about: whether it arrived, a person would be asked."""
    lines = read(f"{SAMPLES}/certificates.csv").decode().splitlines(keepends=True)
    return lines[0] + "".join(lines[2:])


class Send(Case):
    operation, said = "send", ["Done: "]
    kinds = {  # connection, pipeline, what is added to it, what the server is started with, the sheet
        "certificates": ("lms", "certificates-upload", "", [], certificates),
        "leaves": ("lms", "leave-import", "\nallow: [holidays-unknown]\n", ["--today", "2099-01-06"], lambda: LEAVES),
        "messages": ("talk", "messages-send", "\ntransport: rest\n", [],
                     lambda: read(f"{SAMPLES}/messages.csv").decode() + MESSAGES),
    }

    def __init__(self, name):
        super().__init__(name)
        self.code = 0 if name == "leaves" else 2  # the sample sheets have rows that are refused

    def start(self, place):
        connection, pipeline, more, server, sheet = self.kinds[self.name]
        place.sandbox = Sandbox("--system", CONNECTIONS[connection][0], "--effects", f"{place.kept}/effects.jsonl", *server)
        place.configure(connection, place.sandbox.url)
        write(f"{place.kept}/pipeline.yaml", read(f"{ROOT}/Pipelines/{pipeline}.yaml").decode() + more)
        write(f"{place.kept}/own.csv", sheet())

    def commands(self, place):
        more = ["--snapshot-time", "2099-01-06T04:00:00Z"] if self.name == "leaves" else []
        more += [] if self.name == "messages" else ["--files", SAMPLES]
        return [place.gantry("run", f"{place.kept}/pipeline.yaml", "--sheet", f"{place.kept}/own.csv", *more)]

    def effects(self, place):
        """What the server took, whatever it calls it, and its own names."""
        names, marks, path = {}, [], f"{place.kept}/effects.jsonl"
        for line in read(path).splitlines() if os.path.exists(path) else []:
            effect = json.loads(line)
            identity = sorted((key, names.get(value, value)) for key, value in effect["identity"].items() if key != "key")
            marks.append(f"{effect['endpoint']} {identity} {effect.get('sha256')}")
            names[effect.get("id")] = marks[-1]
        return collections.Counter(marks), names

    def rows(self, place):
        with open(glob.glob(f"{place.workspace}/exports/*/own/r1/data/result.csv")[0], encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file))

    def doubts(self, place):
        for path in glob.glob(f"{place.workspace}/parts/*/own/r1/result.csv"):
            with open(path, encoding="utf-8-sig", newline="") as file:
                return [row for row in csv.DictReader(file) if row["gantry_status"] == "unknown"]
        return []

    def lasting(self, row):
        return {name: cell for name, cell in row.items() if name not in (
            "gantry_server_id", "gantry_http_status", "gantry_attempts", "gantry_time")}

    def remembered(self, place):
        marks, names = self.effects(place)
        require(max(marks.values()) == 1, "the undisturbed run sent something twice")
        return {"marks": marks, "rows": [self.lasting(row) for row in self.rows(place)], "named": [
            row["gantry_server_id"] in names for row in self.rows(place)]}

    def lost(self, place, done):
        marks = self.effects(place)[0]
        require(not marks - self.reference["marks"], "sent twice, or never asked for:", marks - self.reference["marks"])
        if done:
            self.final(place)

    def final(self, place):
        marks, names = self.effects(place)
        wanted, rows = self.reference["marks"], self.rows(place)
        require(marks == wanted, "at the server there is", marks - wanted, "too many,", wanted - marks, "missing")
        require([self.lasting(row) for row in rows] == self.reference["rows"], "the result sheet is another:", rows)
        wrong = [row for row, named in zip(rows, self.reference["named"]) if (row["gantry_server_id"] in names) != named]
        require(not wrong, "the server doesn't have", wrong)


class Sign(Case):
    operation, said = "sign", [": prepared by ", ": signed: prepared by "]

    def fill(self, place):
        super().fill(place)
        self.start(place)
        call(*monthly(place), env={**os.environ, **SECRETS})

    def start(self, place):
        place.configure("ksr", place.shared.ksr.url, place.shared.people)

    def commands(self, place):
        sign = place.gantry("sign", MONTH, "--pipeline", place.shared.pipeline)
        return [[*sign, "--by", "clerk"], [*sign, "--by", "manager", "--signature", f"{place.kept}/approval.sig"]]

    def before(self, place, number):
        """The manager signs the statement elsewhere, once: a statement that came back as another would not fit the signature."""
        if number == 1 and not os.path.exists(f"{place.kept}/approval.sig"):
            write(f"{place.kept}/approval", read(f"{place.workspace}/signoff/payroll-monthly/2026-10/r1.statement").decode())
            key = f"{place.shared.work}/manager"
            call("ssh-keygen", "-q", "-Y", "sign", "-n", "gantry-sign-off", "-f", key, f"{place.kept}/approval")

    def lasting(self, place):
        """All that is made, without the bytes of what has the time of day in it."""
        made = tree(f"{place.workspace}/exports/{MONTH}.signed")
        made.update({f"signoff/{name}": content for name, content in tree(f"{place.workspace}/signoff").items()})
        return {name: b"" if name.endswith(("jsonl", "SHA256SUMS")) else content for name, content in made.items()}

    def remembered(self, place):
        return {"made": self.lasting(place), "export": tree(f"{place.workspace}/exports/{MONTH}")}

    def lost(self, place, done):
        book = f"{place.workspace}/signoff/payroll-monthly.jsonl"
        lines = read(book).split(b"\n")[:done] if os.path.exists(book) else []
        actions = [json.loads(line)["action"] for line in lines]
        require(actions == ["prepared", "signed"][:done], "of what was said to be signed, the book has", actions)
        same(tree(f"{place.workspace}/exports/{MONTH}"), self.reference["export"], "the export")

    def final(self, place):
        book = f"{place.workspace}/signoff/payroll-monthly.jsonl"
        require(read(book).count(b"\n") == 2, "the book:", read(book))
        call("python3", f"{TOOLS}/check_book.py", book, f"{place.workspace}/signoff/payroll-monthly/2026-10/r1.statement")
        call("sha256sum", "--quiet", "-c", "SHA256SUMS", cwd=f"{place.workspace}/exports/{MONTH}.signed")
        same(self.lasting(place), self.reference["made"], "what is signed")
        verified = place.run(place.gantry("verify", MONTH))
        require(verified.code == 0, "verify:", verified.said)


class Deliver(Case):
    """`kept` is a share that goes on, `other` a second disk that loses power too, `disk` the workspace's own."""

    operation, said = "deliver", ["delivered"]
    runs = {"signed": [MONTH, "--by", "clerk"], "bag": ["customers-and-workers/2026-10/r1", "--as", "bag"],
            "zip": ["customers-and-workers/2026-10/r1", "--as", "zip"]}

    def __init__(self, what, where):
        super().__init__(f"{what}-to-{where}")
        self.what, self.where, self.images = what, where, 2 if where == "other" else 1

    def fill(self, place):
        sign = Sign("both")
        sign.fill(place)
        for number, words in enumerate(sign.commands(place)):
            sign.before(place, number)
            call(*words, env={**os.environ, **SECRETS})
        lists = place.gantry("run", f"{ROOT}/Pipelines/customers-and-workers.yaml", "--period", "2026-10")
        call(*lists, env={**os.environ, **SECRETS})
        os.mkdir(f"{place.disk}/in")

    def start(self, place):
        place.configure("ksr", place.shared.ksr.url, place.shared.people)
        place.folder, place.taken = f"{getattr(place, self.where)}/in", {}
        if self.where != "disk":
            os.mkdir(place.folder)
            call("sync", "-f", place.folder)

    def commands(self, place):
        run, *more = self.runs[self.what]
        more = [*more, "--pipeline", place.shared.pipeline] if self.what == "signed" else more
        return [place.gantry("deliver", run, "--to", f"{place.folder}/", *more)]

    def visible(self, place):
        return {name: content for name, content in tree(place.folder).items() if not re.search(r"(^|/)\.", name)}

    def remembered(self, place):
        return {"arrived": self.visible(place)}

    def lost(self, place, done):
        found = self.visible(place)
        wanted = self.reference["arrived"]
        same(found, wanted if done else {name: wanted.get(name) for name in found}, "right after the loss, what is delivered")
        if place.takes:
            for name in found:
                place.taken[name] = found[name]
                os.remove(f"{place.folder}/{name}")

    def final(self, place):
        found = tree(place.folder)
        require(not found.keys() & place.taken.keys(), "delivered twice:", found.keys() & place.taken.keys())
        same({**found, **place.taken}, self.reference["arrived"], "what is delivered")
        shown = place.run(place.gantry("show", self.runs[self.what][0])).said
        require("elivered " in shown, "the journal does not say that it is delivered:", shown)


def all_cases():
    return [[Export("month")], [Send(kind) for kind in Send.kinds], [Sign("both")],
            [Deliver(what, where) for what in Deliver.runs for where in ("kept", "other", "disk")]]
