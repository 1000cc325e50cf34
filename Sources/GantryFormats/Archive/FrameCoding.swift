public import GantryFiles

/// How an archive of lines is compressed; every kind is a sequence of complete frames that can be cut and continued
/// between two.
public enum ArchiveCompression: String, Sendable, CaseIterable {
    /// Zstandard (RFC 8878), one frame after the other.
    case zstd
    /// gzip (RFC 1952), one member after the other.
    case gzip
    /// No compression.
    case none

    /// A new encoder with the default settings. It belongs to one task.
    public func makeEncoder() throws(ArchiveError) -> any FrameEncoder {
        switch self {
        case .zstd: try ZstdFrameEncoder()
        case .gzip: try GzipMemberEncoder()
        case .none: PlainFrameEncoder()
        }
    }

    /// A new decoder that reads `file` from its position on. It belongs to one task.
    public func makeDecoder(reading file: ReadFile) throws(ArchiveError) -> any FrameDecoder {
        switch self {
        case .zstd: try ZstdFrameDecoder(reading: file)
        case .gzip: try GzipDecoder(reading: file)
        case .none: PlainFrameDecoder(reading: file)
        }
    }
}

/// Turns one piece of content into one complete frame. Two frames in a row are a valid archive of both contents.
public protocol FrameEncoder: AnyObject {
    /// Appends the frame; the same content gives the same bytes, whatever was encoded before.
    func encode(_ content: Span<UInt8>, appendingTo output: inout [UInt8]) throws(ArchiveError)
}

/// Hands out the content of an archive piece by piece.
public protocol FrameDecoder: AnyObject {
    /// Appends the next bytes of content to `output` and says how many; 0 at the archive's end.
    ///
    /// The bytes of one call come from one frame.
    ///
    /// - Parameter limit: the most bytes to append; at least 1.
    /// - Throws: `ArchiveError` for what the file holds, `FileError` when it can't be read.
    func read(appendingTo output: inout [UInt8], atMost limit: Int) throws -> Int
}

/// Leaves content unchanged.
public final class PlainFrameEncoder: FrameEncoder {
    /// An encoder without state.
    public init() {}

    /// Appends the content unchanged; it never throws.
    public func encode(_ content: Span<UInt8>, appendingTo output: inout [UInt8]) throws(ArchiveError) {
        unsafe content.withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
    }
}

/// Reads an uncompressed file; each read counts as one frame.
public final class PlainFrameDecoder: FrameDecoder {
    private let file: ReadFile

    /// Reads `file` from its position on.
    public init(reading file: ReadFile) { self.file = file }

    /// Appends at most `limit` bytes and returns their count; 0 at the end of the file.
    public func read(appendingTo output: inout [UInt8], atMost limit: Int) throws -> Int {
        try file.read(appendingTo: &output, atMost: limit)
    }
}
