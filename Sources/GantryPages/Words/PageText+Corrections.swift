internal import GantryEngine
internal import GantryModel
package import GantryRuns

extension PageText {
    /// What is delivered of a correction: only what differs from what was delivered before.
    package func correction(
        _ total: ExportTotals.CorrectionTotal, _ currency: String?
    ) -> [(head: String, figure: String)] {
        let amount = total.amount.map { ($0 > .zero ? "+" : "") + money($0) } ?? self("unknown", "ukendt")
        return [
            (self("Corrects", "Retter"), total.base.description),
            (self("Pay lines that differ", "Lønlinjer, der afviger"), count(total.rows)),
            (heading(self("Difference", "Forskel"), currency), amount),
        ] + total.files.map { ($0.name, count($0.rows, ("row", "række"), ("rows", "rækker"))) }
            + total.byHand.map { ($0, self("typed by hand", "tastes ind")) }
    }

    /// Beside the figures of the month that a correction is of.
    package var monthAfterCorrection: String {
        self("The whole month with the correction:", "Hele måneden med rettelsen:")
    }
}
