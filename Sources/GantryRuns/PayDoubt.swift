public import GantryEngine

/// What nobody here knows of the pay of a period, because the workspace was restored or made of export folders.
public struct PayDoubt: Equatable, Sendable {
    /// The run that may have been delivered; `nil` where it may be one that isn't known here.
    public let run: RunID?
    /// What receipts call the place of which it isn't known whether it has the run, which another place has; `nil` where
    /// nothing is known of the run.
    public let place: String?
    /// Whether no file carries what the run changes, so that somebody typed it if anything.
    public let isTyped: Bool
    /// The folder of the period, which somebody names who knows that nothing of it was delivered.
    public let folder: String
    /// What isn't known, in a sentence.
    public let explanation: String

    /// A doubt with the given values.
    public init(
        about run: RunID?, at place: String? = nil, isTyped: Bool = false, folder: String, explanation: String
    ) {
        self.run = run
        self.place = place
        self.isTyped = isTyped
        self.folder = folder
        self.explanation = explanation
    }
}
