import CZlib

/// Makes one whole gzip member per call (RFC 1952), with no time, no name and "unknown" as the operating system, so
/// that the same content gives the same bytes.
///
/// The compression state is kept between calls. It belongs to one task.
@safe public final class GzipMemberEncoder: FrameEncoder {
    private let stream: UnsafeMutablePointer<z_stream>
    private let header: UnsafeMutablePointer<gz_header>

    /// An encoder with zlib's own level.
    public init() throws(ArchiveError) {
        // The library keeps pointers to both, so they need addresses that stay.
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        unsafe header = .allocate(capacity: 1)
        unsafe header.initialize(to: gz_header())
        unsafe header.pointee.os = 255
        let result = unsafe zlib_start_deflating_gzip(stream, 6)
        guard result == Z_OK else { throw ArchiveError(.library, "zlib could not be started (\(result)).") }
    }

    deinit {
        _ = unsafe deflateEnd(stream)
        unsafe stream.deallocate()
        unsafe header.deallocate()
    }

    /// Appends one member with all of the content; an ``ArchiveError`` has the code `library`.
    public func encode(_ content: Span<UInt8>, appendingTo output: inout [UInt8]) throws(ArchiveError) {
        guard unsafe deflateReset(stream) == Z_OK, unsafe deflateSetHeader(stream, header) == Z_OK else {
            throw ArchiveError(.library, "zlib could not start a member.")
        }
        // zlib counts a call's bytes in 32 bits.
        let largest = 1 << 30
        var done = 0
        repeat {
            let count = min(content.count - done, largest)
            let isLast = done + count == content.count
            try encode(content.extracting(done..<(done + count)), isLast: isLast, appendingTo: &output)
            done += count
        } while done < content.count
    }

    private func encode(_ content: Span<UInt8>, isLast: Bool, appendingTo output: inout [UInt8]) throws(ArchiveError) {
        let bound = unsafe Int(deflateBound(stream, UInt(content.count))) + 64
        var result = Z_OK
        var isLeft = false
        output.append(addingCapacity: bound) { free in
            unsafe free.withUnsafeMutableBufferPointer { target, initialized in
                unsafe content.withUnsafeBufferPointer { source in
                    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                    unsafe stream.pointee.avail_in = UInt32(source.count)
                    unsafe stream.pointee.next_out = target.baseAddress.map { unsafe $0 + initialized }
                    unsafe stream.pointee.avail_out = UInt32(bound)
                    result = unsafe deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
                    initialized += unsafe bound - Int(stream.pointee.avail_out)
                    isLeft = unsafe stream.pointee.avail_in > 0
                }
            }
        }
        guard result == (isLast ? Z_STREAM_END : Z_OK), !isLeft else {
            throw ArchiveError(.library, "zlib refused to compress (\(result)).")
        }
    }
}
