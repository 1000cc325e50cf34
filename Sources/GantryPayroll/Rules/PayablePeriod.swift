internal import GantryEngine
package import GantryModel

extension PayPeriod {
    /// - Parameters:
    ///   - today: at the office.
    ///   - pipeline: the name of the pipeline, for the advice.
    /// - Throws: `PayPeriodError` for days that can't be paid together; `RunError.openPeriod` for a period that isn't
    ///   over and isn't named with the day.
    package func requirePayable(today: CivilDate, pipeline: String) throws {
        try requirePayDays()
        guard last >= today, !isDated else { return }
        throw RunError(
            .openPeriod,
            first > today
                ? "\(self) starts on \(first). Today is \(today), so there are no hours to pay yet."
                : "\(self) ends on \(last). Today is \(today), so hours can still be added.",
            advice:
                "Run it when the period is over. To export the hours entered so far, add \(.openPeriod): that run is named "
                + "\(pipeline)/\(self)@\(today), and you can export the whole period later.")
    }
}
