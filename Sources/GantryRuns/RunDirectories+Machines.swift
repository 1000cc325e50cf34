internal import FoundationEssentials
internal import GantryEngine
internal import GantryFiles
internal import GantryModel

/// What machines that share a journal, and perhaps the folder of the workspace, leave to each other.
extension RunDirectories {
    /// Whether other machines use the journal too.
    var sharesJournal: Bool {
        guard let journal else { return false }
        return !(journal is any JournalFile)
    }

    /// The name of the lock file. Where machines share the journal, its lease says who works on the run, and the lock only
    /// which process of this machine: a file system can keep the lock of a machine that is gone or stands still.
    package var lockName: String { sharesJournal && !RunLock.machine.isEmpty ? "\(RunLock.machine).lock" : "lock" }

    /// The file that names the place whose processes may have the parts open.
    static let ownerName = "place"

    /// Replaces every part that another machine began by a copy. A process there that stood still while its lease was taken
    /// over still has the files open, and writes to them once more before it notices: to files that are then nobody's,
    /// instead of those that are published here.
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

    /// The machine and the export folder, where other machines share the journal.
    package var documents: [String: String] { sharesJournal ? [RunDirectories.placeName: address] : [:] }

    /// The journal's document with the machine and folder where a run is published.
    package static let placeName = "published-at"

    /// `machine:/srv/payroll/exports/payroll-monthly/2026-10/r1`
    private var address: String { "\(RunLock.hostName()):\(URL(filePath: export).standardizedFileURL.path)" }

    /// Where another machine or workspace published the run; `nil` where that was here, or nobody knows.
    package func otherAddress(_ known: String?) -> String? { known == address ? nil : known }
}
