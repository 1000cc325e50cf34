import FoundationEssentials
import Testing

/// December 2025 with Christmas: Wednesday 24 is half free, Thursday 25 and Friday 26 are holidays.
@Suite("A month with public holidays") struct HolidayMonthTests {
    private static let month = "payroll/2025-12/r1"
    private static let fortnight = "payroll/2025-W51-W52"

    /// An office that pays holidays by the hour.
    private struct Office {
        let workspace: Workspace
        let sandbox: Sandbox

        init() async throws {
            workspace = try Workspace("holidays")
            let records = workspace.folder.file("records/ksr-cranes")
            let files = FileManager.default
            try files.createDirectory(atPath: workspace.folder.file("records"), withIntermediateDirectories: true)
            try files.copyItem(atPath: Product.root + "/Samples/ksr-cranes", toPath: records)
            for name in ["work-entries-1.json", "work-entries-2.json"] { try remove("\(records)/\(name)") }
            try files.createDirectory(atPath: workspace.path + "/inbox", withIntermediateDirectories: true)
            // 1001 works on three days, 1002 on five, 1003 has left, 1004 has vacation, and 1005 leave that isn't paid.
            let days = [
                (1001, "2025-12-15"), (1001, "2025-12-22"), (1002, "2025-12-08"), (1002, "2025-12-23"),
                (1003, "2025-12-19"), (1005, "2025-12-19"),
            ]
            let entries = days.enumerated().map { Self.entry(9001 + $0, of: $1.0, on: $1.1) }
            try write("[\(entries.joined(separator: ","))]", to: "\(records)/work-entries.json")
            try write(
                "[\((1001...1005).map(Self.worker).joined(separator: ","))]", to: "\(records)/workers.json")
            let leave = [Self.leave(80_001, "VACATION", of: 1004), Self.leave(80_002, "PERSONAL", of: 1005)]
            try write("[\(leave.joined(separator: ","))]", to: "\(records)/leave-requests.json")
            sandbox = try await Sandbox(["--records", workspace.folder.file("records")])
            try write(
                Sandbox.configuration(sandbox.url), to: workspace.path + ".yaml")
            try write(Self.pipeline, to: file)
            try write("date,name,free\n2025-12-24,Christmas Eve,half\n", to: workspace.path + "/office-days.csv")
            try write(
                """
                employee_id,payroll_number,workdays,employed_to
                1001,1,mon-wed,
                1002,2,,
                1003,3,,2025-12-20
                1004,4,,
                1005,5,,

                """, to: workspace.path + "/employees.csv")
        }

        var file: String { workspace.folder.file("payroll.yaml") }

        private static func entry(_ id: Int, of employee: Int, on day: String) -> String {
            """
            {"id":\(id),"employeeId":\(employee),"workDate":"\(day)T00:00:00.000000Z","normalHours":7.4,\
            "overtimeHours":0,"weekendHours":0,"projectId":null,"taskId":null,"notes":null,"status":"APPROVED",\
            "submittedAt":"\(day)T16:04:05.709816Z","approvedAt":"\(day)T17:45:11.481863Z","approvedBy":902}
            """
        }

        private static func worker(_ id: Int) -> String {
            """
            {"employee_id":\(id),"name":"Worker \(id)","email":"worker\(id)@example.test","phone":null,"address":null,\
            "hourly_rate":200,"employment_type":"fuld_tid","role":"arbejder","status":"aktiv",\
            "profile_picture_url":null,"created_at":"2025-02-13T08:15:00.000000Z","last_active":null}
            """
        }

        private static func leave(_ id: Int, _ type: String, of employee: Int) -> String {
            """
            {"id":\(id),"employee_id":\(employee),"type":"\(type)","start_date":"2025-12-22T00:00:00.000Z",\
            "end_date":"2025-12-31T00:00:00.000Z","total_days":5.5,"half_day":false,"reason":"invented",\
            "status":"APPROVED","emergency_leave":false,"sick_note_url":null,"rejection_reason":null,\
            "created_at":"2025-11-19T08:00:00.000Z","updated_at":"2025-11-21T12:30:00.000Z","approved_by":902,\
            "approved_at":"2025-11-21T12:30:00.000Z","approver":{"employee_id":902,"name":"Leader 902"},\
            "employee":{"employee_id":\(employee),"name":"Worker \(employee)","email":"worker@example.test",\
            "role":"arbejder","profilePictureUrl":null}}
            """
        }

        private static let pipeline = """
            pipeline: payroll
            connection: ksr
            parameters:
              period: { required: true }
            records: { dataset: ksr.work-entries, allow-empty: true }
            join: { dataset: ksr.workers, by: employeeId }
            pay:
              currency: DKK
              employees: employees.csv
              calendar: { holidays: denmark, also: office-days.csv }
              codes:
                - { code: "1000", hours: normalHours, rate: worker.hourly_rate }
                - { code: "1300", title: Public holiday, holidays: on-workdays, unit: hours, hours-a-day: 7.40, rate: worker.hourly_rate }
                - { code: "2000", leave: VACATION }
              not-paid: [overtimeHours, weekendHours, leave.SICK, leave.PERSONAL, leave.PARENTAL, leave.COMPENSATORY, leave.EMERGENCY]
            outputs:
              - { file: payroll.csv, format: payroll-csv }
              - { file: exceptions.csv, format: exceptions-csv }
              - { file: payroll.xml, format: payroll-xml }
              - { file: "danlon-{period}.csv", format: danlon, needs: { employer: "99999993" }, codes: { "1000": "1", "1300": "2", "2000": "31" } }
              - { file: entries.jsonl.zst, format: archive }

            """

        @discardableResult
        func gantry(_ words: [String], exit status: Int32 = 0) async throws -> String {
            let command = words[0]
            let config = ["review", "verify", "show"].contains(command)
            let pipeline = command == "deliver"
            let ending = try await Command(
                [Product.binary] + words + ["--workspace", workspace.path]
                    + (config ? [] : ["--config", workspace.path + ".yaml"]) + (pipeline ? ["--pipeline", file] : []),
                environment: Sandbox.environment
            ).run()
            #expect(ending.status == .exited(status), "\(words): \(ending)")
            return ending.out + ending.err
        }

        /// The lines of holidays as `number units amount`, which a second implementation finds too.
        func holidays(_ run: String) async throws -> [String] {
            let folder = workspace.exports + "/" + run
            let judged = try await Command([Product.python, Product.tools + "/pay_model.py", folder]).run()
            judged.expect(exit: 0)
            let rows = try SheetText.rows(text(of: folder + "/data/payroll.csv"), delimiter: ",")
            let head = try #require(rows.first)
            func cell(_ row: [String], _ name: String) -> String { head.firstIndex(of: name).map { row[$0] } ?? "" }
            return rows.dropFirst().filter { cell($0, "pay_code") == "1300" }.map { row in
                ["payroll_number", "units", "amount"].map { cell(row, $0) }.joined(separator: " ")
            }
        }

        /// Accepts every open warning, and delivers.
        func deliver(_ run: String) async throws {
            try await accept(run)
            try await gantry(["deliver", run, "--to", workspace.path + "/inbox", "--by", "clerk"])
        }

        func accept(_ run: String) async throws {
            let open = try await review(run).split(separator: "\n").filter { $0.hasSuffix(" open") }
                .compactMap { $0.split(separator: " ").first.map(String.init) }
            guard !open.isEmpty else { return }
            try await gantry(
                ["review", run] + open + ["--accept", "--by", "clerk", "--because", "The office looked at each"])
        }

        func review(_ run: String, _ more: [String] = []) async throws -> String {
            try await Command([Product.binary, "review", run, "--workspace", workspace.path] + more).run().out
        }
    }

    @Test("pays each holiday on the workdays of who is there, holds the others, and asks") func december() async throws
    {
        let office = try await Office()
        let published = try await office.gantry(["run", office.file, "--period", "2025-12"])
        #expect(published.contains("Holidays  8.00 days on workdays = 5.50 paid + 2.50 on hold"), "\(published)")
        #expect(published.contains("11.00 days approved = 5.50 paid + 5.50 left out"), "\(published)")
        #expect(
            try await office.holidays(Self.month) == ["1 3.70 740.00", "2 18.50 3700.00", "4 18.50 3700.00"])
        let review = try await office.review(Self.month)
        #expect(
            review.contains("holiday-not-paid") && review.contains("2025-12-24, 2025-12-25, 2025-12-26")
                && review.contains("2.50 days of public holidays are on hold and not paid."), "\(review)")
        // The whole sentence is too long for the list.
        let whole = try await office.review(Self.month, ["--json"])
        #expect(whole.contains("in unpaid leave request 80002 (PERSONAL 2025-12-22 to 2025-12-31)"), "\(whole)")
        let verified = try await office.gantry(["verify", Self.month])
        #expect(
            verified.contains("all 8.00 days of public holidays on workdays") && !verified.contains("holiday_days"),
            "\(verified)")
        // A held employee gets none.
        try await office.gantry([
            "review", Self.month, "--hold", "--employee", "id:1002", "--by", "clerk", "--because", "In a dispute",
        ])
        try await office.gantry(["run", office.file, "--from", Self.month])
        let next = "payroll/2025-12/r2"
        #expect(try await office.holidays(next) == ["1 3.70 740.00", "4 18.50 3700.00"])
        try await office.gantry(["verify", next])
    }

    @Test("isn't paid again under another name of the days") func otherName() async throws {
        let office = try await Office()
        try await office.gantry(["run", office.file, "--period", "2025-12"])
        try await office.deliver(Self.month)
        let first = "\(Self.fortnight)/r1"
        try await office.gantry(["run", office.file, "--period", "2025-W51-W52"])
        let review = try await office.review(first)
        let finding = try #require(review.split(separator: "\n").first { $0.contains(" paid-before ") })
        let id = finding.split(separator: " ").first.map(String.init) ?? ""
        try await office.gantry(["review", first, id, "--hold", "--by", "clerk", "--because", "Paid with the month"])
        try await office.gantry(["run", office.file, "--from", first])
        let next = "\(Self.fortnight)/r2"
        let rows = try text(of: office.workspace.exports + "/\(next)/data/exceptions.csv")
        #expect(rows.contains("public holiday paid by \(Self.month)"), "\(rows)")
        #expect(!(try text(of: office.workspace.exports + "/\(next)/data/payroll.csv")).contains("1300"))
        let verified = try await office.gantry(["verify", next])
        #expect(verified.contains("public holidays on workdays"), "\(verified)")
    }

    @Test("is corrected after the calendar changed, and the change explains it") func correction() async throws {
        let office = try await Office()
        try await office.gantry(["run", office.file, "--period", "2025-12"])
        try await office.deliver(Self.month)
        try write(
            "date,name,free\n2025-12-24,Christmas Eve,day\n", to: office.workspace.path + "/office-days.csv")
        let next = "payroll/2025-12/r2"
        try await office.gantry([
            "run", office.file, "--period", "2025-12", "--revision", "next", "--settings", "now", "--because",
            "The whole of Christmas Eve is free",
        ])
        #expect(
            try await office.holidays(next) == ["1 7.40 1480.00", "2 22.20 4440.00", "4 22.20 4440.00"])
        let causes = try text(of: office.workspace.exports + "/\(next)/data/entry-changes.csv")
        #expect(causes.contains("pay.calendar.holidays") && !causes.contains("line-differs"), "\(causes)")
        let verified = try await office.gantry(["verify", next])
        #expect(verified.contains("the causes add up to the differences of all lines"), "\(verified)")
    }
}
