import CLinux
internal import GantryModel
import Glibc

/// A file on its way into a folder that another program reads: first whole under a hidden name beside its own, then
/// under its own, in a rename that replaces nothing.
///
/// What was staged and is no longer there has got its name, if it is still the same folder. So a delivery that was
/// interrupted is never made twice, even if the other program took the file in the meantime.
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
    /// - Parameter moved: gets the bytes of each piece that was written, and of each that was read back.
    /// - Returns: false where the folder has the file already.
    /// - Throws: `FileError`; `.alreadyExists` when the folder has a file of the name with other bytes, `.changed` when
    ///   the file isn't what the digest says.
    @discardableResult
    public func stage(
        from source: String, under root: String, expecting digest: ContentDigest, moved: (Int) -> Void = { _ in }
    ) throws -> Bool {
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
            moved(piece.count)
            piece.removeAll(keepingCapacity: true)
        }
        guard fsync(copy.number) == 0 else { throw FileError(doing: "Syncing", staged, errno) }
        try copy.close(staged)
        guard file.digest() == digest, try ReadFile.contents(of: hidden, under: folder, each: moved).digest == digest
        else {
            try target.remove(hidden, isFolder: false, staged)
            throw FileError(changed: source)
        }
        try Self.sync(target, folder)
        return true
    }

    /// Makes a folder that the other program can read, and makes its name durable; one that is there stays as it is.
    /// The folder that it lies in exists.
    public static func makeFolder(_ folder: String) throws(FileError) {
        let (parent, name) = try split(folder)
        let target = try Folder.open(parent)
        let number = target.file.number
        if unsafe mkdirat(number, name, 0o750) == 0 {
            // Whatever this process takes from the modes of new files.
            _ = unsafe fchmodat(number, name, 0o750, 0)
        } else {
            let reason = errno
            guard reason == EEXIST else { throw FileError(doing: "Making the folder", folder, reason) }
        }
        try sync(target, parent)
    }

    /// What tells the folder from another one that has its path later, such as the empty folder that a share is mounted
    /// on. Not its device: a share can have another one each time that it is mounted.
    public func mark() throws(FileError) -> String {
        let target = try Folder.open(folder)
        return try Self.mark(target, folder)
    }

    private static func mark(_ target: borrowing Folder, _ folder: String) throws(FileError) -> String {
        let status = try target.file.status(folder)
        return "\(status.inode)"
    }

    /// Gives what was staged its name; nothing where it has it already.
    ///
    /// - Parameters:
    ///   - mark: what ``mark()`` said once the file was staged. In another folder, only a file of the name with the
    ///     same bytes counts as delivered. The default is not to look.
    ///   - digest: of those bytes.
    /// - Throws: `FileError`; `.alreadyExists` when something else got the name in the meantime, `.deviceFailed` when
    ///   it is another folder.
    public func publish(marked mark: String? = nil, expecting digest: ContentDigest? = nil) throws {
        let target: Folder
        do throws(FileError) {
            target = try Folder.open(folder)
        } catch {
            guard mark != nil, error.code == .missing else { throw error }
            throw elsewhere
        }
        guard try target.status(of: hidden, staged) != nil else {
            if let mark, try Self.mark(target, folder) != mark, try !has(digest, target) { throw elsewhere }
            return try Self.sync(target, folder)
        }
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
        try Self.sync(target, folder)
    }

    /// Whether the file is there under its name.
    private func has(_ digest: ContentDigest?, _ target: borrowing Folder) throws -> Bool {
        guard let digest, let found = try target.status(of: name, path), found.kind == .file else { return false }
        return try ReadFile.contents(of: name, under: folder).digest == digest
    }

    /// Removes what was staged.
    public func discard() throws(FileError) { try Folder.open(folder).removeLeftover(hidden, staged) }

    private var taken: FileError {
        FileError(
            .alreadyExists, path, "\(quoted(path)) appeared during the delivery. It was not touched.",
            advice: "Find out what it is, move it away, and run the same command again.", errorNumber: EEXIST)
    }

    private var elsewhere: FileError {
        FileError(
            .deviceFailed, path, "\(quoted(folder)) isn't the folder that \(quoted(name)) was brought to.",
            advice: "Is the share mounted? Mount it, then run the same command again.")
    }

    private static func sync(_ target: borrowing Folder, _ folder: String) throws(FileError) {
        // A network file system may not know how to sync a folder.
        guard fsync(target.file.number) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw FileError(doing: "Syncing the folder", folder, errno)
        }
    }
}
