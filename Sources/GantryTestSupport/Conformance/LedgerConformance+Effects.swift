internal import GantryEngine

extension LedgerConformance {
    private static let third = RunID(pipeline: "payroll-monthly", period: "2026-11", revision: 1)

    /// Brings row 1 of a run to a state.
    private static func bring(
        _ ledger: any Ledger, _ run: RunID, to state: LedgerEntry.State
    ) async throws -> LedgerEntry {
        var entry = try await ledger.enter([planned(1)], scope: scope, for: run)[0]
        let events: [LedgerEvent] =
            switch state {
            case .planned: []
            case .sent: [.sending]
            case .answered: [.sending, .taken(Receipt(status: 200, resumeState: "photo-1"), isLast: false)]
            case .done: [.sending, taken]
            case .refused: [.sending, .refused(problem, status: 422)]
            case .unknown: [.sending, .uncertain(problem, status: 500)]
            }
        for event in events { entry = try await step(ledger, in: run, entry, event: event) }
        return entry
    }

    // MARK: One side effect in several places

    static let sameEffect: [Property] = [
        .init("The same side effect in another run goes on from its state") { open in
            for (index, state) in LedgerEntry.State.allCases.enumerated() {
                let ledger = try await open()
                let first = RunID(pipeline: "first", period: "s\(index)", revision: 1)
                let second = RunID(pipeline: "second", period: "s\(index)", revision: 1)
                let key = "effect \(index)"
                var entry = try await ledger.enter([planned(1, key: key)], scope: scope, for: first)[0]
                switch state {
                case .planned: break
                case .sent: entry = try await step(ledger, in: first, entry, event: .sending)
                case .answered:
                    entry = try await step(ledger, in: first, entry, event: .sending)
                    entry = try await step(
                        ledger, in: first, entry, event: .taken(Receipt(resumeState: "photo-1"), isLast: false))
                case .done:
                    entry = try await step(ledger, in: first, entry, event: .sending)
                    entry = try await step(ledger, in: first, entry, event: taken)
                case .refused:
                    entry = try await step(ledger, in: first, entry, event: .sending)
                    entry = try await step(ledger, in: first, entry, event: .refused(problem, status: 422))
                case .unknown:
                    entry = try await step(ledger, in: first, entry, event: .sending)
                    entry = try await step(ledger, in: first, entry, event: .uncertain(problem))
                }
                let found = try await open().enter([planned(7, key: key)], scope: scope, for: second)[0]
                guard state != .planned, state != .refused else {
                    try requireEqual(found, planned(7, key: key), what: "after \(state)")
                    continue
                }
                try requireEqual(found.state, state, what: "state")
                try requireEqual(found.row, 7, what: "row")
                try requireEqual(found.earlierRun, "\(first)", what: "the run it goes on from")
                try requireEqual(
                    [found.resumeState, found.serverID], [entry.resumeState, entry.serverID],
                    what: "what is known of it")
                try requireEqual(
                    [found.stepsDone, found.attempts], [entry.stepsDone, entry.attempts], what: "steps and attempts")
            }
        },
        .init("A row goes on with the content that was sent, though its photo would be converted to another now") {
            open in
            let ledger = try await open()
            let promised = LedgerEntry(row: 1, idempotencyKey: "photo", content: "file=/9//3a7b/rule/", at: time(1))
            let entered = try await ledger.enter([promised], scope: scope, for: Sample.id)[0]
            let sent = "file=9f86/7//3a7b/rule/heic-1x1-1x1-90"
            let readied = try await step(ledger, in: Sample.id, entered, event: .readied(content: sent))
            try requireEqual(readied.state, .planned, what: "the state of a readied row")
            try requireEqual(
                try await open().entries(of: Sample.id, rows: 1..<2).map(\.content), [sent], what: "what is kept")
            _ = try await step(ledger, in: Sample.id, readied, event: .sending)
            let found = try await open().enter([promised], scope: scope, for: Sample.other)[0]
            try requireEqual(found.state, .sent, what: "state")
            try requireEqual(found.content, sent, what: "what was sent")
        },
        .init("Another scope is another side effect") { open in
            let ledger = try await open()
            _ = try await bring(ledger, Sample.id, to: .done)
            let found = try await ledger.enter([planned(1)], scope: scope + "/", for: Sample.other)
            try requireEqual(found, [planned(1)], what: "in another scope")
        },
        .init("A side effect that the sheet has further up is refused as repeated, in the same call and in later ones")
        { open in
            let ledger = try await open()
            let found = try await ledger.enter(
                [planned(1, key: "a"), planned(2, key: "b"), planned(3, key: "a")], scope: scope, for: Sample.id)
            try requireEqual(found.map(\.state), [.planned, .planned, .refused], what: "in one call")
            try requireEqual(found[2].problem?.code, "repeated", what: "why")
            try require(
                found[2].problem?.sentence.contains("Row 1") ?? false, "the first row is named")
            let later = try await open().enter(
                [planned(4, key: "b"), planned(5, key: "a"), planned(6, key: "c")], scope: scope, for: Sample.id)
            try requireEqual(later.map(\.state), [.refused, .refused, .planned], what: "in a later call")
            try require(later[1].problem?.sentence.contains("Row 1") ?? false, "the first row is named again")
            try requireEqual(
                try await open().entries(of: Sample.id, rows: 1..<9).filter { $0.state == .refused }.map(\.row),
                [3, 4, 5], what: "kept")
        },
        .init("The files of a row have entries of their own, in the order of the sheet") { open in
            let ledger = try await open()
            func file(_ row: Int, part: Int, key: String) -> LedgerEntry {
                LedgerEntry(row: row, part: part, idempotencyKey: key, content: "", allowing: [], at: time(row))
            }
            let all = [
                file(2, part: 0, key: "a"), file(2, part: 1, key: "b"), file(2, part: 2, key: "a"),
                file(3, part: 0, key: "c"), file(5, part: 0, key: "d"), file(5, part: 1, key: "e"),
                file(6, part: 0, key: "b"),
            ]
            let entered = try await ledger.enter(Array(all[..<4]), scope: scope, for: Sample.id)
            try requireEqual(entered.map(\.state), [.planned, .planned, .refused, .planned], what: "entered")
            try require(
                entered[2].problem?.sentence.hasPrefix("Row 2 of the sheet names a file") ?? false, "a file twice")
            let later = try await open().enter(Array(all[4...]), scope: scope, for: Sample.id)
            try requireEqual(later.map(\.state), [.planned, .planned, .refused], what: "entered later")
            try require(later[2].problem?.sentence.hasPrefix("Row 2 of the sheet has") ?? false, "a file before")
            _ = try await step(ledger, in: Sample.id, entered[1], event: .sending)
            let found = try await open().entries(of: Sample.id, rows: 2..<6)
            try requireEqual(found.map { [$0.row, $0.part] }, all[..<6].map { [$0.row, $0.part] }, what: "in order")
            try requireEqual(
                found.map(\.state), [.planned, .sent, .refused, .planned, .planned, .planned], what: "states")
            try requireEqual(
                try await open().entries(of: Sample.id, rows: 3..<5).map(\.row), [3], what: "those of some rows")
            try requireEqual(try await open().counts(of: Sample.id).rows, 7, what: "count")
            var pages = 0
            for try await page in try await open().pages(of: Sample.id) { pages += page.count }
            try requireEqual(pages, 7, what: "page by page")
        },
        .init("A row that a check refused is no first one") { open in
            let ledger = try await open()
            let refused = LedgerEntry(row: 1, idempotencyKey: "a", refused: problem, at: time(1))
            let found = try await ledger.enter([refused, planned(2, key: "a")], scope: scope, for: Sample.id)
            try requireEqual(found, [refused, planned(2, key: "a")], what: "entered")
        },
        .init("A row that a check refuses goes on from what another run did, since that can be what the check found") {
            open in
            let ledger = try await open()
            let done = try await bring(ledger, Sample.id, to: .done)
            let refused = LedgerEntry(row: 4, idempotencyKey: "key 1", refused: problem, at: time(9))
            let again = LedgerEntry(row: 5, idempotencyKey: "key 1", refused: problem, at: time(9))
            let other = LedgerEntry(row: 6, idempotencyKey: "key 6", refused: problem, at: time(9))
            let found = try await ledger.enter([refused, again, other], scope: scope, for: Sample.other)
            try requireEqual(found.map(\.state), [.done, .refused, .refused], what: "states")
            try requireEqual(
                [found[0].earlierRun, found[0].content], ["\(Sample.id)", done.content], what: "the first")
            try requireEqual(found.map { $0.problem?.code }, [nil, "repeated", "code"], what: "why")
            let unreadable = [
                LedgerEntry(row: 7, idempotencyKey: "", refused: problem, at: time(9)),
                LedgerEntry(row: 8, idempotencyKey: "", refused: problem, at: time(9)),
            ]
            try requireEqual(
                try await ledger.enter(unreadable, scope: scope, for: Sample.other), unreadable,
                what: "rows that can't be read")
        },
        .init("After a run was set aside its rows are gone, and what was sent is known again") { open in
            for state in LedgerEntry.State.allCases {
                let ledger = try await open()
                let run = RunID(pipeline: "aside", period: "\(state)", revision: 1)
                var entry = try await ledger.enter(
                    [planned(1, key: "\(state)"), planned(2, key: "\(state) 2")], scope: scope, for: run)[0]
                if state != .planned { entry = try await step(ledger, in: run, entry, event: .sending) }
                switch state {
                case .answered: entry = try await step(ledger, in: run, entry, event: .taken(Receipt(), isLast: false))
                case .done: entry = try await step(ledger, in: run, entry, event: taken)
                case .refused: entry = try await step(ledger, in: run, entry, event: .refused(problem, status: 1))
                case .unknown: entry = try await step(ledger, in: run, entry, event: .uncertain(problem))
                case .planned, .sent: break
                }
                for round in 1...3 {
                    try await ledger.setAside(run, at: time(round))
                    try requireEqual(
                        try await open().entries(of: run, rows: 0..<9), [], what: "entries that were set aside")
                    try requireEqual(try await open().counts(of: run), LedgerCounts(), what: "their counts")
                    let again = try await open().enter([planned(5, key: "\(state)")], scope: scope, for: run)
                    let isForgotten = state == .planned || state == .refused
                    try requireEqual(
                        again.map(\.state), [isForgotten ? .planned : state], what: "\(state), round \(round)")
                }
            }
        },
    ]

    // MARK: What was sent once

    static let sentOnce: [Property] = [
        .init(
            "What was sent without an effect is known to have been sent, in another run and once its run is set aside"
        ) { open in
            for isElsewhere in [true, false] {
                let ledger = try await open()
                let run = RunID(pipeline: "once", period: isElsewhere ? "a" : "b", revision: 1)
                let next = isElsewhere ? Sample.other : run
                let key = "once \(isElsewhere)"
                var entry = try await ledger.enter([planned(1, key: key)], scope: scope, for: run)[0]
                entry = try await step(ledger, in: run, entry, event: .sending)
                entry = try await step(ledger, in: run, entry, event: .missing(problem, status: 504))
                if !isElsewhere { try await ledger.setAside(run, at: time(5)) }
                let again = try await open().enter([planned(2, key: key)], scope: scope, for: next)[0]
                try requireEqual([again.attempts, again.stepsDone], [1, 0], what: "attempts and steps")
                try requireEqual(again.state, .planned, what: "state")
                entry = try await step(ledger, in: next, again, event: .sending)
                // What the server refused certainly had no effect; the attempt before may have had one.
                entry = try await step(ledger, in: next, entry, event: .refused(problem, status: 422))
                try await ledger.setAside(next, at: time(6))
                let last = try await open().enter([planned(2, key: key)], scope: scope, for: next)[0]
                try requireEqual(last.attempts, 1, what: "attempts after a refusal")
            }
        },
        .init("A step that is done stays done when the next one is refused, unless it left what may be out of date") {
            open in
            let ledger = try await open()
            for left in ["", "seen 1 2"] {
                let run = RunID(pipeline: "steps", period: left.isEmpty ? "a" : "b", revision: 1)
                let key = "steps \(left)"
                var entry = try await ledger.enter([planned(1, key: key)], scope: scope, for: run)[0]
                let receipt = Receipt(serverID: "leave-1", resumeState: left)
                let refused = LedgerEvent.refused(problem, status: 413)
                for event in [.sending, .taken(receipt, isLast: false), .sending, refused] as [LedgerEvent] {
                    entry = try await step(ledger, in: run, entry, event: event)
                }
                try await ledger.setAside(run, at: time(5))
                let again = try await open().enter([planned(3, key: key)], scope: scope, for: run)[0]
                try requireEqual(again.state, left.isEmpty ? .answered : .planned, what: "state")
                try requireEqual(again.stepsDone, left.isEmpty ? 1 : 0, what: "steps")
                try requireEqual(again.serverID, left.isEmpty ? "leave-1" : "", what: "id")
                entry = try await step(ledger, in: run, again, event: .sending)
            }
        },
    ]

    // MARK: Two runs at once

    static let twoRuns: [Property] = [
        .init("Of two runs that plan one side effect only one can send it, and the other takes over what became of it")
        { open in
            let ledger = try await open()
            let mine = try await ledger.enter([planned(1)], scope: scope, for: Sample.id)[0]
            let theirs = try await ledger.enter([planned(3, key: "key 1")], scope: scope, for: Sample.other)[0]
            let sent = try await step(ledger, in: Sample.id, mine, event: .sending)
            try await requireConflict("while it is sent", in: Sample.id) {
                _ = try await step(ledger, in: Sample.other, theirs, event: .sending)
            }
            try requireEqual(try await ledger.entries(of: Sample.other, rows: 3..<4), [theirs], what: "the refused one")
            _ = try await step(ledger, in: Sample.id, sent, event: taken)
            try await requireConflict("once it is done", in: Sample.id) {
                _ = try await step(ledger, in: Sample.other, theirs, event: .sending)
            }
            let over = try await ledger.enter([theirs], scope: scope, for: Sample.other)
            try requireEqual(over.map(\.state), [.done], what: "taken over")
            try requireEqual(over.map(\.earlierRun), ["\(Sample.id)"], what: "whose it was")
        },
        .init("A conflict of one row keeps what is recorded with it out, and one after the other goes in") { open in
            let ledger = try await open()
            let mine = try await ledger.enter([planned(1), planned(2)], scope: scope, for: Sample.id)
            let theirs = try await ledger.enter([planned(3, key: "key 1")], scope: scope, for: Sample.other)[0]
            _ = try await step(ledger, in: Sample.other, theirs, event: .sending)
            let both = try mine.map { try $0.after(.sending, at: time(3)) }
            try await requireConflict("both", in: Sample.other) {
                try await ledger.record(both.reversed(), for: Sample.id)
            }
            try requireEqual(try await ledger.entries(of: Sample.id, rows: 1..<3), mine, what: "neither")
            try await ledger.record([both[1]], for: Sample.id)
        },
        .init("A run that missed its own attempt does not send what another has done since") { open in
            let ledger = try await open()
            var mine = try await ledger.enter([planned(1)], scope: scope, for: Sample.id)[0]
            mine = try await step(ledger, in: Sample.id, mine, event: .sending)
            mine = try await step(ledger, in: Sample.id, mine, event: .missing(problem))
            var theirs = try await ledger.enter([planned(3, key: "key 1")], scope: scope, for: Sample.other)[0]
            theirs = try await step(ledger, in: Sample.other, theirs, event: .sending)
            try await requireConflict("while it is sent", in: Sample.other) {
                _ = try await step(ledger, in: Sample.id, mine, event: .sending)
            }
            _ = try await step(ledger, in: Sample.other, theirs, event: taken)
            try await requireConflict("once it is done", in: Sample.other) {
                _ = try await step(ledger, in: Sample.id, mine, event: .sending)
            }
            try requireEqual(
                try await ledger.enter([mine], scope: scope, for: Sample.id).map(\.state), [.done], what: "taken over")
        },
        .init("What a run goes on with is not sent by the run that left it, until that knows what became of it") {
            open in
            let ledger = try await open()
            let left = try await bring(ledger, Sample.id, to: .sent)
            var over = try await ledger.enter([planned(3, key: "key 1")], scope: scope, for: Sample.other)[0]
            try requireEqual(over.state, .sent, what: "taken over")
            over = try await step(ledger, in: Sample.other, over, event: .missing(problem))
            over = try await step(ledger, in: Sample.other, over, event: .sending)
            // The first run wakes up with what it knew, finds nothing at the server, and wants to send.
            let stale = try await step(ledger, in: Sample.id, left, event: .missing(problem))
            try await requireConflict("the stale one", in: Sample.other) {
                _ = try await step(ledger, in: Sample.id, stale, event: .sending)
            }
            _ = try await step(ledger, in: Sample.other, over, event: taken)
            let back = try await open().enter([stale], scope: scope, for: Sample.id)
            try requireEqual(back.map(\.state), [.done], what: "back")
        },
        .init("Where both missed what one began, the first that sends it again is the only one") { open in
            let ledger = try await open()
            let left = try await bring(ledger, Sample.id, to: .sent)
            let over = try await ledger.enter([planned(3, key: "key 1")], scope: scope, for: Sample.other)[0]
            let one = try await step(ledger, in: Sample.other, over, event: .missing(problem))
            let two = try await step(ledger, in: Sample.id, left, event: .missing(problem))
            _ = try await step(ledger, in: Sample.id, two, event: .sending)
            try await requireConflict("the second", in: Sample.id) {
                _ = try await step(ledger, in: Sample.other, one, event: .sending)
            }
        },
        .init("An answer that comes late is kept, whoever goes on with the row") { open in
            let ledger = try await open()
            let left = try await bring(ledger, Sample.id, to: .sent)
            let over = try await ledger.enter([planned(3, key: "key 1")], scope: scope, for: Sample.other)[0]
            _ = try await step(ledger, in: Sample.id, left, event: taken)
            let missed = try await step(ledger, in: Sample.other, over, event: .missing(problem))
            try await requireConflict("after the answer", in: Sample.id) {
                _ = try await step(ledger, in: Sample.other, missed, event: .sending)
            }
            try requireEqual(
                try await ledger.enter([missed], scope: scope, for: Sample.other).map(\.state), [.done],
                what: "taken over")
        },
        .init("Whoever takes over what a run has sent is told of that run, however many have taken it over before") {
            open in
            let ledger = try await open()
            let sent = try await bring(ledger, Sample.id, to: .sent)
            _ = try await ledger.enter([planned(3, key: "key 1")], scope: scope, for: Sample.other)
            let last = try await ledger.enter([planned(8, key: "key 1")], scope: scope, for: third)
            try requireEqual(last.map(\.earlierRun), ["\(Sample.id)"], what: "the third")
            try await ledger.setAside(Sample.other, at: time(7))
            let again = try await ledger.enter([planned(3, key: "key 1")], scope: scope, for: Sample.other)
            try requireEqual(again.map(\.earlierRun), ["\(Sample.id)"], what: "the second, begun anew")
            _ = try await step(ledger, in: Sample.id, sent, event: taken)
            try requireEqual(
                try await ledger.enter(again, scope: scope, for: Sample.other).map(\.state), [.done], what: "in the end"
            )
        },
        .init("What replaces something is sent again once something else took its place, and not before") { open in
            let ledger = try await open()
            func send(_ key: String, _ run: String, at instant: Int) async throws -> LedgerEntry {
                let id = RunID(pipeline: "hours", period: run, revision: 1)
                let entry = try await ledger.enter(
                    [LedgerEntry(row: 1, idempotencyKey: key, at: time(instant))], scope: scope, for: id)[0]
                guard entry.state == .planned else { return entry }
                let sent = try entry.after(.sending, at: time(instant))
                let done = try sent.after(taken, at: time(instant))
                try await ledger.record([sent], for: id)
                try await ledger.record([done], for: id)
                return done
            }
            try requireEqual(try await send("aa-1", "one", at: 10).earlierRun, "", what: "the first")
            try requireEqual(try await send("aa-1", "two", at: 20).earlierRun, "hours/one/r1", what: "the same again")
            try requireEqual(try await send("ab-2", "three", at: 30).earlierRun, "", what: "to another target")
            try requireEqual(try await send("aa-1", "four", at: 40).earlierRun, "hours/one/r1", what: "the same again")
            try requireEqual(try await send("aa-2", "five", at: 50).earlierRun, "", what: "another in its place")
            try requireEqual(try await send("aa-1", "six", at: 60).earlierRun, "", what: "the first again")
            try requireEqual(try await send("aa-1", "seven", at: 70).earlierRun, "hours/six/r1", what: "and once more")
            try requireEqual(try await send("aa-2", "eight", at: 80).earlierRun, "", what: "the other again")
        },
        .init("A third run goes on from the one that went on") { open in
            let ledger = try await open()
            _ = try await bring(ledger, Sample.id, to: .answered)
            var over = try await ledger.enter([planned(3, key: "key 1")], scope: scope, for: Sample.other)[0]
            over = try await step(ledger, in: Sample.other, over, event: .sending)
            var last = try await ledger.enter([planned(8, key: "key 1")], scope: scope, for: third)[0]
            try requireEqual([last.state.rawValue, last.earlierRun], ["sent", "\(Sample.other)"], what: "the newest")
            last = try await step(ledger, in: third, last, event: .missing(problem))
            _ = try await step(ledger, in: third, last, event: .sending)
            let back = try await ledger.enter([over], scope: scope, for: Sample.other)
            try requireEqual(back.map(\.earlierRun), ["\(third)"], what: "who has it now")
        },
    ]

    private static func requireConflict(_ what: String, in run: RunID, _ body: () async throws -> Void) async throws {
        do { try await body() } catch let conflict as LedgerConflict {
            return try requireEqual(conflict.run, "\(run)", what: "\(what): who has it")
        }
        throw ConformanceFailure(description: "\(what): nothing was thrown")
    }
}
