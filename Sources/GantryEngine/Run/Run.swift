public import GantryModel

/// What one kind of run does; ``Run`` says when.
public protocol RunWork: Sendable {
    /// Everything that decides the result. A run resumes only with the identity it began with.
    ///
    /// - Parameter known: The run as the journal has it; `nil` for a new one.
    func identity(_ known: RunRecord?) async throws -> RunIdentity
    /// - Throws: `RunError` where a published run isn't what is asked for.
    func requireSame(published: RunRecord) async throws
    /// - Throws: `RunError.identityChanged` where an unfinished run was begun with something else.
    func requireSame(unfinished: RunRecord, as identity: RunIdentity) async throws
    /// Whether an unfinished run starts over: what it has done is forgotten.
    func startsOver(_ known: RunRecord, identity: RunIdentity) async throws -> Bool
    /// Files among the parts, besides the bag, that go when an unfinished run starts over.
    var leftovers: [String] { get }
    /// Called before the journal forgets an unfinished run that starts over.
    func forget() async throws
    /// Makes what a new run is based on, before it is entered in the journal.
    ///
    /// - Returns: Documents that the journal keeps with the run, by name.
    func prepare() async throws -> [String: String]
    /// Runs the stages, with whatever they need while they run.
    func run(_ stages: RunStages) async throws -> [StageResult]
    /// - Throws: `RunError` where something happened in the meantime that keeps the results from being published.
    func requirePublishable(_ run: RunRecord) async throws
    /// Writes what all stages add up to, and bags everything.
    func seal(_ results: [StageResult], _ run: RunRecord) async throws -> SealedRun
}

extension RunWork {
    /// By default nothing keeps the results from being published.
    public func requirePublishable(_: RunRecord) async throws {}
    /// By default a new run needs no preparation and keeps no documents.
    public func prepare() async throws -> [String: String] { [:] }
    /// By default there is nothing to remove besides what the journal forgets.
    public func forget() async throws {}
    /// By default only the bag is removed.
    public var leftovers: [String] { [] }
}

/// A complete bag, and what the journal keeps of it.
public struct SealedRun: Sendable {
    /// SHA-256 of the bag's tag manifest.
    public let bag: String
    /// Texts that the journal keeps with the run, by name.
    public let documents: [String: String]

    /// A sealed bag with the SHA-256 of its tag manifest in hexadecimal.
    public init(bag: String, documents: [String: String]) {
        self.bag = bag
        self.documents = documents
    }
}

/// The folders of a run: its parts, the bag that grows among them, and the export folder it becomes.
public protocol RunFolders: Sendable {
    /// The export folder, for messages.
    var export: String { get }
    /// Whether something has the name of the export folder.
    var isPublished: Bool { get }
    /// Whether anything of the run is left among the parts.
    var hasParts: Bool { get }
    /// Holds the run's lock while `body` runs.
    ///
    /// - Throws: Who has it, or what `body` throws.
    func whileLocked<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T
    /// Whether the run was begun where these folders aren't, so that only what the journal has of it is left.
    func isElsewhere() async throws -> Bool
    /// What the journal keeps of where the run is, by name.
    var documents: [String: String] { get throws }
    /// The same, but does nothing where another process has the lock.
    func whileLockIsFree(_ body: () throws -> Void) throws
    /// Makes the folders of a run under way.
    func create() throws
    /// Removes files and folders among the parts. Those that aren't there are not an error.
    func remove(_ names: [String]) throws
    /// Reads the whole bag back, wherever it is.
    func requireIntactBag() throws
    /// Renames the bag into place; does nothing when it already is.
    ///
    /// - Parameter bag: SHA-256 of the tag manifest that it must have.
    /// - Returns: Whether this call renamed it.
    func publish(expecting bag: String) throws -> Bool
    /// Renames the bag back among the parts.
    func unpublish() throws
    /// Removes what is left of the parts.
    func clean() throws
    /// Removes folders that nothing uses.
    func removeEmptyFolders() throws
}

extension RunFolders {
    /// By default nothing, since the journal lies beside the folders.
    public var documents: [String: String] { [:] }
}

/// One run, from start to end: look, lock, resume or begin, stages, seal, publish.
///
/// Killed at any instant, `execute` continues from what is committed, and the published bytes are the same.
public struct Run: Sendable {
    /// The run to execute; its key in the journal.
    public let id: RunID
    /// The revision that it corrects.
    let corrects: Int?
    /// The time that files of a new run name; `nil` takes the clock.
    let snapshot: Instant?
    let journal: any Journal
    let folders: any RunFolders
    let stop: StopRequest
    let now: @Sendable () -> Instant
    let observe: @Sendable (RunNews) -> Void

    /// - Parameters:
    ///   - corrects: The revision that it corrects; `nil` for a first one.
    ///   - snapshot: The time that files of a new run name; `nil` takes the clock, in whole seconds.
    ///   - observe: Called in order, from one task at a time; it must be quick.
    public init(
        id: RunID, corrects: Int?, snapshot: Instant?, journal: any Journal, folders: any RunFolders,
        stop: StopRequest, now: @escaping @Sendable () -> Instant, observe: @escaping @Sendable (RunNews) -> Void
    ) {
        self.id = id
        self.corrects = corrects
        self.snapshot = snapshot
        self.journal = journal
        self.folders = folders
        self.stop = stop
        self.now = now
        self.observe = observe
    }

    /// Brings the run to its published export folder.
    ///
    /// - Returns: Whether it was published before and nothing was done.
    /// - Throws: What keeps it from being published. Everything committed before stays.
    public func execute(_ work: some RunWork) async throws -> Bool {
        let known = try await journal.run(id)
        if known == nil, folders.isPublished {
            throw RunError(
                .journalLost, "\(folders.export) already exists, but this workspace's journal doesn't know it.",
                advice: journal is any JournalFile
                    ? "Restore the journal that belongs to the folder, enter the folder into this one (\(.adopt(folder: folders.export))), or move it away."
                    : "Restore the journal that belongs to the folder. Or move the folder away and run the period again; if it was delivered, say of the new run that it was, with \(.wasTaken)."
            )
        }
        if let record = known, record.phase == .complete {
            // Killed after the last commit, a run is published but not tidied up.
            if record.finishedAt == nil { try await journal.complete(id, at: now()) }
            if folders.hasParts {
                try folders.whileLockIsFree { try folders.clean() }
            } else {
                try folders.removeEmptyFolders()
            }
            try await work.requireSame(published: record)
            return true
        }
        return try await folders.whileLocked {
            // Another process may have finished the run between the look and the lock.
            let record = try await journal.run(id) ?? known
            if let record, record.phase == .complete {
                try folders.clean()
                try await work.requireSame(published: record)
                return true
            }
            do {
                try await advance(record, work)
            } catch {
                try await note(error)
                throw error
            }
            return false
        }
    }

    /// Does whatever is left to do.
    private func advance(_ known: RunRecord?, _ work: some RunWork) async throws {
        var known = known
        let identity = try await work.identity(known)
        if let record = known {
            var startsOver = try await isWorthless(record)
            if !startsOver { startsOver = try await folders.isElsewhere() }
            if !startsOver { startsOver = try await work.startsOver(record, identity: identity) }
            if startsOver {
                try await forget(work)
                known = nil
            }
        }
        var machine = RunMachine(known?.phase)
        if let known { try await work.requireSame(unfinished: known, as: identity) }
        if machine.step != .publish { try folders.create() }
        observe(.begins(id, resumes: known != nil))
        if machine.step == .begin {
            let documents = try await work.prepare().merging(folders.documents) { own, _ in own }
            let record = RunRecord(
                id: id, identity: identity,
                snapshot: snapshot ?? Instant(secondsSince1970: now().nanosecondsSince1970 / 1_000_000_000),
                corrects: corrects, startedAt: now(), phase: machine.begun())
            try await journal.begin(record, documents: documents)
            known = record
        }
        guard let record = known else { return }
        // Time has passed since another attempt sealed the bag, so it is proven again before it gets its name.
        if machine.step == .publish { try folders.requireIntactBag() }
        var counts: BatchCounts?
        if machine.step == .work {
            let stages = RunStages(record: record, journal: journal, stop: stop, observe: observe)
            let results: [StageResult]
            do {
                results = try await work.run(stages)
            } catch let error as RunError where [.noRecords, .nothingChanged].contains(error.code) {
                // Records may be entered yet, so the same command asks for them again.
                try await forget(work)
                if error.code == .nothingChanged { try folders.clean() }
                throw error
            }
            try await work.requirePublishable(record)
            let sealed = try await work.seal(results, record)
            // Files of a stage that another attempt finished may have been damaged since. Found before the run counts
            // as sealed, the run can still start over.
            if stages.hasKeptResults { try folders.requireIntactBag() }
            counts = results.counts
            machine.sealed()
            try await journal.seal(id, bag: sealed.bag, documents: sealed.documents)
        }
        if counts != nil { observe(.batch(.publishing)) }
        // From whichever machine it is published; and a machine that has lost the run to another ends here.
        for (name, text) in try folders.documents { try await journal.keep(text, named: name, for: id) }
        var isRenamed = false
        if let bag = try await journal.bag(of: id) { isRenamed = try folders.publish(expecting: bag) }
        machine.published()
        do { try await journal.complete(id, at: now()) } catch let error as JournalError where error.code == .leaseLost
        {
            // The machine that has the run publishes it too, and there must not be two.
            if isRenamed { try folders.unpublish() }
            throw error
        }
        try folders.clean()
        if let counts { observe(.batch(.complete(counts))) }
    }

    /// Whether an unfinished run has begun none of its stages. It then starts over, so that its files name the time at
    /// which the first record was requested.
    private func isWorthless(_ record: RunRecord) async throws -> Bool {
        guard record.phase != .publish else { return false }
        return try await journal.stages(of: id).isEmpty
    }

    /// Removes everything the run has done, so that it begins again.
    private func forget(_ work: some RunWork) async throws {
        try await work.forget()
        try folders.remove(["bag"] + work.leftovers)
        // Last: killed in between, the run is still known, and the same command begins here again.
        try await journal.reset(id)
    }

    private func note(_ error: any Error) async throws {
        // A command that doesn't fit the run says nothing about why the run stopped.
        if (error as? RunError)?.code == .identityChanged { return }
        let text = (error as? any ExplainedError)?.explanation ?? String(describing: error)
        try? await journal.noteError(
            singleLine(text.split(whereSeparator: \.isNewline).joined(separator: " ")), for: id)
    }
}
