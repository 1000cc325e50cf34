public import GantryEngine
internal import GantryModel
public import GantryRuns

/// The totals of an export as aligned tables.
public enum TotalsReport {
    /// Counts, hours, pay codes and exceptions; an empty line between the tables.
    public static func lines(_ totals: ExportTotals, style: TextStyle) -> [String] {
        var blocks = [
            totals.datasets.isEmpty ? countLines(totals.counts, style: style) : datasetLines(totals, style: style)
        ]
        blocks.append(SummaryReport.unproven(totals, style))
        blocks.append(hourLines(totals, style: style))
        blocks.append(leaveLines(totals, style: style))
        blocks.append(holidayLines(totals, style: style))
        var pay = payLines(totals, style: style)
        if !pay.isEmpty {
            pay.append("  " + style.faint(NumberText.count(totals.employees, one: "employee", many: "employees") + "."))
        }
        blocks.append(pay)
        blocks.append(exceptionLines(totals, style: style))
        return joined(blocks)
    }

    /// fetched = exported + held + repeated + rejected
    public static func countLines(_ counts: BatchCounts, style: TextStyle) -> [String] {
        var table = TextTable([.left("Records"), .right("Count"), .left("")])
        table.add(["fetched", NumberText.count(counts.fetched), "= exported + on hold + duplicate + unreadable"])
        table.add(["  exported", NumberText.count(counts.exported)])
        table.add([
            "  on hold", NumberText.count(counts.held),
            counts.held > 0 ? "not paid because of a blocker; see exceptions" : "",
        ])
        table.add([
            "  duplicate", NumberText.count(counts.repeats),
            counts.repeats > 0 ? "exactly the same, counted once" : "",
        ])
        table.add([
            "  unreadable", NumberText.count(counts.rejected),
            counts.rejected > 0 ? "'gantry show' lists them" : "",
        ])
        return table.foldedLines(style: style)
    }

    /// fetched = exported + held + repeated + rejected + excluded, for each dataset; the last only if there are any.
    static func datasetLines(_ totals: ExportTotals, style: TextStyle) -> [String] {
        let excludes = totals.counts.excluded > 0
        var table = TextTable(
            [
                .left("Records"), .right("Fetched"), .right("= Exported"), .right("+ On hold"), .right("+ Duplicate"),
                .right("+ Unreadable"),
            ]
                + (excludes ? [.right("+ Excluded")] : []))
        let all = totals.datasets.count > 1 ? [ExportTotals.DatasetTotal(name: "Total", counts: totals.counts)] : []
        for dataset in totals.datasets + all {
            let counts = dataset.counts
            let figures =
                [counts.fetched, counts.exported, counts.held, counts.repeats, counts.rejected]
                + (excludes ? [counts.excluded] : [])
            table.add([dataset.name] + figures.map { NumberText.count($0) })
        }
        return table.lines(style: style)
    }

    private static func hourLines(_ totals: ExportTotals, style: TextStyle) -> [String] {
        var table = TextTable([.left("Hours"), .right("Exported"), .right("On hold")])
        let exported = totals.hours.reduce(HoursSum.zero) { $0 + $1.exported }
        let held = totals.heldHours
        let showsSum = totals.hours.count > 1
        let left = NumberText.column(nano: totals.hours.map { $0.exported.nano } + (showsSum ? [exported.nano] : []))
        let right = NumberText.column(nano: totals.hours.map { $0.held.nano } + (showsSum ? [held.nano] : []))
        let names = totals.hours.map(\.name) + (showsSum ? ["Total"] : [])
        for (index, name) in names.enumerated() { table.add([name, left[index], right[index]]) }
        return table.lines(style: style)
    }

    /// approved = paid + left out on purpose + held, where there is leave.
    private static func leaveLines(_ totals: ExportTotals, style: TextStyle) -> [String] {
        guard let leave = totals.leave, leave.approved != .zero else { return [] }
        var table = TextTable([
            .left("Leave"), .right("Approved"), .right("= Paid"), .right("+ Left out"), .right("+ On hold"),
        ])
        table.add(
            ["days"] + [leave.approved, leave.paid, leave.notPaid + leave.salaried, leave.held].map(\.description))
        return table.lines(style: style)
    }

    /// all = paid + held, where there are holidays on workdays.
    private static func holidayLines(_ totals: ExportTotals, style: TextStyle) -> [String] {
        guard let days = totals.holidays, days.all != .zero else { return [] }
        var table = TextTable([.left("Holidays"), .right("All"), .right("= Paid"), .right("+ On hold")])
        table.add(["days"] + [days.all, days.paid, days.held].map(\.description))
        return table.lines(style: style)
    }

    /// The pay codes with their sums, and whose pay the amounts leave out.
    static func payLines(_ totals: ExportTotals, style: TextStyle) -> [String] {
        let currency = totals.currency.map { " " + $0 } ?? ""
        var table = TextTable([
            .left("Pay code"), .left("Title"), .right("Lines"), .right("Units"), .right("Amount" + currency),
        ])
        let showsSum = totals.payCodes.count > 1 && totals.amount != nil
        let units = NumberText.column(nano: totals.payCodes.map { $0.units.nano })
        let amounts = NumberText.column(
            nano: totals.payCodes.map { $0.amount?.nano } + (showsSum ? [totals.amount?.nano] : []))
        for (index, code) in totals.payCodes.enumerated() {
            table.add([code.code, code.title, NumberText.count(code.lines), units[index], amounts[index]])
        }
        if showsSum {
            table.add([
                "Total", "", NumberText.count(totals.payCodes.reduce(0) { $0 + $1.lines }), "",
                amounts[totals.payCodes.count],
            ])
        }
        let lines = table.lines(style: style)
        return lines.isEmpty ? [] : lines + unpricedLines(totals).map { "  " + style.faint($0) }
    }

    /// Whose pay the amount leaves out, and why.
    private static func unpricedLines(_ totals: ExportTotals) -> [String] {
        var lines = totals.hours.filter { kind in
            kind.exported != .zero && totals.payCodes.contains { $0.hours != nil }
                && !totals.payCodes.contains { $0.hours == kind.name }
        }.map { "\($0.exported) \($0.name) are exported, but no pay code pays them." }
        if let hours = totals.salariedHours, hours != .zero {
            lines.append("\(hours) hours of salaried employees are exported and have no amount.")
        }
        if let days = totals.leave?.salaried, days != .zero {
            lines.append("\(days) days of leave of salaried employees are left out: pay.salaried is none.")
        }
        if totals.linesWithoutRate + totals.linesMissingRate > 0, totals.amount != nil {
            lines.append("The amount includes only lines with a rate:")
        }
        if totals.linesWithoutRate > 0 {
            let text = NumberText.count(
                totals.linesWithoutRate, one: "line has no amount: its pay code has",
                many: "lines have no amount: their pay codes have")
            lines.append("\(text) no rate.")
        }
        if totals.linesMissingRate > 0 {
            let text = NumberText.count(
                totals.linesMissingRate, one: "line has no amount: ", many: "lines have no amount: ")
            lines.append(
                "\(text)\(NumberText.count(totals.employeesMissingRate, one: "employee has", many: "employees have")) no usable rate."
            )
        }
        return lines
    }

    private static func exceptionLines(_ totals: ExportTotals, style: TextStyle) -> [String] {
        var table = TextTable([.left("Exception"), .left("Severity"), .right("Count"), .left("")])
        for exception in totals.exceptions.sorted(by: { ($1.severity, $0.rule) < ($0.severity, $1.rule) }) {
            table.add([
                exception.rule, exception.severity.rawValue, NumberText.count(exception.count),
                meaning(exception.severity),
            ])
        }
        return table.foldedLines(style: style)
    }

    private static func meaning(_ severity: Severity) -> String {
        switch severity {
        case .info: "exported, counted"
        case .waived: "exported by a decision"
        case .warning: "exported; please check"
        case .blocker: "on hold"
        case .critical: "stops sign-off"
        }
    }
}

/// Blocks of lines with an empty line between them; empty blocks leave none.
func joined(_ blocks: [[String]]) -> [String] {
    Array(blocks.filter { !$0.isEmpty }.joined(separator: [""]))
}
