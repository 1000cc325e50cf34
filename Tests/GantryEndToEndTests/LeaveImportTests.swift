import Testing

/// Requests for leave and their cancellation through the program, against the sample office.
@Suite("Leave that is sent row by row") struct LeaveImportTests {
    /// A sample office with a file of everything that it took, and a workspace that knows it.
    private struct Office {
        /// The day that the sample sheet is made for.
        static let day = "2027-03-16"

        let sandbox: Sandbox
        let workspace: Workspace
        let day: String

        init(_ day: String = Office.day, faults: [String] = []) async throws {
            self.day = day
            workspace = try Workspace("leave")
            sandbox = try await Sandbox(
                ["--system", "cdbl-lms", "--today", day, "--effects", workspace.folder.file("effects.jsonl")]
                    + faults.flatMap { ["--fault", $0] })
            try BackEnd.cdblLMS.configure(workspace, sandbox.url)
        }

        func gantry(_ verb: String, _ pipeline: String, sheet: String, _ more: [String] = []) async throws -> Ending {
            var words = [
                Product.binary, verb, pipeline.hasPrefix("/") ? pipeline : "\(Product.root)/Pipelines/\(pipeline).yaml",
            ]
            words += ["--sheet", sheet, "--files", "\(Product.root)/Samples/uploads", "--workspace", workspace.path]
            words += ["--snapshot-time", "\(day)T04:00:00Z"]
            return try await Command(words + more, environment: BackEnd.cdblLMS.credentials).run()
        }

        /// What the office took, in order.
        func effects() throws -> [Effect] { try Effect.all(in: workspace.folder.file("effects.jsonl")) }

        /// Rows of a published sheet, without the heading.
        func rows(_ run: String, _ file: String = "result.csv") throws -> [[String]] {
            try text(of: "\(workspace.exports)/\(run)/data/\(file)").split(separator: "\r\n").dropFirst().map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
        }

        /// Writes a sheet and gives its path.
        func sheet(_ name: String, _ rows: [String]) throws -> String {
            let path = workspace.folder.file(name)
            try write(rows.joined(separator: "\r\n") + "\r\n", to: path)
            return path
        }
    }

    private static func samples(_ name: String) -> String { "\(Product.root)/Samples/uploads/\(name)" }

    @Test(
        "is asked for once, with its certificates after all leaves, and refused by the office's own rules before it is sent"
    )
    func leaves() async throws {
        let office = try await Office()
        let sheet = Self.samples("leave-requests.csv")
        let plan = try await office.gantry("plan", "leave-import", sheet: sheet)
        try #require(plan.status == .exited(2), "\(plan)")
        #expect(plan.out.contains("cl_cannot_touch_holiday") && plan.out.contains("el_insufficient_notice"))
        #expect(try office.effects().isEmpty)
        // One at a time, a row would send its certificate before the next leave if each were carried to its end.
        let run = try await office.gantry("run", "leave-import", sheet: sheet, ["--transfers", "1"])
        try #require(run.status == .exited(2), "\(run)")
        let effects = try office.effects()
        let leaves = Array(repeating: "create-leave", count: 5)
        let expected: [String] = leaves + Array(repeating: "certificate", count: 3)
        #expect(effects.map(\.endpoint) == expected)
        let days: Set<String> = Set(effects.prefix(5).compactMap { $0.identity["startDate"] })
        #expect(days == ["2027-03-21", "2027-04-04", "2027-03-14", "2027-02-15", "2027-02-22"])
        let files: Set<String> = Set(effects.suffix(3).compactMap { $0.identity["fileName"] })
        #expect(files == ["2027-02-15_medical.pdf", "2027-02-22_medical.pdf", "2027-02-22_fitness.pdf"])
        // Both certificates of a leave went to that leave.
        let rows = try office.rows("leave-import/leave-requests/r1")
        #expect(rows.map { $0[7] } == ["done", "done", "done", "done", "done", "refused", "refused"])
        let operation = rows[4][8]
        let own = effects.filter { $0.identity["id"] == operation }
        let types: [String] = own.compactMap { $0.identity["type"] }
        #expect(types == ["medical", "fitness"])
        let refused = try office.rows("leave-import/leave-requests/r1", "refused.csv").map { $0.joined(separator: ",") }
        #expect(
            refused.count == 2 && refused[0].contains("at most 3 days") && refused[0].contains("a Friday")
                && refused[1].contains("Required: 5; provided: 2."))
        #expect(try await office.gantry("run", "leave-import", sheet: sheet).status == .exited(3))
        // Another sheet with the same rows is another run, and finds them sent: what it sees at the server is their own
        // effect.
        let copy = try office.sheet("again.csv", try text(of: sheet).split(separator: "\r\n").map(String.init))
        try #require(try await office.gantry("run", "leave-import", sheet: copy).status == .exited(2))
        let again = try office.rows("leave-import/again/r1")
        #expect(again.map { $0[7] } == ["done", "done", "done", "done", "done", "refused", "refused"])
        #expect(again[4][8] == operation && again[0][11].contains("Already sent"))
        #expect(try office.effects().count == 8)
        let verified = try await Command([
            Product.binary, "verify", "\(office.workspace.exports)/leave-import/leave-requests/r1",
        ]).run()
        verified.expect(exit: 0)
    }

    @Test(
        "is not asked for twice when the answer is lost, whether the office took it or not",
        arguments: [
            ["create-leave:close", "certificate:stored-status=500"],
            ["create-leave:stored-status=500", "certificate:close"],
            ["create-leave:garbage"], ["create-leave:status=500", "certificate:garbage"],
            ["create-leave:stored-status=500:times=2"],
        ])
    func lost(faults: [String]) async throws {
        // In a far year what the office makes is made after it was sent, by whatever clock this machine has.
        let office = try await Office("2099-01-06", faults: faults)
        let pipeline = office.workspace.folder.file("leave-import.yaml")
        try write(
            try text(of: "\(Product.root)/Pipelines/leave-import.yaml") + "\nallow: [holidays-unknown]\n", to: pipeline)
        let sheet = try office.sheet(
            "far.csv",
            [
                "type,start,end,reason,certificate,fitness_certificate",
                "CASUAL,2099-02-01,2099-02-02,Wedding,,", "CASUAL,2099-03-01,2099-03-01,Land office,,",
                "MEDICAL,2099-01-04,2099-01-05,Fever,,leave-certificates/2027-02-22_fitness.pdf",
            ])
        let run = try await office.gantry("run", pipeline, sheet: sheet)
        try #require(run.status == .exited(0), "\(run)")
        let effects = try office.effects()
        #expect(
            effects.map(\.endpoint).sorted() == ["certificate", "create-leave", "create-leave", "create-leave"],
            "\(run)")
        #expect(Set(effects.compactMap { $0.identity["startDate"] }) == ["2099-02-01", "2099-03-01", "2099-01-04"])
        #expect(try office.rows("leave-import/far/r1").allSatisfy { $0[6] == "done" })
    }

    @Test(
        "is cancelled once while it is not decided, with a lost answer looked up",
        arguments: [
            [], ["cancel-leave:close"], ["cancel-leave:stored-status=500"], ["cancel-leave:status=503"],
        ])
    func cancelled(faults: [String]) async throws {
        let office = try await Office(faults: faults)
        let sheet = Self.samples("cancellations.csv")
        let plan = try await office.gantry("plan", "leave-cancel", sheet: sheet)
        try #require(plan.status == .exited(2), "\(plan)")
        #expect(plan.out.contains("cannot_cancel_now") && plan.out.contains("forbidden"))
        #expect(try office.effects().isEmpty)
        let run = try await office.gantry("run", "leave-cancel", sheet: sheet)
        try #require(run.status == .exited(2), "\(run)")
        let ids = [
            "0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a01", "0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a02",
            "6a77f3d0-c780-430b-b80b-fa8cfc6ac936",
        ]
        let effects = try office.effects()
        #expect(effects.count == 3 && Set(effects.compactMap { $0.identity["id"] }) == Set(ids))
        #expect(effects.first { $0.identity["id"] == ids[0] }?.identity["reason"] == "Plans changed")
        #expect(
            try office.rows("leave-cancel/cancellations/r1").map { $0[2] } == [
                "done", "done", "done", "refused", "refused",
            ])
        #expect(
            try office.rows("leave-cancel/cancellations/r1", "refused.csv").map { $0[0].suffix(4) } == ["0a03", "0a04"])
        #expect(try await office.gantry("run", "leave-cancel", sheet: sheet).status == .exited(3))
        #expect(try office.effects().count == 3)
    }
}
