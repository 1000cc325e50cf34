import FoundationEssentials
import Testing

@Suite("An entry that moves to another month") struct MovedHoursTests {
    private static let (september, october) = ("2026-09", "2026-10")

    private func deliver(_ office: MovingHours, _ period: String, revision: Int = 1) async throws {
        let more = revision > 1 ? ["--revision", "next", "--because", "The server changed since"] : []
        try await office.run(period, more).succeed()
        try await office.settle("pay/\(period)/r\(revision)")
    }

    private static let rest = [
        MovingHours.Entry(id: 2, day: "2026-10-05", hours: 6), .init(id: 9, day: "2026-09-04", hours: 5),
    ]

    /// An entry that September has paid is in October now, which is delivered without it.
    private func holdAsPaid(_ office: MovingHours) async throws {
        try office.serve([.init(id: 1, day: "2026-09-30", hours: 8)] + Self.rest)
        try await deliver(office, Self.september)
        try office.serve([.init(id: 1, day: "2026-10-01", hours: 8)] + Self.rest)
        try await office.run(Self.october).succeed()
        try await office.hold("pay/2026-10/r1")
        try await office.settle("pay/2026-10/r2")
    }

    @Test("is paid where it is now, once the month that had paid it has taken it back, though it was held as paid")
    func held() async throws {
        let office = try await MovingHours()
        defer { office.end() }
        try await holdAsPaid(office)
        #expect(try office.paid() == 19)
        let same = try await office.command(["diff", "pay/2026-10", "server"]).run()
        same.expect(exit: 0)

        try await deliver(office, Self.september, revision: 2)
        #expect(try office.paid() == 11)
        let differs = try await office.command(["diff", "pay/2026-10", "server"]).run()
        #expect(differs.status == .exited(6) && differs.out.contains("8.00"), "\(differs)")
        let lapsed = try await office.command(["month", Self.october, "--pipeline", "pay"]).run()
        #expect(
            lapsed.status == .exited(6)
                && lapsed.out.contains("pay/2026-09/r1 no longer pays what it holds as paid there"), "\(lapsed)")
        let review = try await office.command(["review", "pay/2026-10/r2"]).run()
        #expect(review.status == .exited(6) && review.out.contains("so nobody does"), "\(review)")
        try await deliver(office, Self.october, revision: 3)
        #expect(try office.paid() == 19)
        try await office.command(["verify", "pay/2026-10/r3"]).succeed()
        try await office.command(["month", Self.october, "--pipeline", "pay"]).succeed()
    }

    @Test("and is gone there too needs no correction, once that was found") func gone() async throws {
        let office = try await MovingHours()
        defer { office.end() }
        try await holdAsPaid(office)
        try office.serve(Self.rest)
        try await deliver(office, Self.september, revision: 2)
        let month = office.command(["month", Self.october, "--pipeline", "pay"])
        #expect(try await month.run().status == .exited(6))
        let next = try await office.run(Self.october, ["--revision", "next", "--because", "September took it back"])
            .run()
        #expect(next.status == .exited(3), "\(next)")
        try await month.succeed()
        #expect(try office.paid() == 11)
    }

    @Test("is paid there where another one pays the same in its place, which changes no line of the month it left")
    func replaced() async throws {
        let office = try await MovingHours()
        defer { office.end() }
        let rest = [MovingHours.Entry(id: 2, day: "2026-10-05", hours: 6)]
        try office.serve([.init(id: 1, day: "2026-09-30", hours: 8)] + rest)
        try await deliver(office, Self.september)
        try office.serve(
            [.init(id: 1, day: "2026-10-01", hours: 8), .init(id: 3, day: "2026-09-30", hours: 8)] + rest)
        let differs = try await office.command(["diff", "pay/2026-09", "server"]).run()
        #expect(
            differs.status == .exited(0)
                && differs.out.contains(
                    "nothing changed in pay, though 1 entry isn't paid any more and 1 entry is paid now."),
            "\(differs)")
        try await deliver(office, Self.october)
        #expect(try office.paid() == 22)
    }

    @Test("and comes back leaves a correction that must be withdrawn, which is said") func back() async throws {
        let office = try await MovingHours()
        defer { office.end() }
        let rest = [MovingHours.Entry(id: 2, day: "2026-09-04", hours: 6)]
        try office.serve([.init(id: 1, day: "2026-09-30", hours: 8)] + rest)
        try await deliver(office, Self.september)
        let next = ["--revision", "next", "--because", "The server changed since"]
        try office.serve(rest)
        try await office.run(Self.september, next).succeed()
        try office.serve([.init(id: 1, day: "2026-09-30", hours: 8)] + rest)
        let same = try await office.run(Self.september, next).run()
        #expect(
            same.status == .exited(6) && same.out.contains("pay/2026-09/r2 would still pay something else.")
                && same.out.contains("gantry withdraw pay/2026-09/r2"), "\(same)")
        try await office.command([
            "withdraw", "pay/2026-09/r2", "--by", "clerk", "--because", "The server has the entry again",
        ])
        .succeed()
        #expect(try await office.run(Self.september, next).run().status == .exited(3))
    }

    @Test("is decided about where a signature says that it is paid again") func again() async throws {
        let office = try await MovingHours()
        defer { office.end() }
        try office.serve([.init(id: 1, day: "2026-09-30", hours: 8)] + Self.rest)
        try await deliver(office, Self.september)
        try office.serve([.init(id: 1, day: "2026-10-01", hours: 8)] + Self.rest)
        try await office.run(Self.october).succeed()
        let sign = ["sign", "pay/2026-10/r1", "--by"]
        try await office.command(sign + ["clerk", "--again", "--because", "Other hours under the same id"]).succeed()
        let review = try await office.command(["review", "pay/2026-10/r1"]).succeed()
        #expect(review.out.contains("Other hours under the same id"), "\(review)")
        let month = office.command(["month", Self.october, "--pipeline", "pay"])
        #expect(try await month.run().out.contains("gantry sign pay/2026-10/r1 --by manager"))
        try await office.command(sign + ["manager"]).succeed()
        #expect(try await month.run().out.contains("gantry deliver pay/2026-10/r1"))
    }

    @Test("waits for a person where all of its worker is on hold in the month it left, though no files show that yet")
    func heldWithItsWorker() async throws {
        let office = try await MovingHours()
        defer { office.end() }
        let rest = [MovingHours.Entry(id: 2, day: "2026-10-05", hours: 6)]
        try office.serve([.init(id: 1, day: "2026-09-30", hours: 8)] + rest)
        try await office.run(Self.september).succeed()
        let hold = ["--hold", "--employee", "id:1", "--by", "clerk", "--because", "Left, says the manager"]
        try await office.command(["review", "pay/2026-09/r1"] + hold).succeed()
        try office.serve([.init(id: 1, day: "2026-10-01", hours: 8)] + rest)
        try await office.run(Self.october).succeed()
        let review = try await office.command(["review", "pay/2026-10/r1"]).run()
        let found = review.lines.filter { $0.contains("held in pay/2026-09 by clerk: Left, says the manager") }
        #expect(review.status == .exited(6) && found.count == 1, "\(review)")
    }

    private static let beside = [MovingHours.Entry(id: 2, day: "2026-09-04", hours: 6)]

    @Test("isn't paid twice where the folder of the month that it left is missing, as the journal knows its entries")
    func lost() async throws {
        let office = try await MovingHours()
        defer { office.end() }
        try office.serve([.init(id: 1, day: "2026-09-30", hours: 8)] + Self.beside)
        try await deliver(office, Self.september)
        let folder = office.workspace.path + "/exports/pay/2026-09"
        try FileManager.default.moveItem(atPath: folder, toPath: office.workspace.folder.file("away"))
        try remove(office.workspace.path + "/cache/paid entries")
        try office.serve([.init(id: 1, day: "2026-10-01", hours: 8)] + Self.beside)
        try await office.run(Self.october).succeed()
        let review = try await office.command(["review", "pay/2026-10/r1"]).run()
        #expect(
            review.status == .exited(6) && review.out.contains("pay/2026-09/r1 has 1 entry of it"), "\(review)")
    }

    @Test("is asked about where no journal knows the entries of the month that it left, and its folder is missing")
    func unknown() async throws {
        let office = try await MovingHours()
        defer { office.end() }
        try office.serve([.init(id: 1, day: "2026-09-30", hours: 8)] + Self.beside)
        try await deliver(office, Self.september)
        for name in ["journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm", "cache/paid entries"]
        where exists("\(office.workspace.path)/\(name)") { try remove("\(office.workspace.path)/\(name)") }
        try await office.command(["adopt", office.workspace.exports]).succeed()
        let folder = office.workspace.path + "/exports/pay/2026-09"
        try FileManager.default.moveItem(atPath: folder, toPath: office.workspace.folder.file("away"))
        try office.serve([.init(id: 1, day: "2026-10-01", hours: 8)] + Self.beside)
        try await office.run(Self.october).succeed()
        let review = try await office.command(["review", "pay/2026-10/r1"]).run()
        #expect(
            review.status == .exited(6) && review.out.contains("pay/2026-09/r1 can't be read: its folder is missing"),
            "\(review)")
        try FileManager.default.moveItem(atPath: office.workspace.folder.file("away"), toPath: folder)
        let known = try await office.command(["review", "pay/2026-10/r1"]).run()
        #expect(known.status == .exited(6) && known.out.contains("pay/2026-09/r1 has 1 entry of it"), "\(known)")
    }

    @Test(
        "isn't paid twice where another machine paid the month that it left, whose folder is there alone",
        .enabled(if: Database.server != nil, "needs Scripts/with-postgres"))
    func otherMachine() async throws {
        let database = try await Database()
        let office = try await MovingHours()
        defer { office.end() }
        let configuration = office.workspace.path + "/gantry.yaml"
        try write(
            try text(of: configuration) + "journal: { postgresql: { env: GANTRY_JOURNAL } }\n", to: configuration)
        let other = office.workspace.folder.file("other")
        try FileManager.default.copyItem(atPath: office.workspace.path, toPath: other)
        func gantry(_ words: [String], in workspace: String) -> Command {
            Command(
                [Product.binary] + words + ["--workspace", workspace],
                environment: ["HOURS_KEY": "x", "GANTRY_JOURNAL": database.address])
        }
        let (first, second) = ("pay/2026-09/r1", "pay/2026-10/r1")
        try office.serve([.init(id: 1, day: "2026-09-30", hours: 8)] + Self.beside)
        try await gantry(["run", "pay", "--period", Self.september], in: office.workspace.path).succeed()
        for person in ["clerk", "manager"] {
            try await gantry(["sign", first, "--by", person], in: office.workspace.path).succeed()
        }
        let inbox = office.workspace.folder.file("inbox")
        try await gantry(["deliver", first, "--to", inbox, "--by", "clerk"], in: office.workspace.path).succeed()
        try office.serve([.init(id: 1, day: "2026-10-01", hours: 8)] + Self.beside)
        try await gantry(["run", "pay", "--period", Self.october], in: other).succeed()
        let review = try await gantry(["review", second], in: other).run()
        #expect(review.status == .exited(6) && review.out.contains("\(first) has 1 entry of it"), "\(review)")
        let sign = try await gantry(["sign", second, "--by", "clerk"], in: other).run()
        #expect(sign.status == .exited(6) && sign.err.contains(first), "\(sign)")
    }

    @Test(
        "is signed once somebody says that a database which was brought back lacks nothing of its period",
        .enabled(if: Database.server != nil, "needs Scripts/with-postgres"), arguments: [true, false])
    func broughtBack(isNoticedByWorkspace: Bool) async throws {
        var database = try await Database()
        let office = try await MovingHours()
        defer { office.end() }
        let workspace = office.workspace.path
        try write(
            try text(of: workspace + "/gantry.yaml") + "journal: { postgresql: { env: GANTRY_JOURNAL } }\n",
            to: workspace + "/gantry.yaml")
        func gantry(_ words: String...) -> Command {
            Command(
                [Product.binary] + words + ["--workspace", workspace],
                environment: ["HOURS_KEY": "x", "GANTRY_JOURNAL": database.address])
        }
        try office.serve([.init(id: 1, day: "2026-09-30", hours: 8)] + Self.beside)
        try await gantry("run", "pay", "--period", Self.september).succeed()
        if isNoticedByWorkspace {
            // The workspace saw more noted than the database knows.
            try FileManager.default.createDirectory(
                atPath: workspace + "/deliveries", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try write("3\n", to: workspace + "/deliveries/pay-notes")
        } else {
            database = try await database.broughtBack()
        }
        let asked = try await gantry("sign", "pay/2026-09/r1", "--by", "clerk").run()
        #expect(asked.code != 0 && asked.err.contains("brought back from a copy"), "\(asked)")
        let period = workspace + "/exports/pay/2026-09"
        let entered = try await gantry("adopt", period).run()
        #expect(entered.code == 78 && entered.err.contains("PostgreSQL"), "\(entered)")
        try await gantry("adopt", period, "--never-delivered").succeed()
        try await gantry("sign", "pay/2026-09/r1", "--by", "clerk").succeed()
        let again = try await gantry("adopt", period, "--never-delivered").run()
        again.expect(exit: 3)
    }

    @Test("is paid there though the folder of the run that had paid it is gone, once that one failed") func forgotten()
        async throws
    {
        let office = try await MovingHours()
        defer { office.end() }
        try await holdAsPaid(office)
        let (september, away) = (
            office.workspace.path + "/exports/pay/2026-09", office.workspace.folder.file("september")
        )
        try FileManager.default.moveItem(atPath: september, toPath: away)
        let review = try await office.command(["review", "pay/2026-10/r2"]).run()
        #expect(review.out.contains("paid by pay/2026-09/r1"), "\(review)")
        try FileManager.default.moveItem(atPath: away, toPath: september)
        let inbox = office.workspace.folder.file("inbox")
        for name in try FileManager.default.contentsOfDirectory(atPath: inbox) where name.contains(Self.september) {
            try remove("\(inbox)/\(name)")
        }
        try await office.command(
            ["deliver", "pay/2026-09/r1", "--failed", "--by", "clerk", "--because", "The importer was wiped"]
        ).succeed()
        try await deliver(office, Self.september, revision: 2)
        try FileManager.default.moveItem(
            atPath: office.workspace.path + "/exports/pay/2026-09/r1", toPath: office.workspace.folder.file("away"))
        try await deliver(office, Self.october, revision: 3)
        #expect(try office.paid() == 19)
    }
}
