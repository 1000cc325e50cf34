public import GantryEngine
public import GantryModel

extension CDBL.LeaveApplication {
    /// The leaves that there are, the holidays of the years that the sheet names, and the balance.
    public struct ReferenceData: Sendable {
        var standing: [CDBL.ExistingLeave] = []
        /// Ids of leaves that were cancelled or rejected.
        var ended: Set<String> = []
        var holidays: Set<CivilDate> = []
        var years: Set<Int> = []
        /// Years that were asked for, whether the server has holidays of them or not.
        var askedYears: Set<Int> = []
        var days = CDBL.LeaveDays(holidays: [], years: [])
        /// The days that are left in a year, by type.
        var balance: (year: Int, days: [String: Decimal9])?
    }

    /// The leaves of rows further up that are sent.
    public struct Earlier: Sendable {
        var leaves: [CDBL.ExistingLeave] = []
    }

    /// No leaves yet.
    public static var noneEarlier: Earlier { Earlier() }

    /// Reads every leave of the account and the balance. Holidays are read when rows name their years.
    public static func loadReferenceData(_ server: any ServerReader) async throws -> ReferenceData {
        var referenceData = ReferenceData()
        try await server.readAll(CDBL.Leave.dataset, period: nil, filters: [:]) { page in
            for leave in page {
                let status = page.text(leave.status)
                if CDBL.hasEnded(status) { referenceData.ended.insert(page.text(leave.id)) }
                guard CDBL.isStanding(status) else { continue }
                referenceData.standing.append(
                    CDBL.ExistingLeave(
                        id: page.text(leave.id), type: page.text(leave.type), status: status,
                        start: min(leave.startDate, leave.endDate),
                        end: max(leave.startDate, leave.endDate), stated: leave.workingDays))
            }
        }
        try await server.readAll(CDBL.LeaveBalance.dataset, period: nil, filters: [:]) { page in
            guard page.unreadable == 0, let balance = page.first, let year = Int(exactly: balance.year) else { return }
            let days = ["CASUAL": balance.casual, "MEDICAL": balance.medical, "EARNED": balance.earned]
            referenceData.balance = (year, days.compactMapValues(\.self))
        }
        return referenceData
    }

    /// Reads the holidays of years that rows name for the first time. Years in which no leave can be are left out.
    public static func loadMore(
        into referenceData: inout ReferenceData, about rows: [Self], today: CivilDate, from server: any ServerReader
    ) async throws {
        let possible = (today.components.year - 1)...(today.components.year + 10)
        // Notice is counted over days before the leave.
        var wanted: Set<Int> = [today.components.year, (today + CDBL.LeaveRules.farAhead).components.year]
        for row in rows where row.start <= row.end {
            let years = row.start.components.year...row.end.components.year
            wanted.formUnion(possible.filter(years.contains))
        }
        let years = wanted.subtracting(referenceData.askedYears).sorted()
        guard !years.isEmpty else { return }
        for year in years {
            try await server.readAll(CDBL.Holiday.dataset, period: nil, filters: ["year": "\(year)"]) { page in
                referenceData.holidays.formUnion(CDBL.LeaveDays.holidays(page))
                referenceData.years.formUnion(CDBL.LeaveDays.years(page))
            }
            referenceData.askedYears.insert(year)
        }
        referenceData.days = CDBL.LeaveDays(holidays: referenceData.holidays, years: referenceData.years)
    }

    /// A leave is undone when the server has it as cancelled or rejected.
    public static var isUndone: (@Sendable (String, ReferenceData) -> Bool)? {
        { serverID, referenceData in referenceData.ended.contains(serverID) }
    }

    /// Refuses what the rules of leave forbid, and a leave that overlaps an existing one.
    public func check(_ referenceData: ReferenceData, today: CivilDate, now _: Instant) -> [RowProblem] {
        let rules = CDBL.LeaveRules(days: referenceData.days, today: today)
        return rules.problems(of: self) + rules.overlaps(of: self, with: referenceData.standing)
    }

    /// Refuses a leave that overlaps one further up, or takes more days together with those than the rules or the
    /// balance allow. One that ends before it starts is left to the other check.
    public func check(_ referenceData: ReferenceData, after earlier: Earlier) -> [RowProblem] {
        // A leave that ends before it starts has no days to look at.
        guard start <= end else { return [] }
        let sums = CDBL.LeaveSums(
            days: referenceData.days, standing: referenceData.standing, earlier: earlier.leaves,
            balance: referenceData.balance)
        return CDBL.LeaveRules.overlaps(of: self, inSheetWith: earlier.leaves) + sums.problems(of: self)
    }

    /// Keeps the leave with its working days, as counted without holidays.
    public func join(_ earlier: inout Earlier, with referenceData: ReferenceData) {
        earlier.leaves.append(
            CDBL.ExistingLeave(
                id: "", type: type, status: "", start: start, end: end,
                stated: Decimal9(referenceData.days.count(from: start, to: end))))
    }
}
