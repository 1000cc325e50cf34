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
            holidays = try PayCalendar.freeDays(in: path).whole
            for year in years where !holidays.contains(where: { $0.components.year == year }) {
                throw RunError(
                    .unsupported, "\(path) has no holiday in \(year), so it doesn't cover \(period).",
                    advice: "Add the public holidays of \(year) to the file.")
            }
        }
        var halfDays: Set<CivilDate> = []
        if let name = settings.also {
            let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
            let own = try PayCalendar.freeDays(in: path)
            for year in years where !own.whole.union(own.half).contains(where: { $0.components.year == year }) {
                throw RunError(
                    .unsupported, "\(path) has no day in \(year), so it doesn't cover \(period).",
                    advice: "Add the office's free days of \(year) to the file, or remove also from pay.calendar.")
            }
            holidays.formUnion(own.whole)
            halfDays = own.half
        }
        self.init(weekend: settings.weekend, holidays: holidays, halfDays: halfDays)
    }

    /// The dates of a sheet with a column `date` (`2026-12-25`); a column `name` is for people, and a column `free`
    /// says whether it is the `day`, as where there is no such column, or `half` a day.
    private static func freeDays(in path: String) throws -> (whole: Set<CivilDate>, half: Set<CivilDate>) {
        let reader = try OfficeSheet.open(path, needing: ["date"])
        guard let column = reader.header.firstIndex(of: "date") else {
            throw RunError(
                .unsupported,
                "\(path) has no column date. Found: \(reader.header.joined(separator: ", ")).",
                advice: "A list of holidays has the columns date (such as 2026-12-25) and name.")
        }
        let part = reader.header.firstIndex(of: "free")
        var (whole, half): (Set<CivilDate>, Set<CivilDate>) = ([], [])
        while let item = try reader.next() {
            switch item {
            case .unusable(let row):
                throw RunError(.unsupported, "\(path): \(row)", advice: "Correct the file, then run again.")
            case .row(let row):
                guard let day = CivilDate(row.cells[column].trimmed) else {
                    throw RunError(
                        .unsupported,
                        "\(path), row \(row.number): found \(quoted(row.cells[column])) in the column date, expected a day such as 2026-12-25.",
                        advice: "Correct the file, then run again.")
                }
                let free = part.map { row.cells[$0].trimmed } ?? ""
                switch free {
                case "", "day": whole.insert(day)
                case "half": half.insert(day)
                default:
                    throw RunError(
                        .unsupported,
                        "\(path), row \(row.number): found \(quoted(free)) in the column free, expected day or half.",
                        advice: "Correct the file, then run again.")
                }
            }
        }
        if let problem = OfficeSheet.leftOut(of: reader).first {
            throw RunError(.unsupported, "\(path): \(problem)", advice: "Correct the file, then run again.")
        }
        return (whole, half)
    }
}
