import FoundationEssentials
import Testing

/// Exports that are fetched in parts and merged, by the built program.
@Suite("An export in parts") struct PartTests {
    /// A pipeline of a sample back end.
    struct Kind: Sendable, CustomTestStringConvertible {
        let pipeline: String
        let period: String
        let backEnd: [String]
        var settings: [String] = []
        var contract = ""
        var testDescription: String { pipeline + contract }

        static let all = [
            Kind(
                pipeline: "payroll-monthly", period: "2026-10", backEnd: ["--system", "ksr-cranes"],
                settings: ["records.page-size=90"]),
            Kind(
                pipeline: "payroll-monthly", period: "2026-10",
                backEnd: ["--system", "ksr-cranes", "--contract", "deployed"], contract: "    contract: deployed\n"),
            Kind(pipeline: "timesheets", period: "2026-W41", backEnd: ["--system", "ksr-cranes"]),
            Kind(
                pipeline: "leave-history", period: "2026", backEnd: ["--system", "cdbl-lms"],
                settings: ["datasets[1].page-size=7"]),
            Kind(pipeline: "appointments", period: "2026-10", backEnd: ["--system", "autodetail-hub"]),
            // Without what the last run had, which a part can't leave out.
            Kind(pipeline: "message-archive", period: "2026-10", backEnd: ["--system", "vynqtalk"]),
        ]
    }

    /// An office whose parts lie in one workspace and whose merged exports in another.
    struct Office: Sendable {
        let kind: Kind
        let sandbox: Sandbox
        let folder: TestFolder
        private let sample: DatasetTests.Sample
        private let file: String

        init(_ kind: Kind, _ options: [String] = []) async throws {
            self.kind = kind
            folder = try TestFolder("parts")
            sandbox = try await Sandbox(kind.backEnd + options)
            let system = kind.backEnd[1]
            let found = DatasetTests.Sample.all.first { $0.pipeline == kind.pipeline || $0.system == system }
            sample = try #require(found)
            let shipped = "\(Product.root)/Pipelines/\(kind.pipeline).yaml"
            file = folder.file("\(kind.pipeline).yaml")
            try write(try text(of: shipped).replacing("    since: last-run\n", with: ""), to: file)
            let credentials = sample.credentials.map { "      \($0.key): { env: \($0.variable) }\n" }.joined()
            try write(
                "connections:\n  \(sample.connection):\n    system: \(system)\n    environment: \(sandbox.url)\n"
                    + kind.contract + "    credentials:\n\(credentials)", to: folder.file("gantry.yaml"))
            for workspace in ["whole", "parts", "merged"] {
                try FileManager.default.createDirectory(
                    atPath: folder.file(workspace), withIntermediateDirectories: false, attributes: nil)
                try write(appointments(Array(1...32)), to: folder.file(workspace) + "/appointments.csv")
            }
        }

        func command(_ verb: String, in workspace: String, _ more: [String] = [], period: String? = nil) -> Command {
            var words = [Product.binary, verb, file] + more
            words += ["--period", period ?? kind.period, "--config", folder.file("gantry.yaml")]
            words += ["--workspace", folder.file(workspace), "--set", "checkpoint.records=5"]
            words += kind.settings.flatMap { ["--set", $0] }
            if verb == "run" { words += ["--snapshot-time", Job.snapshot] }
            return Command(
                words,
                environment: Dictionary(uniqueKeysWithValues: sample.credentials.map { ($0.variable, $0.value) }))
        }

        func part(_ number: Int, of count: Int) -> String {
            "\(folder.file("parts"))/exports/\(kind.pipeline).part-\(number)-of-\(count)/\(kind.period)/r1"
        }

        /// Fetches all parts, the last one first.
        func fetch(_ count: Int) async throws -> [String] {
            for number in (1...count).reversed() {
                try await command("run", in: "parts", ["--part", "\(number)/\(count)"]).succeed()
            }
            return (1...count).map { part($0, of: count) }
        }

        func export(in workspace: String) throws -> Tree {
            try Tree("\(folder.file(workspace))/exports/\(kind.pipeline)/\(kind.period)/r1")
        }
    }

    @Test("is merged to the bytes that one run writes", arguments: Kind.all)
    func same(_ kind: Kind) async throws {
        let office = try await Office(kind)
        let one = try await office.command("run", in: "whole").succeed()
        let whole = try office.export(in: "whole")
        for count in [1, 2, 8] {
            let parts = try await office.fetch(count)
            let merged = try await office.command("merge", in: "merged", parts.shuffled()).run()
            merged.expect(exit: 0)
            // What came twice on one page is no reason to doubt the list.
            let again = "Reading the list again"
            #expect(merged.err.contains(again) == one.err.contains(again), "\(merged)")
            #expect(try office.export(in: "merged") == whole, "\(count) parts")
            for part in parts {
                let verified = try await Command([Product.binary, "verify", part]).run()
                #expect(verified.code == 0 && verified.out.contains("as the server sent them"), "\(verified)")
            }
            // Neither the merge nor a run finds anything left to do.
            for verb in ["merge", "run"] {
                let ending = try await office.command(verb, in: "merged", verb == "merge" ? parts : []).run()
                ending.expect(exit: 3)
            }
            try FileManager.default.removeItem(atPath: office.folder.file("merged"))
            try FileManager.default.createDirectory(
                atPath: office.folder.file("merged"), withIntermediateDirectories: false, attributes: nil)
            let keys = try text(of: office.folder.file("whole") + "/appointments.csv")
            try write(keys, to: office.folder.file("merged") + "/appointments.csv")
        }
    }

    /// What is done to three parts, and what the merge then says.
    static let refusals: [(name: String, says: String)] = [
        ("missing", "Part 2/3 is missing."), ("doubled", "Part 1/3 is named twice: "),
        ("changed", "changed after it was fetched: data/work-entries.jsonl.zst"),
        ("of other settings", "checks.looks-double: warning → off"), ("of another period", "period: 2026-10 → 2026-09"),
        ("of another number", "is one of 2, but"), ("an export", "is not a part but the export payroll-monthly/"),
        ("a folder", "is not a part: it has no data/totals.json"),
        ("of another total", "was cut from 17 pages with 1492 records of work-entries, but"),
        ("overlapping", "begins with page 5 of work-entries, where 6 is expected"),
        ("short", "records of work-entries, where 540 are expected"),
        ("of other keys", "were cut from different lists of work-entries: their keys differ."),
    ]

    @Test("is refused where a part doesn't fit, and the part is named", arguments: refusals.map(\.name))
    func refused(_ name: String) async throws {
        let office = try await Office(Kind.all[0])
        var parts = try await office.fetch(3)
        let second = parts[1]
        func alter(_ changes: String...) async throws {
            try await Command([Product.python, Product.tools + "/alter_part.py", second, "work-entries"] + changes)
                .succeed()
        }
        var more: [String] = []
        var period: String?
        switch name {
        case "missing": parts.remove(at: 1)
        case "doubled": parts.append(parts[0])
        case "changed":
            let path = second + "/data/work-entries.jsonl.zst"
            var bytes = try Array(read(path))
            bytes[bytes.count / 2] ^= 1
            try FileManager.default.removeItem(atPath: path)
            try write(bytes, to: path)
        case "of other settings": more = ["--set", "checks.looks-double=off"]
        case "of another period": period = "2026-09"
        case "of another number": parts[1] = try await office.fetch(2)[1]
        case "an export":
            try await office.command("run", in: "whole").succeed()
            parts[1] = office.folder.file("whole") + "/exports/payroll-monthly/2026-10/r1"
        case "a folder": parts[1] = office.folder.path
        case "of another total": try await alter("share.total=1492")
        case "overlapping": try await alter("share.first=5")
        case "short": try await alter("records=449")
        default: try await alter("keys=\"0\"")
        }
        let merged = try await office.command("merge", in: "merged", parts + more, period: period).run()
        let says = try #require(PartTests.refusals.first { $0.name == name }?.says)
        #expect(merged.code == 64 && merged.err.contains(says), "\(merged)")
        #expect(!exists(office.folder.file("merged") + "/exports"))
    }

    @Test("reads the list in pieces where records came on two pages, and refuses parts that have others")
    func repeated() async throws {
        let office = try await Office(Kind.all[0], ["--fault", "work-entries:ties"])
        let parts = try await office.fetch(2)
        let refused = try await office.command("merge", in: "merged", parts).run()
        #expect(refused.code == 64 && refused.err.contains("Fetch the parts again"), "\(refused)")
        #expect(refused.err.contains("Reading the list again") && refused.err.contains("Twice came 10"), "\(refused)")
        #expect(!exists(office.folder.file("merged") + "/exports"))
    }

    @Test("is refused where the list moved between two parts, although its total is the same") func moved() async throws
    {
        // The second part is fetched first, and asks for the last record before it, which is another one a moment later.
        let fault = "work-entries:page=8:times=1:record=raw:index=89:field=id:value=999999"
        let office = try await Office(Kind.all[0], ["--fault", fault])
        let parts = try await office.fetch(2)
        let merged = try await office.command("merge", in: "merged", parts).run()
        #expect(merged.code == 64 && merged.err.contains("moved between part 1/2 and part 2/2"), "\(merged)")
        #expect(!exists(office.folder.file("merged") + "/exports"))
    }

    @Test("is refused with other keys than the parts have, or none, and where a part was withdrawn") func keys()
        async throws
    {
        let office = try await Office(Kind.all[4])
        let parts = try await office.fetch(2)
        let list = office.folder.file("merged") + "/appointments.csv"
        let keys = try text(of: list)
        for (content, says) in [
            (keys + "apt-000099\r\n", "has other keys"), (nil, "needs the list of keys"),
        ] as [(String?, String)] {
            try FileManager.default.removeItem(atPath: list)
            if let content { try write(content, to: list) } else { try write("", to: list + ".gone") }
            let merged = try await office.command("merge", in: "merged", parts).run()
            #expect(merged.code == 64 && merged.err.contains(says), "\(merged)")
            if content == nil { try write(keys, to: list) }
        }
        let id = "appointments.part-2-of-2/2026-10/r1"
        let withdrawn = try await Command(
            [
                Product.binary, "withdraw", id, "--by", "clerk", "--because", "Wrong account was used",
                "--workspace", office.folder.file("parts"),
            ]
        ).run()
        #expect(withdrawn.code == 0 && withdrawn.out.contains("--part 2/2 --revision next"), "\(withdrawn)")
        let merged = try await office.command("merge", in: "merged", parts).run()
        #expect(merged.code == 64 && merged.err.contains("was withdrawn by clerk"), "\(merged)")
    }

    @Test("has records that can't be read: each part says so, and their share is judged of all") func rejects()
        async throws
    {
        let faults = [4, 9].flatMap {
            ["--fault", "work-entries:page=\($0):times=always:record=raw:index=1:field=normalHours:value=true"]
        }
        let office = try await Office(Kind.all[0], faults)
        let more = ["--set", "rejects.max=0.2%"]
        let whole = try await office.command("run", in: "whole", more).run()
        whole.expect(exit: 2)
        for number in 1...4 {
            let part = try await office.command("run", in: "parts", more + ["--part", "\(number)/4"]).run()
            #expect(part.code == (number % 2 == 1 ? 2 : 0), "\(part)")
            #expect(part.out.contains("can't be read") == (number % 2 == 1), "\(part)")
        }
        let parts = (1...4).map { office.part($0, of: 4) }
        let merged = try await office.command("merge", in: "merged", more + parts).run()
        merged.expect(exit: 2)
        #expect(try office.export(in: "merged") == office.export(in: "whole"))
        // Other parts are not what is published.
        for number in 1...4 {
            _ = try await office.command("run", in: "parts", more + ["--part", "\(number)/4", "--revision", "next"])
                .run()
        }
        let others = parts.map { String($0.dropLast()) + "2" }
        let again = try await office.command("merge", in: "merged", more + others).run()
        #expect(again.code == 78 && again.err.contains("published from other parts"), "\(again)")
    }

    @Test("is no export: nobody is told, lists say what it is, and it is delivered whole") func shown() async throws {
        let office = try await Office(Kind.all[0])
        let config = office.folder.file("gantry.yaml")
        let told = office.folder.file("told")
        let settings = try text(of: config)
        try FileManager.default.removeItem(atPath: config)
        try write(settings + "notify:\n  pager: { command: [sh, -c, \"cat >> \(told)\"] }\n", to: config)
        let parts = try await office.fetch(2)
        #expect(!exists(told))
        try await office.command("merge", in: "merged", parts).succeed()
        #expect(try text(of: told).contains("payroll-monthly/2026-10/r1 is published"))
        let workspace = ["--workspace", office.folder.file("parts")]
        let runs = try await Command([Product.binary, "runs"] + workspace).succeed()
        #expect(runs.out.contains("part 2/2, not an export") && !runs.out.contains("published"), "\(runs)")
        let place = office.folder.file("copies")
        for number in 1...2 {
            try FileManager.default.createDirectory(
                atPath: "\(place)/\(number)", withIntermediateDirectories: true)
            let id = "payroll-monthly.part-\(number)-of-2/2026-10/r1"
            try await Command(
                [Product.binary, "deliver", id, "--to", place + "/\(number)", "--config", config] + workspace
            ).succeed()
        }
        let copies = try await Command(["find", place, "-name", "totals.json"]).succeed()
        #expect(copies.lines.count == 2, "\(copies)")
    }

    @Test("goes on after a kill, while it is fetched and while it is merged") func killed() async throws {
        let office = try await Office(Kind.all[0])
        // A merge can stop at the end of each part.
        let parts = try await office.fetch(8)
        try await office.command("run", in: "whole").succeed()
        let whole = try office.export(in: "whole")
        try await office.command("run", in: "parts", ["--part", "1/1"]).succeed()
        let part = try Tree(office.part(1, of: 1))
        for (verb, words) in [("run", ["--part", "1/1"]), ("merge", parts)] {
            let pace = Pace(try await office.command(verb, in: "first-\(verb)", words).succeed().took)
            let trials = Trials(what: "SIGKILL of gantry \(verb) with parts", test: "PartTests")
            await trials.run(hits: 40 * Product.trials) { number in
                var random = Seeded(trial: number, salt: 83)
                let workspace = "\(verb)-\(number)"
                let command = office.command(verb, in: workspace, words)
                let ending = try await command.killed(after: pace.instant(using: &random))
                if ending.status == .exited(0) { pace.took(ending.took) }
                let again = try await command.run()
                guard [0, 3].contains(again.code) else { return .broken("the same command ended: \(again)") }
                let name = verb == "run" ? "payroll-monthly.part-1-of-1" : "payroll-monthly"
                let found = try Tree("\(office.folder.file(workspace))/exports/\(name)/2026-10/r1")
                guard found == (verb == "run" ? part : whole) else { return .broken("other bytes") }
                try FileManager.default.removeItem(atPath: office.folder.file(workspace))
                return ending.wasKilled ? .held : .late
            }
        }
    }

    @Test("is listed as work items, whose runs can be merged") func items() async throws {
        let office = try await Office(Kind.all[3])
        let listed = try await office.command("items", in: "parts", ["--split", "pages:3"]).succeed()
        let lines = listed.lines
        #expect(lines.count == 3 && lines[1].contains(#""item":"leave-history.part-2-of-3/2026""#), "\(listed)")
        struct Item: Decodable { let argv: [String] }
        for line in lines {
            let words = try JSONDecoder().decode(Item.self, from: Data(line.utf8)).argv.dropFirst()
            let run = try await Command(
                [Product.binary] + words, environment: office.command("run", in: "parts").environment, folder: "/"
            ).run()
            run.expect(exit: 0)
        }
        try await office.command("merge", in: "merged", (1...3).map { office.part($0, of: 3) }).succeed()
    }

    @Test("is refused for what has no parts, with what to do instead") func wrong() async throws {
        let office = try await Office(Kind.all[0])
        for part in ["0/4", "5/4", "1/501", "2", "1/2/3", "01/2"] {
            let run = try await office.command("run", in: "whole", ["--part", part]).run()
            #expect(run.code == 64 && run.err.contains("is no part"), "\(run)")
        }
        let group = try await office.command("run", in: "whole", ["--part", "1/2", "--connections", "ksr"]).run()
        #expect(group.code == 64 && group.err.contains("PIPELINE@CONNECTION"), "\(group)")
        try write(
            "connections:\n  talk: { system: vynqtalk, environment: https://talk.example.com }\n",
            to: office.folder.file("talk.yaml"))
        let items = try await Command(
            [
                Product.binary, "items", "message-archive", "--period", "2026-10", "--split", "pages:3", "--workspace",
                office.folder.file("whole"), "--config", office.folder.file("talk.yaml"),
            ]
        ).run()
        #expect(items.code == 64 && items.err.contains("continues the last run") && items.out.isEmpty, "\(items)")
        for (pipeline, system, reason) in [
            ("message-archive", "vynqtalk", "continues the last run"),
            ("appointment-photos", "autodetail-hub", "downloads files"),
        ] {
            let sample = try #require(DatasetTests.Sample.all.first { $0.pipeline == pipeline })
            let sandbox = try await Sandbox(["--system", system])
            let workspace = try sample.workspace(sandbox.url)
            var command = sample.command(workspace)
            command.words += ["--part", "1/2"]
            let run = try await command.run()
            #expect(run.code != 0 && run.err.contains(reason), "\(run)")
        }
    }
}
