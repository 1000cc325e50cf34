internal import CWebP

/// Reads WebP images, which messengers and browsers save.
enum WebPPicture {
    /// The pixels; what is transparent is white.
    static func decode(_ bytes: [UInt8]) throws(PhotoRefusal) -> Pixels {
        var features = WebPBitstreamFeatures()
        let status = unsafe bytes.withUnsafeBufferPointer {
            unsafe WebPGetFeatures($0.baseAddress, $0.count, &features)
        }
        guard status == VP8_STATUS_OK else { throw .damaged(.webp, "no header of a picture") }
        guard features.has_animation == 0 else {
            throw PhotoRefusal(code: "photo-several", found: "a WebP animation", expected: "one picture")
        }
        let (width, height) = (Int(features.width), Int(features.height))
        try PhotoRefusal.requireUsual(width, height)
        var colours = [UInt8](repeating: 0, count: width * height * 4)
        let isRead = unsafe bytes.withUnsafeBufferPointer { source in
            unsafe colours.withUnsafeMutableBufferPointer { target in
                unsafe WebPDecodeRGBAInto(
                    source.baseAddress, source.count, target.baseAddress, target.count, Int32(width * 4)) != nil
            }
        }
        guard isRead else { throw .damaged(.webp, "pixels that can't be read") }
        var pixels = Pixels(width: width, height: height, channels: 3)
        var target = pixels.bytes.mutableSpan
        Alpha.copy(colours.span, to: &target, at: 0, width: width * height, hasAlpha: true)
        return pixels
    }

    /// The ICC profile in its chunk (RFC 9649, 2.7.1.4); empty without one.
    static func profile(of bytes: [UInt8]) -> [UInt8] {
        var place = 12
        while place + 8 <= bytes.count {
            let length = (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << (8 * $1) }
            let end = place + 8 + length
            guard end <= bytes.count else { return [] }
            if bytes[place..<(place + 4)].elementsEqual("ICCP".utf8) {
                return length <= ColourProfile.mostBytes ? Array(bytes[(place + 8)..<end]) : []
            }
            place = end + length % 2
        }
        return []
    }
}
