import FoundationEssentials
import Testing

@Suite("Work items") struct ItemsTests {
    private struct Item: Decodable {
        let item: String
        let argv: [String]
        let env: [String]
        let server: String
        let weight: Int
    }

    private struct Office {
        let workspace: Workspace
        let url: String

        /// - Parameter count: Connections, of which the first goes to a server that is there.
        init(_ count: Int) async throws {
            workspace = try Workspace("items")
            url = try await Sandbox.plain.value.url
            var text = "connections:\n"
            for number in 1...count {
                text += "  cust-\(number):\n    system: ksr-cranes\n"
                text += "    environment: \(number == 1 ? url : "https://cust-\(number).example.com")\n"
                text += "    credentials: { email: { env: KSR_EMAIL }, password: { env: PASSWORD_\(number) } }\n"
            }
            try write(text, to: workspace.path + "/gantry.yaml")
        }

        func command(_ words: [String]) -> Command {
            Command(
                [Product.binary] + words + ["--workspace", workspace.path],
                environment: [
                    "KSR_EMAIL": Sandbox.email, "PASSWORD_1": Sandbox.password,
                ])
        }

        func items(_ words: [String] = []) async throws -> (text: String, items: [Item]) {
            let ending = try await command(
                ["items", "payroll-monthly", "--connections", "cust-*", "--period", "2026-10"] + words
            ).succeed()
            let lines = ending.lines
            return (ending.out, try lines.map { try JSONDecoder().decode(Item.self, from: Data($0.utf8)) })
        }
    }

    @Test("are the same lines each time, and each line's command is complete") func lines() async throws {
        let office = try await Office(3)
        let (text, items) = try await office.items(["--set", "rejects.max=5"])
        #expect(try await office.items(["--set", "rejects.max=5"]).text == text)
        #expect(items.map(\.item) == (1...3).map { "payroll-monthly@cust-\($0)/2026-10" })
        #expect(items[1].server == "cust-2.example.com" && items[1].weight == 1)
        #expect(items[1].env == ["KSR_EMAIL", "PASSWORD_2"])
        #expect(
            items[1].argv == [
                "gantry", "run", "payroll-monthly@cust-2", "--period", "2026-10", "--set", "rejects.max=5",
                "--workspace",
                office.workspace.path,
            ])
        // From another folder, with nothing but what the line names.
        let words = [Product.binary] + items[0].argv.dropFirst()
        let environment = office.command([]).environment.filter {
            items[0].env.contains($0.key)
        }
        for code in [0, 3] as [Int32] {
            let ending = try await Command(words, environment: environment, folder: "/").run()
            #expect(ending.status == .exited(code), "\(ending)")
        }
        #expect(exists(office.workspace.exports + "/payroll-monthly@cust-1/2026-10/r1"))
    }

    @Test("are listed by a pipeline alone too, with the name of a period that is counted from today")
    func single() async throws {
        let office = try await Office(1)
        let ending = try await office.command(["items", "payroll-monthly@cust-1", "--period=last-month", "--json"])
            .succeed()
        #expect(
            ending.out.contains(#""event":"finished""#)
                && ending.out.contains(#""items":[{"item":"payroll-monthly@cust-1/20"#))
        #expect(!ending.out.contains("last-month"), "\(ending)")
    }

    @Test("mean the same run in any folder and on any day") func anywhere() async throws {
        let office = try await Office(2)
        let folder = office.workspace.folder.file("")
        try FileManager.default.createDirectory(
            atPath: folder + "/Pipelines", withIntermediateDirectories: false, attributes: nil)
        let shipped = try text(of: Product.root + "/Pipelines/payroll-monthly.yaml")
        try write(
            shipped.replacing("pipeline: payroll-monthly", with: "pipeline: mine").replacing(
                "connection: ksr\n", with: "connection: cust-2\n"), to: folder + "/Pipelines/mine.yaml")
        func items(_ words: [String]) async throws -> [Item] {
            let ending = try await Command(
                [Product.binary, "items"] + words + ["--workspace", "workspace", "--config", "workspace/gantry.yaml"],
                folder: folder
            ).succeed()
            return try ending.lines.map {
                try JSONDecoder().decode(Item.self, from: Data($0.utf8))
            }
        }
        let item = try #require(try await items(["mine", "--period", "2026-10-01..2026-10-31"]).first)
        #expect(item.item == "mine/2026-10-01..2026-10-31")
        #expect(item.argv[2].hasPrefix("/") && item.argv[2].hasSuffix("/Pipelines/mine.yaml"))
        for option in ["--config", "--workspace"] {
            let place = try #require(item.argv.firstIndex(of: option))
            #expect(item.argv[place + 1].hasPrefix("/"))
        }
        let open = try #require(try await items(["mine", "--period", "2199-10", "--open-period"]).first)
        #expect(open.item.hasPrefix("mine/2199-10@2") && !open.argv.contains("--open-period"))
        #expect(open.argv.contains(String(open.item.dropFirst("mine/".count))))

        // The own connection of a pipeline is no part of its runs' names.
        for order in [["mine", "mine@cust-1"], ["mine@cust-1", "mine"]] {
            try write(
                "pipeline: both\nruns: [\(order.joined(separator: ", "))]\n", to: folder + "/Pipelines/both.yaml")
            let both = try await items(["both", "--period", "2026-10"])
            #expect(both.map(\.item) == order.map { $0 + "/2026-10" })
            let there = both.count { $0.server == "cust-2.example.com" }
            #expect(there == 1)
        }
        try write("pipeline: both\nruns: [mine, mine@cust-2]\n", to: folder + "/Pipelines/both.yaml")
        let twice = try await Command(
            [Product.binary, "items", "both", "--period", "2026-10", "--workspace", "workspace"], folder: folder
        ).run()
        #expect(twice.code == 64 && twice.err.contains("would both be the run mine/2026-10"), "\(twice)")
    }

    @Test("of a sheet are parts that are cut once, and keep together what belongs together")
    func split() async throws {
        let workspace = try Workspace("split")
        try BackEnd.cdblLMS.configure(workspace, "https://lms.example.com")
        let folder = workspace.folder.file("")
        var sheet = "leave,type,file\r\n"
        for number in 0..<40 {
            let leave = String(repeating: "0", count: 20) + String(1_000 + number / 2)
            sheet += "\(leave),\(number % 2 == 0 ? "medical" : "fitness"),\(number).pdf\r\n"
        }
        try write(sheet, to: folder + "/october.csv")
        func items(_ words: [String]) async throws -> Ending {
            try await Command(
                [Product.binary, "items", "certificates-upload", "--sheet", "october.csv", "--workspace", "workspace"]
                    + words, folder: folder
            ).run()
        }
        let first = try await items(["--split", "rows:3"])
        first.expect(exit: 0)
        let lines = try first.lines.map {
            try JSONDecoder().decode(Item.self, from: Data($0.utf8))
        }
        #expect(lines.map(\.item) == (1...3).map { "certificates-upload/october-\($0)-of-3" })
        #expect(try await items(["--split", "rows:3"]).out == first.out)
        var places: [String: Int] = [:]
        var rows: [String] = []
        for (number, line) in lines.enumerated() {
            let path = line.argv[(line.argv.firstIndex(of: "--sheet") ?? 0) + 1]
            #expect(path.hasPrefix("/") && line.argv.contains("--files"))
            for leave in try SheetText.column("leave", of: path) {
                #expect(places.updateValue(number, forKey: leave) ?? number == number)
            }
            rows += try SheetText.column("gantry_row", of: path)
        }
        #expect(rows.compactMap { Int($0) }.sorted() == Array(2...41))

        let other = try await items(["--split", "rows:4"])
        #expect(other.code != 0 && other.err.contains("rows:3") && other.out.isEmpty, "\(other)")
        for wrong in ["rows:1", "rows:x", "pages:1", "keys:501", "lines:3"] {
            let ending = try await items(["--split", wrong])
            #expect(ending.code == 64 && ending.out.isEmpty, "\(ending)")
        }
        let part = folder + "/october.csv.parts/october-2-of-3.csv"
        let kept = try text(of: part)
        try write(kept + "x", to: part)
        let damaged = try await items(["--split", "rows:3"])
        #expect(damaged.code != 0 && damaged.err.contains("october-2-of-3.csv has changed"), "\(damaged)")
        try write(kept, to: part)
        try write(sheet + "\(String(repeating: "0", count: 20))1099,medical,99.pdf\r\n", to: folder + "/october.csv")
        let changed = try await items(["--split", "rows:3"])
        #expect(changed.code != 0 && changed.err.contains("has changed since it was cut"), "\(changed)")
    }

    @Test("of a sheet read it as the options say, in any folder, and are refused where changes would be lost")
    func options() async throws {
        let workspace = try Workspace("options")
        try BackEnd.cdblLMS.configure(workspace, "https://lms.example.com")
        let folder = workspace.folder.file("")
        let leaves = (1_000..<1_012).map { String(repeating: "0", count: 20) + String($0) }
        let rows = leaves.map { "\($0),medical,\($0).pdf\n" }.joined()
        try write("leave,type,file\nof,the,office\nleave,type,file\n\(rows)", to: folder + "/october.csv")
        try write("row,column,value\n4,type,fitness\n5,,left-out\n", to: folder + "/changes.csv")
        func items(_ words: [String]) async throws -> Ending {
            try await Command(
                [Product.binary, "items", "certificates-upload", "--sheet", "october.csv", "--workspace", "workspace"]
                    + words, folder: folder
            ).run()
        }
        let both = try await items(["--changes", "changes.csv", "--split", "rows:3"])
        #expect(both.code == 64 && both.err.contains("--split and --changes") && both.out.isEmpty, "\(both)")
        #expect(!exists(folder + "/october.csv.parts"))
        let whole = try await items(["--changes", "changes.csv"])
        whole.expect(exit: 0)
        let argv = try JSONDecoder().decode(Item.self, from: Data(whole.out.utf8)).argv
        let changes = try #require(argv.firstIndex(of: "--changes"))
        #expect(argv[changes + 1].hasPrefix("/") && argv[changes + 1].hasSuffix("/changes.csv"), "\(argv)")
        let parts = try await items(["--header-row", "3", "--split", "rows:3"])
        parts.expect(exit: 0)
        var found: [String] = []
        for line in parts.lines {
            let argv = try JSONDecoder().decode(Item.self, from: Data(line.utf8)).argv
            found += try SheetText.column("leave", of: argv[(argv.firstIndex(of: "--sheet") ?? 0) + 1])
        }
        #expect(found.sorted() == leaves)
    }

    @Test("of a sheet for a system that a file describes are its parts") func described() async throws {
        let tracker = try await Tracker()
        try tracker.prepareToSend("named")
        let rows = tracker.workspace.folder.file("rows.csv")
        try write("name,note\n" + (1...9).map { "n\($0),N\($0)\n" }.joined(), to: rows)
        let words = ["items", "send", "--sheet", rows, "--split", "rows:3", "--workspace", tracker.workspace.path]
        let ending = try await Command([Product.binary] + words, environment: ["TRACKER_KEY": "key-a"]).succeed()
        var found: [String] = []
        for line in ending.lines {
            let argv = try JSONDecoder().decode(Item.self, from: Data(line.utf8)).argv
            found += try SheetText.column("name", of: argv[(argv.firstIndex(of: "--sheet") ?? 0) + 1])
        }
        #expect(found.sorted() == (1...9).map { "n\($0)" })
        tracker.end()
    }

    @Test("aren't made of a sheet whose rows all depend on each other") func bound() async throws {
        let sandbox = try await Sandbox.plain.value
        let workspace = try Workspace("bound")
        try BackEnd.ksrCranes.configure(workspace, sandbox.url)
        let sheet = workspace.folder.file("entries.csv")
        try write(
            "task_id,work_date,start_time,end_time\n7,2026-10-05,07:00,08:00\n8,2026-10-05,08:00,09:00\n8,2026-10-06,07:00,08:00\n",
            to: sheet)
        func items(_ pipeline: String, _ sheet: String) async throws -> Ending {
            try await Command(
                [
                    Product.binary, "items", pipeline, "--sheet", sheet, "--split", "rows:3", "--workspace",
                    workspace.path,
                ]
            ).run()
        }
        let ending = try await items("work-entries-import", sheet)
        #expect(ending.code != 0 && ending.err.contains("all depend on each other"), "\(ending)")
        #expect(!exists(sheet + ".parts"))
        let batch = try await items("payroll-batch-create", sheet)
        #expect(batch.code != 0 && batch.err.contains("can't be cut") && batch.out.isEmpty, "\(batch)")
    }

    @Test("of an unknown or empty pattern, or without a period, are a clear error") func wrong() async throws {
        let office = try await Office(2)
        for (words, said) in [
            (["--connections", "other-*", "--period", "2026-10"], "other-*"),
            (["--connections", "", "--period", "2026-10"], "--connections"),
            (["--connections", "cust-*"], "--period"),
        ] {
            let ending = try await office.command(["items", "payroll-monthly"] + words).run()
            #expect(ending.code == 64 || ending.code == 78, "\(ending)")
            #expect(ending.err.contains(said) && ending.out.isEmpty, "\(ending)")
        }
    }

    @Test("end with an exit code that says what to do, and never fall silent") func handling() async throws {
        let codes = try await Command([Product.binary, "exit-codes", "--json"]).succeed()
        for (code, handling) in [
            (0, "done"), (1, "hold"), (2, "done"), (3, "done"), (4, "hold"), (5, "again"), (6, "hold"), (64, "hold"),
            (66, "hold"), (75, "again"), (77, "hold"), (78, "hold"),
        ] {
            let object = codes.out.split(separator: "{").first { $0.hasPrefix("\"exitCode\":\(code),") }
            #expect(object?.contains("\"class\":\"\(handling)\"") == true, "\(code)")
        }
        let sandbox = try await Sandbox(["--fault", "login:status=429:retry-after=12"])
        let workspace = try Workspace("alive")
        try BackEnd.ksrCranes.configure(workspace, sandbox.url)
        let ending = try await Command(
            [
                Product.binary, "run", Product.pipeline, "--period", "2026-10", "--json", "--workspace",
                workspace.path,
            ], environment: BackEnd.ksrCranes.credentials
        ).run()
        #expect(ending.status == .exited(0) && ending.out.contains(#""event":"alive""#), "\(ending)")
    }
}
