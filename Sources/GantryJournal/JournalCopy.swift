internal import Foundation

/// A journal with its write-ahead log in a private folder in the system's temporary folder, which is removed with the
/// value.
final class JournalCopy: Sendable {
    let path: String
    private let folder: URL

    /// SQLite needs to write next to a journal even to read it.
    init(of original: String) throws {
        let manager = FileManager.default
        folder = manager.temporaryDirectory.appending(path: "gantry-journal-\(UUID().uuidString)")
        path = folder.appending(path: "journal.sqlite").path
        try manager.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        for suffix in ["", "-wal"] where manager.fileExists(atPath: original + suffix) {
            try manager.copyItem(atPath: original + suffix, toPath: path + suffix)
            try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path + suffix)
        }
    }

    deinit {
        // What can't be removed is in a folder that only this user can read.
        try? FileManager.default.removeItem(at: folder)
    }
}
