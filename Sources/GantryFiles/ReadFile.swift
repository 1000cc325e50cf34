import Glibc

/// Reads a regular file from front to back in pieces, with a digest of what was really read if wanted.
///
/// Memory follows the piece, not the file. It belongs to one task or actor.
public final class ReadFile {
    /// The path as given.
    public let path: String
    /// Bytes in the file when it was opened.
    public let size: Int
    /// Where the next read starts, in bytes from the start of the file.
    public private(set) var position: Int

    private var file: OpenFile?
    private let end: Int?
    private var hasher: ContentHasher?

    private init(
        _ path: String, _ file: consuming OpenFile, from start: Int, upTo end: Int?, hashing: Bool
    ) throws(FileError) {
        let status = try file.status(path)
        guard status.kind == .file else { throw FileError(unexpected: status.kind, at: path, wanted: "a file") }
        if let end, status.size < end { throw FileError(shorter: path, found: status.size, recorded: end) }
        if start > 0, lseek(file.number, start, SEEK_SET) < 0 { throw FileError(doing: "Reading", path, errno) }
        // Only a hint, so its result doesn't matter.
        _ = posix_fadvise(file.number, start, 0, POSIX_FADV_SEQUENTIAL)
        self.path = path
        self.file = consume file
        self.end = end
        size = status.size
        position = start
        hasher = hashing ? ContentHasher() : nil
    }

    /// Opens a file; its last name is not followed if it is a link.
    ///
    /// - Parameters:
    ///   - start: the first byte to read. The default is 0.
    ///   - end: where reading ends. The default is the file's end, wherever that is when it is reached.
    ///   - hashing: whether to keep a digest of the bytes read. The default is false.
    /// - Throws: `FileError`; `.shorterThanRecorded` when the file ends before `end`.
    public static func open(
        _ path: String, from start: Int = 0, upTo end: Int? = nil, hashing: Bool = false
    ) throws(FileError) -> ReadFile {
        let (parent, name) = try split(path)
        let file = try Folder.open(parent).openFile(name, flags: O_RDONLY, path: path)
        return try ReadFile(path, file, from: start, upTo: end, hashing: hashing)
    }

    /// Opens a file below a folder; no name of `path` is followed if it is a link, and it can't leave `root`.
    public static func open(_ path: String, under root: String, hashing: Bool = false) throws(FileError) -> ReadFile {
        let names = try steps(ofRelative: path)
        let folder = try Folder.open(root).descending(names.dropLast(), path)
        let file = try folder.openFile(names[names.count - 1], flags: O_RDONLY, path: path)
        return try ReadFile(path, file, from: 0, upTo: nil, hashing: hashing)
    }

    /// Appends the next bytes to `output` and says how many; 0 at the end.
    ///
    /// - Throws: `FileError`; `.shorterThanRecorded` when the file ends before the `end` it was opened with.
    public func read(appendingTo output: inout [UInt8], atMost limit: Int = 1 << 20) throws(FileError) -> Int {
        let wanted = end.map { min(limit, $0 - position) } ?? limit
        guard wanted > 0 else { return 0 }
        var count = 0
        try output.append(addingCapacity: wanted) { (span) throws(FileError) in
            count = try unsafe span.withUnsafeMutableBufferPointer { (free, initialized) throws(FileError) -> Int in
                let all = UnsafeMutableRawBufferPointer(free)
                let raw = unsafe UnsafeMutableRawBufferPointer(rebasing: all[initialized...].prefix(wanted))
                let count = try unsafe file?.read(into: raw, path) ?? 0
                unsafe hasher?.update(UnsafeRawBufferPointer(rebasing: raw[..<count]))
                initialized += count
                return count
            }
        }
        if count == 0, let end, position < end { throw FileError(shorter: path, found: position, recorded: end) }
        position += count
        return count
    }

    /// Fills `buffer` with the bytes from `offset` on; the position of other reads stays.
    ///
    /// - Throws: `FileError`; `.changed` when the file ends before.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) {
        guard let number = file?.number else { throw FileError(.closed, at: path, "\(quoted(path)) is closed.") }
        var done = 0
        while done < buffer.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = unsafe pread(number, rest.baseAddress, rest.count, off_t(offset + done))
            if count > 0 {
                done += count
            } else if count == 0 {
                throw FileError(changed: path)
            } else {
                let reason = errno
                if reason != EINTR { throw FileError(doing: "Reading", path, reason) }
            }
        }
    }

    /// The SHA-256 of everything read so far, or `nil` when the file was opened without `hashing`.
    public func digest() -> ContentDigest? { hasher?.digest() }

    /// Reads the rest and returns its length and digest: what the disk holds, not what was meant to be written.
    ///
    /// - Parameter each: receives the number of bytes of each piece; it may throw to stop.
    public static func contents(
        of path: String, under root: String, each: (Int) throws -> Void = { _ in }
    ) throws -> (length: Int, digest: ContentDigest) {
        let file = try open(path, under: root)
        var hasher = ContentHasher()
        var piece: [UInt8] = []
        while true {
            piece.removeAll(keepingCapacity: true)
            guard try file.read(appendingTo: &piece) > 0 else { break }
            hasher.update(piece.span)
            try each(piece.count)
        }
        return (file.position, hasher.digest())
    }

    /// The same with a faster proof of the bytes, for who sends them afterwards.
    package static func sums(
        of path: String, under root: String, each: (Int) throws -> Void = { _ in }
    ) throws -> (length: Int, digest: ContentDigest, checksum: ContentChecksum?) {
        let file = try open(path, under: root)
        var hasher = ContentHasher()
        let checksummer = ContentChecksummer()
        var piece: [UInt8] = []
        while true {
            piece.removeAll(keepingCapacity: true)
            guard try file.read(appendingTo: &piece) > 0 else { break }
            hasher.update(piece.span)
            unsafe piece.withUnsafeBytes { unsafe checksummer?.update($0) }
            try each(piece.count)
        }
        return (file.position, hasher.digest(), checksummer?.checksum())
    }

    /// The last bytes of a file.
    ///
    /// - Throws: `FileError`.
    package static func end(of path: String, most: Int) throws(FileError) -> [UInt8] {
        let size = try ReadFile.open(path).size
        let file = try ReadFile.open(path, from: max(0, size - most))
        var bytes: [UInt8] = []
        while bytes.count < most, try file.read(appendingTo: &bytes, atMost: most - bytes.count) > 0 {}
        return bytes
    }

    /// The contents of a file, or `nil` where there is none.
    /// - Throws: `FileError` for a file that can't be read.
    public static func ifExists(_ path: String) throws(FileError) -> [UInt8]? {
        do throws(FileError) {
            return try bytes(of: path)
        } catch {
            guard error.code == .missing else { throw error }
            return nil
        }
    }

    /// The bytes of a file that fits in memory.
    public static func bytes(of path: String) throws(FileError) -> [UInt8] {
        let file = try open(path)
        var bytes: [UInt8] = []
        while try file.read(appendingTo: &bytes) > 0 {}
        return bytes
    }
}
