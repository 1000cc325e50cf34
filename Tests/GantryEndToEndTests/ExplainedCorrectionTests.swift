import FoundationEssentials
import Testing

/// Whatever makes a correction pay differently is a finding that somebody accepts.
@Suite("The causes of a corrected month") struct ExplainedCorrectionTests {
    private static let run = OfficeMonth.run
    private static let next = OfficeMonth.run.replacing("/r1", with: "/r2")

    /// A delivered month of an office that has a list of employees and pays sick hours; worker 1003 has no rate.
    private func delivered() async throws -> OfficeMonth {
        var office = try await OfficeMonth.start()
        let pipeline = office.folder.file("workspace/Pipelines/payroll-monthly.yaml")
        try write(
            try text(of: pipeline)
                .replacing(
                    "  currency: DKK\n", with: "  currency: DKK\n  employees: employees.csv\n  salaried: lines\n"
                )
                .replacing("not-paid: [leave.SICK, ", with: "not-paid: [")
                .replacing(
                    "    - { code: \"2000\"",
                    with:
                        "    - { code: \"2100\", title: Sick, leave: SICK, unit: hours, hours-a-day: 7.40, rate: worker.hourly_rate }\n    - { code: \"2000\""
                )
                .replacing("\"2000\": \"31\"", with: "\"2000\": \"31\", \"2100\": \"32\""), to: pipeline)
        // Other rates make two rows of one code, which the layout takes where the vendor says so.
        try FileManager.default.createDirectory(
            atPath: office.folder.file("workspace/Profiles"), withIntermediateDirectories: false)
        try write(
            try text(of: Product.root + "/Profiles/danlon.yaml") + "rows-of-one-code: adds\n",
            to: office.folder.file("workspace/Profiles/danlon.yaml"))
        try employees(["11,hours", "12,hours", "13,hours"], of: office)
        office = try await office.serving([("workers.json", "272.1", "null")])
        try await go(office, "run payroll-monthly --period 2026-10")
        try await office.accept(Self.run)
        try await sign(office, 1)
        try await go(office, "deliver \(Self.run) --to danlon/ --by clerk")
        return office
    }

    private func employees(_ cells: [String], of office: OfficeMonth) throws {
        let rows = zip(1001..., cells).map { "\($0),\($1)\n" }.joined()
        try write(
            "employee_id,payroll_number,paid_by\n" + rows, to: office.folder.file("workspace/employees.csv"))
    }

    private func go(_ office: OfficeMonth, _ line: String, exit status: Int32 = 0) async throws {
        let ending = try await office.gantry(line)
        #expect(ending.status == .exited(status), "\(line): \(ending)")
    }

    private func sign(_ office: OfficeMonth, _ revision: Int) async throws {
        let run = "payroll-monthly/2026-10/r\(revision)"
        try await go(office, "sign \(run) --by clerk")
        try await office.sign(revision)
        try await go(office, "sign \(run) --by manager --signature r\(revision).statement.sig")
    }

    /// The office later: a rate where none was, another rate, another name, longer vacation, sick days, another payroll
    /// number and a salary.
    private func later(_ office: OfficeMonth) async throws -> OfficeMonth {
        try employees(["11,hours", "22,hours", "13,salary"], of: office)
        let leave = try text(of: office.folder.file("records/ksr-cranes/leave-requests.json"))
        let request = try #require(leave.split(separator: "\n").dropFirst().first).description
        let sick = request.replacing("80003", with: "80004").replacing("1003", with: "1001")
            .replacing("VACATION", with: "SICK").replacing("2026-10-08T", with: "2026-10-19T")
            .replacing("2026-10-09T", with: "2026-10-23T").replacing("\"total_days\":2", with: "\"total_days\":5")
        let longer = request.replacing("2026-10-09T", with: "2026-10-12T")
            .replacing("\"total_days\":2", with: "\"total_days\":3")
        return try await office.serving([
            ("workers.json", "\"hourly_rate\":null", "\"hourly_rate\":9999"), ("workers.json", "236.5", "250"),
            ("workers.json", "Kranfører 1001", "Kranfører A"), ("leave-requests.json", request, "\(longer),\n\(sick)"),
        ])
    }

    private func causes(_ office: OfficeMonth, _ revision: Int) throws -> Set<String> {
        let data = office.folder.file("workspace/exports/payroll-monthly/2026-10/r\(revision)/data")
        #expect(try ExplainedLines.causes(data) == ExplainedLines.differences(data))
        #expect(try !ExplainedLines.differences(data).isEmpty)
        return Set(
            try ExplainedLines.rows("\(data)/entry-changes.csv").map { row in
                ["rule", "employee_id", "field", "paid"].map { row[$0] ?? "" }.joined(separator: " ")
            })
    }

    @Test("are each accepted before it is signed, whatever they are of") func everyCause() async throws {
        let office = try await later(delivered())
        try await go(office, "run payroll-monthly --period 2026-10 --revision next --because \"Found by the auditor\"")
        #expect(
            try causes(office, 2) == [
                "rate-new 1003 hourly_rate new", "leave-changed 1001 leave new", "leave-changed 1003 leave new",
                "rate-changed 1002 hourly_rate old", "employee-differs 1001 name old",
                "employee-differs 1002 payroll_number old", "employee-differs 1003 paid_by old",
            ])
        let review = try await office.gantry("review \(Self.next)")
        #expect(review.status == .exited(6) && review.out.contains("hourly_rate none → 9999.00"), "\(review)")
        #expect(review.out.contains("payroll_number 22 now") && review.out.contains("paid_by salary now"), "\(review)")
        try await go(office, "sign \(Self.next) --by clerk", exit: 6)
        let json = try await office.gantry("review \(Self.next) --json")
        #expect(json.out.contains("\"causes\":[{") && json.out.contains("\"effects\":[{"), "\(json)")
        let verified = try await office.gantry("verify \(Self.next)")
        #expect(
            verified.status == .exited(0)
                && verified.out.contains("the causes add up to the differences of all lines in data/changes.csv"),
            "\(verified)")
        try await office.accept(Self.next)
        try await go(office, "review \(Self.next)")
        try await sign(office, 2)
    }

    @Test("include the settings, rates and employees of today where those pay") func newSettings() async throws {
        let office = try await later(delivered())
        try await go(
            office,
            "run payroll-monthly --period 2026-10 --revision next --because \"Found by the auditor\" --settings now "
                + "--set pay.units-decimals=1 --set pay.codes[2].rate-factor=3 --set outputs[2].finer=round")
        let found = try causes(office, 2)
        #expect(
            found.isSuperset(of: [
                "settings-changed  pay.units-decimals new", "settings-changed  pay.codes 1120 new",
                "settings-changed  outputs.danlon.csv.finer new",
                "rate-changed 1002 hourly_rate new", "leave-changed 1001 leave new",
                "employee-differs 1001 name new", "employee-differs 1002 payroll_number new",
                "employee-differs 1003 paid_by new",
            ]) && !found.contains { $0.hasPrefix("line-differs") || $0.hasSuffix(" old") }, "\(found.sorted())")
        try await go(office, "sign \(Self.next) --by clerk", exit: 6)
        try await office.accept(Self.next)
        try await sign(office, 2)
    }

    @Test("that are wrong by a hundredth are found by verify") func altered() async throws {
        let office = try await later(delivered())
        try await go(office, "run payroll-monthly --period 2026-10 --revision next --because \"Found by the auditor\"")
        let altered = try AlteredExport(of: office.folder.file("workspace/exports/\(Self.next)"))
        let list = "data/entry-changes.csv"
        let rows = try ExplainedLines.rows(altered.path + "/" + list)
        let amount = try #require(rows.compactMap { $0["amount"] }.first { !$0.isEmpty })
        try altered.change(list) {
            $0.replacing(amount, with: String(amount.dropLast()) + (amount.hasSuffix("1") ? "2" : "1"))
        }
        let verified = try await altered.verified()
        #expect(verified.status == .exited(4) && verified.out.contains("its causes add up to"), "\(verified)")
    }
}
