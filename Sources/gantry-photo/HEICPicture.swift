internal import CHeif

/// The picture of a HEIC file; the only owner of what libheif has of it.
///
/// libheif turns, mirrors and crops it as the file says, so what Exif says of the orientation doesn't count.
@safe struct HEICPicture: ~Copyable {
    private let context: OpaquePointer
    private var handle: OpaquePointer?
    private(set) var width = 0
    private(set) var height = 0

    private init(_ context: OpaquePointer) { unsafe self.context = context }

    /// - Parameter bytes: The file, which must stay where it is as long as the picture is used.
    static func open(_ bytes: UnsafeBufferPointer<UInt8>) throws(PhotoRefusal) -> HEICPicture {
        guard let context = unsafe heif_context_alloc() else { throw Self.noMemory }
        var picture = unsafe HEICPicture(context)
        try unsafe picture.read(bytes)
        return picture
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(PhotoRefusal) {
        // Tiles are decoded one after the other: other photos use the other processors.
        unsafe heif_context_set_max_decoding_threads(context, 0)
        try unsafe Self.require(
            heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil))
        let count = unsafe Int(heif_context_get_number_of_top_level_images(context))
        guard count == 1 else {
            throw PhotoRefusal(
                code: "photo-several", found: "a HEIC file with \(count) pictures", expected: "one picture")
        }
        try unsafe Self.require(heif_context_get_primary_image_handle(context, &handle))
        width = unsafe Int(heif_image_handle_get_width(handle))
        height = unsafe Int(heif_image_handle_get_height(handle))
        try PhotoRefusal.requireUsual(width, height)
        let stored = unsafe (heif_image_handle_get_ispe_width(handle), heif_image_handle_get_ispe_height(handle))
        if stored.0 > 0, stored.1 > 0 { try PhotoRefusal.requireUsual(Int(stored.0), Int(stored.1)) }
    }

    deinit {
        unsafe heif_image_handle_release(handle)
        unsafe heif_context_free(context)
    }

    private static var noMemory: PhotoRefusal {
        PhotoRefusal(code: "photo-failed", found: "no memory", expected: "a few hundred MB")
    }

    private static func require(_ error: heif_error) throws(PhotoRefusal) {
        guard unsafe error.code != heif_error_Ok else { return }
        if unsafe error.subcode == heif_suberror_Security_limit_exceeded {
            throw .large("a picture beyond the limits of libheif", "at most 32768 pixels on a side")
        }
        let reason = unsafe error.message.map { unsafe String(cString: $0) } ?? "an error"
        throw .damaged(.heic, String(reason.prefix { $0 != "\n" }))
    }

    /// The ICC profile of its colours; `nil` without one.
    func profile() -> [UInt8]? {
        let size = unsafe heif_image_handle_get_raw_color_profile_size(handle)
        guard size > 0, size <= ColourProfile.mostBytes else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        let error = unsafe bytes.withUnsafeMutableBytes {
            unsafe heif_image_handle_get_raw_color_profile(handle, $0.baseAddress)
        }
        return unsafe error.code == heif_error_Ok ? bytes : nil
    }

    /// The colours as a number of ISO/IEC 23091-2, where the file has no ICC profile: primaries and transfer.
    func colours() -> (primaries: UInt32, transfer: UInt32)? {
        var colours: UnsafeMutablePointer<heif_color_profile_nclx>?
        let error = unsafe heif_image_handle_get_nclx_color_profile(handle, &colours)
        guard unsafe error.code == heif_error_Ok, let colours = unsafe colours else { return nil }
        defer { unsafe heif_nclx_color_profile_free(colours) }
        return unsafe (colours.pointee.color_primaries.rawValue, colours.pointee.transfer_characteristics.rawValue)
    }

    /// The pixels; what is transparent is white.
    func decode() throws(PhotoRefusal) -> Pixels {
        let hasAlpha = unsafe heif_image_handle_has_alpha_channel(handle) != 0
        guard let options = unsafe heif_decoding_options_alloc() else { throw Self.noMemory }
        defer { unsafe heif_decoding_options_free(options) }
        unsafe options.pointee.convert_hdr_to_8bit = 1
        unsafe options.pointee.strict_decoding = 1
        var image: OpaquePointer?
        defer { unsafe heif_image_release(image) }
        try unsafe Self.require(
            heif_decode_image(
                handle, &image, heif_colorspace_RGB,
                hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, options))
        guard unsafe heif_image_get_decoding_warnings(image, 0, nil, 0) == 0 else {
            throw .damaged(.heic, "warnings of the decoder")
        }
        var stride: Int32 = 0
        let (width, height) = unsafe (
            Int(heif_image_get_width(image, heif_channel_interleaved)),
            Int(heif_image_get_height(image, heif_channel_interleaved))
        )
        try PhotoRefusal.requireUsual(width, height)
        let channels = hasAlpha ? 4 : 3
        guard let plane = unsafe heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride),
            Int(stride) >= width * channels
        else { throw .damaged(.heic, "a picture without pixels") }
        var pixels = Pixels(width: width, height: height, channels: 3)
        var target = pixels.bytes.mutableSpan
        for y in 0..<height {
            let row = unsafe UnsafeBufferPointer(start: plane + y * Int(stride), count: width * channels).span
            Alpha.copy(row, to: &target, at: y * width * 3, width: width, hasAlpha: hasAlpha)
        }
        return pixels
    }
}

/// Pixels with transparency on white paper.
enum Alpha {
    static func copy(
        _ row: Span<UInt8>, to target: inout MutableSpan<UInt8>, at start: Int, width: Int, hasAlpha: Bool
    ) {
        guard hasAlpha else {
            for index in 0..<(width * 3) { target[start + index] = row[index] }
            return
        }
        for x in 0..<width {
            let alpha = Int(row[x * 4 + 3])
            for channel in 0..<3 {
                let value = Int(row[x * 4 + channel]) * alpha + 255 * (255 - alpha)
                target[start + x * 3 + channel] = UInt8((value + 127) / 255)
            }
        }
    }
}
