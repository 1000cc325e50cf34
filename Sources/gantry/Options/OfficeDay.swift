internal import GantryAccounts
internal import GantryJSON
internal import GantryModel
internal import GantryRuns

/// The day by which a period was counted, where UTC has another one.
struct OfficeDay {
    let day: CivilDate
    let utcDay: CivilDate
    let zone: Zone
    let period: PayPeriod

    /// `nil` where the office and UTC have the same day.
    init?(of request: ExportRequest, at now: Instant = .now) throws {
        zone = try request.workspace.zone()
        (day, utcDay, period) = (zone.day(at: now), now.utcDate, request.period)
        guard day != utcDay else { return nil }
    }

    var line: String { "Today is \(day) in \(zone.name), and \(utcDay) by UTC, so the period is \(period)." }

    var json: JSONTree {
        .object(["day": .string("\(day)"), "zone": .string(zone.name), "utcDay": .string("\(utcDay)")])
    }
}

extension PeriodOptions {
    /// The day by which the period of an export was counted; `nil` where it wasn't, or where UTC has the same one.
    func officeDay(of request: ExportRequest) throws -> OfficeDay? {
        guard try openPeriod || rule(for: request.pipeline) != nil else { return nil }
        return try OfficeDay(of: request)
    }
}
