import FoundationEssentials
internal import GantryJSON

extension JSONBytes {
    /// A string's content, or the text of any other value; nil for null.
    static func plainText(_ value: ArraySlice<UInt8>) -> String? {
        guard value.first != UInt8(ascii: "n") else { return nil }
        guard value.first == UInt8(ascii: "\"") else { return String(decoding: value, as: UTF8.self) }
        // Only a file edited by hand can contain a string with an invalid escape.
        return try? JSONDecoder().decode(String.self, from: Data(value))
    }
}

/// The fields of a record that is one JSON object.
extension [UInt8] {
    /// The JSON text of a field's value; nil where it is absent.
    func value(_ key: String) -> [UInt8]? {
        // A record that is not an object has no fields.
        guard let member = try? JSONBytes.member(key, of: self) else { return nil }
        return Array(self[member.value])
    }

    /// A field's value as plain text; nil for null or absent.
    func text(_ key: String) -> String? { value(key).flatMap { JSONBytes.plainText($0[...]) } }

    /// A field's value as a whole number; nil for any other value or absent.
    func int(_ key: String) -> Int? { text(key).flatMap { Int($0) } }

    /// The record with a field set; a new field is added at the end.
    func setting(_ key: String, to value: [UInt8]) -> [UInt8] {
        guard let members = try? JSONBytes.members(of: self, at: 0) else { return self }
        var record = self
        if let member = members.first(where: { $0.key == key }) {
            record.replaceSubrange(member.value, with: value)
        } else {
            let end = record.lastIndex(of: UInt8(ascii: "}")) ?? record.count
            record.insert(
                contentsOf: Array((members.isEmpty ? "" : ",").utf8) + JSONTree.string(key).bytes + [UInt8(ascii: ":")]
                    + value, at: end)
        }
        return record
    }
}
