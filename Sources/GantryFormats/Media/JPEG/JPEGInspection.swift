/// Goes through a JPEG image (ITU-T T.81, annex B) from its first marker to its last.
///
/// Like viewers, it skips stray bytes between segments, and reads the coded data only to find the markers in it.
/// Progressive images have several scans.
struct JPEGInspection {
    private var privacy: JPEGPrivacy
    private var facts = MediaFacts()
    private var hasScan = false

    init(privacy: PhotoPrivacy) { self.privacy = JPEGPrivacy(rule: privacy) }

    mutating func goThrough(_ cursor: inout MediaCursor) throws(InspectionStop) -> MediaFacts {
        try cursor.pass(2, keeping: true, of: "the image")
        while try nextMarker(&cursor) != JPEGMarker.end { try segment(&cursor) }
        guard hasScan else { throw .damaged(found: "a JPEG image without image data", expected: "at least one scan") }
        try cursor.pass(2, keeping: true, of: "the image")
        facts.trailing = cursor.remaining
        let keeping = privacy.keepsTrailingData
        if facts.trailing > 0, !keeping { privacy.removed.insert(.trailingData) }
        try cursor.pass(facts.trailing, keeping: keeping, of: "the file")
        facts.removed = privacy.removed
        facts.orientation = privacy.orientation
        return facts
    }

    /// Moves to the next marker; its second byte can then be read.
    private mutating func nextMarker(_ cursor: inout MediaCursor) throws(InspectionStop) -> UInt8 {
        while true {
            try cursor.load(2, for: "the image")
            if cursor[0] == 0xFF, cursor[1] != 0xFF { return cursor[1] }
            // Fill bytes before a marker are allowed; anything else is stray.
            let stray = cursor[0] == 0xFF ? 1 : cursor.firstPlace(of: 0xFF, from: 1)
            try cursor.pass(stray, keeping: privacy.keepsStrayBytes, of: "the image")
        }
    }

    private mutating func segment(_ cursor: inout MediaCursor) throws(InspectionStop) {
        let marker = cursor[1]
        if JPEGMarker.isAlone(marker) { return try cursor.pass(2, keeping: true, of: "the image") }
        guard !JPEGMarker.isUnknown(marker), marker != JPEGMarker.start else {
            throw .damaged(
                found: "the unknown marker 0xFF \(String(marker, radix: 16)) at byte \(cursor.position)",
                expected: "a segment of a JPEG image")
        }
        try cursor.load(4, for: "the image")
        let length = cursor.bigEndian16(at: 2)
        guard length >= 2 else {
            throw .damaged(
                found: "a \(length)-byte segment at byte \(cursor.position)", expected: "at least 2 bytes")
        }
        try cursor.load(2 + length, for: "the image")
        if JPEGMarker.isFrame(marker) { try frame(cursor, length) }
        if JPEGMarker.isApplication(marker) || marker == JPEGMarker.comment {
            return try application(&cursor, marker: marker, length: length)
        }
        try cursor.pass(2 + length, keeping: true, of: "the image")
        if marker == JPEGMarker.scan { try scan(&cursor) }
    }

    private mutating func frame(_ cursor: borrowing MediaCursor, _ length: Int) throws(InspectionStop) {
        guard facts.width == nil else { throw .damaged(found: "a JPEG image with two frames", expected: "one") }
        guard length >= 8, length == 8 + 3 * Int(cursor[9]), cursor[9] > 0 else {
            throw .damaged(found: "a \(length)-byte frame header", expected: "8 bytes, plus 3 for each component")
        }
        let (height, width) = (cursor.bigEndian16(at: 5), cursor.bigEndian16(at: 7))
        guard width > 0, height > 0 else {
            throw .damaged(found: "an image of \(width) × \(height) pixels", expected: "at least 1 × 1")
        }
        (facts.width, facts.height) = (width, height)
    }

    private mutating func application(
        _ cursor: inout MediaCursor, marker: UInt8, length: Int
    ) throws(InspectionStop) {
        if privacy.rule == .none { return try cursor.pass(2 + length, keeping: true, of: "the image") }
        switch privacy.action(for: marker, cursor.bytes(4..<(2 + length))) {
        case .keep:
            try cursor.pass(2 + length, keeping: true, of: "the image")
        case .remove:
            try cursor.pass(2 + length, keeping: false, of: "the image")
        case .replace(let bytes):
            try cursor.insert([0xFF, marker, UInt8((bytes.count + 2) >> 8), UInt8((bytes.count + 2) & 0xFF)] + bytes)
            try cursor.pass(2 + length, keeping: false, of: "the image")
        }
    }

    /// Goes through coded data up to the marker that ends it. A 0xFF of the data is followed by a 0.
    private mutating func scan(_ cursor: inout MediaCursor) throws(InspectionStop) {
        guard facts.width != nil else { throw .damaged(found: "a scan before the frame", expected: "the frame first") }
        var count = 0
        while true {
            try cursor.load(2, for: "the image")
            var place = cursor.firstPlace(of: 0xFF, from: 0)
            // The last byte waits for the next one.
            while place + 1 < cursor.available {
                let next = cursor[place + 1]
                if next != 0xFF, next != 0, !JPEGMarker.isAlone(next) {
                    try cursor.pass(place, keeping: true, of: "the image")
                    guard count + place > 0 else {
                        throw .damaged(found: "a scan without data", expected: "coded image data")
                    }
                    hasScan = true
                    return
                }
                place = cursor.firstPlace(of: 0xFF, from: next == 0xFF ? place + 1 : place + 2)
            }
            let passed = min(place, cursor.available)
            count += passed
            try cursor.pass(passed, keeping: true, of: "the image")
        }
    }
}
