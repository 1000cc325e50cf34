internal import ArgumentParser
internal import FoundationEssentials
internal import GantryImports
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

/// What a pipeline that sends rows needs besides its file.
struct ImportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The sheet with the rows to send: a CSV file or an Excel workbook (.xlsx).", valueName: "file"))
    var sheet: String?

    @Option(help: ArgumentHelp("The folder with the files to upload (default: the sheet's own).", valueName: "folder"))
    var files: String?

    @Option(
        help: ArgumentHelp(
            "The sheet of a workbook (default: the only visible one with rows).", valueName: "name"))
    var tab: String?

    @Option(
        help: ArgumentHelp(
            "The row with the headings (default: the first with those that every row needs).", valueName: "number"))
    var headerRow: Int?

    @Option(
        help: ArgumentHelp(
            "A CSV file of cells that have another value than the sheet says: row, column, value, and was for what it says, label for the first cell of its row. The sheet stays as it is.",
            valueName: "file"))
    var changes: String?

    @Flag(help: "Let rows without a number create records, like 'creates: true' in the pipeline file.")
    var create = false

    mutating func validate() throws {
        if let headerRow, headerRow < 1 { throw ValidationError("--header-row takes the number of a row, from 1.") }
    }

    /// The options that say how rows are read, as they are understood in any folder.
    var words: [String] {
        (create ? ["--create"] : []) + (tab.map { ["--tab", $0] } ?? [])
            + (headerRow.map { ["--header-row", String($0)] } ?? [])
            + (changes.map { ["--changes", SchedulePlace.absolute($0)] } ?? [])
    }

    /// What a pipeline sends, with what the options change of it.
    func applied(to work: Pipeline.Import, of pipeline: String) throws -> Pipeline.Import {
        var work = work
        work.sheet.tab = tab ?? work.sheet.tab
        work.sheet.headerRow = headerRow ?? work.sheet.headerRow
        if let changes { work.sheet.changes = try SheetChanges.read(changes) }
        guard create else { return work }
        guard Gantry.catalog.submissions.contains(where: { $0.name == work.kind && $0.canCreate }) else {
            throw UsageError(
                "\(pipeline) doesn't take --create.",
                advice: "It is for pipelines whose rows create or change records.")
        }
        work.creates = true
        return work
    }

    /// The sheet and the folder, from the command line or the pipeline file.
    ///
    /// - Parameter period: what `--period` says, which names the batch if it is given.
    func place(
        for work: Pipeline.Import, of pipeline: String, period: String?
    ) throws -> (sheet: String?, folder: String?, batch: String) {
        if sheet == nil, work.sheet.export != nil {
            guard let period else {
                throw UsageError("\(pipeline) needs a period.", advice: "Add --period, such as --period 2026-10.")
            }
            return (nil, nil, period)
        }
        let sheet = sheet ?? (work.files.pattern == nil || files == nil ? work.sheet.file : nil)
        let home = sheet.map { $0.contains("/") ? String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) : "." } ?? "."
        let folder = files ?? work.files.folder.map { $0.hasPrefix("/") ? $0 : "\(home)/\($0)" } ?? home
        guard sheet != nil || work.files.pattern != nil else {
            throw UsageError(
                "\(pipeline) needs a sheet.",
                advice:
                    "Add --sheet with the path of a CSV file or a workbook, such as --sheet october.csv, or name it in a pipeline file of your own: "
                    + "sheet: { file: october.csv }")
        }
        let batch = period ?? SheetPath.batch(of: sheet ?? folder, in: FileManager.default.currentDirectoryPath)
        return (sheet, folder, batch)
    }
}

/// How rows are sent.
struct SendingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Rows sent at once, 1 to 64 (default: the pipeline file's value, or 4).", valueName: "number"))
    var transfers: Int?

    @Option(
        help: ArgumentHelp("The most bytes to send per second, such as 500k or 2M.", valueName: "bytes"),
        transform: byteRate)
    var limitRate: Int?

    @Option(
        help: ArgumentHelp(
            "Stop at this time of day at the office, such as 07:00; the same command resumes later.",
            valueName: "time"),
        transform: timeOfDay)
    var until: TimeOfDay?

    @Flag(help: "Resend rows whose outcome is unknown; the server may end up with duplicates.")
    var resendUnknown = false

    @Flag(help: "Treat rows whose outcome is unknown as done.")
    var acceptUnknown = false

    @Option(
        help: ArgumentHelp(
            "Decide only about these rows, by their numbers in a spreadsheet program, such as 12,15, or 12.2 for the second file of row 12; with --accept-unknown or --resend-unknown.",
            valueName: "numbers"),
        transform: rowNumbers)
    var rows: Set<UnknownDecision.Row>?

    mutating func validate() throws {
        if rows != nil, !resendUnknown, !acceptUnknown {
            throw ValidationError("--rows is for --accept-unknown and --resend-unknown.")
        }
        if let transfers, !(1...64).contains(transfers) {
            throw ValidationError("--transfers takes a number from 1 to 64.")
        }
        if resendUnknown, acceptUnknown { throw ValidationError("Give either --resend-unknown or --accept-unknown.") }
    }

    var unknown: UnknownDecision? {
        resendUnknown
            ? UnknownDecision(.resend, rows: rows) : acceptUnknown ? UnknownDecision(.accept, rows: rows) : nil
    }
}

/// The numbers of rows, or of single files of them, between commas.
private func rowNumbers(_ text: String) throws -> Set<UnknownDecision.Row> {
    let rows = text.split(separator: ",", omittingEmptySubsequences: false).map { UnknownDecision.Row(String($0)) }
    let known = rows.compactMap { $0 }
    guard known.count == rows.count else {
        throw ValidationError(
            "--rows takes numbers of rows between commas, such as 12,15, or 12.2 for the second file of row 12.")
    }
    return Set(known)
}

/// A time of the day by the clocks of a place.
struct TimeOfDay: Sendable {
    let hour: Int
    let minute: Int

    /// In minutes after midnight.
    var minutes: Int { hour * 60 + minute }

    /// The time from `now` until it is next so late; in the night whose clocks skip it, so late by the clock before.
    func next(after now: Instant, in zone: Zone) -> Duration? {
        let today = zone.day(at: now)
        let moments = (0...2).flatMap { day -> [Instant] in
            let times = zone.times(of: today + day, minute: minutes)
            guard times.isEmpty, let hourBefore = zone.times(of: today + day, minute: minutes - 60).last else {
                return times
            }
            return [hourBefore.adding(nanoseconds: 3_600_000_000_000)]
        }
        return moments.first { $0 > now }.map { .nanoseconds($0.nanoseconds(since: now)) }
    }
}

@Sendable func timeOfDay(_ text: String) throws -> TimeOfDay {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]), (0..<24).contains(hour),
        (0..<60).contains(minute),
        parts[1].count == 2
    else { throw ValidationError("Expected a time of day such as 07:00.") }
    return TimeOfDay(hour: hour, minute: minute)
}

/// Reads `500k` or `2M`: thousands or millions of bytes.
@Sendable func byteRate(_ text: String) throws -> Int {
    var digits = text[...]
    var factor = 1
    if let last = digits.last, let known = ["k": 1_000, "K": 1_000, "M": 1_000_000, "G": 1_000_000_000][last] {
        factor = known
        digits.removeLast()
    }
    guard let number = Int(digits), number > 0, number <= 1_000_000_000, factor * number >= 1_000 else {
        throw ValidationError("Expected bytes per second, at least 1k, such as 500k or 2M.")
    }
    return number * factor
}

/// Reads `monday` or `mon`; 1 for Monday to 7.
@Sendable func weekday(_ text: String) throws -> Int {
    let word = text.lowercased()
    let names = Schedule.weekdays.map { $0.lowercased() }
    guard let place = names.firstIndex(where: { $0 == word || $0.prefix(3) == word }) else {
        throw ValidationError("Expected a day of the week such as monday.")
    }
    return place + 1
}
