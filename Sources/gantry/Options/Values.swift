internal import ArgumentParser
internal import GantryEngine
internal import GantryModel
internal import GantryTerminal

/// Reads a run's name.
@Sendable func runID(_ text: String) throws -> RunID {
    guard let id = RunID(text) else {
        throw ValidationError(
            "Expected a run name such as payroll-monthly/2026-10/r1; 'gantry runs' lists all runs.")
    }
    return id
}

/// Reads an RFC 3339 time.
@Sendable func instant(_ text: String) throws -> Instant {
    guard let instant = Instant(text) else {
        throw ValidationError("Expected a time such as 2026-11-02T07:30:00Z.")
    }
    return instant
}
