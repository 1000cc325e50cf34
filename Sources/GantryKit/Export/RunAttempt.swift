internal import GantryEngine
internal import GantryFiles
internal import GantryJournal
internal import GantryModel

/// One attempt at a run, whatever it exports: finds out where the run stands, takes its lock, and leaves the journal
/// and the folders as they must be, however the attempt ends.
struct RunAttempt: Sendable {
    let target: RunTarget
    let place: RunPlace
    let journal: SQLiteJournal
    /// What another process is told when it wants the same run; no secrets.
    let command: String
    let observe: @Sendable (ExportEvent) -> Void

    var id: RunID { target.id }

    /// Brings the run to its published export folder, unless it is there already.
    ///
    /// - Parameters:
    ///   - isDone: throws where the published run isn't what is asked for.
    ///   - work: does whatever is left to do and publishes; gets the run as the journal has it, `nil` for a new one.
    func run(
        isDone: (RunRecord) throws -> Void = { _ in }, _ work: (RunRecord?) async throws -> Void
    ) async throws -> ExportResult {
        var record = target.record
        if record == nil, RunPlace.isFolder(place.export) {
            // Another process may have published it since the journal was read.
            record = try await journal.run(id)
            guard record != nil else {
                throw RunError(
                    .journalLost, "\(place.export) exists already, and the journal of this workspace doesn't know it.",
                    advice: "Restore the journal that belongs to it, or move the folder away.")
            }
        }
        if let record, record.phase == .complete {
            // Killed after the last commit, a run is published but not tidied up.
            if record.finishedAt == nil { try await journal.complete(id, at: now()) }
            try tidy()
            try isDone(record)
            return try await published(wasPublished: true)
        }
        let lock = try place.lock(command: command)
        do {
            // Another process may have finished the run between the look and the lock.
            record = try await journal.run(id) ?? record
            if let record, record.phase == .complete {
                try place.clean()
                keep(lock)
                try isDone(record)
                return try await published(wasPublished: true)
            }
            try await work(record)
            let result = try await published(wasPublished: false)
            try? lock.release()
            return result
        } catch {
            // A command that doesn't fit the run says nothing about why the run stopped.
            if (error as? RunError)?.code != .identityChanged {
                let text = (error as? any ExplainedError)?.explanation ?? String(describing: error)
                try? await journal.noteError(
                    singleLine(text.split(whereSeparator: \.isNewline).joined(separator: " ")), for: id)
            }
            throw error
        }
    }

    /// - Throws: `RunError.identityChanged` when the run was begun with something else.
    func requireSame(_ record: RunRecord, as identity: String) throws {
        try RunAttempt.requireSame(id, record, as: identity)
    }

    static func requireSame(_ id: RunID, _ record: RunRecord, as identity: String) throws {
        // An account that wasn't known when the run was started is no difference.
        let differences = PipelineFile.differences(old: record.identity, new: identity).filter {
            !$0.hasPrefix("account: nothing → ")
        }
        // Two digests tell a person nothing.
        if differences.contains(where: { $0.hasPrefix("sheet: ") }) {
            throw RunError(
                .identityChanged,
                "The sheet was changed since \(id) began, or is another one of the same name, and that run has not ended.",
                advice:
                    "Put the old sheet back to go on with it. Or run with --start-over: the run then goes by this sheet, and what was "
                    + "sent already is known and not sent again; rows that are only in the old sheet are not sent.")
        }
        guard differences.isEmpty else {
            throw RunError(
                .identityChanged,
                "\(id) was begun with another pipeline file, parameters or source, and can't be continued with these:",
                details: differences,
                advice: "Put back what changed to go on, or run with --start-over to begin this revision again.")
        }
    }

    /// - Throws: `RunError.settingsChanged` when the run was published with other settings.
    func requireSameSettings(_ published: RunRecord, as identity: String) throws {
        let differences = PipelineFile.differences(old: published.identity, new: identity).filter { line in
            let key = line.prefix { $0 != ":" }
            // No byte depends on the page size, and a check that the run doesn't know is one that came with a later
            // version.
            return !["source", "account", "since", "rewrites"].contains(key) && !key.hasSuffix(".page-size")
                && !(key.hasPrefix("checks.") && line.hasPrefix("\(key): nothing → "))
        }
        guard !differences.isEmpty else { return }
        throw RunError(
            .settingsChanged,
            "\(id) is published, and was made with other settings:", details: differences,
            advice:
                "Nothing was changed. Add --revision next to publish a revision with these settings that corrects r\(id.revision)."
        )
    }

    /// The time that the files of the run name: the one that it began with, or the one asked for, or now in whole
    /// seconds.
    func snapshot(_ record: RunRecord?, _ wanted: Instant?) -> Instant {
        record?.snapshot ?? wanted ?? Instant(secondsSince1970: now().nanosecondsSince1970 / 1_000_000_000)
    }

    /// Goes on with a run that was killed while it published: only the rename and the journal are left to do.
    func finish(isOfSheet: Bool = false) async throws {
        observe(.begins(id, continues: true, isOfSheet: isOfSheet))
        if let bag = try await journal.lastCheckpoint(of: id)?.bag {
            // Time has passed since the bag was sealed, so it is proven again before it gets its name.
            try place.requireIntactBag()
            try place.publish(expecting: bag)
        }
        try await journal.complete(id, at: now())
        try place.clean()
    }

    private func tidy() throws {
        guard place.hasParts else { return try place.removeEmptyFolders() }
        guard let lock = place.lockIfFree(command: command) else { return }
        try place.clean()
        keep(lock)
    }

    /// Keeps a lock alive up to the call.
    private func keep(_ lock: borrowing RunLock) {}

    private func published(wasPublished: Bool) async throws -> ExportResult {
        let (totals, files) = try await Gantry.overview(id, journal)
        return ExportResult(
            id: id, folder: place.export, source: try await journal.run(id)?.source, totals: totals ?? ExportTotals(),
            files: files,
            wasPublished: wasPublished)
    }
}
