public import GantryEngine
internal import GantryFiles
internal import GantryFormats
package import GantryModel

/// What became of runs after they were published.
public struct RunMarks: Sendable, Equatable {
    /// What is in the place of an export folder.
    public enum Folder: String, Sendable {
        /// The folder as it was published, as far as a look at its tag manifest tells.
        case present
        /// Nothing: it was removed or moved away.
        case missing
        /// Nothing: another machine or workspace with the same journal has it.
        case elsewhere
        /// Something else than what was published.
        case changed
    }

    /// Those that are not to be used.
    public internal(set) var withdrawn: [RunID: Withdrawal] = [:]
    /// Those that somebody began to forget; the same command ends it.
    public internal(set) var forgetting: Set<RunID> = []
    /// Of published runs, those whose folder isn't there as it was published.
    public package(set) var folders: [RunID: Folder] = [:]
    /// Of those that are elsewhere, the machine and its folder: `machine:/srv/payroll/exports/…`.
    public package(set) var places: [RunID: String] = [:]

    /// No marks.
    public init() {}

    /// What is in the place of a run's export folder; `nil` for one that isn't published.
    public func folder(of run: RunHead) -> Folder? {
        run.phase == .complete ? folders[run.id] ?? .present : nil
    }

    /// Whether a run can be used by others.
    public func isUsable(_ run: RunID) -> Bool { withdrawn[run] == nil && !forgetting.contains(run) }
}

extension RunMarks {
    /// The journal's document of a run that is being forgotten.
    package static let forgettingName = "forgetting"

    /// The marks that the journal keeps, and the folders of these runs; of every run by default.
    package init(_ journal: any WorkspaceJournal, _ workspace: Workspace, of runs: [RunHead]? = nil) async throws {
        try await self.init(journal)
        let looked = if let runs { runs } else { try await journal.heads(.all).runs }
        let published = looked.filter { $0.phase == .complete }.map(\.id)
        var lost: [RunID] = []
        try await journal.forEachDocument(named: RunRecord.bagName, of: published) { run, bag in
            let state = try RunMarks.folder(of: run, bag: bag, in: workspace)
            guard state != .present else { return }
            folders[run] = state
            lost.append(run)
        }
        for run in lost {
            guard let place = try await journal.otherPlace(of: run, than: workspace) else { continue }
            (folders[run], places[run]) = (.elsewhere, place)
        }
    }

    /// The marks that the journal keeps, without a look at folders.
    package init(_ journal: any WorkspaceJournal) async throws {
        withdrawn = try await journal.documents(named: Withdrawal.documentName).compactMapValues { Withdrawal($0) }
        forgetting = Set(try await journal.documents(named: RunMarks.forgettingName).keys)
    }

    /// - Parameter bag: the SHA-256 of the tag manifest that was published; `nil` where the journal doesn't keep it.
    package static func folder(of run: RunID, bag: String?, in workspace: Workspace) throws -> Folder {
        let path = workspace.folder(of: run)
        // Most folders are there, and a look into one costs more than this file.
        guard let bytes = try? ReadFile.bytes(of: "\(path)/\(BagTag.tagManifest)") else {
            return RunDirectories.isFolder(path) ? .changed : .missing
        }
        return bag == nil || bag == ContentHasher.digest(of: bytes.span).description ? .present : .changed
    }
}

extension WorkspaceJournal {
    /// The runs of a scope that can be read and that others can use, newest first: not those that were withdrawn or are
    /// being forgotten.
    package func usableRuns(_ scope: RunScope) async throws -> [RunHead] {
        let marks = try await RunMarks(self)
        return try await heads(scope).runs.filter { marks.isUsable($0.id) }
    }

    /// - Throws: `RunError.unusableRun` for a run that was withdrawn or is being forgotten.
    package func requireUsable(_ run: RunID) async throws {
        if let text = try await document(named: Withdrawal.documentName, of: run), let mark = Withdrawal(text) {
            throw RunError.withdrawn(mark)
        }
        guard try await document(named: RunMarks.forgettingName, of: run) == nil else {
            throw RunError.beingForgotten(run)
        }
    }
}

extension RunError {
    package static func withdrawn(_ mark: Withdrawal) -> RunError {
        RunError(
            .unusableRun, "\(mark.run) was \(mark.words)", advice: "A new revision takes its place: \(.nextRevision)")
    }

    package static func beingForgotten(_ run: RunID) -> RunError {
        RunError(
            .unusableRun, "\(run) is being forgotten, and the command that does it was interrupted.",
            advice: "End it: \(.forget(run: run.description))")
    }

    /// The folder of a published run isn't there.
    ///
    /// - Parameter place: where another machine or workspace published it; `nil` where it was published here.
    package static func lostFolder(of run: RunID, _ folder: String, place: String?) -> RunError {
        let folder = singleLine(folder, limit: 4_000)
        if let place {
            return RunError(
                .unusableRun,
                "\(run) is published at \(singleLine(place, limit: 4_000)), and its folder isn't in this workspace.",
                advice: "Do it there, or copy the folder to \(folder) first.")
        }
        return RunError(
            .unusableRun, "\(run) is published, but its folder \(folder) is missing.",
            advice:
                "Put it back from a copy that \(.verifyFolder) proves, or drop the run: \(.forget(run: run.description))"
        )
    }
}

extension Workspace {
    /// - Throws: `RunError.unusableRun` where the folder of a published run is missing, or in another workspace.
    package func requireFolder(of run: RunID, _ journal: any WorkspaceJournal) async throws {
        let found = try RunMarks.folder(of: run, bag: try await journal.bag(of: run), in: self)
        guard found != .present else { return }
        let place = try await journal.otherPlace(of: run, than: self)
        // What changed is told by whoever verifies it.
        guard found == .missing || place != nil else { return }
        throw RunError.lostFolder(of: run, folder(of: run), place: place)
    }
}
