import FoundationEssentials
import Testing

/// What `review` and `diff` say of two periods of one pipeline.
@Suite("Pay of two periods") struct PayVarianceTests {
    private static let first = "payroll-fortnight/2026-W41/r1"
    private static let rules = "\nsign-off:\n  prepare: [clerk]\n  approve: [boss]\n  proof: declared\n"
    private static let second = "payroll-fortnight/2026-W42/r1"

    private func week(_ name: String) async throws -> Job {
        var job = try await Job.sample()
        job.pipeline = Product.root + "/Pipelines/payroll-fortnight.yaml"
        job.options = ["--period", name]
        return job
    }

    private func publish(_ name: String, by pipeline: String, in workspace: Workspace) async throws {
        var job = try await week(name)
        job.pipeline = pipeline
        let ending = try await job.command(workspace.path).run()
        ending.expect(exit: 0)
    }

    /// Publishes the first week without an employee, then the second with everybody.
    private func weeks(_ workspace: Workspace, without employee: String) async throws {
        #expect(try await week("2026-W41").command(workspace.path).run().status == .exited(0))
        let held = try await workspace.gantry([
            "review", Self.first, "--hold", "--employee", employee, "--by", "clerk", "--because",
            "Disputed by the customer.",
        ])
        held.expect(exit: 0)
        let rewritten = try await workspace.gantry([
            "run", Product.root + "/Pipelines/payroll-fortnight.yaml", "--from", Self.first, "--config",
            workspace.path + ".yaml",
        ])
        rewritten.expect(exit: 0)
        #expect(try await week("2026-W42").command(workspace.path).run().status == .exited(0))
    }

    /// The words of a line of a review about an employee and a rule.
    private func finding(_ rule: String, of employee: String, in review: Ending) -> [String]? {
        review.lines.map { $0.split(separator: " ").map(String.init) }
            .first { $0.count > 3 && $0[2] == rule && $0[3] == employee }
    }

    @Test("notes who has pay only now: nobody has to accept it, and nobody can")
    func noted() async throws {
        let workspace = try Workspace("noted")
        try await weeks(workspace, without: "1003")
        let review = try await workspace.gantry(["review", Self.second])
        #expect(
            review.out.contains("Compared with payroll-fortnight/2026-W41/r2, which nobody has signed."), "\(review)")
        let new = try #require(finding("new-worker", of: "1003", in: review), "\(review)")
        #expect(new[1] == "info" && new.last == "noted")
        let accepted = try await workspace.gantry([
            "review", Self.second, new[0], "--accept", "--by", "clerk", "--because", "He was ill the week before.",
        ])
        #expect(accepted.status == .exited(64) && accepted.err.contains("is only information"), "\(accepted)")
    }

    @Test("compares with runs of the same server only, and diff says what differs between two")
    func sources() async throws {
        let workspace = try Workspace("two-servers")
        var other = Job("other", try await Sandbox.plain.value)
        other.pipeline = Product.root + "/Pipelines/payroll-fortnight.yaml"
        other.options = ["--period", "2026-W41"]
        #expect(try await other.command(workspace.path).run().status == .exited(0))
        let config = workspace.path + ".yaml"
        try write(text(of: config).replacing(other.url, with: try await Sandbox.sample.value.url), to: config)
        #expect(try await week("2026-W42").command(workspace.path).run().status == .exited(0))
        let review = try await workspace.gantry(["review", Self.second])
        #expect(review.out.contains("There is no period before it to compare with."), "\(review)")
        let difference = try await workspace.gantry(["diff", Self.first, Self.second])
        #expect(
            difference.status == .exited(0)
                && difference.out.contains("They come from different sources: address: \(other.url)"), "\(difference)")
    }

    @Test(
        "reads no file that changed after it was published",
        arguments: ["payroll.xml", "exceptions.csv", "totals.json"])
    func changed(file: String) async throws {
        let workspace = try Workspace("changed-base")
        #expect(try await week("2026-W41").command(workspace.path).run().status == .exited(0))
        let path = workspace.exports + "/" + Self.first + "/data/" + file
        try write(text(of: path) + "\n", to: path)
        // Pay doesn't depend on what it is compared with.
        #expect(try await week("2026-W42").command(workspace.path).run().status == .exited(0))
        #expect(!exists(workspace.exports + "/" + Self.second + "/data/variance.csv"))
        let review = try await workspace.gantry(["review", Self.second])
        #expect(
            review.out.contains(
                "Not compared with \(Self.first), the period before it: that run is withdrawn, or its folder is missing or changed."
            ),
            "\(review)")
        let refused = try await workspace.gantry(["diff", Self.first, Self.second])
        #expect(
            refused.status != .exited(0) && refused.err.contains("\(Self.first) changed after it was published"),
            "\(refused)")
    }

    @Test("warns of a rate that is another one than in the period before, with the hours that it prices")
    func changedRate() async throws {
        let workspace = try Workspace("changed-rate")
        let raised = try await Sandbox([
            "--fault", "workers:after=1:times=always:record=raw:index=1:field=hourly_rate:value=240",
        ])
        var job = Job("raised", raised)
        job.pipeline = Product.root + "/Pipelines/payroll-fortnight.yaml"
        for week in ["2026-W41", "2026-W42"] {
            job.options = ["--period", week]
            #expect(try await job.command(workspace.path).run().status == .exited(0))
        }
        let review = try await workspace.gantry(["review", Self.second])
        let changed = try #require(finding("rate-changed", of: "1002", in: review), "\(review)")
        #expect(changed[1] == "warning" && changed.last == "open", "\(review)")
        #expect(review.out.contains("hourly_rate 236.50 → 240.00"), "\(review)")
        let changes = review.lines.filter { $0.contains("rate-changed") }
        #expect(changes.count == 1, "\(review)")
        #expect(review.out.contains("Rates as of 20"), "\(review)")
        // It is the same after the files are written again, and accepted for good.
        let accepted = try await workspace.gantry([
            "review", Self.second, changed[0], "--accept", "--by", "clerk", "--because", "The raise of November.",
        ])
        #expect(accepted.status == .exited(0) || accepted.status == .exited(6), "\(accepted)")
        let rewritten = try await workspace.gantry([
            "run", job.pipeline, "--from", Self.second, "--config", workspace.path + ".yaml",
        ])
        rewritten.expect(exit: 0)
        let again = try await workspace.gantry(["review", Self.second.replacing("/r1", with: "/r2")])
        #expect(finding("rate-changed", of: "1002", in: again)?.last == "accepted", "\(again)")
        func asOf(_ revision: Int) throws -> Substring? {
            let run = Self.second.replacing("/r1", with: "/r\(revision)")
            return try text(of: "\(workspace.exports)/\(run)/data/totals.json").split(separator: "\n")
                .first { $0.contains("rates_as_of") }
        }
        #expect(try asOf(1) != nil && asOf(1) == asOf(2))
    }

    /// The cells of variance.csv by payroll number and pay code.
    private func variance(_ workspace: Workspace, _ run: String) throws -> [String: [String]] {
        let rows = SheetText.rows(
            try text(of: workspace.exports + "/" + run + "/data/variance.csv"), delimiter: ",")
        #expect(
            rows.first?.joined(separator: ",")
                == "payroll_number,name,pay_code,before,now,difference,share,amount_before,amount_now,amount_difference,amount_share,flag,employee_id,number_before"
        )
        return Dictionary(rows.dropFirst().map { ("\($0[0])/\($0[2])", $0) }) { $1 }
    }

    /// That the list by employee has the sums of the rows, all of whose pay codes are paid by the hour.
    private func expectSums(_ text: String, of rows: [String: [String]]) throws {
        let employees = SheetText.rows(text, delimiter: ",")
        #expect(
            employees.first?.joined(separator: ",")
                == "payroll_number,name,hours_before,hours_now,hours_difference,amount_before,amount_now,amount_difference,flag,employee_id,number_before"
        )
        #expect(Set(employees.dropFirst().map { $0[0] }) == Set(rows.values.map { $0[0] }))
        for employee in employees.dropFirst() {
            let own = rows.values.filter { $0[0] == employee[0] }
            func sum(_ cell: Int) -> Int { own.reduce(0) { $0 + (hundredths($1[cell]) ?? 0) } }
            #expect((hundredths(employee[2]) ?? 0, hundredths(employee[3]) ?? 0) == (sum(3), sum(4)), "\(employee)")
            #expect(hundredths(employee[4]) == sum(5), "\(employee)")
            if !employee[7].isEmpty { #expect(hundredths(employee[7]) == sum(9), "\(employee)") }
            #expect((employee[8] == "new") == own.contains { $0[11] == "new" }, "\(employee)")
        }
    }

    /// That totals.json has the figures of another run as those of the period before.
    private func expectBefore(_ workspace: Workspace, of run: String, is other: String) throws {
        let (now, then) = (try totals(workspace, run), try totals(workspace, other))
        let before = try #require(now.before)
        #expect(before.run == other && before.employees == then.employees && before.new == 1 && before.gone == 0)
        let differences = before.pay_codes.map { ($0.code, $0.units_difference) }
        #expect(differences.map(\.0) == now.pay_codes.map(\.code))
        for code in before.pay_codes {
            let (old, new) = (
                then.pay_codes.first { $0.code == code.code }, now.pay_codes.first { $0.code == code.code }
            )
            #expect(code.units == old?.units)
            #expect(
                hundredths(code.units_difference ?? "")
                    == (hundredths(new?.units ?? "") ?? 0) - (hundredths(code.units) ?? 0))
        }
    }

    private func totals(_ workspace: Workspace, _ run: String) throws -> Totals {
        try JSONDecoder().decode(
            Totals.self, from: Data(text(of: workspace.exports + "/" + run + "/data/totals.json").utf8))
    }

    private struct Totals: Decodable {
        struct Code: Decodable {
            let code: String
            let units: String
            let units_difference: String?
        }
        struct Before: Decodable {
            let run: String
            let employees: Int
            let scaled: [String: Int]?
            let hours: String?
            let new: Int
            let gone: Int
            let pay_codes: [Code]
        }
        let employees: Int
        let pay_codes: [Code]
        let before: Before?
    }

    /// `1234.50` in hundredths.
    private func hundredths(_ text: String) -> Int? { text.isEmpty ? nil : Int(text.filter { $0 != "." }) }

    @Test("compares each employee and pay code with the period before, the same after the files are written again")
    func table() async throws {
        let workspace = try Workspace("variance")
        try await weeks(workspace, without: "1003")
        let rows = try variance(workspace, Self.second)
        func pay(_ run: String) throws -> [String: Int] {
            let lines = try text(of: workspace.exports + "/" + run + "/data/payroll.csv").split(separator: "\r\n")
            return Dictionary(
                lines.dropFirst().map { line in
                    let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                    return ("\(cells[0])/\(cells[2])", hundredths(String(cells[3].filter { $0 != "." })) ?? 0)
                }
            ) { $1 }
        }
        let (before, now) = (try pay("payroll-fortnight/2026-W41/r2"), try pay(Self.second))
        #expect(Set(rows.keys) == Set(before.keys).union(now.keys) && rows.count > 50)
        var flags: Set<String> = []
        for (key, cells) in rows {
            let (old, new) = (before[key], now[key])
            #expect(hundredths(cells[3]) == old && hundredths(cells[4]) == new, "\(cells)")
            let difference = (new ?? 0) - (old ?? 0)
            #expect(hundredths(cells[5]) == difference, "\(cells)")
            let number = String(key.prefix { $0 != "/" })
            func has(_ lines: [String: Int]) -> Bool { lines.keys.contains { $0.hasPrefix(number + "/") } }
            let (oldPay, newPay) = (hundredths(cells[7]), hundredths(cells[8]))
            let more = (newPay ?? 0) - (oldPay ?? 0)
            #expect(hundredths(cells[9]) == (oldPay == nil && newPay == nil ? nil : more), "\(cells)")
            let isPaidOtherwise =
                abs(more) * 4 >= oldPay ?? 0 && abs(more) * (old ?? 0) >= 800 * (oldPay ?? 0) && oldPay ?? 0 > 0
                && newPay != nil
            let isBig = abs(difference) >= 800 && abs(difference) * 4 >= old ?? 0 || isPaidOtherwise
            let flag = !has(before) ? "new" : !has(now) ? "gone" : isBig ? "big" : ""
            #expect(cells[11] == flag, "\(cells)")
            flags.insert(flag)
        }
        #expect(flags.contains("new") && rows["1003/1000"]?[11] == "new")
        try expectBefore(workspace, of: Self.second, is: "payroll-fortnight/2026-W41/r2")
        let employees = try text(of: workspace.exports + "/" + Self.second + "/data/variance-employees.csv")
        try expectSums(employees, of: rows)
        let verified = try await workspace.gantry(["verify", Self.second])
        #expect(verified.status == .exited(0) && verified.out.contains("payroll-fortnight/2026-W41/r2"), "\(verified)")

        func rewrite(_ run: String) async throws {
            let ending = try await workspace.gantry([
                "run", Product.root + "/Pipelines/payroll-fortnight.yaml", "--from", run, "--config",
                workspace.path + ".yaml",
            ])
            ending.expect(exit: 0)
        }
        try await rewrite(Self.second)
        let second = Self.second.replacing("/r1", with: "/r2")
        #expect(try variance(workspace, second) == rows)
        try expectBefore(workspace, of: second, is: "payroll-fortnight/2026-W41/r2")
        #expect(try text(of: workspace.exports + "/" + second + "/data/variance-employees.csv") == employees)
        #expect(try await workspace.gantry(["verify", second]).status == .exited(0))

        // Nothing was delivered: a newer revision of the base takes its place, also before the files say so.
        let released = try await workspace.gantry([
            "review", Self.first, "--withdraw", "--employee", "1003", "--by", "clerk", "--because",
            "The customer has agreed.",
        ])
        released.expect(exit: 0)
        try await rewrite("payroll-fortnight/2026-W41/r2")
        let review = try await workspace.gantry(["review", second])
        #expect(review.out.contains("Compared with payroll-fortnight/2026-W41/r3"), "\(review)")
        #expect(finding("new-worker", of: "1003", in: review) == nil, "\(review)")
        try await rewrite(second)
        let third = Self.second.replacing("/r1", with: "/r3")
        #expect(try totals(workspace, third).before?.run == "payroll-fortnight/2026-W41/r3")
        #expect(try variance(workspace, third)["1003/1000"]?[11] != "new")
        #expect(try await workspace.gantry(["verify", third]).status == .exited(0))
    }

    @Test("states what was paid before as it was published, where the comparison is scaled to a longer period")
    func scaled() async throws {
        let workspace = try Workspace("scaled")
        for name in ["2026-W41", "2026-W42-W43"] {
            #expect(try await week(name).command(workspace.path).run().status == .exited(0))
        }
        let run = "payroll-fortnight/2026-W42-W43/r1"
        let (now, then) = (try totals(workspace, run), try totals(workspace, Self.first))
        let before = try #require(now.before)
        #expect(before.scaled == ["from": 5, "to": 10] && before.employees == then.employees)
        #expect(before.pay_codes.map(\.units) == then.pay_codes.map(\.units))
        let rows = try variance(workspace, run).values
        let hours = rows.reduce(0) { $0 + (hundredths($1[3]) ?? 0) }
        #expect(hours > (hundredths(before.hours ?? "") ?? 0) * 3 / 2, "\(hours)")
        let verified = try await workspace.gantry(["verify", run])
        #expect(
            verified.status == .exited(0) && verified.out.contains("what \(Self.first) paid of each pay code"),
            "\(verified)")
    }

    @Test("is told apart by verify when a figure or a flag of the comparison changes")
    func altered() async throws {
        let workspace = try Workspace("altered-variance")
        try await weeks(workspace, without: "1003")
        let folder = workspace.exports + "/" + Self.second
        for file in ["variance.csv", "variance-employees.csv"] {
            for (old, new) in [(",new,", ",,"), ("1003,", "1004,"), (",1003,\r\n", ",1004,\r\n")] {
                let altered = try AlteredExport(of: folder)
                try altered.change("data/" + file) { $0.replacing(old, with: new, maxReplacements: 1) }
                let ending = try await altered.verified()
                #expect(ending.status == .exited(4) && ending.out.contains("data/\(file)"), "\(ending)")
            }
        }
        // And a figure of the period before, of which the list of variances is scaled to nothing here.
        let totals = try text(of: folder + "/data/totals.json")
        let before = AlteredFigure.all(of: totals).filter { $0.path.hasPrefix("before.") }
        #expect(before.count > 15, "\(before.map(\.path))")
        for figure in before {
            let altered = try AlteredExport(of: folder)
            try write(figure.document, to: altered.path + "/data/totals.json")
            let ending = try await altered.verified()
            #expect(ending.status == .exited(4) && ending.out.contains("before."), "\(figure.path): \(ending)")
        }
    }

    @Test("compares with the newest signed run of the period before, although a newer revision is published")
    func signed() async throws {
        let workspace = try Workspace("signed-base")
        let folder = try TestFolder("signed-base")
        let pipeline = folder.file("payroll-fortnight.yaml")
        try write(text(of: Product.root + "/Pipelines/payroll-fortnight.yaml") + Self.rules, to: pipeline)
        try await publish("2026-W41", by: pipeline, in: workspace)
        let config = workspace.path + ".yaml"
        try write(text(of: config) + "people:\n  clerk: { name: Clerk }\n  boss: { name: Boss }\n", to: config)
        let options = ["--pipeline", pipeline, "--config", config]
        let review = try await workspace.gantry(["review", Self.first])
        let cells: [[Substring]] = review.lines.map { $0.split(separator: " ") }
        let warnings = cells.filter { $0.count > 2 && $0[1] == "warning" }.map { String($0[0]) }
        let accepted = try await workspace.gantry(
            ["review", Self.first] + warnings
                + ["--accept", "--by", "clerk", "--because", "Seen in the crane log.", "--config", config])
        accepted.expect(exit: 0)
        for person in ["clerk", "boss"] {
            let ending = try await workspace.gantry(["sign", Self.first, "--by", person] + options)
            ending.expect(exit: 0)
        }
        let rewritten = try await workspace.gantry([
            "run", pipeline, "--from", Self.first, "--because", "To be newer than the signed one", "--config", config,
        ])
        rewritten.expect(exit: 0)
        try await publish("2026-W42", by: pipeline, in: workspace)
        let second = try await workspace.gantry(["review", Self.second])
        #expect(second.out.contains("Compared with payroll-fortnight/2026-W41/r1.\n"), "\(second)")
        let totals = try text(of: workspace.exports + "/" + Self.second + "/data/totals.json")
        #expect(totals.contains("\"base_signed\": true"))
    }

    @Test("isn't signed by a comparison with a run whose folder is gone, until that is back or the files have none")
    func lostBase() async throws {
        let workspace = try Workspace("lost-base")
        let folder = try TestFolder("lost-base")
        let pipeline = folder.file("payroll-fortnight.yaml")
        try write(text(of: Product.root + "/Pipelines/payroll-fortnight.yaml") + Self.rules, to: pipeline)
        for name in ["2026-W41", "2026-W42"] { try await publish(name, by: pipeline, in: workspace) }
        let config = workspace.path + ".yaml"
        try write(text(of: config) + "people:\n  clerk: { name: Clerk }\n  boss: { name: Boss }\n", to: config)
        let base = "\(workspace.exports)/\(Self.first)"
        try FileManager.default.moveItem(atPath: base, toPath: folder.file("away"))
        func isUnproven(_ run: String) async throws -> Bool {
            let review = try await workspace.gantry(["review", run])
            let options = ["--by", "clerk", "--pipeline", pipeline, "--config", config]
            let signing = try await workspace.gantry(["sign", run] + options)
            let isRefused = signing.err.contains("since \(Self.first) is withdrawn or its folder is missing or changed")
            #expect(isRefused == review.out.contains("the files have a comparison that nothing proves"), "\(review)")
            #expect(!isRefused || signing.status == .exited(6), "\(signing)")
            return isRefused
        }
        #expect(try await isUnproven(Self.second))
        try FileManager.default.moveItem(atPath: folder.file("away"), toPath: base)
        #expect(try await !isUnproven(Self.second))
        try remove(base)
        let rewritten = try await workspace.gantry([
            "run", pipeline, "--from", Self.second, "--because", "The week before is lost", "--config", config,
        ])
        rewritten.expect(exit: 0)
        let second = Self.second.replacing("/r1", with: "/r2")
        #expect(!exists("\(workspace.exports)/\(second)/data/variance.csv"))
        #expect(try await !isUnproven(second))
    }
}
