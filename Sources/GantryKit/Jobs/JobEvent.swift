public import GantryEngine
public import GantryRuns

/// What a job reports while it works.
public enum JobEvent: Sendable {
    /// What its runs and deliveries report.
    case export(ExportEvent)
    /// What an earlier run still has to deliver comes first.
    case deliversFirst(OpenDelivery)
    /// What came of that.
    case deliveredFirst(ExportJob.DeliveredFirst)
    /// The run of an earlier period was interrupted, so it is finished first. One that shows how things stood on a day
    /// that has passed begins anew and shows today's.
    case finishesFirst(RunID, beginsAnew: Bool)
    /// What came of that.
    case finishedFirst(ExportJob.FinishedFirst)
    /// These earlier periods have no run.
    case missed([String])
    /// Something of the run under way couldn't be delivered.
    case notDelivered(any Error)
}
