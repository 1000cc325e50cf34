import FoundationEssentials
import Testing

/// AutoDetail Hub is compiled; a file that describes it gives the same bytes.
@Suite("A compiled system that a file describes too") struct DescribedHubTests {
    /// AutoDetail Hub, as far as pipelines read it.
    static let system = """
        system: hub
        title: AutoDetail Hub
        sign-in:
          api-key: { header: X-API-Key }
          check: { get: /api/client/services }
        requests:
          errors: { message: error }
          sensitive: [uploadUrl, accessUrl, signedUrl]
        datasets:
          services:
            help: What can be booked.
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
              durationMinutes: { type: integer, unit: minutes, required: true }
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

    /// - Parameters:
    ///   - prefix: that of the datasets.
    ///   - service: what the fields of the service that was booked are called.
    private static func pipeline(_ prefix: String, service: String) -> String {
        let photos = "columns: [appointmentId, id, url, createdAt] }"
        return """
            pipeline: hub
            connection: hub
            datasets:
              - dataset: \(prefix).services
                outputs:
                  - { file: services.csv, format: csv }
                  - { file: services.jsonl.zst, format: archive }
              - dataset: \(prefix).appointments
                for-each: { file: appointments.csv }
                outputs:
                  - file: appointments.csv
                    format: csv
                    dialect: excel-da
                    columns:
                      - id
                      - status
                      - startIso
                      - endIso
                      - clientName
                      - phone
                      - telegram
                      - carMake
                      - carPlate
                      - serviceName
                      - { field: \(service).id, heading: service }
                      - { field: \(service).priceRub, heading: price, decimals: 2 }
                      - { field: \(service).durationMinutes, heading: minutes }
                      - notes
                      - createdAt
                      - updatedAt
                  - { file: all.csv, format: csv }
                  - { file: work-photos.csv, format: csv, list: workPhotos, \(photos)
                  - { file: defect-photos.csv, format: csv, list: defectPhotos, \(photos)
                  - { file: exceptions.csv, format: exceptions-csv }
                  - { file: appointments.jsonl.zst, format: archive }
                  - { file: appointments.jsonl, format: archive, compression: none }

            """
    }

    private func exported(_ url: String, described: Bool) async throws -> Workspace {
        let workspace = try Workspace(described ? "described" : "compiled")
        try workspace.add("Systems", "Pipelines")
        try write(Self.system, to: workspace.path + "/Systems/hub.yaml")
        try write(
            Self.pipeline(described ? "hub" : "autodetail", service: described ? "services" : "service"),
            to: workspace.path + "/Pipelines/hub.yaml")
        try write(
            """
            connections:
              hub:
                system: \(described ? "hub" : "autodetail-hub")
                environment: \(url)
                credentials: { api-key: { env: HUB_API_KEY } }
            """, to: workspace.path + "/gantry.yaml")
        try write(appointments(Array(1...32) + Array(900_001...900_005)), to: workspace.path + "/appointments.csv")
        try await Command(
            [Product.binary, "run", "hub", "--period", "2026-10", "--workspace", workspace.path],
            environment: ["HUB_API_KEY": "org_1705671234_sandbox000001"]
        ).succeed()
        return workspace
    }

    @Test("gives the same bytes in every file, and finds the same records") func bytes() async throws {
        let sandbox = try await Sandbox(["--system", "autodetail-hub"])
        // A workspace is gone once nothing names it.
        let workspaces = try await (exported(sandbox.url, described: false), exported(sandbox.url, described: true))
        let data = "/hub/2026-10/r1/data"
        let (compiled, described) = (workspaces.0.exports + data, workspaces.1.exports + data)
        let files = [
            "services.csv", "services.jsonl.zst", "appointments.csv", "all.csv", "work-photos.csv", "defect-photos.csv",
            "appointments.jsonl.zst", "appointments.jsonl",
        ]
        for file in files {
            let (a, b) = try (read("\(compiled)/\(file)"), read("\(described)/\(file)"))
            #expect(a == b && a.count > 100, "\(file)")
        }
        func found(_ folder: String) throws -> [[String]] {
            try SheetText.rows(text(of: folder + "/exceptions.csv"), delimiter: ",").dropFirst().map { [$0[0], $0[2]] }
        }
        #expect(try found(compiled) == found(described) && found(described).count == 1)
        #expect(try text(of: described + "/exceptions.csv").contains(",unknown-name,"))
    }
}
