import Testing

/// Folders whose digests are right, whose figures agree with each other, and which don't follow their own pipeline file.
@Suite("A payroll export") struct VerifyRulesTests {
    private static let payroll = Once { () async throws -> Workspace in
        let workspace = try Workspace("rules")
        try await Job.sample().command(workspace.path).succeed()
        return workspace
    }

    /// What is changed in the sample payroll, and what `verify` must say of which file.
    private static let changes: [(what: String, file: String, names: [String], change: @Sendable (String) -> String)] =
        [
            (
                "a warning that would be a blocker", "data/pipeline.yaml",
                ["data/exceptions.csv", "its severity is warning, expected blocker"],
                { $0.replacing("looks-double: warning", with: "looks-double: blocker") }
            ),
            (
                "a blocker that would be a warning", "data/pipeline.yaml",
                ["not-approved", "its severity is blocker, expected warning", "counts.exported"],
                { $0.replacing("not-approved: blocker", with: "not-approved: warning") }
            ),
            (
                "a rule that would be off", "data/pipeline.yaml", ["looks-double", "find nothing like it"],
                { $0.replacing("looks-double: warning", with: "looks-double: off") }
            ),
            (
                "other limits of a day", "data/pipeline.yaml", ["hours-per-day"],
                { $0.replacing("warning: 13", with: "warning: 9") }
            ),
            (
                "another factor", "data/pipeline.yaml",
                ["pay_codes[0].rate_factor is 1.00, expected 1.50", "data/payroll.csv", "data/payroll.xml"],
                { $0.replacing("rate: worker.hourly_rate", with: "rate: worker.hourly_rate\n    rate-factor: 1.5") }
            ),
            (
                "another rounding", "data/pipeline.yaml", ["rounding is half-up, expected half-even"],
                { $0.replacing("rounding: half-up", with: "rounding: half-even") }
            ),
            (
                "another currency", "data/pipeline.yaml", ["currency is DKK, expected EUR"],
                { $0.replacing("currency: DKK", with: "currency: EUR") }
            ),
            (
                "another title", "data/pipeline.yaml", ["pay_codes[1].title"],
                { $0.replacing("title: Overtime", with: "title: Extra") }
            ),
            (
                "another pipeline", "data/pipeline.yaml", ["it is the pipeline payroll-other"],
                { $0.replacing("pipeline: payroll-monthly", with: "pipeline: payroll-other") }
            ),
            (
                "a mistake", "data/pipeline.yaml", ["data/pipeline.yaml"],
                { $0.replacing("hours: normalHours", with: "hours: normalHour") }
            ),
            (
                "a list of exceptions without a row", "data/exceptions.csv",
                ["it has no row for looks-double"],
                { text in
                    var rows = text.split(separator: "\r\n", omittingEmptySubsequences: false)
                    rows.remove(at: rows.firstIndex { $0.contains("looks-double") } ?? 0)
                    return rows.joined(separator: "\r\n")
                }
            ),
            (
                "an exception of another employee", "data/exceptions.csv",
                ["row 2", "find nothing like it", "it has no row for not-approved of entry 100009, employee 1009"],
                { $0.replacing("not-approved,100009,1009,", with: "not-approved,100009,1010,") }
            ),
            (
                "an exception with other words", "data/exceptions.csv", ["its found is", "expected SUBMITTED"],
                { $0.replacing(",SUBMITTED,", with: ",DRAFT,", maxReplacements: 1) }
            ),
        ]

    @Test("that doesn't follow the pipeline file beside it is told apart", arguments: changes.indices)
    func terms(index: Int) async throws {
        let (what, file, names, change) = Self.changes[index]
        let altered = try AlteredExport(of: try await Self.payroll.value.published)
        try altered.change(file, change)
        let ending = try await altered.verified()
        #expect(ending.status == .exited(4), "\(what): \(ending)")
        for name in names { #expect(ending.out.contains(name), "\(what): \(ending)") }
    }

    @Test("that pays an entry which was never approved is told apart, though no exception is listed")
    func unapproved() async throws {
        let altered = try AlteredExport(of: try await Self.payroll.value.published)
        let script = """
            set -e; cd "$1"
            zstd -dqc work-entries.jsonl.zst | sed '3s/"status":"APPROVED"/"status":"DRAFT"/' > changed
            if zstd -dqc work-entries.jsonl.zst | cmp -s - changed; then exit 1; fi
            zstd -qf changed -o work-entries.jsonl.zst; rm changed
            """
        try await Command(["bash", "-c", script, "bash", altered.path + "/data"]).succeed()
        let ending = try await altered.verified()
        #expect(
            ending.status == .exited(4) && ending.out.contains("it has no row for not-approved of entry 100003")
                && ending.out.contains("data/payroll.xml"), "\(ending)")
    }

    @Test("proves its findings, and says by what") func proven() async throws {
        let ending = try await AlteredExport(of: try await Self.payroll.value.published).verified()
        #expect(
            ending.status == .exited(0)
                && ending.out.contains(
                    "findings are what the rules of data/pipeline.yaml find in data/work-entries.jsonl.zst"
                ), "\(ending)")
        #expect(!ending.out.contains("exceptions["), "every count is compared: \(ending)")
    }
}
