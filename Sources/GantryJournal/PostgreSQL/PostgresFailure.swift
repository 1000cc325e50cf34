internal import GantryEngine
internal import GantryModel

/// What libpq or the server says of a failure.
struct PostgresFailure: Error {
    let message: String
    /// The five characters of the SQL standard (`53100`); empty where the server said nothing.
    var state = ""
    /// Whether it was the attempt to connect that failed.
    var isConnecting = false
    /// Whether the connection is gone.
    var isLost = false
    /// Whether what was written may have been committed.
    var mayBeCommitted = false

    /// What is said of an address that can't be right. Everything else, such as what a server says while it starts or
    /// stops, can pass: libpq has no code for why a connection failed.
    private static let refusals = [
        "authentication failed", "does not exist", "pg_hba.conf", "no password", "not permitted", "invalid", "missing",
    ]

    /// Whether the same transaction can succeed in a moment.
    var isPassing: Bool {
        guard !mayBeCommitted else { return false }
        if isConnecting {
            return !PostgresFailure.refusals.contains { message.contains($0) }
        }
        return isLost || state.hasPrefix("08") || ["40001", "40P01", "57P01", "57P02", "57P03"].contains(state)
    }

    /// - Parameter journal: names the journal, without a password.
    func error(_ journal: String) -> JournalError {
        let reason =
            "PostgreSQL says: \(singleLine(message.split(whereSeparator: \.isWhitespace).joined(separator: " ")))"
        let again: Advice = "Nothing is lost. Run the same command again to resume."
        switch state {
        case "53100":
            return JournalError(
                .diskFull, "The disk of the journal \(journal) is full. \(reason)",
                advice: "Free some space there, then run the same command again to resume from the last checkpoint.")
        case "25006":
            // A server can be so for a moment, until another becomes the primary.
            return JournalError(
                .busy, "The journal \(journal) is read-only. \(reason)",
                advice:
                    "Run the same command again to resume. If it lasts, name the primary server, not a standby, and an account that may write."
            )
        case "42501", "3F000", "42P01", "42703":
            return JournalError(
                .unusable, "The journal \(journal) can't be used by this account. \(reason)",
                advice:
                    "Let the account own the schema gantry, or create schemas in the database. Nothing was changed.")
        case "55P03", "57014", "53300", "53200", "40001", "40P01":
            return JournalError(.busy, "The journal \(journal) is busy. \(reason)", advice: again)
        default: break
        }
        if mayBeCommitted || isLost || isPassing {
            return JournalError(.busy, "The connection to the journal \(journal) failed. \(reason)", advice: again)
        }
        if isConnecting {
            return JournalError(
                .unusable, "The journal \(journal) can't be opened. \(reason)",
                advice: "Correct the address in the environment variable that gantry.yaml names. Nothing was changed.")
        }
        return JournalError(.unusable, "The journal \(journal) can't be read or written. \(reason)")
    }
}
