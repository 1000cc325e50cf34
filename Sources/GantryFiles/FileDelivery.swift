import CLinux
internal import GantryModel
import Glibc

/// A file on its way into a folder that another program reads: first whole under a hidden name beside its own, then
/// under its own, in a rename that replaces nothing.
///
/// What was staged and is no longer there has got its name. So a delivery that was interrupted is never made twice,
/// even if the other program took the file in the meantime.
public struct FileDelivery: Sendable {
    /// An existing folder.
    private let folder: String
    private let name: String
    private let hidden: String

    /// - Parameter token: what tells this delivery from any other of a file with this name; letters and digits.
    public init(of name: String, to folder: String, token: String) {
        self.folder = folder
        self.name = name
        hidden = ".\(name).\(token).gantry"
    }

    private var path: String { "\(folder)/\(name)" }
    private var staged: String { "\(folder)/\(hidden)" }

    /// Copies a file below `root` to the hidden name and makes the copy durable; nothing where the folder has the file
    /// already, with the same bytes.
    ///
    /// - Returns: false where the folder has the file already.
    /// - Throws: `FileError`; `.alreadyExists` when the folder has a file of the name with other bytes, `.changed` when
    ///   the file isn't what the digest says.
    @discardableResult
    public func stage(from source: String, under root: String, expecting digest: ContentDigest) throws -> Bool {
        let target = try Folder.open(folder)
        guard try steps(ofRelative: name).count == 1 else {
            throw FileError(.unusableName, name, "\(quoted(name)) is no file name.")
        }
        if let found = try target.status(of: name, path) {
            guard found.kind == .file, try ReadFile.contents(of: name, under: folder).digest == digest else {
                throw FileError(
                    .alreadyExists, path, "\(quoted(path)) is there already, with other bytes. It was not touched.",
                    advice:
                        "Find out what it is and whether it was imported, move it away, and run the same command again.",
                    errorNumber: EEXIST)
            }
            return false
        }
        try target.removeLeftover(hidden, staged)
        let file = try ReadFile.open(source, under: root, hashing: true)
        let copy = try target.openFile(hidden, flags: O_WRONLY | O_CREAT | O_EXCL, path: staged)
        // The other program may belong to the folder's group. File systems without owners refuse, which is fine.
        _ = fchmod(copy.number, 0o640)
        var piece: [UInt8] = []
        while try file.read(appendingTo: &piece) > 0 {
            try copy.writeAll(piece.span, path: staged, calls: FileCalls())
            piece.removeAll(keepingCapacity: true)
        }
        guard fsync(copy.number) == 0 else { throw FileError(doing: "Syncing", staged, errno) }
        try copy.close(staged)
        guard file.digest() == digest, try ReadFile.contents(of: hidden, under: folder).digest == digest else {
            try target.remove(hidden, isFolder: false, staged)
            throw FileError(changed: source)
        }
        try sync(target)
        return true
    }

    /// Gives what was staged its name; nothing where it has it already.
    /// - Throws: `FileError`; `.alreadyExists` when something else got the name in the meantime.
    public func publish() throws(FileError) {
        let target = try Folder.open(folder)
        guard try target.status(of: hidden, staged) != nil else { return try sync(target) }
        let number = target.file.number
        if unsafe linux_rename_without_replacing(number, hidden, number, name) != 0 {
            let reason = errno
            if reason == EEXIST { throw taken }
            // Some network file systems know no such rename; a second name is refused where there is one already.
            guard reason == EINVAL || reason == ENOSYS else { throw FileError(doing: "Publishing", path, reason) }
            if unsafe linkat(number, hidden, number, name, 0) == 0 {
                try target.remove(hidden, isFolder: false, staged)
            } else {
                let reason = errno
                guard reason != EEXIST, try target.status(of: name, path) == nil else { throw taken }
                guard unsafe renameat(number, hidden, number, name) == 0 else {
                    throw FileError(doing: "Publishing", path, errno)
                }
            }
        }
        try sync(target)
    }

    /// Removes what was staged.
    public func discard() throws(FileError) { try Folder.open(folder).removeLeftover(hidden, staged) }

    private var taken: FileError {
        FileError(
            .alreadyExists, path, "\(quoted(path)) appeared during the delivery. It was not touched.",
            advice: "Find out what it is, move it away, and run the same command again.", errorNumber: EEXIST)
    }

    private func sync(_ target: borrowing Folder) throws(FileError) {
        // A network file system may not know how to sync a folder.
        guard fsync(target.file.number) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw FileError(doing: "Syncing the folder", folder, errno)
        }
    }
}
