internal import GantryEngine
internal import GantryModel
internal import GantryRuns

/// The totals of an export that has just ended, on few lines: a screen of 24 rows has room for them and for what to do
/// next. `show` has all of them.
enum SummaryReport {
    /// Counts, hours, what was found by severity, and pay codes.
    static func lines(_ totals: ExportTotals, style: TextStyle) -> [String] {
        let isPay = totals.datasets.isEmpty
        return joined([
            isPay ? [] : TotalsReport.datasetLines(totals, style: style),
            (isPay
                ? line("Records", records(totals.counts), style: style) + hours(totals, style) + leave(totals, style)
                    + holidays(totals, style) : [])
                + findings(totals, style) + unproven(totals, style),
            TotalsReport.payLines(totals, style: style),
        ])
    }

    /// fetched = exported + held + repeated + rejected
    private static func records(_ counts: BatchCounts) -> String {
        let parts = [
            "\(NumberText.count(counts.exported)) exported", "\(NumberText.count(counts.held)) on hold",
            "\(NumberText.count(counts.repeats)) duplicate", "\(NumberText.count(counts.rejected)) unreadable",
        ]
        return "\(NumberText.count(counts.fetched)) fetched = \(parts.joined(separator: " + "))"
    }

    private static func hours(_ totals: ExportTotals, _ style: TextStyle) -> [String] {
        guard !totals.hours.isEmpty else { return [] }
        let exported = totals.hours.reduce(HoursSum.zero) { $0 + $1.exported }
        let held = totals.heldHours
        let sums = [exported, held].flatMap { NumberText.column(nano: [$0.nano]) }
        let people = NumberText.count(totals.employees, one: "employee", many: "employees")
        let whose = totals.employees > 0 ? " of \(people)" : ""
        return line("Hours", "\(sums[0]) exported\(whose), \(sums[1]) on hold", style: style)
    }

    /// approved = paid + left out on purpose + held, where there is leave.
    private static func leave(_ totals: ExportTotals, _ style: TextStyle) -> [String] {
        guard let days = totals.leave, days.approved != .zero else { return [] }
        let leftOut = days.notPaid + days.salaried
        return line(
            "Leave", "\(days.approved) days approved = \(days.paid) paid + \(leftOut) left out + \(days.held) on hold",
            style: style)
    }

    /// all = paid + held, where there are holidays on workdays.
    private static func holidays(_ totals: ExportTotals, _ style: TextStyle) -> [String] {
        guard let days = totals.holidays, days.all != .zero else { return [] }
        return line("Holidays", "\(days.all) days on workdays = \(days.paid) paid + \(days.held) on hold", style: style)
    }

    /// What needs a look, the most severe first; what is only counted is left to `show`.
    private static func findings(_ totals: ExportTotals, _ style: TextStyle) -> [String] {
        let words: [(Severity, String)] = [
            (.critical, "Critical"), (.blocker, "Blockers"), (.warning, "Warnings"), (.waived, "Waived"),
        ]
        return words.flatMap { severity, word -> [String] in
            let rules = totals.exceptions.filter { $0.severity == severity && $0.count > 0 }
                .sorted { ($1.count, $0.rule) < ($0.count, $1.rule) }
            guard !rules.isEmpty else { return [] }
            // A number and its rule stay on one line.
            let text = rules.map { "\(NumberText.count($0.count)) \($0.rule)".replacing(" ", with: "\u{A0}") }
            return line(word, text.joined(separator: ", "), style: style).map { $0.replacing("\u{A0}", with: " ") }
        }
    }

    /// The lists that nothing shows to be whole.
    static func unproven(_ totals: ExportTotals, _ style: TextStyle) -> [String] {
        guard !totals.unproven.isEmpty else { return [] }
        let names = listed(totals.unproven.map { singleLine($0, limit: 60) }, "and")
        return line(
            "Unproven", "Nothing shows that \(names) came whole: the server states no count and gives no next page.",
            style: style)
    }

    /// A title and what it is, continued below itself.
    private static func line(_ title: String, _ text: String, style: TextStyle) -> [String] {
        var lines = wrapped(text, indent: 12, width: style.width ?? .max)
        lines[0] =
            "  \(style.faint(title))" + String(repeating: " ", count: max(10 - title.count, 1)) + lines[0].dropFirst(12)
        return lines
    }
}
