/// The first place of `pattern` from `start` on, or `nil`.
func place(of pattern: [UInt8], in bytes: [UInt8], from start: Int = 0) -> Int? {
    guard let head = pattern.first, bytes.count >= pattern.count else { return nil }
    let last = bytes.count - pattern.count
    var index = start
    while index <= last {
        if bytes[index] == head, bytes[index..<(index + pattern.count)].elementsEqual(pattern) { return index }
        index += 1
    }
    return nil
}

/// The last place of `pattern` that ends before `end`, or `nil`.
func lastPlace(of pattern: [UInt8], in bytes: [UInt8], before end: Int) -> Int? {
    var index = end - pattern.count
    while index >= 0 {
        if bytes[index..<(index + pattern.count)].elementsEqual(pattern) { return index }
        index -= 1
    }
    return nil
}

/// Whether an XMP packet may speak of a position: it names GPS or a latitude in any case, or is not in UTF-8 and so
/// can't be searched.
///
/// The names of properties are looked for without their prefixes, since those are free; makers of drones have names of
/// their own.
func mayHoldPosition(xmp bytes: [UInt8]) -> Bool {
    if bytes.contains(0) { return true }
    let lower = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return place(of: Array("gps".utf8), in: lower) != nil || place(of: Array("latitude".utf8), in: lower) != nil
}
