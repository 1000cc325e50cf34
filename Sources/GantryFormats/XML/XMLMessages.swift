internal import CLibXML2
internal import GantryModel

/// What libxml2 says while it reads, sorted into the schema's complaints and everything else. The parser's callback
/// knows only this box, which outlives the parser.
@safe final class XMLMessages {
    private let limit: Int
    private(set) var violations: [XMLViolation] = []
    private(set) var violationCount = 0
    /// The first error that is not a violation of the schema; its source is still empty.
    private(set) var failure: XMLError?
    /// Whether `failure` is how libxml2 puts it that the bytes ended too early.
    private(set) var isEarlyEnd = false
    /// Called for the place of a violation; set before the first callback and never used after the reader's end.
    var reader: xmlTextReaderPtr?

    init(limit: Int) { self.limit = limit }

    /// Why the parser didn't go on; `nil` at the end of a whole document.
    func failure(of input: XMLInput, isWhole: Bool) -> XMLError? {
        if let failure = input.failure { return failure }
        if let cutOff = input.cutOff, failure == nil || isEarlyEnd { return cutOff }
        if isWhole, failure == nil { return nil }
        return failure?.named(input.source)
            ?? XMLError(.malformed, source: input.source, line: input.line, reason: "the document is cut short")
    }

    func receive(_ error: xmlError) {
        let message = unsafe error.message.map { unsafe String(cString: $0) } ?? "no reason given"
        if unsafe error.domain == Int32(XML_FROM_SCHEMASV.rawValue) {
            violationCount += 1
            guard violations.count < limit else { return }
            unsafe violations.append(
                XMLViolation(
                    line: reader.map { unsafe Int(xmlTextReaderGetParserLineNumber($0)) } ?? Int(error.line),
                    column: unsafe reader.map { unsafe Int(xmlTextReaderGetParserColumnNumber($0)) } ?? Int(error.int2),
                    rule: unsafe Int(error.code), message: sentence(message)))
        } else if failure == nil, unsafe error.level.rawValue >= XML_ERR_ERROR.rawValue {
            isEarlyEnd = [XML_ERR_DOCUMENT_END, XML_ERR_DOCUMENT_EMPTY, XML_ERR_TAG_NOT_FINISHED]
                .contains { unsafe Int32($0.rawValue) == error.code }
            let isEntity =
                unsafe error.code == Int32(XML_ERR_UNDECLARED_ENTITY.rawValue)
                || error.code == Int32(XML_WAR_UNDECLARED_ENTITY.rawValue)
                || error.code == Int32(XML_ERR_ENTITY_LOOP.rawValue)
            failure = unsafe XMLError(
                isEntity ? .doctype : .malformed, source: "", line: Int(error.line), column: Int(error.int2),
                reason: sentence(message))
        }
    }
}

/// The messages of a schema's compilation; warnings count, since libxml2 only warns of a part it could not load.
final class XMLSchemaMessages {
    private(set) var first: XMLError?

    func receive(_ error: xmlError) {
        guard first == nil else { return }
        let message = unsafe error.message.map { unsafe String(cString: $0) } ?? "no reason given"
        first = unsafe XMLError(.schema, source: "", line: Int(error.line), column: 0, reason: sentence(message))
    }
}

/// A libxml2 message without its final line break, in one bounded line.
private func sentence(_ message: String) -> String {
    var bytes = message.utf8[...]
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return singleLine(Substring(bytes), limit: 400)
}

extension XMLError {
    /// The same error about the document `source`.
    func named(_ source: String) -> XMLError {
        XMLError(code, source: source, line: line, column: column, reason: reason, errno: errno)
    }
}

extension String {
    /// A copy of a string that libxml2 owns.
    init(xml text: UnsafePointer<xmlChar>) { unsafe self.init(decodingCString: text, as: UTF8.self) }

    /// The text that UTF-8 `bytes` spell.
    init(decoding bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

/// Whether a C string of libxml2 spells `name`.
@inline(__always)
func isEqual(_ text: UnsafePointer<xmlChar>?, _ name: StaticString) -> Bool {
    guard let text = unsafe text else { return name.utf8CodeUnitCount == 0 }
    var index = 0
    let count = name.utf8CodeUnitCount
    let start = unsafe name.utf8Start
    while index < count {
        guard unsafe text[index] == start[index] else { return false }
        index += 1
    }
    return unsafe text[count] == 0
}
