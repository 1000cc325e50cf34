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
        for folder in ["Systems", "Pipelines"] {
            try FileManager.default.createDirectory(
                atPath: "\(workspace.path)/\(folder)", withIntermediateDirectories: false)
        }
        try BackEnd.autoDetailHub.configure(workspace, url)
        let config = workspace.path + "/gantry.yaml"
        try write(
            try text(of: config).replacing(BackEnd.autoDetailHub.rawValue, with: system)
                .replacing("    settle: 300ms\n", with: ""), to: config)
        if system == "hub" { try write(hub, to: workspace.path + "/Systems/hub.yaml") }
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

    /// AutoDetail Hub, as far as the pipeline reads it.
    private static let hub = """
        system: hub
        title: Workshop
        sign-in:
          api-key: { header: X-API-Key }
          check: { get: /api/client/services }
        requests:
          errors: { message: error }
          sensitive: [uploadUrl, accessUrl, signedUrl]
        datasets:
          services:
            help: The services that can be booked.
            get: /api/client/services
            records: ""
            key: id
            paging: none
            total: none
            fields:
              id: { required: true }
              name: { required: true }
              description: {}
              priceRub: { type: money, required: true }
              durationMinutes: { type: integer, required: true }
              imageUrl: { type: link }
              createdAt: { type: time }
              active: { type: flag }
          appointments:
            help: Bookings by id, with their photos.
            get: "/api/client/appointments/{key}"
            record: ""
            key: id
            paging: none
            total: none
            fields:
              id: { required: true }
              source: {}
              status: { required: true }
              startIso: { type: time, required: true }
              endIso: { type: time }
              clientName: { required: true }
              phone: {}
              telegram: {}
              carMake: {}
              carPlate: {}
              serviceName: { required: true, names: services.name }
              notes: {}
              createdAt: { type: time }
              updatedAt: { type: time }
              workPhotos: { list: { appointmentId: { of: id }, id: { required: true }, url: { type: link }, createdAt: { type: time } } }
              defectPhotos: { list: { appointmentId: { of: id }, id: { required: true }, url: { type: link }, createdAt: { type: time } } }

        """
}
