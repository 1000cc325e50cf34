internal import GantryEngine
internal import GantryFiles
internal import GantryModel
internal import GantryPayroll
internal import GantryRuns

/// The decisions about one period of a pipeline, on disk: `decisions/PIPELINE/PERIOD.jsonl` in the workspace.
struct DecisionFile {
    private let place: SignOffPlace

    init(_ workspace: Workspace, _ run: RunID) { place = SignOffPlace(run: run, workspace: workspace) }

    /// For messages.
    var path: String { place.decisions }

    /// None where there is no file.
    func read() throws -> Decisions {
        try Decisions(document: ReadFile.ifExists(path) ?? [], path: path)
    }

    /// Adds decisions, all of them or none: the file is replaced as a whole. What is there already is added once.
    /// - Returns: the decisions that weren't there yet.
    @discardableResult
    func add(_ decisions: [Decision], command: String) throws -> [Decision] {
        let folder = place.decisionsFolder
        try Folders.makePrivate(folder, under: place.workspace.path)
        let lock = try RunLock.acquire(
            in: "\(place.workspace.path)/\(folder)", name: place.workspace.lockName(place.decisionsName),
            command: command,
            now: Instant.now)
        let known = try read()
        var made: Set<String> = []
        // Several findings of an entry ask for one hold of it.
        let new = decisions.filter { $0.isNews(to: known) && made.insert($0.id).inserted }
        if !new.isEmpty {
            try Publishing.writeDurably(Decisions(known.all + new).document.span, to: path)
        }
        try lock.release()
        return new
    }
}

extension Decision {
    /// Whether it says something else than the newest decision of its id, or of its person where several waive: the
    /// same command twice is one decision.
    fileprivate func isNews(to known: Decisions) -> Bool {
        if verb == .waive, known.waivers(of: id).contains(where: { $0.by == by && $0.because == because }) {
            return false
        }
        guard let newest = known.all.last(where: { $0.id == id }) else { return verb != .withdraw }
        return newest.verb != verb || newest.by != by || newest.because != because
    }
}
