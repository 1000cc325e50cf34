public import GantryEngine
internal import GantryJSON
public import GantryModel

/// A column of the sheets of a described submission.
public struct DescribedColumn: Sendable {
    /// What a cell holds.
    public enum Kind: Sendable, Equatable {
        /// At most so many characters.
        case text(most: Int)
        case integer(ClosedRange<Int64>)
        /// At most so many decimals, inside the range where there is one.
        case decimal(places: Int, ClosedRange<Decimal9>?)
        case date, time, flag, file
        /// One of these words, each sent as the code at its place.
        case choice([String], codes: [String]?)
    }

    /// The name of the column.
    public let name: String
    /// What a cell holds.
    public let kind: Kind
    /// Whether an empty cell is a problem.
    public let isRequired: Bool
    /// What it means, in a sentence.
    public let help: String

    /// A column of these parts.
    public init(name: String, kind: Kind, isRequired: Bool, help: String) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        self.help = help
    }

    /// Whether a person writes freely in it.
    var isFreeText: Bool { if case .text = kind { true } else { false } }
}

/// A row of a sheet of a described submission: a value for each column.
public struct DescribedRow: SubmittedRow {
    /// Nothing is read before rows are checked.
    public typealias ReferenceData = Void

    /// A cell as a value.
    enum Value: Sendable, Equatable {
        case text(String)
        case integer(Int64)
        case decimal(Decimal9)
        case date(CivilDate)
        case time(Instant)
        case flag(Bool)

        /// In its one spelling.
        var text: String {
            switch self {
            case .text(let text): text
            case .integer(let number): String(number)
            case .decimal(let number): number.description
            case .date(let day): day.description
            case .time(let time): time.description
            case .flag(let isTrue): isTrue ? "true" : "false"
            }
        }

        /// Whether a server shows it so, in any spelling; `nil` where that can't be told, and for texts that differ.
        func isShown(as shown: String) -> Bool? {
            guard shown != text else { return true }
            guard !shown.isEmpty else { return false }
            switch self {
            case .text: return nil
            case .integer(let number):
                if let shown = Int64(shown) { return shown == number }
                return JSONTree.string(shown).decimal.map { $0 == JSONTree.number(String(number)).decimal }
            case .decimal(let number): return JSONTree.string(shown).decimal.map { $0 == number }
            case .date(let day):
                guard let written = CivilDate(shown.prefix(10)) else { return nil }
                let time = shown.dropFirst(10).drop { "Tt ".contains($0) }.prefix { "0123456789:.".contains($0) }
                guard time.contains(where: { ("1"..."9").contains($0) }) else { return written == day }
                // The midnight of one zone is another time of this day, or of one beside it, in others.
                return abs(written.daysSince1970 - day.daysSince1970) <= 1 ? nil : false
            case .time(let time): return shown.utf8.count > 10 ? Instant(shown).map { $0 == time } : nil
            case .flag(let isTrue):
                switch shown.lowercased() {
                case "true", "1": return isTrue
                case "false", "0": return !isTrue
                default: return nil
                }
            }
        }

        var json: JSONTree {
            switch self {
            case .integer, .decimal: .number(text)
            case .flag(let isTrue): .bool(isTrue)
            case .text, .date, .time: .string(text)
            }
        }
    }

    /// What the row is one of; `nil` for a row without values.
    private(set) var plan: SubmissionPlan?
    private(set) var values: [Value?] = []

    public init() {}

    mutating func put(_ value: Value, at column: Int, of plan: SubmissionPlan) {
        if self.plan == nil {
            self.plan = plan
            values = Array(repeating: nil, count: plan.columns.count)
        }
        values[column] = value
    }

    func value(_ column: Int) -> Value? { values.indices.contains(column) ? values[column] : nil }

    /// The value of a column as text: a word of a few is its code.
    func sent(_ column: Int) -> String {
        guard let value = value(column) else { return "" }
        if case .choice(let words, let codes?)? = plan?.columns[column].kind,
            let place = words.firstIndex(of: value.text)
        {
            return codes[place]
        }
        return value.text
    }

    /// The name of the row's file.
    var fileName: String {
        guard let column = plan?.fileColumn, case .text(let path)? = value(column) else { return "" }
        return path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Its type, by the name: a file of another type is never sent under it.
    var fileType: String {
        switch fileName.split(separator: ".").last.map({ $0.lowercased() }) {
        case "pdf": "application/pdf"
        case "jpg", "jpeg": "image/jpeg"
        case "png": "image/png"
        case "webp": "image/webp"
        default: "application/octet-stream"
        }
    }

    /// The values tell one row from another; of what replaces something the columns of its path first. The label leaves
    /// out what a person wrote freely.
    public var identity: RowIdentity {
        guard let plan else { return RowIdentity(target: "", purpose: "") }
        var (target, label, all): ([String], [String], [String]) = ([], [], [])
        for (index, (column, value)) in zip(plan.columns, values).enumerated() {
            guard let value, column.kind != .file else { continue }
            // The names of columns are those of headings, and change with them; what is sent stays.
            let sent = sent(index)
            let line = "\(plan.places[index])=\(sent.utf8.count):\(sent)"
            all.append(line)
            if plan.replaces, plan.pathColumns.contains(index) { target.append(line) }
            switch column.kind {
            case .integer, .date, .time, .choice: label.append(value.text)
            case .text, .decimal, .flag, .file: break
            }
        }
        return RowIdentity(
            target: target.sorted().joined(separator: "\n"), purpose: "",
            // A row is the same in every spelling of its cells.
            values: all.sorted().joined(separator: "\n"), label: label.joined(separator: ", "),
            replaces: plan.replaces)
    }

    /// Numbers outside of what the file says, and texts that would be another path.
    public func check(_: Void, today: CivilDate, now: Instant) -> [RowProblem] {
        guard let plan else { return [] }
        return zip(plan.columns, values).enumerated().compactMap { index, cell in
            let (column, value) = cell
            switch (column.kind, value) {
            case (.decimal(let places, let range), .decimal(let number)?):
                let decimals = number.description.split(separator: ".").dropFirst().first?.count ?? 0
                if decimals > places {
                    return RowProblem(
                        "unusable-value", field: column.name,
                        "\(column.name) is \(number), with \(decimals) decimals; the server keeps \(places).")
                }
                guard let range, !range.contains(number) else { return nil }
                return RowProblem(
                    "unusable-value", field: column.name,
                    "\(column.name) is \(number); a number from \(range.lowerBound) to \(range.upperBound) is expected."
                )
            case (.text, .text(let text)?) where plan.pathColumns.contains(index):
                guard text.contains("/") || text == "." || text == ".." else { return nil }
                return RowProblem(
                    "unusable-value", field: column.name,
                    "\(column.name) is \(quoted(text)), which can't be a part of an address: / and .. lead elsewhere.")
            default: return nil
            }
        }
    }

    /// Of two rows of a sheet that a look-up by values can't tell apart the second waits for another sheet: its record
    /// could be taken for that of the first. Of two that take each other's place nobody knows which is the last, and of two
    /// for one place where something is already nobody knows whose it is.
    public var sharedLimits: [SharedLimit] {
        guard let plan else { return [] }
        return (plan.replaces ? [recordLimit(plan)] : []) + placeLimits(plan) + lookupLimits(plan)
    }

    private func recordLimit(_ plan: SubmissionPlan) -> SharedLimit {
        let names = plan.pathColumns.sorted().map { plan.columns[$0].name }
        return sameRecord("record\n" + identity.target, names)
    }

    private func placeLimits(_ plan: SubmissionPlan) -> [SharedLimit] {
        let context = RowContext(
            OutgoingRow(self, LedgerEntry(row: 0, idempotencyKey: "", at: Instant(nanosecondsSince1970: 0))))
        return plan.steps.enumerated().compactMap { index, step in
            guard let place = step.place else { return nil }
            let names = place.compactMap { piece -> String? in
                switch piece {
                case .column(let column): plan.columns[column].name
                case .fileName: "file name"
                default: nil
                }
            }
            return sameRecord("place \(index)\n" + context.text(place, encode: pathPart), names)
        }
    }

    /// - Parameter names: of the columns that lead to it.
    private func sameRecord(_ key: String, _ names: [String]) -> SharedLimit {
        let shown = listed(names.isEmpty ? ["address"] : names, "and")
        let isColumn = names.count == 1 && plan?.columns.contains { $0.name == shown } == true
        return SharedLimit(
            of: key,
            RowProblem(
                "same-record", field: isColumn ? shown : "",
                "Two rows have the same \(shown), and one would take the place of the other."))
    }

    private func lookupLimits(_ plan: SubmissionPlan) -> [SharedLimit] {
        plan.steps.enumerated().compactMap { index, step in
            guard case .look(let lookup) = step.lost, case .same(let pairs) = lookup.proof else { return nil }
            let shown = pairs.map { value($0.column)?.text ?? "" }
            return SharedLimit(
                of: "\(index)\n" + shown.joined(separator: "\n"),
                RowProblem(
                    "looks-the-same",
                    "A row above has the same \(listed(pairs.map { plan.columns[$0.column].name }, "and")), by which the server is asked after a lost answer. "
                        + "Send this row in another sheet once that one is done."))
        }
    }

    /// Whether a lost answer can be made good, so that many rows may be under way.
    public func canBeFound(_: any ServerReader, allowing _: Set<String>) async throws -> Bool {
        plan?.steps.allSatisfy { if case .stop = $0.lost { false } else { true } } ?? true
    }
}
