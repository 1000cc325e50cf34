/// Something wrong with one record of an answer that is otherwise right.
public struct RecordDefect: Sendable, Hashable {
    /// What is wrong. The raw value is its spelling in the text of a fault.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A word that the field does not know.
        case unknownEnum = "unknown-enum"
        /// A required field is left out.
        case missingField = "missing-field"
        /// A required field is null.
        case nullField = "null-field"
        /// Bytes that are no UTF-8 inside a text.
        case invalidUTF8 = "invalid-utf8"
        /// `"\ud800"`: half of a surrogate pair, which JSON can spell and Unicode cannot hold.
        case loneSurrogate = "lone-surrogate"
        /// A number written as a string, which is to be accepted.
        case stringNumber = "string-number"
        /// A word where a number belongs.
        case notANumber = "not-a-number"
        /// A number that no field of its kind can hold.
        case outOfRange = "out-of-range"
        /// An object where a plain value belongs.
        case wrongType = "wrong-type"
        /// The JSON text in `value`, as it is.
        case raw = "raw"
    }

    /// What is wrong with the record.
    public var kind: Kind
    /// The field to spoil; nil takes the endpoint's usual one for the kind.
    public var field: String?
    /// The JSON text that ``Kind/raw`` puts there.
    public var value: String?

    /// A defect of the endpoint's usual field, unless `field` names one.
    public init(_ kind: Kind, field: String? = nil, value: String? = nil) {
        self.kind = kind
        self.field = field
        self.value = value
    }
}

/// The fields of an endpoint's records that a defect without a field of its own goes to.
struct RecordFields: Sendable {
    var word: String
    var required: String
    var text: String
    var number: String
}

extension RecordDefect {
    /// The record with the defect in it. A record that is no JSON object is returned as it is.
    func applied(to record: [UInt8], fields: RecordFields) -> [UInt8] {
        // A body that is no object has no field to spoil.
        guard let members = try? JSONBytes.members(of: record, at: 0) else { return record }
        let name = field ?? usualField(fields)
        guard let index = members.firstIndex(where: { $0.key == name }) else {
            guard let value = replacement(for: []) else { return record }
            return inserting(name, value, into: record, isEmpty: members.isEmpty)
        }
        var spoiled = record
        if let value = replacement(for: Array(record[members[index].value])) {
            spoiled.replaceSubrange(members[index].value, with: value)
        } else if index + 1 < members.count {
            spoiled.removeSubrange(members[index].whole.lowerBound..<members[index + 1].whole.lowerBound)
        } else if index > 0 {
            spoiled.removeSubrange(members[index - 1].whole.upperBound..<members[index].whole.upperBound)
        } else {
            spoiled.removeSubrange(members[index].whole)
        }
        return spoiled
    }

    private func usualField(_ fields: RecordFields) -> String {
        switch kind {
        case .unknownEnum: fields.word
        case .missingField, .nullField: fields.required
        case .invalidUTF8, .loneSurrogate: fields.text
        case .stringNumber, .notANumber, .outOfRange, .wrongType, .raw: fields.number
        }
    }

    /// The bytes of the new value; nil where the field goes away.
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

    private func inserting(_ name: String, _ value: [UInt8], into record: [UInt8], isEmpty: Bool) -> [UInt8] {
        var member = Array((isEmpty ? "" : ",").utf8)
        member.append("\"\(name)\":")
        member += value
        var spoiled = record
        spoiled.insert(contentsOf: member, at: record.lastIndex(of: UInt8(ascii: "}")) ?? record.count)
        return spoiled
    }
}
