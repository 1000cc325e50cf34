internal import FoundationEssentials
package import GantryEngine
internal import GantryFiles
package import GantryModel

/// What machines that share a journal, and perhaps the folder of the workspace, leave to each other.
extension RunDirectories {
    /// Whether other machines use the journal too.
    var sharesJournal: Bool {
        guard let journal else { return false }
        return !(journal is any JournalFile)
    }

    /// The name of the lock file. Where machines share the journal, its lease says who works on the run, and the lock
    /// only which process of this machine: a file system can keep the lock of a machine that is gone or stands still.
    package var lockName: String { sharesJournal && !RunLock.machine.isEmpty ? "\(RunLock.machine).lock" : "lock" }

    /// The file that names the place whose processes may have the parts open.
    static let ownerName = "place"

    /// Replaces every part that another machine began by a copy. A process there that stood still while its lease was
    /// taken over still has the files open, and writes to them once more before it notices: to files that are then
    /// nobody's, instead of those that are published here.
    func leaveFilesOfOthers() throws {
        guard sharesJournal else { return }
        let owner = "\(parts)/\(RunDirectories.ownerName)"
        let place = Array(RunLock.place(of: parts).utf8)
        guard try place.isEmpty || ReadFile.ifExists(owner) != place else { return }
        let copy = "\(parts)/copy"
        for entry in try Folders.list(parts) where entry.kind == .file {
            let isOurs = [RunDirectories.ownerName, "copy", "lock"].contains(entry.path)
            guard !isOurs, !(entry.path.hasSuffix(".lock") && !entry.path.contains("/")) else { continue }
            try RunDirectories.copy("\(parts)/\(entry.path)", to: copy)
            try Publishing.replace("\(parts)/\(entry.path)", with: copy)
        }
        // Last: killed before, the next process copies again.
        try Publishing.writeDurably(place.span, to: owner)
    }

    /// The workspace, the machine and the export folder, where other machines share the journal.
    package var documents: [String: String] {
        get throws {
            guard sharesJournal, let name = try workspace.sharedName else { return [:] }
            let folder = URL(filePath: export).standardizedFileURL.path
            return [RunDirectories.placeName: "\(name) \(RunLock.hostName()):\(folder)"]
        }
    }

    /// The journal's document of where a run is: `4f1k machine:/srv/payroll/exports/payroll-monthly/2026-10/r1`.
    static let placeName = "place"

    package func isElsewhere() async throws -> Bool {
        guard sharesJournal, let journal else { return false }
        return try await journal.otherPlace(of: id, than: workspace) != nil
    }
}

extension Workspace {
    /// The name of a lock file in the workspace whose right is a lease too, where machines share the journal: one for
    /// each machine, as for runs.
    package func lockName(_ name: String) -> String {
        let isShared = (try? sharedName) != nil
        return isShared && !RunLock.machine.isEmpty ? "\(name).\(RunLock.machine).lock" : "\(name).lock"
    }
}

extension WorkspaceJournal {
    /// The machine and folder of a run that is in another workspace; `nil` for one of this, and where nobody knows.
    package func otherPlace(of run: RunID, than workspace: Workspace) async throws -> String? {
        guard !(self is any JournalFile), let text = try await document(named: RunDirectories.placeName, of: run),
            let blank = text.firstIndex(of: " ")
        else { return nil }
        return try String(text[..<blank]) == workspace.sharedName ? nil : String(text[blank...].dropFirst())
    }
}
