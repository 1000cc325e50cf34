import Glibc
import Testing

/// The shipped pipelines of datasets against the sample back ends, judged from outside, and killed.
@Suite("A run of datasets") struct DatasetTests {
    /// A pipeline of a sample back end, with pages so small that there are many checkpoints.
    struct Sample: Sendable, CustomTestStringConvertible {
        let pipeline: String
        let period: String
        let system: String
        let connection: String
        let credentials: [(key: String, variable: String, value: String)]
        /// `datasets[i].page-size` for these steps.
        let pages: [Int: Int]
        /// What must not stand in any file of the export.
        var secrets: [String] = []
        /// A text that a file of the export holds.
        var holds: (file: String, text: String)?
        /// The file of exceptions, and what it must list of the sample records.
        var exceptions: (file: String, rule: String, count: Int)?
        var testDescription: String { pipeline }

        static let all = [
            Sample(
                pipeline: "customers-and-workers", period: "2026-10", system: "ksr-cranes", connection: "ksr",
                credentials: [("email", "KSR_EMAIL", Sandbox.email), ("password", "KSR_PASSWORD", Sandbox.password)],
                pages: [:]),
            Sample(
                pipeline: "timesheets", period: "2026-W41", system: "ksr-cranes", connection: "ksr",
                credentials: [("email", "KSR_EMAIL", Sandbox.email), ("password", "KSR_PASSWORD", Sandbox.password)],
                pages: [:]),
            Sample(
                pipeline: "leave-history", period: "2026", system: "cdbl-lms", connection: "lms",
                credentials: [("pair-token", "LMS_PAIR_TOKEN", "pair-sandbox-000001")], pages: [1: 7],
                exceptions: ("leave-exceptions.csv", "leave-days", 3)),
            Sample(
                pipeline: "appointments", period: "2026-10", system: "autodetail-hub", connection: "hub",
                credentials: [("api-key", "HUB_API_KEY", "org_1705671234_sandbox000001")], pages: [:],
                secrets: ["X-Amz-Signature", "X-Amz-Expires"],
                exceptions: ("appointment-exceptions.csv", "unknown-service", 1)),
            Sample(
                pipeline: "appointment-photos", period: "2026-10", system: "autodetail-hub", connection: "hub",
                credentials: [("api-key", "HUB_API_KEY", "org_1705671234_sandbox000001")], pages: [:],
                secrets: ["X-Amz-Signature", "X-Amz-Expires"],
                exceptions: ("photo-exceptions.csv", "missing-photo", 1)),
            Sample(
                pipeline: "message-archive", period: "2026-10", system: "vynqtalk", connection: "talk",
                credentials: [
                    ("email", "TALK_EMAIL", "archive@example.test"), ("password", "TALK_PASSWORD", Sandbox.password),
                ],
                pages: [:], secrets: ["\"password\"", ",password", "$2b$", "$2a$", "$argon"],
                // What the account that signs in has written: people may write of passwords.
                holds: ("messages.csv", "the password is \"\"swordfish\"\"")),
        ]

        func workspace(_ url: String) throws -> Workspace {
            let workspace = try Workspace(pipeline)
            let lines = credentials.map { "      \($0.key): { env: \($0.variable) }\n" }.joined()
            try write(
                "connections:\n  \(connection):\n    system: \(system)\n    environment: \(url)\n    credentials:\n\(lines)",
                to: workspace.path + "/gantry.yaml")
            try write(appointments(Array(1...32) + Array(900_001...900_005)), to: workspace.path + "/appointments.csv")
            return workspace
        }

        func command(_ workspace: Workspace) -> Command {
            let file = "\(Product.root)/Pipelines/\(pipeline).yaml"
            var words = [
                Product.binary, "run", file, "--period", period, "--workspace", workspace.path, "--snapshot-time",
                Job.snapshot,
            ]
            words += ["--set", "checkpoint.records=5", "--set", "checkpoint.every=100ms"]
            for (step, size) in pages { words += ["--set", "datasets[\(step)].page-size=\(size)"] }
            return Command(
                words, environment: Dictionary(uniqueKeysWithValues: credentials.map { ($0.variable, $0.value) }))
        }

        func published(_ workspace: Workspace) -> String { "\(workspace.exports)/\(pipeline)/\(period)/r1" }
    }

    @Test("is proven by bagit, csv and jq, and by gantry verify", arguments: Sample.all)
    func validators(sample: Sample) async throws {
        let sandbox = try await Sandbox(["--system", sample.system])
        let workspace = try sample.workspace(sandbox.url)
        let run = try await sample.command(workspace).run()
        try #require(run.status == .exited(0), "\(run)")
        let found = try await Command([
            Product.python, Product.tools + "/check_datasets.py", sample.published(workspace),
        ]).run()
        found.expect(exit: 0)
        let verified = try await Command([Product.binary, "verify", sample.published(workspace)]).run()
        verified.expect(exit: 0)
        for (name, bytes) in try Tree(sample.published(workspace)).files where !name.hasSuffix(".zst") {
            let text = String(decoding: bytes, as: UTF8.self)
            for secret in sample.secrets where text.contains(secret) { Issue.record("\(name) holds \(secret)") }
        }
        if let wanted = sample.holds {
            #expect(try text(of: sample.published(workspace) + "/data/" + wanted.file).contains(wanted.text))
        }
        if let wanted = sample.exceptions {
            let lines = try text(of: sample.published(workspace) + "/data/" + wanted.file).split(separator: "\r\n")
                .dropFirst()
            #expect(lines.count == wanted.count && lines.allSatisfy { $0.contains(",\(wanted.rule),") }, "\(lines)")
            #expect(run.out.contains("Review") && run.out.contains("/data/\(wanted.file)"), "\(run)")
            let shown = try await Command(
                [Product.binary, "show", "\(sample.pipeline)/\(sample.period)/r1", "--workspace", workspace.path]).run()
            // The key of a record stands in the table that a person reads.
            let key = try #require(lines.first?.split(separator: ",").dropFirst(2).first)
            #expect(shown.out.contains("Exceptions in data/\(wanted.file)\n") && shown.out.contains(key), "\(shown)")
        }
        let again = try await sample.command(workspace).run()
        #expect(again.status == .exited(3), "a second run must find it published: \(again)")
    }

    /// For each system the datasets that the shipped pipelines leave out, as lines of a file.
    static let others: [(sample: Int, datasets: [String])] = [
        (
            0,
            [
                "work-entries", "payroll-batches", "payroll-periods", "leave-requests", "leave-balances", "tasks",
                "notifications",
                "payroll-statistics",
            ].map {
                "{ dataset: ksr.\($0), outputs: [{ file: \($0).csv, format: csv }, { file: \($0).jsonl.zst, format: archive }] }"
            }
                + [
                    "{ dataset: ksr.dashboard-statistics, outputs: [{ file: dashboard-statistics.csv, format: csv }, { file: activity.csv, format: csv, list: recent_activity }] }",
                    "{ dataset: ksr.task-details, for-each: ksr.tasks, outputs: [{ file: task-details.csv, format: csv }] }",
                ]
        ),
        (
            2,
            [
                "{ dataset: cdbl.leaves, page-size: 20, outputs: [{ file: leaves.csv, format: csv }] }",
                "{ dataset: cdbl.leave, for-each: cdbl.leaves, outputs: [{ file: history.csv, format: csv }, { file: steps.csv, format: csv, list: approvals }] }",
                "{ dataset: cdbl.notifications, outputs: [{ file: notifications.csv, format: csv }] }",
            ]
        ),
        (
            3,
            [
                "{ dataset: autodetail.appointment-search, filters: { clientName: Client 2 }, outputs: [{ file: found.csv, format: csv }] }"
            ]
        ),
        (
            5,
            [
                "{ dataset: vynqtalk.current-user, outputs: [{ file: me.csv, format: csv }] }",
                "{ dataset: vynqtalk.user-search, filters: { query: a }, outputs: [{ file: search.csv, format: csv }] }",
            ]
        ),
    ]

    @Test("exports every other dataset too", arguments: others.indices) func everyDataset(index: Int) async throws {
        let (place, datasets) = Self.others[index]
        let sample = Sample.all[place]
        let sandbox = try await Sandbox(["--system", sample.system])
        let workspace = try sample.workspace(sandbox.url)
        let file =
            "pipeline: others\nconnection: \(sample.connection)\ndatasets:\n" + datasets.map { "  - \($0)\n" }.joined()
        try write(file, to: workspace.path + "/others.yaml")
        var command = sample.command(workspace)
        command.words = [
            Product.binary, "run", workspace.path + "/others.yaml", "--period", "2026-10", "--workspace",
            workspace.path,
        ]
        let ending = try await command.run()
        try #require(ending.status == .exited(0), "\(ending)")
        let found = try await Command([
            Product.python, Product.tools + "/check_datasets.py", workspace.exports + "/others/2026-10/r1",
        ]).run()
        found.expect(exit: 0)
        let data = workspace.exports + "/others/2026-10/r1/data/"
        for (name, wanted) in Self.rows[index] ?? [:] {
            let wanted = wanted.hasSuffix(".csv") ? try text(of: data + wanted) : wanted
            #expect(
                try text(of: data + name).replacing("\r\n", with: "\n") == wanted.replacing("\r\n", with: "\n"),
                "\(name)")
        }
    }

    /// What some of them must give: these rows, or those of another file.
    static let rows: [Int: [String: String]] = [
        0: [
            "task-details.csv": "tasks.csv",
            "dashboard-statistics.csv": """
            overview.pending_hours,overview.ready_employees,overview.total_amount,overview.active_batches,overview.period_progress,overview.current_period.year,overview.current_period.period_number,overview.current_period.start_date,overview.current_period.end_date,overview.last_updated
            36,12,16200.50,2,0.714285714,2026,21,2026-10-05,2026-10-18,2026-10-31T16:00:00Z

            """,
            "activity.csv": """
            id,type,title,description,timestamp,related_id
            1,hours_confirmed,Hours confirmed,'=14 entries,2026-10-31T15:20:00Z,19
            2,system_ready,System ready,,2026-10-31T06:00:00Z,

            """,
            "payroll-statistics.csv": """
            total_batches,draft_batches,pending_approval_batches,approved_batches,completed_batches,failed_batches,total_amount,avg_processing_time
            6,1,0,1,4,0,11791350.00,2.333333333

            """,
        ],
        1: [
            "notifications.csv": """
            id,type,title,message,targetId,read,createdAt
            118,LEAVE_APPROVED,Leave Approved,Your casual leave request has been approved.,0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a03,false,2026-10-28T11:00:00Z
            117,LEAVE_REJECTED,Leave Rejected,Your earned leave request was rejected: please check the dates.,0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a06,false,2026-10-22T12:00:00Z
            116,LEAVE_APPROVED,Leave Approved,Your medical leave request has been approved.,0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a05,true,2026-10-24T09:00:00Z
            115,HOLIDAY_REMINDER,Durga Puja,"The office is closed on 20 October.
            No leave is needed.",,true,2026-10-18T04:00:00Z
            114,BALANCE_UPDATED,Balance,ক্যাজুয়াল ছুটি: 4,,false,2026-10-01T04:00:00Z

            """
        ],
    ]

    @Test(
        "with an appointment of more than 64 MiB says which, and exports all others once that is allowed",
        arguments: [3, 4])
    func largeRecord(index: Int) async throws {
        let sample = Sample.all[index]
        let sandbox = try await Sandbox(["--system", sample.system, "--fault", "appointment:after=2:gzip-bomb=65"])
        let workspace = try sample.workspace(sandbox.url)
        var command = sample.command(workspace)
        command.words += ["--pages-ahead", "1"]
        let refused = try await command.run()
        refused.expect(exit: 1)
        #expect(
            refused.err.contains("(page 3): ") && refused.err.contains("a record of more than 64 MiB"), "\(refused)")
        command.words += ["--set", "rejects.max=1"]
        let ending = try await command.run()
        ending.expect(exit: 2)
        let files = try Tree(sample.published(workspace)).files
        let rejects = try #require(files.first { $0.key.hasSuffix("rejects.csv") })
        #expect(String(decoding: rejects.value, as: UTF8.self).contains("a record of more than 64 MiB"))
        let verified = try await Command([Product.binary, "verify", sample.published(workspace)]).run()
        verified.expect(exit: 0)
    }

    @Test("goes on from any instant to the same bytes", arguments: Sample.all)
    func killed(sample: Sample) async throws {
        let sandbox = try await Sandbox(["--system", sample.system, "--page-delay", "4ms"])
        let reference = try sample.workspace(sandbox.url)
        let whole = try await sample.command(reference).run()
        try #require(whole.status == .exited(0), "\(whole)")
        let bytes = try Tree(sample.published(reference))
        let trials = Trials(what: "SIGKILL at a random instant of \(sample.pipeline)", test: "DatasetTests")
        let pace = Pace(whole.took)
        await trials.run(hits: 20 * Product.trials) { number in
            var random = Seeded(trial: number, salt: 9)
            let workspace = try sample.workspace(sandbox.url)
            let wait = pace.instant(using: &random)
            let ending = try await Slots.shared.using {
                let child = try sample.command(workspace).start()
                try await Task.sleep(for: wait)
                child.end()
                return try await child.ending()
            }
            guard ending.wasKilled else {
                pace.took(ending.took)
                return .late
            }
            if exists(sample.published(workspace)),
                let difference = try Tree(sample.published(workspace)).difference(from: bytes)
            {
                return .broken("right after the kill: \(difference)")
            }
            let next = try await sample.command(workspace).run()
            guard next.code == 0 || next.code == 3 else { return .broken("the run that continues ended: \(next)") }
            if let difference = try Tree(sample.published(workspace)).difference(from: bytes) {
                return .broken(difference)
            }
            return .held
        }
    }

    @Test("goes on from where the last published run ended, and tells a published run from one that works") func since()
        async throws
    {
        let sample = Sample.all[0]
        // Below the range from which the system gives ports to whoever asks for any.
        let port = 21_000 + Int(getpid()) % 9_000
        func ids(_ workspace: Workspace, _ period: String) throws -> [String] {
            try text(of: "\(workspace.exports)/new-entries/\(period)/r1/data/entries.csv").split(separator: "\r\n")
                .dropFirst().map(String.init)
        }
        var first: Sandbox? = try await Sandbox(["--system", sample.system, "--port", "\(port)", "--entries", "60"])
        let workspace = try sample.workspace("http://127.0.0.1:\(port)")
        let file = workspace.path + "/new-entries.yaml"
        try write(
            """
            pipeline: new-entries
            connection: \(sample.connection)
            datasets:
              - dataset: ksr.work-entries
                page-size: 20
                since: last-run
                outputs:
                  - { file: entries.csv, format: csv, columns: [id] }
                  - { file: entries.jsonl.zst, format: archive }
            """, to: file)
        func command(_ period: String, _ more: [String] = []) -> Command {
            var command = sample.command(workspace)
            command.words = [Product.binary, "run", file, "--period", period, "--workspace", workspace.path] + more
            return command
        }
        let one = try await command("2026-10@2026-11-01").run()
        try #require(first != nil && one.status == .exited(0), "\(one)")
        let old = try ids(workspace, "2026-10@2026-11-01")
        #expect(old.count == 60)
        first = nil
        let second = try await Sandbox(["--system", sample.system, "--port", "\(port)", "--entries", "90"])
        let two = try await command("2026-10@2026-11-03").run()
        two.expect(exit: 0)
        let new = try ids(workspace, "2026-10@2026-11-03")
        #expect(new.count == 30 && Set(new).isDisjoint(with: old), "\(new.count) new entries")
        let three = try await command("2026-10@2026-11-04").run()
        three.expect(exit: 0)
        #expect(try ids(workspace, "2026-10@2026-11-04").isEmpty)
        let again = try await command("2026-10@2026-11-03", ["--revision", "next"]).run()
        again.expect(exit: 0)
        let corrected = try text(of: "\(workspace.exports)/new-entries/2026-10@2026-11-03/r2/data/entries.csv").split(
            separator: "\r\n"
        ).dropFirst().map(String.init)
        #expect(corrected == new, "a correction goes on from where the run that it corrects did")
        for period in [
            "2026-10@2026-11-01/r1", "2026-10@2026-11-03/r1", "2026-10@2026-11-04/r1", "2026-10@2026-11-03/r2",
        ] {
            let verified = try await Command([Product.binary, "verify", "\(workspace.exports)/new-entries/\(period)"])
                .run()
            verified.expect(exit: 0)
        }
        withExtendedLifetime(second) {}
    }

    @Test("that goes on from the last one doubles and loses nothing, wherever that one was killed") func sinceKilled()
        async throws
    {
        let sample = Sample.all[0]
        let sandbox = try await Sandbox(["--system", sample.system, "--entries", "60"])
        @Sendable func command(_ workspace: Workspace, _ day: Int, _ more: [String] = []) -> Command {
            var command = sample.command(workspace)
            command.words =
                [
                    Product.binary, "run", workspace.path + "/new.yaml", "--period", "2026-10@2026-11-0\(day)",
                    "--workspace", workspace.path,
                ] + more
            return command
        }
        let trials = Trials(what: "SIGKILL at a random instant, then the run of the next day", test: "DatasetTests")
        let pace = Pace(.milliseconds(120))
        await trials.run(hits: 40 * Product.trials) { number in
            var random = Seeded(trial: number, salt: 11)
            let workspace = try sample.workspace(sandbox.url)
            try write(
                "pipeline: new\nconnection: \(sample.connection)\ndatasets:\n  - dataset: ksr.work-entries\n    page-size: 10\n    since: last-run\n"
                    + "    outputs: [{ file: new.csv, format: csv, columns: [id] }]\n", to: workspace.path + "/new.yaml"
            )
            let wait = pace.instant(using: &random)
            let ending = try await Slots.shared.using {
                let child = try command(workspace, 1).start()
                try await Task.sleep(for: wait)
                child.end()
                return try await child.ending()
            }
            guard ending.wasKilled else {
                pace.took(ending.took)
                return .late
            }
            let next = try await command(workspace, 2).run()
            guard next.code == 0 else { return .broken("the run of the next day ended: \(next)") }
            // The one that was killed is published already, or would hold what the next one has.
            var first = try await command(workspace, 1).run()
            if first.code != 0, first.code != 3 {
                guard first.err.contains("since:") else { return .broken("the run that continues ended: \(first)") }
                first = try await command(workspace, 1, ["--start-over"]).run()
            }
            guard first.code == 0 || first.code == 3 else {
                return .broken("the run that begins again ended: \(first)")
            }
            var ids: [String] = []
            for (name, bytes) in try Tree(workspace.exports).files where name.hasSuffix("new.csv") {
                ids += String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").dropFirst().map(String.init)
            }
            return ids.count == 60 && Set(ids).count == 60
                ? .held : .broken("\(ids.count) entries, \(Set(ids).count) different ones")
        }
        withExtendedLifetime(sandbox) {}
    }
}
