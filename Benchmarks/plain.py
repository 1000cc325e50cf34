"""The export as a person would write it in an afternoon: pages in, one CSV out.

It is the yardstick the benchmark holds Gantry against, so it stays straightforward: one session, orjson, csv.writer,
hours as floats. It checks nothing, remembers nothing and cannot continue.

    python3 plain.py BASE_URL FROM TO OUT.csv
"""

import csv
import datetime
import os
import sys

import orjson
import requests

base, start, end, out = sys.argv[1:5]
session = requests.Session()


def get(path, **query):
    response = session.get(base + path, params=query)
    response.raise_for_status()
    return orjson.loads(response.content)


login = session.post(base + "/api/app-login", json={"email": os.environ["KSR_EMAIL"], "password": os.environ["KSR_PASSWORD"]})
login.raise_for_status()
session.headers["Authorization"] = "Bearer " + orjson.loads(login.content)["token"]
names = {worker["employee_id"]: worker["name"] for worker in get("/api/app/chef/workers")}

with open(out, "w", newline="", encoding="utf-8") as file:
    writer = csv.writer(file)
    writer.writerow(["id", "employee_id", "name", "work_date", "normal_hours", "overtime_hours", "weekend_hours",
                     "project_id", "task_id", "notes", "approved_at", "approved_by"])
    page, more = 1, True
    while more:
        answer = get("/api/app/work-entries", startDate=start, endDate=end, page=page, limit=1000)
        for entry in answer["data"]:
            if entry["status"] != "APPROVED":
                continue
            day = datetime.date.fromisoformat(entry["workDate"][:10])
            writer.writerow([
                entry["id"], entry["employeeId"], names[entry["employeeId"]], day.isoformat(),
                f"{entry['normalHours']:.2f}", f"{entry['overtimeHours']:.2f}", f"{entry['weekendHours']:.2f}",
                entry["projectId"], entry["taskId"], entry["notes"], entry["approvedAt"], entry["approvedBy"],
            ])
        more = answer["pagination"]["hasNext"]
        page += 1
