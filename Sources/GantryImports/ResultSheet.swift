internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

/// The sheet with the result of each row, and a second one with only the refused rows, which can be corrected and sent
/// again; if rows become records, their ids too.
package struct ResultSheet: Sendable {
    package static let name = "result.csv"
    package static let refusedName = "refused.csv"
    static let idsName = "ids.csv"
    /// The same as workbooks, where the sheet is one.
    package static let workbookName = "result.xlsx"
    package static let refusedWorkbookName = "refused.xlsx"
    /// Those that a person can send again.
    package static let names = [name, refusedName, workbookName, refusedWorkbookName]
    /// The row of the sheet that was sent, as everything else numbers it.
    static let rowHeading = "gantry_row"
    /// The row of the first sheet, where the sheet that was sent has its rows from another one, such as refused ones.
    static let firstRowHeading = "gantry_first_row"
    package static let statusHeading = "gantry_status"
    /// Headings of columns that it adds start like this. Such columns are not read, so that a sheet of refused rows can
    /// be sent again unchanged.
    package static let addedPrefix = "gantry_"
    static let headings = ["status", "server_id", "http_status", "attempts", "error", "time", "row"].map {
        addedPrefix + $0
    }
    /// What a row has instead of an error that another run sent starts like this.
    private static let sentBefore = "Already sent by "
    /// What was done to a photo; only in the sheet of a run that has converted one.
    static let sentAsHeading = "gantry_sent_as"

    let sheet: String
    let hints: SheetDialect.Hints
    let id: RunID
    let ledger: any Ledger
    /// A row in so many parts, each with a file of its own; see ``SheetBinding``.
    let parts: @Sendable (SheetRow, Int) -> [SheetRow]
    /// The cells of a row as they say the same without the others; see ``SheetBinding``.
    let alone: @Sendable ([String]) -> [String]
    /// Whether photos can have been converted.
    let mayConvert: Bool

    struct Written {
        let result: FileCheckpoint
        /// `nil` if no row was refused.
        let refused: FileCheckpoint?
        /// Those that a sheet of a workbook has besides.
        let workbooks: [FileCheckpoint]
        /// `nil` if ids are not listed.
        let ids: FileCheckpoint?
        let counts: LedgerCounts
        let problems: [ImportResult.ProblemCount]
        /// What should be known of rows that are done.
        let notes: [ImportResult.ProblemCount]
        let dialect: SheetDialect
        /// What of the sheet isn't among its rows.
        let read: SheetFindings
    }

    /// Writes the files into a folder, durably.
    ///
    /// - Parameters:
    ///   - listingIDs: Whether the ids of the records that rows became are also in a file of their own, in the dialect
    ///     in which lists of keys are read, whatever the dialect of the sheet.
    ///   - workbooks: for workbooks besides, where the sheet is of one; `nil` for none.
    func write(
        into folder: String, listingIDs: Bool, workbooks: ResultWorkbook.Place? = nil
    ) async throws -> Written {
        let reader = try SheetReader.open(sheet, hints: hints)
        // Columns that an earlier result sheet added are replaced by those of this one.
        let replaced = ResultSheet.headings + [ResultSheet.firstRowHeading, ResultSheet.sentAsHeading]
        let kept = reader.header.indices.filter { !replaced.contains(reader.header[$0]) }
        let converts = try await hasConverted()
        let firstRowColumn =
            reader.header.firstIndex(of: ResultSheet.firstRowHeading)
            ?? reader.header.firstIndex(of: ResultSheet.rowHeading)
        let addedRows = firstRowColumn == nil ? [] : [ResultSheet.firstRowHeading]
        let result = try PartFile.create("\(folder)/\(ResultSheet.name)", replacingLeftover: true)
        let refused = try PartFile.create("\(folder)/\(ResultSheet.refusedName)", replacingLeftover: true)
        var resultRows = SheetRowEncoder(dialect: reader.dialect)
        var refusedRows = SheetRowEncoder(dialect: reader.dialect)
        var out: [UInt8] = []
        var refusedOut: [UInt8] = []
        let header = kept.map { reader.headerCells[$0] }
        resultRows.appendStart(to: &out)
        let added = ResultSheet.headings + addedRows + (converts ? [ResultSheet.sentAsHeading] : [])
        let addedRefused = ["gantry_error", ResultSheet.rowHeading] + addedRows
        resultRows.append(header, added: added, to: &out)
        refusedRows.appendStart(to: &refusedOut)
        refusedRows.append(header, added: addedRefused, to: &refusedOut)
        let place = reader.tab == nil ? nil : workbooks
        var resultBook = try place.map {
            try ResultWorkbook(ResultSheet.workbookName, headings: header + added, place: $0)
        }
        var refusedBook = try place.map {
            try ResultWorkbook(ResultSheet.refusedWorkbookName, headings: header + addedRefused, place: $0)
        }
        var ids = listingIDs ? try IDList(folder) : nil
        var counts = LedgerCounts()
        var problems = ProblemCounter()
        var notes = ProblemCounter()
        while true {
            let items = try reader.next(upTo: 1_000)
            guard let first = items.first, let last = items.last else { break }
            let entries = try await ledger.entries(of: id, rows: first.number..<(last.number + 1))
            guard let matched = SheetItem.matched(items, with: entries, parts: parts) else {
                throw RunError.otherRows(id, entries: entries.count, of: items)
            }
            for (item, entry) in matched {
                counts.count(entry)
                let cells: [String]
                switch item {
                case .row(let row): cells = kept.map { row.cells[$0] }
                case .unusable: cells = kept.map { _ in "" }
                }
                let rows = [String(item.number)] + (firstRowColumn.map { [ResultSheet.firstRow(item, $0)] } ?? [])
                let told = ResultSheet.added(entry) + rows + (converts ? [ResultSheet.sentAs(entry)] : [])
                resultRows.append(cells, added: told, to: &out)
                resultBook?.append(cells, added: told)
                if entry.state == .done {
                    ids?.append(entry.serverID)
                    if let note = entry.problem { notes.count(note) }
                }
                guard entry.state == .refused, let problem = entry.problem else { continue }
                problems.count(problem)
                // What is not a row is listed without cells, so that it is not sent with some of them.
                let why = [entry.reason ?? problem.sentence] + rows
                var own = cells
                if case .row(let row) = item {
                    let alone = alone(row.cells)
                    own = kept.map { alone[$0] }
                }
                refusedRows.append(own, added: why, to: &refusedOut)
                refusedBook?.append(own, added: why)
            }
            try result.append(out.span)
            try refused.append(refusedOut.span)
            try resultBook?.flush()
            try refusedBook?.flush()
            try ids?.flush()
            out.removeAll(keepingCapacity: true)
            refusedOut.removeAll(keepingCapacity: true)
        }
        try result.append(out.span)
        try refused.append(refusedOut.span)
        let resultMark = try ResultSheet.finish(result, ResultSheet.name, rows: counts.rows)
        let refusedMark = try ResultSheet.finish(refused, ResultSheet.refusedName, rows: counts.refused)
        let tab = reader.tab ?? ""
        let books = [
            try resultBook?.finish(into: folder, tab: tab),
            counts.refused > 0 ? try refusedBook?.finish(into: folder, tab: tab) : nil,
        ]
        var read = SheetFindings()
        read.note(reader)
        return Written(
            result: resultMark, refused: counts.refused > 0 ? refusedMark : nil, workbooks: books.compactMap(\.self),
            ids: try ids?.finish(), counts: counts,
            problems: problems.all, notes: notes.all, dialect: reader.dialect, read: read)
    }

    /// Whether a photo of a row was converted.
    private func hasConverted() async throws -> Bool {
        guard mayConvert else { return false }
        for try await entries in ledger.pages(of: id) where entries.contains(where: { !ResultSheet.sentAs($0).isEmpty })
        {
            return true
        }
        return false
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

    fileprivate static func finish(_ part: PartFile, _ name: String, rows: Int) throws -> FileCheckpoint {
        try part.sync()
        let mark = FileCheckpoint(
            name: name, length: Int64(part.length), sha256: try part.digest().description, rows: rows)
        try part.close()
        return mark
    }

    /// Where a sheet has its rows from another one, a row that does not say its number there has none.
    private static func firstRow(_ item: SheetItem, _ column: Int) -> String {
        guard case .row(let row) = item, let number = Int(row.cells[column]), number > 1 else { return "" }
        return String(number)
    }

    /// Whether an error says that another run sent the row, and whether it says nothing more.
    package static func isSentBefore(_ error: String) -> (Bool, alone: Bool) {
        guard error.hasPrefix(sentBefore) else { return (false, false) }
        return (true, !error.dropFirst(sentBefore.count).contains(" "))
    }

    static func added(_ entry: LedgerEntry) -> [String] {
        let error = entry.reason ?? (entry.earlierRun.isEmpty ? "" : "\(sentBefore)\(entry.earlierRun).")
        return [
            entry.state.rawValue, entry.serverID, entry.status.map(String.init) ?? "",
            String(max(entry.attempts, min(entry.stepsDone, 1))), error,
            Instant(secondsSince1970: entry.changedAt.nanosecondsSince1970 / 1_000_000_000).description,
        ]
    }
}

extension RunError {
    /// Of a ledger that doesn't have each row of the sheet once, in order.
    static func otherRows(_ id: RunID, entries: Int, of items: [SheetItem]) -> RunError {
        RunError(
            .countsDisagree,
            "The ledger of \(id) doesn't match its sheet: it has \(entries) of \(items.count) rows from row \(items.first?.number ?? 0) on.",
            advice: "Run again with \(.startOver). Rows that were already sent are not sent again.")
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

/// How often rows had each kind of problem.
private struct ProblemCounter {
    private var counts: [String: (count: Int, example: String)] = [:]

    mutating func count(_ problem: RowProblem) { counts[problem.code, default: (0, problem.sentence)].count += 1 }

    /// The most frequent first.
    var all: [ImportResult.ProblemCount] {
        counts.map { .init(code: $0, count: $1.count, example: $1.example) }.sorted {
            ($1.count, $0.code) < ($0.count, $1.code)
        }
    }
}
