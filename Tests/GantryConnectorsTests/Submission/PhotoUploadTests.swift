import GantryConnectors
import GantryEngine
import GantryModel
import Testing

@Suite("A photo for a booking")
struct PhotoUploadTests {
    typealias Upload = AutoDetail.PhotoUpload
    private static let time = Instant(secondsSince1970: 1_790_000_000)
    private static let digest = "0123456789abcdef" + String(repeating: "7", count: 48)

    private static func row(_ appointment: String = "apt-1", _ kind: String = "work", memory: String = "") -> OutgoingRow<Upload> {
        OutgoingRow(
            Upload.row(["appointment": appointment, "kind": kind]),
            LedgerEntry(row: 1, key: "k", content: "file=\(digest)/2048", state: .answered, stepsDone: 1, memory: memory, changedAt: time))
    }

    private static func reference(_ name: String, _ kind: String = "work") -> String { "s3:appointments/apt-1/\(kind)/\(name).jpg" }
    private static func url(_ name: String, _ kind: String = "work") -> String {
        "https://store.example.test/bucket/appointments/apt-1/\(kind)/\(name).jpg?X-Amz-Expires=60&X-Amz-Signature=00"
    }

    // MARK: Checks

    @Test("is refused when its booking is cancelled or not there; each booking is read once, several at a time")
    func targets() async throws {
        let ids = (1...20).map { "apt-\($0)" }
        let day = Self.time.utcDate
        func row(_ id: String) -> Upload { Upload.row(["appointment": id, "kind": "work"]) }
        var answers = Dictionary(uniqueKeysWithValues: ids.map { ("/api/client/appointments/\($0)", HubCalls.booking($0)) })
        answers["/api/client/appointments/apt-2"] = HubCalls.booking("apt-2", status: "cancelled")
        answers["/api/client/appointments/apt-3"] = nil
        let calls = HubCalls(answers)
        var knowledge = try await Upload.learn(calls)
        #expect(calls.asked.isEmpty)
        try await Upload.learn(&knowledge, about: ids.map(row), today: day, calls)
        try await Upload.learn(&knowledge, about: ["apt-1", "apt-3"].map(row), today: day, calls)
        #expect(calls.asked.count == 20)
        #expect((2...8).contains(calls.most))
        func codes(_ id: String) -> [String] { row(id).check(knowledge, today: day).map(\.code) }
        #expect(codes("apt-1") == [])
        #expect(codes("apt-2") == ["appointment-cancelled"])
        #expect(codes("apt-3") == ["unknown-appointment"])
    }

    @Test("is checked no further when the booking can't be read")
    func unreadable() async throws {
        var knowledge = try await Upload.learn(HubCalls())
        await #expect(throws: RunError.self) {
            try await Upload.learn(
                &knowledge, about: [Upload.row(["appointment": "apt-1"])], today: Self.time.utcDate, HubCalls(["/api/client/appointments/apt-1": "<html>"]))
        }
    }

    // MARK: Storing

    @Test("is stored under a name made of its content, at an address that the answer names")
    func store() async throws {
        guard case .store("file", let ask, let address) = try await Upload.request([Self.row()], step: 0, HubCalls()) else {
            Issue.record("It is not stored")
            return
        }
        let asked = ask("Client 501 at home.jpg", "image/jpeg")
        #expect(asked.description == "POST /api/uploads/presign")
        #expect(asked.isRepeatable)
        guard case .json(let text) = asked.body else { return }
        #expect(
            text
                == #"{"appointmentId":"apt-1","kind":"work","filename":"photo_0123456789abcdef.jpg","contentType":"image/jpeg"}"#)
        let answer = Array(#"{"uploadUrl":"https://s.example.test/k?X-Amz-Signature=1","ref":"s3:k","accessUrl":"","key":"k"}"#.utf8)
        #expect(address(answer)?.reference == "s3:k")
        #expect(address(answer)?.url == "https://s.example.test/k?X-Amz-Signature=1")
        #expect(address(Array(#"{"ref":"s3:k"}"#.utf8)) == nil)
        #expect(address(Array(#"{"uploadUrl":"https://s.example.test/k"}"#.utf8)) == nil)
        let stored = Upload.receive(StepAnswer(status: 412, body: [], reference: "s3:a/k"), [Self.row()], step: 0)
        guard case .taken(let receipts) = stored else { return }
        #expect(receipts == [Receipt(status: 412, serverID: "a/k", memory: "s3:a/k")])
    }

    // MARK: Linking

    @Test("is linked with the others of its booking in one call, without those that are linked already")
    func link() async throws {
        let rows = ["p1", "p2", "p3"].map { Self.row(memory: Self.reference($0)) }
        let calls = HubCalls(["/api/client/appointments/apt-1": HubCalls.booking("apt-1", work: [Self.url("p2"), Self.url("other")])])
        let sent = try await Upload.request(rows, step: 1, calls).sent
        #expect(sent?.line == "POST /api/client/appointments/apt-1/photos")
        #expect(sent?.body == #"{"kind":"work","photoUrls":["s3:appointments/apt-1/work/p1.jpg","s3:appointments/apt-1/work/p3.jpg"]}"#)
    }

    @Test("is not linked again when it is there", arguments: [
        url("p1"), "s3:appointments/apt-1/work/p1.jpg", "appointments/apt-1/work/p1.jpg", "https://x.example.test/appointments/apt-1/work/p1.jpg#a",
    ])
    func there(address: String) async throws {
        let calls = HubCalls(["/api/client/appointments/apt-1": HubCalls.booking("apt-1", work: [address])])
        guard case .there(let receipts) = try await Upload.request([Self.row(memory: Self.reference("p1"))], step: 1, calls) else {
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
        let calls = HubCalls(["/api/client/appointments/apt-1": HubCalls.booking("apt-1", work: work, defect: defect)])
        #expect(try await Upload.request([Self.row(memory: Self.reference("p1"))], step: 1, calls).sent != nil)
        #expect(try await Upload.find([Self.row(memory: Self.reference("p1"))], step: 1, calls).words == ["missing"])
    }

    @Test("is found linked when its key has signs that an address escapes")
    func escaped() async throws {
        let address = "https://store.example.test/b/appointments/apt-1/work/%D1%84%201.jpg"
        let calls = HubCalls(["/api/client/appointments/apt-1": HubCalls.booking("apt-1", work: [address])])
        #expect(try await Upload.find([Self.row(memory: "s3:appointments/apt-1/work/ф 1.jpg")], step: 1, calls).words == ["there", ""])
    }

    @Test("is refused when the booking has gone meanwhile")
    func gone() async throws {
        guard case .refuse(let problem) = try await Upload.request([Self.row(memory: "s3:a")], step: 1, HubCalls()) else {
            Issue.record("It is sent")
            return
        }
        #expect(problem.code == "unknown-appointment")
    }

    @Test("is linked when the answer says so, and not for a 200 alone", arguments: [
        (#"{"success":true,"message":"Photos added"}"#, ["taken", "", ""]), (#"{"success":false,"message":"no space"}"#, ["refused", "not-linked"]),
        ("", ["unclear", "unclear-answer"]), ("<html>", ["unclear", "unclear-answer"]), ("{}", ["unclear", "unclear-answer"]),
        (#"{"success":"true"}"#, ["unclear", "unclear-answer"]),
    ])
    func answers(body: String, expected: [String]) {
        let rows = [Self.row(memory: "s3:a"), Self.row(memory: "s3:b")]
        #expect(Upload.receive(StepAnswer(status: 200, body: Array(body.utf8)), rows, step: 1).words == expected)
    }

    @Test("is looked up at the booking after a lost answer; where some of a call are missing, they are linked again")
    func find() async throws {
        let rows = ["p1", "p2"].map { Self.row(memory: Self.reference($0)) }
        func find(_ body: String?) async throws -> [String] {
            try await Upload.find(rows, step: 1, HubCalls(body.map { ["/api/client/appointments/apt-1": $0] } ?? [:])).words
        }
        #expect(try await find(HubCalls.booking("apt-1", work: [Self.url("p2"), Self.url("p1")])) == ["there", "", ""])
        #expect(try await find(HubCalls.booking("apt-1", work: [Self.url("p1")])) == ["missing"])
        #expect(try await find(nil) == ["missing"])
        #expect(try await find(#"{"id":"apt-1","status":"done"}"#) == ["cannot tell"])
        #expect(try await Upload.find(rows, step: 0, HubCalls()).words == ["missing"])
    }
}
