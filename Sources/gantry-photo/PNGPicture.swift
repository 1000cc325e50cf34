internal import CPNG
internal import CZlib

/// Reads PNG images, which screens are saved as.
enum PNGPicture {
    /// The pixels; what is transparent is white.
    static func decode(_ bytes: [UInt8]) throws -> Pixels {
        var image = unsafe png_image()
        unsafe image.version = UInt32(PNG_IMAGE_VERSION)
        defer { unsafe png_image_free(&image) }
        let pixels: Pixels? = try unsafe bytes.withUnsafeBytes { raw -> Pixels? in
            guard unsafe png_image_begin_read_from_memory(&image, raw.baseAddress, raw.count) != 0 else { return nil }
            try unsafe PhotoRefusal.requireUsual(Int(image.width), Int(image.height))
            var pixels = unsafe Pixels(width: Int(image.width), height: Int(image.height), channels: 3)
            // Red, green and blue in this order.
            unsafe image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
            var white = png_color(red: 255, green: 255, blue: 255)
            let read = unsafe pixels.bytes.withUnsafeMutableBytes {
                unsafe png_image_finish_read(&image, &white, $0.baseAddress, 0, nil)
            }
            return read != 0 ? pixels : nil
        }
        guard let pixels, unsafe image.warning_or_error == 0 else {
            throw PhotoRefusal.damaged(.png, unsafe message(image.message))
        }
        return pixels
    }

    private static func message(_ text: Any) -> String {
        let bytes = Mirror(reflecting: text).children.compactMap { ($0.value as? CChar).map(UInt8.init(bitPattern:)) }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The ICC profile in its chunk (PNG, 11.3.2.3), which is before the pixels; empty without one.
    static func profile(of bytes: [UInt8]) -> [UInt8] {
        var place = 8
        while place + 12 <= bytes.count {
            let length = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
            let start = place + 8
            guard start + length + 4 <= bytes.count, bytes[place + 4] != UInt8(ascii: "I") || place == 8 else {
                return []
            }
            if bytes[(place + 4)..<start].elementsEqual("iCCP".utf8) {
                // A name that ends with a zero, and the only method of compression, which is 0.
                guard let end = bytes[start..<(start + length)].firstIndex(of: 0) else { return [] }
                return inflated(bytes[(end + 1)..<(start + length)].dropFirst())
            }
            place = start + length + 4
        }
        return []
    }

    private static func inflated(_ packed: ArraySlice<UInt8>) -> [UInt8] {
        var profile = [UInt8](repeating: 0, count: ColourProfile.mostBytes)
        var size = UInt(profile.count)
        let result = unsafe profile.withUnsafeMutableBufferPointer { target in
            unsafe packed.withUnsafeBufferPointer { source in
                unsafe uncompress(target.baseAddress, &size, source.baseAddress, UInt(source.count))
            }
        }
        return result == Z_OK ? Array(profile.prefix(Int(size))) : []
    }
}
