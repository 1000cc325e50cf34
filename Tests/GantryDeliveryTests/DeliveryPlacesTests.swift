import Foundation
import GantryAccounts
import GantryEngine
import GantryModel
import GantryRuns
import GantryTestSupport
import Testing

@Suite("The places of gantry.yaml") struct DeliveryPlacesTests {
    private let run = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 2)

    private func destination(
        _ name: String, _ kind: Destination.Kind, _ address: String, user: String? = nil, into: String? = nil
    ) -> Destination {
        var destination = Destination(name: name, kind: kind, address: address)
        destination.user = user
        if let into { destination.into = into }
        return destination
    }

    @Test(
        "A run's files go into the folder that the destination names",
        arguments: [
            (nil, "https://h/dav/payroll-monthly/2026-10/r2"), ("", "https://h/dav"), ("in", "https://h/dav/in"),
            ("{period}/{period}", "https://h/dav/2026-10/2026-10"),
            ("a{revision}b-{pipeline}", "https://h/dav/a2b-payroll-monthly"),
        ] as [(String?, String)])
    func into(_ into: String?, _ address: String) throws {
        let place = destination("there", .webdav, "https://h/dav", into: into)
        #expect(try DeliveryPlaces.address(of: run, at: place) == address)
        let opened = try DeliveryPlaces([place]).open(place, for: run)
        #expect(opened.address == address && opened.name == "there")
        #expect("https://h/dav/" + opened.path("pay.csv") == address + "/pay.csv")
    }

    @Test("One server is another place for each account, and one bucket for each store") func accounts() throws {
        let one = destination("one", .sftp, "sftp://h/in", user: "office", into: "")
        let two = destination("two", .sftp, "sftp://h/in", user: "bank", into: "")
        #expect(try DeliveryPlaces.address(of: run, at: one) == "sftp://office@h/in")
        #expect(try DeliveryPlaces.address(of: run, at: two) == "sftp://bank@h/in")
        let places = DeliveryPlaces([one, two])
        #expect(try places.open(address: "sftp://bank@h/in", for: run).name == "two")
        #expect(try places.open(address: "sftp://office@h/in", for: run).name == "one")
        var store = destination("store", .s3, "s3://pay/x", into: "")
        store.endpoint = "https://store.example"
        #expect(try DeliveryPlaces.address(of: run, at: store) == "s3://pay/x at https://store.example")
    }

    @Test("A book's address without an account is a destination's only if no other has it") func bare() throws {
        let one = destination("one", .sftp, "sftp://h/in", user: "office", into: "")
        let two = destination("two", .sftp, "sftp://h/in", user: "bank", into: "")
        #expect(try DeliveryPlaces([one]).open(address: "sftp://h/in", for: run).name == "one")
        let refused = #expect(throws: DeliveryError.self) {
            _ = try DeliveryPlaces([one, two]).open(address: "sftp://h/in", for: run)
        }
        #expect(refused?.code == .destination)
    }

    @Test("Two destinations with one address are told apart by their folders") func folders() throws {
        let folder = try TemporaryFolder()
        let one = destination("one", .folder, folder.path, into: "one")
        let two = destination("two", .folder, folder.path, into: "two/{period}")
        let places = DeliveryPlaces([one, two])
        let root = try DeliveryPlaces.folder(at: folder.path)
        #expect(try places.open(address: root + "/two/2026-10", for: run).name == "two")
        #expect(try places.open(address: root + "/one", for: run).name == "one")
        // A folder that is no destination's is a place of its own.
        let plain = try places.open(address: folder.path, for: run)
        #expect(plain.name == root && plain.into.isEmpty && plain.address == root)
    }

    @Test("A folder has one address, however its path is written, and must be there") func spelling() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: folder.path)
        let root = try DeliveryPlaces.folder(at: folder.path)
        #expect(try DeliveryPlaces.folder(at: folder.path + "/link/./link/") == root)
        let gone = destination("gone", .folder, folder.path + "/none")
        #expect(throws: (any Error).self) { try DeliveryPlaces.address(of: run, at: gone) }
        #expect(throws: (any Error).self) { try DeliveryPlaces([gone]).open(gone, for: run) }
    }

    private func receipt(
        _ path: String, steps: Int, at address: String, isKnown: Bool = true
    ) throws -> DeliveryReceipt {
        try #require(
            DeliveryReceipt(
                LedgerEntry(
                    row: 1, idempotencyKey: "key", content: "\(path)=\(String(repeating: "0", count: 64))/3/\(steps)",
                    state: isKnown ? .done : .sent, stepsDone: isKnown ? 2 : 1, serverID: address,
                    resumeState: "there", changedAt: .now)))
    }

    @Test("A file is where its place leads only with the same address, folder and store", arguments: [true, false])
    func former(_ isKnown: Bool) throws {
        func former(_ address: String, into: String, _ receipts: [DeliveryReceipt]) -> String? {
            let place = destination("there", .webdav, address, into: into)
            return DeliveryPlaces([place]).formerAddress(named: "there", of: receipts, for: run)
        }
        let old = try receipt("in/pay.csv", steps: 1, at: "https://h/dav/in/pay.csv", isKnown: isKnown)
        #expect(former("https://h/dav", into: "in", [old]) == nil)
        #expect(former("https://h/dav/in", into: "", [old]) == nil)
        #expect(former("https://h/dav", into: "", [old]) == old.address)
        #expect(former("https://h/dav", into: "{period}", [old]) == old.address)
        #expect(former("https://h", into: "in", [old]) == old.address)
        #expect(former("https://h/dav/in", into: "in", [old]) == old.address)
        // What was brought there too, on request, is where the name leads.
        let new = try receipt("pay.csv", steps: 0, at: "https://h/dav/pay.csv")
        #expect(former("https://h/dav", into: "", [old, new]) == nil)
        #expect(DeliveryPlaces().formerAddress(named: "there", of: [old], for: run) == nil)
    }

    @Test("An object is where its place leads only in the same store, and is found there under another name")
    func formerStore() throws {
        func store(_ name: String, _ address: String, at endpoint: String) -> Destination {
            var store = destination(name, .s3, address, into: "")
            store.endpoint = endpoint
            return store
        }
        let address = "s3://pay/run/pay.csv at https://one.example"
        let old = try receipt("pay.csv", steps: 0, at: address)
        func former(_ address: String, at endpoint: String) -> String? {
            let places = DeliveryPlaces([store("there", address, at: endpoint)])
            return places.formerAddress(named: "there", of: [old], for: run)
        }
        #expect(former("s3://pay/run", at: "https://one.example") == nil)
        #expect(former("s3://pay/other", at: "https://one.example") == address)
        #expect(former("s3://pay/run", at: "https://two.example") == address)
        let moved = store("there", "s3://pay/other", at: "https://one.example")
        #expect(DeliveryPlaces([moved]).holder(of: old) == address)
        let both = [moved, store("before", "s3://pay/run", at: "https://one.example")]
        #expect(DeliveryPlaces(both).holder(of: old) == "before")
        let folder = try receipt("in/pay.csv", steps: 1, at: "/srv/office/in/pay.csv")
        #expect(DeliveryPlaces(both).holder(of: folder) == "/srv/office")
    }

    @Test("A secret is asked for when the place is opened, and a key file must be readable") func secrets() throws {
        var place = destination("there", .webdav, "https://h/dav", user: "office")
        place.password = .environment("PLACE_PASSWORD")
        #expect(throws: ConfigurationError.self) { try DeliveryPlaces([place]).open(place, for: run) }
        _ = try DeliveryPlaces([place], environment: ["PLACE_PASSWORD": "x"]).open(place, for: run)
        var server = destination("server", .sftp, "sftp://h/in", user: "office")
        server.keyFile = "/none/key"
        let refused = #expect(throws: DeliveryError.self) { try DeliveryPlaces([server]).open(server, for: run) }
        #expect(refused?.code == .destination && refused?.explanation.contains("/none/key") == true)
    }
}
