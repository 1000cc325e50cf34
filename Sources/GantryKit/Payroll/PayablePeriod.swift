internal import GantryModel
internal import GantryPayroll

extension RunRequest where Pipeline == PipelineFile {
    /// - Throws: `PayPeriodError` for days that nobody is paid for at once; `RunError.openPeriod` for a period that
    ///   isn't over by UTC and isn't named with the day.
    func requirePayable() throws { try period.requirePayable(today: now().utcDate, pipeline: pipeline.name) }

    /// - Throws: `PayPeriodError` for a single day and for more than a month.
    func requirePayDays() throws(PayPeriodError) { try period.requirePayDays() }
}
