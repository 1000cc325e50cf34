internal import GantryModel

extension PhotoOrder {
    /// The photo as a JPEG image, with what was done.
    func convert(_ bytes: [UInt8]) throws -> (PhotoChange, [UInt8]) {
        switch kind {
        case .jpeg: try fromJPEG(bytes)
        case .heic: try fromHEIC(bytes)
        case .png: try fromPixels(try PNGPicture.decode(bytes), profile: PNGPicture.profile(of: bytes))
        case .webp: try fromPixels(try WebPPicture.decode(bytes), profile: WebPPicture.profile(of: bytes))
        }
    }

    private func fromHEIC(_ bytes: [UInt8]) throws -> (PhotoChange, [UInt8]) {
        let (pixels, profile) = try unsafe bytes.withUnsafeBufferPointer { raw in
            let picture = try unsafe HEICPicture.open(raw)
            let profile = picture.profile()
            guard profile == nil, let colours = picture.colours() else { return (try picture.decode(), profile ?? []) }
            try PhotoOrder.requireUsual(colours)
            return (try picture.decode(), colours.primaries == 12 ? ColourProfile.displayP3 : [])
        }
        return try fromPixels(pixels, profile: profile, isFine: false)
    }

    /// Brightness beyond what a JPEG image shows would become grey mud, and other primaries other colours.
    private static func requireUsual(_ colours: (primaries: UInt32, transfer: UInt32)) throws(PhotoRefusal) {
        guard ![16, 18].contains(colours.transfer), ![9, 11].contains(colours.primaries) else {
            throw PhotoRefusal(
                code: "photo-colours",
                found: "colours that a JPEG image without a profile can't show (HDR or wide gamut)",
                expected: "sRGB, or an ICC profile")
        }
    }

    /// Sizes below the whole one come from a JPEG image of the best quality, whose decoder averages.
    private func fromPixels(_ pixels: Pixels, profile: [UInt8], isFine: Bool = true) throws -> (PhotoChange, [UInt8]) {
        let reduction = Reduction(
            kind: kind, limit: limit, mostPixels: mostPixels, orientation: orientation, profile: profile, isFine: isFine
        )
        let size = (pixels.width, pixels.height)
        let decompressor = try TurboJPEG.decompressor()
        var whole: [UInt8] = []
        return try reduction.image(of: size) { eighths in
            if eighths == 8 { return pixels }
            if whole.isEmpty { whole = try TurboJPEG.compressor().compress(pixels, quality: 97, isFine: isFine) }
            return try decompressor.decompress(whole, try decompressor.header(of: whole), eighths: eighths)
        }
    }

    private func fromJPEG(_ jpeg: [UInt8]) throws -> (PhotoChange, [UInt8]) {
        let decompressor = try TurboJPEG.decompressor()
        let header = try decompressor.header(of: jpeg)
        try PhotoRefusal.requireUsual(header.width, header.height)
        return try Reduction(
            kind: kind, limit: limit, mostPixels: mostPixels, orientation: orientation,
            profile: ColourProfile.profile(of: jpeg) ?? [],
            isFine: false
        ).image(of: (header.width, header.height)) { try decompressor.decompress(jpeg, header, eighths: $0) }
    }
}
