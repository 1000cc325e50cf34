internal import GantryEngine
internal import GantryFormats
internal import GantryModel

/// The pay periods of the source that overlap a run's period, as the run's bag keeps them.
package enum PayPeriodTable {
    package static let fileName = "pay-periods.csv"
    private static let headings = ["first", "last"]

    /// In the dialect `machine`.
    package static func csv(_ periods: [PayInputs.PayDays]) -> [UInt8] {
        var table = CSVTable(dialect: .machine)
        table.appendHeader(headings)
        for period in periods { table.append([.text("\(period.first)"), .text("\(period.last)")]) }
        return table.take()
    }

    /// Reads what `csv` gave.
    /// - Throws: `RunError.landingDamaged` for something else.
    package static func read(_ bytes: [UInt8], path: String) throws -> [PayInputs.PayDays] {
        var rows = CSVRows(bytes, dialect: .machine)
        guard rows.next() == headings else {
            throw RunError(.landingDamaged, "\(path) isn't a list of pay periods.")
        }
        var periods: [PayInputs.PayDays] = []
        while let row = rows.next() {
            let days = row.compactMap { CivilDate($0) }
            guard days.count == 2, row.count == 2 else {
                throw RunError(.landingDamaged, "\(path), line \(periods.count + 2), isn't a pay period.")
            }
            periods.append(PayInputs.PayDays(first: days[0], last: days[1]))
        }
        return periods
    }
}
