import GantryConnectors
import GantryEngine
import GantryModel
import Testing

@Suite("A photo for a booking")
struct PhotoUploadTests {
    typealias Upload = AutoDetail.PhotoUpload
    private static let time = Instant(secondsSince1970: 1_790_000_000)
    private static let digest = "0123456789abcdef" + String(repeating: "7", count: 48)

    private static func row(
        _ appointment: String = "apt-1", _ kind: String = "work", resumeState: String = "", attempts: Int = 1
    ) -> OutgoingRow<Upload> {
        OutgoingRow(
            Upload.submission.row(["appointment": appointment, "kind": kind]),
            LedgerEntry(
                row: 1, idempotencyKey: "k", content: "file=\(digest)/2048", state: .answered, stepsDone: 1,
                attempts: attempts,
                resumeState: resumeState, changedAt: time))
    }

    private static func reference(_ name: String, _ kind: String = "work") -> String {
        "s3:appointments/apt-1/\(kind)/\(name).jpg"
    }
    private static func url(_ name: String, _ kind: String = "work") -> String {
        "https://store.example.test/bucket/appointments/apt-1/\(kind)/\(name).jpg?X-Amz-Expires=60&X-Amz-Signature=00"
    }

    // MARK: Checks

    @Test("is refused when its booking is cancelled or not there; each booking is read once, several at a time")
    func targets() async throws {
        let ids = (1...20).map { "apt-\($0)" }
        let day = Self.time.utcDate
        func row(_ id: String) -> Upload { Upload.submission.row(["appointment": id, "kind": "work"]) }
        var answers = Dictionary(
            uniqueKeysWithValues: ids.map { ("/api/client/appointments/\($0)", HubCalls.booking($0)) })
        answers["/api/client/appointments/apt-2"] = HubCalls.booking("apt-2", status: "cancelled")
        answers["/api/client/appointments/apt-3"] = nil
        let calls = HubCalls(answers)
        var referenceData = try await Upload.loadReferenceData(calls)
        #expect(calls.asked.isEmpty)
        try await Upload.loadMore(into: &referenceData, about: ids.map(row), today: day, from: calls)
        try await Upload.loadMore(
            into: &referenceData, about: ["apt-1", "apt-3"].map(row), today: day, from: calls)
        #expect(calls.asked.count == 20)
        #expect((2...8).contains(calls.most))
        func codes(_ id: String) -> [String] { row(id).check(referenceData, today: day).map(\.code) }
        #expect(codes("apt-1") == [])
        #expect(codes("apt-2") == ["appointment-cancelled"])
        #expect(codes("apt-3") == ["unknown-appointment"])
    }

    @Test("for a booking whose id differs in capitals says which one may be meant; those of a UUID do not count")
    func capitals() async throws {
        let day = Self.time.utcDate
        let uuid = "93e96759-0000-4000-8000-00000000000a"
        let calls = HubCalls(
            Dictionary(
                uniqueKeysWithValues: ["apt-1", uuid].map { ("/api/client/appointments/\($0)", HubCalls.booking($0)) }))
        let rows = ["Apt-1", "Apt-2", uuid.uppercased()].map {
            Upload.submission.row(["appointment": $0, "kind": "work"])
        }
        var referenceData = try await Upload.loadReferenceData(calls)
        try await Upload.loadMore(into: &referenceData, about: rows, today: day, from: calls)
        let sentences = rows.map { $0.check(referenceData, today: day).map(\.sentence).joined() }
        #expect(
            sentences == [
                "The server has no booking Apt-1. Did you mean apt-1? Upper and lower case matter.",
                "The server has no booking Apt-2.", "",
            ])
        #expect(rows[2].identity.target == uuid)
    }

    @Test("is refused alone when its booking can't be read, and checked no further where none can")
    func unreadable() async throws {
        let day = Self.time.utcDate
        let rows = ["apt-1", "apt-2"].map { Upload.submission.row(["appointment": $0, "kind": "work"]) }
        let path = "/api/client/appointments/apt-"
        var referenceData = try await Upload.loadReferenceData(HubCalls())
        await #expect(throws: RunError.self) {
            try await Upload.loadMore(
                into: &referenceData, about: rows, today: day, from: HubCalls([path + "1": "<html>", path + "2": "{"]))
        }
        referenceData = try await Upload.loadReferenceData(HubCalls())
        try await Upload.loadMore(
            into: &referenceData, about: rows, today: day,
            from: HubCalls([path + "1": "<html>", path + "2": HubCalls.booking("apt-2")]))
        #expect(
            rows[0].check(referenceData, today: day).map(\.code) == ["appointment-unreadable"]
                && rows[1].check(referenceData, today: day).isEmpty)
    }

    // MARK: Storing

    @Test("is stored under a name made of its content, at an address that the answer names")
    func store() async throws {
        guard
            case .store("file", let ask, let address) = try await Upload.request(
                for: [Self.row()], step: 0, server: HubCalls())
        else {
            Issue.record("It is not stored")
            return
        }
        let asked = ask("Client 501 at home.jpg", "image/jpeg")
        #expect(asked.description == "POST /api/uploads/presign")
        #expect(asked.isRepeatable)
        guard case .json(let text) = asked.body else { return }
        #expect(
            text
                == #"{"appointmentId":"apt-1","kind":"work","filename":"photo_0123456789abcdef.jpg","contentType":"image/jpeg"}"#
        )
        let answer = Array(
            #"{"uploadUrl":"https://s.example.test/k?X-Amz-Signature=1","ref":"s3:k","accessUrl":"","key":"k"}"#.utf8)
        #expect(address(answer)?.reference == "s3:k")
        #expect(address(answer)?.url == "https://s.example.test/k?X-Amz-Signature=1")
        #expect(address(Array(#"{"ref":"s3:k"}"#.utf8)) == nil)
        #expect(address(Array(#"{"uploadUrl":"https://s.example.test/k"}"#.utf8)) == nil)
        let stored = Upload.receive(StepAnswer(status: 412, body: [], reference: "s3:a/k"), for: [Self.row()], step: 0)
        guard case .confirmed(let receipts) = stored else { return }
        #expect(receipts == [Receipt(status: 412, serverID: "a/k", resumeState: "s3:a/k\n\n?")])
    }

    // MARK: Linking

    private static func hub(_ work: [String], defect: [String] = []) -> HubCalls {
        HubCalls(["/api/client/appointments/apt-1": HubCalls.booking("apt-1", work: work, defect: defect)])
    }

    /// Rows that are stored under these names, and have looked at the booking as it was.
    private static func looked(
        _ names: [String], attempts: Int = 1, _ before: HubCalls = hub([])
    ) async throws -> [OutgoingRow<Upload>] {
        let rows = names.map { row(resumeState: reference($0)) }
        guard case .confirmed(let receipts) = try await Upload.request(for: rows, step: 1, server: before) else {
            return []
        }
        return receipts.map { row(resumeState: $0.resumeState, attempts: attempts) }
    }

    @Test(
        "is linked with the others of its booking in one call, without those that are linked already; the booking is read once"
    )
    func link() async throws {
        let calls = Self.hub([Self.url("p2"), Self.url("other")])
        let rows = try await Self.looked(["p1", "p2", "p3"], calls)
        let sent = try await Upload.request(for: rows, step: 2, server: calls).sent
        #expect(sent?.line == "POST /api/client/appointments/apt-1/photos")
        #expect(
            sent?.body
                == #"{"kind":"work","photoUrls":["s3:appointments/apt-1/work/p1.jpg","s3:appointments/apt-1/work/p3.jpg"]}"#
        )
        #expect(calls.asked.count == 1)
    }

    @Test("that is sent again is linked without those of the call that have arrived")
    func again() async throws {
        let rows = try await Self.looked(["p1", "p2"], attempts: 2)
        let sent = try await Upload.request(for: rows, step: 2, server: Self.hub([Self.url("p1")])).sent
        #expect(sent?.body == #"{"kind":"work","photoUrls":["s3:appointments/apt-1/work/p2.jpg"]}"#)
        guard
            case .confirmed = try await Upload.request(
                for: rows, step: 2, server: Self.hub([Self.url("p1"), Self.url("p2")]))
        else {
            Issue.record("It is linked again")
            return
        }
    }

    @Test(
        "is not linked again when it is there",
        arguments: [
            url("p1"), "s3:appointments/apt-1/work/p1.jpg", "appointments/apt-1/work/p1.jpg",
            "https://x.example.test/appointments/apt-1/work/p1.jpg#a",
        ])
    func there(address: String) async throws {
        let calls = Self.hub([address])
        guard
            case .confirmed(let receipts) = try await Upload.request(
                for: try await Self.looked(["p1"], calls), step: 2, server: calls)
        else {
            Issue.record("It is linked again")
            return
        }
        #expect(receipts.count == 1)
    }

    /// Addresses of work and of defect photos, none of which is that of `p1`.
    static let otherPhotos: [(work: [String], defect: [String])] = [
        ([url("p11")], []), ([url("p1").replacing("apt-1", with: "apt-2")], []), ([], [url("p1")]),
        (["https://store.example.test/bucket/xappointments/apt-1/work/p1.jpg"], []),
        (["https://store.example.test/?appointments/apt-1/work/p1.jpg"], []),
    ]

    @Test("counts as linked only where its whole key ends the address of its own kind", arguments: otherPhotos)
    func others(work: [String], defect: [String]) async throws {
        let calls = Self.hub(work, defect: defect)
        let rows = try await Self.looked(["p1"], calls)
        #expect(try await Upload.request(for: rows, step: 2, server: calls).sent != nil)
        #expect(try await Upload.find(rows, step: 2, server: calls).words == ["missing"])
    }

    @Test("is found linked when its key has signs that an address escapes")
    func escaped() async throws {
        let address = "https://store.example.test/b/appointments/apt-1/work/%D1%84%201.jpg"
        #expect(
            try await Upload.find(try await Self.looked(["ф 1"]), step: 2, server: Self.hub([address])).words == [
                "there", "",
            ])
    }

    @Test("is refused when the booking has gone meanwhile", arguments: [1, 2])
    func gone(step: Int) async throws {
        let row = Self.row(resumeState: "s3:a\n\n", attempts: 2)
        guard case .refuse(let problem) = try await Upload.request(for: [row], step: step, server: HubCalls()) else {
            Issue.record("It is sent")
            return
        }
        #expect(problem.code == "unknown-appointment")
    }

    @Test(
        "is linked when the answer says so; another answer of the server is looked up and never sent again",
        arguments: [
            (#"{"success":true,"message":"Photos added"}"#, ["taken", "", ""]),
            (#"{"success":false,"message":"no space"}"#, ["refused", "not-linked"]),
            ("", ["unconfirmed", "unconfirmed"]), ("{}", ["unconfirmed", "unconfirmed"]),
            (#"{"success":"true"}"#, ["unconfirmed", "unconfirmed"]),
            (#"[{"id":"ph-1"}]"#, ["unconfirmed", "unconfirmed"]),
            (HubCalls.booking("apt-1"), ["unconfirmed", "unconfirmed"]),
            ("<html>", ["unclear", "unclear-answer"]), ("{", ["unclear", "unclear-answer"]),
        ])
    func answers(body: String, expected: [String]) {
        let rows = [Self.row(resumeState: "s3:a"), Self.row(resumeState: "s3:b")]
        #expect(Upload.receive(StepAnswer(status: 200, body: Array(body.utf8)), for: rows, step: 2).words == expected)
    }

    @Test("is looked up at the booking after a lost answer; where some of a call are missing, they are linked again")
    func find() async throws {
        let rows = try await Self.looked(["p1", "p2"])
        func find(_ body: String?) async throws -> [String] {
            try await Upload.find(
                rows, step: 2, server: HubCalls(body.map { ["/api/client/appointments/apt-1": $0] } ?? [:])
            )
            .words
        }
        #expect(
            try await find(HubCalls.booking("apt-1", work: [Self.url("p2"), Self.url("p1")])) == ["there", "", ""])
        #expect(try await find(HubCalls.booking("apt-1", work: [Self.url("p1")])) == ["missing"])
        #expect(try await find(nil) == ["missing"])
        #expect(try await find(#"{"id":"apt-1","status":"done"}"#) == ["cannot tell"])
        for step in 0...1 { #expect(try await Upload.find(rows, step: step, server: HubCalls()).words == ["missing"]) }
    }

    private static func opaque(_ number: Int) -> String { "https://cdn.example.test/i/\(number)?sig=1" }

    @Test(
        "whose address has another name is told by the photos that the booking did not have before",
        arguments: [
            ([1, 2], ["missing"]), ([1, 2, 3, 4], ["there", "", ""]), ([1, 2, 3], ["cannot tell"]),
            ([1, 2, 3, 4, 5], ["cannot tell"]), ([3, 4], ["there", "", ""]),
        ])
    func opaque(now: [Int], expected: [String]) async throws {
        let rows = try await Self.looked(["p1", "p2"], Self.hub([1, 2].map(Self.opaque)))
        #expect(try await Upload.find(rows, step: 2, server: Self.hub(now.map(Self.opaque))).words == expected)
    }

    @Test("is not taken for another one that came meanwhile under the name that its sender gave it")
    func named() async throws {
        let rows = try await Self.looked(["photo_1"])
        #expect(
            try await Upload.find(rows, step: 2, server: Self.hub([Self.url("photo_1759312800.25")])).words == [
                "missing"
            ])
        #expect(
            try await Upload.find(rows, step: 2, server: Self.hub([Self.url("photo_1759312800.25"), Self.opaque(1)]))
                .words == [
                    "there", "",
                ])
    }

    @Test(
        "can't be told where the photos before are not known, or have no ids that differ",
        arguments: [
            "s3:appointments/apt-1/work/p1.jpg", "s3:appointments/apt-1/work/p1.jpg\n\n?",
        ])
    func unknownBefore(resumeState: String) async throws {
        let row = Self.row(resumeState: resumeState)
        #expect(try await Upload.find([row], step: 2, server: Self.hub([Self.opaque(1)])).words == ["cannot tell"])
        #expect(try await Upload.find([row], step: 2, server: Self.hub([])).words == ["missing"])
        let same = HubCalls.booking("apt-1", work: [Self.opaque(1), Self.opaque(2)]).replacing("i/2", with: "i/1")
        let rows = try await Self.looked(["p1"])
        #expect(
            try await Upload.find(rows, step: 2, server: HubCalls(["/api/client/appointments/apt-1": same])).words == [
                "cannot tell"
            ])
    }
}
