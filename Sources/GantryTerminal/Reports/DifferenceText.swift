public import GantryKit
internal import GantryModel

/// What two runs pay differently, for people.
public enum DifferenceText {
    /// The lines that differ, employees who are new or gone, and the sum.
    public static func lines(_ difference: PayDifference, style: TextStyle) -> [String] {
        var head = ["\(difference.to) against \(difference.from)"]
        head += difference.withdrawn.map { style.red(RunMarkText.sentence($0)) }
        if !difference.differentSources.isEmpty {
            head.append("They come from different sources: \(difference.differentSources.joined(separator: "; "))")
        }
        return joined([
            head, table(difference.lines, currency: difference.currency, style: style), summary(difference),
        ])
    }

    static func table(_ lines: [PayDifference.Line], currency: String?, style: TextStyle) -> [String] {
        let hasProjects = lines.contains { $0.project != nil }
        var table = TextTable(
            [.left("Action"), .left("Employee"), .left("Name"), .left("Pay code")]
                + (hasProjects ? [.left("Project")] : []) + [
                    .right("Before"), .right("Now"), .right("Difference"),
                    .right(currency.map { "Amount \($0)" } ?? "Amount"),
                ])
        for line in lines {
            table.add(
                [line.action, line.payrollNumber, line.name ?? "", line.payCode]
                    + (hasProjects ? [line.project ?? ""] : []) + [
                        NumberText.hours(line.units.old), NumberText.hours(line.units.new),
                        signed(decimalText(nano: line.unitsDifference.nano, .exact)),
                        line.amountDifference.map { signed(NumberText.money($0)) } ?? "",
                    ])
        }
        return table.foldedLines(style: style)
    }

    static func signed(_ text: String) -> String { text.hasPrefix("-") || text == "0.00" ? text : "+" + text }

    private static func summary(_ difference: PayDifference) -> [String] {
        guard !difference.lines.isEmpty else { return ["Both pay the same."] }
        var lines: [String] = []
        func employees(_ numbers: [String], _ words: String) {
            guard !numbers.isEmpty else { return }
            let shown = numbers.prefix(20).joined(separator: ", ") + (numbers.count > 20 ? " and others" : "")
            lines.append("\(NumberText.count(numbers.count, one: "employee", many: "employees")) \(words): \(shown)")
        }
        employees(difference.newEmployees, "only now")
        employees(difference.goneEmployees, "only before")
        if difference.released > 0 {
            lines.append(
                "\(NumberText.count(difference.released, one: "entry is", many: "entries are")) no longer on hold.")
        }
        lines.append(
            NumberText.count(difference.lines.count, one: "line differs", many: "lines differ")
                + (difference.amount.map {
                    "; known amounts: \(signed(NumberText.money($0))) \(difference.currency ?? "")."
                }
                    ?? "."))
        return lines
    }
}
