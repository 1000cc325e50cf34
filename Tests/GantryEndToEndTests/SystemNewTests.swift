import FoundationEssentials
import Testing

/// From nothing to the exported hours of a new back end, through the built program.
@Suite("A new system") struct SystemNewTests {
    /// What the vendor of tracker.py would publish.
    private static let document = """
        {"openapi": "3.1.0", "info": {"title": "Time tracker", "version": "1"},
         "security": [{"key": []}],
         "paths": {
          "/me": {"get": {"responses": {"200": {"content": {"application/json": {"schema": {"type": "object"}}}}}}},
          "/hours": {"get": {"summary": "The hours of everybody.",
            "parameters": [{"name": "skip", "in": "query", "schema": {"type": "integer"}},
                           {"name": "take", "in": "query", "schema": {"type": "integer"}},
                           {"name": "from", "in": "query", "schema": {"type": "string", "format": "date"}}],
            "responses": {"200": {"content": {"application/json": {"schema": {"type": "object", "properties": {
              "data": {"type": "object", "properties": {"items": {"type": "array", "items": {"$ref": "#/components/schemas/Hours"}}}},
              "meta": {"type": "object", "properties": {"total": {"type": "integer"}, "take": {"type": "integer"}}}}}}}}}}}},
         "components": {
          "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
          "schemas": {"Hours": {"type": "object", "required": ["id", "day", "hours"], "properties": {
            "id": {"type": "integer"}, "day": {"type": "string", "format": "date"}, "hours": {"type": "number"},
            "user": {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}},
            "kind": {"type": "string", "enum": ["N", "O", "W", "T"]}, "fields": {"type": "array", "items": {"type": "object"}},
            "note": {"type": ["string", "null"]}}}}}}
        """

    @Test("is drafted from a document, refused until nothing is open, and exported then") func whole() async throws {
        let tracker = try await Tracker()
        let document = tracker.workspace.folder.file("openapi.json")
        try write(Self.document, to: document)
        try FileManager.default.removeItem(atPath: tracker.systemFile)
        let made = try await tracker.gantry("system", "new", "tracker", "--openapi", document)
        made.expect(exit: 0)
        #expect(made.out.contains("Wrote \(tracker.systemFile): 1 dataset, 4 values to fill in."), "\(made)")
        #expect(made.out.contains("Next  gantry validate \(tracker.systemFile)"), "\(made)")
        let open = try await tracker.gantry("validate", tracker.systemFile)
        open.expect(exit: 78)
        #expect(open.err.contains("4 mistakes"), "\(open)")
        for place in ["sign-in.check", "datasets.hours.key", "datasets.hours.paging", "datasets.hours.total"] {
            #expect(open.err.contains("\(place) is still to be filled in."), "\(open)")
        }
        // Nothing is sent by such a file.
        let stopped = try await tracker.command().run()
        stopped.expect(exit: 78)
        var described = try text(of: tracker.systemFile)
        for (key, value) in [
            ("check", "{ get: /me, account: user.login }"), ("key", "id"),
            ("paging", "{ offset: skip, limit: take, size: 50, states-limit: meta.take }"),
            (
                "total",
                "meta.total\n    period: { day: day, query: { from: \"{from}\", to: \"{to}\" } }"
            ),
        ] {
            #expect(described.contains("\(key): TODO"))
            described = described.replacing("\(key): TODO", with: "\(key): \(value)")
        }
        try write(described, to: tracker.systemFile)
        let valid = try await tracker.gantry("validate", tracker.systemFile)
        valid.expect(exit: 0)
        let ending = try await tracker.command().run()
        ending.expect(exit: 0)
        let lines = try text(of: tracker.exported + "/data/hours.csv").split(separator: "\r\n")
        #expect(lines.first == "id,day,hours,user_id,user_name,kind,note")
        let rows = lines.dropFirst()
        #expect(rows.count == 155)
        #expect(rows.allSatisfy { $0.contains(",2026-10-") })
        tracker.end()
    }

    @Test("never takes the place of a file, and has a name of its own") func names() async throws {
        let tracker = try await Tracker()
        let before = try text(of: tracker.systemFile)
        for (name, says) in [
            ("tracker", "tracker.yaml exists already and was not changed."),
            ("Mine", "can't be the name of a system."),
            ("../mine", "can't be the name of a system."), ("ksr", "which Gantry has built in."),
            ("ksr-cranes", "which Gantry has built in."),
        ] {
            let ending = try await tracker.gantry("system", "new", name)
            ending.expect(exit: 64)
            #expect(ending.err.contains(says), "\(ending)")
        }
        #expect(try text(of: tracker.systemFile) == before)
        let bare = try await tracker.gantry("system", "new", "bare", "--json")
        #expect(bare.status == .exited(0) && bare.out.contains("\"open\":9"), "\(bare)")
        let open = try await tracker.gantry("validate", tracker.workspace.path + "/Systems/bare.yaml")
        #expect(open.status == .exited(78) && open.err.contains("9 mistakes"), "\(open)")
        let unread = try await tracker.gantry("system", "new", "other", "--openapi", tracker.systemFile)
        #expect(unread.status == .exited(78) && unread.err.contains("doesn't say that it is OpenAPI"), "\(unread)")
        #expect(!exists(tracker.workspace.path + "/Systems/other.yaml"))
        tracker.end()
    }
}
