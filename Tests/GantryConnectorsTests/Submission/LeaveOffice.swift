import GantryConnectors
import GantryEngine
import GantryModel
import Testing

/// A server of the office with canned answers, in the shape of the documentation.
struct LeaveOffice: ServerReader {
    /// Elements of the list of leaves.
    var leaves: [String] = []
    var holidays = ["2027-03-26", "2027-04-14", "2026-12-16"]
    var balance = #"{"year":2027,"CASUAL":10,"MEDICAL":14,"EARNED":31,"lastUpdated":"2027-01-30T10:00:00Z"}"#
    /// Ids that the ledger has for other rows.
    var taken: Set<String> = []
    /// The answer to `GET /api/leaves/{id}` by its path; 404 where there is none.
    var single: [String: String] = [:]

    func read(_ request: ReadRequest) async throws -> [UInt8]? { single[request.path].map { Array($0.utf8) } }

    func isTaken(_ serverID: String, besides _: LedgerEntry) async throws -> Bool { taken.contains(serverID) }

    func readAll<R: DatasetRecord>(
        _ dataset: Dataset<R>, period: PayPeriod?, filters: [String: String], _ body: (UsableRecords<R>) -> Void
    ) async throws {
        let request = dataset.request(DatasetRequest(period: period, filters: filters))
        switch request.path {
        case "/api/leaves":
            // Two pages, so that nothing rests on one.
            let half = leaves.count / 2
            for page in [leaves[..<half], leaves[half...]] {
                let text =
                    #"{"items":[\#(page.joined(separator: ","))],"total":\#(leaves.count),"limit":50,"offset":0}"#
                body(UsableRecords(try decode(dataset, text)))
            }
        case "/api/balance/mine": body(UsableRecords(try decode(dataset, balance)))
        case "/api/holidays":
            let year = request.query.first { $0.0 == "year" }?.1 ?? "2027"
            let days = holidays.filter { $0.hasPrefix(year) }.map {
                #"{"date":"\#($0)","name":"A holiday","type":"PUBLIC_HOLIDAY"}"#
            }
            body(UsableRecords(try decode(dataset, #"{"holidays":[\#(days.joined(separator: ","))],"year":\#(year)}"#)))
        default: Issue.record("\(request.path) was read")
        }
    }

    /// A leave as the documentation shows one.
    static func leave(
        _ id: String, _ type: String, _ start: String, _ end: String, _ days: String, _ status: String,
        reason: String = "Family event",
        created: String = "2027-01-20T09:00:00Z", more: String = ""
    ) -> String {
        #"{"id":"\#(id)","type":"\#(type)","startDate":"\#(start)T00:00:00Z","endDate":"\#(end)T00:00:00Z","workingDays":\#(days),"#
            + #""reason":"\#(reason)","status":"\#(status)","needsCertificate":false,"fitnessCertificateUrl":null,"policyVersion":"v2.0","#
            + #""createdAt":"\#(created)","approvals":[]\#(more)}"#
    }

    /// What an application is checked against.
    func referenceData(
        _ rows: [CDBL.LeaveApplication], today: CivilDate
    ) async throws -> CDBL.LeaveApplication.ReferenceData {
        var referenceData = try await CDBL.LeaveApplication.loadReferenceData(self)
        try await CDBL.LeaveApplication.loadMore(into: &referenceData, about: rows, today: today, from: self)
        return referenceData
    }

    /// The problems of each row of a sheet, as a run finds them.
    func check(_ rows: [CDBL.LeaveApplication], today: CivilDate) async throws -> [[RowProblem]] {
        let referenceData = try await referenceData(rows, today: today)
        var earlier = CDBL.LeaveApplication.noneEarlier
        return rows.map { row in
            let problems = row.check(referenceData, today: today) + row.check(referenceData, after: earlier)
            if problems.isEmpty { row.join(&earlier, with: referenceData) }
            return problems
        }
    }
}

extension CDBL.LeaveApplication {
    /// A row with these cells.
    init(
        _ type: String, _ start: String, _ end: String, reason: String = "Family event", days: Int64? = nil,
        medical: Bool = false,
        fitness: Bool = false
    ) throws {
        self.init()
        self.type = type
        self.start = try #require(CivilDate(start))
        self.end = try #require(CivilDate(end))
        self.reason = reason
        workingDays = days
        hasMedical = medical
        hasFitness = fitness
    }
}

/// A row that was sent and not answered.
func sent<Row>(
    _ row: Row, at time: String = "2027-02-01T08:00:00Z", resumeState: String = ""
) throws -> OutgoingRow<Row> {
    let time = try #require(Instant(time))
    return OutgoingRow(
        row, try LedgerEntry(row: 1, idempotencyKey: "k", resumeState: resumeState, at: time).after(.sending, at: time))
}
