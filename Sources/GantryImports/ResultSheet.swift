internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

/// The sheet with the result of each row, and a second one with only the refused rows, which can be corrected and sent
/// again; if rows become records, their ids too.
package struct ResultSheet: Sendable {
    package static let name = "result.csv"
    static let refusedName = "refused.csv"
    static let idsName = "ids.csv"
    /// The row of the sheet that a person made; a sheet that has this column, such as one of refused rows, keeps it.
    static let rowHeading = "gantry_row"
    package static let statusHeading = "gantry_status"
    static let headings = ["status", "server_id", "http_status", "attempts", "error", "time", "row"].map {
        "gantry_" + $0
    }
    /// What was done to a photo; only in the sheet of a run that has converted one.
    static let sentAsHeading = "gantry_sent_as"

    let sheet: String
    let hints: SheetDialect.Hints
    let id: RunID
    let ledger: any Ledger
    /// Whether photos can have been converted.
    let mayConvert: Bool

    struct Written {
        let result: FileCheckpoint
        /// `nil` if no row was refused.
        let refused: FileCheckpoint?
        /// `nil` if ids are not listed.
        let ids: FileCheckpoint?
        let counts: LedgerCounts
        let problems: [ImportResult.ProblemCount]
    }

    /// Writes the files into a folder, durably.
    ///
    /// - Parameter listingIDs: Whether the ids of the records that rows became are also in a file of their own, in the
    ///   dialect in which lists of keys are read, whatever the dialect of the sheet.
    func write(into folder: String, listingIDs: Bool) async throws -> Written {
        let reader = try SheetReader.open(sheet, hints: hints)
        // Columns that an earlier result sheet added are replaced by those of this one.
        let replaced = ResultSheet.headings + [ResultSheet.sentAsHeading]
        let kept = reader.header.indices.filter { !replaced.contains(reader.header[$0]) }
        let converts = try await hasConverted()
        let rowColumn = reader.header.firstIndex(of: ResultSheet.rowHeading)
        let result = try PartFile.create("\(folder)/\(ResultSheet.name)", replacingLeftover: true)
        let refused = try PartFile.create("\(folder)/\(ResultSheet.refusedName)", replacingLeftover: true)
        var resultRows = SheetRowEncoder(dialect: reader.dialect)
        var refusedRows = SheetRowEncoder(dialect: reader.dialect)
        var out: [UInt8] = []
        var refusedOut: [UInt8] = []
        let header = kept.map { reader.headerCells[$0] }
        resultRows.appendStart(to: &out)
        resultRows.append(
            header, added: ResultSheet.headings + (converts ? [ResultSheet.sentAsHeading] : []), to: &out)
        refusedRows.appendStart(to: &refusedOut)
        refusedRows.append(header, added: ["gantry_error", ResultSheet.rowHeading], to: &refusedOut)
        var ids = listingIDs ? try IDList(folder) : nil
        var counts = LedgerCounts()
        var problems: [String: (count: Int, example: String)] = [:]
        while true {
            let items = try reader.next(upTo: 1_000)
            guard let first = items.first, let last = items.last else { break }
            let entries = try await ledger.entries(of: id, rows: first.number..<(last.number + 1))
            for (item, entry) in zip(items, try ResultSheet.matched(items, with: entries, of: id)) {
                counts.count(entry)
                let cells: [String]
                switch item {
                case .row(let row): cells = kept.map { row.cells[$0] }
                case .unusable: cells = kept.map { _ in "" }
                }
                let row = ResultSheet.originalRow(item, rowColumn)
                resultRows.append(
                    cells, added: ResultSheet.added(entry) + [row] + (converts ? [ResultSheet.sentAs(entry)] : []),
                    to: &out)
                if entry.state == .done { ids?.append(entry.serverID) }
                guard entry.state == .refused, let problem = entry.problem else { continue }
                problems[problem.code, default: (0, problem.sentence)].count += 1
                // What is not a row is listed without cells, so that it is not sent with some of them.
                refusedRows.append(cells, added: [entry.reason ?? problem.sentence, row], to: &refusedOut)
            }
            try result.append(out.span)
            try refused.append(refusedOut.span)
            try ids?.flush()
            out.removeAll(keepingCapacity: true)
            refusedOut.removeAll(keepingCapacity: true)
        }
        try result.append(out.span)
        try refused.append(refusedOut.span)
        let resultMark = try ResultSheet.finish(result, ResultSheet.name, rows: counts.rows)
        let refusedMark = try ResultSheet.finish(refused, ResultSheet.refusedName, rows: counts.refused)
        return Written(
            result: resultMark, refused: counts.refused > 0 ? refusedMark : nil, ids: try ids?.finish(), counts: counts,
            problems: problems.map { .init(code: $0, count: $1.count, example: $1.example) }.sorted {
                ($1.count, $0.code) < ($0.count, $1.code)
            })
    }

    /// Whether a photo of a row was converted.
    private func hasConverted() async throws -> Bool {
        guard mayConvert else { return false }
        var found = false
        try await ledger.forEachEntry(of: id) { entries in
            found = found || entries.contains { !ResultSheet.sentAs($0).isEmpty }
        }
        return found
    }

    /// `HEIC, 4032 x 3024, sent as JPEG, quality 80, 1.9 MB`; empty for what is sent as it is.
    private static func sentAs(_ entry: LedgerEntry) -> String {
        let marks = FileFingerprint.all(in: entry.content).sorted { $0.key < $1.key }.map(\.value)
        return marks.compactMap { mark in
            guard let origin = mark.origin, let change = PhotoChange(origin.change) else { return nil }
            let tenths = (mark.length + 50_000) / 100_000
            let size = mark.length < 100_000 ? "\((mark.length + 500) / 1_000) kB" : "\(tenths / 10).\(tenths % 10) MB"
            return "\(change.words), \(size)"
        }.joined(separator: "; ")
    }

    /// Every row of the sheet has its entry, in order.
    private static func matched(_ items: [SheetItem], with entries: [LedgerEntry], of id: RunID) throws -> [LedgerEntry]
    {
        guard items.map(\.number) == entries.map(\.row) else {
            throw RunError(
                .countsDisagree,
                "The ledger of \(id) doesn't match its sheet: it has \(entries.count) of \(items.count) rows from row \(items.first?.number ?? 0) on.",
                advice: "Run again with \(.startOver). Rows that were already sent are not sent again.")
        }
        return entries
    }

    fileprivate static func finish(_ part: PartFile, _ name: String, rows: Int) throws -> FileCheckpoint {
        try part.sync()
        let mark = FileCheckpoint(
            name: name, length: Int64(part.length), sha256: try part.digest().description, rows: rows)
        try part.close()
        return mark
    }

    /// Where a sheet has its rows from another one, a row that does not say its number there has none.
    private static func originalRow(_ item: SheetItem, _ column: Int?) -> String {
        guard let column else { return String(item.number) }
        guard case .row(let row) = item, let number = Int(row.cells[column]), number > 1 else { return "" }
        return String(number)
    }

    static func added(_ entry: LedgerEntry) -> [String] {
        let error = entry.reason ?? (entry.earlierRun.isEmpty ? "" : "Already sent by \(entry.earlierRun).")
        return [
            entry.state.rawValue, entry.serverID, entry.status.map(String.init) ?? "",
            String(max(entry.attempts, min(entry.stepsDone, 1))), error,
            Instant(secondsSince1970: entry.changedAt.nanosecondsSince1970 / 1_000_000_000).description,
        ]
    }
}

/// A file with the ids of the records that rows became, one a line below the heading `id`.
private struct IDList {
    private let file: PartFile
    private var rows = SheetRowEncoder(
        dialect: SheetDialect(encoding: .utf8, hasByteOrderMark: false, delimiter: .comma, lineBreak: .crlf))
    private var out: [UInt8] = []
    private var count = 0

    init(_ folder: String) throws {
        file = try PartFile.create("\(folder)/\(ResultSheet.idsName)", replacingLeftover: true)
        rows.append(["id"], to: &out)
    }

    mutating func append(_ id: String) {
        guard !id.isEmpty else { return }
        rows.append([id], to: &out)
        count += 1
    }

    mutating func flush() throws {
        try file.append(out.span)
        out.removeAll(keepingCapacity: true)
    }

    mutating func finish() throws -> FileCheckpoint {
        try flush()
        return try ResultSheet.finish(file, ResultSheet.idsName, rows: count)
    }
}
