internal import CTurboJPEG

/// A compressor or decompressor of libjpeg-turbo; its only owner.
///
/// Both work with the exact transform, whose results are the same on every processor.
@safe struct TurboJPEG: ~Copyable {
    private let handle: tjhandle

    private init(_ handle: tjhandle?) throws(PhotoRefusal) {
        guard let handle = unsafe handle else {
            throw PhotoRefusal(code: "photo-failed", found: "no memory", expected: "a few hundred MB")
        }
        unsafe self.handle = handle
    }

    static func compressor() throws(PhotoRefusal) -> TurboJPEG { try unsafe TurboJPEG(tjInitCompress()) }
    static func decompressor() throws(PhotoRefusal) -> TurboJPEG { try unsafe TurboJPEG(tjInitDecompress()) }

    deinit { _ = unsafe tjDestroy(handle) }

    /// What it says about its last failure.
    private var reason: String { unsafe String(cString: tjGetErrorStr2(handle)) }

    /// The image in JPEG.
    ///
    /// - Parameter isFine: Whether colours are as fine as brightness, for screens; cameras see them coarser anyway.
    func compress(_ pixels: Pixels, quality: Int, isFine: Bool) throws(PhotoRefusal) -> [UInt8] {
        let isGrey = pixels.channels == 1
        let sampling = isGrey ? TJSAMP_GRAY : isFine ? TJSAMP_444 : TJSAMP_420
        let format = isGrey ? TJPF_GRAY : TJPF_RGB
        var buffer: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { unsafe tjFree(buffer) }
        let result = unsafe pixels.bytes.withUnsafeBufferPointer { source in
            unsafe tjCompress2(
                handle, source.baseAddress, Int32(pixels.width), 0, Int32(pixels.height), Int32(format.rawValue),
                &buffer,
                &size, Int32(sampling.rawValue), Int32(quality), Int32(TJFLAG_ACCURATEDCT))
        }
        guard result == 0, let buffer = unsafe buffer else {
            throw PhotoRefusal(code: "photo-failed", found: reason, expected: "a JPEG image")
        }
        return unsafe Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
    }

    /// What the header of a JPEG image says.
    struct Header {
        let width: Int
        let height: Int
        let isGrey: Bool

        /// A side at so many eighths.
        static func scaled(_ side: Int, _ eighths: Int) -> Int { (side * eighths + 7) / 8 }
    }

    func header(of jpeg: [UInt8]) throws(PhotoRefusal) -> Header {
        var (width, height, sampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let result = unsafe jpeg.withUnsafeBufferPointer {
            unsafe tjDecompressHeader3(
                handle, $0.baseAddress, UInt($0.count), &width, &height, &sampling, &colours)
        }
        guard result == 0 else { throw .damaged(.jpeg, reason) }
        guard colours != Int32(TJCS_CMYK.rawValue), colours != Int32(TJCS_YCCK.rawValue) else {
            throw PhotoRefusal(code: "photo-colours", found: "colours for print (CMYK)", expected: "RGB or grey")
        }
        return Header(width: Int(width), height: Int(height), isGrey: colours == Int32(TJCS_GRAY.rawValue))
    }

    /// The pixels, averaged to so many eighths of the size while they are decoded.
    func decompress(_ jpeg: [UInt8], _ header: Header, eighths: Int) throws(PhotoRefusal) -> Pixels {
        var pixels = Pixels(
            width: Header.scaled(header.width, eighths), height: Header.scaled(header.height, eighths),
            channels: header.isGrey ? 1 : 3)
        let (width, height) = (Int32(pixels.width), Int32(pixels.height))
        let format = header.isGrey ? TJPF_GRAY : TJPF_RGB
        // A picture that only begins is no photo, so a warning is an error. Thousands of scans are an attack.
        let flags = Int32(TJFLAG_ACCURATEDCT) | Int32(TJFLAG_STOPONWARNING) | Int32(TJFLAG_LIMITSCANS)
        let result = unsafe jpeg.withUnsafeBufferPointer { source in
            unsafe pixels.bytes.withUnsafeMutableBufferPointer { target in
                unsafe tjDecompress2(
                    handle, source.baseAddress, UInt(source.count), target.baseAddress, width, 0, height,
                    Int32(format.rawValue), flags)
            }
        }
        guard result == 0 else { throw .damaged(.jpeg, reason) }
        return pixels
    }
}
