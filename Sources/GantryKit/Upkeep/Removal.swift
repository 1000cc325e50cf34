internal import GantryEngine
internal import GantryFiles
internal import GantryModel
internal import GantryRuns

/// The removal of one run: its folders first, then its rows. The journal knows from the start that it is being
/// forgotten, so that no run without its folder is told as present.
struct Removal {
    let journal: any WorkspaceJournal
    let workspace: Workspace
    let command: String

    /// What of a run lies in the workspace, relative to it.
    static func paths(of run: RunID) -> [String] {
        [
            "exports/\(run)", "exports/\(run).signed", "exports/\(run)\(Withdrawal.suffix)", BagZipPlace.path(of: run),
            "parts/\(run)",
        ]
    }

    /// The bytes of files below paths of the workspace; nothing for those that aren't there.
    static func bytes(_ paths: [String], in workspace: Workspace) throws -> Int64 {
        var sum: Int64 = 0
        for path in paths.map({ "\(workspace.path)/\($0)" }) {
            if RunDirectories.isFolder(path), !(try isFile(path)) {
                for entry in try Folders.list(path) { sum += Int64(entry.size) }
            } else if try isFile(path) {
                sum += Int64(try ReadFile.open(path).size)
            }
        }
        return sum
    }

    /// Whether a path is a file; what is there must be a file or a folder.
    @inline(never)
    static func isFile(_ path: String) throws -> Bool {
        do throws(FileError) {
            return try ReadFile.exists(path)
        } catch {
            guard error.code == .wrongKind else { throw error }
            return false
        }
    }

    /// Removes a run.
    ///
    /// - Parameters:
    ///   - reason: why, as the journal keeps it; empty where nobody said.
    ///   - isAllowed: asked once more when nobody else can change anything.
    /// - Returns: false where it isn't allowed any more.
    /// - Throws: `FileError.heldByAnother` when a process works on the run, or delivers it.
    func remove(
        _ run: RunRecord, because reason: String, isAllowed: @escaping @Sendable () async throws -> Bool
    ) async throws -> Bool {
        var place = RunDirectories(id: run.id, workspace: workspace, command: command)
        place.journal = journal
        let book = try SignOffPlace(run: run.id, workspace: workspace).lockIfUsed(command)
        let delivery = try place.lockDelivery()
        let rights = [place.right("sign", ofPipeline: true), place.right("deliver")]
        let isDone = try await journal.whileHolding(rights) { [place] in
            try await place.whileLocked { try await remove(run, in: place, because: reason, isAllowed) }
        }
        try delivery.release()
        try book?.release()
        try tidy(run.id)
        return isDone
    }

    private func remove(
        _ run: RunRecord, in place: RunDirectories, because reason: String,
        _ isAllowed: @Sendable () async throws -> Bool
    ) async throws -> Bool {
        let isBegun = try await journal.document(named: RunMarks.forgettingName, of: run.id) != nil
        guard try await journal.run(run.id) != nil else { return false }
        if !isBegun {
            guard try await isAllowed() else { return false }
            try requireRemovable(run.id)
            try await journal.keep("forgetting", named: RunMarks.forgettingName, for: run.id)
        }
        for path in Removal.paths(of: run.id).dropLast() { try Folders.remove(path, under: workspace.path) }
        try removeSignOffFiles(run.id)
        try place.remove(
            Folders.names(of: workspace.parts(of: run.id), under: workspace.path).filter { $0 != place.lockName })
        try await journal.forget(run.id, at: .now, because: reason, wasPublished: run.phase == .complete)
        return true
    }

    /// Removes parts of which the journal knows no run.
    /// - Returns: false where it knows one now, or a process is about to enter it.
    func removeParts(of run: RunID) async throws -> Bool {
        var place = RunDirectories(id: run, workspace: workspace, command: command)
        place.journal = journal
        do {
            return try await place.whileLocked { [place] in
                if let known = try await journal.run(run), known.phase != .complete { return false }
                try place.remove(
                    Folders.names(of: workspace.parts(of: run), under: workspace.path).filter { $0 != place.lockName })
                return true
            }
        } catch let error as FileError where error.code == .heldByAnother {
            return false
        } catch let error as JournalError where error.code == .heldByAnother {
            return false
        }
    }

    /// A mark can't be taken back, so what stands in the way of the removal is found before: a link among the folders,
    /// say.
    private func requireRemovable(_ run: RunID) throws {
        for path in Removal.paths(of: run) + [signOff(run) + "/"] {
            guard let slash = path.lastIndex(of: "/") else { continue }
            do throws(FileError) {
                _ = try Folders.names(of: String(path[..<slash]), under: workspace.path)
            } catch {
                guard error.code == .missing else { throw error }
            }
        }
    }

    /// Removes the folders that nothing uses any more.
    func tidy(_ run: RunID) throws {
        let place = RunDirectories(id: run, workspace: workspace, command: command)
        if place.hasParts {
            // Taking the lock and giving it back removes one that a killed process left.
            do throws(FileError) {
                try RunLock.acquire(in: place.parts, command: command, now: Instant.now).release()
            } catch {
                return
            }
        }
        try Folders.removeEmpty("parts/\(run)", under: workspace.path)
        // Without `exports`, nobody knows whether a disk isn't mounted or there is nothing to keep.
        try Folders.removeEmpty("exports/\(run.pipeline)/\(run.period)", under: workspace.path, keepsFirst: true)
        try Folders.removeEmpty(signOff(run), under: workspace.path)
        try Folders.removeEmpty("deliveries", under: workspace.path)
    }

    private func signOff(_ run: RunID) -> String { "signoff/\(run.pipeline)/\(run.period)" }

    /// The statement, signatures and receipts of the run. The book stays: it says what was paid.
    func removeSignOffFiles(_ run: RunID) throws {
        let folder = signOff(run)
        guard RunDirectories.isFolder("\(workspace.path)/\(folder)") else { return }
        for name in try Folders.names(of: folder, under: workspace.path) where name.hasPrefix("r\(run.revision).") {
            try Folders.remove("\(folder)/\(name)", under: workspace.path)
        }
    }
}
