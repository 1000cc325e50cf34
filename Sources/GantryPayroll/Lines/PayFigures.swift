package import GantryJSON
internal import GantryModel

/// What `totals.json` states of pay: hours, control totals, and how hours became pay, so that every line can be made
/// again from the archive.
package struct PayFigures: Sendable {
    private let calculation: PayCalculation
    private let summary: PayrollSummary
    private let totals: PayrollTotals
    private let unpriced: UnpricedLines

    package init(
        _ calculation: PayCalculation, _ summary: PayrollSummary, totals: PayrollTotals, unpriced: UnpricedLines
    ) {
        self.calculation = calculation
        self.summary = summary
        self.totals = totals
        self.unpriced = unpriced
    }

    /// In the order of the document.
    package var members: [JSONTree.Member] {
        [
            JSONTree.Member("hours", .array(PayQuantity.allCases.map(hours))),
            JSONTree.Member("entry_id_sum", .string(String(summary.hashOfIDs))),
            JSONTree.Member("employees", .integer(totals.employees)),
            JSONTree.Member("payroll_number_sum", .string(String(totals.payrollNumberSum))),
            JSONTree.Member(
                "pay",
                .object([
                    "name": calculation.settings?.name.map { .string($0.description) } ?? .null,
                    "units_decimals": .integer(calculation.batch.unitsDecimals),
                ])),
            JSONTree.Member(
                "pay_codes", .array(zip(totals.codes, calculation.settings?.codes ?? []).map(payCode))),
            JSONTree.Member("amount", totals.amount.map { .string($0.description) } ?? .null),
            JSONTree.Member("currency", calculation.batch.currency.map { .string($0) } ?? .null),
            JSONTree.Member("lines_without_rate", .integer(unpriced.byDesign)),
            JSONTree.Member("lines_missing_rate", .integer(unpriced.missing)),
            JSONTree.Member("employees_missing_rate", .integer(unpriced.employees)),
        ]
    }

    private func hours(_ quantity: PayQuantity) -> JSONTree {
        .object([
            "name": .string(quantity.rawValue), "exported": .string(summary.exported[quantity].description),
            "held": .string(summary.held[quantity].description),
        ])
    }

    private func payCode(_ code: PayrollTotals.Code, _ definition: PaySettings.Code) -> JSONTree {
        .object([
            "code": .string(code.code), "title": .string(definition.title), "lines": .integer(code.lines),
            "units": .string(code.unitsText), "amount": code.amount.map { .string($0.description) } ?? .null,
            "hours": .string(definition.hours.rawValue),
            "rate": definition.rate.map { .string($0.field.description) } ?? .null,
            "rate_factor": definition.rate.map { _ in
                .string(decimalText(nano: Int128(definition.rateFactorNano ?? 1_000_000_000), .exact))
            } ?? .null,
        ])
    }
}
