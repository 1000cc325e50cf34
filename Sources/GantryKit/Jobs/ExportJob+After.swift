internal import GantryEngine
internal import GantryModel
internal import GantryRuns
internal import GantrySignOff

/// What is looked at after a run. It is published, whatever comes of this.
extension ExportJob {
    /// What the new revision of payroll pays differently from the one before; `nil` where there is none before.
    func difference() async -> Result<PayDifference, any Error>? {
        guard request.pipeline.paysPeople else { return nil }
        do {
            let revisions = try await Gantry.runs(
                in: request.workspace, .of(pipeline: request.pipeline.name, period: request.period.name)
            ).filter { $0.phase == .complete }.map(\.id).sorted { $0.revision < $1.revision }
            guard revisions.count > 1 else { return nil }
            return .success(
                try await Gantry.diff(
                    revisions[revisions.count - 2], revisions[revisions.count - 1], in: request.workspace))
        } catch {
            return .failure(error)
        }
    }

    /// What changed in signed periods since.
    func lookBack(
        _ stop: StopRequest, _ observe: @escaping @Sendable (JobEvent) -> Void
    ) async -> LookBack? {
        guard let rules = request.pipeline.signOff, rules.lookBack > 0 else { return nil }
        var found = LookBack()
        let periods: [PayPeriod]
        do {
            periods = try await Gantry.signedPeriods(
                of: request.pipeline.name, most: rules.lookBack, besides: request.period, in: request.workspace)
        } catch {
            found.errors.append((nil, error))
            return found
        }
        for period in periods where !stop.isRequested {
            var earlier = request
            earlier.period = period
            do {
                let changes = try await Gantry.changes(earlier, stop: stop) { observe(.export($0)) }
                if let changes, !changes.isEmpty { found.changes.append((period, changes)) }
            } catch {
                // One that can't be looked at says nothing of the others.
                found.errors.append((period, error))
            }
        }
        return found
    }
}
