/// All records of one CDBL LMS: those of the person whose device is paired.
struct CDBLRecords: Sendable {
    let leaves: RecordSet
    /// A leave with its whole history, by id.
    let leave: @Sendable (String) -> [UInt8]?
    /// Where a leave stands in the list, by id.
    let position: @Sendable (String) -> Int?
    let balance: [UInt8]
    private let holidayList: StoredRecords
    private let notificationList: StoredRecords

    init(_ records: SandboxConfiguration.Records) throws(SandboxError) {
        switch records {
        case .sampleMonth: try self.init(SampleFolder(CDBLSamples.files()))
        case .folder(let path): try self.init(SampleFolder(path, .cdblLMS))
        case .generated(let data):
            let generated = try GeneratedLeaves(data)
            try self.init(
                leaves: generated.records, leave: generated.history, position: generated.position,
                SampleFolder(CDBLSamples.lists()))
        }
    }

    private init(_ folder: SampleFolder) throws(SandboxError) {
        let leaves = try folder.records("leaves")
        let histories = try folder.records("leave-histories")
        try self.init(
            leaves: RecordSet(leaves), leave: { histories.record("id", $0) ?? leaves.record("id", $0) },
            position: { leaves.position("id", $0) }, folder)
    }

    private init(
        leaves: RecordSet, leave: @escaping @Sendable (String) -> [UInt8]?,
        position: @escaping @Sendable (String) -> Int?, _ folder: SampleFolder
    ) throws(SandboxError) {
        self.leaves = leaves
        self.leave = leave
        self.position = position
        let balances = try folder.records("balance")
        guard balances.count == 1 else {
            throw SandboxError(.unusableSample, balances.name, "it must hold one balance", next: "Correct the file.")
        }
        balance = balances.record(0)
        holidayList = try folder.records("holidays")
        notificationList = try folder.records("notifications")
    }

    /// `GET /api/holidays?year=`; without a year those of the balance's year.
    func holidays(_ request: BackendRequest) -> BackendAnswer {
        let usual = (try? JSONBytes.member("year", of: balance)).flatMap { $0 }.flatMap {
            Int(String(decoding: balance[$0.value], as: UTF8.self))
        }
        guard let year = OffsetWindow.number(request.query["year"], usual: usual ?? CDBLSamples.year, from: 1_900),
            year < 10_000
        else {
            return CDBLError.invalidInput.answer("year must be a year", provided: request.query["year"])
        }
        let positions = (0..<holidayList.count).filter {
            holidayList.text("date", of: $0)?.hasPrefix("\(year)-") == true
        }
        var bytes: [UInt8] = []
        bytes.append(#"{"holidays":["#)
        let fields = RecordFields(word: "type", required: "date", text: "name", number: "date")
        bytes.appendRecords(count: positions.count, alteration: request.alteration, fields: fields) { index, bytes in
            holidayList.append(positions[index], to: &bytes)
        }
        bytes.append(#"],"year":\#(year)}"#)
        return BackendAnswer(body: bytes)
    }

    /// `GET /api/notifications/latest`: at most `limit` (20), `unreadOnly`; the count is of all that are unread.
    func notifications(_ request: BackendRequest) -> BackendAnswer {
        guard let limit = OffsetWindow.number(request.query["limit"], usual: 20, from: 1) else {
            return CDBLError.invalidInput.answer("limit must be 1 or more", provided: request.query["limit"])
        }
        guard [nil, "true", "false"].contains(request.query["unreadOnly"]) else {
            return CDBLError.invalidInput.answer(
                "unreadOnly must be true or false", provided: request.query["unreadOnly"])
        }
        let unread = (0..<notificationList.count).filter { notificationList.text("read", of: $0) == "false" }
        let positions = (request.query["unreadOnly"] == "true" ? unread : Array(0..<notificationList.count)).prefix(
            limit)
        var bytes: [UInt8] = []
        bytes.append(#"{"notifications":["#)
        let fields = RecordFields(word: "type", required: "id", text: "message", number: "id")
        bytes.appendRecords(count: positions.count, alteration: request.alteration, fields: fields) { index, bytes in
            notificationList.append(positions[index], to: &bytes)
        }
        bytes.append(#"],"unreadCount":\#(unread.count)}"#)
        return BackendAnswer(body: bytes)
    }
}
