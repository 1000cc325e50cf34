/// The rest of an invented KSR Cranes, computed from positions: timesheets of each worker and week, two requests for
/// leave and a balance for each worker, the tasks that work entries name, notifications and statistics.
struct GeneratedOffice: Sendable {
    static let year = 2026
    static let firstProject = 11
    static let projects = 24
    static let tasksPerProject = 6

    let employees: Int
    let scatter: Scatter
    let amountOfBatches: Int
    /// ISO weeks that the days touch, the latest first.
    let weeks: [(year: Int, week: Int, monday: CivilDay)]

    /// - Parameter employees: As many as the workers, or fewer for a small sample.
    init(_ data: GeneratedData, employees: Int? = nil) {
        self.employees = employees ?? data.employees
        scatter = Scatter(seed: data.seed)
        amountOfBatches = GeneratedLists(data).amountOfBatches
        let first = CivilDay(data.firstDay) ?? CivilDay(year: Self.year, month: 10, day: 1)
        let last = first.adding(days: max(1, data.days) - 1)
        weeks = stride(from: last.daysSince1970 - last.weekday, through: first.daysSince1970 - first.weekday, by: -7)
            .map { day in
                let (year, week) = CivilDay(daysSince1970: day).isoWeek
                return (year, week, CivilDay(daysSince1970: day))
            }
    }

    func employeeID(_ position: Int) -> Int { GeneratedWorkEntries.firstEmployeeID + position % employees }

    func numbered(
        _ count: Int, _ field: @escaping @Sendable (String, Int) -> String?, _ text: @escaping @Sendable (Int) -> String
    ) -> RecordSet {
        RecordSet(count: count, period: count, append: { $1.append(text($0)) }, field: field)
    }

    var timesheets: RecordSet {
        RecordSet(
            count: employees * weeks.count, period: employees, append: { $1.append(timesheet($0)) },
            field: { $0 == "employee_id" ? String(employeeID($1)) : nil })
    }

    func timesheet(_ position: Int) -> String {
        let noise = scatter(UInt64(position) &+ 1, 71)
        let (week, employee, id) = (weeks[position / employees], employeeID(position), 70_001 + position)
        let (project, task) = place(noise)
        let entries = 4 + Int(noise >> 16 & 3)
        let made = week.monday.adding(days: 6).text
        let tasks =
            noise % 29 == 3
            ? "null"
            : #"{"task_id":\#(task),"title":\#(jsonString(taskTitle(task))),"description":null,"project":{"project_id":\#(project)"#
                + #","title":\#(jsonString(projectTitle(project))),"customer":{"customer_id":\#(201 + project % 12),"name":"Customer \#(201 + project % 12)"}}}"#
        return
            #"{"id":\#(id),"task_id":\#(task),"employee_id":\#(employee),"weekNumber":\#(week.week),"year":\#(week.year)"#
            + #","timesheetUrl":"https://files.ksrcranes.example/timesheets/\#(employee)/\#(week.year)-W\#(padded(week.week, 2)).pdf?X-Amz-Expires=3600&X-Amz-Signature=\#(String(noise, radix: 16))""#
            + #","created_at":"\#(made)T18:00:00.000Z","updated_at":\#(noise & 1 == 0 ? "null" : "\"\(made)T18:05:11.250Z\"")"#
            + #","Tasks":\#(tasks),"entriesCount":\#(entries),"totalHours":\#(WorkEntrySpelling.javaScript(Double(entries * 444 + Int(noise >> 20 & 63)) / 60))"#
            + #","totalKm":\#(noise >> 26 & 3 == 0 ? "\"\(noise >> 30 & 0xFF).5\"" : "\(noise >> 30 & 0xFF)")}"#
    }

    var leaveRequests: RecordSet {
        numbered(
            employees * 2,
            { field, position in
                let leave = self.leave(position)
                switch field {
                case "status": return leave.status
                case "type": return leave.type
                case "employee_id": return String(employeeID(position))
                case "start_date": return leave.first.text
                case "end_date": return leave.last.text
                default: return nil
                }
            }, { leaveRequest($0) })
    }

    func leave(_ position: Int) -> (type: String, status: String, first: CivilDay, last: CivilDay) {
        let noise = scatter(UInt64(position) &+ 1, 81)
        let statuses = ["APPROVED", "APPROVED", "APPROVED", "APPROVED", "PENDING", "REJECTED", "CANCELLED", "EXPIRED"]
        let types = ["VACATION", "VACATION", "VACATION", "SICK", "SICK", "PERSONAL", "COMPENSATORY", "PARENTAL"]
        var first = CivilDay(year: Self.year, month: 1, day: 5).adding(days: Int(noise >> 8 & 0x3FF) % 340)
        while first.isWeekend { first = first.adding(days: 1) }
        return (
            types[Int(noise & 7)], statuses[Int(noise >> 4 & 7)], first,
            first.adding(days: Int(noise >> 18 & 0xFF) % 12)
        )
    }

    func leaveRequest(_ position: Int) -> String {
        let noise = scatter(UInt64(position) &+ 1, 82)
        let leave = self.leave(position)
        let days = (0...(leave.last.daysSince1970 - leave.first.daysSince1970)).count {
            !leave.first.adding(days: $0).isWeekend
        }
        let employee = employeeID(position)
        let isHalf = noise % 19 == 2 && days == 1
        let asked = leave.first.adding(days: -20).text
        let approval =
            leave.status == "APPROVED"
            ? #","approved_by":902,"approved_at":"\#(asked)T12:30:00.000Z","approver":{"employee_id":902,"name":"Chef 902","email":"chef902@example.test","role":"chef","profilePictureUrl":null}"#
            : #","approved_by":null,"approved_at":null,"approver":null"#
        return
            #"{"id":\#(80_001 + position),"employee_id":\#(employee),"type":"\#(leave.type)","start_date":"\#(leave.first.text)T00:00:00.000Z""#
            + #","end_date":"\#(leave.last.text)T00:00:00.000Z","total_days":\#(isHalf ? "0.5" : String(days)),"half_day":\#(isHalf)"#
            + #","reason":\#(Self.reasons[Int(noise >> 8 & 7)]),"status":"\#(leave.status)","emergency_leave":\#(noise >> 12 & 15 == 0)"#
            + #","sick_note_url":\#(leave.type == "SICK" ? "\"https://files.ksrcranes.example/sick/\(employee).pdf?token=st_\(noise >> 3)\"" : "null")"#
            + #","rejection_reason":\#(leave.status == "REJECTED" ? "\"Too many away that week\"" : "null")"#
            + #","created_at":"\#(asked)T08:00:00.000Z","updated_at":"\#(asked)T12:30:00.000Z"\#(approval)"#
            + #","employee":{"employee_id":\#(employee),"name":"Worker \#(employee)","email":"worker\#(employee)@example.test","role":"arbejder","profilePictureUrl":null}}"#
    }

    var leaveBalances: RecordSet {
        numbered(
            employees,
            { field, position in
                field == "year" ? String(Self.year) : field == "employee_id" ? String(employeeID(position)) : nil
            }, { balance($0) })
    }

    func balance(_ position: Int) -> String {
        let noise = scatter(UInt64(position) &+ 1, 91)
        let (used, personal, carried) = (Int(noise & 31) % 28, Int(noise >> 5 & 7) % 6, Int(noise >> 8 & 3))
        let employee = employeeID(position)
        return
            #"{"id":\#(90_001 + position),"employee_id":\#(employee),"year":\#(Self.year),"vacation_days_total":25,"vacation_days_used":\#(used)"#
            + #","sick_days_used":\#(noise >> 10 & 15),"personal_days_total":5,"personal_days_used":\#(personal),"carry_over_days":\#(carried)"#
            + #","carry_over_expires":\#(carried > 0 ? "\"2026-09-30T00:00:00.000Z\"" : "null"),"created_at":"2026-01-01T00:00:00.000Z","updated_at":"2026-10-0\#(noise >> 14 & 7 | 1)T06:00:00.000Z""#
            + #","vacation_days_remaining":\#(25 + carried - used),"personal_days_remaining":\#(5 - personal),"carry_over_expiring_soon":false"#
            + #","employee":{"employee_id":\#(employee),"name":"Worker \#(employee)"}}"#
    }

    static let descriptions = ["null", #""""#, #""Kran 4; løft ved nordsiden""#, #""two lines\nhere""#]
    static let reasons = [
        "null", #""Ferie med familien""#, #""-1 dag""#, #""Doctor""#, #""=SUM(A1)""#, #""first\nsecond""#,
        #""Flytning; \"ny\" adresse""#, #""🏖️""#,
    ]
}

extension CivilDay {
    /// Year and number of the week by ISO 8601, in which weeks begin on Monday and belong to the year of their Thursday.
    package var isoWeek: (year: Int, week: Int) {
        let thursday = adding(days: 3 - weekday)
        let year = thursday.components.year
        return (year, (thursday.daysSince1970 - CivilDay(year: year, month: 1, day: 1).daysSince1970) / 7 + 1)
    }
}
