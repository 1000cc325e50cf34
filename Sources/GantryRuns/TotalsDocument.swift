internal import GantryEngine
package import GantryFormats
package import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll

/// `totals.json`: the sums of the export, so that its files can be verified without anything else.
package enum TotalsDocument {
    package static let format = TotalsFile.format

    /// What a unit of a pay code is paid, for each group.
    private static func rates(_ code: JSONTree) -> [String] {
        var rates: [String] = []
        for terms in [code] + (code[PayFigures.othersKey]?.list ?? []) {
            let factor = terms["rate_factor"]?.text.flatMap { $0 == "1" ? nil : " × \($0)" } ?? ""
            let rate = terms["fixed_rate"]?.text ?? terms["rate"]?.text.map { $0 + factor }
            if let rate, !rates.contains(rate) { rates.append(rate) }
        }
        return rates
    }

    /// Reads a totals document; what is missing counts as zero or none.
    package static func read(_ tree: JSONTree) -> ExportTotals {
        var totals = ExportTotals()
        totals.counts = BatchCounts(stated: tree)
        totals.employees = (tree["employees"]?.count ?? 0)
        totals.hours = hours(tree)
        totals.payCodes = (tree["pay_codes"]?.list ?? []).map {
            ExportTotals.PayCodeTotal(
                code: $0["code"]?.text ?? "", title: $0["title"]?.text ?? "",
                units: HoursSum(nano: nano($0["units"]) ?? 0), amount: nano($0["amount"]).map(Money.init(nano:)),
                lines: ($0["lines"]?.count ?? 0), rate: $0["rate"]?.text, hours: $0["hours"]?.text,
                rates: rates($0))
        }
        totals.amount = nano(tree["amount"]).map(Money.init(nano:))
        totals.currency = tree["currency"]?.text
        totals.linesWithoutRate = (tree["lines_without_rate"]?.count ?? 0)
        totals.linesMissingRate = (tree["lines_missing_rate"]?.count ?? 0)
        totals.employeesMissingRate = (tree["employees_missing_rate"]?.count ?? 0)
        totals.salariedHours = nano(tree[PayFigures.salariedHoursKey]).map(HoursSum.init(nano:))
        totals.leave = LeaveDays(tree[LeaveDays.key])
        totals.holidays = HolidayDays(tree[HolidayDays.key])
        totals.exceptions = (tree["exceptions"]?.list ?? []).map {
            ExceptionCount(
                rule: $0["rule"]?.text ?? "", severity: Severity(rawValue: $0["severity"]?.text ?? "") ?? .info,
                count: ($0["count"]?.count ?? 0))
        }
        totals.leftOut = (tree["files"]?.list ?? []).flatMap { $0["left_out"]?.list ?? [] }
            .compactMap { $0["file"]?.text }
        totals.datasets = (tree["datasets"]?.list ?? []).map {
            ExportTotals.DatasetTotal(
                name: $0["dataset"]?.text ?? "", counts: read($0).counts,
                months: ($0["months"]?.list ?? []).compactMap(month), of: $0["months_of"]?.text)
        }
        totals.unproven = ([tree] + (tree["datasets"]?.list ?? [])).flatMap { $0["unproven"]?.list ?? [] }
            .compactMap(\.text)
        totals.correction = ExportTotals.CorrectionTotal(tree)
        return totals
    }

    private static func month(_ tree: JSONTree) -> ExportTotals.MonthTotal? {
        guard let first = CivilDate("\(tree["month"]?.text ?? "")-01") else { return nil }
        let parts = first.components
        return ExportTotals.MonthTotal(year: parts.year, month: parts.month, count: tree["exported"]?.count ?? 0)
    }

    /// The hours of each kind, of a document or of one of its days.
    package static func hours(_ tree: JSONTree) -> [ExportTotals.QuantityTotal] {
        (tree["hours"]?.list ?? []).map {
            ExportTotals.QuantityTotal(
                name: $0["name"]?.text ?? "", exported: HoursSum(nano: nano($0["exported"]) ?? 0),
                held: HoursSum(nano: nano($0["held"]) ?? 0))
        }
    }

    /// The files of exceptions that `journalText` lists, and how they are written.
    package static func exceptionFiles(_ tree: JSONTree) -> [(path: String, dialect: CSVDialect)] {
        let totals = tree["totals"]
        let files =
            (totals?["files"]?.list ?? []) + (totals?["datasets"]?.list ?? []).flatMap { $0["files"]?.list ?? [] }
        return files.compactMap { file in
            guard file["format"]?.text == ExceptionsFormat.name, let name = file["file"]?.text
            else { return nil }
            return ("data/\(name)", CSVDialect.named(file["dialect"]?.text ?? "") ?? .machine)
        }
    }

    /// The files that `journalText` lists.
    package static func files(_ tree: JSONTree) -> [ExportedFile] {
        let lists = Set(exceptionFiles(tree).map(\.path))
        return (tree["files"]?.list ?? []).map { file in
            let rows = file["rows"]?.count ?? 0
            return ExportedFile(
                path: file["path"]?.text ?? "", bytes: Int64(file["bytes"]?.count ?? 0), rows: rows == 0 ? nil : rows,
                sha256: file["sha256"]?.text ?? "", listsExceptions: lists.contains(file["path"]?.text ?? ""))
        }
    }

    /// A decimal text in billionths; `nil` if it isn't one, and past 10²⁴, which no sum of ours reaches.
    package static func nano(_ tree: JSONTree?) -> Int128? { tree?.nano }
}
