public import GantryEngine

/// What nobody here knows of pay, because the workspace was restored or made of export folders.
public struct PayDoubt: Equatable, Sendable {
    /// The run that may have been delivered; `nil` where it may be one that isn't known here.
    public let run: RunID?
    /// Whether no file carries what that run changes, so that somebody typed it if anything.
    public let isTyped: Bool
    /// The folder that somebody names who knows that nothing was delivered.
    public let folder: String
    /// What isn't known, in a sentence.
    public let explanation: String

    /// A doubt with the given values.
    public init(about run: RunID?, isTyped: Bool = false, folder: String, explanation: String) {
        self.run = run
        self.isTyped = isTyped
        self.folder = folder
        self.explanation = explanation
    }
}
