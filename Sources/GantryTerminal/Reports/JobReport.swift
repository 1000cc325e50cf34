internal import GantryEngine
public import GantryJSON
public import GantryKit
internal import GantryModel
public import GantryRuns

/// What came of an export with what surrounds it: for people, for programs, and as an exit code.
public struct JobReport: Sendable {
    /// The command that was run, so that the next one can look like it.
    private let command: ShellCommand
    /// What can be done where the run was published before; `nil` for the usual text.
    private let again: String?
    private let style: TextStyle

    /// - Parameters:
    ///   - command: The command that was run.
    ///   - again: What can be done where the run was published before; `nil`, the default, for the usual text.
    public init(command: ShellCommand, again: String? = nil, style: TextStyle) {
        self.command = command
        self.again = again
        self.style = style
    }

    /// What the command ends with.
    public static func status(_ outcome: ExportJob.Outcome) -> ExitStatus {
        let status = ExitStatus.of(
            several: outcome.finishedFirst.map { $0.value.map(Self.status) ?? Self.status($0.error) }
                + [Self.status(outcome.run)])
        guard !outcome.deliveredFirst.isEmpty else { return status }
        let before = outcome.deliveredFirst.map { $0.value.map(Self.status) ?? Self.status($0.error) }
        return .of(several: before.map { $0 == .alreadyPublished ? .complete : $0 } + [status])
    }

    /// For people.
    public func lines(_ outcome: ExportJob.Outcome) -> [String] {
        var lines = outcome.deliveredFirst.flatMap { self.lines($0) }
        for earlier in outcome.finishedFirst {
            lines +=
                earlier.value.map { self.lines($0) }
                ?? ["\(earlier.item) was interrupted and could not be finished. Its error is above."]
            lines.append("")
        }
        lines += self.lines(outcome.run)
        if let difference = outcome.difference {
            lines += [""] + self.lines(difference, of: outcome.run.result.id)
        }
        if let back = outcome.lookBack { lines += self.lines(back, of: outcome.run.result.id) }
        return lines
    }

    /// What comes next, for people.
    public func next(_ outcome: ExportJob.Outcome) -> [String] {
        ResultReport.next(after: outcome.run.result, command: command, style: style)
    }

    /// For programs.
    public func result(_ outcome: ExportJob.Outcome) -> JSONTree {
        var result = self.result(outcome.run)
        if !outcome.finishedFirst.isEmpty {
            let earlier = outcome.finishedFirst.map { earlier in
                let status = earlier.value.map(Self.status) ?? Self.status(earlier.error)
                let error = earlier.error.map {
                    ErrorReport($0, command: command.covering(earlier.item.period), run: earlier.item).json
                }
                return JSONTree.object([
                    "run": .string(earlier.item.description), "exitCode": .integer(Int(status.rawValue)),
                    "exitName": .string(status.name), "result": earlier.value.map { self.result($0) } ?? .null,
                    "error": error ?? .null,
                ])
            }
            result.add("finishedFirst", .array(earlier))
        }
        if !outcome.missed.isEmpty { result.add("missed", .array(outcome.missed.map(JSONTree.string))) }
        if !outcome.deliveredFirst.isEmpty {
            result.add("deliveredFirst", .array(outcome.deliveredFirst.map { self.result($0) }))
        }
        if let changes = outcome.lookBack?.changes, !changes.isEmpty {
            result.add("lookBack", .array(changes.map { ResultValues.changes($0.changes) }))
        }
        return result
    }

    private static func status(_ error: (any Error)?) -> ExitStatus { error.map(ExitStatus.of) ?? .failed }
}

/// A run and its deliveries.
extension JobReport {
    /// A delivery that failed decides, since the run is published whatever comes of that.
    static func status(_ delivered: ExportJob.Delivered) -> ExitStatus {
        if let error = delivered.deliveryError { return .of(error) }
        let status = status(delivered.result)
        guard status == .alreadyPublished, let deliveries = delivered.deliveries else { return status }
        return self.status(deliveries)
    }

    /// Of a run alone.
    public static func status(_ result: ExportResult) -> ExitStatus {
        guard !result.wasPublished else { return .alreadyPublished }
        return result.totals.counts.rejected > 0 || !result.totals.leftOut.isEmpty ? .completeWithRejects : .complete
    }

    /// Of deliveries: the first failure decides.
    public static func status(_ deliveries: DeliveryJob.Outcome) -> ExitStatus {
        deliveries.failures.first.map(ExitStatus.of) ?? (deliveries.isNew ? .complete : .alreadyPublished)
    }

    private func lines(_ delivered: ExportJob.Delivered) -> [String] {
        var lines = ResultReport.lines(delivered.result, again: again, style: style)
        if let deliveries = delivered.deliveries { lines += [""] + self.lines(deliveries) }
        if delivered.deliveryError != nil {
            lines += ["", "\(delivered.result.id) is published, but not everything of it is delivered: see the error."]
        }
        return lines
    }

    private func result(_ delivered: ExportJob.Delivered) -> JSONTree {
        var result = ResultValues.result(delivered.result)
        if let deliveries = delivered.deliveries { result.add("deliveries", Self.results(of: deliveries)) }
        if let error = delivered.deliveryError {
            result.add("deliveryError", ErrorReport(error, command: command).json)
        }
        return result
    }

    /// Places of a run, for people.
    public func lines(_ deliveries: DeliveryJob.Outcome) -> [String] {
        deliveries.results.flatMap { DeliveryReport.lines($0, style: style) }
    }

    /// Places of a run, for programs.
    public func result(_ deliveries: DeliveryJob.Outcome, of run: String) -> JSONTree {
        var result = JSONTree.object(["run": .string(run), "deliveries": Self.results(of: deliveries)])
        if let error = deliveries.failures.first {
            result.add("deliveryError", ErrorReport(error, command: command).json)
        }
        return result
    }

    private static func results(of deliveries: DeliveryJob.Outcome) -> JSONTree {
        .array(deliveries.results.map(ResultValues.delivery))
    }
}

/// What came before and after a run.
extension JobReport {
    /// A delivery that an earlier run still had to make.
    public func lines(_ delivery: ExportJob.DeliveredFirst) -> [String] {
        (delivery.value.map { self.lines($0) }
            ?? ["\(delivery.item.run) could not be delivered. Its error is above."]) + [""]
    }

    private func result(_ delivery: ExportJob.DeliveredFirst) -> JSONTree {
        let run = delivery.item.run.description
        return delivery.value.map { self.result($0, of: run) }
            ?? .object([
                "run": .string(run),
                "error": delivery.error.map { ErrorReport($0, command: nil, run: delivery.item.run).json } ?? .null,
            ])
    }

    private func lines(_ difference: Result<PayDifference, any Error>, of run: RunID) -> [String] {
        switch difference {
        case .success(let difference): DifferenceText.lines(difference, style: style)
        case .failure(let error):
            explained(error, after: "What \(run) pays differently from the revision before it can't be shown")
        }
    }

    private func explained(_ error: any Error, after what: String) -> [String] {
        let report = ErrorReport(error, command: nil)
        let more = report.details + [report.advice].compactMap(\.self)
        return ["\(what): \(report.explanation)"] + more.map { "  \($0)" }
    }

    private func lines(_ back: ExportJob.LookBack, of run: RunID) -> [String] {
        var lines: [String] = back.changes.isEmpty ? [] : [""]
        for (period, changes) in back.changes {
            lines.append(CorrectionText.summary(changes, style: style))
            lines.append(
                "  " + ShellCommand(["gantry", "diff", "\(run.pipeline)/\(period.name)", "server"]).shellText)
        }
        for (period, error) in back.errors {
            let what = period.map { "\(run.pipeline)/\($0.name), which is signed," } ?? "Earlier periods"
            lines += [""] + explained(error, after: "\(what) couldn't be looked at")
        }
        return lines
    }
}
