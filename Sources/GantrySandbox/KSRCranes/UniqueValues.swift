/// The values of a field that must be unique, and the records that have them.
struct UniqueValues: Sendable {
    private var owners: [String: String] = [:]

    init() {}

    init(_ records: StoredRecords, _ field: String, id: String) {
        for position in 0..<records.count {
            if let value = records.text(field, of: position) { owners[value] = records.text(id, of: position) }
        }
    }

    /// Whether another record than this one has the value.
    func isTaken(_ value: String, except id: String?) -> Bool { owners[value].map { $0 != id } ?? false }

    /// Replaces the value of a record; nil is no value.
    mutating func move(from old: String?, to new: String?, id: String) {
        if let old, owners[old] == id { owners[old] = nil }
        if let new { owners[new] = id }
    }
}
