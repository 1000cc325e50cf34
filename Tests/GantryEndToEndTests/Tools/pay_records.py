"""Records as KSR Cranes sends them, and a pipeline file of pay, for offices that are made up."""
import datetime

DAY = datetime.timedelta(1)
CODES = {"1000": "1", "1100": "2", "1200": "4", "2000": "31"}
PIPELINE = """pipeline: {name}
connection: ksr
parameters:
  period: {{ required: true }}
records: {{ dataset: ksr.work-entries, allow-empty: true }}
join: {{ dataset: ksr.workers, by: employeeId }}
pay:
  currency: DKK
  employees: employees.csv
  calendar: {{ holidays: denmark }}
  codes:
    - {{ code: "1000", hours: normalHours, rate: worker.hourly_rate }}
    - {{ code: "1100", hours: overtimeHours, rate: worker.hourly_rate, rate-factor: 2 }}
    - {{ code: "1200", hours: weekendHours, fixed-rate: 50 }}
    - {{ code: "2000", leave: VACATION, fixed-rate: 1000 }}
  not-paid: [leave.SICK, leave.PERSONAL, leave.PARENTAL, leave.COMPENSATORY, leave.EMERGENCY]
outputs:
  - {{ file: payroll.csv, format: payroll-csv }}
  - {{ file: exceptions.csv, format: exceptions-csv }}
  - file: "{name}-{{period}}.csv"
    format: danlon
    needs: {{ employer: "99999993" }}
    codes: {{ "1000": "1", "1100": "2", "1200": "4", "2000": "31" }}
  - {{ file: entries.jsonl.zst, format: archive }}
"""
SIGN = "sign-off: { prepare: [clerk], approve: [manager], proof: declared }\n"
PEOPLE = "people:\n  clerk: { name: Payroll Clerk }\n  manager: { name: Payroll Manager }\n"


def worker(who, rate):
    return {
        "employee_id": who, "name": f"Worker {who}", "email": f"worker{who}@example.test", "phone": None,
        "address": None, "hourly_rate": rate, "employment_type": "fuld_tid", "role": "arbejder", "status": "aktiv",
        "profile_picture_url": None, "created_at": "2025-02-13T08:15:00.000000Z", "last_active": None}


def entry(number, who, day, hours, status="APPROVED", approver=902, project=None, task=None, days=1):
    """An entry; `days` after the day it was approved, by nobody if `approver` is none."""
    approved = status == "APPROVED" and approver is not None
    return {
        "id": number, "employeeId": who, "workDate": f"{day}T00:00:00.000000Z", **hours, "projectId": project,
        "taskId": task, "notes": None, "status": status, "submittedAt": f"{day}T16:04:05.709816Z",
        "approvedAt": f"{day + days * DAY}T07:45:11.481863Z" if approved else None,
        "approvedBy": approver if approved else None}


def approve(entry, by=902):
    """The entry, approved an hour after it was submitted."""
    return {**entry, "status": "APPROVED", "approvedBy": by, "approvedAt": entry["submittedAt"].replace("T16", "T17")}


def request(number, who, kind, begin, end, half_day=False, status="APPROVED"):
    return {
        "id": number, "employee_id": who, "type": kind, "start_date": f"{begin}T00:00:00.000Z",
        "end_date": f"{end}T00:00:00.000Z", "total_days": (end - begin).days + 1, "half_day": half_day, "reason": None,
        "status": status, "emergency_leave": False, "sick_note_url": None, "rejection_reason": None,
        "created_at": "2026-03-01T08:00:00.000Z", "updated_at": "2026-03-02T12:30:00.000Z", "approved_by": 902,
        "approved_at": "2026-03-02T12:30:00.000Z", "approver": {"employee_id": 902, "name": "Leader 902"},
        "employee": {"employee_id": who, "name": f"Worker {who}", "email": f"worker{who}@example.test",
                     "role": "arbejder", "profilePictureUrl": None}}
