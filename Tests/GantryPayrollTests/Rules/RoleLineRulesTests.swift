import GantryConnectors
import GantryEngine
import GantryModel
import GantryPayroll
import Testing

/// Entries that were read by roles, from their landed lines.
@Suite("Entries that were read by roles") struct RoleLineRulesTests {
    private func outcome(_ lines: [(roles: String, source: String)]) throws -> Outcome {
        let text = lines.enumerated().map { index, line in
            #"{"id":1,"roles":{"employee":7,"date":"2026-10-05","normalHours":4.00,"status":"APPROVED","#
                + #""approved-at":"2026-10-31T08:00:00Z","approved-by":901\#(line.roles)},"source":\#(line.source)}"#
                + "\n"
        }
        var chunk = Chunk<WorkEntry>(bytes: Array(text.joined().utf8))
        try WorkEntry.dataset.decoder().decodeLines(&chunk)
        #expect(chunk.rejects.isEmpty && chunk.count == lines.count)
        return try check(pages: [chunk])
    }

    @Test(
        "under one number are all held where they differ in anything that the server sent, and else count once",
        arguments: [
            (#"{"ref":1,"uuid":"u1","from":"13:00"}"#, true),
            (#"{"ref":1,"uuid":"u1"}"#, true),
            (#"{"ref":1,"uuid":"u1","from":"08:00","at":{"a":1,"b":[1,{"c":2,"d":4}]}}"#, true),
            (#"{"ref":1,"uuid":"u1","from":"08:00","at":{"a":1,"b":[1,{"c":2,"d":3}]}}"#, false),
            (#"{ "at": {"b":[1,{"d":3,"c":2}], "a":1}, "from": "08:0\u0030", "uuid":"u1", "ref":1 }"#, false),
        ])
    func sameNumber(second: String, conflicts: Bool) throws {
        let first = #"{"ref":1,"uuid":"u1","from":"08:00","at":{"a":1,"b":[1,{"c":2,"d":3}]}}"#
        let outcome = try outcome([("", first), ("", second)])
        #expect(outcome.verdicts == (conflicts ? [.held, .held] : [.exported, .repeated]))
        #expect(outcome.notes("conflicting-id").count == (conflicts ? 2 : 0))
    }

    @Test("that their system leaves out are held, for that alone, and have no hours") func leftOut() throws {
        let line =
            #"{"id":1,"roles":{"employee":4711,"date":"2026-09-05","left-out":true},"source":{"id":1,"gone":true}}"#
            + "\n"
        var chunk = Chunk<WorkEntry>(bytes: Array(line.utf8))
        try WorkEntry.dataset.decoder().decodeLines(&chunk)
        let outcome = try check(pages: [chunk])
        #expect(outcome.verdicts == [.held])
        #expect(outcome.notes.map(\.rule) == ["left-out-record"] && outcome.count("left-out-record", .blocker) == 1)
        #expect(outcome.summary.heldElsewhere.total == .zero && outcome.summary.absentRoles.isEmpty)
    }

    @Test("show together which fields none of them has") func absent() throws {
        let both = #","absent":{"weekendHours":"extra","pause":"times.break"}"#
        let one = #","absent":{"pause":"times.break"}"#
        #expect(try outcome([(both, "{}"), (both, "{}")]).summary.absentRoles.all == [.weekend, .pause])
        #expect(
            try outcome([(both, "{}"), (#","left-out":true"#, "{}")]).summary.absentRoles.all == [.weekend, .pause])
        #expect(try outcome([(both, "{}"), (one, "{}")]).summary.absentRoles.all == [.pause])
        #expect(try outcome([(both, "{}"), ("", "{}"), (one, "{}")]).summary.absentRoles.isEmpty)
        #expect(try check([String]()).summary.absentRoles.isEmpty)
    }
}
