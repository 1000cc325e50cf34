public import GantryAccounts
public import GantryKit

/// How a run ended, for those who are told.
extension RunEnding {
    /// In which moment, and in what words; `nil` where nothing was done.
    ///
    /// - Parameter status: What the command ends with.
    public func notice(_ status: ExitStatus) -> (moment: Hook.Moment, message: String)? {
        guard status != .alreadyPublished, !isPart else { return nil }
        func explained(_ error: any Error) -> String { ErrorReport(error, command: nil).explanation }
        if let deliveryError {
            return (.failure, "\(run) is published, but not everything of it is delivered: \(explained(deliveryError))")
        }
        guard [.complete, .completeWithRejects].contains(status) else {
            let why = errorsBefore.isEmpty ? status.meaning : errorsBefore.map(explained).joined(separator: " ")
            return (.failure, "\(run) is published, but something before or after it failed: \(why)")
        }
        guard newlyMissed.isEmpty else {
            let periods = StatusReport.periods(newlyMissed)
            return (.failure, "\(run) is published, but these periods before it have no run: \(periods).")
        }
        let numbers = figures.filter { $0.count > 0 }.map { "\(NumberText.count($0.count)) \($0.words)" }
        let shown = numbers.isEmpty ? "" : ": " + numbers.joined(separator: ", ")
        return waits > 0
            ? (.waiting, "\(run) is published\(shown). It waits for signatures.")
            : (.success, "\(run) is published\(shown).")
    }
}
