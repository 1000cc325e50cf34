import CZstd

/// How hard Zstandard tries.
public struct ZstdSettings: Hashable, Sendable {
    /// -7 (fastest) ... 19 (smallest). Past 19 a reader would need more memory than readers here allow.
    public let level: Int
    /// The size of the match table as a power of two, 6...24, or `nil` for what the level brings.
    public let hashLog: Int?

    /// - Returns: `nil` when a value is outside its range.
    public init?(level: Int, hashLog: Int? = nil) {
        guard (-7...19).contains(level), hashLog.map({ (6...24).contains($0) }) ?? true else { return nil }
        self.level = level
        self.hashLog = hashLog
    }

    private init(fixedLevel: Int, hashLog: Int) {
        level = fixedLevel
        self.hashLog = hashLog
    }

    /// Level 1 with a match table that stays in the processor's first cache: on lines of JSON about a tenth faster than
    /// level 1 and no larger, because the records repeat at short distances.
    public static let lines = ZstdSettings(fixedLevel: 1, hashLog: 12)
}

/// Makes one whole Zstandard frame per call, with the content's size and checksum in it (RFC 8878).
///
/// The compression context is kept between calls. It belongs to one task.
@safe public final class ZstdFrameEncoder: FrameEncoder {
    private let context: OpaquePointer

    /// - Parameter settings: the default is `.lines`.
    public init(_ settings: ZstdSettings = .lines) throws(ArchiveError) {
        guard let context = unsafe ZSTD_createCCtx() else {
            throw ArchiveError(.library, "Zstandard could not be started: out of memory.")
        }
        unsafe self.context = unsafe context
        var parameters = [
            (ZSTD_c_compressionLevel, settings.level), (ZSTD_c_checksumFlag, 1), (ZSTD_c_contentSizeFlag, 1),
        ]
        if let hashLog = settings.hashLog { parameters.append((ZSTD_c_hashLog, hashLog)) }
        for (parameter, value) in parameters {
            _ = try zstdChecked(unsafe ZSTD_CCtx_setParameter(context, parameter, Int32(value)))
        }
    }

    deinit { unsafe ZSTD_freeCCtx(context) }

    /// Appends one frame with all of the content; an ``ArchiveError`` has the code `library`.
    public func encode(_ content: Span<UInt8>, appendingTo output: inout [UInt8]) throws(ArchiveError) {
        let bound = ZSTD_compressBound(content.count)
        try output.append(addingCapacity: bound) { (free) throws(ArchiveError) in
            try unsafe free.withUnsafeMutableBufferPointer { (target, initialized) throws(ArchiveError) in
                let written = unsafe content.withUnsafeBytes { source in
                    unsafe ZSTD_compress2(
                        context, target.baseAddress.map { unsafe $0 + initialized }, bound, source.baseAddress,
                        source.count)
                }
                initialized += try zstdChecked(written)
            }
        }
    }
}

/// A result of the library, or its error in the library's words.
func zstdChecked(_ result: Int) throws(ArchiveError) -> Int {
    guard ZSTD_isError(result) == 0 else {
        throw ArchiveError(.library, "Zstandard failed: \(zstdErrorName(result)).")
    }
    return result
}

func zstdErrorName(_ result: Int) -> String { unsafe String(cString: ZSTD_getErrorName(result)) }
