import FoundationEssentials
import Testing

@Suite("What a shell offers") struct CompletionTests {
    private func offered(_ line: String, in folder: String) async throws -> [String] {
        let command = Command(
            ["/bin/bash", Product.tools + "/complete.bash", Product.binary, line],
            environment: ["GANTRY_WORKSPACE": folder])
        return try await command.succeed().lines.map(String.init)
    }

    @Test("is the pipelines and profiles that the program finds") func shipped() async throws {
        let folder = try TestFolder("completion")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/Pipelines", withIntermediateDirectories: true)
        try write("", to: folder.path + "/Pipelines/payroll-of-our-own.yaml")
        #expect(
            try await offered("gantry run payroll-m", in: folder.path) == ["payroll-mark-sent", "payroll-monthly"])
        #expect(try await offered("gantry validate payroll-o", in: folder.path) == ["payroll-of-our-own"])
        #expect(
            try await offered("gantry list profiles dat", in: folder.path) == [
                "datalon-pc", "datev-lodas", "datev-lug",
            ])
    }

    @Test("is the runs of the workspace that the line names, also those under way") func runs() async throws {
        let folder = try TestFolder("completion")
        for run in ["exports/pay/2026-09/r1", "exports/pay/2026-09/r1.signed", "parts/pay/2026-10/r2"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/\(run)", withIntermediateDirectories: true)
        }
        let both = ["pay/2026-09/r1", "pay/2026-10/r2"]
        #expect(try await offered("gantry show pay", in: folder.path) == both)
        #expect(try await offered("gantry show --workspace \(folder.path) ", in: "/nowhere") == both)
        #expect(try await offered("gantry diff pay/2026-09/r1 pay/2026-1", in: folder.path) == ["pay/2026-10/r2"])
        #expect(try await offered("gantry show ", in: "/nowhere") == [])
    }

    @Test("is the connections that gantry.yaml names") func connections() async throws {
        let folder = try TestFolder("completion")
        let file = """
            connections:
              ksr: { system: ksr-cranes, environment: "http://127.0.0.1:1", credentials: { email: { env: E }, password: { env: P } } }
              hub: { system: autodetail-hub, environment: "http://127.0.0.1:1", credentials: { api-key: { env: K } } }

            """
        try write(file, to: folder.path + "/gantry.yaml")
        #expect(try await offered("gantry login ", in: folder.path) == ["ksr", "hub"])
    }
}
