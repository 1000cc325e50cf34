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
    "wrong-day-kind": "warning", "work-on-leave": "warning", "looks-double": "warning", "leave-days": "warning",
    "part-time": "blocker",
}
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


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
    """The checks of one period. `decisions` are lines of decisions.jsonl in the order in which they were made; `ids` are those
    of the findings that are listed, by rule and entry, request of leave or holidays of an employee, in the order of the
    records."""

    def __init__(self, pipeline, first, last, workers, employees, leave, holidays, decisions, ids,
                 half_days=frozenset()):
        self.pay = pipeline["pay"]
        self.first, self.last = first, last
        self.workers, self.employees, self.leave = workers, employees, leave
        self.checks = dict(DEFAULTS)
        for name, value in (pipeline.get("checks") or {}).items():
            self.checks[name] = value["severity"] if isinstance(value, dict) and "severity" in value else value
        calendar = self.pay.get("calendar")
        self.has_calendar = calendar is not None
        self.weekend = (calendar or {}).get("weekend", ["saturday", "sunday"])
        self.holidays, self.half_days = holidays, half_days - holidays
        self.ids = ids
        self.verbs = {decision["id"]: decision["verb"] for decision in decisions}
        holds = [d for d in decisions if d["rule"] == "held-by-decision" and self.verbs[d["id"]] == "hold"]
        self.held_things = {
            (key, int(d[key])) for d in holds
            for key in [next(key for key in ("entry", "leave", "employee") if d.get(key) is not None)]}

    def days(self):
        return [self.first + n * DAY for n in range((self.last - self.first).days + 1)]

    def kind(self, day):
        if day in self.holidays:
            return "holiday"
        name = {5: "saturday", 6: "sunday"}.get(day.weekday())
        return name if name in self.weekend else "workday"

    def holds(self, rule, subject, place=0):
        """Whether a rule holds an entry or a request; `place` is that of the record among those that it finds there."""
        if self.checks.get(rule, "blocker") != "blocker" and rule != "hours-per-day":
            return False
        listed = self.ids[rule, subject]
        return not (place < len(listed) and self.verbs.get(listed[place]) == "waive")

    # Leave

    def row(self, employee):
        return (self.employees or {}).get(employee, {})

    def length(self, employee, day):
        """Half days that the employee's weekday has, holidays aside."""
        own = (self.row(employee).get("workdays") or "").split()
        if own:
            return 2 if WEEKDAYS[day.weekday()] in own else 0
        return 0 if {5: "saturday", 6: "sunday"}.get(day.weekday()) in self.weekend else 2

    def workable(self, employee, day):
        """Half days that the employee has to work."""
        return 0 if day in self.holidays else min(self.length(employee, day), 1 if day in self.half_days else 2)

    def halves(self, request, day):
        begin, end = day_of(request["start_date"]), day_of(request["end_date"])
        if not begin <= day <= end:
            return 0
        return min(self.workable(request["employee_id"], day), 1 if request["half_day"] and begin == end else 2)

    def code_of(self, request):
        return next((code for code in self.pay["codes"] if code.get("leave") == request["type"]), None)

    def is_payable(self, request):
        salaried = self.row(request["employee_id"]).get("paid_by") == "salary"
        return self.code_of(request) is not None and not (salaried and self.pay.get("salaried", "none") == "none")

    def odd_about(self, request):
        """The rules that a person can waive and that find something about a request which would be paid."""
        code, row, worker = self.code_of(request), self.row(request["employee_id"]), self.workers[request["employee_id"]]
        if "rate" in code and row.get("paid_by") != "salary":
            rate = worker_rate(worker)
            if not isinstance(rate, F):
                yield "unusable-rate" if rate == "unusable" else "no-rate"
        if code.get("unit") == "hours" and worker.get("field:employment_type") == "deltid" and not (
                row.get("hours_a_day") or row.get("workdays")):
            yield "part-time"
        begin, end = day_of(request["start_date"]), day_of(request["end_date"])
        halves = sum(self.halves(request, begin + n * DAY) for n in range((end - begin).days + 1))
        if F(halves, 2) != F(str(request["total_days"])):
            yield "leave-days"

    def why_held(self, request):
        """Why all days of a request are held; none if they aren't."""
        employee = request["employee_id"]
        if not self.is_payable(request):
            return None
        if employee not in self.workers:
            return "unknown-worker"
        if self.employees is not None and employee not in self.employees:
            return "no-payroll-number"
        if ("employee", employee) in self.held_things or ("leave", request["id"]) in self.held_things:
            return "held-by-decision"
        return next((rule for rule in self.odd_about(request) if self.holds(rule, ("leave", request["id"]))), None)

    def days_of_leave(self):
        """(request, day, share of a day, reason why it isn't paid or none) of every workday of leave."""
        rows = []
        for request in self.leave:
            reason = self.why_held(request)
            if reason:
                rows += [(request, day, F(self.halves(request, day), 2), reason)
                         for day in self.days() if self.halves(request, day)]
        for (employee, day), wants in self.open_leave().items():
            disputed = sum(halves for _, halves in wants) > self.workable(employee, day)
            rows += [(request, day, F(halves, 2), "leave-overlap" if disputed else None) for request, halves in wants]
        return rows

    def open_leave(self):
        """Employee and day → the requests that nothing holds as a whole, with their half days."""
        asked = defaultdict(list)
        order = lambda request: (request["employee_id"], request["start_date"], request["id"])
        for request in sorted(self.leave, key=order):
            for day in self.days() if self.why_held(request) is None else ():
                halves = self.halves(request, day)
                if halves:
                    asked[request["employee_id"], day].append((request, halves))
        return asked

    def left_of_day(self, day, wants):
        """The hours that an employee can work beside the leave of a day."""
        request = wants[0][0]
        if sum(halves for _, halves in wants) >= self.workable(request["employee_id"], day):
            return F(0)
        code = self.code_of(request) or {}
        hours = code.get("hours-a-day", "7.40") if code.get("unit") == "hours" else "7.40"
        return F(self.row(request["employee_id"]).get("hours_a_day") or hours) / 2

    # Holidays

    def days_of_holidays(self, leave_days):
        """(employee, day, share of a day, reason why it isn't paid or none) of every holiday on an employee's workday."""
        code = next((code for code in self.pay["codes"] if "holidays" in code), None)
        if code is None:
            return []
        present = defaultdict(lambda: defaultdict(F))
        for entry in self.accepted:
            present[entry["employeeId"]][day_of(entry["workDate"])] += total_of(entry)
        for request, day, _, reason in leave_days:
            if reason is None and self.is_payable(request):
                present[request["employee_id"]][day] = F(1)
        rows = []
        for employee, row in sorted(self.employees.items()):
            salaried = row.get("paid_by") == "salary"
            if not row or salaried and self.pay.get("salaried", "none") == "none":
                continue
            days = [day for day in self.days() if self.length(employee, day)
                    and (day in self.holidays or day in self.half_days) and self.is_employed(row, day)]
            for day in days:
                reason = None
                if ("employee", employee) in self.held_things:
                    reason = "held-by-decision"
                elif "rate" in code and not salaried and self.lacks_rate(employee):
                    reason = "no-rate"
                elif not any(hours > 0 and abs((day - other).days) <= 7 for other, hours in present[employee].items()):
                    reason = "holiday-not-paid"
                free = F(1) if day in self.holidays else F(1, 2)
                unpaid = min(free, self.unpaid_leave(employee, day))
                if free > unpaid:
                    rows.append((employee, day, free - unpaid, reason))
                if unpaid:
                    rows.append((employee, day, unpaid, reason or "holiday-not-paid"))
        return rows

    def unpaid_leave(self, employee, day):
        """The share of a day in leave of kinds that no pay code pays, beyond what the employee has to work then."""
        asked = 0
        for request in self.leave:
            ends = sorted((day_of(request["start_date"]), day_of(request["end_date"])))
            if request["employee_id"] == employee and self.code_of(request) is None and ends[0] <= day <= ends[1]:
                asked += 1 if request["half_day"] and ends[0] == ends[1] else 2
        return F(max(asked - self.workable(employee, day), 0), 2)

    @staticmethod
    def is_employed(row, day):
        begin, end = row.get("employed_from"), row.get("employed_to")
        return (not begin or day_of(begin) <= day) and (not end or day <= day_of(end))

    def lacks_rate(self, employee):
        rate = worker_rate(self.workers.get(employee, {}))
        rule = "unusable-rate" if rate == "unusable" else "no-rate" if rate is None else None
        return rule is not None and self.holds(rule, ("holidays", employee))

    # Entries

    def decide(self, records):
        """Accepted entries in order, and the rules by which each number is held."""
        versions = defaultdict(list)
        for record in records:
            if record not in versions[record["id"]]:
                versions[record["id"]].append(record)
        self.held = defaultdict(set)
        conflicting = {number for number, same in versions.items() if len(same) > 1}
        # An exact repeat counts once, but where entries differ each of them is looked at, in the order of the archive.
        judged, seen = [], set()
        for record in records:
            if record["id"] in conflicting or record["id"] not in seen:
                judged.append(record)
            seen.add(record["id"])
        distinct = [record for same in versions.values() for record in same]
        too_long, on_leave = self.days_with_too_many(distinct), self.worked_leave(distinct)
        doubles = self.doubles([record for record in judged if record["id"] not in conflicting])
        places = defaultdict(int)
        for entry in judged:
            number, day = entry["id"], (entry["employeeId"], day_of(entry["workDate"]))
            rules = list(self.findings(entry))
            rules += ["hours-per-day"] if day in too_long and self.counts_in_day(entry) else []
            rules += ["work-on-leave"] if day in on_leave and self.counts_in_day(entry) and total_of(entry) > 0 else []
            rules += ["looks-double"] if number in doubles else []
            for rule in rules:
                if self.holds(rule, number, places[rule, number]):
                    self.held[number].add(rule)
                places[rule, number] += 1
            if number in conflicting:
                self.held[number].add("conflicting-id")
            if ("entry", number) in self.held_things or ("employee", entry["employeeId"]) in self.held_things:
                self.held[number].add("held-by-decision")
        self.accepted = [same[0] for number, same in versions.items() if not self.held.get(number)]
        return self.accepted

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
        if self.priced(who, hours):
            rate = worker_rate(worker or {})
            if rate == "unusable":
                yield "unusable-rate"
            elif rate is None:
                yield "no-rate"

    def priced(self, employee, hours):
        if self.row(employee).get("paid_by") == "salary":
            return False
        return any("rate" in code and code.get("hours") and hours[code["hours"]] for code in self.pay["codes"])

    def counts_in_day(self, entry):
        skipped = entry["status"] in ("DRAFT", "REJECTED") and self.checks["not-approved"] == "blocker"
        return not skipped and self.first <= day_of(entry["workDate"]) <= self.last

    def hours_of_days(self, distinct):
        """Employee and day → the hours that count; of entries under one number those of the one with the most."""
        days = defaultdict(lambda: defaultdict(F))
        for entry in distinct:
            if self.counts_in_day(entry):
                numbers = days[entry["employeeId"], day_of(entry["workDate"])]
                numbers[entry["id"]] = max(numbers[entry["id"]], total_of(entry))
        return {place: sum(numbers.values(), F(0)) for place, numbers in days.items()}

    def days_with_too_many(self, distinct):
        limit = self.checks.get("hours-per-day", {"blocker": "24"})
        if not isinstance(limit, dict) or "blocker" not in limit:
            return set()
        return {place for place, total in self.hours_of_days(distinct).items() if total > F(limit["blocker"])}

    def worked_leave(self, distinct):
        """Days on which the hours don't fit beside the leave, where that holds them."""
        if self.checks["work-on-leave"] != "blocker":
            return set()
        hours = self.hours_of_days(distinct)
        return {place for place, wants in self.open_leave().items()
                if hours.get(place, F(0)) > self.left_of_day(place[1], wants)}

    def doubles(self, entries):
        """The numbers of entries that look like an earlier one."""
        if self.checks["looks-double"] == "off":
            return set()
        seen, doubles = {}, set()
        for entry in entries:
            if not self.counts_in_day(entry) or total_of(entry) <= 0:
                continue
            look = (entry["employeeId"], day_of(entry["workDate"]), entry.get("taskId"),
                    *(nines(entry[kind]) for kind in KINDS))
            if look in seen:
                doubles.add(entry["id"])
            seen.setdefault(look, entry["id"])
        return doubles


def total_of(entry):
    return sum((nines(entry[kind]) for kind in KINDS), F(0))


def worker_rate(worker):
    """The rate of a worker: a fraction, none where there is none or 0, or `unusable`."""
    if worker.get("unreadable_rate"):
        return "unusable"
    if worker.get("hourly_rate") is None or F(worker["hourly_rate"]) == 0:
        return None
    rate = F(worker["hourly_rate"])
    return rate if 0 < rate <= 1_000_000 else "unusable"
