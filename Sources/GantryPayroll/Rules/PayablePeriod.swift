internal import GantryEngine
package import GantryModel

extension PayPeriod {
    /// - Parameters:
    ///   - today: by UTC.
    ///   - pipeline: the name of the pipeline, for the advice.
    /// - Throws: `PayPeriodError` for days that nobody is paid for at once; `RunError.openPeriod` for a period that
    ///   isn't over and isn't named with the day.
    package func requirePayable(today: CivilDate, pipeline: String) throws {
        try requirePayDays()
        guard last >= today, !isDated else { return }
        throw RunError(
            .openPeriod,
            first > today
                ? "\(self) starts on \(first), and today is \(today), so there are no hours to pay yet."
                : "\(self) ends on \(last), and today is \(today), so hours can still be added.",
            advice:
                "Run it when the period is over. To export what is there today, add --open-period; the run is then named "
                + "\(pipeline)/\(self)@\(today), and the whole period can be exported later.")
    }
}
