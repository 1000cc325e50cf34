"""Which entries of an export are held, by which rules, and which days of leave are paid: by Documentation/Pipelines.md.

A second implementation, for tests. It shares nothing with the program, and computes with fractions only.
"""
import datetime
from collections import defaultdict
from fractions import Fraction as F

KINDS = ("normalHours", "overtimeHours", "weekendHours")
DAY = datetime.timedelta(1)
DEFAULTS = {
    "not-approved": "blocker", "negative-hours": "blocker", "zero-hours": "info", "unknown-worker": "blocker",
    "no-rate": "warning", "unusable-rate": "blocker", "self-approved": "warning", "approval-incomplete": "warning",
    "wrong-day-kind": "warning", "work-on-leave": "warning", "looks-double": "warning",
}


def day_of(text):
    return datetime.date.fromisoformat(text[:10])


def easter(year):
    """Sunday of Easter, by the method of the Nautical Almanac."""
    a, b, c = year % 19, year // 100, year % 100
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    l = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    m = (a + 11 * h + 22 * l) // 451
    month, day = divmod(h + l - 7 * m + 114, 31)
    return datetime.date(year, month, day + 1)


def danish(year):
    sunday = easter(year)
    moved = [-3, -2, 0, 1, 39, 49, 50] + ([26] if year < 2024 else [])
    return {sunday + n * DAY for n in moved} | {datetime.date(year, *day) for day in ((1, 1), (12, 25), (12, 26))}


def nines(text):
    """A number of the source as the program keeps it: nine decimals, half even."""
    return F(round(F(str(text)) * 10**9), 10**9)


class Rules:
    """The checks of one period. `decisions` are (verb, rule, entry, employee, day) in the order in which they were made."""

    def __init__(self, pipeline, first, last, workers, employees, leave, holidays, decisions):
        self.pay = pipeline["pay"]
        self.first, self.last = first, last
        self.workers, self.employees, self.leave = workers, employees, leave
        self.checks = dict(DEFAULTS)
        for name, value in (pipeline.get("checks") or {}).items():
            self.checks[name] = value["severity"] if isinstance(value, dict) and "severity" in value else value
        calendar = self.pay.get("calendar")
        self.has_calendar = calendar is not None
        self.weekend = (calendar or {}).get("weekend", ["saturday", "sunday"])
        self.holidays = holidays
        newest = {}
        for verb, rule, entry, employee, day in decisions:
            newest[rule, entry, employee, day] = verb
        self.newest = newest

    def days(self):
        return [self.first + n * DAY for n in range((self.last - self.first).days + 1)]

    def kind(self, day):
        if day in self.holidays:
            return "holiday"
        name = {5: "saturday", 6: "sunday"}.get(day.weekday())
        return name if name in self.weekend else "workday"

    def decided(self, rule, entry="", employee="", day=""):
        return self.newest.get((rule, str(entry), str(employee), str(day)))

    # Leave

    def halves(self, request, day):
        begin, end = day_of(request["start_date"]), day_of(request["end_date"])
        if not begin <= day <= end or self.kind(day) != "workday":
            return 0
        return 1 if request["half_day"] and begin == end else 2

    def days_of_leave(self):
        """(request, day, share of a day, reason why it isn't paid or none) of every workday of leave."""
        asked = defaultdict(list)
        for request in self.leave:
            for day in self.days():
                halves = self.halves(request, day)
                if halves:
                    asked[request["employee_id"], day].append((request, halves))
        disputed = {place for place, wants in asked.items() if sum(halves for _, halves in wants) > 2}
        partial = {request["id"] for place in disputed for request, _ in asked[place]}
        rows = []
        for (employee, day), wants in sorted(asked.items(), key=lambda item: (item[0][0], item[0][1])):
            for request, halves in wants:
                reason = None
                if employee not in self.workers:
                    reason = "unknown-worker"
                elif self.employees is not None and employee not in self.employees:
                    reason = "no-payroll-number"
                elif (employee, day) in disputed if self.day_by_day else request["id"] in partial:
                    reason = "leave-overlap"
                elif self.held_employee(employee):
                    reason = "held-by-decision"
                rows.append((request, day, F(halves, 2), reason))
        return rows

    #: Whether only the days in dispute are left out, and not the whole requests.
    day_by_day = False

    def held_employee(self, employee):
        return any(verb == "hold" and rule in ("", "held-by-decision") and not entry and str(who) == str(employee)
                   for (rule, entry, who, _), verb in self.newest.items())

    def held_entry(self, entry):
        return any(verb == "hold" and rule in ("", "held-by-decision") and which == str(entry["id"])
                   for (rule, which, _, _), verb in self.newest.items())

    # Entries

    def decide(self, records):
        """Accepted entries in order, and the rules by which each number is held."""
        versions = defaultdict(list)
        for record in records:
            if record not in versions[record["id"]]:
                versions[record["id"]].append(record)
        self.held = defaultdict(set)
        distinct = []
        for number, same in versions.items():
            if len(same) > 1:
                self.held[number].add("conflicting-id")
            distinct.extend(same)
        for entry in distinct:
            self.held[entry["id"]] |= {
                rule for rule in self.findings(entry) if self.severity(rule, entry) == "blocker"}
            if self.held_entry(entry) or self.held_employee(entry["employeeId"]):
                self.held[entry["id"]].add("held-by-decision")
        self.look_at_days(distinct)
        self.look_for_doubles(distinct)
        return [same[0] for number, same in versions.items() if not self.held.get(number)]

    def severity(self, rule, entry):
        """The severity of a finding about an entry, by what was decided about it."""
        severity = self.checks.get(rule, "blocker") if rule != "hours-per-day" else "blocker"
        verb = self.decided(rule, entry["id"], entry["employeeId"], day_of(entry["workDate"]))
        if severity == "blocker" and verb == "waive":
            return "waived"
        return "blocker" if severity == "warning" and verb == "hold" else severity

    def findings(self, entry):
        who, day = entry["employeeId"], day_of(entry["workDate"])
        hours = {kind: nines(entry[kind]) for kind in KINDS}
        worker = self.workers.get(who)
        if entry["status"] != "APPROVED":
            yield "not-approved"
        if not self.first <= day <= self.last:
            yield "outside-period"
        if any(value < 0 for value in hours.values()):
            yield "negative-hours"
        if not any(hours.values()):
            yield "zero-hours"
        if worker is None:
            yield "unknown-worker"
        if self.employees is not None and who not in self.employees:
            yield "no-payroll-number"
        if entry.get("approvedBy") == who:
            yield "self-approved"
        if entry["status"] == "APPROVED":
            missing = entry.get("approvedBy") is None or entry.get("approvedAt") is None
            early = not missing and entry.get("submittedAt") and entry["approvedAt"] < entry["submittedAt"]
            if missing or early:
                yield "approval-incomplete"
        if self.has_calendar:
            kind = self.kind(day)
            if hours["weekendHours"] and kind == "workday" or hours["normalHours"] and kind != "workday":
                yield "wrong-day-kind"
        if any(hours.values()) and self.on_leave(who, day):
            yield "work-on-leave"
        if self.priced(who, hours):
            rate = worker_rate(worker or {})
            if rate == "unusable":
                yield "unusable-rate"
            elif rate is None:
                yield "no-rate"

    def on_leave(self, employee, day):
        return any(request["employee_id"] == employee and self.halves(request, day) == 2 for request in self.leave)

    def priced(self, employee, hours):
        if self.employees is not None and self.employees.get(employee, {}).get("paid_by") == "salary":
            return False
        return any("rate" in code and code.get("hours") and hours[code["hours"]] for code in self.pay["codes"])

    def counts_in_day(self, entry):
        skipped = entry["status"] in ("DRAFT", "REJECTED") and self.checks["not-approved"] == "blocker"
        return not skipped and self.first <= day_of(entry["workDate"]) <= self.last

    def look_at_days(self, distinct):
        limit = self.checks.get("hours-per-day", {"blocker": "24"})
        if not isinstance(limit, dict) or "blocker" not in limit:
            return
        days = defaultdict(lambda: defaultdict(list))
        for entry in distinct:
            if self.counts_in_day(entry):
                days[entry["employeeId"], day_of(entry["workDate"])][entry["id"]].append(entry)
        for (who, day), numbers in days.items():
            total = sum(max(sum(nines(e[kind]) for kind in KINDS) for e in same) for same in numbers.values())
            if total > F(limit["blocker"]):
                for number, same in numbers.items():
                    if self.severity("hours-per-day", same[0]) == "blocker":
                        self.held[number].add("hours-per-day")

    def look_for_doubles(self, distinct):
        if self.checks["looks-double"] == "off":
            return
        seen = {}
        for entry in sorted(distinct, key=lambda e: e["id"]):
            if not self.counts_in_day(entry) or not any(nines(entry[kind]) for kind in KINDS):
                continue
            look = (entry["employeeId"], day_of(entry["workDate"]), entry.get("taskId"),
                    *(nines(entry[kind]) for kind in KINDS))
            if look in seen and seen[look] != entry["id"]:
                if self.severity("looks-double", entry) == "blocker":
                    self.held[entry["id"]].add("looks-double")
            seen.setdefault(look, entry["id"])


def worker_rate(worker):
    """The rate of a worker: a fraction, none where there is none or 0, or `unusable`."""
    if worker.get("unreadable_rate"):
        return "unusable"
    if worker.get("hourly_rate") is None or F(worker["hourly_rate"]) == 0:
        return None
    rate = F(worker["hourly_rate"])
    return rate if 0 < rate <= 1_000_000 else "unusable"
