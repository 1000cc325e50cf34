internal import GantryModel
internal import GantryOutputs

extension PipelineFileReader {
    mutating func outputs(_ section: Section, _ fields: Fields?) -> [PipelineFile.Output]? {
        let example = "a list of files, such as - { file: payroll.xml, format: payroll-xml }"
        guard let items = document.list(section, "outputs", expected: example) else { return nil }
        var outputs: [PipelineFile.Output] = []
        var seen: [String: String] = [:]
        for (index, item) in items.enumerated() {
            if let output = output(item, "outputs[\(index)]", fields, isPayGiven: section.has("pay"), seen: &seen) {
                outputs.append(output)
            }
        }
        return outputs
    }

    private mutating func output(
        _ item: SourceNode, _ path: String, _ fields: Fields?, isPayGiven: Bool, seen: inout [String: String]
    ) -> PipelineFile.Output? {
        let keys = ["file", "format", "dialect", "columns", "compression"]
        guard let entry = document.section(item, path, keys: keys, owner: item.place) else { return nil }
        let formats = PipelineFile.FormatName.allCases.map(\.rawValue)
        let file = fileName(entry, seen: &seen)
        let format = document.choice(entry, "format", what: "format", as: PipelineFile.FormatName.self)
        if !entry.has("format") { document.missing("format", in: entry, expected: listed(formats)) }
        let dialect = document.choice(entry, "dialect", what: "dialect", as: PipelineFile.Dialect.self) ?? .machine
        let compression = document.choice(
            entry, "compression", what: "compression", as: PipelineFile.Compression.self)
        let columns = format == .csv || (format == nil && entry.has("columns")) ? columns(entry, fields) : []
        guard let format else { return nil }
        refuseForeignKeys(of: format, in: entry)
        if format == .payrollCSV || format == .payrollXML, !isPayGiven {
            document.report(
                .conflict, entry.place(of: "format"),
                "\(entry.path) is a payroll file, but the file has no key \"pay\".",
                expected: "pay: with the payroll number, currency and pay codes")
        }
        let isCompressionKnown = compression != nil || !entry.has("compression")
        if let file, isCompressionKnown { checkEnding(of: file, format, compression ?? .zstd) }
        guard let file else { return nil }
        switch format {
        case .csv: return PipelineFile.Output(file: file.value, format: .csv(dialect, columns: columns))
        case .payrollCSV: return PipelineFile.Output(file: file.value, format: .payrollCSV(dialect))
        case .payrollXML: return PipelineFile.Output(file: file.value, format: .payrollXML)
        case .exceptionsCSV: return PipelineFile.Output(file: file.value, format: .exceptionsCSV(dialect))
        case .archive: return PipelineFile.Output(file: file.value, format: .archive(compression ?? .zstd))
        }
    }

    // MARK: File names

    mutating func fileName(_ entry: Section, seen: inout [String: String]) -> DocumentReader.Located<String>? {
        let expected = "a file name of letters, digits, points, - and _, such as payroll.csv"
        guard let file = document.required(entry, "file", expected: expected) else { return nil }
        let name = file.value
        let problem: String? =
            if name.contains("/") || name.contains("\\") {
                "names a folder"
            } else if name.hasPrefix(".") {
                "begins with a point"
            } else if name.hasPrefix("-") {
                "begins with -"
            } else if !name.utf8.allSatisfy(isNameByte) {
                "has characters that not every system can file"
            } else if name.utf8.count > 80 {
                "is longer than 80 characters"
            } else if deviceNames.contains(name.prefix { $0 != "." }.lowercased()) {
                "is the name of a device on Windows"
            } else {
                nil
            }
        if let problem {
            document.report(.unsafeName, file.place, "The file name \(quoted(name)) \(problem).", expected: expected)
            return nil
        }
        if let earlier = seen[name.lowercased()] {
            document.report(
                .duplicate, file.place, "Two outputs are called \(quoted(name)).", expected: "a name for each output",
                note: earlier == name
                    ? nil : "The other is spelled \(quoted(earlier)); many systems take the two for one.")
            return nil
        }
        seen[name.lowercased()] = name
        return file
    }

    mutating func checkEnding(
        of file: DocumentReader.Located<String>, _ format: PipelineFile.FormatName,
        _ compression: PipelineFile.Compression
    ) {
        let ending: String
        let what: String
        switch format {
        case .csv, .payrollCSV, .exceptionsCSV:
            ending = ".csv"
            what = "the format \(format.rawValue)"
        case .payrollXML:
            ending = ".xml"
            what = "the format \(format.rawValue)"
        case .archive:
            ending = compression.fileEnding
            what = "compression: \(compression.rawValue)"
        }
        guard !file.value.hasSuffix(ending) || file.value.utf8.count == ending.utf8.count else { return }
        let stem = file.value.prefix { $0 != "." }
        document.report(
            .conflict, file.place, "The file name \(quoted(file.value)) does not fit \(what).",
            expected: "a name that ends in \(ending)", nearest: stem + ending)
    }

    mutating func refuseForeignKeys(of format: PipelineFile.FormatName, in entry: Section) {
        let own: [String] =
            switch format {
            case .csv: ["dialect", "columns", "list"]
            case .payrollCSV, .exceptionsCSV: ["dialect"]
            case .payrollXML: []
            case .archive: ["compression"]
            }
        for key in ["dialect", "columns", "list", "compression"] where entry.has(key) && !own.contains(key) {
            document.report(
                .conflict, entry.place(of: key), "An output of the format \(format.rawValue) has no \(key).",
                expected: own.isEmpty ? "file and format alone" : "file, format and " + listed(own, "and"))
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
            guard let (column, place) = column(item, path, fields) else { continue }
            if columns.contains(where: { $0.field == column.field && $0.decimals == column.decimals }) {
                document.report(
                    .duplicate, place, "The column \(quoted(column.field.description)) is given twice.",
                    expected: "every column once")
            } else if !headings.insert(column.heading).inserted {
                document.report(
                    .duplicate, place, "Two columns have the heading \(quoted(column.heading)).",
                    expected: "a heading for each column")
            }
            columns.append(column)
        }
        return columns
    }

    /// A column is written as a group of keys, or as the name of its field alone.
    private mutating func column(
        _ item: SourceNode, _ path: String, _ fields: Fields?
    ) -> (OutputColumn, NodePlace)? {
        if case .text = item.content {
            let name = document.text(item, path, expected: "a field")
            guard let name, let field = field(name, in: fields) else { return nil }
            let decimals: DecimalPlaces? = field.descriptor.kind.hasDecimals ? .exact : nil
            return (OutputColumn(field: field.reference, heading: name.value, decimals: decimals), name.place)
        }
        guard let entry = document.section(item, path, keys: ["field", "heading", "decimals"], owner: item.place) else {
            return nil
        }
        let name = document.required(entry, "field", expected: "the field that the column shows")
        let heading = document.text(entry, "heading", expected: "the words above the column")
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
                .conflict, entry.place(of: "decimals"),
                "The field \(quoted(field.name)) holds \(described(field.kind)) and has no decimals.",
                expected: "decimals for hours and money alone")
            return nil
        }
        if text.value == "exact" { return .exact }
        if let number = plainDigits(text.value), number <= 9 { return .fixed(number) }
        document.report(
            .badValue, text.place, "Found \(quoted(text.value)) for \(entry.path("decimals")).", expected: expected,
            nearest: nearestWord(to: text.value, among: ["exact"]))
        return standard
    }
}

/// Names that Windows keeps for devices, whatever their ending.
private let deviceNames: Set<String> = {
    var names: Set<String> = ["con", "prn", "aux", "nul"]
    for number in 1...9 {
        names.insert("com\(number)")
        names.insert("lpt\(number)")
    }
    return names
}()
