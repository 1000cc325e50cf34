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
                    "GANTRY_PIPELINES": Product.root + "/Pipelines",
                ])
        }

        func items(_ words: [String] = []) async throws -> (text: String, items: [Item]) {
            let ending = try await command(
                ["items", "payroll-monthly", "--connections", "cust-*", "--period", "2026-10"] + words
            ).succeed()
            let lines = ending.out.split(separator: "\n")
            return (ending.out, try lines.map { try JSONDecoder().decode(Item.self, from: Data($0.utf8)) })
        }
    }

    @Test("are the same lines each time, and each line's command is complete") func lines() async throws {
        let office = try await Office(3)
        let (text, items) = try await office.items(["--rate", "100/s"])
        #expect(try await office.items(["--rate", "100/s"]).text == text)
        #expect(items.map(\.item) == (1...3).map { "payroll-monthly@cust-\($0)/2026-10" })
        #expect(items[1].server == "cust-2.example.com" && items[1].weight == 1)
        #expect(items[1].env == ["KSR_EMAIL", "PASSWORD_2"])
        #expect(
            items[1].argv == [
                "gantry", "run", "payroll-monthly@cust-2", "--period", "2026-10", "--rate", "100/s", "--workspace",
                office.workspace.path,
            ])
        // From another folder, with nothing but what the line names.
        let words = [Product.binary] + items[0].argv.dropFirst()
        let environment = office.command([]).environment.filter {
            items[0].env.contains($0.key) || $0.key == "GANTRY_PIPELINES"
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
