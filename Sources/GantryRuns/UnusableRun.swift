internal import FoundationEssentials
package import GantryEngine
internal import GantryFiles
public import GantryModel

// Runs that a command can't work with, and what to do.
extension Workspace {
    /// The folder from the root, wherever the command was given.
    public var fullPath: String { Folders.fullPath(path) }

    /// The full path in words for a person, who is told where nothing is there.
    public var placeInWords: String {
        FileManager.default.fileExists(atPath: fullPath) ? fullPath : "\(fullPath), which doesn't exist"
    }

    /// The workspace has no such run.
    package func noRun(_ id: RunID) -> RunError {
        RunError(
            .unusableRun, "There is no run \(id) in \(placeInWords).",
            advice: "\(.listRuns) lists all runs; to look in another folder, add \(.otherWorkspace).")
    }
}

extension RunHead {
    /// - Parameter consequence: What follows, such as "so nobody can sign it".
    /// - Throws: `RunError.unusableRun` for a run that isn't complete.
    package func requirePublished(_ consequence: String) throws {
        guard phase != .complete else { return }
        throw RunError(
            .unusableRun, "\(id) isn't finished, \(consequence).",
            advice: "Finish it first: \(.run(pipeline: id.pipeline, period: id.period))")
    }
}
