/// Records in a fixed order, stored or computed, and which of them a filter finds.
///
/// Where the fields that can be filtered by repeat after `period` positions, a filter costs the period and not the
/// count.
struct RecordSet: Sendable {
    let count: Int
    /// After so many positions the fields that can be filtered by repeat; the count where they do not.
    let period: Int
    /// Appends the JSON text of the record at a position.
    let append: @Sendable (Int, inout [UInt8]) -> Void
    /// The plain text of a field that can be filtered by; nil where it is null or absent.
    let field: @Sendable (String, Int) -> String?

    /// All records, or those that pass. `passes` sees positions of the first period only.
    func selection(where passes: ((Int) -> Bool)? = nil) -> RecordSelection {
        guard let passes else { return RecordSelection(count: count, period: 1, matches: [0]) }
        let span = max(1, min(period, count))
        return RecordSelection(count: count, period: span, matches: (0..<span).filter { $0 < count && passes($0) })
    }

    /// The records whose fields have these values, letter for letter.
    func selection(of wanted: [(field: String, value: String)]) -> RecordSelection {
        wanted.isEmpty
            ? selection() : selection { position in wanted.allSatisfy { field($0.field, position) == $0.value } }
    }

    /// Appends records of a selection with commas between them.
    func append(
        _ positions: Range<Int>, of selection: RecordSelection, _ alteration: AnswerAlteration, _ fields: RecordFields,
        to bytes: inout [UInt8]
    ) {
        bytes.appendRecords(count: positions.count, alteration: alteration, fields: fields) { index, bytes in
            append(selection[positions.lowerBound + index], &bytes)
        }
    }
}

/// The positions that a filter found, in order, without a list of all of them.
struct RecordSelection {
    let count: Int
    private let period: Int
    private let matches: [Int]

    fileprivate init(count total: Int, period: Int, matches: [Int]) {
        self.period = period
        self.matches = matches
        count = total / period * matches.count + matches.count { $0 < total % period }
    }

    /// The position of the record that comes at this place of the selection.
    subscript(index: Int) -> Int {
        index / matches.count * period + matches[index % matches.count]
    }
}

extension RecordSet {
    init(_ records: StoredRecords) {
        self.init(
            count: records.count, period: records.count, append: { records.append($0, to: &$1) },
            field: { records.text($0, of: $1) })
    }
}
