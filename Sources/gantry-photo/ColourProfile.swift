/// The ICC profile of a JPEG image, in its segments APP2 (ICC.1, annex B.4).
enum ColourProfile {
    /// Profiles of cameras and screens have a few kB.
    static let mostBytes = 1 << 20

    private static let signature = Array("ICC_PROFILE\0".utf8)
    private static let pieceBytes = 65_519

    /// The profile; `nil` without a whole one.
    static func profile(of jpeg: [UInt8]) -> [UInt8]? {
        var pieces: [Int: ArraySlice<UInt8>] = [:]
        var total = 0
        var place = 2
        while place + 4 <= jpeg.count, jpeg[place] == 0xFF {
            let marker = jpeg[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            // The coded data begin.
            if marker == 0xDA || marker == 0xD9 { break }
            let length = Int(jpeg[place + 2]) << 8 | Int(jpeg[place + 3])
            let end = place + 2 + length
            guard length >= 2, end <= jpeg.count else { break }
            let payload = jpeg[(place + 4)..<end]
            if marker == 0xE2, payload.starts(with: signature), payload.count > 14 {
                total = Int(payload[payload.startIndex + 13])
                pieces[Int(payload[payload.startIndex + 12])] = payload.dropFirst(14)
            }
            place = end
        }
        guard total > 0, pieces.count == total, (1...total).allSatisfy({ pieces[$0] != nil }) else { return nil }
        let profile = (1...total).flatMap { pieces[$0] ?? [] }
        return profile.count <= mostBytes ? profile : nil
    }

    /// Whether the profile is one of so many channels: one of grey pixels makes nothing of red ones.
    static func fits(_ profile: [UInt8], channels: Int) -> Bool {
        profile.dropFirst(16).starts(with: (channels == 1 ? "GRAY" : "RGB ").utf8)
    }

    /// The image with the profile behind its first segment, which is JFIF's.
    static func insert(_ profile: [UInt8], into jpeg: [UInt8]) -> [UInt8] {
        guard !profile.isEmpty, jpeg.count > 6, jpeg[2] == 0xFF, jpeg[3] == 0xE0 else { return jpeg }
        let head = 4 + (Int(jpeg[4]) << 8 | Int(jpeg[5]))
        var out = Array(jpeg.prefix(head))
        let count = (profile.count + pieceBytes - 1) / pieceBytes
        for number in 0..<count {
            let piece = profile[(number * pieceBytes)..<min((number + 1) * pieceBytes, profile.count)]
            let length = 2 + signature.count + 2 + piece.count
            out += [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)]
            out += signature + [UInt8(number + 1), UInt8(count)] + piece
        }
        return out + jpeg.dropFirst(head)
    }
}
