/// The pairs of a query, decoded as web servers do: `+` is a space, and the last of several equal names counts.
func queryPairs(_ query: String?) -> [String: String] {
    var pairs: [String: String] = [:]
    for part in (query ?? "").split(separator: "&") {
        let name = part.prefix { $0 != "=" }
        pairs[decodedQueryText(name)] = decodedQueryText(part.dropFirst(name.count + 1))
    }
    return pairs
}

/// A `%` that two digits do not follow stays as it is.
private func decodedQueryText(_ text: Substring) -> String {
    let spelled = Array(text.utf8)
    var bytes: [UInt8] = []
    var cursor = 0
    while cursor < spelled.count {
        let byte = spelled[cursor]
        if byte == UInt8(ascii: "%"), cursor + 2 < spelled.count,
            let decoded = UInt8(String(decoding: spelled[(cursor + 1)...(cursor + 2)], as: UTF8.self), radix: 16)
        {
            bytes.append(decoded)
            cursor += 3
        } else {
            bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            cursor += 1
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
