internal import GantryModel

/// The content of a file to be sent: its bytes, or some of them with others in their place, and the digest of the
/// result.
///
/// A value; the file is opened only by a ``FileContentReader``, which checks that the content is unchanged.
public struct FileContent: Sendable, Equatable {
    /// A stretch of the content.
    public enum Piece: Sendable, Equatable {
        /// Bytes in memory.
        case bytes([UInt8])
        /// These bytes of the file, counted from its start.
        case file(Range<Int>)

        /// Bytes of the piece.
        public var length: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(let range): range.count
            }
        }
    }

    /// The file, relative to ``folder``. No name in it may be a link or `..`.
    public let path: String
    /// The folder that must contain the file.
    public let folder: String
    /// In the order in which they are sent.
    public let pieces: [Piece]
    /// Total bytes.
    public let length: Int
    /// The SHA-256 of all bytes.
    public let digest: ContentDigest
    /// A faster proof that the bytes are unchanged; `nil` if it wasn't calculated.
    public let checksum: ContentChecksum?

    /// Content of these pieces, whose digest the caller has taken; nothing is read.
    public init(
        path: String, in folder: String, pieces: [Piece], digest: ContentDigest, checksum: ContentChecksum? = nil
    ) {
        self.path = path
        self.folder = folder
        self.pieces = pieces
        length = pieces.reduce(0) { $0 + $1.length }
        self.digest = digest
        self.checksum = checksum
    }
}

/// Reads a ``FileContent`` from front to back, as often as wanted. It belongs to one task, actor or thread.
///
/// The last bytes are handed over only if the content matches its checksum, or its digest if it has no checksum, so
/// that a file that has changed is never sent completely.
public final class FileContentReader {
    private let content: FileContent
    private let file: ReadFile
    private var hasher = ContentHasher()
    private let checksummer: ContentChecksummer?
    private var piece = 0
    private var done = 0
    private var handed = 0

    /// Opens the file.
    /// - Throws: `FileError` when it is missing, a link, no file, or can't be read.
    public init(_ content: FileContent) throws(FileError) {
        self.content = content
        checksummer = content.checksum == nil ? nil : ContentChecksummer()
        file = try ReadFile.open(content.path, under: content.folder)
    }

    /// Starts again from the first byte.
    public func rewind() {
        hasher = ContentHasher()
        checksummer?.reset()
        piece = 0
        done = 0
        handed = 0
    }

    /// All bytes from the first on, in memory.
    ///
    /// - Throws: `FileError`; `.changed` if the file has changed since it was examined.
    public func whole() throws(FileError) -> [UInt8] {
        rewind()
        var bytes: [UInt8] = []
        try bytes.append(addingCapacity: content.length) { (span) throws(FileError) in
            try unsafe span.withUnsafeMutableBufferPointer { (free, initialized) throws(FileError) in
                let all = UnsafeMutableRawBufferPointer(free)
                let wanted = content.length
                initialized = try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: all.prefix(wanted)))
            }
        }
        return bytes
    }

    /// Puts the next bytes at the front of `buffer` and says how many; 0 at the end.
    ///
    /// - Throws: `FileError`; `.changed` if the file has changed since it was examined.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        var filled = 0
        while filled < buffer.count, piece < content.pieces.count {
            let current = content.pieces[piece]
            let wanted = min(buffer.count - filled, current.length - done)
            let free = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<(filled + wanted)])
            switch current {
            case .bytes(let bytes):
                unsafe bytes.withUnsafeBytes {
                    unsafe free.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[done..<(done + wanted)]))
                }
            case .file(let range):
                try unsafe file.read(into: free, at: range.lowerBound + done)
            }
            done += wanted
            filled += wanted
            if done == current.length {
                piece += 1
                done = 0
            }
        }
        let new = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<filled])
        if let checksummer { unsafe checksummer.update(new) } else { unsafe hasher.update(new) }
        handed += filled
        if filled > 0, handed == content.length, !isUnchanged { throw FileError(changed: content.path) }
        return filled
    }

    /// Whether everything that was handed over is the content.
    private var isUnchanged: Bool {
        guard let checksummer else { return hasher.digest() == content.digest }
        return checksummer.checksum() == content.checksum
    }
}

extension FileError {
    package init(changed path: String) {
        self.init(
            .changed, at: path, "\(quoted(path)) changed after it was checked.",
            advice: "Wait until the program that writes it finishes, then run the same command again.")
    }
}
