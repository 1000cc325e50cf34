internal import GantryJSON
internal import GantryModel

/// A work entry as the deployed server has it: times instead of hours, and two columns of statuses.
///
/// It is made of a documented entry, whose three kinds of hours become one span of time.
struct DeployedEntry: Sendable {
    let id: Int
    let employee: Int
    let day: CivilDate
    let start: Instant?
    let end: Instant?
    let pause: Int
    let confirmation: String
    /// Whether it was handed to payroll before the sandbox started, as some are.
    let wasSent: Bool
    private let task: Int?
    private let project: Int?
    /// JSON text.
    private let description: [UInt8]

    /// - Returns: nil for a record without an id, an employee or a day.
    init?(_ record: [UInt8]) {
        guard let id = record.text("id").flatMap({ Int($0) }),
            let employee = record.text("employeeId").flatMap({ Int($0) }),
            let day = record.text("workDate").flatMap({ CivilDate($0.prefix(10)) })
        else { return nil }
        let hours = ["normalHours", "overtimeHours", "weekendHours"].reduce(0) {
            $0 + (record.text($1).flatMap { Double($0) } ?? 0)
        }
        let minutes = Int((hours * 60).rounded())
        self.id = id
        self.employee = employee
        self.day = day
        // The times of a whole week carry the date of its Monday; only the difference means something.
        let morning = Instant(day + (1 - day.isoWeekday), hour: 5)
        pause = minutes > 300 ? 30 : 0
        if minutes == 0 {
            (start, end) = (morning, nil)
        } else {
            // A shift past midnight ends before it starts.
            start = minutes < 0 ? morning.adding(seconds: 17 * 3_600) : morning
            end = minutes < 0 ? morning.adding(seconds: 3_600) : morning.adding(seconds: (minutes + pause) * 60)
        }
        confirmation =
            ["APPROVED": "confirmed", "SUBMITTED": "submitted", "REJECTED": "rejected"][record.text("status") ?? ""]
            ?? "pending"
        wasSent = id % 250 == 3
        task = record.text("taskId").flatMap { Int($0) }
        project = record.text("projectId").flatMap { Int($0) }
        description = record.value("notes") ?? Array("null".utf8)
    }

    /// Minutes worked; a negative span counts as none.
    var minutes: Int {
        guard let start, let end else { return 0 }
        return max(0, (end.secondsSince1970 - start.secondsSince1970) / 60 - pause)
    }

    /// The hours, with two decimals.
    var hours: Double { (Double(minutes) / 60 * 100).rounded() / 100 }

    /// A row of the list of confirmed entries.
    func row(isSent: Bool, sentAt: String?) -> JSONTree {
        [
            "entry_id": .integer(id), "work_date": "\(day)T00:00:00.000Z", "start_time": Self.time(start),
            "end_time": Self.time(end), "pause_minutes": .integer(pause), "worked_hours": JSONTree(javaScript: hours),
            "kilometers": .integer(id % 40), "description": .verbatim(description), "status": "submitted",
            "confirmation_status": .string(confirmation),
            "employee": [
                "employee_id": .integer(employee), "name": "Worker \(employee)",
                "email": "worker\(employee)@example.test",
            ],
            "task": taskObject, "sent_to_payroll": .bool(isSent), "sent_to_payroll_at": JSONTree(sentAt),
            "payroll_batch": .null, "zenegy_mapping": .null, "can_sync_to_zenegy": false,
        ]
    }

    private var taskObject: JSONTree {
        guard let task else { return .null }
        return ["task_id": .integer(task), "title": "Task \(task)", "project": projectObject]
    }

    private var projectObject: JSONTree {
        guard let project else { return .null }
        let customer = 201 + project % 12
        return [
            "project_id": .integer(project), "title": "Project \(project)", "customer_id": .integer(customer),
            "Customers": ["customer_id": .integer(customer), "name": "Customer \(customer)"],
        ]
    }

    /// As JavaScript writes it.
    private static func time(_ time: Instant?) -> JSONTree {
        time.map { .string($0.description.dropLast() + ".000Z") } ?? .null
    }
}

/// The confirmed entries of a range of days in the server's order: the latest day first, then by employee. Entries of
/// one employee and day have no order, so that pages can repeat and leave out some of them.
struct DeployedEntries: Sendable {
    let entries: [DeployedEntry]

    /// Entries in the server's order.
    init(_ entries: [DeployedEntry]) { self.entries = entries }

    /// The entries of `source` from `first` to `last`; of several with one id the last, since it is the server's key.
    init(_ source: WorkEntrySource, from first: CivilDate, through last: CivilDate) {
        let selection = source.selection(first, last)
        var seen: Set<Int> = []
        entries = (0..<selection.count).reversed().compactMap { index -> DeployedEntry? in
            guard let entry = DeployedEntry(source.entries.record(selection[index])), entry.confirmation == "confirmed",
                seen.insert(entry.id).inserted
            else { return nil }
            return entry
        }.sorted { ($1.day, $0.employee, $0.id) < ($0.day, $1.employee, $1.id) }
    }

    /// The entries of a page. The same page is always the same, but entries of one employee and day that lie on both
    /// sides of its edge stand in another order than on the page before.
    func page(_ range: Range<Int>, of entries: [DeployedEntry]) -> [DeployedEntry] {
        range.map { index in
            var (low, high) = (index, index + 1)
            let key = entries[index]
            while low > 0, entries[low - 1].isTied(with: key) { low -= 1 }
            while high < entries.count, entries[high].isTied(with: key) { high += 1 }
            let isCut = low < range.lowerBound || high > range.upperBound
            return entries[low + (index - low + (isCut && low < range.lowerBound ? 1 : 0)) % (high - low)]
        }
    }
}

extension DeployedEntry {
    fileprivate func isTied(with other: DeployedEntry) -> Bool { day == other.day && employee == other.employee }
}
