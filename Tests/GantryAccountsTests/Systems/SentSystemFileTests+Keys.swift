import GantryAccounts
import GantryConnectors
import GantryEngine
import Testing

extension SentSystemFileTests {
    private static let sheet = """
        submissions:
          hours:
            help: Hours, one row each.
            columns:
              user: { type: integer, required: true }
              day: { type: date, required: true }
              hours: { type: decimal }
              kind: { one-of: { "8": normal, "9": overtime } }
              note: {}
              remark: {}
            steps:
              - post: "/v1/users/{user}/hours"
                query: { kind: "{kind}" }
                body: { entry: { day: { column: day }, hours: { column: hours } }, texts: [{ column: note }, { column: remark }] }
                done: 201
                lost: stop
        """

    private static let cells = ["user": "7", "day": "2026-10-05", "hours": "7.5", "kind": "overtime", "note": "A"]

    private static func identity(
        _ changes: [(old: String, new: String)], _ cells: [String: String]
    ) throws
        -> RowIdentity
    {
        let changed = changes.reduce(sheet) { $0.replacing($1.old, with: $1.new) }
        let file = text.split(separator: "submissions:")[0] + changed
        let system = try SystemFile.read(Array(String(file).utf8), named: "Systems/tracker.yaml")
        let found = try #require(system.submissions.first as? any SubmissionDescription<DescribedRow>)
        let sent = try Sent(found, cells, state: "", attempts: 1)
        #expect(sent.problems.isEmpty)
        return sent.identity
    }

    @Test("is the same row where only the file's words for it change")
    func renamed() throws {
        let before = try Self.identity([], Self.cells)
        let renamed = try Self.identity(
            [
                ("      user:", "      Bruger:"), ("{user}", "{Bruger}"),
                ("      hours: { type", "      Timer: { type"),
                ("{ column: hours }", "{ column: Timer }"), ("      kind:", "      Slags:"), ("{kind}", "{Slags}"),
                ("overtime }", "overtid }"),
            ],
            ["Bruger": "7", "day": "2026-10-05", "Timer": "7.5", "Slags": "overtid", "note": "A"])
        #expect(renamed.values == before.values && before.values != nil)
        // Nor by another order of the columns, another version in the path, or what is made of several columns.
        for change in [
            ("      note: {}\n      remark: {}", "      remark: {}\n      note: {}"), ("/v1/", "/api/v2/"),
            ("body: { entry:", "body: { ref: \"{user}/{day}\", entry:"),
        ] { #expect(try Self.identity([change], Self.cells).values == before.values, "\(change)") }
    }

    @Test("with a file is known by its values too, whichever of them must be filled")
    func upload() throws {
        let file = [
            (
                "    columns:\n",
                "    file: { column: file, types: [pdf], most: 5 MB }\n    columns:\n      file: { required: true }\n"
            ), ("        done: 201\n", "        file: { part: file }\n        done: 201\n"),
            (
                "entry: { day: { column: day }, hours: { column: hours } }, texts: [{ column: note }, { column: remark }]",
                "day: { column: day }, hours: { column: hours }, note: { column: note }, remark: { column: remark }"
            ),
        ]
        let cells = Self.cells.merging(["file": "scan.pdf"]) { $1 }
        let before = try Self.identity(file, cells)
        let required = try Self.identity(file + [("      note: {}", "      note: { required: true }")], cells)
        #expect(required == before && before.target.isEmpty)
        #expect(try Self.identity(file, cells.merging(["note": "B"]) { $1 }) != before)
    }

    @Test("is another row where a value is sent to another place")
    func otherPlace() throws {
        let before = try Self.identity([], Self.cells)
        var other = Self.cells
        other["remark"] = other.removeValue(forKey: "note")
        #expect(try Self.identity([], other).values != before.values)
        #expect(
            try Self.identity([("hours: { column: hours }", "break: { column: hours }")], Self.cells).values
                != before.values)
    }
}
