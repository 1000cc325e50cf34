internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine

/// A row with what is sent of its files.
struct PreparedRow<Row: SubmittedRow>: Sendable {
    let row: Row
    /// By the field of the sheet that names the file.
    let files: [String: OutgoingFile]
    /// By the field too, photos that are converted before the row is sent, or were.
    var photos: [String: LookedFile] = [:]
    /// Why it can't be sent again, where it was sent and can still be looked up.
    var problem: RowProblem?
}

/// What keeps a row from being sent.
struct RowProblems: Error {
    let problems: [RowProblem]
}
