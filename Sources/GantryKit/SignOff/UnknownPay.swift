package import GantryEngine
internal import GantryFiles
internal import GantryJSON
package import GantryModel
internal import GantryOutputs
internal import GantryRuns
internal import GantrySignOff

/// That the journal was made of a backup, or of export folders: what was delivered before, it may not know.
package struct RestoredMark: Sendable, Equatable {
    /// When it was made.
    package let time: Instant
    /// When the backup was taken; `nil` for a journal that was made of folders.
    package let backup: Instant?

    private static let name = "restored.json"

    package init(time: Instant, backup: Instant?) {
        self.time = time
        self.backup = backup
    }

    /// The one of a workspace; `nil` where its journal is the first. One that can't be read is of now.
    package init?(of workspace: Workspace) throws {
        guard let bytes = try ReadFile.ifExists("\(workspace.path)/\(RestoredMark.name)") else { return nil }
        let tree = try? JSONTree(bytes)
        self.init(
            time: tree?["time"]?.text.flatMap { Instant($0) } ?? .now,
            backup: tree?["backup"]?.text.flatMap { Instant($0) })
    }

    package func write(into workspace: Workspace) throws {
        let tree = JSONTree.object([
            "time": .string(time.description), "backup": backup.map { .string($0.description) } ?? .null,
        ])
        try Publishing.writeDurably(
            Array((tree.compact + "\n").utf8).span, to: "\(workspace.path)/\(RestoredMark.name)")
    }

    /// `This workspace was restored on 2026-11-30 from a backup of 2026-11-02`
    fileprivate var words: String {
        backup.map { "This workspace was restored on \(time.utcDate) from a backup of \($0.utcDate)" }
            ?? "The journal of this workspace was made of export folders on \(time.utcDate)"
    }
}

extension Workspace {
    /// - Parameter isSaid: whether a person says with it that the run itself was delivered before. The default is no.
    /// - Returns: whether that is what nobody knew.
    /// - Throws: `RunError.unusableRun` where it isn't known whether pay of the run's period was delivered before, and
    ///   nobody has said it.
    @discardableResult
    package func requireUnpaid(
        _ run: RunID, isSaid: Bool = false, _ journal: any WorkspaceJournal
    ) async throws -> Bool {
        guard let doubt = try await payDoubt(of: run, journal) else { return false }
        guard isSaid, doubt.run == run else { throw doubt.refusal(of: run) }
        return true
    }

    /// What isn't known; `nil` where all is.
    func payDoubt(of run: RunID, _ journal: any WorkspaceJournal) async throws -> PayDoubt? {
        let runs = try await journal.heads(.revisions(of: run)).runs.sorted { $0.id.revision < $1.id.revision }
        let words = try await journal.documents(named: PastDelivery.documentName, of: runs.map(\.id))
            .mapValues { PastDelivery(rawValue: $0) ?? .unknown }
        let doubts = try await doubtful(ofPeriodOf: run, journal)
        if let doubtful = doubts.first, doubtful.revision <= run.revision {
            let folder = folder(of: doubtful)
            let totals = try? ExportFolder.ifExists(folder)?.totals
            let isAlone = doubts.count == 1 && RunDirectories.isFolder(folder)
            return PayDoubt(
                about: doubtful,
                isTyped: totals.map {
                    $0["kind"]?.text == Statement.Kind.correction.rawValue && Statement.delivered($0).isEmpty
                } ?? false,
                folder: isAlone ? folder : Workspace.parent(of: folder),
                explanation:
                    "\(doubtful) was restored or entered from its folder, and it isn't known whether it was delivered and paid before."
            )
        }
        guard runs.contains(where: { $0.id == run && $0.paysPeople }), !words.values.contains(.never),
            let period = try? PayPeriod(run.period), let mark = try RestoredMark(of: self),
            // What wasn't over then can't have been paid.
            period.last <= mark.time.utcDate
        else { return nil }
        var lookup = try await PaidLookup(in: self, journal)
        // Of a run that was delivered, nothing is paid that wasn't.
        guard try await lookup.paid(run) == nil else { return nil }
        return PayDoubt(
            about: nil, folder: folder(of: run),
            explanation:
                "\(mark.words), and it isn't known whether pay of \(run.period) was delivered that it doesn't know.")
    }
}

extension Workspace {
    /// The folder of a run's period, by the folder of the run.
    fileprivate static func parent(of folder: String) -> String {
        folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? folder
    }

    /// The runs of a run's period of which nobody knows whether they were delivered.
    func doubtful(ofPeriodOf run: RunID, _ journal: any WorkspaceJournal) async throws -> [RunID] {
        let runs = try await journal.heads(.revisions(of: run)).runs.map(\.id).sorted { $0.revision < $1.revision }
        let words = try await journal.documents(named: PastDelivery.documentName, of: runs)
        // Nobody delivers what was withdrawn.
        let withdrawn = try await RunMarks(journal).withdrawn
        return runs.filter { run in
            withdrawn[run] == nil && words[run].map { PastDelivery(rawValue: $0) ?? .unknown } == .unknown
        }
    }
}

extension PayDoubt {
    /// Why nothing of a run is signed or delivered.
    fileprivate func refusal(of run: RunID) -> RunError {
        let never = Advice.Action.neverDelivered(folder: singleLine(folder, limit: 4_000))
        guard let doubtful = self.run else {
            return RunError(
                .unusableRun, explanation,
                advice:
                    "Ask who pays. If nothing else was, say so: \(never). If something was, \(run) would pay it again: \(.withdraw(run: run.description))"
            )
        }
        let name = doubtful.description
        let isOfAll = folder.hasSuffix("/\(doubtful.period)")
        let nothing = isOfAll ? "nothing of \(doubtful.period) was" : "it never was"
        let was = isTyped ? Advice.Action.wasTyped(run: name) : .wasDelivered(run: name)
        return RunError(
            .unusableRun, explanation,
            advice: "Ask who pays. If it was delivered, say where to: \(was). If \(nothing), say so: \(never)")
    }
}
