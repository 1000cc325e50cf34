"""Random histories of a source: each entry and day of leave reaches the payroll program once, as it was delivered last.

Usage: paid_once.py BINARY SCRATCH SEED COUNT [ONLY]   GANTRY_SHARED is the address of a PostgreSQL for two workspaces

A history is a list of random steps of an office: runs of two pipeline files under several names of periods, with and without
signatures, decisions, corrections, deliveries, withdrawals, backups, lost journals, changes at the server, and kills. After
each step the files that reached the inbox are added up. They must be the sum of what the newest delivered revision of every
run says, and no entry or day of leave may be in two of them, unless a person said `--again`.
"""
import datetime, os, random, shutil, subprocess, sys, traceback
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor

import pay_records
from office import REASON, Broken, Office
from pay_model import Export
from pay_records import CODES, PEOPLE, PIPELINE, SIGN
from pay_rules import DAY

ENDINGS = {0, 1, 2, 3, 4, 5, 6, 64, 66, 75, 78, -9}
SHARED = os.environ.get("GANTRY_SHARED")
BY = ("--by", "clerk", "--because", REASON)


class History:
    def __init__(self, binary, scratch, seed, number, keep):
        self.number = number
        self.r = random.Random(f"{seed}/{number}")
        self.office = Office(binary, scratch, keep)
        self.inbox = self.office.folder / "inbox"
        self.inbox.mkdir()
        self.takes = self.r.random() < 0.6
        self.signed = {"office-a": self.r.random() < 0.7, "office-b": self.r.random() < 0.5}
        self.received = []      # (run, sums of the file)
        self.delivered = {}     # run without revision → newest delivered revision's (folder, lines, things)
        self.before = {}        # the states that a failed delivery goes back to
        self.again = set()
        self.ever = set()       # what any delivered run has paid, whatever became of it
        self.seen = set()
        self.counts = Counter()
        self.backup = None
        self.is_restored = False
        self.places = [self.office.workspace]
        today = datetime.date.today()
        self.open_month = f"{today:%Y-%m}" if today.day > 1 else None
        self.periods = ["2026-10", "2026-10", "2026-W41", "2026-W41-W42", "2026-10-01..2026-10-15",
                        "2026-10-12..2026-10-31"] + ([self.open_month] if self.open_month else [])

    # The office

    def begin(self):
        r = self.r
        self.people = [1001, 1002, 1003]
        self.workers = [self.worker(who) for who in self.people]
        self.entries = [self.entry(9001 + n) for n in range(r.randint(3, 12))]
        self.leave = [self.request(80001 + n) for n in range(r.randint(0, 2))]
        self.table()
        self.serve()
        for name, signs in self.signed.items():
            (self.office.folder / f"{name}.yaml").write_text(PIPELINE.format(name=name) + (SIGN if signs else ""))
        self.office.configure(PEOPLE + (self.share() if SHARED else ""))

    def share(self):
        """A second workspace, and one journal of both."""
        self.places.append(self.office.folder / "other")
        self.places[1].mkdir(mode=0o700)
        shutil.copy(self.places[0] / "employees.csv", self.places[1])
        name = f"once_{os.getpid()}_{self.number}"
        subprocess.run(["psql", "-qX", "-c", f"CREATE DATABASE {name}", f"{SHARED} dbname=postgres"], check=True)
        self.office.variables = {"GANTRY_JOURNAL": f"{SHARED} dbname={name}"}
        return "journal: { postgresql: { env: GANTRY_JOURNAL } }\n"

    def table(self):
        rows = "".join(f"{who},{self.r.choice((0, 0, 0, 500)) + who},hours\n" for who in self.people)
        for place in self.places:
            (place / "employees.csv").write_text("employee_id,payroll_number,paid_by\n" + rows)

    def serve(self):
        self.office.serve(work_entries=sorted(self.entries, key=lambda e: e["id"]), workers=self.workers,
                          leave_requests=self.leave)

    def worker(self, who):
        return pay_records.worker(who, self.r.choice((200, 250, 300)))

    def a_day(self):
        if self.open_month and self.r.random() < 0.15:
            return datetime.date.fromisoformat(self.open_month + "-01")
        return datetime.date(2026, 10, 1) + self.r.randint(0, 30) * DAY

    def entry(self, number):
        r, who = self.r, self.r.choice(self.people)
        hours = {"normalHours": r.choice((4, 7.4, 8)), "overtimeHours": r.choice((0, 0, 1.5)),
                 "weekendHours": r.choice((0, 0, 2.25))}
        return pay_records.entry(number, who, self.a_day(), hours, r.choice(("APPROVED",) * 6 + ("SUBMITTED",)),
                                 r.choice((902, 902, 902, who)), None, number)

    def request(self, number):
        begin = self.a_day()
        return pay_records.request(number, self.r.choice(self.people), self.r.choice(("VACATION", "VACATION", "SICK")),
                                   begin, begin + self.r.choice((0, 1, 4)) * DAY)

    # Commands

    def gantry(self, *words, kill=0.08):
        """A command, sometimes killed at a random file call and then mostly given again."""
        if self.r.random() < kill and os.environ.get("GANTRY_FAULT_LIBRARY"):
            faults = {"LD_PRELOAD": os.environ["GANTRY_FAULT_LIBRARY"], "GANTRY_FAULT_PROGRAM": "gantry",
                      "GANTRY_FAULT_ROOT": str(self.office.folder),
                      "GANTRY_FAULT": f"kill@{int(2 ** self.r.uniform(0, 9))}"}
            done = self.office.gantry(*words, environment=faults)
            self.counts["kills"] += done.returncode == -9
            self.collect(words)
            if self.r.random() < 0.25:
                return done
        done = self.office.gantry(*words)
        if done.returncode not in ENDINGS:
            raise Broken(f"{' '.join(map(str, words))} ended with {done.returncode}: {done.text[-800:]}")
        self.collect(words)
        return done

    def collect(self, words):
        """What reached the inbox is what a payroll program imports, whatever became of the command."""
        for path in sorted(self.inbox.glob("office-*")):
            data = path.read_bytes()
            if (path.name, data) in self.seen and not self.takes:
                continue
            if words[0] != "deliver":
                raise Broken(f"{words[0]} brought {path.name} to the inbox")
            self.seen.add((path.name, data))
            self.arrived(words[1], path, data)
            if self.takes:
                path.unlink()

    def arrived(self, run, path, data):
        sums = Counter()
        for line in data.decode("utf-8").splitlines():
            cells = line.split(";")
            sums[cells[1], cells[2], "units"] += int(cells[3] or 0)
            sums[cells[1], cells[2], "amount"] += int(cells[5] or 0)
        self.received.append((run, sums))
        self.counts["deliveries"] += 1
        self.counts["corrections"] += "-delta" in path.name
        family = run.rsplit("/", 1)[0]
        folders = [place / "exports" / run for place in [self.office.workspace] + self.places]
        export = Export(next(folder for folder in folders if folder.exists()))
        for problem in export.published():
            raise Broken(f"{run}: {problem}")
        lines = Counter()
        for (number, code, _), (units, _, amount) in export.found.items():
            lines[number, CODES[code], "units"] += int(units * 100)
            lines[number, CODES[code], "amount"] += int((amount or 0) * 100)
        things = self.paid_things(run, family, export)
        self.before[run] = self.delivered.get(family)
        self.delivered[family] = (run, lines, things)

    def paid_things(self, run, family, export):
        """The entries and days of leave that a delivered run pays: without those that it leaves to another run."""
        export.pay_lines()
        others = set().union(*(things for other, (_, _, things) in self.delivered.items() if other != family))
        entries = {("entry", entry["id"]) for entry in export.entries}
        days = defaultdict(set)
        for request, day, _, reason in export.leave_days:
            if reason is None and request["type"] == "VACATION":
                days[request["id"]].add(("leave", request["employee_id"], str(day)))
        left = set()
        # Of these nobody knows whether they were delivered; a person said that they were.
        unknown = {decision["found"].split()[0] for decision in export.lines_in("decisions.jsonl")
                   if "may have been delivered" in decision["found"]}
        for row in export.rows(export.file("exceptions-csv")):
            if row["rule"] != "paid-before" or row["severity"] != "blocker":
                continue
            if row["entry_id"]:
                own = {("entry", int(row["entry_id"]))}
            else:
                own = days[int(row["found"].split("leave request ")[1].split()[0])] & others
            if row["found"].split("paid by ")[1] not in unknown and (not own or not own <= self.ever):
                raise Broken(f"{run} leaves {row['entry_id'] or row['found']} to a run that did not pay it")
            left |= own
        self.ever |= entries.union(*days.values()) - left
        return entries.union(*days.values()) - left

    def check(self):
        paid, wanted = Counter(), Counter()
        for _, sums in self.received:
            paid.update(sums)
        for _, lines, _ in self.delivered.values():
            wanted.update(lines)
        wrong = {key: (paid[key], wanted[key]) for key in paid.keys() | wanted.keys() if paid[key] != wanted[key]}
        if wrong:
            raise Broken(f"reached the inbox, and should have: {wrong}")
        owner = defaultdict(set)
        for family, (_, _, things) in self.delivered.items():
            for thing in things:
                owner[thing].add(family)
        for thing, families in sorted(owner.items(), key=str):
            if len(families) > 1 and not families & self.again:
                raise Broken(f"{' '.join(map(str, thing))} was paid by {' and by '.join(sorted(families))}")

    # Steps

    def runs(self):
        exports = self.office.workspace / "exports"
        return sorted(str(path.relative_to(exports)) for path in exports.glob("office-*/*/r*")
                      if path.name[1:].isdigit() and (path / "bagit.txt").exists())

    def newest(self):
        latest = {}
        for run in self.runs():
            family, revision = run.rsplit("/r", 1)
            latest[family] = max(latest.get(family, 0), int(revision))
        return [f"{family}/r{revision}" for family, revision in sorted(latest.items())]

    def pipeline(self, run):
        return "--pipeline", self.office.folder / f"{run.split('/')[0]}.yaml"

    def step_run(self):
        name, period = self.r.choice(sorted(self.signed)), self.r.choice(self.periods)
        words = ["run", self.office.folder / f"{name}.yaml", "--period", period]
        if period == self.open_month:
            words.append("--open-period")
        if self.r.random() < 0.5:
            words += ["--revision", "next", "--because", REASON]
        self.gantry(*words)

    def step_correct(self):
        if self.delivered:
            family = self.r.choice(sorted(self.delivered))
            name, period = family.split("/")
            if self.r.random() < 0.7:
                self.step_change()
            if "@" not in period and ".." not in period and "--" not in period:
                self.gantry("run", self.office.folder / f"{name}.yaml", "--period", period, "--revision", "next",
                            "--because", REASON)
                # The other workspace may be where it lies.
                for run in [run for run in self.newest() if run.startswith(family + "/")]:
                    self.settle(run)

    def open_findings(self, run):
        lines = [line.split() for line in self.office.gantry("review", run).text.splitlines()]
        return [(w[0], w[1]) for w in lines if len(w) > 3 and len(w[0]) == 8 and w[-1] in ("open", "held")]

    def step_settle(self):
        if self.newest():
            self.settle(self.r.choice(self.newest()))

    def settle(self, run):
        """Decides what waits, writes the files again where decisions ask for it, signs and delivers."""
        for _ in range(3):
            rewrite = False
            for finding, severity in self.open_findings(run):
                verb = self.r.choice({"warning": ("accept",) * 5 + ("hold",), "blocker": (None,) * 3 + ("hold", "waive"),
                                      "critical": ("hold",)}.get(severity, (None,)))
                if verb:
                    self.gantry("review", run, finding, f"--{verb}", *BY)
                    rewrite = rewrite or verb != "accept"
            if not rewrite:
                break
            self.gantry("run", self.pipeline(run)[1], "--from", run, "--because", REASON)
            run = next(other for other in self.newest() if other.rsplit("/", 1)[0] == run.rsplit("/", 1)[0])
        self.pay(run)

    def pay(self, run, again=()):
        if self.is_restored and run not in [name for name, _ in self.received] and self.r.random() < 0.7:
            self.gantry("adopt", self.office.workspace / "exports" / run.rsplit("/", 1)[0], "--never-delivered", kill=0)
        if self.signed[run.split("/")[0]]:
            for person in ("clerk", "manager"):
                self.gantry("sign", run, "--by", person, *self.pipeline(run), *again)
        by = ("--by", "clerk") if self.signed[run.split("/")[0]] else ()
        self.gantry("deliver", run, "--to", f"{self.inbox}/", *by, *self.pipeline(run), *again)

    def step_pay(self):
        if self.runs():
            self.pay(self.r.choice(self.runs()))

    def step_again(self):
        if self.runs() and self.r.random() < 0.3:
            run = self.r.choice(self.newest())
            before = len(self.received)
            self.pay(run, ("--again", "--because", REASON))
            if len(self.received) > before:
                self.again.add(run.rsplit("/", 1)[0])

    def step_decide(self):
        if self.runs():
            run = self.r.choice(self.newest())
            about = self.r.choice((("--entry", self.r.choice(self.entries)["id"]), ("--employee", 1002)))
            self.gantry("review", run, self.r.choice(("--hold", "--withdraw")), *about, *BY)
            if self.r.random() < 0.7:
                self.gantry("run", self.pipeline(run)[1], "--from", run, "--because", REASON)

    def step_change(self):
        r = self.r
        for _ in range(r.randint(1, 3)):
            what = r.choice(("new", "hours", "gone", "approve", "leave", "no-leave", "rate", "number"))
            entry = r.choice(self.entries)
            if what == "new":
                self.entries.append(self.entry(9500 + len(self.entries) + r.randint(0, 200) * 20))
            elif what == "hours":
                entry["normalHours"] = r.choice((3, 5.5, 9))
            elif what == "approve":
                entry.update(pay_records.approve(entry))
            elif what == "gone" and len(self.entries) > 1:
                self.entries.remove(entry)
            elif what == "leave":
                self.leave.append(self.request(80100 + r.randint(0, 800)))
            elif what == "no-leave" and self.leave:
                self.leave.remove(r.choice(self.leave))
            elif what == "rate":
                r.choice(self.workers)["hourly_rate"] = r.choice((200, 225, 350))
            elif what == "number" and r.random() < 0.3:
                self.table()
        unique = {entry["id"]: entry for entry in self.entries}
        self.entries = list(unique.values())
        self.serve()

    def step_failed(self):
        """The receiver lost what it was given, before it imported it, and a person says so."""
        if self.takes or not self.received or self.r.random() < 0.5:
            return
        run, _ = self.received[-1]
        family = run.rsplit("/", 1)[0]
        if self.delivered.get(family, ("",))[0] != run or not self.signed[run.split("/")[0]]:
            return
        # What lies there still could be read.
        self.seen.clear()
        for path in self.inbox.glob("office-*"):
            path.unlink()
        done = self.gantry("deliver", run, "--failed", *BY, *self.pipeline(run), kill=0)
        if done.returncode == 0:
            self.received.pop()
            if self.before[run] is None:
                del self.delivered[family]
            else:
                self.delivered[family] = self.before[run]

    def step_withdraw(self):
        if self.runs():
            self.gantry("withdraw", self.r.choice(self.runs()), *BY)

    def step_backup(self):
        """A backup, and later a restored one, when nothing was delivered in between."""
        if self.backup is None:
            path = self.office.folder / f"backup-{self.r.randint(0, 10**9)}.tar.zst"
            if self.office.gantry("backup", path).returncode == 0:
                self.backup = (path, len(self.received))
        elif self.backup[1] == len(self.received):
            shutil.rmtree(self.office.workspace)
            self.office.gantry("restore", self.backup[0], expect=(0,))
            self.backup = None
            self.is_restored = True
        else:
            self.backup = None

    def step_lost(self):
        """The journal is gone, and the folders are entered again; a person may know that nothing was delivered."""
        if not self.runs() or self.r.random() < 0.6:
            return
        for path in self.office.workspace.glob("journal*"):
            path.unlink()
        self.gantry("adopt", self.office.workspace / "exports", kill=0)
        self.is_restored = True
        for run in self.runs():
            family = run.rsplit("/", 1)[0]
            if family not in self.delivered and self.r.random() < 0.5:
                self.gantry("adopt", self.office.workspace / "exports" / run.rsplit("/", 1)[0], "--never-delivered", kill=0)

    def step_forgotten_signature(self):
        if self.runs() and self.r.random() < 0.5:
            run = self.r.choice(self.runs())
            self.gantry("sign", run, "--withdraw", *BY, *self.pipeline(run))

    def step_collected(self):
        if not self.takes:
            for path in self.inbox.glob("office-*"):
                path.unlink()
            self.seen.clear()

    STEPS = {"run": 6, "settle": 8, "correct": 4, "pay": 3, "again": 1, "decide": 2, "change": 4, "failed": 1,
             "withdraw": 1, "backup": 1, "lost": 0.5, "collected": 1, "forgotten_signature": 0.5}

    def live(self):
        self.begin()
        self.step_run()
        for _ in range(self.r.randint(10, 22)):
            self.office.workspace = self.r.choice(self.places)
            name = self.r.choices(list(self.STEPS), list(self.STEPS.values()))[0]
            if SHARED and name in ("backup", "lost"):
                continue
            self.office.said.append(f"# {name}")
            getattr(self, "step_" + name)()
            self.check()


def trial(binary, scratch, seed, number, keep, counts):
    history = History(binary, scratch, seed, number, keep)
    try:
        history.live()
        return None
    except Exception as error:
        said = str(error) if isinstance(error, Broken) else traceback.format_exc()
        steps = "\n    ".join(line.split(" --workspace")[0] for line in history.office.said if "review" not in line)
        return f"history {number} of seed {seed}: {said}\n    {steps}" + (
            f"\n  Kept in {history.office.folder}" if keep else "")
    finally:
        counts.update(history.counts)
        history.office.close()


def main():
    binary, scratch, seed, count = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
    numbers = [int(sys.argv[5])] if sys.argv[5:] else range(count)
    counts = Counter()
    with ThreadPoolExecutor(3) as pool:
        trials = pool.map(lambda n: trial(binary, scratch, seed, n, bool(sys.argv[5:]), counts), numbers)
        said = [text for text in trials if text]
    for text in said[:5]:
        print(text)
    print(f"{len(numbers) - len(said)} of {len(numbers)} histories hold: {counts['deliveries']} deliveries, "
          f"{counts['corrections']} of them corrections, {counts['kills']} kills; seed {seed}")
    sys.exit(1 if said else 0)


if __name__ == "__main__":
    main()
