internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
public import GantryModel
internal import GantryRuns

extension Upkeep {
    /// Makes a workspace of a backup. Every file is compared with its digest first, and every export with what the
    /// journal says that it published.
    ///
    /// The workspace gets its name when it is whole. Killed at any instant, there is none, and the same call makes it.
    ///
    /// - Parameters:
    ///   - workspace: a folder that doesn't exist.
    ///   - command: what another process that restores to the same folder is shown; contains no secrets.
    /// - Throws: `RunError.unusableRun` where the folder exists, `RunError.verificationFailed` for a damaged backup,
    ///   `FileError.heldByAnother` while another process restores there.
    public static func restore(
        _ path: String, to workspace: Workspace, command: String = ""
    ) async throws -> BackupReport {
        var target = workspace.path[...]
        while target.count > 1, target.hasSuffix("/") { target = target.dropLast() }
        let (parent, name) =
            target.lastIndex(of: "/").map {
                ($0 == target.startIndex ? "/" : String(target[..<$0]), String(target[target.index(after: $0)...]))
            } ?? (".", String(target))
        try requireFree(String(target))
        try workspace.requireLocal()
        var reader = try BackupReader(path)
        let head = try reader.readHead()
        try Folders.makePrivate(parent, orSticky: true)
        let draft = ".\(name).restoring"
        // Two at once would remove each other's files from the one draft.
        let lock = try RunLock.acquire(in: parent, name: "\(draft).lock", command: command, now: .now)
        let folder = "\(parent)/\(draft)"
        let damaged: [String]
        let perhapsPaid: [RunID]
        do {
            // Another process may have just restored it.
            try requireFree(String(target))
            try Folders.remove(draft, under: parent)
            try Folders.makePrivate(folder)
            try reader.extract(to: folder)
            let copy = Workspace(path: folder)
            guard try ReadFile.exists(copy.journalPath) else {
                throw RunError(
                    .verificationFailed, "\(quoted(path)) holds no journal, so it is no backup of a workspace.",
                    advice: "Take another backup.")
            }
            damaged = try await damage(in: copy)
            try await forgetOpenDeliveries(in: copy)
            perhapsPaid = try await doubtPay(in: copy)
            try await RestoredMark(time: .now, of: .backup(time(of: head))).note(in: copy, copy.journalFile())
            _ = try Publishing.publish(folder: folder, to: String(target))
        } catch {
            // What is restored of a broken backup is of no use, and holds personal data.
            try? Folders.remove(draft, under: parent)
            try? lock.release()
            throw error
        }
        try lock.release()
        var report = BackupReport(
            file: path, time: time(of: head), files: reader.files,
            bytes: reader.bytes, active: (head["active"]?.list ?? []).compactMap(\.text), leftOut: [],
            hasSent: head["hasSent"] == .bool(true))
        report.damaged = damaged
        report.perhapsPaid = perhapsPaid
        return report
    }

    /// Pay that wasn't delivered yet may have been since the backup: only a person can know, so nothing is made up
    /// unasked. A file of datasets that a place has is found there.
    private static func forgetOpenDeliveries(in workspace: Workspace) async throws {
        let journal = try workspace.journalFile()
        let pay = try await journal.heads(.all).runs.filter(\.paysPeople).map(\.id)
        for (run, open) in try await journal.documents(named: OpenDelivery.documentName, of: pay) where !open.isEmpty {
            let past = try await journal.document(named: OpenDelivery.pastName, of: run) ?? ""
            try await journal.keep(past + open, named: OpenDelivery.pastName, for: run)
            try await journal.keep("", named: OpenDelivery.documentName, for: run)
        }
    }

    private static func time(of head: JSONTree) -> Instant { head["time"]?.text.flatMap { Instant($0) } ?? .now }

    /// Marks payroll that isn't known as delivered, nor is a later revision: it may have been since the backup, and must
    /// not be paid twice. What somebody said of another restored workspace doesn't count in this one.
    private static func doubtPay(in workspace: Workspace) async throws -> [RunID] {
        let journal = try workspace.journalFile()
        var lookup = try await PaidLookup(in: workspace, journal)
        let withdrawn = try await RunMarks(journal).withdrawn
        var doubtful: [RunID] = []
        var known: Set<String> = []
        let runs = try await journal.heads(.all).runs.filter {
            $0.phase == .complete && $0.paysPeople && withdrawn[$0.id] == nil
        }
        for run in runs.map(\.id).sorted(by: { $0.revision > $1.revision })
        where !known.contains("\(run.pipeline)/\(run.period)") {
            // A damaged book says nothing certain.
            if let paid = try? await lookup.paid(run), paid.isKnown {
                known.insert("\(run.pipeline)/\(run.period)")
            } else {
                try await journal.keep(PastDelivery.unknown, of: run)
                doubtful.append(run)
            }
        }
        return doubtful.sorted { ($0.pipeline, $0.period, $0.revision) < ($1.pipeline, $1.period, $1.revision) }
    }

    private static func requireFree(_ target: String) throws {
        guard !RunDirectories.isFolder(target) else {
            throw RunError(
                .unusableRun, "\(singleLine(target, limit: 4_000)) already exists and was not changed.",
                advice: "Name a folder that doesn't exist: \(.otherWorkspace)")
        }
    }

    /// Published runs whose folder isn't what the journal says.
    private static func damage(in workspace: Workspace) async throws -> [String] {
        let journal = try workspace.journalFile()
        var found: [String] = []
        for run in try await journal.heads(.all).runs where run.phase == .complete {
            let folder = workspace.folder(of: run.id)
            guard RunDirectories.isFolder(folder) else {
                found.append("\(run.id): its folder is missing")
                continue
            }
            if let finding = try BagReader(folder: folder).verify().findings.first {
                found.append("\(run.id): \(finding.explanation)")
            } else if try await RunMarks.folder(of: run.id, bag: journal.bag(of: run.id), in: workspace) != .present {
                found.append("\(run.id): it isn't what was published")
            }
        }
        return found
    }
}
