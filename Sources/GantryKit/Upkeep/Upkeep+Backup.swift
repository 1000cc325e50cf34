internal import GantryEngine
internal import GantryFiles
internal import GantryJSON
public import GantryModel
internal import GantryRuns

extension Upkeep {
    /// Writes a whole workspace into one file that only its owner can read. Runs may be active: the journal is copied
    /// as it is at one instant, and the folders of published runs are those that it knows.
    ///
    /// Sessions (`tokens`) and caches aren't in it. Killed at any instant, there is no file of the name, and
    /// the same call makes it.
    ///
    /// - Parameters:
    ///   - path: a file that doesn't exist, outside the workspace.
    ///   - command: what another process that signs at the moment is shown; contains no secrets.
    /// - Throws: `RunError.unusableRun` where the file exists, or there is no journal; `FileError.heldByAnother` while
    ///   somebody signs, or removes runs.
    public static func backUp(
        _ workspace: Workspace, to path: String, command: String = ""
    ) async throws -> BackupReport {
        try requireFile(workspace)
        guard try workspace.hasJournal() else {
            throw RunError(
                .unusableRun, "\(singleLine(workspace.path, limit: 4_000)) has no journal, so it is no workspace.")
        }
        try requireFree(path, workspace)
        let lock = try lock(workspace, command)
        let pipelines = try Gantry.signedPipelines(in: workspace)
        let report = try await whileLocked(pipelines[...], in: workspace, command: command) {
            try await write(workspace, to: path)
        }
        try Folders.remove(snapshotFolder, under: workspace.path)
        try lock.release()
        return report
    }

    static let snapshotFolder = ".backing-up"

    private static func requireFree(_ path: String, _ workspace: Workspace) throws {
        guard try !ReadFile.exists(path) else {
            throw RunError(
                .unusableRun, "\(singleLine(path, limit: 4_000)) already exists and was not changed.",
                advice: "Name another file.")
        }
        let parent = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let place = try Folders.resolved(parent) + "/"
        guard !place.hasPrefix(try Folders.resolved(workspace.path) + "/") else {
            throw RunError(
                .unusableRun, "\(singleLine(path, limit: 4_000)) is inside the workspace that it would be a copy of.",
                advice: "Name a file elsewhere, best on another disk.")
        }
    }

    /// Keeps everybody from signing while the books are copied with the journal.
    private static func whileLocked<T>(
        _ pipelines: ArraySlice<String>, in workspace: Workspace, command: String, _ body: () async throws -> T
    ) async throws -> T {
        guard let pipeline = pipelines.first else { return try await body() }
        let run = RunID(pipeline: pipeline, period: "2026", revision: 1)
        let lock = try SignOffPlace(run: run, workspace: workspace).lock(command)
        let result = try await whileLocked(pipelines.dropFirst(), in: workspace, command: command, body)
        try lock.release()
        return result
    }

    private static func write(_ workspace: Workspace, to path: String) async throws -> BackupReport {
        let live = try workspace.journalFile()
        try Folders.remove(snapshotFolder, under: workspace.path)
        try Folders.makePrivate(snapshotFolder, under: workspace.path)
        let time = Instant(secondsSince1970: Instant.now.nanosecondsSince1970 / 1_000_000_000)
        try await live.backUp(to: "\(workspace.path)/\(snapshotFolder)/copy.sqlite")
        let snapshot = try Workspace.journal(copying: "\(workspace.path)/\(snapshotFolder)/copy.sqlite")
        let runs = try await snapshot.heads(.all).runs
        let active = runs.filter {
            $0.phase != .complete && RunDirectories(id: $0.id, workspace: workspace).isLocked
        }.map(\.id)
        let hasSent = runs.contains(where: \.isOfSheet)
        let writer = try BackupWriter(path, time: time)
        try writer.add(
            BackupFile.head,
            Array(
                JSONTree.object([
                    "format": .string(BackupFile.format), "version": .string(Gantry.version),
                    "time": .string(time.description), "active": .array(active.map { .string($0.description) }),
                    "hasSent": .bool(hasSent),
                ]).pretty.utf8))
        try writer.add("\(snapshotFolder)/copy.sqlite", under: workspace.path, as: "journal.sqlite")
        var leftOut: [String] = []
        for name in try Folders.names(under: workspace.path) where !isOwn(name) {
            try add(name, in: workspace, leftOut: &leftOut) { try writer.add($0, under: workspace.path) }
        }
        for run in runs where run.phase != .complete && !active.contains(run.id) {
            let parts = workspace.parts(of: run.id)
            guard RunDirectories.isFolder("\(workspace.path)/\(parts)") else { continue }
            try add(parts, in: workspace, leftOut: &leftOut) { try writer.add($0, under: workspace.path) }
        }
        let left = try await unpublished(runs, live: live)
        if RunDirectories.isFolder("\(workspace.path)/exports") {
            try add("exports", in: workspace, leftOut: &leftOut) { file in
                guard !left.contains(where: { file.hasPrefix("exports/\($0)/") }) else { return }
                try writer.add(file, under: workspace.path)
            }
        }
        let marks = try await RunMarks(snapshot, workspace)
        _ = try writer.finish(as: path)
        var report = BackupReport(
            file: path, time: time, files: writer.files, bytes: writer.bytes, active: active.map(\.description),
            leftOut: leftOut, hasSent: hasSent)
        report.damaged = runs.compactMap { run in
            switch marks.folder(of: run) {
            case .missing: "\(run.id): its folder is missing"
            case .changed: "\(run.id): its folder isn't what was published"
            case .present, .elsewhere, nil: nil
            }
        }
        return report
    }

    /// Runs that were published since the snapshot; the next backup has them.
    private static func unpublished(_ runs: [RunHead], live: any WorkspaceJournal) async throws -> [RunID] {
        let sealed = Set(runs.filter { $0.phase == .complete || $0.phase == .publish }.map(\.id))
        return try await live.heads(.all).runs.map(\.id).filter { !sealed.contains($0) }
    }

    /// What has a place of its own in a backup, or none.
    private static func isOwn(_ name: String) -> Bool {
        ["tokens", "cache", "looks", "progress", "deliveries", "parts", "exports", snapshotFolder, lockName].contains(
            name)
            || name.hasPrefix("journal.sqlite") || name.hasPrefix(".gantry-write-check-") || name == ".adopting"
    }

    /// Every file at or below a path; locks aside. Links are left out.
    private static func add(
        _ path: String, in workspace: Workspace, leftOut: inout [String], _ body: (String) throws -> Void
    ) throws {
        guard try !Removal.isFile("\(workspace.path)/\(path)") else { return try body(path) }
        for entry in try Folders.list("\(workspace.path)/\(path)") where entry.kind != .folder {
            let name = "\(path)/\(entry.path)"
            if entry.kind != .file {
                leftOut.append(name)
            } else if !entry.path.hasSuffix(".lock"), !entry.path.hasSuffix("/lock"), entry.path != "lock" {
                try body(name)
            }
        }
    }
}
