internal import GantryModel

/// Finds the best JPEG image that fits: first by its quality, then by its size.
struct Reduction {
    let kind: PhotoOrder.Kind
    let limit: Int
    /// The most pixels.
    let mostPixels: Int
    let orientation: Int
    let profile: [UInt8]
    let isFine: Bool

    private static let qualities = [90, 80, 70]

    /// The image with what was done.
    ///
    /// - Parameters:
    ///   - size: Of the picture as it is stored.
    ///   - pixels: The picture at so many eighths of its size, as it is stored.
    func image(of size: (width: Int, height: Int), _ pixels: (Int) throws -> Pixels) throws -> (PhotoChange, [UInt8]) {
        let compressor = try TurboJPEG.compressor()
        var eighths = 8
        while eighths > 1, size.width * size.height * eighths * eighths / 64 > mostPixels { eighths -= 1 }
        var smallest = 0
        while eighths > 0 {
            let picture = try pixels(eighths).upright(orientation)
            let profile = ColourProfile.fits(profile, channels: picture.channels) ? profile : []
            for quality in Self.qualities {
                let plain = try compressor.compress(picture, quality: quality, isFine: isFine)
                let image = ColourProfile.insert(profile, into: plain)
                smallest = image.count
                guard image.count > limit else { return (change(size, sent: picture, quality: quality), image) }
            }
            // A picture of half the area has more than half the bytes, so the next size that could fit is tried.
            repeat {
                eighths -= 1
            } while eighths > 1
                && smallest / 64 * eighths * eighths > limit / 10 * 12
        }
        throw PhotoRefusal.large(
            "\(smallest) bytes at an eighth of its size", "at most \(limit) bytes as a JPEG image")
    }

    private func change(_ size: (width: Int, height: Int), sent: Pixels, quality: Int) -> PhotoChange {
        let isTurned = orientation >= 5
        return PhotoChange(
            kind: kind.rawValue, width: isTurned ? size.height : size.width,
            height: isTurned ? size.width : size.height, sentWidth: sent.width, sentHeight: sent.height,
            quality: quality)
    }
}
