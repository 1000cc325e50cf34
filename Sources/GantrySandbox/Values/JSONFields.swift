import FoundationEssentials

extension JSONBytes {
    /// A value as plain text: a string without its spelling, any other value as it stands; nil for null.
    static func plainText(_ value: ArraySlice<UInt8>) -> String? {
        guard value.first != UInt8(ascii: "n") else { return nil }
        guard value.first == UInt8(ascii: "\"") else { return String(decoding: value, as: UTF8.self) }
        // A string that JSON cannot spell, which only a hand-made file can hold, has no plain text.
        return try? JSONDecoder().decode(String.self, from: Data(value))
    }
}

/// The fields of a record that is one JSON object.
extension [UInt8] {
    /// The JSON text of a field's value; nil where it is absent.
    func value(_ key: String) -> [UInt8]? {
        // A record that is no object has no field.
        guard let member = try? JSONBytes.member(key, of: self) else { return nil }
        return Array(self[member.value])
    }

    /// A field's value as plain text; nil for null or absent.
    func text(_ key: String) -> String? { value(key).flatMap { JSONBytes.plainText($0[...]) } }

    /// The record with a field set; a field that was not there comes last.
    func setting(_ key: String, to value: [UInt8]) -> [UInt8] {
        guard let members = try? JSONBytes.members(of: self, at: 0) else { return self }
        var record = self
        if let member = members.first(where: { $0.key == key }) {
            record.replaceSubrange(member.value, with: value)
        } else {
            let end = record.lastIndex(of: UInt8(ascii: "}")) ?? record.count
            record.insert(contentsOf: Array("\(members.isEmpty ? "" : ",")\(jsonString(key)):".utf8) + value, at: end)
        }
        return record
    }
}
