internal import GantryJSON

/// JSON as the servers spell it.
extension JSONTree {
    /// A number as JavaScript prints it: the shortest text that reads back as the same number, and no ".0".
    init(javaScript number: Double) {
        let text = number.description
        self = .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    /// JSON text that keeps its spelling, such as `"\u00e9"`. A number's text is written as it is.
    static func verbatim(_ json: String) -> JSONTree { .number(json) }

    /// JSON text that keeps its spelling.
    static func verbatim(_ json: [UInt8]) -> JSONTree { .number(String(decoding: json, as: UTF8.self)) }

    /// An object in which one member is JSON text as it is, even where a fault made it invalid.
    static func object(
        before: JSONTree = [:], key: String, text: consuming [UInt8], after: JSONTree = [:]
    ) -> [UInt8] {
        var start = before.bytes.dropLast()
        if !before.members.isEmpty { start.append(UInt8(ascii: ",")) }
        start += JSONTree.string(key).bytes
        start.append(UInt8(ascii: ":"))
        // A page of records is moved within its buffer, which is faster than a copy to another one.
        text.insert(contentsOf: start, at: 0)
        if !after.members.isEmpty { text.append(UInt8(ascii: ",")) }
        text.append(contentsOf: after.bytes.dropFirst())
        return text
    }
}
