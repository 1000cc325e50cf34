import FoundationEssentials
import Testing

// A compiled system beside the same one that a file describes.
extension SystemTests {
    @Test("gives the bytes of the compiled system that it describes") func twin() async throws {
        let sandbox = try await Sandbox(["--system", BackEnd.autoDetailHub.rawValue])
        let compiled = try await Self.appointments(of: sandbox.url, system: BackEnd.autoDetailHub.rawValue) { $0 }
        let described = try await Self.appointments(of: sandbox.url, system: "hub") {
            $0.replacing("autodetail.", with: "hub.").replacing("field: service.", with: "field: services.")
        }
        let names = compiled.keys.filter { $0.hasPrefix("data/") && !$0.hasSuffix("totals.json") }.sorted()
        #expect(names.count == 7)
        for name in names where !name.hasSuffix("exceptions.csv") {
            #expect(described[name] == compiled[name], "\(name)")
            #expect((compiled[name] ?? []).count > 100)
        }
        // The exceptions are of the same records, by names of their own.
        let keys = [compiled, described].map { files in
            String(decoding: files["data/appointment-exceptions.csv"] ?? [], as: UTF8.self).split(separator: "\r\n")
                .dropFirst().map { $0.split(separator: ",")[2] }
        }
        #expect(keys[0] == ["apt-900001"] && keys[1] == keys[0])
    }

    /// What the shipped pipeline publishes, after a change of its text.
    private static func appointments(
        of url: String, system: String, _ change: (String) -> String
    ) async throws -> [String: [UInt8]] {
        let workspace = try Workspace(system)
        try workspace.add("Systems", "Pipelines")
        try BackEnd.autoDetailHub.configure(workspace, url)
        let config = workspace.path + "/gantry.yaml"
        try write(
            try text(of: config).replacing(BackEnd.autoDetailHub.rawValue, with: system)
                .replacing("    settle: 300ms\n", with: ""), to: config)
        // Whatever the unit of a length of time: it is written as the server says it.
        let described = DescribedHubTests.system.replacing(", unit: minutes", with: "")
        if system == "hub" { try write(described, to: workspace.path + "/Systems/hub.yaml") }
        try write(
            GantryEndToEndTests.appointments(Array(1...32) + Array(900_001...900_005)),
            to: workspace.path + "/appointments.csv")
        // Which of two lists a photo is in is no value that an answer has, so a file can't describe it.
        let columns = ", columns: [{ field: appointmentId }, { field: id }, { field: url }, { field: createdAt }] }"
        var pipeline = change(try text(of: Product.root + "/Pipelines/appointments.yaml"))
        for list in ["workPhotos", "defectPhotos"] {
            let output = "list: \(list), dialect: machine }"
            #expect(pipeline.contains(output))
            pipeline = pipeline.replacing(output, with: output.dropLast(2) + columns)
        }
        let path = workspace.path + "/Pipelines/appointments.yaml"
        try write(pipeline, to: path)
        try await Command(
            [
                Product.binary, "run", path, "--period", "2026-10", "--workspace", workspace.path, "--snapshot-time",
                Job.snapshot,
            ], environment: BackEnd.autoDetailHub.credentials
        ).succeed()
        return try Tree("\(workspace.exports)/appointments/2026-10/r1").files
    }
}
