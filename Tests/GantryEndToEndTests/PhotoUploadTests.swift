import FoundationEssentials
import Glibc
import Testing

@Suite("Photos from a sheet") struct PhotoUploadTests {
    private static let states = Array(repeating: "done", count: 12) + ["refused", "refused"]

    @Test("are stored and linked once each, without what tells where they were taken")
    func sample() async throws {
        let hub = try await HubSandbox()
        let photos = try HubSending("photos-upload", hub.sandbox.url, batch: "photos")
        let plan = try await photos.command("plan").run()
        #expect(
            plan.status == .exited(2) && plan.out.contains("appointment-cancelled") && plan.out.contains("repeated"),
            "\(plan)")
        let run = try await photos.command("run").run()
        try #require(run.status == .exited(2), "\(run)")
        #expect(try photos.states() == Self.states)
        let again = try await photos.command("run").run()
        again.expect(exit: 3)
        let stored = try hub.effects("put-photo")
        let linked = try hub.effects("link-photo")
        #expect(stored.count == 12 && Set(stored.map(\.sha256)).count == 12)
        #expect(
            linked.map { $0.identity["ref"] ?? "" }.sorted()
                == stored.map { "s3:" + ($0.identity["key"] ?? "") }.sorted())
        let names = try Tree(HubSending.samples + "/photos").files.keys.map { "\(HubSending.samples)/photos/\($0)" }
        let originals = Set(
            try await Command(["sha256sum"] + names).succeed().lines.map { String($0.prefix(64)) })
        // Every sample photo has something in it that privacy leaves out.
        #expect(stored.allSatisfy { !originals.contains($0.sha256 ?? "") })
    }

    @Test(
        "are linked exactly once where answers are lost",
        arguments: [
            ["link-photo:close"], ["link-photo:stored-status=500:times=2"], ["put-photo:close"],
            ["put-photo:stored-status=500"], ["presign:close"],
            ["link-photo:status=503", "presign:status=500", "put-photo:status=503"], ["link-photo:empty"],
            // What is put is put again to the same address, and what the store says of itself counts.
            ["put-photo:html"], ["put-photo:status=200:body={\"error\":\"busy\"}"],
            // An answer of another shape.
            ["link-photo:stored-status=204:times=always"],
            ["link-photo:times=always:stored-status=200:body=[{\"id\":1}]"],
        ], [[], ["--opaque-photos"]])
    func lost(faults: [String], server: [String]) async throws {
        let hub = try await HubSandbox(server, faults: faults)
        let photos = try HubSending("photos-upload", hub.sandbox.url, batch: "photos")
        let run = try await photos.command("run").run()
        try #require(run.status == .exited(2), "\(faults) \(run)")
        #expect(try photos.states() == Self.states, "\(faults)")
        let links = try hub.effects("link-photo").map { $0.identity["ref"] ?? "" }
        #expect(links.count == 12 && Set(links).count == 12)
        #expect(try Set(hub.effects("put-photo").map { $0.identity["key"] ?? "" }).count == 12)
    }

    @Test(
        "of which the booking does not show whether they are linked are unknown, and never linked twice",
        arguments: [
            "link-photo:stored-status=204", "link-photo:close",
        ])
    func unknown(fault: String) async throws {
        // The booking is read by the check and before the link; after it the server says nothing of its photos.
        let hub = try await HubSandbox(
            ["--opaque-photos"],
            faults: [fault, #"appointment:after=2:times=always:status=200:body={"id":"apt-000001","status":"done"}"#])
        let photos = try HubSending(
            "photos-upload", hub.sandbox.url, batch: "own",
            sheet: "file,appointment,kind\nphotos/apt-000001_work_1.jpg,apt-000001,work\n")
        for _ in 0..<2 {
            let run = try await photos.command("run").run()
            #expect(run.code == 1 && run.err.contains("--accept-unknown"), "\(run)")
            #expect(try photos.columnSoFar("gantry_status") == ["unknown"])
            #expect(try hub.effects("link-photo").count == 1)
        }
        #expect(try await photos.command("run", ["--accept-unknown"]).run().code == 0)
        #expect(try hub.effects("link-photo").count == 1)
    }

    @Test("of a booking that can't be read wait for it, and the others are linked")
    func unreadableBooking() async throws {
        // Photos of five bookings, one of which is cancelled: each booking is read by the check, and each list before its link,
        // three times where the answer can't be read. Twelve such answers leave three of the five.
        for (fault, code) in [("appointment:times=12:garbage", Int32(2)), ("appointment:after=6:times=9:garbage", 75)] {
            let hub = try await HubSandbox(faults: [fault])
            let photos = try HubSending("photos-upload", hub.sandbox.url, batch: "photos")
            let first = try await photos.command("run", ["--transfers", "1"]).run()
            #expect(first.code == code && (first.out + first.err).contains("can't be read"), "\(first)")
            let linked = try hub.effects("link-photo").count
            #expect((1..<12).contains(linked), "\(fault) \(first)")
            let second = try await photos.command("run", ["--transfers", "1"]).run()
            second.expect(exit: 2)
            let links = try hub.effects("link-photo").map { $0.identity["ref"] ?? "" }
            #expect(links.count == 12 && Set(links).count == 12)
        }
    }

    @Test("that are stored need their files no more to be linked") func filesGone() async throws {
        let hub = try await HubSandbox(faults: ["link-photo:status=503:times=always"])
        let photos = try HubSending("photos-upload", hub.sandbox.url, batch: "photos")
        let files = photos.workspace.folder.file("files")
        try await Command(["cp", "-r", HubSending.samples, files]).succeed()
        #expect(try await photos.command("run", ["--files", files]).run().status == .exited(75))
        #expect(try hub.effects("put-photo").count == 12 && hub.effects("link-photo").isEmpty)
        try await Command(["rm", "-r", files + "/photos"]).succeed()
        // Every row comes to its end at the fault; refused would be final.
        #expect(try await photos.command("run", ["--files", files]).run().status == .exited(75))
        let states = try SheetText.column(
            "gantry_status", of: "\(photos.workspace.path)/parts/photos-upload/photos/r1/result.csv")
        #expect(states == Array(repeating: "answered", count: 12) + ["refused", "refused"])
    }

    @Test("ask for an address when their turn has come, and not while they wait for others")
    func turn() async throws {
        // With an address for each of those that wait, the last of them would be older than it may be.
        let hub = try await HubSandbox(["--upload-life", "3s"], faults: ["put-photo:slow=1.2"])
        let photos = try HubSending("photos-upload", hub.sandbox.url, batch: "photos")
        let run = try await photos.command("run", ["--transfers", "2"]).run()
        try #require(run.status == .exited(2), "\(run)")
        #expect(try photos.states() == Self.states)
        let attempts = try photos.column("gantry_attempts")
        #expect(attempts.prefix(12).allSatisfy { $0 == "1" })
        #expect(!run.err.contains("expired"))
    }

    @Test("get a new address where the first has ended before it could be used")
    func ended() async throws {
        // A PUT waits longer for its turn than the address lives.
        let hub = try await HubSandbox(["--upload-life", "2s"], faults: ["put-photo:slow=2.6:times=1"])
        let photos = try HubSending("photos-upload", hub.sandbox.url, batch: "photos")
        let run = try await photos.command("run", ["--limit-rate", "200k"]).run()
        try #require(run.status == .exited(2), "\(run)")
        #expect(try photos.states() == Self.states)
        #expect(try hub.effects("put-photo").count == 12)
    }
}

/// Addresses that boto3 signs, and stores: one of these tests' own, which verifies them strictly, moto's, and nginx,
/// which only stores.
@Suite("Photos at presigned addresses") struct PresignedTests {
    /// The back end that gives out the addresses, as a process of its own.
    private final class Hub: Sendable {
        struct State: Decodable {
            struct Object: Decodable {
                var sha256: String
                var type: String
            }
            struct Put: Decodable {
                var key: String
                var status: Int
                var code: String
                var credentials: [String]
            }
            var objects: [String: Object]
            var links: [String]
            var calls: [String]
            var puts: [Put]
        }

        let url: String
        private let folder: TestFolder
        private let child: Child

        init(_ orders: String) async throws {
            folder = try TestFolder("presigned")
            child = try Command(
                ["timeout", "-s", "KILL", "300", Product.python, Product.tools + "/photo_hub.py", folder.path, orders],
                timeout: .seconds(300)
            ).start()
            for _ in 0..<1_200 {
                try await Task.sleep(for: .milliseconds(50))
                let said = try child.outSoFar()
                if let at = said.firstRange(of: "\"url\": \""), let end = said[at.upperBound...].firstIndex(of: "\"") {
                    url = String(said[at.upperBound..<end])
                    return
                }
                if kill(child.pid, 0) != 0 { break }
            }
            child.end()
            throw HarnessError("photo_hub.py did not begin to serve: \(try await child.ending())")
        }

        deinit { child.end() }

        func state() throws -> State {
            try JSONDecoder().decode(State.self, from: Data(try read(folder.file("state.json"))))
        }
    }

    private static let files = ["apt-000001_work_1", "apt-000001_work_2", "apt-000001_defect_1", "apt-000002_work_1"]
    private static let sheet =
        "file,appointment,kind\n"
        + zip(files, ["apt-1,work", "apt-1,work", "apt-1,defect", "apt-2,work"]).map { "photos/\($0).jpg,\($1)\n" }
        .joined()

    private static func photos(_ hub: Hub) throws -> HubSending {
        try HubSending("photos-upload", hub.url, batch: "photos", sheet: sheet)
    }

    /// The digests of the files as they are on disk, which is how they are sent here.
    private static func digests() async throws -> Set<String> {
        let sums = try await Command(["sha256sum"] + files.map { "\(HubSending.samples)/photos/\($0).jpg" }).succeed()
        return Set(sums.lines.map { String($0.prefix(64)) })
    }

    private static let plain = ["--set", "files.privacy=none"]

    private static func expectWhole(_ state: Hub.State) async throws {
        #expect(try await Set(state.objects.values.map(\.sha256)) == digests())
        #expect(state.objects.count == 4)
        #expect(state.objects.values.allSatisfy { $0.type == "image/jpeg" })
        #expect(state.links.sorted() == state.objects.keys.sorted())
    }

    @Test("the test's own store judges addresses of boto3 as documented") func store() async throws {
        try await Command([Product.python, Product.tools + "/photo_hub.py", "--check"]).succeed()
    }

    @Test(
        "arrive whole and are linked together, and no signature or key goes where it should not",
        arguments: ["peer", "moto", "nginx"])
    func whole(store: String) async throws {
        let hub = try await Hub(#"{"store": "\#(store)"}"#)
        let photos = try Self.photos(hub)
        let run = try await photos.command("run", Self.plain).run()
        try #require(run.status == .exited(0), "\(run)")
        let state = try hub.state()
        try await Self.expectWhole(state)
        #expect(try photos.states() == Array(repeating: "done", count: 4))
        #expect(state.calls.count { $0.hasPrefix("POST /api/client/appointments/") } == 3)
        #expect(state.calls.count { $0 == "POST /api/uploads/presign 200" } == 4)
        #expect(state.puts.allSatisfy { $0.status == 200 && $0.credentials.isEmpty })
        for (name, bytes) in try Tree(photos.workspace.path).files {
            #expect(!String(decoding: bytes, as: UTF8.self).contains("X-Amz-Signature="), "\(name)")
        }
        #expect(!run.err.contains("X-Amz-Signature") && !run.out.contains("X-Amz-Signature"))
    }

    @Test(
        "are refused where the address is for another photo, and nothing is linked",
        arguments: ["signature", "key", "type", "checksum"])
    func forged(_ what: String) async throws {
        let hub = try await Hub(#"{"forged": "\#(what)"}"#)
        let photos = try Self.photos(hub)
        let run = try await photos.command("run", Self.plain).run()
        run.expect(exit: 2)
        #expect(try photos.states() == Array(repeating: "refused", count: 4))
        #expect(
            try photos.errors().allSatisfy {
                $0 == "The store answered 403 (SignatureDoesNotMatch). It also refused a second upload address."
            })
        let state = try hub.state()
        #expect(state.objects.isEmpty && state.links.isEmpty)
        #expect(state.puts.count == 8 && state.puts.allSatisfy { $0.code == "SignatureDoesNotMatch" })
    }

    @Test(
        "get one new address where the first has ended, and are tried again where that has ended too",
        arguments: [1, 2])
    func ended(times: Int) async throws {
        let hub = try await Hub(#"{"life": 2, "late": 3.2, "lates": \#(times)}"#)
        let photos = try Self.photos(hub)
        let run = try await photos.command("run", Self.plain + ["--transfers", "1"]).run()
        try #require(run.status == .exited(0), "\(run)")
        let state = try hub.state()
        try await Self.expectWhole(state)
        #expect(state.calls.count { $0 == "POST /api/uploads/presign 200" } == 4 + times)
        #expect(
            state.puts.map(\.code) == Array(repeating: "AccessDenied", count: times) + [
                "Stored", "Stored", "Stored", "Stored",
            ])
    }

    @Test("are one object each where the answer to a PUT is lost", arguments: [false, true])
    func lost(once: Bool) async throws {
        let hub = try await Hub(#"{"closing": 1, "once": \#(once)}"#)
        let photos = try Self.photos(hub)
        let run = try await photos.command("run", Self.plain + ["--transfers", "1"]).run()
        try #require(run.status == .exited(0), "\(run)")
        let state = try hub.state()
        try await Self.expectWhole(state)
        // What keeps what stands there says so to the second PUT, and that is success.
        #expect(state.puts.map(\.status) == (once ? [200, 412, 200, 200, 200] : [200, 200, 200, 200, 200]))
        #expect(state.puts[0].key == state.puts[1].key)
    }

    /// So many photos that differ, of five bookings.
    private static func many(_ count: Int, _ hub: Hub) throws -> (photos: HubSending, folder: TestFolder) {
        let folder = try TestFolder("photos")
        let photo = try read("\(HubSending.samples)/photos/\(files[0]).jpg")
        var sheet = "file,appointment,kind\n"
        for number in 0..<count {
            // A comment behind the start of the image (ITU-T T.81, B.2.4.5).
            let text = Array("number \(number)".utf8)
            let comment: [UInt8] = [0xFF, 0xFE, 0, UInt8(text.count + 2)] + text
            let bytes: [UInt8] = photo.prefix(2) + comment + photo.dropFirst(2)
            try write(bytes, to: folder.file("\(number).jpg"))
            sheet += "\(number).jpg,apt-\(number % 5 + 1),work\n"
        }
        return (try HubSending("photos-upload", hub.url, batch: "photos", sheet: sheet), folder)
    }

    @Test("are one object and one link each where every answer to a PUT is lost", arguments: [false, true])
    func everyAnswerLost(once: Bool) async throws {
        let hub = try await Hub(#"{"closing": "each", "once": \#(once)}"#)
        let (photos, folder) = try Self.many(100, hub)
        let run = try await photos.command("run", Self.plain + ["--files", folder.path]).run()
        try #require(run.status == .exited(0), "\(run)")
        let state = try hub.state()
        #expect(state.objects.count == 100 && state.links.sorted() == state.objects.keys.sorted())
        let digests = Set(state.objects.values.map(\.sha256))
        #expect(digests.count == 100)
        // What is repeated because a kept connection ended is the same attempt.
        let attempts = try photos.column("gantry_attempts")
        #expect(Set(attempts).isSubset(of: ["1", "2"]), "\(attempts)")
        #expect(state.puts.count == 200 && state.puts.count { $0.status == (once ? 412 : 200) } == (once ? 100 : 200))
    }

    @Test("get a new address wherever the first has ended before it came") func everyAddressEnded() async throws {
        let hub = try await Hub(#"{"life": 2, "late": 3.2, "lates": 20}"#)
        let (photos, folder) = try Self.many(20, hub)
        let run = try await photos.command("run", Self.plain + ["--files", folder.path, "--transfers", "16"]).run()
        try #require(run.status == .exited(0), "\(run)")
        let state = try hub.state()
        #expect(state.objects.count == 20 && state.links.sorted() == state.objects.keys.sorted())
        #expect(state.puts.count { $0.code == "AccessDenied" } == 20 && state.puts.count { $0.code == "Stored" } == 20)
    }

    @Test("are never stored in part") func cut() async throws {
        let hub = try await Hub(#"{"cutting": 2}"#)
        let photos = try Self.photos(hub)
        let run = try await photos.command("run", Self.plain + ["--transfers", "1"]).run()
        try #require(run.status == .exited(0), "\(run)")
        let state = try hub.state()
        try await Self.expectWhole(state)
        #expect(state.puts.map(\.code) == ["IncompleteBody", "IncompleteBody", "Stored", "Stored", "Stored", "Stored"])
    }

    @Test("go on at the link in the next run where it failed, and are not put again") func unlinked() async throws {
        // The tries of a run for the first booking.
        let hub = try await Hub(#"{"failing": 3, "failure": 503}"#)
        let photos = try Self.photos(hub)
        let run = try await photos.command("run", Self.plain + ["--transfers", "1"]).run()
        run.expect(exit: 75)
        let before = try hub.state()
        #expect(before.objects.count == 4 && before.links.count == 2)
        let next = try await photos.command("run", Self.plain + ["--transfers", "1"]).run()
        try #require(next.status == .exited(0), "\(next)")
        let state = try hub.state()
        try await Self.expectWhole(state)
        #expect(state.puts.count == 4)
        #expect(state.calls.count { $0 == "POST /api/uploads/presign 200" } == 4)
    }
}
