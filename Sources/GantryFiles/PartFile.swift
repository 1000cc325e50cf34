internal import GantryModel
import Glibc

/// An unfinished output: bytes are only appended, and the file can be cut back to any recorded length and continued.
///
/// It belongs to one task or actor. What it has written is durable after `sync()`; together with `length` and
/// `digest()` that is what a checkpoint records. After one failed write or sync the file is poisoned: every later call
/// throws and nothing more is done with the descriptor, because the system may report success for bytes that it has
/// dropped. The part is then opened again with `resume`, which cuts it back to the last checkpoint.
public final class PartFile {
    /// The path as given.
    public let path: String
    /// Bytes written so far, those before a continuation included.
    public private(set) var length: Int

    private var file: OpenFile?
    /// The folder, until the file's name in it is durable.
    private var folder: Folder?
    private var hasher: ContentHasher
    private var syncedLength: Int
    private var writtenOutTo: Int
    private var firstFailure: FileError?
    private let calls: FileCalls

    /// Bytes after which writing out starts while more are appended, so that the next sync finds little to do.
    private static let writeOutStep = 8 << 20

    private init(
        path: String, file: consuming OpenFile, folder: consuming Folder?, length: Int, hasher: ContentHasher,
        calls: FileCalls
    ) {
        self.path = path
        self.file = consume file
        self.folder = consume folder
        self.length = length
        self.hasher = hasher
        self.calls = calls
        syncedLength = length
        writtenOutTo = length
    }

    /// Creates an empty file with mode 0600 in a folder that exists.
    ///
    /// - Parameter replacingLeftover: removes a regular file of ours that a run which ended before its first checkpoint
    ///   left under the name. A link, a pipe or a file with a second name is refused and left alone. The default is
    ///   false.
    /// - Throws: `FileError`; `.alreadyExists`, `.symbolicLink` or `.wrongKind` when the name is taken.
    public static func create(_ path: String, replacingLeftover: Bool = false) throws(FileError) -> PartFile {
        try create(path, replacingLeftover: replacingLeftover, calls: FileCalls())
    }

    package static func create(_ path: String, replacingLeftover: Bool, calls: FileCalls) throws(FileError) -> PartFile
    {
        let (parent, name) = try split(path)
        let folder = try Folder.open(parent)
        if replacingLeftover { try folder.removeLeftover(name, path) }
        let file = try folder.openFile(name, flags: O_WRONLY | O_CREAT | O_EXCL | O_APPEND, path: path)
        return PartFile(path: path, file: file, folder: folder, length: 0, hasher: ContentHasher(), calls: calls)
    }

    /// Opens a part at its last checkpoint: checks its first `length` bytes against `digest`, which takes reading them,
    /// cuts off what follows, and continues after them.
    ///
    /// - Throws: `FileError`; `.shorterThanRecorded` or `.damaged` when the part can't be trusted, `.missing`,
    ///   `.symbolicLink`, `.wrongKind` or `.notOurs` when it is not the file that was written. The file is then
    ///   unchanged. Bytes after `length` are not an error: the run ended between two checkpoints.
    public static func resume(_ path: String, length: Int, digest: ContentDigest) throws(FileError) -> PartFile {
        try resume(path, length: length, digest: digest, calls: FileCalls())
    }

    package static func resume(
        _ path: String, length: Int, digest: ContentDigest, calls: FileCalls
    ) throws(FileError) -> PartFile {
        let (parent, name) = try split(path)
        let folder = try Folder.open(parent)
        let file = try folder.openFile(name, flags: O_RDWR | O_APPEND, path: path)
        let status = try file.status(path)
        try status.requireOwnFile(path)
        guard status.size >= length else { throw FileError(shorter: path, found: status.size, recorded: length) }
        let hasher = try hashPrefix(of: file, length: length, path)
        guard hasher.digest() == digest else {
            throw FileError(
                .damaged, at: path,
                "The first \(counted(length, "byte")) of \(quoted(path)) differ from what was recorded.",
                advice: "Check the disk. The file must be fetched or written again.")
        }
        let isCut = status.size > length
        if isCut {
            let number = file.number
            guard repeated({ ftruncate(number, length) }) == 0 else { throw FileError(doing: "Cutting", path, errno) }
        }
        let part = PartFile(path: path, file: file, folder: nil, length: length, hasher: hasher, calls: calls)
        // The cut itself must reach the disk, also when nothing is appended after it.
        if isCut { part.syncedLength = -1 }
        return part
    }

    /// Appends bytes with as few calls as the system allows; large pieces (64 KiB and more) are fast.
    public func append(_ bytes: Span<UInt8>) throws(FileError) {
        try requireUsable()
        do throws(FileError) {
            try file?.writeAll(bytes, path: path, calls: calls)
        } catch {
            throw poisoned(by: error)
        }
        hasher.update(bytes)
        length += bytes.count
        try startWritingOut()
    }

    /// The SHA-256 of all `length` bytes, those before a continuation included.
    ///
    /// It is calculated from what was handed to the system. Reading back shows whether the disk has it.
    public func digest() throws(FileError) -> ContentDigest {
        try requireUsable()
        return hasher.digest()
    }

    /// Makes everything appended durable, and at the first time the file's name too. Does nothing when nothing is new.
    ///
    /// - Throws: `FileError`; `.damaged` when the file's length is not the number of bytes written to it.
    public func sync() throws(FileError) {
        try requireUsable()
        guard syncedLength < length || folder != nil else { return }
        do throws(FileError) {
            try syncFile()
        } catch {
            throw poisoned(by: error)
        }
        folder = nil
        syncedLength = length
    }

    /// Closes the file. Bytes that were not synced may be lost; that is not an error here.
    public func close() throws(FileError) {
        let wasUsable = Result { () throws(FileError) in try requireUsable() }
        folder = nil
        if let open = file.take() { try open.close(path) }
        try wasUsable.get()
    }
}

extension PartFile {
    private func syncFile() throws(FileError) {
        guard let number = file?.number else { return }
        guard calls.syncData(number) == 0 else { throw FileError(doing: "Syncing", path, errno) }
        try folder?.sync(path, calls)
        // A write that claimed more than it did shows in the length, since the file is written in append mode.
        let size = try file?.status(path).size ?? 0
        guard size == length else {
            throw FileError(
                .damaged, at: path, "\(quoted(path)) has \(counted(size, "byte")), but \(length) were written to it.",
                advice:
                    "Make sure that no other program writes to the workspace and check the disk, then run the same command again."
            )
        }
    }

    private func startWritingOut() throws(FileError) {
        let fresh = length - writtenOutTo
        guard fresh >= PartFile.writeOutStep, let number = file?.number else { return }
        guard calls.startWritingOut(number, writtenOutTo, fresh) == 0 else {
            let reason = errno
            // Only a hint: a file system that can't take it is fine, an I/O error is not.
            guard [ENOSYS, EINVAL, ESPIPE, EOPNOTSUPP].contains(reason) else {
                throw poisoned(by: FileError(doing: "Writing out", path, reason))
            }
            writtenOutTo = length
            return
        }
        writtenOutTo = length
    }

    private func requireUsable() throws(FileError) {
        if let first = firstFailure {
            throw FileError(
                .poisoned, at: path,
                "\(quoted(path)) is no longer written, because an earlier write failed: \(first.explanation)",
                advice: first.advice
                    ?? "Run the same command again to resume from the last checkpoint.",
                errorNumber: first.errorNumber)
        }
        if file == nil { throw FileError(.closed, at: path, "\(quoted(path)) is closed.") }
    }

    private func poisoned(by error: FileError) -> FileError {
        firstFailure = error
        return error
    }

    private static func hashPrefix(
        of file: borrowing OpenFile, length: Int, _ path: String
    ) throws(FileError) -> ContentHasher {
        var hasher = ContentHasher()
        var buffer = [UInt8](repeating: 0, count: max(1, min(length, 1 << 20)))
        var read = 0
        while read < length {
            let wanted = min(buffer.count, length - read)
            var span = buffer.mutableSpan
            let count = try unsafe span.withUnsafeMutableBytes { (raw) throws(FileError) -> Int in
                let piece = unsafe UnsafeMutableRawBufferPointer(rebasing: raw[..<wanted])
                let count = try unsafe file.read(into: piece, path)
                unsafe hasher.update(UnsafeRawBufferPointer(rebasing: piece[..<count]))
                return count
            }
            guard count > 0 else { throw FileError(shorter: path, found: read, recorded: length) }
            read += count
        }
        return hasher
    }
}

extension FileError {
    init(shorter path: String, found: Int, recorded: Int) {
        self.init(
            .shorterThanRecorded, at: path,
            "\(quoted(path)) has \(counted(found, "byte")), but \(recorded) were recorded.",
            advice: "Another program has shortened or replaced it. The file must be fetched or written again.")
    }
}
