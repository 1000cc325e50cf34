internal import GantryEngine
internal import GantryModel
public import GantryRuns

/// What an export would do, for people.
public enum PlanReport {
    /// The plan as lines without line breaks.
    /// - Parameter showsRequests: whether it lists what the server would be asked.
    public static func lines(_ plan: ExportPlan, showsRequests: Bool = false, style: TextStyle) -> [String] {
        let state: String
        switch plan.state {
        case "new": state = "would start as a new run."
        case "continues": state = "would resume where it stopped."
        case "published": state = "is already published; nothing would be done."
        default: state = "is \(singleLine(plan.state))."
        }
        var expected = ["Expected"]
        let pages = plan.expectedPages.map { " in " + NumberText.count($0, one: "page", many: "pages") } ?? ""
        expected.append(
            "  "
                + (plan.expectedRecords.map { NumberText.count($0, one: "record", many: "records") }
                    ?? "an unknown number of records")
                + pages)
        if let joined = plan.joinedRecords {
            expected.append("  \(NumberText.count(joined, one: "joined record", many: "joined records"))")
        }
        return joined([
            ["\(style.bold(plan.id.description)) \(state)"] + SourceReport.lines(plan.source, style: style),
            plan.correctionOf.map {
                ["A correction of \($0): files for payroll programs hold only what changed since it was signed."]
            } ?? [],
            block(titled: "Period", period(plan), style: style),
            showsRequests ? block(titled: "Requests", plan.requests, style: style) : [],
            [style.faint(expected[0])] + expected.dropFirst(),
            OverlapReport.lines(plan.overlaps, style: style),
            block(titled: "Files", plan.files, style: style),
            block(titled: "Folder", [plan.folder], style: style),
            ["Nothing was written."],
        ])
    }

    private static func period(_ plan: ExportPlan) -> [String] {
        guard let period = try? PayPeriod(plan.id.period) else { return [] }
        let days = NumberText.count(period.days, one: "day", many: "days")
        return ["\(period.first) to \(period.last), \(days)"]
    }

    private static func block(titled title: String, _ texts: [String], style: TextStyle) -> [String] {
        texts.isEmpty ? [] : [style.faint(title)] + texts.map { "  " + singleLine($0, limit: 4_000) }
    }
}

/// The first rows of the outputs, for people.
public enum PreviewReport {
    /// - Parameter width: the terminal's; columns that don't fit are named instead of shown. `nil` shows all.
    public static func lines(_ tables: [PreviewTable], width: Int?, style: TextStyle) -> [String] {
        joined(
            tables.map { preview in
                var table = TextTable(
                    preview.headings.enumerated().map { index, heading in
                        index < preview.isNumeric.count && preview.isNumeric[index] ? .right(heading) : .left(heading)
                    })
                for row in preview.rows { table.add(row) }
                var lines = [style.bold(singleLine(preview.file))]
                if let part = preview.part { lines.append("  " + style.yellow(words(part))) }
                lines += table.isEmpty ? ["  no rows"] : table.lines(width: width, style: style)
                let leftOut = table.isEmpty ? [] : table.headingsLeftOut(width: width)
                if !leftOut.isEmpty { lines.append(style.faint("  and " + leftOut.joined(separator: ", "))) }
                return lines
            } + [["Nothing was written."]])
    }

    private static func words(_ part: PreviewTable.Part) -> String {
        guard let total = part.total else {
            return
                "From the first \(NumberText.count(part.records, one: "record", many: "records")) only; there may be more in the period."
        }
        return
            "From the first \(NumberText.count(part.records)) of \(NumberText.count(total, one: "record", many: "records")), not from the whole period."
    }
}
