internal import GantryRuns

/// How many records begin in each month, or were made in it, as a table with a bar for each, so that a month without any is seen.
struct MonthBars {
    let months: [ExportTotals.MonthTotal]
    /// The field with the times whose months those are; `nil` for records that have days.
    let field: String?

    /// So many months are shown, the newest.
    private static let most = 60

    /// Nothing without months.
    func markup(_ id: String, _ t: PageText) -> HTML {
        guard let shown, shown.count > 0 else { return "" }
        let top = Int128(shown.map(\.count).max() ?? 0)
        let rows = each(shown) { month in
            """
            <tr><th scope="row" class="nowrap">\(t.month(month.year, month.month))</th>\
            \(Blocks.number(t.count(month.count)))<td>\(MonthBars.bar(month.count, of: top))</td></tr>

            """
        }
        let heads: [Blocks.Column] = [
            .text(t("Month", "Måned")), .number(t("Exported", "Eksporteret")),
            .hidden(t("Beside the largest month", "Ved siden af den største måned")),
        ]
        let earlier = months.filter { ($0.year, $0.month) < (shown[0].year, shown[0].month) }.count
        let note =
            earlier == 0
            ? ""
            : Blocks.small(
                t.count(
                    earlier, ("earlier month is in totals.json.", "tidligere måned står i totals.json."),
                    ("earlier months are in totals.json.", "tidligere måneder står i totals.json.")))
        let about: HTML =
            field.map { "<p>\(t("By \($0), in UTC.", "Efter \($0), i UTC."))</p>\n" } ?? ""
        return about + Blocks.scrolled(id, Blocks.table(heads, rows)) + note
    }

    /// The newest months without a gap: those without records have none.
    private var shown: [ExportTotals.MonthTotal]? {
        guard let first = months.first, let last = months.last else { return nil }
        func index(_ month: ExportTotals.MonthTotal) -> Int { month.year * 12 + month.month - 1 }
        let counts = Dictionary(months.map { (index($0), $0.count) }, uniquingKeysWith: +)
        return (max(index(first), index(last) - MonthBars.most + 1)...index(last)).map {
            ExportTotals.MonthTotal(year: $0 / 12, month: $0 % 12 + 1, count: counts[$0] ?? 0)
        }
    }

    private static func bar(_ count: Int, of most: Int128) -> HTML {
        // A month that has records can be seen.
        let share = Length(440).share(Int128(count), of: most)
        let width = count > 0 ? Length(tenths: max(share.tenths, 10)) : share
        return """
            <svg viewBox="0 0 440 14" height="14" aria-hidden="true">\
            <rect class="s1" x="0" y="2" width="\(width.text)" height="11"/></svg>
            """
    }
}
