import CZstd
public import GantryFiles

/// Reads a file of Zstandard frames (RFC 8878) with bounded memory; checksums are verified, skippable frames skipped.
///
/// It belongs to one task.
@safe public final class ZstdFrameDecoder: FrameDecoder {
    /// Where the frame of the last read starts, in bytes from the start of the file.
    private var frameStart: Int
    private let context: OpaquePointer
    private var input: ArchiveInput
    private var isInFrame = false
    private var hasReadFrame = false

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
        frameStart = file.position
        let limit = Int32(clamping: min(max(windowLog, 10), 27))
        _ = try zstdChecked(unsafe ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, limit))
    }

    deinit { unsafe ZSTD_freeDCtx(context) }

    /// Appends at most `limit` bytes of content and returns their count; 0 after the last frame. Throws
    /// ``ArchiveError`` for a frame that is cut short or damaged.
    public func read(appendingTo output: inout [UInt8], atMost limit: Int) throws -> Int {
        if !isInFrame { frameStart = input.offset }
        while true {
            try input.refill()
            if input.isEmpty {
                guard !isInFrame else {
                    throw ArchiveError(
                        .truncated, reading: input.file.path, frameAt: frameStart, "the file ends inside it")
                }
                return 0
            }
            let (produced, isComplete) = try decode(into: &output, atMost: max(limit, 1))
            isInFrame = !isComplete
            hasReadFrame = hasReadFrame || isComplete
            if produced > 0 { return produced }
            if isComplete { frameStart = input.offset }
        }
    }

    /// One step: takes input until the output is full, the frame ends or the input is used up.
    private func decode(
        into output: inout [UInt8], atMost limit: Int
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
        guard ZSTD_isError(result) == 0 else { throw refusal(result) }
        return (produced, result == 0)
    }

    private func refusal(_ result: Int) -> ArchiveError {
        let path = input.file.path
        switch ZSTD_getErrorCode(result) {
        case ZSTD_error_frameParameter_windowTooLarge:
            return ArchiveError(
                .windowTooLarge, reading: path, frameAt: frameStart, "reading it needs more memory than is allowed"
            )
        case ZSTD_error_prefix_unknown where !hasReadFrame:
            return ArchiveError(.otherFormat, reading: path, frameAt: frameStart, "this is not Zstandard")
        case ZSTD_error_memory_allocation:
            return ArchiveError(.library, reading: path, frameAt: frameStart, "no memory")
        default:
            return ArchiveError(.damaged, reading: path, frameAt: frameStart, zstdErrorName(result))
        }
    }
}
