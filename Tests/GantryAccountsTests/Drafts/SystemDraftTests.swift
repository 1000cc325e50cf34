import Foundation
import GantryAccounts
import GantryYAML
import Testing

/// A system file that is begun for its author.
@Suite("A drafted system file") struct SystemDraftTests {
    /// A small time tracker.
    static let document = """
        openapi: 3.0.3
        info: { title: Time Tracker, version: "2" }
        servers: [{ url: "https://tracker.example.com/api" }]
        security: [{ key: [] }]
        paths:
          /v1/me:
            get: { responses: { "200": { content: { application/json: { schema: { type: object } } } } } }
          /v1/timeEntries:
            parameters: [{ name: page, in: query, schema: { type: integer } }]
            get:
              operationId: entries
              summary: Hours of all people.
              parameters:
                - { $ref: "#/components/parameters/State" }
                - { name: page_size, in: query, schema: { type: integer } }
                - { name: since, in: query, required: true, schema: { type: string, format: date } }
                - { name: tag, in: query, schema: { type: string } }
              responses:
                "200":
                  headers: { X-Total: { schema: { type: integer } } }
                  content:
                    "application/json; charset=utf-8":
                      schema:
                        type: object
                        properties:
                          items: { type: array, items: { $ref: "#/components/schemas/Entry" } }
                          total: { type: integer }
                          meta: { type: object, properties: { pages: { type: integer } } }
        components:
          parameters:
            State: { name: state, in: query, description: Those in this state., schema: { type: string, enum: [open, "no"] } }
          securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
          schemas:
            Entry:
              required: [id, day, user]
              properties:
                id: { type: integer }
                day: { type: string, format: date }
                hours: { type: number, description: "The hours: with decimals, exact." }
                user: { $ref: "#/components/schemas/User" }
                state: { type: string, enum: [open, "no", null], nullable: true }
                changed: { type: string, format: date-time }
                approved: { type: boolean }
                page: { type: string, format: uri }
                tags: { type: array, items: { type: string } }
                note: { type: string }
            User:
              type: object
              required: [id, name]
              properties:
                id: { type: string }
                name: { type: string }
                boss: { $ref: "#/components/schemas/User" }
        """

    static let drafted = """
        # What tracker.yaml says of Time Tracker 2. Every TODO is what it doesn't say, and a value to fill in by the vendor's
        # pages.
        system: tracker
        title: Time Tracker

        environments:
          production: "https://tracker.example.com/api"

        sign-in:
          # key
          api-key: { header: X-Key }
          # A request that fails with a wrong key, and where its answer names the account. Requests without a list: /v1/me.
          check: TODO

        datasets:
          # GET /v1/timeEntries (entries)
          time-entries:
            help: Hours of all people.
            get: /v1/timeEntries
            records: items
            # The field that tells one record from another. Required: id, user_id and user_name.
            key: TODO
            # page_size and page may be of pages.
            paging: TODO
            # Integers beside the list: total and meta.pages; headers: X-Total.
            total: TODO
            # Other parameters: tag.
            filters:
              state: { help: Those in this state., one-of: [open, "no"] }
              since: { help: TODO, type: date, required: true }
            fields:
              id: { type: integer, required: true }
              day: { type: date, required: true }
              hours: { type: decimal, help: "The hours: with decimals, exact." }
              user_id: { at: user.id, required: true }
              user_name: { at: user.name, required: true }
              state: { one-of: [open, "no"] }
              changed: { type: time }
              approved: { type: flag }
              page: { type: link }
              note: {}
              # Left out: tags (a list) and user.boss (a reference that leads nowhere or round).

        """

    private func draft(_ text: String, _ file: String = "tracker.yaml") throws -> SystemDraft {
        try SystemDraft.drafted("tracker", from: Array(text.utf8), named: file)
    }

    /// The draft of a document of which every mistake is an open value.
    @discardableResult private func sound(_ text: String, _ file: String = "tracker.yaml") throws -> SystemDraft {
        let draft = try draft(text, file)
        requireOpen(draft)
        return draft
    }

    private func requireOpen(_ draft: SystemDraft) {
        let error = #expect(throws: SystemFileError.self) {
            try SystemFile.read(Array(draft.text.utf8), named: "tracker.yaml")
        }
        #expect(error?.mistakes.allSatisfy { $0.code == .open } ?? false, "\(error?.render() ?? "")\n\(draft.text)")
        #expect(error?.mistakes.count == draft.open)
    }

    /// The document with one dataset of such records, which may name other schemas.
    private func records(_ properties: String, required: String = "[]", schemas: String = "{}") -> String {
        """
        openapi: 3.1.0
        info: {}
        paths:
          /things:
            get:
              responses:
                "200": { content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Thing" } } } } }
        components:
          schemas:
            Thing: { type: object, required: \(required), properties: \(properties) }
            Others: \(schemas)
        """
    }

    private func fields(_ draft: SystemDraft) -> [String] {
        let lines = draft.text.split(separator: "\n").drop { $0 != "    fields:" }.dropFirst()
        return lines.map { $0.drop { $0 == " " } }.map(String.init)
    }

    @Test("has the required keys, each open") func blank() throws {
        let draft = SystemDraft.blank("tracker")
        requireOpen(draft)
        #expect(draft.open == 9 && draft.datasets == ["records"] && draft.leftOut.isEmpty)
    }

    @Test("has what a document says, and what it doesn't say is open") func whole() throws {
        let draft = try sound(Self.document)
        #expect(draft.text == Self.drafted)
        #expect(draft.datasets == ["time-entries"] && draft.open == 5)
    }

    @Test("is the same of JSON and of 3.1") func json() throws {
        var mistakes: [Mistake] = []
        let source = try #require(SourceText(Array(Self.document.utf8), name: "", mistakes: &mistakes))
        let tree = try #require(YAMLReading.read(source, mistakes: &mistakes))
        let json = try JSONSerialization.data(withJSONObject: Self.plain(tree))
        let draft = try sound(String(decoding: json, as: UTF8.self), "tracker.json")
        // JSONSerialization keeps no order.
        #expect(
            Set(draft.text.split(separator: "\n")).symmetricDifference(Self.drafted.split(separator: "\n")).allSatisfy {
                $0.contains("#")
            })
        let newer = try sound(
            Self.document.replacing("openapi: 3.0.3", with: "openapi: 3.1.1")
                .replacing(
                    "{ type: string, enum: [open, \"no\", null], nullable: true }",
                    with: "{ type: [string, \"null\"], enum: [open, \"no\", null] }"))
        #expect(newer.text == Self.drafted)
    }

    private static func plain(_ node: SourceNode) -> Any {
        switch node.content {
        case .nothing, .refused: NSNull()
        case .text(let text, let isPlain): isPlain && text == "true" ? true as Any : text
        case .list(let items): items.map(plain)
        case .group(let entries): Dictionary(uniqueKeysWithValues: entries.map { ($0.key, plain($0.value)) })
        }
    }

    @Test("joins the parts of a schema, and takes the one kind that isn't null") func parts() throws {
        let draft = try sound(
            records(
                """
                { a: { anyOf: [{ type: integer }, { type: "null" }] }, b: { oneOf: [{ type: integer }, { type: string }] },
                  c: { allOf: [{ type: object, properties: { x: { type: number } } }, { properties: { y: { const: fixed } }, required: [y] }] },
                  d: { type: [string, integer] }, e: { type: object }, f: {}, g: { type: string, writeOnly: true }, h: { enum: [1, 2], type: integer } }
                """, required: "[a, c, h]"))
        #expect(
            fields(draft) == [
                "a: { type: integer }", "c_x: { at: c.x, type: decimal }",
                "c_y: { at: c.y, one-of: [fixed], required: true }", "# h is one of 1 or 2.",
                "h: { type: integer, required: true }",
                "# Left out: b (of several kinds), d (of several kinds), e (an object of any keys), f (the document doesn't say",
                "# what it holds) and g (only sent).",
            ])
    }

    @Test("ends where schemas lead round") func circles() throws {
        let draft = try sound(
            records(
                """
                { id: { type: integer }, parent: { $ref: "#/components/schemas/Thing" }, a: { $ref: "#/components/schemas/Others/a" },
                  b: { $ref: "#/components/schemas/Others/b" }, c: { $ref: "#/nowhere" }, d: { $ref: other.yaml },
                  e: { $ref: "#/components/schemas/Others/e~1%20x" } }
                """,
                schemas: """
                    { a: { $ref: "#/components/schemas/Others/a" }, b: { allOf: [{ $ref: "#/components/schemas/Others/b" }] },
                      "e/ x": { type: boolean } }
                    """))
        #expect(fields(draft).prefix(2) == ["id: { type: integer }", "e: { type: flag }"])
        // Each schema names the next one twice.
        let deep = (0..<40).map {
            "s\($0): { properties: { a: { $ref: \"#/components/schemas/Others/s\($0 + 1)\" }, b: { $ref: \"#/components/schemas/Others/s\($0 + 1)\" } } }"
        }
        try sound(
            records(
                "{ x: { $ref: \"#/components/schemas/Others/s0\" } }", schemas: "{ \(deep.joined(separator: ", ")) }"))
        let joined = (0..<40).map {
            "s\($0): { allOf: [{ $ref: \"#/components/schemas/Others/s\($0 + 1)\" }, { $ref: \"#/components/schemas/Others/s\($0 + 1)\" }] }"
        }
        try sound(
            records(
                "{ x: { $ref: \"#/components/schemas/Others/s0\" }, y: { type: integer } }",
                schemas: "{ \(joined.joined(separator: ", ")) }"))
    }

    @Test("has names that can be fields, and leaves out what is cut out of records") func names() throws {
        let draft = try sound(
            records(
                #"""
                { "@id": { type: string }, "urn:x:2.0:User": { type: string }, "first name": { type: string }, "true": { type: string },
                  "a.b": { type: string }, a_b: { type: string }, Ærø: { type: string }, "7": { type: string }, accessToken: { type: string },
                  "{{x}}": { type: string }, "x\u0007": { type: string }, help: { type: string, description: "{{ no }}" },
                  note: { type: string, description: "TODO" }, "": { type: string } }
                """#, required: "[\"@id\"]"))
        #expect(
            fields(draft) == [
                #"id: { at: ["@id"], required: true }"#, #"urn_x_2_0_User: { at: ["urn:x:2.0:User"] }"#,
                #"first_name: { at: first name }"#, #""true": {}"#, "a_b: { at: [a.b] }", "a_b_2: { at: a_b }",
                #"r_: { at: "Ærø" }"#, #"field: { at: "7" }"#,
                "# field accessToken: left out. accessToken is a key that is cut out of every record, so the field would always be",
                "# empty.", "help: {}", "note: {}",
                "# Left out: {{x}} (its name can't be written), x\\u{7} (its name can't be written) and (its name can't be written).",
            ])
        #expect(draft.leftOut.map(\.name) == ["field accessToken"])
    }

    @Test("has at most 64 fields, those nearest to the record") func many() throws {
        let inner = (0..<60).map { "i\($0): { type: string }" }.joined(separator: ", ")
        let outer = (0..<50).map { "o\($0): { type: string }" }.joined(separator: ", ")
        let draft = try sound(records("{ in: { properties: { \(inner) } }, \(outer) }"))
        #expect(fields(draft).filter { $0.hasPrefix("o") }.count == 50)
        #expect(fields(draft).filter { $0.hasPrefix("in_") }.count == 14)
        #expect(draft.text.contains("in.i14 (more than 64 fields)"))
        let apart = (0..<64).map { "o\($0): { properties: { x: { type: string } } }" }.joined(separator: ", ")
        #expect(try sound(records("{ \(apart) }")).leftOut.count == 1)
    }

    @Test(
        "tells in a comment why a list is no dataset",
        arguments: [
            ("/v1/timeEntries:\n    p", "/{a}/{b}:\n    p", "Its path has other parameters than one key."),
            ("/v1/timeEntries:\n    p", "/a.json?x=1:\n    p", "A path has no ?; what follows belongs under query."),
            (
                "total: { type: integer }", "more: { type: array, items: { type: object } }",
                "Its answer has several lists: items and more."
            ),
            ("items: { type: array", "\"a.b\": { type: array", "The key of its list can't be written as a path."),
            ("$ref: \"#/components/schemas/Entry\"", "type: object", "Its records have no value that can be a field."),
        ])
    func leftOut(what: String, other: String, why: String) throws {
        let draft = try sound(Self.document.replacing(what, with: other))
        #expect(draft.leftOut.map(\.why) == [why])
        #expect(draft.datasets == ["records"])
    }

    @Test("asks for the records of a key, or for those of one that is always the same") func keyed() throws {
        let draft = try sound(
            Self.document.replacing("/v1/timeEntries:\n    p", with: "/v1/users/{userId}/entries:\n    p"))
        #expect(draft.text.contains("  entries:\n"))
        #expect(draft.text.contains("    # {key} is userId, which a pipeline gives."))
        #expect(draft.text.contains("    get: \"/v1/users/{key}/entries\"\n"))
    }
}
