import FoundationEssentials
import Testing

/// Files that a receiver without signatures refused, or never had.
@Suite("A delivery that failed") struct FailedDeliveryTests {
    private static let month = "payroll-monthly/2026-10/r1"
    private static let because = ["--because", "The payroll program refused the file"]

    private func office(signed: Bool = false, places: [String] = []) async throws -> PaidMonth {
        let office = try PaidMonth(url: try await Sandbox.plain.value.url, signed: signed)
        guard !places.isEmpty else { return office }
        var config = try text(of: office.workspace.path + ".yaml") + "destinations:\n"
        var deliver = "\ndeliver:\n"
        for place in places {
            let folder = office.workspace.folder.file(place)
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            config += "  \(place): { address: \(folder), into: \"\" }\n"
            deliver += "  - { to: \(place) }\n"
        }
        try write(config, to: office.workspace.path + ".yaml")
        try write(text(of: office.file("payroll-monthly")) + deliver, to: office.file("payroll-monthly"))
        return office
    }

    /// Gives the place `one` of an office another address.
    private func moveFirst(_ office: PaidMonth) throws -> (from: String, to: String) {
        let config = office.workspace.path + ".yaml"
        let (one, other) = (office.workspace.folder.file("one"), office.workspace.folder.file("other"))
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
        try write(text(of: config).replacing("address: \(one),", with: "address: \(other),"), to: config)
        return (one, other)
    }

    /// What it refused, the receiver has moved away.
    private func clear(_ folder: String) throws {
        for file in try FileManager.default.contentsOfDirectory(atPath: folder) { try remove("\(folder)/\(file)") }
    }

    private func fail(_ office: PaidMonth, _ run: String = month, _ more: [String] = []) -> Command {
        office.command(["deliver", run, "--failed"] + Self.because + more)
    }

    @Test("isn't paid, says why in its receipt, and can be made again") func again() async throws {
        let office = try await office()
        try await office.run("payroll-monthly", "2026-10").succeed()
        let early = try await fail(office).run()
        #expect(early.status == .exited(64) && early.err.contains("was not delivered"), "\(early)")
        try await office.accept(Self.month)
        try await office.deliver(Self.month).succeed()
        let paid = try office.paid()
        let short = try await office.command(["deliver", Self.month, "--failed", "--because", "Down"]).run()
        short.expect(exit: 64)
        let there = try await fail(office).run()
        #expect(there.status == .exited(1) && there.err.contains("still there"), "\(there)")
        try clear(office.inbox)
        let failed = try await fail(office).succeed()
        #expect(failed.out.contains("the delivery counts as failed. It can be delivered again."), "\(failed)")
        let shown = try await office.command(["show", Self.month]).succeed()
        #expect(shown.out.contains("The payroll program refused the file"), "\(shown)")
        #expect(try await fail(office).run().status == .exited(3))
        // Nothing counts as paid, so another name of the days can be paid too.
        try await office.run("payroll-second", "2026-10").succeed()
        let review = try await office.command(["review", "payroll-second/2026-10/r1"]).run()
        #expect(!review.out.contains("paid-before"), "\(review)")
        try await office.deliver(Self.month).succeed()
        #expect(try office.paid() == paid)
    }

    /// A month that was delivered, and a correction of it.
    private func corrected() async throws -> (PaidMonth, String) {
        let office = try await office()
        try await office.run("payroll-monthly", "2026-10").succeed()
        try await office.accept(Self.month)
        try await office.deliver(Self.month).succeed()
        try await office.decide(Self.month, ["--hold", "--employee", "1001"]).succeed()
        try await office.rewrite(Self.month).succeed()
        let next = "payroll-monthly/2026-10/r2"
        try await office.accept(next)
        return (office, next)
    }

    @Test("keeps a correction of it from being delivered") func base() async throws {
        let (office, next) = try await corrected()
        try clear(office.inbox)
        try await fail(office).succeed()
        let refused = try await office.deliver(next).run()
        #expect(refused.status == .exited(64) && refused.err.contains("counts as not delivered"), "\(refused)")
        let anyway = try await office.deliver(next, ["--again"] + Self.because).run()
        anyway.expect(exit: 64)
    }

    @Test("can't be one that a delivered correction relies on, before that one failed") func builtUpon() async throws {
        let (office, next) = try await corrected()
        try await office.deliver(next).succeed()
        let refused = try await fail(office).run()
        #expect(refused.status == .exited(64) && refused.err.contains("as a correction of"), "\(refused)")
        try clear(office.inbox)
        try await fail(office, next).succeed()
        try await fail(office).succeed()
    }

    @Test("to one of two places keeps the difference from being all that is there") func missed() async throws {
        let office = try await office(places: ["one", "two"])
        try remove(office.workspace.folder.file("two"))
        let first = try await office.run("payroll-monthly", "2026-10").run()
        #expect(first.out.contains("Published \(Self.month)"), "\(first)")
        let shown = try await office.command(["month", "2026-10", "--pipeline", office.file("payroll-monthly")]).run()
        #expect(shown.status == .exited(6) && shown.out.contains("and not to two yet"), "\(shown)")
        try await office.decide(Self.month, ["--hold", "--employee", "1001"]).succeed()
        let refused = try await office.rewrite(Self.month).run()
        #expect(
            refused.status == .exited(64) && refused.err.contains("was delivered to one on")
                && refused.err.contains("and not to two"), "\(refused)")
        try FileManager.default.createDirectory(
            atPath: office.workspace.folder.file("two"), withIntermediateDirectories: false)
        try await office.command(["deliver", Self.month]).succeed()
        let next = try await office.rewrite(Self.month).run()
        #expect(next.out.contains("Published payroll-monthly/2026-10/r2"), "\(next)")
    }

    @Test("isn't one that went to a folder before the program read from another: that is said, and nothing is sent")
    func movedFolder() async throws {
        let office = try await office(places: ["one", "two"])
        let file = office.file("payroll-monthly")
        try write(text(of: file).replacing("  - { to: two }\n", with: ""), to: file)
        try await office.run("payroll-monthly", "2026-10").succeed()
        try write(text(of: file).replacing("{ to: one }", with: "{ to: two }"), to: file)
        let next = office.run("payroll-monthly", "2026-10", ["--revision", "next"])
        let refused = try await next.run()
        let again = try await office.command(["deliver", Self.month]).run()
        for told in [refused, again] {
            #expect(
                told.status == .exited(64) && told.err.contains("--was-taken") && !told.err.contains("failed"),
                "\(told)")
            #expect(told.err.contains("--to two --was-taken") && !told.err.contains("--by"), "\(told)")
        }
        let because = ["--to", "two", "--was-taken", "--because", "The program reads from there now"]
        let said = try await office.command(["deliver", Self.month] + because).succeed()
        #expect(said.out.contains("\(Self.month) counts as delivered to two"), "\(said)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: office.workspace.folder.file("two")).isEmpty)
        let same = try await next.run()
        #expect(same.status == .exited(3) && same.out.contains("nothing to correct"), "\(same)")
        #expect(try await office.command(["deliver", Self.month]).run().status == .exited(3))
    }

    @Test("is looked for where it was brought, though its place has another address since") func otherAddress()
        async throws
    {
        let office = try await office(places: ["one"])
        try await office.run("payroll-monthly", "2026-10").succeed()
        let (one, other) = try moveFirst(office)
        for words in [["run"], ["deliver"], ["deliver", "--never-delivered", "--because", "They never had it"]] {
            let again = try await
                (words == ["run"]
                ? office.run("payroll-monthly", "2026-10")
                : office.command(["deliver", Self.month] + words.dropFirst())).run()
            #expect(again.code != 0 && (again.err + again.out).contains(one), "\(words): \(again)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: other).isEmpty)
        }
        let month = try await office.command(["show", Self.month]).succeed()
        #expect(!month.out.contains("begun"), "\(month)")
        let there = try await fail(office).run()
        #expect(
            there.status == .exited(1) && there.err.contains("still there") && there.err.contains(one + "/"), "\(there)"
        )
        let config = office.workspace.path + ".yaml"
        try write(text(of: config).replacing("  one: {", with: "  two: {"), to: config)
        let file = office.file("payroll-monthly")
        try write(text(of: file).replacing("{ to: one }", with: "{ to: two }"), to: file)
        let gone = try await fail(office).run()
        #expect(gone.status == .exited(1) && gone.err.contains(one + "/"), "\(gone)")
        try clear(one)
        try await fail(office).succeed()
    }

    @Test("isn't made again where its place has another folder since, and doesn't count as failed") func otherInto()
        async throws
    {
        let office = try await office(places: ["one"])
        try await office.run("payroll-monthly", "2026-10").succeed()
        let one = office.workspace.folder.file("one")
        let files = try FileManager.default.subpathsOfDirectory(atPath: one).sorted()
        let config = office.workspace.path + ".yaml"
        try write(text(of: config).replacing("into: \"\"", with: "into: new"), to: config)
        for command in [office.run("payroll-monthly", "2026-10"), office.command(["deliver", Self.month])] {
            let again = try await command.run()
            #expect(
                again.code != 0 && (again.err + again.out).contains("was delivered already, to \(one)/"), "\(again)")
        }
        let there = try await fail(office).run()
        #expect(there.status == .exited(1) && there.err.contains("still there"), "\(there)")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: one).sorted() == files)
    }

    @Test("is said to be at the address that its place has now, where nothing is sent") func movedAddress() async throws
    {
        let office = try await office(places: ["one"])
        try await office.run("payroll-monthly", "2026-10").succeed()
        let (_, other) = try moveFirst(office)
        let said = ["deliver", Self.month, "--was-taken", "--because", "The program reads from there now"]
        try await office.command(said).succeed()
        #expect(try await office.command(["deliver", Self.month]).run().status == .exited(3))
        #expect(try await office.run("payroll-monthly", "2026-10").run().status == .exited(3))
        #expect(try FileManager.default.contentsOfDirectory(atPath: other).isEmpty)
    }

    @Test("isn't one that went elsewhere where a file never arrived: it is ended there, or counts as failed first")
    func half() async throws {
        let office = try await office(places: ["one"])
        let file = office.file("payroll-monthly")
        try write(
            text(of: file).replacing(
                PaidMonth.danlon, with: PaidMonth.danlon + PaidMonth.danlon.replacing("danlon-{", with: "second-{")),
            to: file)
        // One file is refused.
        try FileManager.default.createDirectory(
            atPath: office.workspace.folder.file("one") + "/second-2026-10.csv", withIntermediateDirectories: false)
        _ = try await office.run("payroll-monthly", "2026-10").run()
        let (one, other) = try moveFirst(office)
        let told = try await office.command(["deliver", Self.month]).run()
        #expect(told.status == .exited(64) && told.err.contains("\(one)/danlon-2026-10.csv"), "\(told)")
        #expect(told.err.contains("never arrived there is second-2026-10.csv"), "\(told)")
        #expect(!told.err.contains("--was-taken") && told.err.contains("--to one"), "\(told)")
        let said = ["deliver", Self.month, "--was-taken", "--because", "The program reads from there now"]
        let nothing = try await office.command(said).run()
        nothing.expect(exit: 64)
        #expect(try FileManager.default.contentsOfDirectory(atPath: other).isEmpty)
        try clear(one)
        try await fail(office).succeed()
        try await office.command(["deliver", Self.month]).succeed()
        #expect(
            try Set(FileManager.default.contentsOfDirectory(atPath: other)).isSuperset(of: [
                "danlon-2026-10.csv", "second-2026-10.csv",
            ])
        )
    }

    @Test("isn't known to a journal that was brought back from a copy, so it is asked about and not made again")
    func journalFromBefore() async throws {
        let office = try await office()
        try await office.run("payroll-monthly", "2026-10").succeed()
        try await office.accept(Self.month)
        let journal = office.workspace.path + "/journal.sqlite"
        let copies = ["", "-wal", "-shm"].filter { exists(journal + $0) }
        for ending in copies { try await Command(["cp", journal + ending, journal + ".copy" + ending]).succeed() }
        try await office.deliver(Self.month).succeed()
        let paid = try office.paid()
        for ending in ["", "-wal", "-shm"] where exists(journal + ending) { try remove(journal + ending) }
        for ending in copies { try await Command(["mv", journal + ".copy" + ending, journal + ending]).succeed() }
        let again = try await office.deliver(Self.month).run()
        #expect(again.code != 0 && again.err.contains("brought back from a copy"), "\(again)")
        #expect(try office.paid() == paid)
        let said = ["deliver", Self.month, "--to", office.inbox, "--was-taken", "--because", "It is in the program"]
        try await office.command(said).succeed()
        #expect(try await office.deliver(Self.month).run().status == .exited(3))
        #expect(try office.paid() == paid)
    }

    @Test("is said of one of several places, and so is an answer, with commands ready to paste") func places()
        async throws
    {
        let office = try await office(places: ["one", "two"])
        // Nothing is to be decided, so the run delivers.
        try await office.run("payroll-monthly", "2026-10").succeed()
        for words in [["--failed"] + Self.because, ["--was-taken"]] {
            let asked = try await office.command(["deliver", Self.month] + words).run()
            asked.expect(exit: 64)
            for place in ["one", "two"] {
                #expect(
                    asked.err.contains("deliver \(Self.month) \(words[0])") && asked.err.contains(" --to \(place)"),
                    "\(asked)")
            }
        }
        for place in ["one", "two"] { try clear(office.workspace.folder.file(place)) }
        try await fail(office, Self.month, ["--to", "one"]).succeed()
        try await office.command(["deliver", Self.month]).succeed()
        #expect(try !FileManager.default.contentsOfDirectory(atPath: office.workspace.folder.file("one")).isEmpty)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: office.workspace.folder.file("two")).isEmpty,
            "What the other place had was not sent again.")
    }
}
