internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryModel

/// A file of exceptions, read back.
struct VerifiedExceptions {
    let path: String
    private(set) var rows = 0
    private(set) var counts: [String: [Severity: Int]] = [:]
    /// Per record that a blocker holds, how many records of that key are held: more than one where different records
    /// share it.
    private(set) var held: [String: Int] = [:]
    private(set) var conflicting: Set<String> = []
    /// The employee and the day that a row of an entry names, by the entry's number.
    private(set) var places: [Int64: (employee: String, day: String)] = [:]

    /// - Throws: `RunError.verificationFailed` with the row that is no exception.
    init(_ path: String, under folder: String, _ dialect: CSVDialect, _ layout: ExceptionLayout) throws {
        self.path = path
        var table = CSVRows(try RunPlace.contents("\(folder)/\(path)"), dialect: dialect)
        guard table.next() == layout.headings else {
            throw RunError(
                .verificationFailed,
                "its headings are not those of a list of exceptions: \(layout.headings.joined(separator: ", "))")
        }
        var conflictRows: [String: Int] = [:]
        while let row = table.next() {
            rows += 1
            guard row.count == layout.headings.count, let severity = Severity(rawValue: row[0]) else {
                throw RunError(.verificationFailed, "row \(rows + 1) is no exception")
            }
            let rule = row[1]
            let key = row[2]
            counts[rule, default: [:]][severity, default: 0] += 1
            if layout == .payroll, let id = Int64(key) { places[id] = (row[3], row[4]) }
            // A row without a record is about an employee, and holds nothing.
            guard severity == .blocker, layout == .dataset || !key.isEmpty else { continue }
            held[key] = 1
            if rule == PayrollChecks.Rule.conflictingID { conflictRows[key, default: 0] += 1 }
        }
        for (key, count) in conflictRows {
            held[key] = count
            conflicting.insert(key)
        }
    }

    var heldRecords: Int { held.values.reduce(0, +) }
}
