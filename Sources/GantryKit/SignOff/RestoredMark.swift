package import GantryEngine
internal import GantryFiles
internal import GantryJSON
package import GantryModel
internal import GantryRuns

/// That the journal was made of a backup, of export folders or of a copy: what was delivered before, it may not know.
package struct RestoredMark: Sendable, Equatable {
    /// What the journal was made of.
    package enum Source: Sendable, Equatable {
        /// `gantry restore`: when the backup was taken.
        case backup(Instant)
        case folders
        /// A copy of its database.
        case database
        /// A copy from before this workspace delivered a run, of which the journal doesn't know.
        case older(RunID)
    }

    /// When it was made.
    package let time: Instant
    let source: Source

    /// As its file has it: an answer says so what it is about, and another restore asks anew.
    let text: String

    private static let name = "restored.json"

    package init(time: Instant, of source: Source) {
        self.time = time
        self.source = source
        let made: JSONTree.Member =
            switch source {
            case .backup(let taken): JSONTree.Member("backup", .string(taken.description))
            case .folders: JSONTree.Member("folders", .bool(true))
            case .database: JSONTree.Member("database", .bool(true))
            case .older(let run): JSONTree.Member("lost", .string(run.description))
            }
        text = JSONTree.object([JSONTree.Member("time", .string(time.description)), made]).compact + "\n"
    }

    /// The one of a workspace; `nil` where its journal is the first. One that can't be read is of now.
    package init?(of workspace: Workspace) throws {
        guard let bytes = try ReadFile.ifExists("\(workspace.path)/\(RestoredMark.name)") else { return nil }
        let tree = try? JSONTree(bytes)
        time = tree?["time"]?.text.flatMap { Instant($0) } ?? .now
        source =
            tree?["backup"]?.text.flatMap { Instant($0) }.map(Source.backup)
            ?? tree?["lost"]?.text.flatMap { RunID($0) }.map(Source.older) ?? .folders
        text = String(decoding: bytes, as: UTF8.self)
    }

    package func write(into workspace: Workspace) throws {
        try Publishing.writeDurably(Array(text.utf8).span, to: "\(workspace.path)/\(RestoredMark.name)")
    }

    /// What this workspace delivered last, of which the journal doesn't know.
    var lost: RunID? { if case .older(let run) = source { run } else { nil } }

    /// `This workspace was restored on 2026-11-30 from a backup of 2026-11-02, and it isn't known whether pay of
    /// 2026-09 was delivered in between`
    func words(_ period: String) -> String {
        "\(event.what), and it isn't known whether pay of \(period) was delivered \(event.when)"
    }

    /// `This workspace was restored on 2026-11-30 from a backup of 2026-11-02: what was sent, signed or delivered in
    /// between isn't known here.`
    var note: String { "\(event.what): what was sent, signed or delivered \(event.when) isn't known here." }

    private var event: (what: String, when: String) {
        switch source {
        case .backup(let taken):
            ("This workspace was restored on \(time.utcDate) from a backup of \(taken.utcDate)", "in between")
        case .folders: ("The journal of this workspace was made of export folders on \(time.utcDate)", "before")
        case .database:
            (
                "The database of the journal was brought back from a copy, as was noticed on \(time.utcDate)",
                "in between"
            )
        case .older(let run):
            (
                "The journal was brought back from a copy and doesn't know that \(run) was delivered on \(time.utcDate), as this workspace does",
                "since"
            )
        }
    }
}

/// What a workspace delivered last, beside the journal. One that doesn't know of it is a copy from before: a database
/// that was brought back, or a file that was put in its place.
struct LastPaid {
    let run: RunID
    let time: Instant

    private static let name = "deliveries/last-paid.json"

    init(_ run: RunID, at time: Instant) {
        self.run = run
        self.time = time
    }

    /// The one of a workspace; `nil` where nothing was delivered.
    init?(of workspace: Workspace) throws {
        guard let bytes = try ReadFile.ifExists("\(workspace.path)/\(LastPaid.name)"), let tree = try? JSONTree(bytes),
            let run = tree["run"]?.text.flatMap({ RunID($0) }), let time = tree["time"]?.text.flatMap({ Instant($0) })
        else { return nil }
        self.init(run, at: time)
    }

    func write(into workspace: Workspace) throws {
        let tree = JSONTree.object(["run": .string(run.description), "time": .string(time.description)])
        try Publishing.writeDurably(Array((tree.compact + "\n").utf8).span, to: "\(workspace.path)/\(LastPaid.name)")
    }
}

extension Gantry {
    /// What the journal of a workspace may not know, in a sentence, for as long after it was restored as a month is
    /// paid; `nil` where it knows everything.
    package static func restoreNote(in workspace: Workspace, now: Instant) async throws -> String? {
        guard let journal = try workspace.existingJournal(), let mark = try await workspace.restoredMark(journal),
            now.utcDate - mark.time.utcDate <= 35
        else { return nil }
        return mark.note
    }
}

extension Workspace {
    /// Since when it isn't known what was delivered; `nil` where the journal has known everything from its beginning.
    func restoredMark(_ journal: any WorkspaceJournal) async throws -> RestoredMark? {
        var mark = try RestoredMark(of: self)
        if let time = try await journal.restored(), mark.map({ $0.time < time }) ?? true {
            mark = RestoredMark(time: time, of: .database)
        }
        // What failed or was taken back leaves a word that is empty.
        guard let last = try LastPaid(of: self), mark.map({ $0.time < last.time }) ?? true,
            try await journal.document(named: PayDelivery.documentName, of: last.run) == nil,
            try await journal.forgotten(last.run) == nil
        else { return mark }
        return RestoredMark(time: last.time, of: .older(last.run))
    }
}
