internal import ArgumentParser
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

/// The period that a run covers.
struct PeriodOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The period: a month (2026-10), a year (2026), one or two ISO weeks (2026-W41, 2026-W41-W42), a day (2026-10-05) or days (2026-10-05..2026-10-18); or \(StandardPeriod.words), counted from the day at the office; or \(PayPeriodRule.word), the pipeline's newest pay period that is over.",
            valueName: "period"))
    var period: String?

    @Flag(help: "Export a pay period that isn't over yet, as a run named with today's date (2026-11@2026-11-22).")
    var openPeriod = false

    mutating func validate() throws {
        do {
            // Whether it can be read doesn't depend on the day.
            _ = try chosen(on: Instant.now.utcDate)
        } catch {
            throw ValidationError(error.description)
        }
    }

    /// The period of an export. Where the command line names none: what the pipeline file says, or for datasets today.
    ///
    /// - Parameter today: The day at the office.
    /// - Throws: `UsageError` when the pipeline needs one.
    func chosen(for pipeline: Pipeline, on today: CivilDate) throws -> PayPeriod {
        if namesLastPeriod { return try PeriodOptions.payPeriods(of: pipeline).period(on: today) }
        if let chosen = try chosen(on: today) {
            guard pipeline.paysPeople else { return chosen }
            // A word dates the period by itself. For pay that must be asked for: without the date the engine refuses
            // it.
            if !openPeriod, chosen.isDated, period.flatMap(StandardPeriod.init(rawValue:)) != nil {
                return try PayPeriod(String(chosen.name.prefix { $0 != "@" }))
            }
            return openPeriod && chosen.last >= today && !chosen.isDated ? chosen.dated(today) : chosen
        }
        let parameter = pipeline.parameters.first { $0.name == "period" }
        guard pipeline.needsPeriod else {
            return try PayPeriod(parameter?.standard?.spelling(on: today) ?? today.description)
        }
        let example =
            pipeline.payPeriodRule.map { "Add --period \(PayPeriodRule.word) for \($0.period(on: today))." }
            ?? "Add --period, such as --period 2026-10."
        throw UsageError(
            "\(pipeline.name) needs a period.", advice: Advice(example + (parameter?.help.map { " " + $0 } ?? "")))
    }

    /// The period of a sheet's name; `nil` when the command line names none.
    ///
    /// - Throws: `UsageError` for the last pay period: a sheet has none.
    func chosen(forSheetOf pipeline: Pipeline, on today: CivilDate) throws -> PayPeriod? {
        guard !namesLastPeriod else { throw PeriodOptions.noPayPeriods(pipeline) }
        return try chosen(on: today)
    }

    /// The pay periods of a pipeline: those of its rule, or two weeks where it compares with the server's.
    ///
    /// - Throws: `UsageError` where the file doesn't say which it has.
    static func payPeriods(of pipeline: Pipeline) throws -> any CountedPeriods {
        if let rule = pipeline.payPeriodRule { return rule }
        if pipeline.isFortnightly { return StandardPeriod.lastFortnight }
        throw noPayPeriods(pipeline)
    }

    private static func noPayPeriods(_ pipeline: Pipeline) -> UsageError {
        guard pipeline.paysPeople else {
            return UsageError(
                "\(pipeline.name) has no pay periods, so it has no \(PayPeriodRule.word).",
                advice: "Use --period with a period or one of: \(StandardPeriod.words).")
        }
        return UsageError(
            "The file of \(pipeline.name) doesn't say which pay periods it has, so \(PayPeriodRule.word) means nothing.",
            advice:
                "Use --period last-month or last-fortnight. For periods from the 16th to the 15th, add from-day: 16 under parameters: period: in the file."
        )
    }

    private var namesLastPeriod: Bool { period == PayPeriodRule.word }

    /// How the period is counted from today; `nil` where the command line gives its own name.
    func rule(for pipeline: Pipeline) throws -> (any CountedPeriods)? {
        if namesLastPeriod { return try PeriodOptions.payPeriods(of: pipeline) }
        if let period { return StandardPeriod(rawValue: period) }
        guard !openPeriod else { return nil }
        let parameter = pipeline.parameters.first { $0.name == "period" }
        guard pipeline.needsPeriod else { return parameter?.standard ?? .today }
        return nil
    }

    /// `nil` when the command line names none, or the last one of a pipeline.
    private func chosen(on today: CivilDate) throws(PayPeriodError) -> PayPeriod? {
        guard let period, !namesLastPeriod else { return nil }
        if let rule = StandardPeriod(rawValue: period) { return try rule.period(on: today) }
        return try PayPeriod(period)
    }
}
