public import GantryEngine
internal import GantryModel

/// What every ledger must do, one property at a time.
public enum LedgerConformance {
    /// One of them.
    public typealias Property = Conformance<any Ledger>

    /// Every property.
    public static let all = keeping + sameEffect + sentOnce + twoRuns

    // MARK: What is kept

    static let keeping: [Property] = [
        .init("What is entered and recorded is there when it is opened again") { open in
            let ledger = try await open()
            let entered = try await ledger.enter((1...5).map { planned($0) }, scope: scope, for: Sample.id)
            try requireEqual(entered, (1...5).map { planned($0) }, what: "entered")
            var entry = try await step(ledger, in: Sample.id, entered[1], event: .sending)
            let receipt = Receipt(status: 201, serverID: "id", traceID: "trace", resumeState: "memory")
            entry = try await step(ledger, in: Sample.id, entry, event: .taken(receipt, isLast: false))
            let again = try await open()
            try requireEqual(try await again.entries(of: Sample.id, rows: 2..<3), [entry], what: "the recorded entry")
            try requireEqual(
                try await again.entries(of: Sample.id, rows: 1..<100).map(\.row), [1, 2, 3, 4, 5],
                what: "the order of rows")
            try requireEqual(
                try await again.entries(of: Sample.other, rows: 1..<100), [], what: "entries of another run")
        },
        .init("Every text is kept as it is") { open in
            let ledger = try await open()
            for (index, text) in Sample.oddTexts.enumerated() {
                let entry = LedgerEntry(
                    row: index + 1, idempotencyKey: "key \(index)", state: .refused, status: -7, serverID: text,
                    traceID: text,
                    resumeState: text,
                    problem: RowProblem("code" + text, field: text, text), changedAt: time(index))
                _ = try await ledger.enter([entry], scope: scope, for: Sample.id)
                try requireEqual(
                    try await open().entries(of: Sample.id, rows: index + 1..<index + 2), [entry], what: "text \(index)"
                )
            }
        },
        .init("A row that was sent before a cell of it was mended says so, and is left to a person where it is open") {
            open in
            let ledger = try await open()
            let rows = (1...2).map { planned($0).from("sheet-\($0)-old") }
            for row in try await ledger.enter(rows, scope: scope, for: Sample.id) {
                let sent = try await step(ledger, in: Sample.id, row, event: .sending)
                if row.row == 1 { _ = try await step(ledger, in: Sample.id, sent, event: taken) }
            }
            try await ledger.setAside(Sample.id, at: time(99))
            let mended = rows.map { $0.from("sheet-\($0.row)-new") }
            let found = try await open().enter(mended, scope: scope, for: Sample.id)
            try requireEqual(found.map(\.state), [.done, .unknown], what: "states")
            try requireEqual(
                found.map(\.problem?.code), [RowProblem.otherValuesCode, RowProblem.otherValuesCode], what: "problems")
            try requireEqual(found.map(\.origin), mended.map(\.origin), what: "origins")
            let same = try await ledger.enter(rows, scope: scope, for: Sample.other)
            try requireEqual(same.map(\.problem), [nil, nil], what: "problems of the same values")
        },
        .init("Counts are those of the entries") { open in
            let ledger = try await open()
            try requireEqual(try await ledger.counts(of: Sample.id), LedgerCounts(), what: "counts of nothing")
            let states = LedgerEntry.State.allCases
            var expected = LedgerCounts()
            for row in 1...30 {
                let entry = LedgerEntry(
                    row: row, idempotencyKey: "key \(row)", state: states[row % states.count], changedAt: time(1),
                    earlierRun: row % 4 == 0 ? "other/b/r1" : "")
                expected.count(entry)
                // Entered as planned: what a run enters has not been sent.
                _ = try await ledger.enter([planned(row)], scope: scope, for: Sample.id)
                try await ledger.record([entry], for: Sample.id)
            }
            try requireEqual(try await open().counts(of: Sample.id), expected, what: "counts")
        },
        .init("Of several entries all are recorded or none, and a row that was not entered is none") { open in
            let ledger = try await open()
            _ = try await ledger.enter([planned(1)], scope: scope, for: Sample.id)
            let changed = try planned(1).after(.sending, at: time(2))
            try await requireThrows("a row that was not entered") {
                try await ledger.record([changed, planned(9)], for: Sample.id)
            }
            try requireEqual(
                try await ledger.entries(of: Sample.id, rows: 0..<10), [planned(1)], what: "after the failure")
        },
        .init(
            "What is recorded already may be recorded again, as after a write of which it is not known whether it was durable"
        ) { open in
            let ledger = try await open()
            _ = try await ledger.enter([planned(1), planned(2)], scope: scope, for: Sample.id)
            let sent = try await step(ledger, in: Sample.id, planned(1), event: .sending)
            let done = try planned(2).after(.sending, at: time(2))
            try await ledger.record([sent, done], for: Sample.id)
            try await ledger.record([sent], for: Sample.id)
            try requireEqual(try await open().entries(of: Sample.id, rows: 1..<3), [sent, done], what: "kept")
            let ended = try done.after(taken, at: time(3))
            for _ in 1...2 { try await ledger.record([done, ended], for: Sample.id) }
            try requireEqual(try await open().entries(of: Sample.id, rows: 2..<3), [ended], what: "kept of two changes")
            try await requireThrows("a row that is done") {
                try await ledger.record([try planned(2).after(.sending, at: time(9))], for: Sample.id)
            }
        },
        .init("Why a row that was sent can't be looked up is kept, and makes it no row that is sent again") { open in
            let ledger = try await open()
            _ = try await ledger.enter([planned(1)], scope: scope, for: Sample.id)
            let sent = try await step(ledger, in: Sample.id, planned(1), event: .sending)
            let noted = try await step(
                ledger, in: Sample.id, sent, event: .notLookedUp(problem, status: 500, traceID: "trace"))
            try requireEqual(try await open().entries(of: Sample.id, rows: 1..<2), [noted], what: "kept")
            let wrong = LedgerEntry(
                row: 1, idempotencyKey: noted.idempotencyKey, state: .sent, attempts: 2, changedAt: time(9))
            try await requireThrows("sent once more") { try await ledger.record([wrong], for: Sample.id) }
        },
        .init("A row that is entered already stays") { open in
            let ledger = try await open()
            _ = try await ledger.enter([planned(1), planned(2)], scope: scope, for: Sample.id)
            let sent = try await step(ledger, in: Sample.id, planned(1), event: .sending)
            for one in [
                planned(1),
                LedgerEntry(row: 1, idempotencyKey: "key 1", refused: RowProblem("late", "Late."), at: time(5)),
                planned(1, key: "other"),
            ] {
                try requireEqual(
                    try await ledger.preview([one], scope: scope, for: Sample.id), [sent], what: "previewed")
                try requireEqual(
                    try await ledger.enter([one], scope: scope, for: Sample.id), [sent], what: "entered again")
            }
            try requireEqual(try await ledger.entries(of: Sample.id, rows: 1..<3), [sent, planned(2)], what: "kept")
        },
        .init("A preview writes nothing") { open in
            let ledger = try await open()
            try requireEqual(
                try await ledger.preview([planned(1)], scope: scope, for: Sample.id), [planned(1)], what: "preview")
            try requireEqual(try await ledger.entries(of: Sample.id, rows: 0..<9), [], what: "kept")
            _ = try await ledger.enter([planned(1)], scope: scope, for: Sample.id)
            let sent = try await step(ledger, in: Sample.id, planned(1), event: .sending)
            let found = try await ledger.preview([planned(4, key: "key 1")], scope: scope, for: Sample.other)
            try requireEqual(found.map(\.state), [.sent], what: "preview of another run")
            try requireEqual(
                try await ledger.entries(of: Sample.id, rows: 0..<9), [sent], what: "the entry it looked at")
        },
        .init("A row that is sent, done, refused or unknown can't be recorded as sent") { open in
            let ledger = try await open()
            for (row, events) in [
                [LedgerEvent.sending], [.sending, taken], [.sending, .refused(problem, status: 422)],
                [.sending, .uncertain(problem)],
            ].enumerated() {
                _ = try await ledger.enter([planned(row + 1)], scope: scope, for: Sample.id)
                var entry = planned(row + 1)
                for event in events { entry = try await step(ledger, in: Sample.id, entry, event: event) }
                let wrong = LedgerEntry(
                    row: row + 1, idempotencyKey: entry.idempotencyKey, state: .sent, attempts: 2, changedAt: time(9))
                try await requireThrows("\(entry.state)") { try await ledger.record([wrong], for: Sample.id) }
                try requireEqual(
                    try await ledger.entries(of: Sample.id, rows: row + 1..<row + 2), [entry], what: "\(entry.state)")
            }
        },
    ]
}

let scope = "test.rows https://server.example.test"
let problem = RowProblem("code", field: "field", "A sentence.")
let taken = LedgerEvent.taken(Receipt(status: 200, serverID: "id"), isLast: true)

func time(_ seconds: Int) -> Instant { Instant(secondsSince1970: 1_790_000_000 + Int64(seconds)) }

func planned(_ row: Int, key: String? = nil) -> LedgerEntry {
    LedgerEntry(row: row, idempotencyKey: key ?? "key \(row)", content: "file=ab/\(row)", at: time(row))
}

/// Lets an event happen to an entry and records it.
func step(_ ledger: any Ledger, in run: RunID, _ entry: LedgerEntry, event: LedgerEvent) async throws -> LedgerEntry {
    let next = try entry.after(event, at: time(1_000 + entry.attempts))
    try await ledger.record([next], for: run)
    return next
}
