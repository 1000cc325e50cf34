internal import GantryJSON

/// Records in a fixed order, stored or computed, and which of them a filter finds.
///
/// Where the filterable fields repeat after `period` positions, a filter costs the period and not the count.
struct RecordSet: Sendable {
    let count: Int
    /// After so many positions the filterable fields repeat; the count where they do not.
    let period: Int
    /// Appends the JSON text of the record at a position.
    let append: @Sendable (Int, inout [UInt8]) -> Void
    /// The plain text of a filterable field; nil where it is null or absent.
    let field: @Sendable (String, Int) -> String?

    /// All records, or those that pass. `passes` is called for positions of the first period only.
    func selection(where passes: ((Int) -> Bool)? = nil) -> RecordSelection {
        guard let passes else { return RecordSelection(count: count, period: 1, matches: [0]) }
        let span = max(1, min(period, count))
        return RecordSelection(count: count, period: span, matches: (0..<span).filter { $0 < count && passes($0) })
    }

    /// The records whose fields have exactly these values.
    func selection(of wanted: [(field: String, value: String)]) -> RecordSelection {
        wanted.isEmpty
            ? selection() : selection { position in wanted.allSatisfy { field($0.field, position) == $0.value } }
    }

    /// A JSON array of the selected records, all of them or those in a range.
    func list(_ selection: RecordSelection, _ range: Range<Int>? = nil, for request: BackendRequest) -> [UInt8] {
        let range = range ?? 0..<selection.count
        return request.list(count: range.count) { index, bytes in append(selection[range.lowerBound + index], &bytes) }
    }

    func record(_ position: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        append(position, &bytes)
        return bytes
    }

    /// The JSON text of every record; for small sets.
    func records() -> [[UInt8]] { (0..<count).map(record) }
}

/// The positions that a filter found, in order, without a list of all of them.
struct RecordSelection {
    let count: Int
    private let period: Int
    private let matches: [Int]

    /// The positions of a range.
    init(_ range: Range<Int>) {
        (count, period, matches) = (range.count, 1, [range.lowerBound])
    }

    /// A list of positions.
    init(_ positions: [Int]) {
        (count, period, matches) = (positions.count, 0, positions)
    }

    fileprivate init(count total: Int, period: Int, matches: [Int]) {
        self.period = period
        self.matches = matches
        count = total / period * matches.count + matches.count { $0 < total % period }
    }

    /// The position of the record at this index of the selection.
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

    /// Computed records.
    ///
    /// - Parameter period: nil where the filterable fields do not repeat.
    init(
        count: Int, period: Int? = nil, record: @escaping @Sendable (Int) -> JSONTree,
        field: @escaping @Sendable (String, Int) -> String? = { _, _ in nil }
    ) {
        self.init(count: count, period: period ?? count, append: { $1 += record($0).bytes }, field: field)
    }
}
