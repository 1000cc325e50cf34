import Foundation
import GantryAccounts
import GantryEngine
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
