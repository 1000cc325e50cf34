public import GantryEngine
public import GantryModel

/// A column of a sheet: its name, its contents, and the property that stores it.
public struct SheetField<Row: Sendable>: Sendable {
    /// What a cell holds, with the place for its value.
    public enum Access: Sendable {
        case text(most: Int = 2_000, set: @Sendable (inout Row, String) -> Void)
        /// The server's id of a record, at most 100 characters. A UUID is stored in lower case, however the cell spells
        /// it.
        case id(set: @Sendable (inout Row, String) -> Void)
        /// One of these words; capitals do not matter in a cell.
        case choice([String], set: @Sendable (inout Row, String) -> Void)
        case integer(ClosedRange<Int64>, set: @Sendable (inout Row, Int64) -> Void)
        case decimal(set: @Sendable (inout Row, Decimal9) -> Void)
        case date(set: @Sendable (inout Row, CivilDate) -> Void)
        /// A time with its zone.
        case instant(set: @Sendable (inout Row, Instant) -> Void)
        /// A time of the day in minutes after midnight, 0...1440.
        case time(set: @Sendable (inout Row, Int) -> Void)
        case flag(set: @Sendable (inout Row, Bool) -> Void)
        /// A file, relative to the folder of files. The row only stores that there is one.
        case file(set: @Sendable (inout Row, String) -> Void)
    }

    /// The name of the column, and of the field in messages.
    public let name: String
    /// What the field is in the keys of rows, whatever the column is called. The default is the name.
    public let meaning: String
    /// Whether an empty cell is a problem. The default is false.
    public let isRequired: Bool
    /// The field of the exported record that has the value, if the sheet is a file of an export; `nil` for a field that
    /// no export has.
    public let exported: String?
    /// What the column holds, in a sentence for the person who fills the sheet.
    public let help: String
    /// What a cell holds, and where its value is stored.
    public let access: Access

    /// A column that may be empty and is in no export, by default.
    public init(
        _ name: String, meaning: String? = nil, required: Bool = false, exported: String? = nil, help: String,
        _ access: Access
    ) {
        self.name = name
        self.meaning = meaning ?? name
        self.isRequired = required
        self.exported = exported
        self.help = help
        self.access = access
    }

    /// Puts the value of a cell into the row. An empty cell leaves the row as it is.
    ///
    /// - Returns: What is wrong with the cell.
    public func read(_ cell: String, into row: inout Row) -> RowProblem? {
        let text = cell.trimmed
        guard !text.isEmpty else {
            return isRequired ? RowProblem("missing", field: name, "\(name) is empty; \(expectation) is needed.") : nil
        }
        switch access {
        case .text(let most, let set):
            guard text.unicodeScalars.count <= most else {
                return RowProblem(
                    "too-long", field: name,
                    "\(name) has \(text.unicodeScalars.count) characters; the maximum is \(most).")
            }
            set(&row, text)
        case .id(let set):
            guard text.unicodeScalars.count <= 100 else { return wrong(text) }
            set(&row, text.asID)
        case .choice(let words, let set):
            guard let word = words.first(where: { TextIdentity.text.folded($0) == TextIdentity.text.folded(text) })
            else { return wrong(text) }
            set(&row, word)
        case .integer(let range, let set):
            guard let number = Int64(text), range.contains(number) else { return wrong(text) }
            set(&row, number)
        case .decimal(let set):
            let bytes = Array(text.utf8)
            guard let number = SheetField.decimal(bytes) else { return wrong(text) }
            set(&row, number)
        case .date(let set):
            guard let day = CivilDate(text) else { return wrong(text) }
            set(&row, day)
        case .instant(let set):
            // A bare day would be read as its midnight.
            guard CivilDate(text) == nil, let time = Instant(text) else { return wrong(text) }
            set(&row, time)
        case .time(let set):
            guard let minutes = SheetField.minutes(text) else { return wrong(text) }
            set(&row, minutes)
        case .flag(let set):
            guard
                let value = ["true": true, "yes": true, "1": true, "false": false, "no": false, "0": false][
                    text.lowercased()]
            else {
                return wrong(text)
            }
            set(&row, value)
        case .file(let set): set(&row, text)
        }
        return nil
    }

    /// `7:30`, `07:30` or `07:30:00`, and `24:00` for the end of the day.
    private static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count),
            parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy { ("0"..."9").contains($0) } }),
            parts[1].count == 2, parts.count == 2 || parts[2] == "00", let hour = Int(parts[0]),
            let minute = Int(parts[1]), minute < 60,
            hour < 24 || (hour == 24 && minute == 0)
        else { return nil }
        return hour * 60 + minute
    }

    private static func decimal(_ bytes: [UInt8]) -> Decimal9? {
        do {
            let parsed = try parseDecimal(bytes.span, 0..<bytes.count)
            return parsed.isExact ? Decimal9(nano: parsed.nano) : nil
        } catch {
            return nil
        }
    }

    private func wrong(_ text: String) -> RowProblem {
        RowProblem(
            "unusable-value", field: name, "\(name) is \"\(singleLine(text, limit: 60))\"; \(expectation) is expected.")
    }

    /// What a cell holds, in words.
    public var expectation: String {
        switch access {
        case .text: "a text"
        case .id: "an id"
        case .choice(let words, _):
            words.count == 1 ? words[0] : words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        case .integer(let range, _): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .decimal: "a number such as 7.5"
        case .date: "a day such as 2026-10-05"
        case .instant: "a time with its zone such as 2026-10-05T14:00:00Z"
        case .time: "a time of the day such as 07:30"
        case .flag: "yes or no"
        case .file: "the name of a file"
        }
    }

    /// Whether a cell names a file.
    public var isFile: Bool { if case .file = access { true } else { false } }

    /// The field without its row type.
    public var description: FieldDescription {
        let kind: ValueKind =
            switch access {
            case .text, .id, .file, .time: .text
            case .choice(let words, _): .choice(words)
            case .integer: .integer
            case .decimal: .decimal
            case .date: .date
            case .instant: .instant
            case .flag: .flag
            }
        return FieldDescription(name: name, kind: kind, isRequired: isRequired, help: help)
    }
}

extension String {
    /// A UUID in lower case, which means the same (RFC 9562, 4); any other id unchanged.
    package var asID: String {
        guard utf8.count == 36 else { return self }
        var hasCapitals = false
        for (place, byte) in utf8.enumerated() {
            switch (byte, place) {
            case (_, 8), (_, 13), (_, 18), (_, 23): guard byte == UInt8(ascii: "-") else { return self }
            case (0x30...0x39, _), (0x61...0x66, _): continue
            case (0x41...0x46, _): hasCapitals = true
            default: return self
            }
        }
        guard hasCapitals else { return self }
        return lowercased()
    }

    /// Without white space at both ends, which cells have by accident.
    package var trimmed: String {
        // Most cells have nothing to take away.
        if let first = utf8.first, let last = utf8.last, (0x21...0x7E).contains(first), (0x21...0x7E).contains(last) {
            return self
        }
        var rest = self[...]
        while let first = rest.first, first.isWhitespace { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return String(rest)
    }
}
