internal import GantryJSON

/// All records of one CDBL LMS: those of the person whose device is paired.
struct CDBLRecords: Sendable {
    let leaves: RecordSet
    /// A leave with its complete history, by id.
    let leave: @Sendable (String) -> [UInt8]?
    /// The position of a leave in the list, by id.
    let position: @Sendable (String) -> Int?
    let balance: [UInt8]
    private let holidayList: RecordSet
    private let notificationList: RecordSet

    init(_ records: SandboxConfiguration.Records) throws(SandboxError) {
        let folder = try SampleFolder(records, of: .cdblLMS) { _ in CDBLSamples.lists() }
        if case .generated(let data) = records {
            let generated = try GeneratedLeaves(data)
            leaves = generated.records
            leave = generated.history
            position = generated.position
        } else {
            let stored = try folder.records("leaves")
            let histories = try folder.records("leave-histories")
            leaves = RecordSet(stored)
            leave = { histories.record("id", $0) ?? stored.record("id", $0) }
            position = { stored.position("id", $0) }
        }
        balance = try folder.record("balance")
        holidayList = RecordSet(try folder.records("holidays"))
        notificationList = RecordSet(try folder.records("notifications"))
    }

    /// `GET /api/holidays?year=`; without a year those of the balance's year.
    func holidays(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        let asked = request.query["year"]
        guard
            let year = QueryNumber.read(asked, standard: balance.int("year") ?? CDBLSamples.year, from: 1_900),
            year < 10_000
        else {
            throw CDBLError.invalidInput.refusal("year must be a year", provided: asked.map(JSONTree.string))
        }
        let selection = holidayList.selection { holidayList.field("date", $0)?.hasPrefix("\(year)-") == true }
        return .list("holidays", holidayList.list(selection, for: request), with: ["year": .integer(year)])
    }

    /// `GET /api/notifications/latest`: at most `limit` (20), `unreadOnly`; the count is of all unread notifications.
    func notifications(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        let (limit, unreadOnly) = (request.query["limit"], request.query["unreadOnly"])
        guard let limit = QueryNumber.read(limit, standard: 20) else {
            throw CDBLError.invalidInput.refusal("limit must be 1 or more", provided: limit.map(JSONTree.string))
        }
        guard [nil, "true", "false"].contains(unreadOnly) else {
            throw CDBLError.invalidInput.refusal(
                "unreadOnly must be true or false", provided: unreadOnly.map(JSONTree.string))
        }
        let unread = notificationList.selection(of: [("read", "false")])
        let selection = unreadOnly == "true" ? unread : notificationList.selection()
        return .list(
            "notifications", notificationList.list(selection, 0..<min(limit, selection.count), for: request),
            with: ["unreadCount": .integer(unread.count)])
    }
}
