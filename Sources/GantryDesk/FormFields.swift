/// The fields of a form or a query, as a browser sends them (`application/x-www-form-urlencoded`).
package struct FormFields: Sendable, Equatable {
    private let fields: [(name: String, value: String)]

    /// Nothing was sent.
    package init() { fields = [] }

    init(_ fields: [(name: String, value: String)]) { self.fields = fields }

    /// - Returns: `nil` for bytes that no browser sends.
    package init?(_ bytes: some Sequence<UInt8>) {
        var fields: [(String, String)] = []
        for field in Array(bytes).split(separator: UInt8(ascii: "&")) {
            let parts = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = FormFields.decoded(parts[0], plusIsBlank: true),
                let value = parts.count > 1 ? FormFields.decoded(parts[1], plusIsBlank: true) : ""
            else { return nil }
            fields.append((name, value))
        }
        self.fields = fields
    }

    /// The value of a field; the first of several, and `nil` where it wasn't sent.
    package subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Every field with its value, as they were sent.
    package var all: [(name: String, value: String)] { fields }

    /// What a person filled in, but for secrets.
    var filled: FormFields {
        FormFields(
            fields.filter { field in
                !["token", "form"].contains(field.name) && !field.name.hasPrefix(FormFields.secret)
            })
    }

    /// What the names of fields for secrets begin with.
    static let secret = "secret."

    /// Every value of a field.
    package func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    package static func == (one: FormFields, two: FormFields) -> Bool {
        one.fields.elementsEqual(two.fields) { $0 == $1 }
    }

    /// Text with `%` and two digits for bytes; `nil` where these are none, or the text is no UTF-8 or holds a zero.
    package static func decoded(_ bytes: some Sequence<UInt8>, plusIsBlank: Bool = false) -> String? {
        var out: [UInt8] = []
        var rest = Array(bytes)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                out.append(plusIsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            out.append(high << 4 | low)
        }
        guard !out.contains(0) else { return nil }
        return String(validating: out, as: UTF8.self)
    }

    /// Whether a text can be the number of a form.
    static func isNumber(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 32 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
