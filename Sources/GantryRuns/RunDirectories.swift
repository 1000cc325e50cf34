package import GantryEngine
package import GantryFiles
internal import GantryFormats
package import GantryModel

/// The folders of a run: parts while it works, the bag that grows among them, the export folder it becomes.
package struct RunDirectories: Sendable {
    package let id: RunID
    package let workspace: Workspace
    /// What another process that wants the same run is shown; contains no secrets.
    package var command = ""
    /// The journal, whose lease is held with the lock; `nil` where the lock is enough.
    package var journal: (any WorkspaceJournal)?

    /// The journal's document with the command that a run was started with.
    package static let commandName = "command"

    package init(id: RunID, workspace: Workspace, command: String = "") {
        self.id = id
        self.workspace = workspace
        self.command = command
    }

    package var parts: String { "\(workspace.path)/\(workspace.parts(of: id))" }
    package var bag: String { "\(parts)/bag" }
    package var data: String { "\(bag)/data" }
    package var export: String { workspace.folder(of: id) }

    /// Makes the folders of a run under way.
    package func create() throws {
        try Folders.makePrivate("\(workspace.parts(of: id))/bag/data", under: workspace.path)
    }

    /// Makes the parent of the export folder.
    package func createExportParent() throws {
        try Folders.makePrivate("exports/\(id.pipeline)/\(id.period)", under: workspace.path)
    }

    /// Writes a small file of the bag durably and gives its mark.
    package func write(_ name: String, _ text: String) throws -> FileCheckpoint { try write(name, Array(text.utf8)) }

    package func write(_ name: String, _ bytes: [UInt8]) throws -> FileCheckpoint {
        try Publishing.writeDurably(bytes.span, to: "\(data)/\(name)")
        return FileCheckpoint(
            name: name, length: Int64(bytes.count), sha256: ContentHasher.digest(of: bytes.span).description)
    }

    /// Copies a finished part that is kept outside the bag into it.
    package func copyIntoBag(_ name: String) throws {
        let bytes = try RunDirectories.contents("\(parts)/\(name)")
        try Publishing.writeDurably(bytes.span, to: "\(data)/\(name)")
    }

    /// The bytes of a file that fits in memory.
    package static func contents(_ path: String) throws -> [UInt8] {
        let file = try ReadFile.open(path)
        var bytes: [UInt8] = []
        while try file.read(appendingTo: &bytes) > 0 {}
        return bytes
    }

    /// Copies a file of any size and makes the copy durable.
    package static func copy(_ from: String, to path: String) throws {
        let file = try ReadFile.open(from)
        let part = try PartFile.create(path, replacingLeftover: true)
        var piece: [UInt8] = []
        while try file.read(appendingTo: &piece) > 0 {
            try part.append(piece.span)
            piece.removeAll(keepingCapacity: true)
        }
        try part.sync()
        try part.close()
    }

    package func tagManifestDigest(in folder: String) throws -> String {
        try ReadFile.contents(of: BagTag.tagManifest, under: folder).digest.description
    }

    /// Whether a living process works on the run. A lock that can't be looked at counts as held.
    package var isLocked: Bool {
        do { return try holder != nil } catch { return true }
    }

    /// Who works on the run; `nil` when nobody does.
    package var holder: LockHolder? { get throws { try RunLock.holder(in: parts, name: lockName) } }

    /// Whether anything of the run is left among the parts.
    package var hasParts: Bool { RunDirectories.isFolder(parts) }

    @inline(never)
    package static func isFolder(_ path: String) -> Bool {
        do throws(FileError) {
            _ = try Folders.list(path, limit: 1_000)
            return true
        } catch {
            return error.code != .missing
        }
    }

    /// Reads the whole bag back, whether it is still among the parts or already renamed.
    package func requireIntactBag() throws {
        let folder = RunDirectories.isFolder(bag) ? bag : export
        guard let finding = try BagReader(folder: folder).verify().findings.first else { return }
        throw RunError(
            .verificationFailed,
            "The sealed bag doesn't match manifest-sha256.txt and tagmanifest-sha256.txt, or these files are damaged: "
                + "\(finding.path): \(finding.explanation)",
            advice: folder == bag
                ? "Nothing is published. Run again with \(.startOver) to fetch the batch again."
                : "It was damaged after it was published. Move \(export) away and run again with \(.startOver).")
    }

    /// Renames the bag into place. A run that was killed after the rename finds it there, and the digest proves it is
    /// this one.
    package func publish(expecting digest: String) throws -> Bool {
        try createExportParent()
        let outcome = try Publishing.publish(folder: bag, to: export)
        let found = try tagManifestDigest(in: export)
        guard found == digest else {
            throw RunError(
                .verificationFailed, "\(export) is not the bag that this run sealed: its tag manifest differs.",
                advice: "Another program put a folder there. Move it away and run the same command again.")
        }
        return outcome == .published
    }

    /// Renames the bag back among the parts.
    package func unpublish() throws { _ = try Publishing.publish(folder: export, to: bag) }

    /// Removes what is left of the parts, and the folders above them that nothing else uses.
    package func clean() throws {
        do throws(FileError) { try Folders.remove(workspace.parts(of: id), under: workspace.path) } catch {
            // Another process took the lock as this one's file went. It finds the run published, and cleans up.
            guard error.code == .alreadyExists else { throw error }
        }
        try removeEmptyFolders()
    }

    /// Removes the folders above the parts that nothing else uses.
    package func removeEmptyFolders() throws {
        try Folders.removeEmpty("parts/\(id.pipeline)/\(id.period)", under: workspace.path)
    }

    /// Makes the folder of the parts and takes the lock in it.
    private func lock() throws(FileError) -> RunLock {
        // A process that has just ended removes the folder, or those above it that it leaves empty, perhaps in between.
        for _ in 0..<10 {
            do throws(FileError) {
                try Folders.makePrivate(workspace.parts(of: id), under: workspace.path)
                return try RunLock.acquire(in: parts, name: lockName, command: command, now: Instant.now)
            } catch {
                guard error.code == .missing else { throw error }
            }
        }
        try Folders.makePrivate(workspace.parts(of: id), under: workspace.path)
        return try RunLock.acquire(in: parts, name: lockName, command: command, now: Instant.now)
    }

    /// Keeps a lock alive up to the call.
    private func keep(_ lock: borrowing RunLock) {}
}

extension RunDirectories: RunFolders {
    package var isPublished: Bool { RunDirectories.isFolder(export) }

    package func whileLocked<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        let lock = try lock()
        do {
            let result =
                if let journal {
                    try await journal.whileHolding(right) {
                        try leaveFilesOfOthers()
                        return try await body()
                    }
                } else {
                    try await body()
                }
            try? lock.release()
            return result
        } catch let error as JournalError where error.code == .heldByAnother {
            // Nothing was begun here.
            try? lock.release()
            try? Folders.removeEmpty(workspace.parts(of: id), under: workspace.path)
            throw error
        } catch {
            keep(lock)
            throw error
        }
    }

    package func whileLockIsFree(_ body: () throws -> Void) throws {
        let lock: RunLock
        do throws(FileError) {
            lock = try RunLock.acquire(in: parts, name: lockName, command: command, now: Instant.now)
        } catch {
            return
        }
        try body()
        keep(lock)
    }

    package func remove(_ names: [String]) throws {
        for name in names { try Folders.remove("\(workspace.parts(of: id))/\(name)", under: workspace.path) }
    }
}
