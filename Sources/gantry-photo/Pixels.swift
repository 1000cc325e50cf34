/// Pixels of a picture in memory: rows from the top, each pixel as red, green and blue, or as grey alone.
struct Pixels {
    let width: Int
    let height: Int
    /// 3 or 1.
    let channels: Int
    var bytes: [UInt8]

    /// Black.
    init(width: Int, height: Int, channels: Int) {
        self.width = width
        self.height = height
        self.channels = channels
        bytes = [UInt8](repeating: 0, count: width * height * channels)
    }

    /// The picture as it is to be looked at, where the camera was held as `orientation` says (CIPA DC-008, 4.6.4 A).
    func upright(_ orientation: Int) -> Pixels {
        guard (2...8).contains(orientation) else { return self }
        let isTurned = orientation >= 5
        var out = Pixels(width: isTurned ? height : width, height: isTurned ? width : height, channels: channels)
        // Where the first pixel of the result is, and how far its neighbours across and down are from each other.
        let (row, last) = (width * channels, (width - 1) * channels)
        let bottom = (height - 1) * row
        let (start, across, down) =
            switch orientation {
            case 2: (last, -channels, row)
            case 3: (bottom + last, -channels, -row)
            case 4: (bottom, channels, -row)
            case 5: (0, row, channels)
            case 6: (bottom, -row, channels)
            case 7: (bottom + last, -row, -channels)
            default: (last, row, -channels)
            }
        let (width, height, channels) = (out.width, out.height, channels)
        let source = bytes.span
        var target = out.bytes.mutableSpan
        var place = 0
        for y in 0..<height {
            var from = start + y * down
            for _ in 0..<width {
                for channel in 0..<channels { target[place + channel] = source[from + channel] }
                place += channels
                from += across
            }
        }
        return out
    }
}
