internal import ArgumentParser
internal import GantryEngine
internal import GantryKit
internal import GantryModel

/// Reads a run's name.
@Sendable func runID(_ text: String) throws -> RunID {
    guard let id = RunID(text) else {
        throw ValidationError(
            "Expected a run name such as payroll-monthly/2026-10/r1; 'gantry runs' lists all runs.")
    }
    return id
}

/// Reads how people name a run: in full, or so that the newest one is meant.
@Sendable func runReference(_ text: String) throws -> RunReference {
    guard let reference = RunReference(text) else {
        throw ValidationError(
            "Expected a run such as payroll-monthly/2026-10/r1, or payroll-monthly/2026-10, payroll-monthly or 2026-10 "
                + "for its newest one; 'gantry runs' lists all runs.")
    }
    return reference
}

/// What commands say of an argument that names a run.
let runHelp: ArgumentHelp =
    "The run, such as payroll-monthly/2026-10/r1; or its pipeline, its period or both, which mean the newest one."

/// Reads an RFC 3339 time.
@Sendable func instant(_ text: String) throws -> Instant {
    guard let instant = Instant(text) else {
        throw ValidationError("Expected a time such as 2026-11-02T07:30:00Z.")
    }
    return instant
}
