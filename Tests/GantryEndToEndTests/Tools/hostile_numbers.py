#!/usr/bin/env python3
"""Changes one leaf after the other of every document that Gantry reads, and runs the commands that read it:
hostile_numbers.py BINARY SCENE SEED TRIALS SECONDS

TRIALS are made, of each document about as many, or fewer where SECONDS are over. HOSTILE_ONLY=journal.sqlite makes those of documents
with that in their name only.

SCENE holds `w`, a workspace with signed and delivered runs, `p`, one with parts, their settings `w.yaml`, their pipeline file
`payroll-monthly.yaml`, and `backup.tar.zst`. Digests are made anew after each change, so that only the value is wrong. A command may end with an
error or a finding; one that a signal ends, or that takes longer than 30 s, is printed, and the exit code is 1."""
import csv, hashlib, io, itertools, json, os, random, re, resource, shutil, sqlite3, subprocess, sys, tempfile, time, zipfile
from concurrent.futures import ThreadPoolExecutor

binary, scene, (seed, trials, seconds) = sys.argv[1], os.path.abspath(sys.argv[2]), map(int, sys.argv[3:6])
RUNS = ["payroll-monthly/2026-10/r1", "payroll-monthly/2026-10/r2"]
VALUES = ["-9223372036854775808", "9223372036854775807", "9223372036854775808", "--1", "1e400", "1" + "0" * 400, "", "[" * 20000 + "]" * 20000]
MARK = "hostile-leaf"


def json_leaves(tree, path=()):
    """The paths of all leaves."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else None
    if items is None:
        yield path
        return
    for key, value in items:
        yield from json_leaves(value, path + (key,))


def with_leaf(tree, path, value, indent=None):
    """The document with another value at a path; a number stays one where it can."""
    tree = json.loads(json.dumps(tree))
    place = tree
    for key in path[:-1]:
        place = place[key]
    raw = value if value.startswith("[") or (re.fullmatch(r"-?\d+(e\d+)?", value) and not isinstance(place[path[-1]], str)) else json.dumps(value)
    place[path[-1]] = MARK
    return json.dumps(tree, indent=indent, ensure_ascii=False).replace(f'"{MARK}"', raw)


def changes(name, data):
    """Every place of a document, with what writes a value there."""
    if name.endswith((".jsonl", ".zst")):
        lines = data.decode().splitlines()
        for number, line in list(enumerate(lines))[:3] + list(enumerate(lines))[-1:]:
            tree = json.loads(line)
            for path in json_leaves(tree):
                yield f"line {number + 1} {path}", lambda value, n=number, t=tree, p=path: "\n".join(lines[:n] + [with_leaf(t, p, value)] + lines[n + 1 :]) + "\n"
    elif name.endswith(".json"):
        tree = json.loads(data)
        for path in json_leaves(tree):
            yield str(path), lambda value, p=path: with_leaf(tree, p, value, 2) + "\n"
    elif name.endswith(".csv"):
        rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))
        for number in [*range(min(3, len(rows))), len(rows) - 1]:
            for column in range(len(rows[number])):
                def write(value, n=number, c=column):
                    out = io.StringIO()
                    changed = [list(row) for row in rows]
                    changed[n][c] = value
                    csv.writer(out, lineterminator="\r\n").writerows(changed)
                    return ("\ufeff" if data.startswith(b"\xef\xbb\xbf") else "") + out.getvalue()
                yield f"row {number + 1} column {column + 1}", write
    else:
        text = data.decode()
        found = [m for m in re.finditer(r"-?\d+(\.\d+)?", text)]
        for match in found[:80] + found[-5:]:
            yield f"'{match[0]}' at {match.start()}", lambda value, m=match: text[: m.start()] + value + text[m.end() :]


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def put(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path):
        os.chmod(path, 0o600)
    with open(path, "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())
    os.chmod(path, 0o600)


def files(folder):
    return sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names)


def reseal(bag, changed):
    """Makes the digests of an export folder, or of what lies beside it, agree with its files."""
    if bag.endswith(".signed"):
        names = [name for name in files(bag) if name != "SHA256SUMS"]
        if changed != "SHA256SUMS" and os.path.exists(f"{bag}/SHA256SUMS"):
            put(f"{bag}/SHA256SUMS", "".join(f"{sha256(f'{bag}/{name}')}  {name}\n" for name in names))
        return
    payload = [f"data/{name}" for name in files(f"{bag}/data")]
    if changed != "manifest-sha256.txt":
        put(f"{bag}/manifest-sha256.txt", "".join(f"{sha256(f'{bag}/{name}')}  {name}\n" for name in payload))
    if changed != "bag-info.txt":
        oxum = f"{sum(os.path.getsize(f'{bag}/{name}') for name in payload)}.{len(payload)}"
        with open(f"{bag}/bag-info.txt") as file:
            text = file.read()
        put(f"{bag}/bag-info.txt", re.sub(r"Payload-Oxum: .*", f"Payload-Oxum: {oxum}", text))
    if changed != "tagmanifest-sha256.txt":
        names = ["bag-info.txt", "bagit.txt", "manifest-sha256.txt"]
        put(f"{bag}/tagmanifest-sha256.txt", "".join(f"{sha256(f'{bag}/{name}')}  {name}\n" for name in names))


def zstd(data, *options):
    return subprocess.run(["zstd", "-q", "-c", *options], input=data, stdout=subprocess.PIPE, check=True).stdout


def reading(place):
    """The commands that read a workspace."""
    words = [["verify", run] for run in RUNS] + [["show", RUNS[0]], ["review", RUNS[1]], ["runs"], ["status"], ["diff", *RUNS], ["forget", "--dry-run", "--keep-yearly", "1"]]
    return [command + ["--workspace", f"{place}/w"] for command in words]


def workbook_trials(name, data, bag):
    """The first numbers of each sheet."""
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        members = [(entry, book.read(entry)) for entry in book.infolist()]
    for entry, content in members:
        if not entry.filename.startswith("xl/worksheets/"):
            continue
        for match in list(re.finditer(rb"(?<=<v>)[^<]+", content))[:6]:
            def change(place, value, entry=entry, match=match, content=content):
                out = io.BytesIO()
                with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as book:
                    for other, old in members:
                        new = content[: match.start()] + str(value).encode() + content[match.end() :]
                        book.writestr(other, new if other is entry else old)
                put(f"{place}/{name}", out.getvalue())
                reseal(f"{place}/{bag[1]}", bag[3])
            yield name, f"{entry.filename} '{match[0].decode()}'", change, commands(name, bag)


def all_trials():
    """What is changed, by whom it is read, and how."""
    for name in files(scene):
        path = f"{scene}/{name}"
        bag = re.match(r"([wp]/exports/[^/]+/[^/]+/r\d+(\.signed)?)/(.*)", name)
        with open(path, "rb") as file:
            data = file.read()
        if name.endswith("journal.sqlite"):
            yield from journal_trials(name)
        elif name == "backup.tar.zst":
            yield from backup_trials(zstd(data, "-d"))
        elif bag and name.endswith(".xlsx"):
            yield from workbook_trials(name, data, bag)
        elif bag or "/signoff/" in name or name.endswith(".withdrawn") or name.endswith(".yaml"):
            inner = zstd(data, "-d") if name.endswith(".zst") else data
            for where, write in changes(name, inner):
                def change(place, value, name=name, write=write, bag=bag):
                    new = write(value).encode()
                    put(f"{place}/{name}", zstd(new) if name.endswith(".zst") else new)
                    if bag:
                        reseal(f"{place}/{bag[1]}", bag[3])
                yield name, where, change, commands(name, bag)


def commands(name, bag):
    def made(place):
        if name.startswith("p/"):
            parts = [f"{place}/p/exports/payroll-monthly.part-{n}-of-2/2026-10/r1" for n in (1, 2)]
            merge = ["merge", f"{place}/payroll-monthly.yaml", *parts, "--period", "2026-10", "--set", "records.page-size=10", "--set", "checkpoint.records=15", "--config", f"{place}/w.yaml", "--workspace", f"{place}/merged"]
            return [["verify", parts[0]], ["verify", parts[1]], merge]
        if name.endswith(".yaml"):
            return [["validate", f"{place}/{name}"], ["plan", f"{place}/payroll-monthly.yaml", "--period", "2026-10", "--config", f"{place}/w.yaml", "--workspace", f"{place}/w"]]
        folder = f"{place}/{bag[1]}".removesuffix(".signed") if bag else f"{place}/w/exports/{RUNS[0]}"
        adopt = [["sh", "-c", f"rm -f '{place}'/w/journal.sqlite*"], ["adopt", folder, "--workspace", f"{place}/w"], ["runs", "--workspace", f"{place}/w"]]
        return [["verify", folder], *reading(place), *adopt]
    return made


def inner_leaves(cell):
    """The leaves of a cell that holds a document."""
    try:
        return [path for path in json_leaves(json.loads(cell)) if path]
    except (TypeError, ValueError):
        return []


def journal_trials(name):
    database = sqlite3.connect(f"file:{scene}/{name}?mode=ro&immutable=1", uri=True)
    for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").fetchall():
        cursor = database.execute(f'SELECT * FROM "{table}"')
        columns = [column[0] for column in cursor.description]
        for number, row in enumerate(cursor.fetchall()):
            for column, cell in zip(columns, row):
                def change(place, value, table=table, columns=columns, row=row, column=column, cell=cell, path=None):
                    if path is not None:
                        value = with_leaf(json.loads(cell), path, value)
                    elif isinstance(cell, int) and re.fullmatch(r"-?\d{1,19}", value) and -(2**63) <= int(value) < 2**63:
                        value = int(value)
                    elif isinstance(cell, bytes):
                        value = value.encode()
                    target = sqlite3.connect(f"{place}/{name}")
                    target.execute("PRAGMA ignore_check_constraints = 1")
                    try:
                        same = " AND ".join(f'"{name}" IS ?' for name in columns)
                        target.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE {same}', (value, *row))
                        target.commit()
                    except sqlite3.Error:
                        pass
                    target.close()
                read = reading if name.startswith("w/") else lambda place: [["runs", "--workspace", f"{place}/p"]]
                yield f"{name} {table}", f"row {number} {column}", change, read
                for path in inner_leaves(cell):
                    yield f"{name} {table}", f"row {number} {column} {path}", lambda place, value, change=change, path=path: change(place, value, path=path), read


def backup_trials(tar):
    """Sizes and times of each header, as octal digits, as a base-256 number and as a pax record, and the leaves of its head."""
    heads = []
    at = 0
    while at + 512 <= len(tar) and tar[at] != 0:
        size = int(tar[at + 124 : at + 135], 8)
        heads.append((at, size))
        at += 512 + (size + 511) // 512 * 512

    def sealed(block):
        block = bytearray(block[:148] + b" " * 8 + block[156:])
        block[148:156] = b"%06o\0 " % sum(block)
        return bytes(block)

    def restore(place):
        return [["restore", f"{place}/backup.tar.zst", "--workspace", f"{place}/restored"], ["runs", "--workspace", f"{place}/restored"]]

    def trial(where, write):
        return "backup.tar.zst", where, lambda place, value: put(f"{place}/backup.tar.zst", zstd(write(value))), restore

    for at, size in heads[:3] + heads[-2:]:
        block = tar[at : at + 512]
        for start, end in ((0, 100), (100, 108), (108, 116), (124, 136), (136, 148), (148, 156), (156, 157), (257, 263)):
            def field(value, at=at, block=block, start=start, end=end):
                new = block[:start] + value.encode()[: end - start].ljust(end - start, b"\0") + block[end:]
                return tar[:at] + (new if start == 148 else sealed(new)) + tar[at + 512 :]
            yield trial(f"header at {at}, bytes {start}", field)
            def binary_field(value, at=at, block=block, start=start, end=end):
                number = int(value) if re.fullmatch(r"-?\d+", value) else 1 << 70
                raw = (number & (1 << (8 * (end - start) - 1)) - 1 | 1 << (8 * (end - start) - 1)).to_bytes(end - start, "big")
                return tar[:at] + sealed(block[:start] + raw + block[end:]) + tar[at + 512 :]
            if end - start == 12:
                yield trial(f"header at {at}, base-256 at {start}", binary_field)
        def pax(value, key, at=at, block=block):
            rest = f" {key}={value}\n".encode()
            length = len(rest)
            while len(str(length)) + len(rest) != length:
                length = len(str(length)) + len(rest)
            body = str(length).encode() + rest
            head = sealed(b"pax".ljust(100, b"\0") + block[100:124] + b"%011o\0" % len(body) + block[136:156] + b"x" + block[157:])
            return tar[:at] + head + body + b"\0" * (-len(body) % 512) + tar[at:]
        for key in ("size", "path", "mtime"):
            yield trial(f"pax {key} before {at}", lambda value, key=key, pax=pax: pax(value, key))
        def length(value, at=at, block=block):
            body = f"{value} path=x\n".encode()
            head = sealed(b"pax".ljust(100, b"\0") + block[100:124] + b"%011o\0" % len(body) + block[136:156] + b"x" + block[157:])
            return tar[:at] + head + body + b"\0" * (-len(body) % 512) + tar[at:]
        yield trial(f"length of a pax record before {at}", length)
    start, size = heads[0][0] + 512, heads[0][1]
    tree = json.loads(tar[start : start + size])
    for path in json_leaves(tree):
        def head(value, path=path):
            body = with_leaf(tree, path, value, 2).encode()
            block = sealed(tar[:124] + b"%011o\0" % len(body) + tar[136:512])
            return block + body + b"\0" * (-len(body) % 512) + tar[start + (size + 511) // 512 * 512 :]
        yield trial(f"head {path}", head)


def unchanged():
    """Every kind of command must get through where nothing is changed; else the trials would say nothing."""
    with tempfile.TemporaryDirectory(dir=os.path.dirname(scene)) as folder:
        place = f"{folder}/s"
        copy(place)
        bag = re.match(r"(.*)", f"w/exports/{RUNS[0]}")
        words = commands("w/x", bag)(place)[:-3] + commands("p/x", None)(place) + [["restore", f"{place}/backup.tar.zst", "--workspace", f"{place}/restored"]] + commands("w/x", bag)(place)[-3:]
        return [f"{' '.join(command[:2])} ended with {code}" for command in words if (code := run(command)[0]) not in (0, 3, 6) and command[0] != "sh"]


def limits():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def copy(place):
    shutil.copytree(scene, place)
    with open(f"{place}/w.yaml") as file:
        settings = file.read().replace(scene, place)
    put(f"{place}/w.yaml", settings)


def run(words):
    """The exit code, negative for a signal, and the last line of standard error; None where it took too long."""
    if words[0] == "sh":
        return subprocess.run(words, check=False).returncode, ""
    environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no", "KSR_EMAIL": "payroll@example.test", "KSR_PASSWORD": "sandbox-password"}
    try:
        ended = subprocess.run([binary, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=30, env=environment, preexec_fn=limits)
    except subprocess.TimeoutExpired:
        return None, ""
    return ended.returncode, " ".join(ended.stderr.decode(errors="replace").strip().splitlines()[-1:])


def attempt(trial):
    """What is wrong after one change; None where the time is over."""
    (name, where, change, made), value = trial
    if time.monotonic() > started + seconds:
        return None
    with tempfile.TemporaryDirectory(dir=os.path.dirname(scene)) as folder:
        place = f"{folder}/s"
        copy(place)
        change(place, value)
        problems = []
        for words in made(place):
            code, last = run(words)
            if code is None:
                problems.append(f"{words[0]} took longer than 30 s")
            elif code < 0 or code >= 128:
                problems.append(f"{words[0]} ended by signal {-code}: {last[:200]}")
        return [f"{name}, {where} = {value[:24]!r}: {problem}" for problem in problems]


def main():
    if problems := unchanged():
        sys.exit("\n".join(problems))
    only = os.environ.get("HOSTILE_ONLY", "")
    documents = {}
    for trial in all_trials():
        if only in trial[0]:
            documents.setdefault(trial[0], []).extend((trial, value) for value in VALUES)
    order = random.Random(seed)
    for rest in documents.values():
        order.shuffle(rest)
    turns = list(documents.values())
    order.shuffle(turns)
    chosen = [trial for turn in itertools.zip_longest(*turns) for trial in turn if trial][:trials]
    bad = made = 0
    with ThreadPoolExecutor(int(os.environ.get("GANTRY_E2E_JOBS", os.cpu_count() + 1))) as pool:
        for problems in pool.map(attempt, chosen):
            made += problems is not None
            for problem in problems or []:
                bad += 1
                print(problem, flush=True)
    count = sum(map(len, documents.values()))
    print(f"{bad} bad of {made} changes, chosen of {count} in {len(documents)} documents with seed {seed}", flush=True)
    sys.exit(1 if bad or made == 0 else 0)


started = time.monotonic()
main()
