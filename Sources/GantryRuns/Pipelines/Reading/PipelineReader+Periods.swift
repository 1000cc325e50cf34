internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryYAML

extension PipelineReader {
    /// `from-day`: on which day of the month each pay period begins.
    mutating func payPeriodRule(_ section: Section) -> PayPeriodRule? {
        let days = PayPeriodRule.firstDays
        let expected = "a whole number from \(days.lowerBound) to \(days.upperBound), or \(PipelineKeys.anyDays)"
        guard let text = document.text(section, PipelineKeys.fromDay, expected: expected),
            text.value != PipelineKeys.anyDays
        else { return nil }
        guard let rule = plainDigits(text.value).flatMap(PayPeriodRule.init(firstDay:)) else {
            document.report(
                .badValue, at: text.place, "Found \(quoted(text.value)) for \(section.path(PipelineKeys.fromDay)).",
                expected: text.value == "1"
                    ? "\(expected); periods from the 1st are months and need no rule" : expected)
            return nil
        }
        fromDayPlace = text.place
        return rule
    }

    /// What needs months or whole weeks can't have periods of a rule.
    mutating func requireFitting(_ work: Pipeline.Work?) {
        guard let fromDayPlace, case .stages(let stages)? = work else { return }
        for case .payroll(let payroll) in stages {
            if let output = payroll.outputs.first(where: { ($0.format as? ProfileFormat)?.isCalendarMonth ?? false }) {
                document.report(
                    .conflict, at: fromDayPlace, "The layout of \(quoted(output.file)) covers one calendar month.",
                    expected: "periods of calendar months, or no output of that layout")
            }
            if payroll.pay?.countsWeeks == true {
                document.report(
                    .conflict, at: fromDayPlace, "A pay code has of-week, which counts whole weeks.",
                    expected: "periods of whole weeks, or of-day instead of of-week")
            }
        }
    }
}
