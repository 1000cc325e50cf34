"""Computes the pay lines of an export anew from its archive, workers, leave and employees, by its pipeline file, and compares
them with payroll.csv. A second implementation: it shares nothing with the program but the files.

Usage: pay_lines.py FOLDER   (an export folder); prints the number of lines, or what differs, and exits 1 then.
"""
import csv, datetime, io, json, os, subprocess, sys
from collections import defaultdict
from decimal import ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal as D

import holidays, yaml

folder = sys.argv[1] + "/data/"
pipeline = yaml.load(open(folder + "pipeline.yaml", encoding="utf-8"), yaml.BaseLoader)
pay = pipeline["pay"]
totals = json.load(open(folder + "totals.json"))
mode = {"half-up": ROUND_HALF_UP, "half-even": ROUND_HALF_EVEN}[pay.get("rounding", "half-up")]
first, last = [datetime.date.fromisoformat(totals["period"][end]) for end in ("first", "last")] if isinstance(
    totals.get("period"), dict) else [datetime.date.fromisoformat(day) for day in sys.argv[2:4]]
unit = D(1).scaleb(-int(pay.get("units-decimals", 2)))
danish = holidays.Denmark(years=[first.year, last.year])


def lines_of(name):
    data = open(folder + name, "rb").read()
    if name.endswith(".zst"):
        data = subprocess.run(["zstd", "-dc"], input=data, stdout=subprocess.PIPE, check=True).stdout
    return [json.loads(line, parse_float=D, parse_int=D) for line in data.decode().splitlines()]


def output(kind):
    return next(file["file"] for file in totals["files"] if file["format"] == kind)


def kind(day):
    calendar = pay.get("calendar", {})
    if calendar.get("holidays") == "denmark" and day in danish:
        return "holiday"
    weekend = calendar.get("weekend", ["saturday", "sunday"])
    name = {5: "saturday", 6: "sunday"}.get(day.weekday())
    return name if name in weekend else "workday"


def exceptions():
    stated = next(file for file in totals["files"] if file["format"] == "exceptions-csv")
    text = open(folder + stated["file"], encoding="utf-8-sig", newline="").read()
    return list(csv.DictReader(io.StringIO(text), delimiter=";" if stated["dialect"] == "excel-da" else ","))


held = {row["entry_id"] for row in exceptions() if row["severity"] == "blocker" and row["entry_id"]}
entries, seen = [], set()
for entry in lines_of(output("archive")):
    # Servers spell numbers as texts too.
    for name in ("id", "employeeId", "projectId"):
        entry[name] = None if entry.get(name) in (None, "") else D(entry[name])
    if str(entry["id"]) in held or entry["id"] in seen:
        continue
    seen.add(entry["id"])
    entries.append(entry)
workers = {worker["employee_id"]: worker for worker in lines_of("workers.jsonl")}
table = None
if "employees" in pay:
    table = {D(row["employee_id"]): row for row in csv.DictReader(open(folder + "employees.csv", newline=""))}

# Hours in the order in which they count: by day, within a day by project in the order of their first entries.
hours = defaultdict(lambda: defaultdict(dict))  # employee -> (kind of hours, day) -> project -> hours
order = {}
for entry in entries:
    day = datetime.date.fromisoformat(entry["workDate"][:10])
    place = (entry["employeeId"], day, entry["projectId"])
    order[place] = min(order.get(place, entry["id"]), entry["id"])
    for name in ("normalHours", "overtimeHours", "weekendHours"):
        # The program keeps nine decimals, half even.
        value = D(str(entry[name])).quantize(D("0.000000001"), ROUND_HALF_EVEN)
        cell = hours[entry["employeeId"]][name, day]
        cell[entry["projectId"]] = cell.get(entry["projectId"], D(0)) + value


def bounds(text):
    low, high = (text or "0-").split("-")
    return (D(low) if D(low) else -D(10) ** 12), (D(high) if high else D(10) ** 12)


def hours_of(code, employee):
    """Exact hours of a code by project and day."""
    parts = defaultdict(lambda: defaultdict(D))
    low, high = bounds(code.get("of-day"))
    from_week, to_week = bounds(code.get("of-week"))
    week, monday = D(0), None
    day = first
    while day <= last:
        start = day - datetime.timedelta(day.weekday())
        if start != monday:
            week, monday = D(0), start
        cell = hours[employee].get((code["hours"], day), {})
        place = D(0)
        for project in sorted(cell, key=lambda project: order[employee, day, project]):
            a, b = sorted((place, place + cell[project]))
            size = min(b, high, to_week - week) - max(a, low, from_week - week)
            if size > 0 and kind(day) in code.get("on", ["workday", "saturday", "sunday", "holiday"]):
                parts[project][day] += size if cell[project] >= 0 else -size
            place += cell[project]
        week += place
        day += datetime.timedelta(1)
    return parts


def works(employee, day):
    own = (table or {}).get(employee, {}).get("workdays")
    if not own:
        return kind(day) == "workday"
    return kind(day) != "holiday" and ["mon", "tue", "wed", "thu", "fri", "sat", "sun"][day.weekday()] in own.split()


def leave_of(code, employee, requests):
    days = defaultdict(D)
    for request in requests:
        if request["employee_id"] != employee or request["type"] != code["leave"]:
            continue
        begin, end = [datetime.date.fromisoformat(request[key][:10]) for key in ("start_date", "end_date")]
        day = max(begin, first)
        while day <= min(end, last):
            if works(employee, day) and (employee, day) not in disputed:
                days[day] += D("0.5") if request["half_day"] and begin == end else D(1)
            day += datetime.timedelta(1)
    own = (table or {}).get(employee, {}).get("hours_a_day")
    factor = D(own or code["hours-a-day"]) if code.get("unit") == "hours" else D(1)
    return {None: {day: count * factor for day, count in days.items()}}


def share(total, exact, step):
    parts = [(value / step).to_integral_value(ROUND_FLOOR) * step for value in exact]
    left = int((total - sum(parts, D(0))) / step)
    for index in sorted(range(len(exact)), key=lambda index: (-(exact[index] - parts[index]), index))[:left]:
        parts[index] += step
    return parts


requests = lines_of("leave.jsonl.zst") if any("leave" in code for code in pay["codes"]) else []


def dates(request):
    return [datetime.date.fromisoformat(request[key][:10]) for key in ("start_date", "end_date")]


def clear(request):
    begin, end = dates(request)
    return begin == end or begin < end and not request["half_day"]


def halves(request, day):
    begin, end = dates(request)
    if not begin <= day <= end or not works(request["employee_id"], day):
        return 0
    return 1 if request["half_day"] and begin == end else 2


holds = {}
if os.path.exists(folder + "decisions.jsonl"):
    for line in open(folder + "decisions.jsonl"):
        decision = json.loads(line)
        if decision["rule"] == "held-by-decision":
            holds[decision["entry"], decision["employee"], decision.get("leave")] = decision["verb"] == "hold"


def length_unknown(request):
    """Leave in hours of a part-time worker of whom the list says neither hours nor weekdays."""
    row = (table or {}).get(request["employee_id"], {})
    if workers.get(request["employee_id"], {}).get("field:employment_type") != "deltid":
        return False
    if row.get("hours_a_day") or row.get("workdays") or (pipeline.get("checks") or {}).get("part-time", "blocker") != "blocker":
        return False
    return any(code.get("leave") == request["type"] and code.get("unit") == "hours"
               and ("for" not in code or row.get("pay_group") in code["for"]) for code in pay["codes"])


held_people = {employee for (entry, employee, leave), held in holds.items() if held and not entry and not leave}
held_leave = {leave for (entry, employee, leave), held in holds.items() if held and leave}
clear_requests = [
    request for request in requests
    if request["employee_id"] in workers and (table is None or request["employee_id"] in table) and clear(request)
    and request["employee_id"] not in held_people and request["id"] not in held_leave and not length_unknown(request)
]
disputed = set()
for employee in {request["employee_id"] for request in clear_requests}:
    day = first
    while day <= last:
        if sum(halves(request, day) for request in clear_requests if request["employee_id"] == employee) > 2:
            disputed.add((employee, day))
        day += datetime.timedelta(1)


def has_group(employee):
    groups = {group for code in pay["codes"] for group in code.get("for", [])}
    row = (table or {}).get(employee, {})
    if not groups or row.get("paid_by") == "salary" and pay.get("salaried", "none") == "none":
        return True
    return row.get("pay_group") in groups


payable = [request for request in clear_requests if has_group(request["employee_id"])]
by_project = "project" in pay.get("by", [])
expected = {}
people = sorted({entry["employeeId"] for entry in entries} | {request["employee_id"] for request in payable})
for employee in people:
    row = (table or {}).get(employee, {})
    salary = pay.get("salaried", "none") if row.get("paid_by") == "salary" else "lines"
    for code in pay["codes"]:
        if "for" in code and row.get("pay_group") not in code["for"]:
            continue
        if salary == "none" or salary == "leave" and "leave" not in code:
            continue
        if "hours" in code:
            parts = hours_of(code, employee)
        elif "leave" in code:
            parts = leave_of(code, employee, payable)
        else:
            days = defaultdict(D)
            for (_, day), cell in hours[employee].items():
                days[day] += sum(cell.values(), D(0))
            parts = {None: {day: D(1) for day, sum_ in days.items() if sum_ >= D(code["days-with"])}}
        if not by_project:
            merged = defaultdict(D)
            for days in parts.values():
                for day, value in days.items():
                    merged[day] += value
            parts = {None: merged}
        parts = {project: {day: value for day, value in days.items() if value} for project, days in parts.items()}
        parts = {project: days for project, days in parts.items() if days}
        if not parts:
            continue
        projects = sorted(parts, key=lambda project: -1 if project is None else project)
        exact = [sum(parts[project].values(), D(0)) for project in projects]
        total = sum(exact, D(0)).quantize(unit, mode)
        units = [total] if len(exact) == 1 else share(total, exact, unit)
        rate = None
        if "fixed-rate" in code:
            rate = D(code["fixed-rate"])
        elif "rate" in code and workers.get(employee, {}).get("hourly_rate") not in (None, "0.00"):
            rate = D(workers[employee]["hourly_rate"])
            if rate <= 0 or rate > 1000000 or workers[employee].get("unreadable_rate"):
                rate = None
            else:
                rate = (rate * D(code.get("rate-factor", "1"))).quantize(D("0.000000001"), ROUND_HALF_EVEN)
        if row.get("paid_by") == "salary":
            rate = None
        amounts = [None] * len(units)
        if rate is not None:
            amount = (total * rate).quantize(D("0.01"), mode)
            amounts = [amount] if len(units) == 1 else share(amount, [value * rate for value in units], D("0.01"))
        number = row.get("payroll_number") or str(employee)
        for project, value, amount in zip(projects, units, amounts):
            key = (number, code["code"], "" if project is None else str(project))
            expected[key] = (value, rate, amount)

found = {}
for row in csv.DictReader(open(folder + output("payroll-csv"), newline="")):
    key = (row["payroll_number"], row["pay_code"], row.get("project", ""))
    if key in found:
        sys.exit(f"{key} comes twice")
    found[key] = tuple(D(row[name]) if row[name] else None for name in ("units", "rate", "amount"))
for key in sorted(expected.keys() | found.keys()):
    if expected.get(key) != found.get(key):
        sys.exit(f"{key}: {found.get(key)}, expected {expected.get(key)}")
print(len(found))
