import GantryAccounts
import GantryEngine
import GantryFiles
import GantryKit
import GantryModel
import GantryRuns
import GantrySignOff
import GantryTestSupport
import Testing

@Suite("A correction on its way") struct BasePlaceTests {
    private let places = DeliveryPlaces([Destination(name: "bank", kind: .webdav, address: "https://bank.example/in")])

    /// Enters a revision that corrects the one before it, and what was begun of it.
    private func publish(
        _ revision: Int, at places: [String?], corrects: Bool = true, _ kept: KeptRuns
    ) async throws -> RunID {
        let run = try await kept.publish("pay/2026-08/r\(revision)", kind: .payroll)
        let lines = places.map { place in
            let to = place.map { "\"\($0)\"" } ?? "null"
            return "{\"to\":\(to),\"time\":\"2026-11-04T08:00:00Z\",\"because\":null}\n"
        }
        try await kept.journal.keep(lines.joined(), named: "pay-deliveries", for: run)
        guard corrects else { return run }
        let base = Statement.Base(
            run: RunID(pipeline: "pay", period: "2026-08", revision: revision - 1),
            statement: ContentHasher.digest(of: Array("base".utf8).span))
        try await kept.journal.keep(base.text, named: Correction.documentName, for: run)
        return run
    }

    private func lacking(_ run: RunID, at place: String, _ kept: KeptRuns) async throws -> RunID? {
        try await Correction.baseElsewhere(
            of: run, than: place, of: places, in: kept.workspace, kept.journal)?.run
    }

    @Test("isn't known to be of use to a place that never got what it corrects") func elsewhere() async throws {
        let kept = try KeptRuns()
        let first = try await publish(1, at: ["place", "begun"], corrects: false, kept)
        try await kept.deliver(first)
        let next = try await publish(2, at: [], kept)
        #expect(try await lacking(first, at: "anywhere", kept) == nil)
        #expect(try await lacking(next, at: "place", kept) == nil)
        #expect(try await lacking(next, at: "other", kept) == first)
        // Nobody knows what is there.
        #expect(try await lacking(next, at: "begun", kept) == first)
    }

    @Test("isn't known to be of use where the name of a place leads elsewhere since") func otherAddress() async throws {
        let kept = try KeptRuns()
        let first = try await publish(1, at: ["place"], corrects: false, kept)
        try await kept.deliver(first)
        let next = try await publish(2, at: [], kept)
        func lacking(_ address: String, into: String = Destination.usualInto) async throws -> PaidRun? {
            var place = Destination(name: "place", kind: .folder, address: address)
            place.into = into
            return try await Correction.baseElsewhere(
                of: next, than: "place", of: DeliveryPlaces([place]), in: kept.workspace, kept.journal)
        }
        let folder = kept.folder.path + "/place"
        #expect(try await lacking(folder) == nil)
        #expect(try await lacking(folder + "/\(first)", into: "") == nil)
        for moved in [
            try await lacking(kept.folder.path + "/other"), try await lacking(folder, into: ""),
            try await lacking(folder + "/\(first)"),
        ] {
            #expect(moved?.run == first && moved?.places == ["\(folder)/\(first)/records.csv"])
        }
    }

    @Test("goes where the files before it are when what it corrects was typed") func typed() async throws {
        let kept = try KeptRuns()
        let first = try await publish(1, at: ["place"], corrects: false, kept)
        try await kept.deliver(first)
        _ = try await publish(2, at: [nil], kept)
        let third = try await publish(3, at: [], kept)
        #expect(try await lacking(third, at: "place", kept) == nil)
        #expect(try await lacking(third, at: "other", kept) == first)
    }

    private func isLacking(_ run: RunID, at place: String, _ kept: KeptRuns) async throws -> Bool {
        try await Correction.isLacking(run, at: place, in: kept.workspace, kept.journal)
    }

    @Test("waits until each place that files go to has what it corrects") func listed() async throws {
        let kept = try KeptRuns()
        let first = try await publish(1, at: ["place"], corrects: false, kept)
        try await kept.deliver(first)
        func told(_ listed: [String]) async -> String {
            await refusal {
                try await Correction.requireListedPlaces(listed, have: first, in: kept.workspace, kept.journal)
            }
        }
        #expect(await told(["place"]).isEmpty)
        #expect(await told([]).isEmpty)
        #expect(await told(["place", "other"]).contains("on 2026-11-04, and not to other, where the pipeline file"))
    }

    @Test("says how it is known that the receiver has it, where a place was replaced by another or lacks it")
    func advice() async throws {
        let kept = try KeptRuns()
        let first = try await publish(1, at: ["place"], corrects: false, kept)
        try await kept.deliver(first)
        func advice(_ listed: [String]) async throws -> String {
            let error = await #expect(throws: RunError.self) {
                try await Correction.requireListedPlaces(listed, have: first, in: kept.workspace, kept.journal)
            }
            return try #require(error?.advice).text { "<\($0)>" }
        }
        let moved = try await advice(["other"])
        #expect(moved.contains("is read in place of place") && moved.contains("<wasDelivered("), "\(moved)")
        #expect(moved.contains(#"to: Optional("other"), isSigned: false)>"#), "\(moved)")
        let added = try await advice(["place", "other"])
        #expect(added.contains("<deliver(") && added.contains("<wasDelivered("), "\(added)")
    }

    private func isElsewhere(
        _ run: RunID, at place: String, listed: Set<String> = [], _ kept: KeptRuns
    ) async throws -> Bool {
        let to = Destination(name: place, kind: .webdav, address: "https://\(place).example/in")
        var request = DeliveryRequest(
            run: run, to: .destination(to), places: places, workspace: kept.workspace, command: "delivering")
        request.listed = listed
        return try await Gantry.isElsewhere(request)
    }

    @Test("can be said to be at a place that took the place of the one that has it, where nothing is sent")
    func replaced() async throws {
        let kept = try KeptRuns()
        let first = try await publish(1, at: ["place"], corrects: false, kept)
        let next = try await publish(2, at: ["place"], kept)
        for run in [first, next] { try await kept.deliver(run) }
        let open = try await publish(3, at: [], kept)
        for run in [first, next] {
            #expect(try await isElsewhere(run, at: "other", listed: ["other"], kept))
            #expect(try await !isElsewhere(run, at: "place", listed: ["place"], kept))
        }
        #expect(try await isElsewhere(first, at: "other", listed: ["place", "other"], kept))
        // The answer is about what it corrects, and the correction itself goes there.
        #expect(try await !isElsewhere(next, at: "other", listed: ["place", "other"], kept))
        #expect(try await !isElsewhere(open, at: "other", listed: ["other"], kept))
    }

    @Test("leaves what it corrects to be brought where that is missing") func lackingBase() async throws {
        let kept = try KeptRuns()
        let first = try await publish(1, at: ["place"], corrects: false, kept)
        #expect(try await !isLacking(first, at: "other", kept))
        let next = try await publish(2, at: ["place"], kept)
        let third = try await publish(3, at: ["place", "third"], kept)
        #expect(try await isLacking(first, at: "other", kept))
        #expect(try await isLacking(next, at: "other", kept))
        // It has a correction already, so that it has what that corrects in some way.
        #expect(try await !isLacking(first, at: "third", kept))
        #expect(try await !isLacking(third, at: "other", kept))
    }

    @Test("that was typed, or is whole, leaves nothing to be brought elsewhere") func typedElsewhere() async throws {
        let kept = try KeptRuns()
        let first = try await publish(1, at: ["place"], corrects: false, kept)
        _ = try await publish(2, at: [nil], kept)
        #expect(try await !isLacking(first, at: "other", kept))
        let other = try KeptRuns()
        let whole = try await publish(1, at: ["place"], corrects: false, other)
        _ = try await publish(2, at: ["place"], corrects: false, other)
        #expect(try await !isLacking(whole, at: "elsewhere", other))
    }

    @Test("goes to a destination whose folders have the revision in their names") func revisions() async throws {
        let kept = try KeptRuns()
        let first = try await publish(1, at: [], corrects: false, kept)
        var book = Book()
        for (action, person) in [(BookLine.Action.prepared, "clerk"), (.signed, "manager"), (.delivered, "clerk")] {
            var line = BookLine(
                number: book.lines.count + 1, previous: book.lines.last?.digest,
                time: Instant(secondsSince1970: 1_793_600_000), action: action, run: first,
                statement: ContentHasher.digest(of: Array("base".utf8).span),
                person: BookLine.Signer(id: person, name: person), proof: .declared)
            if action == .delivered { line.to = "https://bank.example/in/pay/2026-08/r1" }
            try book.add(line)
        }
        try await kept.journal.adoptSignatures(book.lines.map(\.text), finished: 3, of: "pay")
        try kept.folder.write(book.text, to: "workspace/signoff/pay.jsonl")
        let next = try await publish(2, at: [], kept)
        #expect(try await lacking(next, at: "bank", kept) == nil)
        #expect(try await lacking(next, at: "/mnt/payroll", kept) == first)
    }
}
