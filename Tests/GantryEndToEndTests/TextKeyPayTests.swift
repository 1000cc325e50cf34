import Testing

/// Pay from a described system whose keys are texts, such as UUIDs.
@Suite("Hours with keys that are texts") struct TextKeyPayTests {
    private static let files = [
        "hours.csv", "payroll.csv", "exceptions.csv", "danlon.csv", "employees.csv", "workers.jsonl",
    ]

    /// Whether a text has a number of nineteen digits, as only the numbers have that stand for keys.
    private func showsNumbers(_ text: String) -> Bool {
        text.split { !$0.isASCII || !$0.isNumber }.contains { $0.count == 19 }
    }

    private func rows(_ pay: TrackedPay, _ revision: Int, _ name: String) throws -> [[String]] {
        Array(try SheetText.rows(text(of: pay.file(revision, name)), delimiter: ",").dropFirst())
    }

    @Test("go on from any instant, to the bytes of a run in other pages, and show the texts everywhere")
    func again() async throws {
        let (pay, whole) = (try await TrackedPay.withTextKeys(), try await TrackedPay.withTextKeys())
        try await pay.runKilled()
        #expect(try pay.lines(1) == TrackedPay.expectedOfKinds())
        try await whole.run().succeed()
        for name in Self.files {
            #expect(try text(of: pay.file(1, name)) == text(of: whole.file(1, name)), "\(name)")
            #expect(try !showsNumbers(text(of: pay.file(1, name))), "\(name)")
        }
        // The sums of numbers are those of entries, longer than one.
        let xml = try text(of: pay.file(1, "payroll.xml"))
        #expect(xml.contains("employeeId=\"007\"") && xml.contains("employeeId=\"=kim, 3\""))
        #expect(Set(try rows(pay, 1, "hours.csv").map { $0[2] }).count == 4)
        let held = try rows(pay, 1, "exceptions.csv").filter { $0[0] == "blocker" }
        #expect(
            Set(held.map { $0[1] }) == ["not-approved", "unknown-worker", "no-payroll-number", "unusable-rate"])
        #expect(try rows(pay, 1, "exceptions.csv").contains { $0[1] == "self-approved" && $0[5] == "approved by 007" })
        #expect(try text(of: pay.file(1, "workers.jsonl")).contains(#"{"employee_id":"007","#))
        try await pay.command(["verify", pay.name(1)]).succeed()
        for pay in [pay, whole] { pay.tracker.end() }
    }

    @Test("are decided by their texts, and stay what they are in later revisions and periods") func decided()
        async throws
    {
        let pay = try await TrackedPay.withTextKeys()
        try await pay.command(["run", "pay", "--period", "2026-09"]).succeed()
        try await pay.run().succeed()
        func review(_ revision: Int, _ more: [String]) -> Command {
            pay.command(["review", pay.name(revision)] + more)
        }
        let by = ["--by", "clerk", "--because", "In a dispute with them"]
        let shown = try await review(1, ["--json"]).run()
        #expect(!showsNumbers(shown.out) && shown.out.contains("\"employee\":\"007\""), "\(shown)")
        let entry = try #require(try rows(pay, 1, "hours.csv").map { $0[0] }.first { $0.count == 36 })
        let odd = try #require(try rows(pay, 1, "hours.csv").map { $0[0] }.first { $0.hasPrefix("'=") })
        // Of a slip nothing is held.
        let slip = String(entry.dropLast()) + (entry.hasSuffix("0") ? "1" : "0")
        let refused = try await review(1, ["--hold", "--entry", slip] + by).run()
        #expect(refused.err.contains("has no entry \(slip)") && refused.err.contains(entry), "\(refused)")
        let nobody = try await review(1, ["--hold", "--employee", "0007"] + by).run()
        #expect(nobody.status != .exited(0) && nobody.err.contains("007"), "\(nobody)")
        let result = try await review(
            1, ["--hold", "--entry", entry, "--entry", String(odd.dropFirst()), "--employee", "id:007"] + by
        ).run()
        #expect(result.out.contains("Employee 007 is Ærø #4") && !showsNumbers(result.out), "\(result)")
        let finding = try #require(try rows(pay, 1, "exceptions.csv").first { $0[1] == "not-approved" && $0[3] == "7" })
        try await review(1, [finding[7], "--hold"] + by).succeed()
        try await pay.command(["run", "pay", "--from", pay.name(1)]).succeed()
        let held = try rows(pay, 2, "exceptions.csv").filter { $0[1] == "held-by-decision" }
        #expect(Set(held.map { $0[2] }).isSuperset(of: [entry, odd]))
        #expect(held.allSatisfy { [entry, odd].contains($0[2]) || $0[3] == "007" || $0[2] == finding[2] }, "\(held)")
        #expect(try pay.lines(2).allSatisfy { !$0.hasPrefix("0104 ") })
        // Number 7 is another one.
        #expect(try pay.lines(2).contains { $0.hasPrefix("0101 ") })
        // Findings keep their ids where they are the same.
        let ids = Set(try rows(pay, 1, "exceptions.csv").map { $0[7] })
        #expect(try rows(pay, 2, "exceptions.csv").allSatisfy { $0[1] == "held-by-decision" || ids.contains($0[7]) })
        let again = try await review(2, []).run()
        #expect(!showsNumbers(again.out) && again.out.contains("entry \(entry)"), "\(again)")
        try await pay.command(["verify", pay.name(2)]).succeed()
        // The period is compared with the one before, by the same people.
        #expect(
            shown.out.contains(#""base":"pay/2026-09/r1""#) && shown.out.contains(#""rule":"big-change""#), "\(shown)")
        #expect(!shown.out.contains("new-worker") && !shown.out.contains("nobody-home"), "\(shown)")
        pay.tracker.end()
    }

    @Test("are signed, and corrected by what was approved late") func corrected() async throws {
        let pay = try await TrackedPay.withTextKeys("late")
        try await pay.run().succeed()
        try await pay.command(
            [
                "review", pay.name(1), "--accept", "--all-of", "self-approved", "--by", "clerk", "--because",
                "There was nobody else",
            ]
        ).succeed()
        try await pay.command(["run", "pay", "--from", pay.name(1)]).succeed()
        let unsigned = try await pay.command(["sign", pay.name(1), "--by", "clerk"]).run()
        #expect(!showsNumbers(unsigned.err), "\(unsigned)")
        try await pay.signBoth(2)
        try await pay.deliver(2).succeed()
        try pay.tracker.endFault()
        let run = try await pay.run(["--revision", "next", "--because", "Approvals after the closing"]).succeed()
        #expect(run.out.contains("A correction of pay/2026-10/r2") && !showsNumbers(run.out), "\(run)")
        #expect(try pay.lines(3) == TrackedPay.expectedOfKinds(isLate: true))
        let changes = try text(of: pay.file(3, "entry-changes.csv"))
        #expect(changes.contains(",late,") && changes.contains(",rate-changed,") && !showsNumbers(changes))
        let late = try rows(pay, 3, "entry-changes.csv").filter { $0[8] == "late" }.map { $0[1] }
        #expect(Set(late).isSubset(of: try rows(pay, 3, "hours.csv").map { $0[0] }), "\(late)")
        try await pay.command(["verify", pay.name(3)]).succeed()
        let review = try await pay.command(["review", pay.name(3), "--json"]).run()
        #expect(!showsNumbers(review.out), "\(review)")
        pay.tracker.end()
    }

    @Test("are paid from times, and under their own keys where the pipeline says so") func own() async throws {
        let pay = try await TrackedPay.withTextKeys(hours: TrackedPay.ofTimes, number: "employeeId")
        try await pay.run().succeed()
        let numbers = Set(try pay.lines(1).map { String($0.prefix { $0 != " " }) })
        #expect(numbers.isSuperset(of: ["7", "007"]) && !numbers.contains { $0.contains("kim") })
        // A key that payroll can't take holds its entries.
        let held = try rows(pay, 1, "exceptions.csv").filter { $0[1] == "no-payroll-number" }
        #expect(!held.isEmpty && held.allSatisfy { $0[3] == "'=kim, 3" }, "\(held)")
        try await pay.command(["verify", pay.name(1)]).succeed()
        pay.tracker.end()
    }
}
