public import GantryModel
public import GantryRuns

extension ExportJob {
    /// A run and what was delivered of it.
    public struct Delivered: Sendable {
        /// The run.
        public let result: ExportResult
        /// What came of its deliveries; `nil` where it has none, or none was tried.
        public var deliveries: DeliveryJob.Outcome?
        /// Why not everything of it is delivered; `nil` where it is.
        public var deliveryError: (any Error)?
    }

    /// What changed in signed periods.
    public struct LookBack: Sendable {
        /// The periods in which something did, newest first.
        public var changes: [(period: PayPeriod, changes: PeriodChanges)] = []
        /// Which of them couldn't be looked at, and why; without a period where they aren't known.
        public var errors: [(period: PayPeriod?, error: any Error)] = []
    }

    /// What came of a job.
    public struct Outcome: Sendable {
        /// Deliveries of earlier runs.
        public let deliveredFirst: [DeliveredFirst]
        /// Runs of earlier periods.
        public let finishedFirst: [FinishedFirst]
        /// Earlier periods that have no run, oldest first.
        public let missed: [String]
        /// Those of them that no published run has named before.
        public let newlyMissed: [String]
        /// The run.
        public let run: Delivered
        /// What it pays differently from the revision before; `nil` where that wasn't asked, or there is none.
        public var difference: Result<PayDifference, any Error>?
        /// What changed in signed periods; `nil` where that wasn't asked.
        public var lookBack: LookBack?

        /// What failed before the run.
        public var errorsBefore: [any Error] {
            deliveredFirst.compactMap { $0.error ?? $0.value?.failures.first }
                + finishedFirst.compactMap { $0.error ?? $0.value?.deliveryError }
        }
    }
}
