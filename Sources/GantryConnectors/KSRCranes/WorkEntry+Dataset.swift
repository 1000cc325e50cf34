public import GantryModel

extension WorkEntry: DatasetRecord {
    public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }
    public var key: RecordKey { .integer(id) }

    /// `ksr.work-entries`: `GET /api/app/work-entries`, page by page.
    public static let dataset = documented.with(\.variants, [.deployed: deployed])

    private static let documented = Dataset<WorkEntry>(
        "work-entries", help: "Hours by worker and day in the period.", paging: .pages,
        listKeys: KSRCranes.workEntryKeys,
        order: .number("id") { $0.id }, days: { $0.workDate...$0.workDate }, shape: WorkEntry.shape,
        decoder: { WorkEntryDecoder() }
    ) { ask in
        guard let period = ask.period else {
            return ReadRequest(
                path: "/api/app/work-entries", query: [("page", String(ask.page)), ("limit", String(ask.pageSize))])
        }
        return KSRCranes.workEntriesPage(period, page: ask.page, size: ask.pageSize)
    }.with(\.isByDay, true).with(\.check, { _ in findings })

    /// The confirmed entries of the deployed contract are work entries too: `GET /api/app/work-entries/confirmed` with
    /// `limit` and `offset`. Those that were sent to payroll come with them, so that the list stays as long as it is
    /// while entries are marked. There is no order: entries of any number are confirmed later. The list is by day and
    /// worker, and nothing tells two entries of one day apart.
    private static let deployed = Dataset<WorkEntry>(
        "work-entries", help: documented.help, paging: .offset, listKeys: ["data"], days: documented.days,
        shape: WorkEntry.shape, decoder: { WorkEntryDecoder() }
    ) { ask in
        let days = ask.period.map { [("start_date", $0.first.description), ("end_date", $0.last.description)] } ?? []
        return ReadRequest(
            path: KSRCranes.confirmedPath,
            query: ask.query(["employee_id"]) + days + [
                ("limit", String(ask.pageSize)), ("offset", String(ask.offset)),
            ])
    }.with(\.unorderedPageSize, 10_000).with(\.isByDay, true).with(\.check, { _ in findings })
        .with(\.pageDecoder, { ConfirmedEntryDecoder() })

    /// Shows entries whose times can't be right, since their hours are zero for no reason of theirs, and those whose
    /// day may be another one.
    private static func findings(_ entry: WorkEntry, _: Chunk<WorkEntry>) -> [RecordFinding] {
        var findings: [RecordFinding] = []
        if let doubt = entry.deployed.doubt {
            findings.append(
                RecordFinding(
                    rule: "unclear-times", severity: .warning, found: doubt.found, expected: doubt.expected))
        }
        if let doubt = entry.dayDoubt(in: nil) {
            findings.append(
                RecordFinding(rule: "unclear-day", severity: .warning, found: doubt.found, expected: doubt.expected))
        }
        return findings
    }

    /// Why the day of the work may be another one, as what was found and what was expected; `nil` where it is clear.
    ///
    /// - Parameter zone: The office's; `nil` where only UTC's day is known.
    public func dayDoubt(in zone: Zone?) -> (found: String, expected: String)? {
        guard let time = workTime else { return nil }
        return ("\(time)", "a midnight; this is \(days(of: time, in: zone)), and counts as \(workDate)")
    }

    /// The other day that the work may have been on: `2026-10-31T23:00:00Z is 2026-10-31 by UTC and 2026-11-01 in …`;
    /// `nil` where there is none.
    ///
    /// - Parameter zone: as in ``dayDoubt(in:)``.
    public func otherDay(in zone: Zone?) -> String? {
        guard let time = workTime, workDate != time.utcDate || zone.map({ $0.day(at: time) != workDate }) ?? false
        else { return nil }
        return "\(time) is \(days(of: time, in: zone))"
    }

    private func days(of time: Instant, in zone: Zone?) -> String {
        var days = ["\(time.utcDate) by UTC"]
        if let zone, zone != .utc { days.append("\(zone.day(at: time)) in \(zone.name)") }
        if workDate != time.utcDate { days.append("\(workDate) as the server writes it") }
        return listed(days, "and")
    }
}
