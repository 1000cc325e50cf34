import GantryEngine
import GantryKit
import GantryModel
import Glibc

@MainActor func go() async {
    do {
        let args = CommandLine.arguments
        let file = try PipelineFile.load(path: "Pipelines/payroll-monthly.yaml", catalog: Gantry.catalog, overrides: Array(args.dropFirst(4)))
        var env: [String: String] = ["KSR_EMAIL": "a@b.c", "KSR_PASSWORD": "x"]
        env["GANTRY_KSR_URL"] = args[1]
        let config = try Configuration.read(Array("connections:\n  ksr:\n    system: ksr-cranes\n    environment: production\n    credentials:\n      email: { env: KSR_EMAIL }\n      password: { env: KSR_PASSWORD }\n".utf8), named: "x", folder: ".", isOwnersAlone: true, systems: Gantry.systems, environment: env)
        let request = try ExportRequest(pipeline: file, period: PayPeriod("2026-10"), connection: config.connection(named: "ksr"), workspace: Workspace(path: args[2]), environment: env, command: "gantry run")
        let clock = ContinuousClock.now
        let r = try await Gantry.export(request) { if args[3] == "v" { print($0) } }
        print(r.totals, ContinuousClock.now - clock, r.folder)
    } catch let e as any ExplainedError { print("ERROR", e.explanation, e.advice ?? "") } catch { print("ERROR", error) }
}
await go()
