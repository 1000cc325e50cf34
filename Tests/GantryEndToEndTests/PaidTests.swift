import FoundationEssentials
import Testing

extension Sandbox {
    /// The small month, with an entry that its worker approved.
    fileprivate static let warning = Once {
        try await Sandbox([
            "--entries", "60", "--employees", "6", "--seed", "7", "--fault",
            "work-entries:page=1:times=always:record=raw:index=0:field=approvedBy:value=1001",
        ])
    }
}

@Suite("What was paid") struct PaidTests {
    private static let month = "payroll-monthly/2026-10/r1"

    /// A month that was delivered, with signatures or without.
    private func delivered(signed: Bool) async throws -> PaidMonth {
        let office = try PaidMonth(url: try await Sandbox.plain.value.url, signed: signed)
        try await office.run("payroll-monthly", "2026-10").succeed()
        try await office.accept(Self.month)
        if signed { try await office.signBoth(Self.month) }
        try await office.deliver(Self.month).succeed()
        return office
    }

    @Test(
        "isn't paid again under another name of the days, or by another pipeline",
        arguments: [true, false],
        [
            ("payroll-monthly", "2026-10-01..2026-10-31"), ("payroll-monthly", "2026-W41-W42"),
            ("payroll-second", "2026-10"),
        ])
    func otherName(signed: Bool, name: (pipeline: String, period: String)) async throws {
        let office = try await delivered(signed: signed)
        let paid = try office.paid()
        #expect(!paid.isEmpty)
        let run = "\(name.pipeline)/\(name.period)/r1"
        try await office.run(name.pipeline, name.period).succeed()
        try await office.accept(run)
        let review = try await office.command(["review", run]).run()
        #expect(
            review.status == .exited(6) && review.out.contains("paid-before") && review.out.contains(Self.month),
            "\(review)")
        if signed {
            let sign = try await office.command(["sign", run, "--by", "clerk"]).run()
            #expect(sign.status == .exited(6) && sign.err.contains(Self.month), "\(sign)")
        }
        let refused = try await office.deliver(run).run()
        refused.expect(exit: 6)
        #expect(try office.paid() == paid)
    }

    @Test(
        "isn't paid again from another address of the server, by whichever pipeline of the connection",
        arguments: ["payroll-monthly", "payroll-second"])
    func otherAddress(pipeline: String) async throws {
        let office = try await delivered(signed: true)
        let config = office.workspace.path + ".yaml"
        try write(try text(of: config).replacing("127.0.0.1", with: "localhost"), to: config)
        let run = "\(pipeline)/2026-W41-W42/r1"
        let published = try await office.run(pipeline, "2026-W41-W42").succeed()
        if pipeline == "payroll-monthly" {
            // The month can't be compared with this server, and it is said why.
            #expect(published.out.contains("  address: http://127.0.0.1"), "\(published)")
        }
        try await office.accept(run)
        let review = try await office.command(["review", run, "--json"]).run()
        #expect(review.out.contains("; it is from http:"), "\(review)")
        let sign = try await office.command(["sign", run, "--by", "clerk"]).run()
        #expect(sign.status == .exited(6) && sign.err.contains(Self.month), "\(sign)")
    }

    @Test(
        "isn't paid again in another period, where the server moved an entry there, until the first one is corrected",
        arguments: [true, false])
    func moved(signed: Bool) async throws {
        let (first, second) = ("payroll-monthly/2026-W41/r1", "payroll-monthly/2026-W42/r1")
        let (moving, _) = try await moving()
        defer { withExtendedLifetime(moving) {} }
        let office = try PaidMonth(url: moving.url, signed: signed)
        for run in [first, second] {
            try await office.run("payroll-monthly", String(run.split(separator: "/")[1])).succeed()
            try await office.accept(run)
            guard run == first else { continue }
            if signed { try await office.signBoth(run) }
            try await office.deliver(run).succeed()
        }
        // The second time it is known without reading what was paid.
        for _ in 0..<2 {
            let review = try await office.command(["review", second]).run()
            #expect(
                review.status == .exited(6) && review.out.contains("paid-before") && review.out.contains(first),
                "\(review)")
        }
        let kept = try FileManager.default.contentsOfDirectory(atPath: office.workspace.path + "/cache/paid entries")
        #expect(kept.count == 2)
        let refused = try await office.deliver(second).run()
        refused.expect(exit: 6)
    }

    /// A server that from the second fetch on moves an entry of 2026-W41 into the week after, and the entry's number.
    private func moving() async throws -> (Sandbox, entry: String) {
        let entries = ["--entries", "60", "--employees", "6", "--seed", "7"]
        let plain = try await Sandbox(entries)
        defer { withExtendedLifetime(plain) {} }
        let known = try PaidMonth(url: plain.url, signed: false)
        try await known.run("payroll-monthly", "2026-W41").succeed()
        let table = try text(of: "\(known.workspace.exports)/payroll-monthly/2026-W41/r1/data/work-entries.csv")
        let id = try #require(table.split(whereSeparator: \.isNewline).dropFirst().first?.split(separator: ",").first)
        let fault = "work-entries:page=1:after=1:times=always:record=raw:index=0:field=id:value=\(id)"
        return (try await Sandbox(entries + ["--fault", fault]), String(id))
    }

    @Test("isn't an entry that a person holds, wherever the server moves it, before somebody decides about it there")
    func heldElsewhere() async throws {
        let (first, second) = ("payroll-monthly/2026-W41/r1", "payroll-monthly/2026-W42/r1")
        let (moving, entry) = try await moving()
        defer { withExtendedLifetime(moving) {} }
        let office = try PaidMonth(url: moving.url, signed: false)
        try await office.run("payroll-monthly", "2026-W41").succeed()
        try await office.decide(first, ["--hold", "--entry", entry]).succeed()
        try await office.run("payroll-monthly", "2026-W42").succeed()
        let review = try await office.command(["review", second]).run()
        #expect(review.status == .exited(6) && review.out.contains("held in payroll-monthly/2026-W41"), "\(review)")
        let id = try #require(try await office.finding("held-elsewhere", in: second))
        try await office.decide(second, [id, "--hold"]).succeed()
        try await office.rewrite(second).succeed()
        let next = try await office.command(["review", "payroll-monthly/2026-W42/r2"]).run()
        #expect(!next.out.contains("held-elsewhere") && next.out.contains("entry \(entry) "), "\(next)")
    }

    @Test("is taken out entry by entry where a person holds it", arguments: [true, false])
    func takenOut(signed: Bool) async throws {
        let office = try await delivered(signed: signed)
        let paid = try office.paid()
        let run = "payroll-second/2026-10-05..2026-11-01/r1"
        let next = "payroll-second/2026-10-05..2026-11-01/r2"
        try await office.run("payroll-second", "2026-10-05..2026-11-01").succeed()
        let id = try #require(try await office.finding("paid-before", in: run))
        let waived = try await office.decide(run, [id, "--waive"]).run()
        #expect(waived.status == .exited(64) && waived.err.contains("--again"), "\(waived)")
        try await office.decide(run, [id, "--hold"]).succeed()
        let held = try await office.command(["review", run]).run()
        #expect(held.out.contains("what \(Self.month) has paid, id \(id)"), "\(held)")
        let other = try await office.decide(run, ["--withdraw", "--entry", "1"]).run()
        #expect(other.status == .exited(64) && other.err.contains("isn't on hold by a decision"), "\(other)")
        let stale = try await office.deliver(run).run()
        stale.expect(exit: 6)
        try await office.rewrite(run).succeed()
        let exceptions = try text(of: "\(office.workspace.exports)/\(next)/data/exceptions.csv")
        #expect(exceptions.contains("blocker,paid-before,") && exceptions.contains("paid by \(Self.month)"))
        try await office.accept(next)
        let review = try await office.command(["review", next]).run()
        review.expect(exit: 0)
        if signed { try await office.signBoth(next) }
        try await office.deliver(next).succeed()
        // The sandbox has no entry outside October.
        #expect(try office.paid() == paid)
        try await office.command(["verify", next]).succeed()
    }

    @Test("is taken out as the journal has noted it where the folder of the run that paid it is gone")
    func takenOutWithoutFolder() async throws {
        let (first, second) = ("payroll-monthly/2026-W41/r1", "payroll-monthly/2026-W42/r1")
        let (moving, entry) = try await moving()
        defer { withExtendedLifetime(moving) {} }
        let office = try PaidMonth(url: moving.url, signed: false)
        try await office.run("payroll-monthly", "2026-W41").succeed()
        try await office.accept(first)
        try await office.deliver(first).succeed()
        try await office.run("payroll-monthly", "2026-W42").succeed()
        try remove("\(office.workspace.exports)/\(first)")
        let id = try #require(try await office.finding("paid-before", in: second))
        try await office.decide(second, [id, "--hold"]).succeed()
        try await office.rewrite(second).succeed()
        let held = try text(of: "\(office.workspace.exports)/payroll-monthly/2026-W42/r2/data/exceptions.csv")
        #expect(held.contains("blocker,paid-before,\(entry),") && held.contains("paid by \(first)"), "\(held)")
    }

    @Test("is paid again where a person wants that and says why", arguments: [true, false])
    func again(signed: Bool) async throws {
        let office = try await delivered(signed: signed)
        let paid = try office.paid()
        let run = "payroll-second/2026-10/r1"
        try await office.run("payroll-second", "2026-10").succeed()
        try await office.accept(run)
        try remove("\(office.inbox)/danlon-2026-10.csv")
        let again = ["--again", "--because", "The payroll program was set up anew"]
        if signed {
            for (person, more) in [("clerk", again), ("manager", [])] {
                try await office.command(["sign", run, "--by", person] + more).succeed()
            }
            let statement = try text(of: "\(office.workspace.path)/signoff/payroll-second/2026-10/r1.statement")
            #expect(statement.contains("\nagain: \(Self.month) "), "\(statement)")
            try await office.deliver(run).succeed()
        } else {
            try await office.deliver(run, again).succeed()
        }
        #expect(try office.paid() == paid)
        try await office.command(["verify", run]).succeed()
    }

    @Test("is corrected, and never whole again, where sign-off came after the delivery") func signedLater() async throws
    {
        let office = try await delivered(signed: false)
        let paid = try office.paid()
        for file in try FileManager.default.contentsOfDirectory(atPath: office.inbox) {
            try remove("\(office.inbox)/\(file)")
        }
        let pipeline = office.file("payroll-monthly")
        try write(try text(of: pipeline) + PaidMonth.rules, to: pipeline)
        let next = try await office.run("payroll-monthly", "2026-10", ["--revision", "next"]).run()
        #expect(next.status == .exited(3) && next.out.contains("nothing to correct"), "\(next)")
        #expect(try office.paid().isEmpty && !paid.isEmpty)
    }

    @Test("isn't taken back by what an older revision fetched") func older() async throws {
        let office = try await delivered(signed: false)
        let next = "payroll-monthly/2026-10/r2"
        try await office.decide(Self.month, ["--hold", "--employee", "1001"]).succeed()
        try await office.rewrite(Self.month).succeed()
        try await office.accept(next)
        try await office.deliver(next).succeed()
        let review = try await office.command(["review", Self.month]).run()
        #expect(review.out.contains("--from \(next)"), "\(review)")
        let refused = try await office.rewrite(Self.month).run()
        #expect(refused.status == .exited(64) && refused.err.contains("\(next) was delivered"), "\(refused)")
    }

    @Test("isn't delivered while findings are open, decisions are newer than its files, or the period isn't over")
    func notReady() async throws {
        let office = try PaidMonth(url: try await Sandbox.warning.value.url, signed: false)
        try await office.run("payroll-monthly", "2026-10").succeed()
        let id = try #require(try await office.finding("self-approved", in: Self.month))
        let open = try await office.deliver(Self.month).run()
        #expect(open.status == .exited(6) && open.err.contains(id), "\(open)")
        try await office.accept(Self.month)
        try await office.decide(Self.month, ["--hold", "--employee", "1001"]).succeed()
        let stale = try await office.deliver(Self.month).run()
        #expect(stale.status == .exited(6) && stale.err.contains("newest decisions"), "\(stale)")
        #expect(try office.paid().isEmpty)
        // A copy for the archive isn't pay.
        try await office.deliver(Self.month, ["--as", "bag"]).succeed()
        let day = try #require(
            try await Command(["date", "-u", "+%F"]).succeed().lines.first.map(String.init))
        let current = String(day.prefix(7))
        let run = "payroll-monthly/\(current)@\(day)/r1"
        try await office.run(
            "payroll-monthly", current, ["--open-period", "--set", "records.allow-empty=true"]
        ).succeed()
        let early = try await office.deliver(run).run()
        #expect(early.status == .exited(64) && early.err.contains("before it was over"), "\(early)")
    }

    @Test("a signature belongs to one preparation, and a decision after it stops the delivery") func preparation()
        async throws
    {
        let month = try await SignedMonth.copy()
        try await month.sign("--by", "clerk").succeed()
        let signature = try await month.signature(of: month.statement, by: "manager")
        try await month.sign("--by", "manager", "--signature", signature).succeed()
        try await month.sign("--withdraw", "--by", "manager", "--because", "The hours of Friday are wrong").succeed()
        try await month.sign("--by", "clerk").succeed()
        let old = try await month.sign("--by", "manager", "--signature", signature).run()
        #expect(old.status == .exited(64) && old.err.contains("proves nothing"), "\(old)")
        try await month.sign("--by", "manager", "--signature", month.signature(of: month.statement, by: "manager"))
            .succeed()
        try await month.hold("1001")
        let held = try await month.deliver("--to", month.importer, "--by", "clerk").run()
        #expect(held.status == .exited(6) && held.err.contains("newest decisions"), "\(held)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: month.importer).isEmpty)
    }
}
