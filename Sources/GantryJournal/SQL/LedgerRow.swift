internal import GantryEngine
internal import GantryModel

/// A row of the ledger, and the statements that write it.
///
/// `run` is the run's name. Rows that were set aside have the name with the time after a `@`, which no run's name
/// contains. Such rows still show which side effects happened.
struct LedgerRow {
    let entry: LedgerEntry
    let run: String
    let scope: String

    init(_ entry: LedgerEntry, run: String, scope: String) {
        self.entry = entry
        self.run = run
        self.scope = scope
    }

    private static let changing = [
        "scope", "key", "content", "state", "steps_done", "attempts", "status", "server_id", "trace_id", "memory",
        "problem_code", "problem_field", "problem", "changed_at", "earlier_run", "left_to", "hash", "origin",
    ]

    static let columns = "run, \"row\", " + changing.joined(separator: ", ")

    /// The rows of other runs that may have had their effect, except those that were left to this run, whose name
    /// is a parameter, and except this run's own effect as the other found it.
    static func hasEffect(_ run: String) -> String {
        "\(isSent) AND left_to <> \(run) AND earlier_run <> \(run)"
    }

    /// The rows that had their effect, or may have had it.
    static let isSent = "state IN ('sent', 'answered', 'done', 'unknown')"

    /// The rows of which nothing was ever sent.
    static let isUnsent = "state IN ('planned', 'refused') AND attempts = 0 AND steps_done = 0"

    /// The rows that a person may want to see: refused, unknown, sent without an answer, or impossible to send.
    static let isTroubled = """
        (state IN ('refused', 'unknown', 'sent') OR state IN ('planned', 'answered') AND problem_code <> '')
        """

    /// The order of the sheet.
    static let inSheet = """
        CASE WHEN "row" < \(LedgerEntry.furtherFiles) THEN "row"
            ELSE ("row" - \(LedgerEntry.furtherFiles)) >> \(LedgerEntry.bitsOfPart) END, "row"
        """

    // MARK: Writing

    private static let replace = """
        INSERT INTO ledger (\(columns))
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
        ON CONFLICT (run, "row") DO UPDATE SET \(changing.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        """

    /// Changes a row that is about to be sent and has nothing else to write, if it is as expected and no other run has
    /// its effect.
    private static let send = """
        UPDATE ledger SET state = 'sent', attempts = $1, status = NULL, problem_code = '', problem_field = '',
            problem = '', changed_at = $2, earlier_run = '', left_to = '', hash = $3
        WHERE run = $4 AND "row" = $5 AND scope = $6 AND key = $7 AND content = $8 AND steps_done = $9
            AND state IN ('planned', 'answered') AND attempts = $1 - 1
            AND NOT EXISTS (SELECT 1 FROM ledger WHERE scope = $6 AND key = $7 AND run <> $4 AND \(hasEffect("$4")))
        """

    /// Changes a row that was sent, if it is as expected. A step that was done is an attempt less.
    private static let answer = """
        UPDATE ledger SET state = $6, steps_done = $7, attempts = $8, status = $9, server_id = $10, trace_id = $11,
            memory = $12, problem_code = $13, problem_field = $14, problem = $15, changed_at = $16, earlier_run = $17,
            left_to = $18, hash = $19
        WHERE run = $1 AND "row" = $2 AND scope = $3 AND key = $4 AND content = $5 AND attempts - $8 IN (0, 1)
            AND state = 'sent' AND origin = $20
        """

    /// Writes the row, in the place of the one that is there.
    var put: SQLStatement { SQLStatement(LedgerRow.replace, values) }

    /// The usual change to this state: it is made only if the row is as expected.
    var change: SQLStatement {
        guard entry.state == .sent else { return SQLStatement(LedgerRow.answer, values) }
        return SQLStatement(
            LedgerRow.send,
            [
                .number(entry.attempts), .number(entry.changedAt.nanosecondsSince1970), .text(hash), .text(run),
                .number(entry.place), .text(scope), .text(entry.idempotencyKey), .text(entry.content),
                .number(entry.stepsDone),
            ])
    }

    /// As ``columns``.
    private var values: [SQLValue] {
        [
            .text(run), .number(entry.place), .text(scope), .text(entry.idempotencyKey), .text(entry.content),
            .text(entry.state.rawValue), .number(entry.stepsDone), .number(entry.attempts),
            .number(entry.status.map(Int64.init)), .anyText(entry.serverID), .anyText(entry.traceID),
            .anyText(entry.resumeState), .anyText(entry.problem?.code ?? ""), .anyText(entry.problem?.field ?? ""),
            .anyText(entry.problem?.sentence ?? ""), .number(entry.changedAt.nanosecondsSince1970),
            .text(entry.earlierRun), .text(entry.leftTo), .text(hash), .text(entry.origin),
        ]
    }

    // MARK: Reading

    /// - Parameter row: ``columns``.
    /// - Throws: `JournalError` when the row is damaged.
    init(_ row: SQLRow) throws {
        run = try row.text(0)
        scope = try row.text(2)
        let (number, part) = LedgerEntry.atPlace(try row.int(1))
        guard let state = LedgerEntry.State(rawValue: try row.text(5)) else { throw LedgerRow.damage(number, run) }
        let code = try row.text(12)
        entry = LedgerEntry(
            row: number, part: part, idempotencyKey: try row.text(3), content: try row.text(4), state: state,
            stepsDone: try row.int(6), attempts: try row.int(7), status: try row.optionalNumber(8).map { Int($0) },
            serverID: try row.text(9), traceID: try row.text(10), resumeState: try row.text(11),
            problem: code.isEmpty ? nil : RowProblem(code, field: try row.text(13), try row.text(14)),
            changedAt: Instant(nanosecondsSince1970: try row.int64(15)), earlierRun: try row.text(16),
            leftTo: try row.text(17), origin: try row.text(19))
        guard try hash == row.text(18) else { throw LedgerRow.damage(number, run) }
    }

    private static func damage(_ number: Int, _ run: String) -> JournalError {
        JournalError(
            .damaged,
            "Row \(number) of \(singleLine(run)) in the ledger is damaged: its content doesn't match its hash.",
            advice:
                "No more rows are sent, because it is unknown whether that row was sent. Restore the journal from a backup."
        )
    }

    // MARK: The hash

    /// Of the run's name without the time after it, because setting a run aside adds that and changes nothing else.
    private var hash: String {
        let name = run.utf8.prefix { $0 != UInt8(ascii: "@") }
        let texts = [
            scope, entry.idempotencyKey, entry.content, entry.state.rawValue, entry.serverID, entry.traceID,
            entry.resumeState, entry.problem?.code ?? "", entry.problem?.field ?? "", entry.problem?.sentence ?? "",
            entry.earlierRun, entry.leftTo, entry.origin,
        ]
        var bytes: [UInt8] = []
        bytes.reserveCapacity(768)
        append(entry.place, to: &bytes)
        // Lengths keep a text from passing for the end of another.
        for number in [
            entry.stepsDone, entry.attempts, entry.status ?? -1, Int(entry.changedAt.nanosecondsSince1970), name.count,
        ] {
            bytes.append(UInt8(ascii: " "))
            append(number, to: &bytes)
        }
        for text in texts {
            bytes.append(UInt8(ascii: " "))
            append(text.utf8.count, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: name)
        for text in texts { bytes.append(contentsOf: text.utf8) }
        return JournalHash.sha256(bytes)
    }

    /// Its decimal digits; every row has nineteen such numbers, twice.
    private func append(_ number: Int, to bytes: inout [UInt8]) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let first = bytes.count
        var rest = number.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[first...].reverse()
    }
}
