internal import GantryEngine
internal import GantryModel

extension RunRequest where Pipeline == PipelineFile {
    /// - Throws: `PayPeriodError` for days that nobody is paid for at once; `RunError.openPeriod` for a period that
    ///   isn't over by UTC and isn't named with the day.
    func requirePayable() throws {
        try requirePayDays()
        let today = now().utcDate
        guard period.last >= today, !period.isDated else { return }
        throw RunError(
            .openPeriod,
            period.first > today
                ? "\(period) starts on \(period.first), and today is \(today), so there are no hours to pay yet."
                : "\(period) ends on \(period.last), and today is \(today), so hours can still be added.",
            advice:
                "Run it when the period is over. To export what is there today, add --open-period; the run is then named "
                + "\(pipeline.name)/\(period)@\(today), and the whole period can be exported later.")
    }

    /// - Throws: `PayPeriodError` for a single day and for more than a month.
    func requirePayDays() throws(PayPeriodError) { try period.requirePayDays() }
}
