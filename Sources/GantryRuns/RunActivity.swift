public import GantryEngine
public import GantryFiles
package import GantryModel

/// Where a run is between its start and its end, as lists of runs show it.
public enum RunState: String, Sendable, CaseIterable {
    /// Its folder is there, and nothing changes any more.
    case published
    /// A process works on it.
    case running
    /// It stopped before its end, and nobody works on it.
    case unfinished
    /// Its entry in the journal can't be used.
    case damaged
}

extension RunHead {
    /// - Parameter holder: who works on the run; `nil` when nobody does.
    public func state(heldBy holder: LockHolder?) -> RunState {
        phase == .complete ? .published : holder == nil ? .unfinished : .running
    }
}

extension Workspace {
    /// Who works on each of the runs; those that nobody works on are left out.
    package func holders(
        of runs: [RunHead], _ journal: any WorkspaceJournal
    ) async throws -> [RunID: LockHolder] {
        var holders: [RunID: LockHolder] = [:]
        for run in runs where run.phase != .complete {
            holders[run.id] = try RunDirectories(id: run.id, workspace: self).holder
        }
        let others = runs.filter { $0.phase != .complete && holders[$0.id] == nil }
        let held = try await journal.holders(of: others.map { "run \($0.id)" })
        for run in others {
            guard let holder = held["run \(run.id)"] else { continue }
            holders[run.id] = LockHolder(
                pid: holder.pid, host: holder.host, since: holder.since, command: holder.command)
        }
        return holders
    }
}
