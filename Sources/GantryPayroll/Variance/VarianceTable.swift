internal import GantryEngine
internal import GantryFiles
package import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs

/// What a run pays otherwise than the period before it: a row for each employee and pay code of the two.
package enum VarianceTable {
    package static let fileName = "variance.csv"
    package static let headings = [
        "payroll_number", "name", "pay_code", "before", "now", "difference", "share", "flag",
    ]

    /// What a person should look at.
    package enum Flag: String, Sendable, CaseIterable {
        /// The employee has lines only now.
        case new
        /// The employee had lines in the period before, and has none now.
        case gone
        /// The employee has lines again, after a period without.
        case back
        /// At least 8 units and a quarter more or less than before.
        case big
    }

    /// An employee and a pay code.
    package struct Row: Sendable, Equatable {
        package let number: String
        package let name: String?
        package let code: String
        /// In billionths; `nil` where there was no such line.
        package let before: Int128?
        package let now: Int128?
        package let flag: Flag?

        package var difference: Int128 { (now ?? 0) - (before ?? 0) }

        /// The difference in percent of what was before, with one decimal, in billionths.
        package var share: Int128? {
            guard let before, before > 0 else { return nil }
            return GantryModel.rounded(
                nano: divided(difference * 100_000_000_000, by: before, .halfUp), toDigits: 1, .halfUp)
        }
    }

    /// What an employee has now.
    package struct Now: Sendable {
        package let number: String
        package let name: String?
        package let units: [(code: String, units: Int128)]

        package init(number: String, name: String?, units: [(code: String, units: Int128)]) {
            self.number = number
            self.name = name
            self.units = units
        }
    }

    /// Smaller differences aren't big.
    private static let leastUnits = UInt128(8_000_000_000)

    /// In the order of payroll numbers; of an employee the pay codes of now, then those of before.
    /// - Parameter now: employees with lines.
    package static func rows(_ base: VarianceBase, _ now: [Now]) -> [Row] {
        var before: [String: [VarianceBase.Line]] = [:]
        for line in base.lines { before[line.number, default: []].append(line) }
        let current = Dictionary(now.map { ($0.number, $0) }) { first, _ in first }
        let earlier = Set(base.earlier)
        let numbers = Set(before.keys).union(current.keys).sorted { PayrollNumber.precedes($0, $1) }
        return numbers.flatMap { number -> [Row] in
            let (old, new) = (before[number] ?? [], current[number])
            let standing: Flag? = old.isEmpty ? (earlier.contains(number) ? .back : .new) : new == nil ? .gone : nil
            let name = new?.name ?? old.first?.name
            func row(_ code: String, _ was: Int128?, _ units: Int128?) -> Row {
                Row(
                    number: number, name: name, code: code, before: was, now: units,
                    flag: standing ?? (isBig(was ?? 0, units ?? 0) ? .big : nil))
            }
            let units = new?.units ?? []
            return units.map { code, units in row(code, old.first { $0.code == code }?.units, units) }
                + old.filter { line in !units.contains { $0.code == line.code } }.map { row($0.code, $0.units, nil) }
        }
    }

    private static func isBig(_ before: Int128, _ now: Int128) -> Bool {
        let difference = (now - before).magnitude
        return difference >= leastUnits && difference * 4 >= before.magnitude
    }

    /// The file of a bag.
    package static func csv(_ rows: [Row], _ dialect: CSVDialect) -> [UInt8] {
        var table = CSVTable(dialect: dialect)
        table.appendHeader(headings)
        for row in rows {
            func number(_ nano: Int128?, _ places: DecimalPlaces = .exact) -> CSVCell {
                nano.map { .decimal($0, places) } ?? .empty
            }
            table.append([
                .text(row.number), row.name.map { .text($0) } ?? .empty, .text(row.code), number(row.before),
                number(row.now), number(row.difference), number(row.share, .fixed(1)),
                row.flag.map { .text($0.rawValue) } ?? .empty,
            ])
        }
        return table.take()
    }

    /// Reads what `csv` gave.
    /// - Throws: `RunError.verificationFailed` with the row that is none; `FileError`.
    package static func read(_ path: String, _ dialect: CSVDialect) throws -> [Row] {
        var table = CSVRows(try ReadFile.bytes(of: path), dialect: dialect)
        guard table.next() == headings else {
            throw RunError(
                .verificationFailed, "its headings are not those of a list of variances: \(listed(headings, "and"))")
        }
        var rows: [Row] = []
        while let cells = table.next() {
            func number(_ cell: String) throws -> Int128? {
                guard !cell.isEmpty else { return nil }
                let plain = dialect.decimalPoint == 0x2E ? cell : cell.replacing(",", with: ".")
                guard let value = JSONTree.string(plain).nano else {
                    throw RunError(
                        .verificationFailed, "row \(rows.count + 2): \(singleLine(cell)) is not a number")
                }
                return value
            }
            guard cells.count == headings.count, cells[7].isEmpty || Flag(rawValue: cells[7]) != nil else {
                throw RunError(.verificationFailed, "row \(rows.count + 2) is not a row of a list of variances")
            }
            let row = Row(
                number: dialect.unguarded(cells[0]) ?? "", name: dialect.unguarded(cells[1]),
                code: dialect.unguarded(cells[2]) ?? "", before: try number(cells[3]), now: try number(cells[4]),
                flag: Flag(rawValue: cells[7]))
            guard try number(cells[5]) == row.difference, try number(cells[6]) == row.share else {
                throw RunError(
                    .verificationFailed,
                    "row \(rows.count + 2): the difference or the share is not that of before and now")
            }
            rows.append(row)
        }
        return rows
    }
}
