/// A defect of one record in an otherwise correct answer.
public struct RecordDefect: Sendable, Hashable {
    /// What is wrong. The raw value is its spelling in the text of a fault.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// An unknown value of an enumeration.
        case unknownEnum = "unknown-enum"
        /// A required field is left out.
        case missingField = "missing-field"
        /// A required field is null.
        case nullField = "null-field"
        /// Bytes inside a text that are not UTF-8.
        case invalidUTF8 = "invalid-utf8"
        /// `"\ud800"`: half of a surrogate pair, which JSON can write but which is not Unicode text.
        case loneSurrogate = "lone-surrogate"
        /// A number written as a string, which clients should accept.
        case stringNumber = "string-number"
        /// A word where a number belongs.
        case notANumber = "not-a-number"
        /// A number beyond the range of the field.
        case outOfRange = "out-of-range"
        /// An object where a plain value belongs.
        case wrongType = "wrong-type"
        /// The JSON text in `value`, unchanged.
        case raw = "raw"
    }

    /// What is wrong with the record.
    public var kind: Kind
    /// The field with the defect; nil is the endpoint's standard field for the kind.
    public var field: String?
    /// The JSON text for ``Kind/raw``.
    public var value: String?

    /// A defect of the endpoint's standard field, unless `field` names another.
    public init(_ kind: Kind, field: String? = nil, value: String? = nil) {
        self.kind = kind
        self.field = field
        self.value = value
    }
}

/// The fields of an endpoint's records that get the defects which name no field.
struct RecordFields: Sendable {
    var word: String
    var required: String
    var text: String
    var number: String
}

extension RecordDefect {
    /// The record with the defect. A record that is not a JSON object is returned unchanged.
    func applied(to record: [UInt8], fields: RecordFields) -> [UInt8] {
        let name = field ?? standardField(fields)
        if let value = replacement(for: record.value(name) ?? []) { return record.setting(name, to: value) }
        // A body that is not an object has no fields.
        guard let members = try? JSONBytes.members(of: record, at: 0),
            let index = members.firstIndex(where: { $0.key == name })
        else { return record }
        var spoiled = record
        if index + 1 < members.count {
            spoiled.removeSubrange(members[index].whole.lowerBound..<members[index + 1].whole.lowerBound)
        } else {
            let end = index > 0 ? members[index - 1].whole.upperBound : members[index].whole.lowerBound
            spoiled.removeSubrange(end..<members[index].whole.upperBound)
        }
        return spoiled
    }

    private func standardField(_ fields: RecordFields) -> String {
        switch kind {
        case .unknownEnum: fields.word
        case .missingField, .nullField: fields.required
        case .invalidUTF8, .loneSurrogate: fields.text
        case .stringNumber, .notANumber, .outOfRange, .wrongType, .raw: fields.number
        }
    }

    /// The JSON text of the new value; nil where the field is removed.
    private func replacement(for old: [UInt8]) -> [UInt8]? {
        switch kind {
        case .missingField: return nil
        case .unknownEnum: return Array(#""PAID_TWICE""#.utf8)
        case .nullField: return Array("null".utf8)
        case .invalidUTF8: return Array("\"caf".utf8) + [0xC3, 0x28, 0xFF] + Array("\"".utf8)
        case .loneSurrogate: return Array(#""half \ud800 pair""#.utf8)
        case .stringNumber:
            if old.first == UInt8(ascii: "\"") { return old }
            let digits = old.isEmpty ? Array("7.5".utf8) : old
            return [UInt8(ascii: "\"")] + digits + [UInt8(ascii: "\"")]
        case .notANumber: return Array(#""seven""#.utf8)
        case .outOfRange: return Array("1e400".utf8)
        case .wrongType: return Array(#"{"unexpected":[1,2]}"#.utf8)
        case .raw: return Array((value ?? "null").utf8)
        }
    }
}
