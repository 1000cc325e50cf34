internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

extension ProfileDocumentReader {
    /// Where a line stands, which decides what it can show.
    enum LinePlace {
        case file, employee, row

        func shows(_ scope: ProfileValue.Scope) -> Bool {
            switch (self, scope) {
            case (_, .run), (.file, .file), (.employee, .employee), (.row, .row), (.row, .employee): true
            default: false
            }
        }

        var words: String {
            switch self {
            case .file: "the head or foot of a file"
            case .employee: "the lines of an employee"
            case .row: "a row"
            }
        }
    }

    mutating func lines(_ section: Section, _ key: String, in place: LinePlace) -> [ProfileLine] {
        guard let node = section[key] else { return [] }
        guard case .list(let items) = node.content else {
            document.wrongType(node, section.path(key), expected: "a list of lines")
            return []
        }
        return items.enumerated().compactMap { line($1, "\(section.path(key))[\($0)]", in: place) }
    }

    /// `row` or `rows`, each with the place of its first line.
    mutating func rows(_ section: Section) -> [(row: Profile.Row, place: NodePlace)] {
        if let node = section["row"] {
            if section.has("rows") {
                document.report(
                    .conflict, at: section.place(of: "rows"), "The profile has row and rows.", expected: "one of them")
            }
            return line(node, "row", in: .row).map { [(Profile.Row([$0]), section.place(of: "row"))] } ?? []
        }
        guard section.has("rows") else {
            document.missing("row", in: section, expected: "the line of a pay line")
            return []
        }
        var rows: [(row: Profile.Row, place: NodePlace)] = []
        for (index, item) in (document.list(section, "rows", expected: "a list of rows") ?? []).enumerated() {
            let path = "rows[\(index)]"
            guard let group = document.section(item, path, keys: ProfileKeys.row, owner: item.place) else { continue }
            let words = listed(RowUnits.allCases.map(\.rawValue))
            if !group.has("for") { document.missing("for", in: group, expected: words) }
            if let node = group["for"], case .list = node.content {
                document.wrongType(
                    node, group.path("for"), expected: "one of \(words); each has a row of its own")
                continue
            }
            guard let units = document.choice(group, "for", what: "unit", as: RowUnits.self) else { continue }
            let column = column(group)
            let alike = rows.map(\.row).first { $0.column == column && $0.units?.overlaps(units) ?? true }
            if let other = alike?.units {
                let place = column.map { " in the column \($0)" } ?? ""
                document.report(
                    .duplicate, at: group.place(of: "for"),
                    other == units
                        ? "Two rows are for \(units.rawValue)\(place)."
                        : "A row is for \(other.rawValue) and another for \(units.rawValue)\(place).",
                    expected: "one row for each unit")
                continue
            }
            var made: [ProfileLine] = []
            if let node = group["line"] {
                if group.has("lines") {
                    document.report(
                        .conflict, at: group.place(of: "lines"), "\(path) has line and lines.", expected: "one of them")
                }
                made = line(node, "\(path).line", in: .row).map { [$0] } ?? []
            } else if group.has("lines") {
                made = lines(group, "lines", in: .row)
            } else {
                document.missing("line", in: group, expected: "the line of a pay line")
            }
            if !made.isEmpty { rows.append((Profile.Row(for: units, column: column, made), item.place)) }
        }
        return rows
    }

    /// `column` of a row: a plain name.
    private mutating func column(_ group: Section) -> String? {
        let expected = "a name of lower-case letters, digits and -, such as regular"
        guard let name = document.text(group, "column", expected: expected) else { return nil }
        guard isPlainName(name.value) else {
            document.report(
                .badValue, at: name.place, "\(quoted(name.value)) can't be the name of a column.", expected: expected)
            return nil
        }
        return name.value
    }

    private mutating func line(_ node: SourceNode, _ path: String, in place: LinePlace) -> ProfileLine? {
        if case .list(let items) = node.content {
            guard !items.isEmpty else {
                document.report(.badValue, at: node.place, "\(path) is empty.", expected: "a list of columns")
                return nil
            }
            let columns = items.enumerated().compactMap { column($1, "\(path)[\($0)]", in: place) }
            return columns.count == items.count ? ProfileLine(columns) : nil
        }
        guard let text = text(node, path) else { return nil }
        return pieces(text, at: node.place, in: place).map { ProfileLine(text: $0) }
    }

    // MARK: Columns

    private mutating func column(_ node: SourceNode, _ path: String, in place: LinePlace) -> ProfileColumn? {
        if case .text = node.content {
            document.wrongType(node, path, expected: "a column: { value: number }, or { text: X } for a fixed text")
            return nil
        }
        guard let group = document.section(node, path, keys: ProfileKeys.column, owner: node.place) else { return nil }
        guard group.has("value") != group.has("text") else {
            document.report(
                .missingKey, at: node.place, "\(path) must have a value or a text.",
                expected: "one of value: and text:")
            return nil
        }
        var column: ProfileColumn
        if group.has("value") {
            guard let word = document.required(group, "value", expected: "a value, such as number"),
                let value = value(word, in: place)
            else { return nil }
            column = ProfileColumn(.value(value))
        } else {
            guard let node = group["text"], let text = text(node, group.path("text")),
                let pieces = pieces(text, at: node.place, in: place)
            else { return nil }
            column = ProfileColumn(.text(pieces))
        }
        let number = number(group)
        column.width = document.wholeNumber(group, "width", in: ProfileKeys.widths)
        column.align = number.align
        column.pad = number.pad
        column.decimals = number.decimals
        column.point = number.point
        column.sign = number.sign
        column.most = document.wholeNumber(group, "most", in: ProfileKeys.widths)
        column.pattern = pattern(group)
        column.date = date(group, "date")
        column.form = document.choice(group, "as", what: "spelling", as: ProfileColumn.Form.self)
        column.empty = text(group, "empty")
        column.isQuoted = document.flag(group, "quoted") ?? false
        column.isOnlyNegative = document.choice(group, "when", what: "word", among: ["negative"]) != nil
        refuseForeignKeys(of: column, in: group)
        return column
    }

    /// Keys that mean nothing for what the column shows.
    private mutating func refuseForeignKeys(of column: ProfileColumn, in group: Section) {
        let kind = column.value?.kind
        var foreign: [String] = []
        if kind != .units, kind != .money { foreign += ["decimals", "point", "sign"] }
        if kind != .date { foreign.append("date") }
        if kind != .units { foreign.append("as") }
        if kind == nil {
            foreign += ["empty", "pattern", "most"]
            if column.values.contains(where: { $0.scope != .run }) { foreign += ["width", "align", "pad", "when"] }
        } else if column.value?.scope != .run {
            foreign.append("when")
        }
        for key in foreign where group.has(key) {
            document.report(
                .conflict, at: group.place(of: key),
                "\(group.path) shows \(column.value?.spelling ?? "a text") and takes no \"\(key)\".",
                expected: key == "when" ? "when: only at a text or a need" : "the column without it")
        }
        if column.form == nil { return }
        for key in ["decimals", "point"] where group.has(key) {
            document.report(
                .conflict, at: group.place(of: key), "\(group.path) writes hours and minutes and takes no \"\(key)\".",
                expected: "the column without it")
        }
    }

    /// The value that a word names.
    private mutating func value(_ word: DocumentReader.Located<String>, in place: LinePlace) -> ProfileValue? {
        let known = ProfileValue.named.first { $0.name == word.value }?.value
        guard let value = known ?? (needs.contains(word.value) ? .need(word.value) : nil) else {
            let usable = ProfileValue.named.filter { place.shows($0.value.scope) }.map(\.name)
            document.unknownName("value", word, among: usable + needs, expected: listed(usable + needs))
            return nil
        }
        guard place.shows(value.scope) else {
            document.report(
                .conflict, at: word.place, "\(quoted(word.value)) can't be shown in \(place.words).",
                expected: listed(ProfileValue.named.filter { place.shows($0.value.scope) }.map(\.name) + needs))
            return nil
        }
        return value
    }

    /// A text cut at its `{values}`.
    private mutating func pieces(
        _ text: String, at place: NodePlace, in linePlace: LinePlace
    ) -> [ProfileColumn.Piece]? {
        var pieces: [ProfileColumn.Piece] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { pieces.append(.literal(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}") else {
                document.report(
                    .badValue, at: place, "The text \(quoted(text)) has a { without a }.", expected: "} after the value"
                )
                return nil
            }
            let name = String(rest[rest.index(after: open)..<close])
            guard let value = value(DocumentReader.Located(value: name, place: place), in: linePlace) else {
                return nil
            }
            pieces.append(.value(value))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.literal(String(rest))) }
        return pieces
    }
}
