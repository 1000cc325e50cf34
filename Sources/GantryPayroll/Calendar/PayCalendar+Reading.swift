internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
package import GantryModel

extension PayCalendar {
    /// The calendar of a period.
    ///
    /// - Parameter folder: what the path of a file is relative to.
    /// - Throws: `SheetError`, `FileError`, and `RunError.unsupported` for a file that has no holiday in a year of the
    ///   period: it would say that there are none.
    package init(_ settings: CalendarSettings?, for period: PayPeriod, relativeTo folder: String) throws {
        guard let settings else {
            self.init()
            return
        }
        let years = period.first.components.year...period.last.components.year
        var holidays: Set<CivilDate> = []
        switch settings.holidays {
        case .none: break
        case .denmark:
            // Leave of the period can start in the year before and end in the year after.
            for year in (years.lowerBound - 1)...(years.upperBound + 1) {
                holidays.formUnion(DanishHolidays.all(of: year))
            }
        case .file(let name):
            let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
            holidays = try PayCalendar.holidays(in: path)
            for year in years where !holidays.contains(where: { $0.components.year == year }) {
                throw RunError(
                    .unsupported, "\(path) has no holiday in \(year), so it doesn't cover \(period).",
                    advice: "Add the public holidays of \(year) to the file.")
            }
        }
        self.init(weekend: settings.weekend, holidays: holidays)
    }

    /// The dates of a CSV file with a column `date` (`2026-12-25`); a column `name` is for people.
    private static func holidays(in path: String) throws -> Set<CivilDate> {
        let reader = try SheetReader.open(path)
        guard let column = reader.header.firstIndex(of: "date") else {
            throw RunError(
                .unsupported,
                "\(path) has no column date. Found: \(reader.header.joined(separator: ", ")).",
                advice: "A list of holidays has the columns date (such as 2026-12-25) and name.")
        }
        var days: Set<CivilDate> = []
        while let item = try reader.next() {
            switch item {
            case .unusable(let row):
                throw RunError(.unsupported, "\(path): \(row)", advice: "Correct the file, then run again.")
            case .row(let row):
                guard let day = CivilDate(row.cells[column].trimmed) else {
                    throw RunError(
                        .unsupported,
                        "\(path), line \(row.line): found \(quoted(row.cells[column])) in the column date, expected a day such as 2026-12-25.",
                        advice: "Correct the file, then run again.")
                }
                days.insert(day)
            }
        }
        return days
    }
}
