import FoundationEssentials
import Testing

/// A compiled system's uploads, said by a file, against the sample back end.
@Suite("Photos to a system that a file describes") struct SystemPhotoTests {
    private static let system = """
        system: hub-by-file
        title: AutoDetail Hub by a file
        sign-in:
          api-key: { header: X-API-Key }
          check: { get: /api/client/services }
        requests:
          errors: { message: error }
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
        submissions:
          photos:
            help: Photos, each for a booking.
            file: { column: file, types: [jpeg], most: 2 MiB, photo: true }
            columns:
              file: { required: true }
              appointment: { required: true }
              kind: { one-of: [work, defect], required: true }
            steps:
              - post: /api/uploads/presign
                body:
                  appointmentId: { column: appointment }
                  kind: { column: kind }
                  filename: { column: file.name }
                  contentType: { column: file.type }
                done: [200, 201]
                takes: { url: uploadUrl, ref: ref }
                lost: repeat
              - put: { step: url }
                file: raw
                done: 200
                lost: repeat
              - post: "/api/client/appointments/{appointment}/photos"
                body: { kind: { column: kind }, photoUrls: [{ step: ref }] }
                done: [200, 201]
                lost: stop
        """

    @Test(
        "are stored at their addresses and linked once, whatever is lost on the way, and the addresses are kept nowhere",
        arguments: [[], ["presign:close"], ["put-photo:close"], ["put-photo:stored-status=500"]])
    func stored(faults: [String]) async throws {
        let hub = try await HubSandbox(faults: faults)
        let workspace = try Workspace("hub-by-file")
        try workspace.add("Systems", "Pipelines")
        try write(Self.system, to: workspace.path + "/Systems/hub-by-file.yaml")
        try write(
            "connections:\n  hub:\n    system: hub-by-file\n    environment: \(hub.sandbox.url)\n    settle: 300ms\n"
                + "    credentials: { api-key: { env: HUB_API_KEY } }\n", to: workspace.path + "/gantry.yaml")
        try write(
            "pipeline: photos\ntitle: Photos\nconnection: hub\nupload: hub-by-file.photos\n",
            to: workspace.path + "/Pipelines/photos.yaml")
        let sheet = workspace.folder.file("rows.csv")
        try write(
            "file,appointment,kind\n"
                + ["apt-000001_work_1", "apt-000001_work_2"].map { "photos/\($0).jpg,apt-000001,work\n" }.joined()
                + "photos/apt-000001_defect_1.jpg,apt-000001,defect\n", to: sheet)
        let ending = try await Command(
            [
                Product.binary, "run", "photos", "--sheet", sheet, "--files", HubSending.samples, "--workspace",
                workspace.path,
            ], environment: BackEnd.autoDetailHub.credentials
        ).run()
        #expect(ending.status == .exited(0), "\(faults) \(ending)")
        let stored = try Set(hub.effects("put-photo").map { "s3:" + ($0.identity["key"] ?? "") })
        let linked = try hub.effects("link-photo").map { $0.identity["ref"] ?? "" }
        #expect(linked.count == 3 && Set(linked) == stored, "\(faults) \(linked) \(stored)")
        let kept = try await Command(["grep", "-rlaE", "X-Amz-Signature|[?&]sig", workspace.path]).run()
        #expect(kept.out.isEmpty, "\(kept)")
    }
}
