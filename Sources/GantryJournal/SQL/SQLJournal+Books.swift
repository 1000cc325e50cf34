package import GantryEngine
package import GantryModel

/// Signatures, and runs that are forgotten.
extension SQLJournal {
    /// The book of a pipeline, line by line. Throws ``JournalError`` where a line doesn't match its hash or is missing.
    package func signatures(of pipeline: String) async throws -> [JournaledSignature] {
        try await read { db in
            let rows = try db.query(
                "SELECT number, line, finished, hash FROM signatures WHERE pipeline = $1 ORDER BY number",
                .text(pipeline))
            return try rows.enumerated().map { index, row in
                let (number, line) = (try row.int(0), try row.text(1))
                guard number == index + 1,
                    try row.text(3) == JournalHash.signature(line, number: number, of: pipeline)
                else {
                    throw JournalError(
                        .damaged,
                        "Signature \(index + 1) of \(singleLine(pipeline)) in the journal is damaged: it is missing or doesn't match its hash.",
                        advice: "Restore the journal from a backup. Nothing was signed or delivered.")
                }
                return JournaledSignature(number: number, line: line, isFinished: try row.bool(2))
            }
        }
    }

    /// The pipelines whose books have lines.
    package func signedPipelines() async throws -> Set<String> {
        try await read { db in
            Set(try db.query("SELECT DISTINCT pipeline FROM signatures").map { try $0.text(0) })
        }
    }

    /// Adds the next line of a book. Throws where it is there already.
    package func addSignature(_ line: String, number: Int, of pipeline: String) async throws {
        try await write { db in try db.insert([line], from: number, finished: 0, of: pipeline) }
    }

    /// Notes that everything that belongs to a line is done.
    package func finishSignature(_ number: Int, of pipeline: String) async throws {
        try await write { db in
            try db.execute(
                "UPDATE signatures SET finished = 1 WHERE pipeline = $1 AND number = $2", .text(pipeline),
                .number(number))
        }
    }

    /// The lines of a pipeline's book of signatures, in the place of none. All of them or nothing.
    ///
    /// - Parameter finished: how many of them, from the first, have all that belongs to them.
    package func adoptSignatures(_ lines: [String], finished: Int, of pipeline: String) async throws {
        try await write { db in try db.insert(lines, from: 1, finished: finished, of: pipeline) }
    }

    /// Removes a run with all that belongs to it, in one transaction. What it sent stays in the ledger, under the run's
    /// name with the time after it, so that nothing is sent twice.
    ///
    /// - Parameters:
    ///   - reason: why, in one line; empty where nobody said.
    ///   - wasPublished: whether its name stays taken.
    package func forget(_ id: RunID, at time: Instant, because reason: String, wasPublished: Bool) async throws {
        try await write { db in
            try db.setAside(id, at: time)
            let bag = try db.query(
                "SELECT content FROM documents WHERE run = $1 AND stage = '' AND name = $2", .text(id.description),
                .text(RunRecord.bagName)
            ).first?.text(0)
            try db.delete(id)
            guard wasPublished else { return }
            try db.execute(
                """
                INSERT INTO forgotten (run, forgotten_at, because, bag) VALUES ($1, $2, $3, $4)
                ON CONFLICT (run) DO UPDATE SET forgotten_at = excluded.forgotten_at, because = excluded.because,
                    bag = excluded.bag
                """, .text(id.description), .number(time.nanosecondsSince1970), .text(singleLine(reason, limit: 500)),
                .text(bag ?? ""))
        }
    }

    /// When and why a published run was forgotten; `nil` where it wasn't.
    package func forgotten(_ id: RunID) async throws -> ForgottenEntry? {
        try await read { db in
            try db.query("SELECT forgotten_at, because, bag FROM forgotten WHERE run = $1", .text(id.description))
                .first.map { row in
                    ForgottenEntry(
                        time: Instant(nanosecondsSince1970: try row.int64(0)), because: try row.text(1),
                        bag: try row.text(2))
                }
        }
    }

    /// The highest revision of a pipeline and period that was published and forgotten; `nil` if none was.
    package func newestForgotten(pipeline: String, period: String) async throws -> Int? {
        try await read { db in
            // The character after a 9 is a colon.
            try db.query(
                "SELECT run FROM forgotten WHERE run >= $1 || '0' AND run < $1 || ':'",
                .text("\(pipeline)/\(period)/r")
            ).compactMap { RunID(try $0.text(0))?.revision }.max()
        }
    }
}

extension SQLConnection {
    fileprivate func insert(_ lines: [String], from first: Int, finished: Int, of pipeline: String) throws {
        _ = try run(
            lines.enumerated().map { index, line in
                SQLStatement(
                    "INSERT INTO signatures (pipeline, number, line, finished, hash) VALUES ($1, $2, $3, $4, $5)",
                    [
                        .text(pipeline), .number(first + index), .anyText(line), .number(index < finished ? 1 : 0),
                        .text(JournalHash.signature(line, number: first + index, of: pipeline)),
                    ])
            })
    }
}
