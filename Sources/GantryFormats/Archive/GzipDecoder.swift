import CZlib
public import GantryFiles

/// Reads a file of gzip members (RFC 1952) with bounded memory; checksums and lengths are verified.
///
/// It belongs to one task.
@safe public final class GzipDecoder: FrameDecoder {
    private let stream: UnsafeMutablePointer<z_stream>
    private var input: ArchiveInput

    /// - Parameter file: read from its position on, which must be a member's start.
    public init(reading file: ReadFile) throws(ArchiveError) {
        // The library keeps a pointer to it, so it needs an address that stays.
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        input = ArchiveInput(file)
        let result = unsafe zlib_start_inflating_gzip(stream)
        guard result == Z_OK else { throw ArchiveError(.library, "zlib could not be started (\(result)).") }
    }

    deinit {
        _ = unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Appends at most `limit` bytes of content and returns their count; 0 after the last member. Throws
    /// ``ArchiveError`` for a member that is cut short or damaged.
    public func read(appendingTo output: inout [UInt8], atMost limit: Int) throws -> Int {
        try input.read { input in try decode(&input, into: &output, atMost: min(max(limit, 1), 1 << 30)) }
    }

    private func decode(
        _ input: inout ArchiveInput, into output: inout [UInt8], atMost limit: Int
    ) throws(ArchiveError) -> (produced: Int, isComplete: Bool) {
        var result = Z_OK
        var produced = 0
        var consumed = 0
        output.append(addingCapacity: limit) { free in
            unsafe free.withUnsafeMutableBufferPointer { target, initialized in
                unsafe input.withRest { source in
                    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                    unsafe stream.pointee.avail_in = UInt32(source.count)
                    unsafe stream.pointee.next_out = target.baseAddress.map { unsafe $0 + initialized }
                    unsafe stream.pointee.avail_out = UInt32(limit)
                    result = unsafe inflate(stream, Z_NO_FLUSH)
                    produced = unsafe limit - Int(stream.pointee.avail_out)
                    consumed = unsafe source.count - Int(stream.pointee.avail_in)
                }
                initialized += produced
            }
        }
        input.take(consumed)
        switch result {
        case Z_STREAM_END:
            guard unsafe inflateReset(stream) == Z_OK else {
                throw ArchiveError(.library, "zlib could not start a member.")
            }
            return (produced, true)
        // "No progress" says only that one of the two buffers is used up.
        case Z_OK, Z_BUF_ERROR: return (produced, false)
        default:
            let words = unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "zlib error \(result)"
            let isForeign = !input.hasReadFrame && words.hasPrefix("incorrect header")
            throw ArchiveError(
                isForeign ? .otherFormat : .damaged, reading: input.file.path, frameAt: input.frameStart,
                isForeign ? "this is not gzip" : words)
        }
    }
}
