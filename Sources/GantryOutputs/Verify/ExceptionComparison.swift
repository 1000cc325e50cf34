package import GantryEngine
package import GantryFormats
package import GantryModel

/// The rows of a payroll export's list of exceptions, compared with the notes that the rules give.
///
/// Notes come in the order of the rows, so that nothing is kept but what differs.
package struct ExceptionComparison {
    /// What a row is about.
    private struct Subject: Hashable {
        let rule: String
        let entry: String
        let employee: String
        let day: String

        init(_ cells: [String]) { (rule, entry, employee, day) = (cells[1], cells[2], cells[3], cells[4]) }

        var words: String {
            var words = singleLine(rule)
            if !entry.isEmpty { words += " of entry \(singleLine(entry))" }
            if !employee.isEmpty { words += ", employee \(singleLine(employee))" }
            return day.isEmpty ? words : words + " on \(singleLine(day))"
        }
    }

    private struct Row {
        let number: Int
        let cells: [String]
    }

    /// Relative to the export folder.
    package let path: String
    /// Entries that rows of rules from outside hold.
    package private(set) var heldOutside: Set<Int64> = []
    /// Entries with a row of each rule from outside.
    package private(set) var outside: [String: Set<Int64>] = [:]
    /// What blockers of rules from outside are about, where that is a day of an employee.
    package private(set) var outsideDays: [String: [(employee: Int64, day: CivilDate, found: String)]] = [:]
    /// Rows of rules from outside.
    package private(set) var outsideCounts: [String: [Severity: Int]] = [:]
    /// Rows that were compared.
    package private(set) var count = 0
    private let bytes: [UInt8]
    private let dialect: CSVDialect
    private let outsideRules: Set<String>
    private let hasNames: Bool
    private var rows: CSVRows
    private var number = 1
    private var missing: [Subject: [[String]]] = [:]
    private var extra: [Subject: [Row]] = [:]

    private static let headings = ExceptionLayout.payroll.headings

    /// - Parameters:
    ///   - bytes: the list as CSV, whose rows were read before.
    ///   - outsideRules: rules whose findings come from outside of the folder, so that only their effect is taken.
    ///   - hasNames: whether the notes have the names of workers.
    package init(_ path: String, _ bytes: [UInt8], dialect: CSVDialect, outsideRules: Set<String>, hasNames: Bool) {
        self.path = path
        self.bytes = bytes
        self.dialect = dialect
        self.outsideRules = outsideRules
        self.hasNames = hasNames
        rows = CSVRows(bytes, dialect: dialect)
        func key(_ cell: String) -> Int64? { dialect.unguarded(cell).flatMap { Int64(key: $0) } }
        while let cells = rows.next() {
            guard cells.count == Self.headings.count, outsideRules.contains(cells[1]),
                let severity = Severity(rawValue: cells[0])
            else { continue }
            outsideCounts[cells[1], default: [:]][severity, default: 0] += 1
            if severity == .blocker, cells[2].isEmpty, let employee = key(cells[3]), let day = CivilDate(cells[4]) {
                outsideDays[cells[1], default: []].append((employee, day, cells[5]))
            }
            guard let entry = key(cells[2]) else { continue }
            outside[cells[1], default: []].insert(entry)
            if severity == .blocker { heldOutside.insert(entry) }
        }
        restart()
    }

    /// Starts again at the first row.
    package mutating func restart() {
        rows = CSVRows(bytes, dialect: dialect)
        _ = rows.next()
        (number, count) = (1, 0)
        (missing, extra) = ([:], [:])
    }

    /// Takes the next notes of the rules.
    package mutating func expect(_ notes: [ExceptionNote]) {
        guard !notes.isEmpty else { return }
        var table = CSVTable(dialect: dialect)
        for note in notes where !outsideRules.contains(note.rule) {
            table.append(ExceptionLayout.payroll.cells(note))
            let cells = masked(CSVRow.cells(table.take(), dialect: dialect))
            guard let row = nextRow() else {
                settle(expected: cells)
                continue
            }
            guard row.cells != cells else { continue }
            settle(expected: cells)
            settle(found: row)
        }
    }

    /// What differs after the last note, one sentence for each, at most `limit`; and how many there are in all.
    /// - Parameter origin: what the notes come from.
    package mutating func finish(origin: String, limit: Int = 20) -> (problems: [String], count: Int) {
        while let row = nextRow() { settle(found: row) }
        var problems: [String] = []
        for (row, subject) in extra.flatMap({ subject, rows in rows.map { ($0, subject) } }).sorted(by: {
            $0.0.number < $1.0.number
        }) {
            guard let cells = missing[subject]?.popLast() else {
                problems.append("row \(row.number), \(subject.words): \(origin) find nothing like it")
                continue
            }
            problems.append("row \(row.number), \(subject.words): \(difference(row.cells, cells)) by \(origin)")
        }
        for (subject, all) in missing.sorted(by: { ($0.key.rule, $0.key.words) < ($1.key.rule, $1.key.words) }) {
            for cells in all {
                problems.append(
                    "it has no row for \(subject.words), a \(cells[0]) by \(origin): found \(singleLine(cells[5])), "
                        + "expected \(singleLine(cells[6]))")
            }
        }
        return (Array(problems.prefix(limit)), problems.count)
    }

    private mutating func nextRow() -> Row? {
        while let cells = rows.next() {
            number += 1
            guard cells.count == Self.headings.count, !outsideRules.contains(cells[1]) else { continue }
            count += 1
            return Row(number: number, cells: masked(cells))
        }
        return nil
    }

    private mutating func settle(expected cells: [String]) {
        let subject = Subject(cells)
        if let index = extra[subject]?.firstIndex(where: { $0.cells == cells }) {
            extra[subject]?.remove(at: index)
        } else {
            missing[subject, default: []].append(cells)
        }
    }

    private mutating func settle(found row: Row) {
        let subject = Subject(row.cells)
        if let index = missing[subject]?.firstIndex(of: row.cells) {
            missing[subject]?.remove(at: index)
        } else {
            extra[subject, default: []].append(row)
        }
    }

    private func masked(_ cells: [String]) -> [String] {
        guard !hasNames, let place = Self.headings.firstIndex(of: "name") else { return cells }
        var cells = cells
        cells[place] = ""
        return cells
    }

    /// No name is printed: `verify` says what it finds to logs too.
    private func difference(_ found: [String], _ expected: [String]) -> String {
        let all = Self.headings.indices.filter { found[$0] != expected[$0] }.map { place in
            let heading = Self.headings[place]
            guard !["name", "because"].contains(heading) else { return "its \(heading) differs" }
            func text(_ cell: String) -> String { cell.isEmpty ? "nothing" : singleLine(cell) }
            return "its \(heading) is \(text(found[place])), expected \(text(expected[place]))"
        }
        return all.joined(separator: "; ")
    }
}
