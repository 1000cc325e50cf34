internal import GantryConnectors
internal import GantryFormats
internal import GantryModel
internal import GantryYAML

extension SystemKeys {
    static let submission: [DocumentKey] = [
        DocumentKey("help", .line(), required: true, help: "What is sent, in a sentence."),
        DocumentKey(
            "columns", .map(.either([.group(column), .group([])]), canBeEmpty: false), required: true,
            help: "The columns of a sheet, by name."),
        DocumentKey(
            "replaces", .flag, standard: .flag(false),
            help:
                "Whether a row takes the place of what was sent to the same path before, so that it may come again after another."
        ),
        DocumentKey("file", .group(file), help: "Which files are taken, where each row has one."),
        DocumentKey(
            "steps", .list(.group(step), most: 8), required: true, help: "The requests of a row, one after the other."),
    ]

    static let columnTypes = ["text", "integer", "decimal", "date", "time", "flag"]

    static let column: [DocumentKey] = [
        DocumentKey("type", .words(columnTypes), standard: .text("text"), help: "What a cell holds."),
        DocumentKey("required", .flag, standard: .flag(false), help: "Whether every row must have it."),
        DocumentKey(
            "most", .whole(1...1_000_000),
            help: "The most characters that the server keeps. A mark that is added to the text needs 28 of them."),
        DocumentKey("from", .text, help: "The smallest number."),
        DocumentKey("to", .text, help: "The largest number."),
        DocumentKey("decimals", .whole(0...9), standard: .number(9), help: "How many decimals the server keeps."),
        DocumentKey(
            "one-of", .either([.list(.text, isUnique: true), .map(.line(), canBeEmpty: false)]),
            help: "The words that it can be, or the server's codes with the word for each."),
        DocumentKey("help", .line(), help: "What it means, in a sentence."),
    ]

    static let fileTypes = MediaType.allCases.map(\.rawValue)

    static let file: [DocumentKey] = [
        DocumentKey("column", .line(), required: true, help: "The column with the name of the file."),
        DocumentKey("types", .list(.words(fileTypes), isUnique: true), required: true, help: "What the server takes."),
        DocumentKey("most", .line(), required: true, help: "The largest file: 5 MB."),
        DocumentKey(
            "photo", .flag, standard: .flag(false),
            help: "Whether they are photos, which lose where they were taken, and are converted if they must."),
    ]
}

extension SystemReader {
    /// `submissions`, in the order of the file; `nil` for a mistake.
    ///
    /// - Parameter datasets: those that can show whether a row is there.
    mutating func submissions(_ section: Section, _ datasets: [DescribedDataset]) -> [DescribedSubmission] {
        guard let node = section["submissions"] else { return [] }
        guard let entries = node.entries, !entries.isEmpty else {
            document.wrongType(
                node, "submissions", expected: "a group with a name for each submission, such as time-entries:")
            return []
        }
        return entries.compactMap { entry in
            guard isPlainName(entry.key) else {
                document.report(
                    .unsafeName, at: entry.keyPlace, "\(quoted(entry.key)) can't be the name of a submission.",
                    expected: "lower-case letters, digits and -")
                return nil
            }
            return submission(entry, datasets)
        }
    }

    private mutating func submission(
        _ entry: SourceNode.Entry, _ datasets: [DescribedDataset]
    ) -> DescribedSubmission? {
        let path = "submissions." + entry.key
        guard
            let section = document.section(entry.value, path, keys: SystemKeys.submission, owner: entry.keyPlace)
        else { return nil }
        let help = document.required(section, "help", expected: "what is sent, in a sentence")
        let file = document.section(section, "file", keys: SystemKeys.file)
        let fileColumn = file.flatMap { document.required($0, "column", expected: "the column with the file's name") }
        let columns = columns(section, file: fileColumn?.value)
        if let fileColumn, let columns, !columns.contains(where: { $0.name == fileColumn.value }) {
            document.unknownName("column", fileColumn, among: columns.map(\.name))
        }
        let rule = file.flatMap { fileRule($0) }
        let replaces = document.flag(section, "replaces") ?? false
        guard let help, let columns, !isOpen(section.path("file")) else { return nil }
        var scope = StepScope(columns: columns, datasets: datasets, path: path)
        guard let steps = steps(section, &scope) else { return nil }
        let carriers = steps.filter { $0.file != nil }.count
        if let file, carriers != 1, !isOpen(section.path("steps")) {
            document.report(
                .conflict, at: file.owner, "\(carriers == 0 ? "No step sends" : "Several steps send") the file.",
                expected: "file: raw or file: { part: NAME } at one step")
        }
        if replaces, !steps.contains(where: \.hasColumnInPath) {
            document.report(
                .conflict, at: section.place(of: "replaces"), "No path has a column, so no row replaces another.",
                expected: "put: or patch: with the column that names the record, such as \"/users/{user}\"")
        }
        if replaces, steps.contains(where: \.hasKey) {
            document.report(
                .conflict, at: section.place(of: "replaces"),
                "A row that comes again after another has the key of the first time, so the server would ignore it.",
                expected: "lost: repeat, where the same PUT twice is the same as once, or a look-up")
        }
        var submission = DescribedSubmission(
            name: entry.key, help: help.value, columns: columns, files: rule, steps: steps)
        submission.replaces = replaces
        return submission
    }

    private mutating func fileRule(_ section: Section) -> FileRule? {
        var types: [String] = []
        for item in document.list(section, "types", expected: "a list of " + listed(SystemKeys.fileTypes)) ?? [] {
            guard let word = document.text(item, section.path("types"), expected: listed(SystemKeys.fileTypes)) else {
                continue
            }
            if SystemKeys.fileTypes.contains(word.value) {
                types.append(word.value)
            } else {
                document.unknownName("type", word, among: SystemKeys.fileTypes)
            }
        }
        let isPhoto = document.flag(section, "photo") ?? false
        guard let most = document.required(section, "most", expected: "a size, such as 5 MB") else { return nil }
        let parts = most.value.split(separator: " ")
        let units = ["kB": 1_000, "MB": 1_000_000, "KiB": 1 << 10, "MiB": 1 << 20]
        guard parts.count == 2, let number = plainDigits(String(parts[0])), (1...100_000).contains(number),
            let unit = units[String(parts[1])]
        else {
            document.report(
                .badValue, at: most.place, "Found \(quoted(most.value)) for \(section.path("most")).",
                expected: "a number and kB, MB, KiB or MiB, such as 5 MB")
            return nil
        }
        return FileRule(types: types, limit: number * unit, isPhoto: isPhoto)
    }

    // MARK: Columns

    private mutating func columns(_ section: Section, file: String?) -> [DescribedColumn]? {
        let expected = "a group with a name for each column, such as date: { type: date, required: true }"
        guard let node = section["columns"] else {
            document.missing("columns", in: section, expected: expected)
            return nil
        }
        guard let entries = node.entries, !entries.isEmpty, entries.count <= 100 else {
            document.wrongType(node, section.path("columns"), expected: expected)
            return nil
        }
        let columns = entries.compactMap { entry -> DescribedColumn? in
            let name = entry.key
            guard name.utf8.count <= 64, name.utf8.allSatisfy({ isNameByte($0) && $0 != 0x2E }),
                name.first?.isLetter == true, name != "mark"
            else {
                document.report(
                    .unsafeName, at: entry.keyPlace, "\(quoted(name)) can't be the name of a column.",
                    expected: "letters, digits, _ and -, beginning with a letter, and not mark")
                return nil
            }
            return column(entry, section, isFile: name == file)
        }
        return columns.count == entries.count ? columns : nil
    }

    private mutating func column(_ entry: SourceNode.Entry, _ owner: Section, isFile: Bool) -> DescribedColumn? {
        let path = owner.path("columns") + "." + entry.key
        if case .nothing = entry.value.content {
            return DescribedColumn(
                name: entry.key, kind: isFile ? .file : .text(most: 2_000), isRequired: false, help: entry.key)
        }
        guard let group = document.section(entry.value, path, keys: SystemKeys.column, owner: entry.keyPlace) else {
            return nil
        }
        let type = document.choice(group, "type", what: "type", among: SystemKeys.columnTypes)
        if group.has("type"), type == nil { return nil }
        let isRequired = document.flag(group, "required") ?? false
        let help = document.text(group, "help", expected: "what it means, in a sentence")?.value ?? entry.key
        let allowed: [String] =
            switch isFile ? "file" : group.has("one-of") ? "one-of" : type ?? "text" {
            case "text": ["most"]
            case "integer": ["from", "to"]
            case "decimal": ["from", "to", "decimals"]
            case "one-of": ["one-of"]
            default: []
            }
        for key in ["most", "from", "to", "decimals", "one-of"] where group.has(key) && !allowed.contains(key) {
            document.report(
                .conflict, at: group.place(of: key), "\(key) doesn't belong to the column \(entry.key).",
                expected: "no \(key)")
        }
        let (from, to) = (decimal(group, "from"), decimal(group, "to"))
        if let from, let to, to < from {
            document.report(
                .badValue, at: group.place(of: "to"), "to is \(to), and from is \(from).",
                expected: "a number that isn't smaller")
        }
        let kind: DescribedColumn.Kind
        switch isFile ? "file" : group.has("one-of") ? "one-of" : type ?? "text" {
        case "file": kind = .file
        case "one-of":
            guard case .choice(let words, let codes)? = choice(group) else { return nil }
            kind = .choice(words, codes: codes)
        case "integer":
            let lower = from.map { $0.nano / 1_000_000_000 } ?? Int64.min
            let upper = to.map { $0.nano / 1_000_000_000 } ?? Int64.max
            kind = .integer(min(lower, upper)...max(lower, upper))
        case "decimal":
            let places = document.wholeNumber(group, "decimals", in: 0...9) ?? 9
            let lower = from ?? Decimal9(nano: .min)
            let upper = to ?? Decimal9(nano: .max)
            kind = .decimal(
                places: places, from == nil && to == nil ? nil : min(lower, upper)...max(lower, upper))
        case "date": kind = .date
        case "time": kind = .time
        case "flag": kind = .flag
        default: kind = .text(most: document.wholeNumber(group, "most", in: 1...1_000_000) ?? 2_000)
        }
        if case .text = kind, group.has("most") { limited.insert(path) }
        return DescribedColumn(name: entry.key, kind: kind, isRequired: isRequired, help: help)
    }

    private mutating func decimal(_ section: Section, _ key: String) -> Decimal9? {
        guard let text = document.text(section, key, expected: "a number, such as 0.25") else { return nil }
        if let parsed = plainDecimal(text.value), parsed.isExact { return Decimal9(nano: parsed.nano) }
        document.report(
            .badValue, at: text.place, "Found \(quoted(text.value)) for \(section.path(key)).",
            expected: "a number, such as 0.25")
        return nil
    }
}

/// What the steps of a submission can name.
struct StepScope {
    let columns: [DescribedColumn]
    let datasets: [DescribedDataset]
    /// Of the submission: `submissions.time-entries`.
    let path: String
    /// What the steps so far have taken.
    var taken: [String] = []
    /// What the step before has taken.
    var takenBefore: [String] = []
    /// Whether the step before may be made again.
    var repeatsBefore = false

    func index(_ name: String) -> Int? { columns.firstIndex { $0.name == name } }
    var hasFile: Bool { columns.contains { $0.kind == .file } }
    var names: [String] { columns.map(\.name) }
}

extension DescribedStep {
    fileprivate var hasKey: Bool { if case .key = lost { true } else { false } }

    fileprivate var hasColumnInPath: Bool {
        guard case .path(let pieces) = target else { return false }
        return pieces.contains { if case .column = $0 { true } else { false } }
    }
}
