internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryYAML

extension PipelineKeys {
    private static let fileName = #"([A-Za-z0-9_]|\{period\})([A-Za-z0-9._-]|\{period\})*"#

    static func outputs(_ kind: OutputSetting) -> DocumentKey {
        let formats = kind == .datasets ? OutputFormats.ofDatasets : OutputFormats.all
        return DocumentKey(
            "outputs",
            .list(
                .either(formats.flatMap { shapes(of: $0, in: kind) } + (kind == .datasets ? [] : [.group(profiled)]))),
            required: true,
            help: "The files of the export.")
    }

    /// An output in the layout of a profile.
    private static var profiled: [DocumentKey] {
        let others = OutputFormats.all.map(\.name).joined(separator: "|")
        return [
            DocumentKey(
                "file", .line(pattern: "^" + Self.fileName + "$", most: 80), required: true,
                help: "The file's name, as the payroll program wants it."),
            DocumentKey(
                "format", .line(pattern: "^(?!(\(others))$)[a-z0-9][a-z0-9-]*$", most: 64), required: true,
                help: "The layout of a payroll program, a profile, from a folder called Profiles."),
            DocumentKey("needs", .map(.code(pattern: "^.+$")), help: "What the layout asks of the customer, by name."),
            DocumentKey(
                "codes", .map(.either([.code(pattern: "^.+$"), .group(profileCode, rules: [.notEmpty])])),
                help:
                    "The payroll program's code for each pay code: all of them, or none. A group where the layout has an absence key or columns: { code: \"2100\", absence: K }."
            ),
            DocumentKey(
                "finer", .words(["refuse", "round"]), standard: .text("refuse"),
                help: "What becomes of a rate that is finer than the layout."),
        ]
    }

    /// What an output says of a pay code beside its code.
    static let profileCode = [
        DocumentKey(
            "code", .code(pattern: "^.+$"), help: "What the payroll program calls it. The default is the pay code."),
        DocumentKey(
            "absence", .code(pattern: "^.+$"),
            help: "The key under which the program books the absence; required where the layout has one."),
        DocumentKey("column", .code(pattern: "^.+$"), help: "The column of the layout that its hours go in."),
    ]

    /// An output of one format: a shape for each possible ending of its files.
    private static func shapes(of format: any OutputFormat, in kind: OutputSetting) -> [ValueShape] {
        let standards = Dictionary(uniqueKeysWithValues: format.choices.map { ($0.name, $0.standard) })
        let ending = format.ending(standards).text
        // The key whose words have different endings; at most one does.
        let deciding = format.choices.first { choice in
            choice.words.contains { format.ending(standards.merging([choice.name: $0]) { $1 }).text != ending }
        }
        guard let deciding else { return [.group(output(format, ending: ending, in: kind, fixed: nil))] }
        return deciding.words.map { word in
            let ending = format.ending(standards.merging([deciding.name: word]) { $1 }).text
            return .group(output(format, ending: ending, in: kind, fixed: (deciding, word)))
        }
    }

    private static func output(
        _ format: any OutputFormat, ending: String, in kind: OutputSetting,
        fixed: (key: OutputChoice, word: String)?
    ) -> [DocumentKey] {
        let pattern = "^" + Self.fileName + ending.replacing(".", with: #"\."#) + "$"
        var keys = [
            DocumentKey(
                "file", .line(pattern: pattern, most: 80), required: true,
                help: "The file's name: letters, digits, points, -, _ and {period}, ending in \(ending)."),
            DocumentKey("format", .words([format.name]), required: true, help: format.help),
        ]
        for key in format.keys {
            switch key {
            case .choice(let choice):
                let isFixed = fixed?.key == choice
                keys.append(
                    DocumentKey(
                        choice.name, .words(isFixed ? [fixed?.word ?? ""] : choice.words),
                        required: isFixed && fixed?.word != choice.standard, standard: .text(choice.standard),
                        help: choice.help))
            case .needs, .codes, .finer: break
            case .list:
                if kind == .datasets {
                    keys.append(
                        DocumentKey("list", .line(), help: "A list inside the records whose elements are the rows."))
                }
            case .columns:
                let field: ValueShape = kind == .datasets ? .line() : .shared("field")
                keys.append(
                    DocumentKey(
                        "columns", .list(.either([field, .group(column(field))])),
                        required: kind != .datasets && format.needsColumns,
                        help: "The columns from left to right."
                            + (kind == .datasets
                                ? " The default is every field."
                                : format.needsColumns ? "" : " Without them the entries have no sheet.")))
            }
        }
        return keys
    }

    static func column(_ field: ValueShape) -> [DocumentKey] {
        [
            DocumentKey("field", field, required: true, help: "What is shown."),
            DocumentKey("heading", .line(), help: "The words above the column. The default is the field's name."),
            DocumentKey(
                "decimals", .either([.words(["exact"]), .whole(0...9)]), standard: .text("exact"),
                help: "Of hours and money: 0 to 9, or exact, which rounds nothing."),
        ]
    }
}

extension PipelineReader {
    mutating func outputs(_ section: Section, _ fields: Fields?) -> [Output]? {
        let example = "a list of files, such as - { file: payroll.xml, format: payroll-xml }"
        guard let items = document.list(section, "outputs", expected: example) else { return nil }
        var outputs: [Output] = []
        var seen: [String: String] = [:]
        for (index, item) in items.enumerated() {
            let path = "outputs[\(index)]"
            let kind = OutputSetting.payroll(hasPay: section.has("pay"))
            let output = self.output(item, path, of: kind, seen: &seen) { reader, entry in
                (list: nil, columns: reader.columns(entry, fields))
            }
            if let output { outputs.append(output) }
        }
        return outputs
    }

    /// An output of a pipeline file; `nil` if something of it is wrong.
    ///
    /// - Parameters:
    ///   - seen: the names of files so far, in their spelling, by their lower-case spelling.
    ///   - records: reads the keys of a file of records.
    mutating func output(
        _ item: SourceNode, _ path: String, of kind: OutputSetting, seen: inout [String: String],
        records: (inout PipelineReader, Section) -> (list: String?, columns: [OutputColumn])
    ) -> Output? {
        let formats = OutputFormats.all
        let keys = OutputFormats.keys.filter {
            kind == .datasets ? !OutputFormats.profileKeys.contains($0) : $0 != .list
        }
        .map(\.name)
        guard let entry = document.section(item, path, keys: ["file", "format"] + keys, owner: item.place) else {
            return nil
        }
        let usable = (kind == .datasets ? OutputFormats.ofDatasets : formats).map(\.name)
        let file = fileName(entry, seen: &seen)
        var format = format(entry)
        if !entry.has("format") { document.missing("format", in: entry, expected: listed(usable)) }
        var choices: [String: String] = [:]
        var misspelled: Set<String> = []
        for case .choice(let choice) in OutputFormats.keys {
            let word = document.choice(entry, choice.name, what: choice.name, among: choice.words)
            if word == nil, entry.has(choice.name) { misspelled.insert(choice.name) }
            choices[choice.name] = word ?? choice.standard
        }
        let hasColumns = format.map { $0.keys.contains(.columns) } ?? entry.has("columns")
        let isBrief = kind != .datasets && !entry.has("columns") && format.map { !$0.needsColumns } ?? false
        let rows = hasColumns && !isBrief ? records(&self, entry) : (list: nil, columns: [])
        let profile = format as? ProfileFormat
        if let profile, kind != .datasets { format = completed(profile, entry) }
        guard let format else { return nil }
        refuseForeignKeys(of: format, in: entry)
        if [.pay, .page].contains(format.content), kind == .payroll(hasPay: false) {
            document.report(
                .conflict, at: entry.place(of: "format"),
                "\(entry.path) is a \(format.content == .pay ? "payroll file" : "page about pay"), but there is no key \"pay\".",
                expected: "pay: with the payroll number, currency and pay codes")
        }
        if let file, misspelled.isDisjoint(with: format.choices.map(\.name)) {
            checkEnding(of: file, format.ending(choices))
        }
        guard usable.contains(format.name) || profile != nil && kind != .datasets else {
            document.report(
                .conflict, at: entry.place(of: "format"), "\(format.name) is only for payroll exports.",
                expected: listed(usable))
            return nil
        }
        guard let file else { return nil }
        return Output(
            file: file.value, format: format, choices: choices, list: rows.list, columns: rows.columns)
    }

    // MARK: File names

    mutating func fileName(_ entry: Section, seen: inout [String: String]) -> DocumentReader.Located<String>? {
        let expected = "a file name with letters, digits, dots, -, _ and {period}, such as payroll.csv"
        guard let file = document.required(entry, "file", expected: expected) else { return nil }
        let name = file.value
        let problem: String? =
            if name.contains("/") || name.contains("\\") {
                "contains a folder"
            } else if name.hasPrefix(".") {
                "starts with a dot"
            } else if name.hasPrefix("-") {
                "starts with -"
            } else if !name.replacing(PayPeriod.placeholder, with: "").utf8.allSatisfy(isNameByte) {
                "contains characters that some systems can't use in file names"
            } else if name.utf8.count > 80 {
                "is longer than 80 characters"
            } else if deviceNames.contains(name.prefix { $0 != "." }.lowercased()) {
                "is a device name on Windows"
            } else {
                nil
            }
        if let problem {
            document.report(
                .unsafeName, at: file.place, "\(quoted(name)) \(problem).", expected: expected)
            return nil
        }
        if let earlier = seen[name.lowercased()] {
            document.report(
                .duplicate, at: file.place, "Two outputs are called \(quoted(name)).",
                expected: "a different name for each output",
                note: earlier == name
                    ? nil : "The other is spelled \(quoted(earlier)); on many systems both are the same file.")
            return nil
        }
        seen[name.lowercased()] = name
        return file
    }

    private mutating func checkEnding(of file: DocumentReader.Located<String>, _ ending: FileEnding) {
        let text = ending.text
        guard !file.value.hasSuffix(text) || file.value.utf8.count == text.utf8.count else { return }
        let stem = file.value.prefix { $0 != "." }
        document.report(
            .conflict, at: file.place, "The file name \(quoted(file.value)) doesn't fit \(ending.reason).",
            expected: "a name that ends in \(text)", nearest: stem + text)
    }

    private mutating func refuseForeignKeys(of format: any OutputFormat, in entry: Section) {
        let own = format.keys.map(\.name)
        for key in OutputFormats.keys.map(\.name) where entry.has(key) && !own.contains(key) {
            document.report(
                .conflict, at: entry.place(of: key), "\(format.name) takes no \"\(key)\".",
                expected: own.isEmpty ? "only file and format" : "file, format and " + listed(own, "and"))
        }
    }

    // MARK: Columns

    mutating func columns(_ entry: Section, _ fields: Fields?) -> [OutputColumn] {
        let example = "a list of columns, such as - { field: workDate, heading: work_date }"
        guard let items = document.list(entry, "columns", expected: example) else { return [] }
        var columns: [OutputColumn] = []
        var headings: Set<String> = []
        for (index, item) in items.enumerated() {
            let path = "\(entry.path).columns[\(index)]"
            guard let (column, place) = column(item, path, of: fields) else { continue }
            if columns.contains(where: { $0.field == column.field && $0.decimals == column.decimals }) {
                document.report(
                    .duplicate, at: place, "The column \(quoted(column.field.description)) is listed twice.",
                    expected: "each column once")
            } else if !headings.insert(column.heading).inserted {
                document.report(
                    .duplicate, at: place, "Two columns have the heading \(quoted(column.heading)).",
                    expected: "a different heading for each column")
            }
            columns.append(column)
        }
        return columns
    }

    /// A column is written as a group of keys, or as the name of its field alone.
    private mutating func column(
        _ item: SourceNode, _ path: String, of fields: Fields?
    ) -> (OutputColumn, NodePlace)? {
        if case .text = item.content {
            let name = document.text(item, path, expected: "a field")
            guard let name, let field = field(name, in: fields) else { return nil }
            let decimals: DecimalPlaces? = field.descriptor.kind.hasDecimals ? .exact : nil
            return (OutputColumn(field: field.reference, heading: name.value, decimals: decimals), name.place)
        }
        guard let entry = document.section(item, path, keys: PipelineKeys.column(.line()), owner: item.place) else {
            return nil
        }
        let name = document.required(entry, "field", expected: "the field that the column shows")
        let heading = document.text(entry, "heading", expected: "the column's heading")
        let found = field(name, in: fields)
        let decimals = decimals(entry, of: found?.descriptor)
        guard let name, let found else { return nil }
        return (
            OutputColumn(field: found.reference, heading: heading?.value ?? name.value, decimals: decimals),
            heading?.place ?? name.place
        )
    }

    private mutating func decimals(_ entry: Section, of field: FieldDescription?) -> DecimalPlaces? {
        let standard: DecimalPlaces? = field?.kind.hasDecimals == true ? .exact : nil
        let expected = "exact, or a number of decimals from 0 to 9"
        guard let text = document.text(entry, "decimals", expected: expected) else { return standard }
        if let field, !field.kind.hasDecimals {
            document.report(
                .conflict, at: entry.place(of: "decimals"),
                "The field \(quoted(field.name)) holds \(described(field.kind)) and has no decimals.",
                expected: "decimals only for hours and money")
            return nil
        }
        if text.value == "exact" { return .exact }
        if let number = plainDigits(text.value), number <= 9 { return .fixed(number) }
        document.report(
            .badValue, at: text.place, "Found \(quoted(text.value)) for \(entry.path("decimals")).", expected: expected,
            nearest: nearestWord(to: text.value, among: ["exact"]))
        return standard
    }
}

/// Names that Windows reserves for devices, with any ending.
private let deviceNames: Set<String> = {
    var names: Set<String> = ["con", "prn", "aux", "nul"]
    for number in 1...9 {
        names.insert("com\(number)")
        names.insert("lpt\(number)")
    }
    return names
}()
