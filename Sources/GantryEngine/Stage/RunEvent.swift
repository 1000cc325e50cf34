/// What a run reports while it works, for progress and logs. Events come in order, from one task at a time.
public enum RunEvent: Sendable {
    /// A stopped run resumes; `records` are already landed.
    case continued(records: Int, phase: StagePhase)
    /// A part on disk doesn't match its mark; outputs will be written again from the landing.
    case partsDamaged
    /// Landed records are read back to rebuild the state of the checks.
    case replaying(records: Int, of: Int)
    /// Records came again on other pages than before, so the list is read again, to compare.
    case comparing(records: Int, of: Int)
    /// A page is landed and checked.
    case fetched(page: Int, records: Int, of: Int?, counts: BatchCounts)
    /// Everything up to `records` is safe.
    case checkpoint(records: Int)
    /// A rule of the whole batch holds records that looked right at first; outputs are written again.
    case lateVerdicts
    case rewriting(records: Int, of: Int)
    case sealing
    case publishing
    case complete(BatchCounts)
}
