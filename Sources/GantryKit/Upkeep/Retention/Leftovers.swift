internal import GantryEngine
internal import GantryFiles
internal import GantryModel
internal import GantryRuns

/// What lies in a workspace and belongs to no run: parts, folders of looks, and caches.
struct Leftovers {
    private let workspace: Workspace
    private let journal: any WorkspaceJournal
    /// Runs that need their parts.
    private let unfinished: Set<RunID>

    /// - Parameter runs: every run that can be read.
    init(besides runs: [RunHead], _ journal: any WorkspaceJournal, _ workspace: Workspace) async throws {
        self.workspace = workspace
        self.journal = journal
        // What a run has whose entry is damaged may be all that is left of it.
        let damaged = try await journal.damagedRuns().compactMap(\.id)
        unfinished = Set(runs.filter { $0.phase != .complete }.map(\.id) + damaged)
    }

    /// All of it that no process uses, but for the parts of runs that go anyway.
    func items(besides removed: [PruneReport.Item]) async throws -> [PruneReport.Item] {
        let known = Set(removed.map(\.name))
        var parts: [String] = []
        for path in try folders("parts", depth: 3) {
            guard let id = RunID(String(path.dropFirst("parts/".count))), !known.contains(id.description),
                !unfinished.contains(id), try await !RunDirectories(id: id, workspace: workspace).isHeld(journal)
            else { continue }
            parts.append(path)
        }
        let looks = try folders("looks", depth: 2).filter(isFree)
        return try parts.map { try item(.leftover, $0, because: "no run needs it") }
            + looks.map { try item(.leftover, $0, because: "no process uses it") }
            + folders("cache", depth: 0).map { try item(.cache, $0, because: "made again when needed") }
    }

    private func item(_ kind: PruneReport.Item.Kind, _ path: String, because: String) throws -> PruneReport.Item {
        try PruneReport.Item(kind, path, at: [path], because: because, in: workspace)
    }

    /// Whether no process looks at a signed period again.
    private func isFree(_ path: String) throws -> Bool {
        guard let slash = path.lastIndex(of: "/") else { return false }
        do throws(FileError) {
            try RunLock.acquire(
                in: "\(workspace.path)/\(path[..<slash])", name: "\(path[slash...].dropFirst()).lock", command: "",
                now: .now
            ).release()
            return true
        } catch {
            guard error.code == .heldByAnother else { throw error }
            return false
        }
    }

    /// The folders so many levels below one of the workspace, with its name; none if it isn't there.
    private func folders(_ name: String, depth: Int) throws -> [String] {
        let root = "\(workspace.path)/\(name)"
        guard RunDirectories.isFolder(root) else { return [] }
        guard depth > 0 else { return try Folders.names(under: root).isEmpty ? [] : [name] }
        return try Folders.list(root).filter {
            $0.kind == .folder && $0.path.count(where: { $0 == "/" }) == depth - 1
        }.map { "\(name)/\($0.path)" }
    }
}
