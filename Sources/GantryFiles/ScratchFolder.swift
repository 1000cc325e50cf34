internal import GantryModel
import Glibc

/// A private folder for temporary files. It goes with its value; what a killed process left is removed by the next one
/// with the same prefix.
///
/// Its maker holds a lock (flock(2)) on the folder itself until the folder is gone, so a folder that nobody has locked
/// belongs to no living process.
public final class ScratchFolder: Sendable {
    /// The folder, of mode 0700.
    public let path: String
    private let parent: String
    private let name: String
    /// Open for its lock.
    private let folder: Folder

    /// Makes a folder, after removing leftovers of earlier ones.
    ///
    /// - Parameters:
    ///   - prefix: how its name starts, such as `gantry-verify-`; everything of that name that belongs to this user and
    ///     is not locked is removed.
    ///   - parent: a folder that exists, such as `/tmp`.
    /// - Throws: `FileError`; `.openToOthers` where others could replace the folder.
    public convenience init(_ prefix: String, in parent: String) throws(FileError) {
        try self.init(prefix, in: parent, beforeLock: { _ in })
    }

    package init(
        _ prefix: String, in parent: String, lock: (Int32) -> Int32 = { flock($0, LOCK_EX | LOCK_NB) },
        beforeLock: (_ path: String) -> Void
    ) throws(FileError) {
        Self.removeLeftovers(of: prefix, in: parent)
        // Another process that removes leftovers may find the folder before it is locked. Then another one is made.
        for _ in 0..<100 {
            let name = prefix + String(UInt64.random(in: .min ... .max), radix: 36)
            let path = "\(parent)/\(name)"
            do throws(FileError) {
                try Folders.makePrivate(path)
                beforeLock(path)
                let open = try Folder.open(parent)
                let folder = try open.subfolder(name, path)
                guard try Self.lock(folder, at: path, by: lock) else { continue }
                let status = try folder.file.status(path)
                guard let named = try open.status(of: name, path), named.inode == status.inode,
                    named.device == status.device
                else { continue }
                self.path = path
                self.parent = parent
                self.name = name
                self.folder = folder
                return
            } catch {
                if error.code == .missing { continue }
                // The first failure is the one to report.
                try? Folders.remove(name, under: parent)
                throw error
            }
        }
        throw FileError(
            .heldByAnother, at: parent,
            "A folder for temporary files can't be kept in \(quoted(parent)): others remove it.",
            advice: "Find out which program does, or set TMPDIR to another folder.")
    }

    /// Where temporary files go: `TMPDIR` of the environment, else `/tmp`.
    public static func parent(_ environment: [String: String]) -> String {
        environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    deinit { try? remove() }

    /// Removes the folder with everything in it, now instead of with the value; again is no error.
    public func remove() throws(FileError) { try Folders.remove(name, under: parent) }

    /// - Returns: whether the lock is held now; false where somebody else has it.
    private static func lock(
        _ folder: borrowing Folder, at path: String, by lock: (Int32) -> Int32
    ) throws(FileError) -> Bool {
        let number = folder.file.number
        if repeated({ lock(number) }) == 0 { return true }
        let reason = errno
        guard reason == EWOULDBLOCK else { throw FileError(doing: "Locking", path, reason) }
        return false
    }

    /// Removes what nobody holds. Each name by itself, and silently: one that can't be removed is in nobody's way.
    private static func removeLeftovers(of prefix: String, in parent: String) {
        guard let open = try? Folder.open(parent), let names = try? open.names(startingWith: prefix, parent) else {
            return
        }
        for name in names { try? removeLeftover(name, in: open, at: "\(parent)/\(name)", parent: parent) }
    }

    private static func removeLeftover(
        _ name: String, in open: borrowing Folder, at path: String, parent: String
    ) throws(FileError) {
        guard let named = try open.status(of: name, path), named.kind == .folder, named.owner == geteuid() else {
            return
        }
        let folder = try open.subfolder(name, path)
        // The lock lasts until the folder is gone: its value is used once more below.
        guard try lock(folder, at: path, by: { flock($0, LOCK_EX | LOCK_NB) }) else { return }
        let status = try folder.file.status(path)
        guard status.inode == named.inode, status.device == named.device else { return }
        try Folders.remove(name, under: parent)
        try folder.file.close(path)
    }
}
