import Foundation
import GantryEngine
import GantryFiles
import GantryKit
import GantryModel
import GantryRuns
import GantrySignOff
import GantryTestSupport
import Testing

@Suite("How far pay is") struct PayStandingTests {
    private let to = "/mnt/payroll"
    private let rules = SignOffRules(prepare: ["clerk"], approve: ["manager"])

    private func standing(
        of run: RunID, listed: [String] = [], _ kept: KeptRuns
    ) async throws -> PayStanding {
        let record = try await kept.journal.run(run)
        let standings = try await Gantry.payStandings(
            of: [try #require(record).head], listed: [run.pipeline: listed], in: kept.workspace)
        return try #require(standings[run])
    }

    /// Notes that deliveries were begun, as the journal has it.
    private func begin(_ run: RunID, at places: [String], _ kept: KeptRuns) async throws {
        let lines = places.map { #"{"to":"\#($0)","time":"2026-11-04T08:00:00Z","because":null}"# + "\n" }
        try await kept.journal.keep(lines.joined(), named: "pay-deliveries", for: run)
    }

    /// Enters a book in which a run is prepared, signed and delivered.
    /// - Parameter finished: how many of its lines have all that belongs to them.
    private func sign(_ run: RunID, delivered to: String?, finished: Int, _ kept: KeptRuns) async throws {
        var book = Book()
        let steps: [(action: BookLine.Action, person: String)] = [
            (.prepared, "clerk"), (.signed, "manager"), (.delivered, "clerk"),
        ]
        for step in steps where step.action != .delivered || to != nil {
            var line = BookLine(
                number: book.lines.count + 1, previous: book.lines.last?.digest,
                time: Instant(secondsSince1970: 1_793_600_000), action: step.action, run: run,
                statement: ContentHasher.digest(of: Array("statement".utf8).span),
                person: BookLine.Signer(id: step.person, name: step.person), proof: .declared)
            if step.action == .delivered { line.to = to }
            try book.add(line)
        }
        try await kept.journal.adoptSignatures(book.lines.map(\.text), finished: finished, of: run.pipeline)
        try kept.folder.write(book.text, to: "workspace/signoff/\(run.pipeline).jsonl")
    }

    @Test("needs the end of a delivery that was begun, at each place that lacks it") func begun() async throws {
        let kept = try KeptRuns()
        let run = try await kept.publish("pay/2026-08/r1", kind: .payroll)
        try await begin(run, at: ["place", "other"], kept)
        #expect(try await standing(of: run, kept).need == .finishing(to: "place", isSigned: false))
        try await kept.deliver(run)
        let half = try await standing(of: run, kept)
        #expect(half.need == .finishing(to: "other", isSigned: false))
        #expect(half.delivered?.contains("isn't finished") == true)
        // What was to go elsewhere and counts as failed says nothing of the place that has it.
        try await begin(run, at: ["place"], kept)
        let whole = try await standing(of: run, kept)
        #expect(whole.need == .nothing && whole.delivered == "was delivered to place on 2026-11-04")
    }

    @Test("needs the delivery to each place that its files go to, also where it hasn't begun there") func open()
        async throws
    {
        let kept = try KeptRuns()
        let run = try await kept.publish("pay/2026-08/r1", kind: .payroll)
        let all = [Pipeline.Deliver(to: "place"), Pipeline.Deliver(to: "other")]
        try await Gantry.noteDeliveries(of: run, to: all, in: kept.workspace)
        // Before the first place has it, it isn't delivered at all.
        #expect(try await standing(of: run, listed: ["place", "other"], kept).delivered == nil)
        try await begin(run, at: ["place"], kept)
        try await kept.deliver(run)
        let half = try await standing(of: run, listed: ["place", "other"], kept)
        #expect(half.need == .finishing(to: "other", isSigned: false))
        #expect(half.delivered == "was delivered to place on 2026-11-04, and not to other yet")
        let month = try await Gantry.month(
            PayPeriod("2026-09"), of: "pay", rules: nil, listed: ["place", "other"], in: kept.workspace)
        #expect(month.earlier.map(\.run) == [run])
        // A place that the pipeline file doesn't name any more, or has named only since, lacks nothing.
        #expect(try await standing(of: run, listed: ["place"], kept).need == .nothing)
        #expect(try await standing(of: run, listed: ["place", "new"], kept).need == .nothing)
        // What somebody brought elsewhere goes to none of these.
        #expect(try await standing(of: run, listed: ["other"], kept).need == .nothing)
    }

    @Test("needs the delivery to a place again where it failed there") func failed() async throws {
        let kept = try KeptRuns()
        let run = try await kept.publish("pay/2026-08/r1", kind: .payroll)
        try await begin(run, at: ["place"], kept)
        try await kept.deliver(run)
        try FileManager.default.removeItem(atPath: "\(kept.folder.path)/place/\(run)")
        _ = try await Gantry.failDelivery(
            of: run, to: "place", because: "The importer was down", in: kept.workspace, command: "test")
        try await begin(run, at: ["other"], kept)
        let half = try await standing(of: run, listed: ["other", "place"], kept)
        #expect(half.unfinished == ["other", "place"])
    }

    @Test("needs the end of a delivery that is in the book and wasn't made, also of an earlier period") func pending()
        async throws
    {
        for finished in [2, 3] {
            let kept = try KeptRuns()
            let run = try await kept.publish("pay/2026-08/r1", kind: .payroll)
            try await sign(run, delivered: to, finished: finished, kept)
            let found = try await standing(of: run, kept)
            let month = try await Gantry.month(PayPeriod("2026-09"), of: "pay", rules: rules, in: kept.workspace)
            if finished == 2 {
                #expect(found.need == .finishing(to: to, isSigned: true))
                #expect(found.delivered?.contains("may have been delivered to \(to)") == true)
                #expect(month.earlier.map(\.run) == [run])
            } else {
                #expect(found.need == .nothing && month.earlier.isEmpty)
                #expect(found.delivered?.hasPrefix("was delivered to \(to)") == true)
            }
        }
    }

    @Test("needs the end of a signed delivery of which a file may be there before the book has it") func taken()
        async throws
    {
        let kept = try KeptRuns()
        let run = try await kept.publish("pay/2026-08/r1", kind: .payroll)
        try await sign(run, delivered: nil, finished: 2, kept)
        let address = "\(kept.folder.path)/place/\(run)"
        try await begin(run, at: [address], kept)
        #expect(try await standing(of: run, kept).delivered == nil)
        try await kept.deliver(run)
        #expect(
            try await standing(of: run, kept).delivered?.contains("may have been delivered to \(address)") == true)
    }

    @Test("isn't known where the book of signatures goes on after the journal, and what to do is said") func ahead()
        async throws
    {
        let kept = try KeptRuns()
        let run = try await kept.publish("pay/2026-08/r1", kind: .payroll)
        try await sign(run, delivered: nil, finished: 2, kept)
        let path = kept.workspace.path + "/signoff/pay.jsonl"
        let book = try String(contentsOfFile: path, encoding: .utf8)
        try kept.folder.write(book + "{}\n", to: "workspace/signoff/pay.jsonl")
        let month = try await Gantry.month(PayPeriod("2026-08"), of: "pay", rules: rules, in: kept.workspace)
        #expect(month.standing == nil && month.step == .need(run, .look))
        #expect(month.problem?.contains("Line 3 of \(path) is not in the journal") == true)
        #expect(month.problem?.contains("bring the book back as it was then") == true)
    }

    @Test("needs a new revision where what it corrects counts as not delivered, or another was delivered after that")
    func remade() async throws {
        let kept = try KeptRuns()
        let base = try await kept.publish("pay/2026-08/r1", kind: .payroll)
        let other = try await kept.publish("pay/2026-08/r2", kind: .payroll)
        let document = Statement.Base(run: base, statement: ContentHasher.digest(of: [UInt8]().span)).text
        let correction = try await kept.publish(
            "pay/2026-08/r3", kind: .payroll, documents: [Correction.documentName: document])
        let lost = try await standing(of: correction, kept)
        #expect(lost.need == .remaking(isSigned: false) && lost.baseDelivered == nil)
        try await begin(base, at: ["place"], kept)
        try await kept.deliver(base)
        let found = try await standing(of: correction, kept)
        #expect(found.need != .remaking(isSigned: false) && found.deliveredSince == nil)
        #expect(found.baseDelivered == "was delivered to place on 2026-11-04")
        try await begin(other, at: ["place"], kept)
        try await kept.deliver(other)
        let overtaken = try await standing(of: correction, kept)
        #expect(overtaken.need == .remaking(isSigned: false) && overtaken.deliveredSince == other)
    }

    @Test("needs an answer where a restored workspace doesn't know, in its month and in later ones") func restored()
        async throws
    {
        let kept = try KeptRuns()
        let run = try await kept.publish("pay/2026-08/r1", kind: .payroll)
        let folder = kept.workspace.path + "/exports/pay/2026-08"
        func month(_ period: String) async throws -> PayMonth {
            try await Gantry.month(PayPeriod(period), of: "pay", rules: nil, in: kept.workspace)
        }
        try await kept.journal.keep(PastDelivery.unknown.rawValue, named: PastDelivery.documentName, for: run)
        let need = try await standing(of: run, kept).need
        guard case .answer(let doubt, isSigned: false) = need else {
            Issue.record("\(need)")
            return
        }
        #expect(doubt.run == run && doubt.folder == folder && !doubt.isTyped)
        #expect(try await month("2026-08").step == .need(run, need))
        #expect(try await month("2026-09").earlier.map(\.run) == [run])
        // A later revision waits for the same answer.
        let next = try await kept.publish("pay/2026-08/r2", kind: .payroll)
        #expect(try await standing(of: next, kept).need == need)
        for word in [PastDelivery.never, .said] {
            try await kept.journal.keep(word.rawValue, named: PastDelivery.documentName, for: run)
            #expect(try await standing(of: next, kept).doubt == nil)
        }
    }

    @Test("needs an answer for a new run of days that were over when the workspace was restored") func since()
        async throws
    {
        let kept = try KeptRuns()
        let run = try await kept.publish("pay/2026-08/r1", kind: .payroll)
        try await RestoredMark(time: Instant(secondsSince1970: 1_789_500_000), of: .folders)
            .note(in: kept.workspace, kept.journal)
        let found = try await standing(of: run, kept)
        #expect(found.delivered == nil && found.doubt?.folder == kept.workspace.path + "/exports/pay/2026-08")
        #expect(found.doubt.map { $0.run == nil } == true)
        let mark = try #require(try await kept.journal.payNotes().restored)
        try await kept.journal.keep(mark, named: PastDelivery.periodName, for: run)
        #expect(try await standing(of: run, kept).doubt == nil)
    }

    @Test("of a signed run isn't delivered before the book says so, whatever was begun") func staged() async throws {
        let kept = try KeptRuns()
        let run = try await kept.publish("pay/2026-08/r1", kind: .payroll)
        try await sign(run, delivered: nil, finished: 2, kept)
        try await begin(run, at: [to], kept)
        #expect(try await standing(of: run, kept).delivered == nil)
    }
}
