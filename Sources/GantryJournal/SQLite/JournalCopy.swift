internal import FoundationEssentials
internal import GantryFiles

/// A journal with its write-ahead log in a private folder in the system's temporary folder, which is removed with the
/// value, or by the next one.
final class JournalCopy: Sendable {
    let path: String
    private let folder: ScratchFolder

    /// SQLite needs to write next to a journal even to read it.
    init(of original: String) throws {
        let manager = FileManager.default
        folder = try ScratchFolder("gantry-reading-", in: manager.temporaryDirectory.path)
        path = folder.path + "/journal.sqlite"
        for suffix in ["", "-wal"] where manager.fileExists(atPath: original + suffix) {
            try manager.copyItem(atPath: original + suffix, toPath: path + suffix)
            try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path + suffix)
        }
    }
}
