import FoundationEssentials
import Testing

/// Deliveries that fail for a while, by the built program.
@Suite("A delivery that fails for a while") struct DeliveryNightTests {
    private struct Nights {
        let desk: OperatingDesk
        let place: String
        let file: String

        init() async throws {
            desk = try await OperatingDesk([])
            place = desk.folder.file("in")
            file = desk.folder.file("my.yaml")
            let shipped = try text(of: Product.root + "/Pipelines/customers-and-workers.yaml")
            try write(shipped + "\ndeliver:\n  - { to: there, as: zip }\n", to: file)
            let config = desk.workspace + "/gantry.yaml"
            try write(
                try text(of: config) + "people:\n  clerk: { name: Clerk }\n"
                    + "destinations:\n  there: { address: \(place), into: \"\" }\n", to: config)
        }

        func run(_ day: String) async throws -> Ending { try await desk.run(["run", file], on: day) }

        func open() throws {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        }

        func arrived() throws -> Set<String> { try Set(Tree(place).files.keys) }
    }

    private static func zip(_ day: String) -> String { "customers-and-workers-\(day)-r1.zip" }

    @Test("is made up by the next runs of the pipeline, oldest first, and once") func madeUp() async throws {
        let nights = try await Nights()
        for day in ["2026-11-24", "2026-11-25"] {
            let failed = try await nights.run("\(day) 06:00:00")
            #expect(failed.code != 0 && exists(nights.desk.workspace + "/exports/customers-and-workers/\(day)/r1"))
        }
        try nights.open()
        let next = try await nights.run("2026-11-26 06:00:00")
        next.expect(exit: 0)
        let lines = ["2026-11-24", "2026-11-25"].map {
            "customers-and-workers/\($0)/r1 was not delivered completely to there, so that is done first."
        }
        let said = lines.compactMap { next.err.firstRange(of: $0)?.lowerBound }
        #expect(said.count == 2 && said[0] < said[1], "\(next)")
        #expect(
            try nights.arrived() == [Self.zip("2026-11-24"), Self.zip("2026-11-25"), Self.zip("2026-11-26")])
        let again = try await nights.run("2026-11-26 07:00:00")
        #expect(again.status == .exited(3) && !again.err.contains("is done first"), "\(again)")
    }

    @Test("is not made up for a run that was withdrawn or has a newer revision") func left() async throws {
        let nights = try await Nights()
        for day in ["2026-11-23", "2026-11-24"] { _ = try await nights.run("\(day) 06:00:00") }
        let withdrawn = try await nights.desk.run(
            ["withdraw", "customers-and-workers/2026-11-23/r1", "--by", "clerk", "--because", "The wrong customers"])
        withdrawn.expect(exit: 0)
        let newer = try await nights.desk.run(
            ["run", nights.file, "--revision", "next"], on: "2026-11-24 07:00:00")
        #expect(exists(nights.desk.workspace + "/exports/customers-and-workers/2026-11-24/r2"), "\(newer)")
        try nights.open()
        let next = try await nights.run("2026-11-26 06:00:00")
        next.expect(exit: 0)
        #expect(
            try nights.arrived() == ["customers-and-workers-2026-11-24-r2.zip", Self.zip("2026-11-26")], "\(next)")
    }

    @Test("doesn't keep the new run from being made where it fails again") func again() async throws {
        let nights = try await Nights()
        _ = try await nights.run("2026-11-24 06:00:00")
        let next = try await nights.run("2026-11-25 06:00:00")
        #expect(next.code != 0 && next.err.contains("customers-and-workers/2026-11-24/r1 was not delivered"), "\(next)")
        #expect(exists(nights.desk.workspace + "/exports/customers-and-workers/2026-11-25/r1"))
    }

    @Test(
        "continues where the connection was cut, shows the first failure at once, and sends little twice",
        .enabled(if: DeliveryServer.kinds.contains("sftp"), "Debian's openssh-server is not installed"))
    func cut() async throws {
        let server = try await DeliveryServer("sftp")
        let destinations = try server.destinations()
        let port = try #require(destinations.split(separator: "127.0.0.1:").last?.prefix { $0.isNumber })
        let size = try await DeliveredMonth("").bag().values.reduce(0) { $0 + $1.count }
        let folder = try TestFolder("proxy")
        let proxy = try Command(
            [
                Product.python, Product.tools + "/cutting_proxy.py", String(port), "\(size * 6 / 10)",
                folder.file("count"),
            ]
        ).start()
        defer { proxy.end() }
        try await proxy.says("\n")
        let own = try text(of: proxy.outPath).prefix { $0.isNumber }
        let month = try await DeliveredMonth(
            destinations.replacing("127.0.0.1:\(port)", with: "127.0.0.1:\(own)"))
        let ended = try await month.deliver("--to", "there", "--as", "zip", "--quiet").succeed()
        #expect(ended.err.contains("Attempt 2 in"), "\(ended)")
        #expect(try server.files().count == 1)
        let sent = try #require(Int(try text(of: folder.file("count"))))
        // What was on its way when the connection was cut goes twice.
        #expect(sent > size && sent < size * 14 / 10, "\(sent) bytes for \(size)")
    }

    @Test("says how far it is") func progress() async throws {
        let server = try await DeliveryServer("folder")
        let month = try await DeliveredMonth(server.destinations())
        let said = try await month.deliver("--to", "there", "--as", "bag").succeed()
        #expect(said.err.contains("Delivering "), "\(said)")
        let other = try await DeliveredMonth(server.destinations("    into: events\n"))
        let events = try await other.deliver("--to", "there", "--as", "bag", "--json").succeed()
        #expect(events.out.contains(#""event":"delivering""#) && events.out.contains(#""bytesTotal":"#), "\(events)")
    }
}
