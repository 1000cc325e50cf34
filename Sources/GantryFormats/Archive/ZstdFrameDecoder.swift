import CZstd
public import GantryFiles

/// Reads a file of Zstandard frames (RFC 8878) with bounded memory; checksums are verified, skippable frames skipped.
///
/// It belongs to one task.
@safe public final class ZstdFrameDecoder: FrameDecoder {
    private let context: OpaquePointer
    private var input: ArchiveInput

    /// - Parameters:
    ///   - file: read from its position on, which must be a frame's start.
    ///   - windowLog: the largest window a frame may ask for, as a power of two, 10...27. The default is 23 (8 MiB),
    ///     what every reader must support.
    public init(reading file: ReadFile, windowLog: Int = 23) throws(ArchiveError) {
        guard let context = unsafe ZSTD_createDCtx() else {
            throw ArchiveError(.library, "Zstandard could not be started: out of memory.")
        }
        unsafe self.context = unsafe context
        input = ArchiveInput(file)
        let limit = Int32(clamping: min(max(windowLog, 10), 27))
        _ = try zstdChecked(unsafe ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, limit))
    }

    deinit { unsafe ZSTD_freeDCtx(context) }

    /// Appends at most `limit` bytes of content and returns their count; 0 after the last frame. Throws
    /// ``ArchiveError`` for a frame that is cut short or damaged.
    public func read(appendingTo output: inout [UInt8], atMost limit: Int) throws -> Int {
        try input.read { input in try decode(&input, into: &output, atMost: max(limit, 1)) }
    }

    /// One step: takes input until the output is full, the frame ends or the input is used up.
    private func decode(
        _ input: inout ArchiveInput, into output: inout [UInt8], atMost limit: Int
    ) throws(ArchiveError) -> (produced: Int, isComplete: Bool) {
        var result = 0
        var produced = 0
        var consumed = 0
        output.append(addingCapacity: limit) { free in
            unsafe free.withUnsafeMutableBufferPointer { target, initialized in
                unsafe input.withRest { source in
                    var from = unsafe ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
                    var to = unsafe ZSTD_outBuffer(
                        dst: target.baseAddress.map { unsafe $0 + initialized }, size: limit, pos: 0)
                    repeat {
                        result = unsafe ZSTD_decompressStream(context, &to, &from)
                    } while unsafe ZSTD_isError(result) == 0 && result != 0 && to.pos < to.size && from.pos < from.size
                    produced = unsafe to.pos
                    consumed = unsafe from.pos
                }
                initialized += produced
            }
        }
        input.take(consumed)
        guard ZSTD_isError(result) == 0 else { throw refusal(result, input) }
        return (produced, result == 0)
    }

    private func refusal(_ result: Int, _ input: ArchiveInput) -> ArchiveError {
        let path = input.file.path
        switch ZSTD_getErrorCode(result) {
        case ZSTD_error_frameParameter_windowTooLarge:
            return ArchiveError(
                .windowTooLarge, reading: path, frameAt: input.frameStart,
                "reading it needs more memory than is allowed"
            )
        case ZSTD_error_prefix_unknown where !input.hasReadFrame:
            return ArchiveError(.otherFormat, reading: path, frameAt: input.frameStart, "this is not Zstandard")
        case ZSTD_error_memory_allocation:
            return ArchiveError(.library, reading: path, frameAt: input.frameStart, "no memory")
        default:
            return ArchiveError(.damaged, reading: path, frameAt: input.frameStart, zstdErrorName(result))
        }
    }
}
