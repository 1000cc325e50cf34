/// The folder that holds the journal, unfinished parts, sessions and export folders. Files are 0600, folders 0700.
public struct Workspace: Sendable, Equatable {
    /// The folder, absolute or relative to the working directory.
    public let path: String

    /// A workspace at `path`. Nothing is created or checked.
    public init(path: String) { self.path = path }
}
