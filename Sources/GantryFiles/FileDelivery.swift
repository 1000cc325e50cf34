import CLinux
internal import GantryModel
import Glibc

/// A file on its way into a folder that another program reads: first whole under a hidden name beside its own, then
/// under its own, in a rename that replaces nothing.
///
/// An empty hidden file, the trace, is there from before the rename until ``discard()``. So what was staged and is gone
/// has got its name where the trace is still there, even if the other program took it since: whoever cleans a folder up
/// or mounts another one in its place takes both away. Without both, nothing is known.
public struct FileDelivery: Sendable {
    /// An existing folder.
    private let folder: String
    private let name: String
    private let hidden: String
    private let trace: String
    /// There while the file gets its name on a file system without a rename that replaces nothing.
    private let naming: String

    /// - Parameter token: what tells this delivery from any other of a file with this name; letters and digits.
    public init(of name: String, to folder: String, token: String) {
        self.folder = folder
        self.name = name
        hidden = ".\(name).\(token).gantry"
        trace = ".\(name).\(token).trace.gantry"
        naming = ".\(name).\(token).naming.gantry"
    }

    private var path: String { "\(folder)/\(name)" }
    private var staged: String { "\(folder)/\(hidden)" }

    /// What came of bringing a file.
    public enum Staging: Sendable {
        /// It is there under its hidden name.
        case staged
        /// The folder has the file already, with the same bytes.
        case found
        /// The whole copy is gone again: the other program took it, or something removed it.
        case gone
    }

    /// Copies a file below `root` to the hidden name and makes the copy durable; nothing where the folder has the file
    /// already, with the same bytes.
    ///
    /// - Parameter moved: gets the bytes of each piece that was written, and of each that was read back.
    /// - Throws: `FileError`; `.alreadyExists` when the folder has a file of the name with other bytes, `.changed` when
    ///   the file isn't what the digest says.
    @discardableResult
    public func stage(
        from source: String, under root: String, expecting digest: ContentDigest, moved: (Int) -> Void = { _ in }
    ) throws -> Staging {
        let target = try Folder.open(folder)
        guard try steps(ofRelative: name).count == 1 else {
            throw FileError(.unusableName, at: name, "\(quoted(name)) is no file name.")
        }
        if let found = try target.status(of: name, path) {
            guard found.kind == .file, try ReadFile.contents(of: name, under: folder).digest == digest else {
                throw FileError(
                    .alreadyExists, at: path, "\(quoted(path)) is there already, with other bytes. It was not touched.",
                    advice:
                        "Find out what it is and whether it was imported, move it away, and run the same command again.",
                    errorNumber: EEXIST)
            }
            try discard(in: target)
            return .found
        }
        try discard(in: target)
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
        let copied: ContentDigest
        do {
            copied = try ReadFile.contents(of: hidden, under: folder, each: moved).digest
        } catch let error as FileError where error.code == .missing {
            return .gone
        }
        guard file.digest() == digest, copied == digest else {
            try target.remove(hidden, isFolder: false, staged)
            throw FileError(changed: source)
        }
        try create(trace, in: target)
        try Self.sync(target, folder)
        return .staged
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

    /// Whether a staged file has its name.
    public enum Outcome: Sendable {
        /// It has, or had it until the other program took the file.
        case named
        /// Another file with the same bytes has it.
        case found
        /// It never had it, and isn't staged any more: the other program took it, or something removed it.
        case gone
        /// An earlier attempt may have given it its name: the folder has neither the file nor its trace.
        case unknown
    }

    /// Gives what was staged its name.
    ///
    /// - Parameters:
    ///   - digest: of its bytes.
    ///   - wasTried: whether an earlier attempt may have done so.
    /// - Throws: `FileError`; `.alreadyExists` when a file with other bytes got the name in the meantime, and this one
    ///   is still staged; `.deviceFailed` when the folder is gone.
    public func publish(expecting digest: ContentDigest, wasTried: Bool) throws -> Outcome {
        let target: Folder
        do throws(FileError) {
            target = try Folder.open(folder)
        } catch {
            guard error.code == .missing else { throw error }
            throw FileError(
                .deviceFailed, at: path, "\(quoted(folder)), where \(quoted(name)) was brought to, isn't there.",
                advice: "Is the share mounted? Mount it, then run the same command again.")
        }
        guard let own = try target.status(of: hidden, staged) else {
            guard wasTried else {
                // A trace would say later that it got its name.
                try discard(in: target)
                return .gone
            }
            guard try target.status(of: trace, "\(folder)/\(trace)") == nil else {
                try Self.sync(target, folder)
                return .named
            }
            return try has(digest, target) ? .found : .unknown
        }
        if let found = try target.status(of: name, path) {
            // The name that an earlier attempt gave it beside the hidden one.
            if found.inode == own.inode, found.device == own.device { return try finish(target) }
            guard try has(digest, target) else { throw taken }
            return .found
        }
        // It may have had its name beside the hidden one.
        guard try target.status(of: naming, "\(folder)/\(naming)") == nil else { return .unknown }
        let number = target.file.number
        if unsafe linux_rename_without_replacing(number, hidden, number, name) == 0 {
            try Self.sync(target, folder)
            return .named
        }
        let reason = errno
        if reason == EEXIST { return try lost(digest, target) }
        if reason == ENOENT {
            // Taken in this very moment, or the answer to an attempt that the file system repeated by itself.
            if let found = try target.status(of: name, path), found.inode == own.inode, found.device == own.device {
                try Self.sync(target, folder)
                return .named
            }
            return try lostAll(target)
        }
        guard reason == EINVAL || reason == ENOSYS || reason == ENOTSUP else {
            throw FileError(doing: "Publishing", path, reason)
        }
        return try link(digest, target)
    }

    /// Some network file systems know no rename that replaces nothing; a second name is refused where there is one
    /// already. What is noted before says after an interruption that the file may have had it.
    private func link(_ digest: ContentDigest, _ target: borrowing Folder) throws -> Outcome {
        try create(naming, in: target)
        try Self.sync(target, folder)
        let number = target.file.number
        if unsafe linkat(number, hidden, number, name, 0) == 0 { return try finish(target) }
        let reason = errno
        // The answer to an attempt that the file system repeated by itself.
        if let own = try target.status(of: hidden, staged), let found = try target.status(of: name, path),
            found.inode == own.inode, found.device == own.device
        {
            return try finish(target)
        }
        try target.remove(naming, isFolder: false, "\(folder)/\(naming)")
        if try target.status(of: name, path) != nil { return try lost(digest, target) }
        guard reason != EEXIST else { return .unknown }
        guard unsafe renameat(number, hidden, number, name) == 0 else {
            let reason = errno
            guard reason == ENOENT else { throw FileError(doing: "Publishing", path, reason) }
            return try lostAll(target)
        }
        try Self.sync(target, folder)
        return .named
    }

    /// Takes the hidden name away from a file that has its own.
    private func finish(_ target: borrowing Folder) throws(FileError) -> Outcome {
        try target.remove(hidden, isFolder: false, staged)
        try Self.sync(target, folder)
        return .named
    }

    /// Somebody else's file has got the name.
    private func lost(_ digest: ContentDigest, _ target: borrowing Folder) throws -> Outcome {
        guard try has(digest, target) else { throw taken }
        return .found
    }

    /// What was staged is gone, and nothing shows whether it got its name.
    private func lostAll(_ target: borrowing Folder) throws -> Outcome {
        // A trace would say later that it did.
        try discard(in: target)
        return .unknown
    }

    private func create(_ name: String, in target: borrowing Folder) throws(FileError) {
        let path = "\(folder)/\(name)"
        let file = try target.openFile(name, flags: O_WRONLY | O_CREAT | O_EXCL, path: path)
        try file.close(path)
    }

    private func has(_ digest: ContentDigest, _ target: borrowing Folder) throws -> Bool {
        guard let found = try target.status(of: name, path), found.kind == .file else { return false }
        return try ReadFile.contents(of: name, under: folder).digest == digest
    }

    /// Whether a file with these bytes has the name.
    public func isNamed(expecting digest: ContentDigest) throws -> Bool {
        let target: Folder
        do throws(FileError) { target = try Folder.open(folder) } catch {
            guard error.code == .missing else { throw error }
            return false
        }
        return try has(digest, target)
    }

    /// Removes everything that is hidden of the file.
    public func discard() throws(FileError) { try discard(in: Folder.open(folder)) }

    /// Makes it lasting that hidden files of a folder were discarded.
    public static func settle(_ folder: String) throws(FileError) { try sync(Folder.open(folder), folder) }

    private func discard(in target: borrowing Folder) throws(FileError) {
        // The trace last: without it, what is staged can't be told from what was taken.
        // On a share, files can belong to another user than the one who wrote them.
        for name in [hidden, naming, trace] {
            let path = "\(folder)/\(name)"
            guard let found = try target.status(of: name, path) else { continue }
            guard found.kind == .file else { throw FileError(unexpected: found.kind, at: path, wanted: "a file") }
            try target.remove(name, isFolder: false, path)
        }
    }

    private var taken: FileError {
        FileError(
            .alreadyExists, at: path, "\(quoted(path)) appeared during the delivery. It was not touched.",
            advice: "Find out what it is, move it away, and run the same command again.", errorNumber: EEXIST)
    }

    private static func sync(_ target: borrowing Folder, _ folder: String) throws(FileError) {
        // A network file system may not know how to sync a folder.
        guard fsync(target.file.number) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw FileError(doing: "Syncing the folder", folder, errno)
        }
    }
}
