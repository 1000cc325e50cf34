internal import ArgumentParser
internal import GantryEngine
internal import GantryModel
internal import GantryTerminal

/// Reads a run's name.
@Sendable func runID(_ text: String) throws -> RunID {
    guard let id = RunID(text) else {
        throw ValidationError(
            "It is no run. Runs have names like payroll-monthly/2026-10/r1; 'gantry runs' lists them.")
    }
    return id
}

/// Reads an RFC 3339 time.
@Sendable func instant(_ text: String) throws -> Instant {
    guard let instant = Instant(text) else {
        throw ValidationError("It is no time. Write it like 2026-11-02T07:30:00Z.")
    }
    return instant
}
