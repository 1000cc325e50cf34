import Testing

/// What a public server of KSR Cranes does that nobody would expect, and what a person then sees. The numbers are those of
/// the traps in the contract.
@Suite("A public server of KSR Cranes") struct DeployedTrapTests {
    static let fortnight = "2026-W43-W44"

    @Test("P1: an empty list of payroll batches is not exported as if there were none")
    func emptyBatches() async throws {
        let office = try await DeployedOffice()
        let file = try office.pipeline(
            "batches",
            "datasets:\n  - { dataset: ksr.payroll-batches, outputs: [{ file: batches.csv, format: csv }] }\n")
        let run = try await office.run("run", file)
        #expect(run.code == 1 && run.err.contains("list of payroll-batches is empty"), "\(run)")
        #expect(run.err.contains("batches that they can't read"), "\(run)")
        #expect(!exists(office.workspace.exports + "/batches"))
    }

    @Test("P2, P10: a payroll batch with a status outside the contract is done, once, under the server's own number")
    func batch() async throws {
        let office = try await DeployedOffice()
        try await office.export(period: Self.fortnight)
        let run = try await office.run("run", "payroll-batch-create", period: Self.fortnight)
        run.expect(exit: 0)
        let ids = try office.column("gantry_server_id", "result.csv", "payroll-batch-create/\(Self.fortnight)/r1")
        // Weeks 43 and 44 are the 22nd fortnight of the ISO year, and the 21st as the server counts.
        #expect(Set(ids) == ["2026-21, id 1001"])
        #expect(try await office.run("run", "payroll-batch-create", period: Self.fortnight).code == 3)
        #expect(try office.effects("create-payroll-batch").count == 1)
    }

    /// Two sheets with other entries of one fortnight, and a pipeline that sends either.
    private func halves(_ office: DeployedOffice) async throws -> (pipeline: String, sheets: [String]) {
        try await office.export(period: Self.fortnight)
        let names = ["entry_id", "employee_id", "normal_hours", "overtime_hours", "weekend_hours"]
        let run = "payroll-monthly/\(Self.fortnight)/r1"
        let columns = try names.map { try office.column($0, "work-entries.csv", run) }
        let sheets = try [0..<3, 3..<7].map { range in
            let path = office.workspace.folder.file("half-\(range.lowerBound).csv")
            let rows = range.map { row in columns.map { $0[row] }.joined(separator: ",") }
            try write(([names.joined(separator: ",")] + rows).joined(separator: "\n") + "\n", to: path)
            return path
        }
        return (try office.pipeline("half", "submit: ksr.batch-entries\n"), sheets)
    }

    @Test("P3: a second payroll batch of a fortnight is refused with the reason, and none of its rows stays unknown")
    func secondBatch() async throws {
        let office = try await DeployedOffice()
        let (pipeline, sheets) = try await halves(office)
        #expect(try await office.run("run", pipeline, period: Self.fortnight, ["--sheet", sheets[0]]).code == 0)
        let second = try await office.run("run", pipeline, period: Self.fortnight, ["--sheet", sheets[1]])
        #expect(second.code == 2 && second.out.contains("already has a payroll batch of this fortnight"), "\(second)")
        #expect(try office.effects("create-payroll-batch").count == 1)
    }

    @Test("P4: a payroll batch whose marks are missing is left to a person with their number, and is not made again")
    func unmarkedBatch() async throws {
        let office = try await DeployedOffice(["--fail-before-marking"])
        let (pipeline, sheets) = try await halves(office)
        for _ in 0..<2 {
            let run = try await office.run("run", pipeline, period: Self.fortnight, ["--sheet", sheets[0]])
            #expect(run.code == 1 && run.err.contains("3 rows is unknown"), "\(run)")
            let results = office.workspace.path + "/parts/half/\(Self.fortnight)/r1/result.csv"
            let errors = exists(results) ? try SheetText.column("gantry_error", of: results) : []
            #expect(errors.allSatisfy { $0.contains("0 of its 3 entries are marked") } && !errors.isEmpty, "\(errors)")
        }
        #expect(try office.effects("create-payroll-batch").count == 1)
    }

    @Test("P5: a payroll batch that the server made of fewer entries than were sent is shown as different")
    func smallerBatch() async throws {
        let small = ["--entries", "60", "--employees", "6", "--seed", "7"]
        let list = try await DeployedOffice(small)
        let file = try list.pipeline(
            "list", "datasets:\n  - { dataset: ksr.work-entries, outputs: [{ file: list.csv, format: csv }] }\n")
        #expect([0, 2].contains(try await list.run("run", file).code))
        let ids = try list.column("id", "list.csv", "list/2026-10/r1")
        let days = try list.column("workDate", "list.csv", "list/2026-10/r1")
        let row = try #require(ids.firstIndex(of: "100003"))
        // Its place in the answer for its day.
        let place = days[..<row].count { $0 == days[row] }
        // The list shows entry 100003 as unsent, though the server has it as sent.
        let office = try await DeployedOffice(
            small,
            faults: ["confirmed-entries:times=always:record=raw:index=\(place):field=sent_to_payroll:value=false"])
        try await office.export()
        #expect(try office.column("entry_id", "work-entries.csv").contains("100003"))
        let run = try await office.run("run", "payroll-batch-create")
        #expect(run.code == 1 && run.err.contains("rows is unknown"), "\(run)")
        let errors = try SheetText.column(
            "gantry_error", of: office.workspace.path + "/parts/payroll-batch-create/2026-10/r1/result.csv")
        #expect(
            errors.allSatisfy { $0.contains("The server's batch 2026-20, id 1001 has") } && !errors.isEmpty, "\(errors)"
        )
    }

    @Test("P6: entries that are marked already are refused for a batch before anything is sent")
    func markedFirst() async throws {
        let office = try await DeployedOffice()
        try await office.export(period: Self.fortnight)
        #expect(try await office.run("run", "payroll-mark-sent", period: Self.fortnight).code == 0)
        let run = try await office.run("run", "payroll-batch-create", period: Self.fortnight)
        #expect(run.code == 2 && run.out.contains("was sent to payroll already"), "\(run)")
        #expect(try office.effects("create-payroll-batch").isEmpty)
        #expect(Set(try office.effects("mark-entries").map { $0.identity["action"] }) == ["mark_sent_to_payroll"])
    }

    @Test(
        "P7, P8: a payroll batch is left as the draft that it is: the server's approval, which fails, is never asked for"
    )
    func noApproval() async throws {
        let office = try await DeployedOffice()
        try await office.export(period: Self.fortnight)
        #expect(try await office.run("run", "payroll-batch-create", period: Self.fortnight).code == 0)
        let all = try Effect.all(in: office.workspace.folder.file("effects.jsonl")).map(\.endpoint)
        #expect(Set(all) == ["create-payroll-batch"])
    }

    @Test("P9: pay is units times the worker's own rate, whatever the server's flat amount is")
    func ownRates() async throws {
        let office = try await DeployedOffice()
        try await office.export()
        let units = try office.column("units", "payroll.csv").map { Double($0) ?? .nan }
        let rates = try office.column("rate", "payroll.csv").map { Double($0) ?? 0 }
        let amounts = try office.column("amount", "payroll.csv").map { Double($0) ?? 0 }
        #expect(Set(rates).count > 20 && !rates.contains(450))
        for (index, amount) in amounts.enumerated() {
            #expect(abs(amount - units[index] * rates[index]) < 0.006, "line \(index + 1)")
        }
    }

    @Test("P11: a dashboard with an activity that no client knows is exported with it")
    func dashboard() async throws {
        let office = try await DeployedOffice()
        let file = try office.pipeline(
            "dashboard",
            """
            datasets:
              - dataset: ksr.dashboard-statistics
                outputs:
                  - { file: activity.csv, format: csv, list: recent_activity }

            """)
        let run = try await office.run("run", file)
        run.expect(exit: 0)
        #expect(try office.column("type", "activity.csv", "dashboard/2026-10/r1").contains("hours_confirmed"))
    }

    @Test("P12: an entry without an end, or that ends before it starts, is held with its times and not paid as 0 hours")
    func times() async throws {
        let office = try await DeployedOffice()
        try await office.export()
        let rows = SheetText.rows(
            try text(of: office.file("payroll-monthly/2026-10/r1", "exceptions.csv")), delimiter: ",")
        let unclear = rows.filter { $0[1] == "unclear-times" }
        #expect(unclear.contains { $0[2] == "102007" && $0[5] == "22:00 to 06:00 UTC" }, "\(unclear)")
        #expect(unclear.contains { $0[2] == "102005" && $0[5] == "no end time" }, "\(unclear)")
        #expect(unclear.allSatisfy { $0[0] == "blocker" })
        let paid = try office.column("entry_id", "work-entries.csv")
        #expect(!paid.contains("102007") && !paid.contains("102005"))
    }
}
