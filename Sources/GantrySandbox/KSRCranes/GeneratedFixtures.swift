internal import GantryJSON
internal import GantryModel

/// The computed records of KSR Cranes beside work entries and lists: timesheets of each worker and week, two leave
/// requests and a balance for each worker, the tasks that work entries name, notifications and statistics.
struct GeneratedFixtures: Sendable {
    static let year = 2026
    static let firstProject = 11
    static let projects = 24
    static let tasksPerProject = 6

    let employees: Int
    let random: SplitMix64
    let amountOfBatches: Int
    /// The Mondays of the ISO weeks of the data's days, the latest first.
    let mondays: [CivilDate]

    /// - Parameter employees: As many as the workers, or fewer for a small sample.
    init(_ data: GeneratedData, employees: Int? = nil) {
        self.employees = employees ?? data.employees
        random = SplitMix64(seed: data.seed)
        amountOfBatches = GeneratedLists(data).amountOfBatches
        let first = CivilDate(data.firstDay) ?? CivilDate(known: "2026-10-01")
        let firstMonday = first + (1 - first.isoWeekday)
        mondays = (0...((first + max(1, data.days) - 1 - firstMonday) / 7)).reversed().map { firstMonday + $0 * 7 }
    }

    func employeeID(_ position: Int) -> Int { GeneratedWorkEntries.firstEmployeeID + position % employees }

    private func employee(_ id: Int, withAddress: Bool = false) -> JSONTree {
        [
            "employee_id": .integer(id), "name": "Worker \(id)",
            "email": withAddress ? "worker\(id)@example.test" : nil,
            "role": withAddress ? "arbejder" : nil, "profilePictureUrl": withAddress ? .null : nil,
        ]
    }

    // MARK: Timesheets

    var timesheets: RecordSet {
        RecordSet(count: employees * mondays.count, period: employees, record: timesheet) {
            $0 == "employee_id" ? String(employeeID($1)) : nil
        }
    }

    @Sendable private func timesheet(_ position: Int) -> JSONTree {
        let noise = random(position: position, series: 71)
        let (monday, employee) = (mondays[position / employees], employeeID(position))
        let (year, week) = monday.isoWeek
        let project = Int(noise % UInt64(Self.projects)) + Self.firstProject
        let task = project * 10 + noise.bits(8, 8) % Self.tasksPerProject
        let entries = 4 + noise.bits(16, 2)
        let url =
            "https://files.ksrcranes.example/timesheets/\(employee)/\(year)-W\(padded(week, 2)).pdf"
            + "?X-Amz-Expires=3600&X-Amz-Signature=\(String(noise, radix: 16))"
        let km = noise.bits(30, 8)
        return [
            "id": .integer(70_001 + position), "task_id": .integer(task), "employee_id": .integer(employee),
            "weekNumber": .integer(week), "year": .integer(year), "timesheetUrl": .string(url),
            "created_at": "\(monday + 6)T18:00:00.000Z",
            "updated_at": noise & 1 == 0 ? .null : "\(monday + 6)T18:05:11.250Z",
            "Tasks": noise % 29 == 3
                ? .null
                : [
                    "task_id": .integer(task), "title": .string(taskTitle(task)), "description": .null,
                    "project": self.project(project),
                ], "entriesCount": .integer(entries),
            "totalHours": JSONTree(javaScript: Double(entries * 444 + noise.bits(20, 6)) / 60),
            "totalKm": noise.bits(26, 2) == 0 ? "\(km).5" : .integer(km),
        ]
    }

    // MARK: Leave

    var leaveRequests: RecordSet {
        RecordSet(count: employees * 2, record: leaveRequest) { field, position in
            let leave = leave(position)
            return switch field {
            case "status": leave.status
            case "type": leave.type
            case "employee_id": String(employeeID(position))
            case "start_date": leave.first.description
            case "end_date": leave.last.description
            default: nil
            }
        }
    }

    private func leave(_ position: Int) -> (type: String, status: String, first: CivilDate, last: CivilDate) {
        let noise = random(position: position, series: 81)
        let statuses = ["APPROVED", "APPROVED", "APPROVED", "APPROVED", "PENDING", "REJECTED", "CANCELLED", "EXPIRED"]
        let types = ["VACATION", "VACATION", "VACATION", "SICK", "SICK", "PERSONAL", "COMPENSATORY", "PARENTAL"]
        var first = CivilDate(known: "2026-01-05") + noise.bits(8, 10) % 340
        while first.isWeekend { first = first + 1 }
        return (types[noise.bits(0, 3)], statuses[noise.bits(4, 3)], first, first + noise.bits(18, 8) % 12)
    }

    @Sendable private func leaveRequest(_ position: Int) -> JSONTree {
        let noise = random(position: position, series: 82)
        let (type, status, first, last) = leave(position)
        let days = (0...(last - first)).count { !(first + $0).isWeekend }
        let employee = employeeID(position)
        let isHalf = noise % 19 == 2 && days == 1
        let isApproved = status == "APPROVED"
        let asked = first - 20
        return [
            "id": .integer(80_001 + position), "employee_id": .integer(employee), "type": .string(type),
            "start_date": "\(first)T00:00:00.000Z", "end_date": "\(last)T00:00:00.000Z",
            "total_days": isHalf ? .number("0.5") : .integer(days), "half_day": .bool(isHalf),
            "reason": Self.reasons[noise.bits(8, 3)], "status": .string(status),
            "emergency_leave": .bool(noise.bits(12, 4) == 0),
            "sick_note_url": type == "SICK"
                ? "https://files.ksrcranes.example/sick/\(employee).pdf?token=st_\(noise >> 3)" : .null,
            "rejection_reason": status == "REJECTED" ? "Too many away that week" : .null,
            "created_at": "\(asked)T08:00:00.000Z", "updated_at": "\(asked)T12:30:00.000Z",
            "approved_by": isApproved ? 902 : .null, "approved_at": isApproved ? "\(asked)T12:30:00.000Z" : .null,
            "approver": isApproved
                ? [
                    "employee_id": 902, "name": "Chef 902", "email": "chef902@example.test", "role": "chef",
                    "profilePictureUrl": .null,
                ] : .null, "employee": self.employee(employee, withAddress: true),
        ]
    }

    var leaveBalances: RecordSet {
        RecordSet(count: employees, record: balance) { field, position in
            field == "year" ? String(Self.year) : field == "employee_id" ? String(employeeID(position)) : nil
        }
    }

    @Sendable private func balance(_ position: Int) -> JSONTree {
        let noise = random(position: position, series: 91)
        let (used, personal, carried) = (noise.bits(0, 5) % 28, noise.bits(5, 3) % 6, noise.bits(8, 2))
        let employee = employeeID(position)
        return [
            "id": .integer(90_001 + position), "employee_id": .integer(employee), "year": .integer(Self.year),
            "vacation_days_total": 25, "vacation_days_used": .integer(used),
            "sick_days_used": .integer(noise.bits(10, 4)), "personal_days_total": 5,
            "personal_days_used": .integer(personal), "carry_over_days": .integer(carried),
            "carry_over_expires": carried > 0 ? "2026-09-30T00:00:00.000Z" : .null,
            "created_at": "2026-01-01T00:00:00.000Z",
            "updated_at": "2026-10-0\(noise.bits(14, 3) | 1)T06:00:00.000Z",
            "vacation_days_remaining": .integer(25 + carried - used),
            "personal_days_remaining": .integer(5 - personal), "carry_over_expiring_soon": false,
            "employee": self.employee(employee),
        ]
    }

    static let reasons: [JSONTree] = [
        .null, "Ferie med familien", "-1 dag", "Doctor", "=SUM(A1)", "first\nsecond", "Flytning; \"ny\" adresse", "🏖️",
    ]
}
