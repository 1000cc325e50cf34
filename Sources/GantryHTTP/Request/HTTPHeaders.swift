/// The headers of an answer, in the order received. Names are looked up without regard to case.
public struct HTTPHeaders: Sendable {
    /// A header line; the name is in lower case, the value has no surrounding blanks, invalid UTF-8 became U+FFFD.
    public struct Field: Sendable, Hashable {
        /// In lower case.
        public let name: String
        /// Without surrounding blanks.
        public let value: String
    }

    /// The lines as they came; a name may come more than once.
    public private(set) var fields: [Field] = []

    /// No headers.
    public init() {}

    /// Headers from pairs, for fakes.
    public init(_ pairs: [(String, String)]) {
        for (name, value) in pairs { append(name, value) }
    }

    /// The first value of this name.
    public subscript(name: String) -> String? {
        let name = name.lowercased()
        return fields.first { $0.name == name }?.value
    }

    /// All values of this name.
    public func values(_ name: String) -> [String] {
        let name = name.lowercased()
        return fields.filter { $0.name == name }.map(\.value)
    }

    package mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name.lowercased(), value: value))
    }

    mutating func removeAll() { fields.removeAll(keepingCapacity: true) }

    /// Whether `Content-Length` has one value, however often it is there: with two, nobody knows where the body ends.
    var agreesOnLength: Bool {
        guard let last = fields.last, last.name == "content-length" else { return true }
        return !last.value.contains(",") && fields.first { $0.name == last.name }?.value == last.value
    }

    /// `Content-Length`, where there is exactly one reading of it.
    package var contentLength: Int? {
        let values = values("content-length")
        guard let first = values.first, values.dropFirst().allSatisfy({ $0 == first }), let value = Int(first),
            value >= 0
        else { return nil }
        return value
    }
}

extension HTTPHeaders: CustomStringConvertible, CustomReflectable {
    /// The lines, with `***` for values of headers with a sensitive name such as `Set-Cookie`.
    public var description: String {
        fields.map { "\($0.name): " + (SensitiveNames.contain($0.name.utf8) ? "***" : Redactor().redact($0.value)) }
            .joined(separator: "\n")
    }

    /// A mirror without children, so that `dump` shows no value.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
