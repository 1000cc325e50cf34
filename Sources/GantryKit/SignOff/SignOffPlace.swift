package import GantryEngine
package import GantryFiles
package import GantryModel
internal import GantryRuns

/// Where the signatures of a revision lie: in the workspace, and beside its export folder, with which they travel.
package struct SignOffPlace: Sendable {
    package let run: RunID
    package let workspace: Workspace

    package init(run: RunID, workspace: Workspace) {
        self.run = run
        self.workspace = workspace
    }

    /// All that belongs to sign-off in the workspace.
    package var root: String { "\(workspace.path)/signoff" }
    /// The book of the pipeline.
    package var book: String { "\(root)/\(run.pipeline).jsonl" }
    private var period: String { "signoff/\(run.pipeline)/\(run.period)" }
    private var folder: String { "\(workspace.path)/\(period)" }

    package var statementName: String { "r\(run.revision).statement" }
    package var statement: String { "\(folder)/\(statementName)" }

    /// A file that belongs to the revision.
    package func file(_ name: String) -> String { "\(folder)/\(name)" }

    /// The name of a signature.
    static func signature(of person: String, on run: RunID) -> String { "r\(run.revision).\(person).sig" }

    /// The decisions as they were when the statement was made.
    package var keptDecisions: String { "\(workspace.path)/\(keptDecisionSteps)" }
    var keptDecisionSteps: String { "\(period)/r\(run.revision).decisions.jsonl" }
    /// The decisions about the period as they are now.
    var decisions: String { "\(workspace.path)/\(decisionsFolder)/\(decisionsName)" }
    var decisionsFolder: String { "decisions/\(run.pipeline)" }
    var decisionsName: String { "\(run.period).jsonl" }

    /// The folder beside the export folder.
    package var signed: String { "\(workspace.path)/\(signedSteps)" }
    var signedSteps: String { "exports/\(run).signed" }

    /// Makes the folders of the workspace.
    package func create() throws { try Folders.makePrivate(period, under: workspace.path) }

    /// The same where anybody ever signed in the workspace; `nil` elsewhere.
    package func lockIfUsed(_ command: String) throws(FileError) -> RunLock? {
        do throws(FileError) {
            return try lock(command)
        } catch {
            guard error.code == .missing else { throw error }
            return nil
        }
    }

    /// Takes the right to change the book.
    package func lock(_ command: String) throws(FileError) -> RunLock {
        try RunLock.acquire(in: root, name: workspace.lockName(run.pipeline), command: command, now: .now)
    }
}
