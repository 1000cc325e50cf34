package import GantryEngine
internal import GantryFiles
internal import GantryJSON
package import GantryModel
internal import GantryRuns

/// That the journal was made of a backup, or of export folders: what was delivered before, it may not know.
package struct RestoredMark: Sendable, Equatable {
    /// When it was made.
    package let time: Instant
    /// When the backup was taken; `nil` for a journal that was made of folders.
    package let backup: Instant?
    /// What this workspace delivered last, of which the journal doesn't know; `nil` for a workspace that was restored.
    let lost: RunID?

    /// As its file has it: an answer says so what it is about, and another restore asks anew.
    let text: String

    private static let name = "restored.json"

    package init(time: Instant, backup: Instant?, lost: RunID? = nil) {
        self.time = time
        self.backup = backup
        self.lost = lost
        let tree = JSONTree.object([
            "time": .string(time.description), "backup": backup.map { .string($0.description) } ?? .null,
            "lost": lost.map { .string($0.description) } ?? .null,
        ])
        text = tree.compact + "\n"
    }

    /// The one of a workspace; `nil` where its journal is the first. One that can't be read is of now.
    package init?(of workspace: Workspace) throws {
        guard let bytes = try ReadFile.ifExists("\(workspace.path)/\(RestoredMark.name)") else { return nil }
        let tree = try? JSONTree(bytes)
        time = tree?["time"]?.text.flatMap { Instant($0) } ?? .now
        backup = tree?["backup"]?.text.flatMap { Instant($0) }
        lost = tree?["lost"]?.text.flatMap { RunID($0) }
        text = String(decoding: bytes, as: UTF8.self)
    }

    package func write(into workspace: Workspace) throws {
        try Publishing.writeDurably(Array(text.utf8).span, to: "\(workspace.path)/\(RestoredMark.name)")
    }

    /// `This workspace was restored on 2026-11-30 from a backup of 2026-11-02, and it isn't known whether pay of
    /// 2026-09 was delivered in between`
    func words(_ period: String) -> String {
        if let lost {
            return
                "The journal doesn't know that \(lost) was delivered on \(time.utcDate), as this workspace does: it was brought back from a copy, and it isn't known whether pay of \(period) was delivered since"
        }
        let unknown = "and it isn't known whether pay of \(period) was delivered"
        return backup.map {
            "This workspace was restored on \(time.utcDate) from a backup of \($0.utcDate), \(unknown) in between"
        } ?? "The journal of this workspace was made of export folders on \(time.utcDate), \(unknown) before"
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

extension Workspace {
    /// Since when it isn't known what was delivered; `nil` where the journal has known everything from its beginning.
    func restoredMark(_ journal: any WorkspaceJournal) async throws -> RestoredMark? {
        let mark = try RestoredMark(of: self)
        // What failed or was taken back leaves a word that is empty.
        guard let last = try LastPaid(of: self), mark.map({ $0.time < last.time }) ?? true,
            try await journal.document(named: PayDelivery.documentName, of: last.run) == nil,
            try await journal.forgotten(last.run) == nil
        else { return mark }
        return RestoredMark(time: last.time, backup: nil, lost: last.run)
    }
}
