import FoundationEssentials
internal import GantryJSON
import HTTPTypes

/// A request as an endpoint sees it, with the changes that faults make to its answer.
struct BackendRequest: Sendable {
    var query: [String: String]
    /// The parameters of the path.
    var parameters: [String: String] = [:]
    var headers: HTTPFields = [:]
    var body: [UInt8] = []
    /// For example `http://127.0.0.1:40123`, as the client called it.
    var origin = ""
    /// Who signed in, as the endpoint's access check names them.
    var holder = ""
    var alteration = AnswerAlteration()
    /// The fields of the endpoint's records that faults change.
    var fields: RecordFields

    /// The parameter `:id` of the path.
    var id: String { parameters["id"] ?? "" }

    /// The body's JSON; nil where it does not have the members of the type.
    func decoded<Value: Decodable>(_ type: Value.Type) -> Value? {
        // The caller answers with the members that it expects, which helps more than what is wrong.
        try? JSONDecoder().decode(type, from: Data(body))
    }

    /// The answer with one record.
    func answer(_ record: [UInt8], status: Int = 200) -> BackendAnswer {
        BackendAnswer(status: status, body: altered(record))
    }

    /// The answer with one record.
    func answer(_ record: JSONTree, status: Int = 200) -> BackendAnswer { answer(record.bytes, status: status) }

    /// The record with the changes that faults make to the record at this index of the answer.
    func altered(_ record: [UInt8], at index: Int = 0) -> [UInt8] {
        alteration.defects.reduce(record) { $1.index == index ? $1.defect.applied(to: $0, fields: fields) : $0 }
    }

    /// A JSON array of `count` records.
    ///
    /// - Parameter record: Appends the record at an index.
    func list(count: Int, _ record: (Int, inout [UInt8]) -> Void) -> [UInt8] {
        var bytes = [UInt8(ascii: "[")]
        // What a record usually takes.
        bytes.reserveCapacity(count * 400 + 2)
        for index in 0..<count {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            if alteration.defects.isEmpty {
                record(index, &bytes)
            } else {
                var single: [UInt8] = []
                record(index, &single)
                bytes += altered(single, at: index)
            }
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }
}

extension HTTPFields {
    /// The value of a field whose name has no constant, in any case.
    func value(_ name: String) -> String? {
        let name = name.lowercased()
        return first { $0.name.canonicalName == name }?.value
    }
}
