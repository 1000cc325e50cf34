internal import FoundationEssentials
public import GantryEngine
public import GantryFiles
internal import GantryJSON
public import GantryModel

/// Where processes publish how far they are: a small file for each run, beside the runs' own folders, since those are
/// removed as soon as a run is published. Nothing depends on it: what can't be written or read is left out.
public struct ProgressFolder: Sendable {
    private let workspace: Workspace

    /// The folder of a workspace.
    public init(_ workspace: Workspace) { self.workspace = workspace }

    /// Replaces what is published of the run, in one rename.
    public func write(_ progress: RunProgress) {
        guard (try? Folders.makePrivate("progress", under: workspace.path)) != nil else { return }
        try? Data(progress.tree.line.utf8).write(to: URL(filePath: path(progress.run)), options: .atomic)
    }

    /// What the processes that work on runs have published of them.
    public func read(_ holders: [RunID: LockHolder]) -> [RunID: RunProgress] {
        var progress: [RunID: RunProgress] = [:]
        for (run, holder) in holders { progress[run] = read(run, by: holder.pid) }
        return progress
    }

    /// What a process has published of the run; `nil` where it has not.
    public func read(_ run: RunID, by pid: Int?) -> RunProgress? {
        guard let data = try? Data(contentsOf: URL(filePath: path(run))), data.count < 1 << 16,
            let progress = (try? JSONTree(Array(data))).flatMap(RunProgress.init)
        else { return nil }
        return progress.run == run && progress.pid == pid ? progress : nil
    }

    /// Removes what is published of the run.
    public func remove(_ run: RunID) { try? FileManager.default.removeItem(atPath: path(run)) }

    /// Neither pipelines nor periods have a plus sign.
    private func path(_ run: RunID) -> String {
        "\(workspace.path)/progress/\(run.description.replacing("/", with: "+")).json"
    }
}
