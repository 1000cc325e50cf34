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
        /// A copy of the journal from before.
        case copy
    }

    /// When it was made.
    package let time: Instant
    let source: Source

    /// As its file has it: an answer says so what it is about, and another restore asks anew.
    let text: String

    package init(time: Instant, of source: Source) {
        self.time = time
        self.source = source
        let made: JSONTree.Member =
            switch source {
            case .backup(let taken): JSONTree.Member("backup", .string(taken.description))
            case .folders: JSONTree.Member("folders", .bool(true))
            case .copy: JSONTree.Member("copy", .bool(true))
            }
        text = JSONTree.object([JSONTree.Member("time", .string(time.description)), made]).compact + "\n"
    }

    /// One that can't be read is of now.
    fileprivate init(text: String) {
        let tree = try? JSONTree(Array(text.utf8))
        time = tree?["time"]?.text.flatMap { Instant($0) } ?? .now
        source =
            tree?["backup"]?.text.flatMap { Instant($0) }.map(Source.backup)
            ?? (tree?["folders"] == nil ? .copy : .folders)
        self.text = text
    }

    /// Notes it in a journal that its workspace may know better than it knows itself.
    package func note(in workspace: Workspace, _ journal: any WorkspaceJournal) async throws {
        try await journal.noteRestored(text, count: SeenNotes.count(in: workspace))
    }

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
        case .copy: ("The journal was brought back from a copy, as was noticed on \(time.utcDate)", "in between")
        }
    }
}

/// The most notes of pay that a workspace saw in its journal, beside that. A journal that has fewer is a copy from
/// before: a database that was brought back, or a file that was put in its place.
enum SeenNotes {
    private static let (folder, name) = ("deliveries", "pay-notes")

    /// 0 where it saw none.
    static func count(in workspace: Workspace) throws -> Int64 {
        guard let bytes = try ReadFile.ifExists("\(workspace.path)/\(folder)/\(name)") else { return 0 }
        return Int64(String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }) ?? 0
    }

    static func remember(_ count: Int64, in workspace: Workspace) throws {
        try Folders.makePrivate(folder, under: workspace.path)
        try Publishing.writeDurably(Array("\(count)\n".utf8).span, to: "\(workspace.path)/\(folder)/\(name)")
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
    /// A copy that shows itself as one only here is noted as one for all workspaces.
    func restoredMark(_ journal: any WorkspaceJournal) async throws -> RestoredMark? {
        let (seen, notes) = (try SeenNotes.count(in: self), try await journal.payNotes())
        guard notes.isCopy || notes.count < seen else {
            // A workspace that can't be written to notices less.
            if notes.count > seen { try? SeenNotes.remember(notes.count, in: self) }
            return notes.restored.map(RestoredMark.init(text:))
        }
        let mark = RestoredMark(time: .now, of: .copy)
        // A journal that can't be written to is asked about all the same, and pays nobody.
        try? await mark.note(in: self, journal)
        return mark
    }
}
