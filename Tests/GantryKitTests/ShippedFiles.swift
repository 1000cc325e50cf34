import Foundation
import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryKit
import GantryModel
import GantryPayroll
import GantryRuns
import GantryTestSupport
import Testing

/// The names of files in a shipped folder, without their ending.
private func shipped(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }.map {
        String($0.dropLast(".yaml".count))
    }.sorted()
}

/// The files in `Pipelines/`, judged from outside by Python's jsonschema and PyYAML.
@Suite struct ShippedFiles {
    /// To write them anew: GANTRY_REGENERATE_SCHEMAS=1 swift test --filter ShippedFiles
    @Test(
        "The published JSON Schemas are those of the tables that files are read by", arguments: FileSchema.allCases)
    func schemas(kind: FileSchema) throws {
        let file = URL(filePath: ShippedPipelines.folder + "/\(kind.rawValue).schema.json")
        let text = kind.text
        if ProcessInfo.processInfo.environment["GANTRY_REGENERATE_SCHEMAS"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text, "gantry schema \(kind.rawValue)")
    }

    /// What this build and the shipped system files have.
    private static let catalog: Catalog = {
        var workspace = Workspace(path: "/nowhere")
        workspace.systemFolders = [ShippedPipelines.folder + "/../Systems"]
        return Gantry.catalog(in: workspace)
    }()

    @Test(
        "Every shipped system file is right, validates against its JSON Schema, and a whole one is used by a pipeline")
    func systemFiles() throws {
        let folder = ShippedPipelines.folder + "/../Systems"
        for name in try shipped(in: folder) {
            let described = try SystemFile.load(path: "\(folder)/\(name).yaml")
            let system = described.system
            #expect(try judge("system.schema.json", "\(folder)/\(name).yaml") == ["valid"])
            if !described.isExtension {
                let pipeline = "\(ShippedPipelines.folder)/\(system.name)-time-entries.yaml"
                let file = try Pipeline.load(path: pipeline, catalog: ShippedFiles.catalog)
                try Gantry.requireSupported(file, system: system)
            }
            for dataset in system.datasets {
                #expect(dataset.help.hasSuffix("."))
                for field in dataset.fields { #expect(field.help.hasSuffix("."), "\(dataset.name).\(field.name)") }
            }
            for submission in system.submissions {
                for column in submission.columns { #expect(column.help.hasSuffix("."), "\(column.name)") }
            }
        }
    }

    @Test(
        "Every shipped pipeline is right, and validates against the JSON Schema of its kind",
        arguments: try shipped(in: ShippedPipelines.folder))
    func pipelines(name: String) throws {
        let path = ShippedPipelines.folder + "/\(name).yaml"
        let file = try Pipeline.load(path: path, catalog: ShippedFiles.catalog)
        try Gantry.requireSupported(file)
        #expect(file.name == name)
        let schema =
            switch file.work {
            case .imports: "imports"
            case .group: "group"
            case .stages: file.paysPeople ? "pipeline" : "datasets"
            }
        #expect(try judge("\(schema).schema.json", path) == ["valid"])
    }

    @Test("A file that extends another validates against a schema of its own")
    func extending() throws {
        let folder = try TemporaryFolder()
        let office = "extends: payroll-monthly\npipeline: payroll\npay: { rounding: half-even }\n"
        try folder.write(office, to: "office.yaml")
        #expect(try judge("extending.schema.json", folder.path + "/office.yaml") == ["valid"])
        try folder.write(office + "outputs: [{ file: payroll.csv }]\n", to: "office.yaml")
        #expect(try judge("extending.schema.json", folder.path + "/office.yaml") != ["valid"])
    }

    @Test(
        "Everything that can be sent has a shipped pipeline, which has its sample sheet")
    func imports() throws {
        var kinds: Set<String> = []
        for name in try shipped(in: ShippedPipelines.folder) {
            let path = ShippedPipelines.folder + "/\(name).yaml"
            let file = try Pipeline.load(path: path, catalog: ShippedFiles.catalog)
            guard case .imports(let work) = file.work else { continue }
            kinds.insert(work.kind)
            guard work.sheet.export == nil else { continue }
            // A sheet that lies in the folder by chance is nobody's.
            #expect(work.sheet.file == nil, "\(name)")
            let line = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").first {
                $0.hasPrefix("#   file: ")
            }
            let sheet = ShippedPipelines.folder + "/../Samples/uploads/" + (line?.dropFirst("#   file: ".count) ?? "")
            #expect(FileManager.default.fileExists(atPath: sheet) && sheet.hasSuffix(".csv"), "\(name)")
        }
        #expect(kinds == Set(ShippedFiles.catalog.submissions.map(\.name)))
    }

    @Test("The JSON Schema of what is sent knows every kind of this build, and no others")
    func kinds() throws {
        let data = try Data(contentsOf: URL(filePath: ShippedPipelines.folder + "/imports.schema.json"))
        struct Schema: Decodable {
            struct Defs: Decodable { let submission, upload: SchemaNames.Names }
            let defs: Defs
            enum CodingKeys: String, CodingKey { case defs = "$defs" }
        }
        let defs = try JSONDecoder().decode(Schema.self, from: data).defs
        let known = Gantry.catalog.submissions
        #expect(Set(defs.submission.words) == Set(known.filter { !$0.isUpload }.map(\.name)))
        #expect(Set(defs.upload.words) == Set(known.filter(\.isUpload).map(\.name)))
    }

    @Test("The JSON Schema of datasets knows every dataset of this build, and no others")
    func datasetNames() throws {
        let data = try Data(contentsOf: URL(filePath: ShippedPipelines.folder + "/datasets.schema.json"))
        struct Schema: Decodable {
            struct Defs: Decodable { let dataset: SchemaNames.Names }
            let defs: Defs
            enum CodingKeys: String, CodingKey { case defs = "$defs" }
        }
        #expect(
            try JSONDecoder().decode(Schema.self, from: data).defs.dataset.words == Gantry.catalog.datasets.map(\.name))
    }

    @Test("The configuration of the design validates against its JSON Schema")
    func configuration() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(ShippedPipelines.configuration, to: "gantry.yaml")
        #expect(try judge("gantry.schema.json", file) == ["valid"])
        let key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJTYfEAjAttyIvbDzg5nSMy9X+Wz2Ye+q3kb8TGn6RG7 laptop"
        let people =
            ShippedPipelines.configuration
            + "\npeople:\n  clerk: { name: Clerk, account: clerk }\n  manager: { name: Manager, key: \"\(key)\" }\n"
        #expect(try judge("gantry.schema.json", folder.write(people, to: "people.yaml")) == ["valid"])
        let broken = people.replacing("ssh-ed25519", with: "ssh-rsa")
        let verdict = try judge("gantry.schema.json", folder.write(broken, to: "broken.yaml")).first
        #expect(verdict?.hasPrefix("invalid") == true)
    }

    @Test("The JSON Schema of a configuration knows every system with its credentials, and that they may be left out")
    func systems() throws {
        let folder = try TemporaryFolder()
        var files: [String] = []
        for system in Gantry.systems.all {
            let own = system.credentials.map { "      \($0.name): { env: A_NAME }\n" }.joined()
            for credentials in ["", "    credentials:\n\(own)"] {
                let text =
                    "connections:\n  one:\n    system: \(system.name)\n    environment: production\n\(credentials)"
                files.append(try folder.write(text, to: "good-\(files.count).yaml"))
            }
        }
        #expect(files.count == 2 * Gantry.systems.all.count)
        #expect(try judge("gantry.schema.json", files).allSatisfy { $0 == "valid" })
        for file in files { _ = try Configuration.load(path: file, systems: Gantry.systems, environment: [:]) }
        let foreign =
            "connections:\n  one:\n    system: cdbl-lms\n    environment: production\n    credentials:\n      email: a@b.c\n"
        #expect(
            try judge("gantry.schema.json", try folder.write(foreign, to: "bad.yaml")).first?.hasPrefix("invalid")
                == true)
    }

    @Test("The JSON Schema of a configuration takes a contract for the systems that have more than one, and no other")
    func contracts() throws {
        let folder = try TemporaryFolder()
        for system in Gantry.systems.all {
            for contract in ["documented", "deployed", "other"] {
                let file = try folder.write(
                    "connections:\n  one:\n    system: \(system.name)\n    environment: production\n    contract: \(contract)\n",
                    to: "\(system.name)-\(contract).yaml")
                let isKnown = system.contracts.count > 1 && system.contracts.contains { $0.rawValue == contract }
                #expect(
                    (try judge("gantry.schema.json", file).first == "valid") == isKnown, "\(system.name) \(contract)")
                if isKnown {
                    _ = try Configuration.load(path: file, systems: Gantry.systems, environment: [:])
                } else {
                    #expect(throws: ConfigurationError.self) {
                        try Configuration.load(path: file, systems: Gantry.systems, environment: [:])
                    }
                }
            }
        }
    }

    @Test("A payroll file of anything but work entries by their day is refused before anything is fetched")
    func payable() throws {
        let path = ShippedPipelines.folder + "/payroll-monthly.yaml"
        let file = try Pipeline.load(path: path, catalog: Gantry.catalog)
        try Gantry.requireSupported(file)
        for change: (inout Pipeline.Payroll) -> Void in [
            { $0.records.dataset = "ksr.payroll-batches" }, { $0.records.dateField = "createdAt" },
        ] {
            var payroll = try #require(file.payroll)
            change(&payroll)
            var other = file
            other.work = .stages([.payroll(payroll)])
            #expect(throws: RunError.self) { try Gantry.requireSupported(other) }
        }
    }

    @Test("Every shipped profile validates against its JSON Schema, which refuses what none can have")
    func profiles() throws {
        let folder = ShippedPipelines.folder + "/../Profiles"
        let names = try shipped(in: folder)
        #expect(
            try judge("profile.schema.json", names.map { "\(folder)/\($0).yaml" }).allSatisfy { $0 == "valid" })
        let other = try TemporaryFolder()
        let broken = [
            "profile: own\ntitle: Own\n", "profile: own\ntitle: Own\nrow: x\nrows: [{ for: hours, line: x }]\n",
            "profile: own\ntitle: Own\nrow: [{ value: number, colour: red }]\n",
            "profile: own\ntitle: Own\nrow: x\nencoding: utf-16\n",
        ]
        for (index, text) in broken.enumerated() {
            let path = try other.write(text, to: "\(index).yaml")
            #expect(try judge("profile.schema.json", path).first?.hasPrefix("invalid") == true, "\(text)")
        }
    }

    @Test("The JSON Schema accepts an output in the layout of a profile, and nothing else in it")
    func profileOutputs() throws {
        let folder = try TemporaryFolder()
        let shipped = try String(contentsOfFile: ShippedPipelines.folder + "/payroll-monthly.yaml", encoding: .utf8)
        for (output, isValid) in [
            (
                "{ file: danlon.csv, format: danlon, needs: { employer: \"99999993\" }, codes: { \"1000\": \"1\" } }",
                true
            ),
            ("{ file: a.txt, format: prolon, finer: round }", true),
            ("{ file: a.txt, format: prolon, dialect: machine }", false),
            ("{ file: a.csv, format: payroll-csv, needs: { a: b } }", false),
        ] {
            let text = shipped.replacing(
                "# How often progress is saved", with: "  - \(output)\n\n# How often", maxReplacements: 1)
            let path = try folder.write(text, to: "payroll.yaml")
            #expect(try judge("pipeline.schema.json", path).first == "valid" || !isValid, "\(output)")
            #expect(try judge("pipeline.schema.json", path).first != "valid" || isValid, "\(output)")
        }
    }

    @Test("The JSON Schema refuses what the reader refuses")
    func broken() throws {
        let names = [
            "unknown-key-in-output", "unknown-dataset", "unknown-field-in-column", "unknown-dialect",
            "unknown-compression", "unknown-rounding", "unknown-check", "unknown-severity", "missing-everything",
            "name-does-not-fit-format", "keys-of-another-format", "numbers-out-of-range", "rejects-share",
            "thresholds-without-number", "rate-factor-without-rate", "unsafe-output-names", "wrong-type-text-for-group",
        ]
        let verdicts = try judge("pipeline.schema.json", names.map { ShippedPipelines.broken + "/\($0).yaml" })
        #expect(verdicts.count == names.count)
        for (name, verdict) in zip(names, verdicts) { #expect(verdict.hasPrefix("invalid"), "\(name)") }
    }

    @Test(
        "The JSON Schema of a configuration refuses a password in clear text or in two places, and plain http to another machine"
    )
    func brokenConfiguration() throws {
        let folder = try TemporaryFolder()
        var files: [String] = []
        for (wrong, right) in [
            ("password: hunter2", "password: { file: /etc/gantry/ksr.password }"),
            ("password: { file: a, env: B }", "password: { file: /etc/gantry/ksr.password }"),
            ("password: { command: [] }", "password: { file: /etc/gantry/ksr.password }"),
            ("environment: http://ksrcranes.dk", "environment: production"), ("env: ksr-email", "env: KSR_EMAIL"),
        ] {
            #expect(ShippedPipelines.configuration.contains(right))
            let text = ShippedPipelines.configuration.replacing(right, with: wrong)
            files.append(try folder.write(text, to: "\(files.count).yaml"))
        }
        let verdicts = try judge("gantry.schema.json", files)
        #expect(verdicts.count == files.count && verdicts.allSatisfy { $0.hasPrefix("invalid") })
    }

    @Test("The JSON Schema knows the fields, datasets and checks of the documented contract, and no others")
    func names() throws {
        let data = try Data(contentsOf: URL(filePath: ShippedPipelines.folder + "/pipeline.schema.json"))
        let schema = try JSONDecoder().decode(SchemaNames.self, from: data)
        let catalog = Catalog.documented
        #expect(schema.defs.dataset.words == catalog.datasets.map(\.name))
        var fields = catalog.datasets[0].fields.map(\.name)
        fields += catalog.datasets[1].fields.map { "worker." + $0.name } + ["worker.payroll_number"]
        #expect(schema.defs.field.words == fields)
        #expect(Set(schema.properties.checks.properties.keys) == Set(catalog.checks.map(\.name)))
    }

    @Test("The JSON Schema allows what a run takes, and no more")
    func limits() throws {
        let whole = try String(
            contentsOf: URL(filePath: ShippedPipelines.folder + "/payroll-monthly.yaml"), encoding: .utf8)
        let changes: [(old: String, new: String, isGood: Bool)] = [
            ("page-size: 1000", "page-size: 1", true), ("page-size: 1000", "page-size: 0", false),
            ("page-size: 1000", "page-size: 1001", false),
            ("required: true", "required: false", false),
            ("outside-period: blocker", "outside-period: warning", false),
            ("conflicting-id: blocker", "conflicting-id: off", false),
            ("{ warning: 13, blocker: 24 }", "{ info: 0.5, warning: 999, blocker: 1000 }", true),
            ("{ warning: 13, blocker: 24 }", "{ blocker: 1001 }", false),
            ("{ warning: 13, blocker: 24 }", "{ warning: 0 }", false),
            ("{ warning: 13, blocker: 24 }", "off", true), ("{ warning: 13, blocker: 24 }", "warning", false),
            ("payroll-number: employeeId", "payroll-number: worker.employee_id", true),
            ("payroll-number: employeeId", "payroll-number: projectId", false),
            ("name: worker.name", "name: notes", false),
            ("units-decimals: 2", "units-decimals: 0", true), ("units-decimals: 2", "units-decimals: 4", true),
            ("units-decimals: 2", "units-decimals: 5", false), ("amount-decimals: 2", "amount-decimals: 3", false),
            ("amount-decimals: 2", "amount-decimals: 1", false),
            ("records: 1000000", "records: 1", true), ("records: 1000000", "records: 100000000", true),
            ("records: 1000000", "records: 0", false), ("records: 1000000", "records: 100000001", false),
            ("max: 0", "max: 100%", true), ("max: 0", "max: 101%", false), ("max: 0", "max: 0.001%", false),
        ]
        let folder = try TemporaryFolder()
        let files = try changes.enumerated().map { index, change in
            #expect(whole.contains(change.old), "the shipped file has no \(change.old)")
            return try folder.write(
                whole.replacing(change.old, with: change.new, maxReplacements: 1), to: "\(index).yaml")
        }
        let verdicts = try judge("pipeline.schema.json", files)
        #expect(verdicts.count == files.count)
        for ((change, verdict), file) in zip(zip(changes, verdicts), files) {
            #expect((verdict == "valid") == change.isGood, "the schema on \(change.new): \(verdict)")
            var problem: String?
            do {
                try Gantry.requireSupported(Pipeline.load(path: file, catalog: Gantry.catalog))
            } catch {
                problem = "\(error)"
            }
            #expect((problem == nil) == change.isGood, "a run on \(change.new): \(problem ?? "taken")")
        }
    }

    @Test("A check with limits can be turned off by an option, and nothing else that is a group")
    func turnedOff() throws {
        let path = ShippedPipelines.folder + "/payroll-monthly.yaml"
        let file = try Pipeline.load(path: path, catalog: Gantry.catalog, overrides: ["checks.hours-per-day=off"])
        #expect(file.payroll?.rule("hours-per-day") == .off)
        for option in ["checks=off", "records=off", "checks.hours-per-day=warning", "pay=off"] {
            #expect(throws: PipelineFileError.self, "\(option)") {
                try Pipeline.load(path: path, catalog: Gantry.catalog, overrides: [option])
            }
        }
    }

    /// For each file "valid", or "invalid" and why.
    private func judge(_ schema: String, _ file: String) throws -> [String] { try judge(schema, [file]) }

    private func judge(_ schema: String, _ files: [String]) throws -> [String] {
        let program = """
            import json, re, sys
            try:
                import jsonschema, yaml
            except ImportError as problem:
                sys.exit("This test needs jsonschema and PyYAML in the Python that GANTRY_TEST_PYTHON names: %s" % problem)
            # As YAML 1.2, which editors read: on, off, yes and no are texts.
            class Loader(yaml.SafeLoader): pass
            bool_tag = "tag:yaml.org,2002:bool"
            Loader.yaml_implicit_resolvers = {
                first: [known for known in resolvers if known[0] != bool_tag]
                for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
            }
            Loader.add_implicit_resolver(bool_tag, re.compile("^(true|false)$"), list("tf"))
            schema = json.load(open(sys.argv[1], encoding="utf-8"))
            jsonschema.Draft202012Validator.check_schema(schema)
            for file in sys.argv[2:]:
                value = yaml.load(open(file, encoding="utf-8"), Loader)
                found = [e.message for e in jsonschema.Draft202012Validator(schema).iter_errors(value)]
                print("valid" if not found else "invalid: " + found[0].replace("\\n", " "))
            """
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let python = ProcessInfo.processInfo.environment["GANTRY_TEST_PYTHON"] ?? "python3"
        process.arguments = [python, "-c", program, ShippedPipelines.folder + "/" + schema] + files
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(complaint)")
        return text.split(separator: "\n").map(String.init)
    }
}
