public import GantryEngine
internal import GantryFiles

/// The folder that holds the journal, unfinished parts and export folders. Files are 0600, folders 0700.
public struct Workspace: Sendable, Equatable {
    public let path: String

    public init(path: String) { self.path = path }

    /// Makes the folder where it is missing and proves that files can be made in it.
    /// - Throws: `FileError`: it can't be made or written, or others can write to it.
    public func create() throws {
        try Folders.makePrivate(path)
        try Folders.checkIsWritable(path)
    }

    /// The published folder of a run, whether or not it exists.
    public func folder(of id: RunID) -> String { "\(path)/exports/\(id)" }

    var journalPath: String { "\(path)/journal.sqlite" }

    /// Unfinished files of a run, relative to the workspace.
    func parts(of id: RunID) -> String { "parts/\(id)" }
}
