internal import GantryEngine
internal import GantryFiles
package import GantryFormats
package import GantryModel

/// A file of exceptions, read back.
package struct VerifiedExceptions {
    package let path: String
    package private(set) var rows = 0
    package private(set) var counts: [String: [Severity: Int]] = [:]
    /// Per record that a blocker holds, how many records of that key are held: more than one where different records
    /// share it.
    package private(set) var held: [String: Int] = [:]
    package private(set) var conflicting: Set<String> = []

    /// - Throws: `RunError.verificationFailed` with the row that is not an exception.
    package init(_ path: String, under folder: String, dialect: CSVDialect, layout: ExceptionLayout) throws {
        try self.init(path, try ReadFile.bytes(of: "\(folder)/\(path)"), dialect: dialect, layout: layout)
    }

    /// - Parameter bytes: the rows as CSV.
    /// - Throws: `RunError.verificationFailed` with the row that is not an exception.
    package init(_ path: String, _ bytes: [UInt8], dialect: CSVDialect, layout: ExceptionLayout) throws {
        self.path = path
        var table = CSVRows(bytes, dialect: dialect)
        let headings = table.next()
        guard let headings, headings == layout.headings else {
            throw RunError(
                .verificationFailed,
                "its headings are not those of an exception list: \(layout.headings.joined(separator: ", "))")
        }
        var conflictRows: [String: Int] = [:]
        while let row = table.next() {
            rows += 1
            guard row.count == headings.count, let severity = Severity(rawValue: row[0]) else {
                throw RunError(.verificationFailed, "row \(rows + 1) is not an exception")
            }
            let rule = row[1]
            let key = row[2]
            counts[rule, default: [:]][severity, default: 0] += 1
            // A row without a record is about an employee, and holds nothing.
            guard severity == .blocker, layout == .dataset || !key.isEmpty else { continue }
            held[key] = 1
            if rule == CommonRule.conflictingID { conflictRows[key, default: 0] += 1 }
        }
        for (key, count) in conflictRows {
            held[key] = count
            conflicting.insert(key)
        }
    }

    package var heldRecords: Int { held.values.reduce(0, +) }
}
