internal import CLibXML2

/// Reads a document piece by piece, without a tree: memory follows the largest element's start tag, never the document.
///
/// It rests on libxml2's `xmlTextReader` with `XML_PARSE_NONET` and without `NOENT`, `DTDLOAD`, `DTDATTR` and `HUGE`:
/// UTF-8 only, no DTD, no entities but the five of XML itself, nothing loaded from a network or another file, and the
/// limits of `XMLLimits` before libxml2's own. A document that names the place of a schema is refused. Comments,
/// processing instructions and white space between elements are passed over. With a schema the document is validated
/// while it is read; see `violations`.
///
/// The reader owns its parser and its file and frees both with its life. It belongs to one thread at a time.
@safe public struct XMLStreamReader: ~Copyable {
    /// What `next()` stopped at.
    public enum Piece: Sendable {
        /// The start of an element; its attributes can be asked for.
        case start
        /// The end of an element, also of one written `<a/>`.
        case end
        /// Characters that are not only white space; a long text can come in several pieces.
        case text
    }

    private let reader: xmlTextReaderPtr
    // Both boxes are used by callbacks of `reader` and are released after it.
    private let input: XMLInput
    private let messages: XMLMessages
    private let schema: XMLSchema?
    private var isAtEmptyElement = false
    /// What the parser said when it went to the piece that `next()` stops at next; `nil` before it went there.
    private var ahead: Int32?
    /// Whether texts of white space only are given too. The default is false.
    public var keepsWhiteSpace = false

    /// - Parameters:
    ///   - file: the path of a regular file.
    ///   - schema: validates the document while it is read.
    ///   - violationLimit: how many violations are kept; further ones are only counted.
    /// - Throws: `.unreadable` when the file can't be opened.
    public init(
        file: String, schema: XMLSchema? = nil, limits: XMLLimits = XMLLimits(), violationLimit: Int = 100
    ) throws(XMLError) {
        try self.init(XMLInput(file: file, limits: limits), schema: schema, violationLimit: violationLimit)
    }

    /// Reads `bytes`; `name` is the file's name in errors.
    public init(
        bytes: [UInt8], name: String, schema: XMLSchema? = nil, limits: XMLLimits = XMLLimits(),
        violationLimit: Int = 100
    ) throws(XMLError) {
        try self.init(
            XMLInput(bytes: bytes, source: name, limits: limits), schema: schema, violationLimit: violationLimit)
    }

    /// Reads a document that comes in pieces.
    init(_ input: XMLInput) throws(XMLError) { try self.init(input, schema: nil, violationLimit: 0) }

    private init(_ input: XMLInput, schema: XMLSchema?, violationLimit: Int) throws(XMLError) {
        LibXML2.prepare()
        let messages = XMLMessages(limit: violationLimit)
        let reader = unsafe xmlReaderForIO(
            { context, target, count in
                guard let context = unsafe context, let target = unsafe target else { return -1 }
                let input = unsafe Unmanaged<XMLInput>.fromOpaque(context).takeUnretainedValue()
                return unsafe input.read(into: UnsafeMutableRawBufferPointer(start: target, count: Int(count)))
            },
            nil, unsafe Unmanaged.passUnretained(input).toOpaque(), nil, nil, Int32(XML_PARSE_NONET.rawValue))
        guard let reader = unsafe reader else {
            throw XMLError(.malformed, source: input.source, reason: "the parser can't be created")
        }
        unsafe gantry_xml_reader_set_error_handler(
            reader,
            { context, error in
                guard let context = unsafe context, let error = unsafe error else { return }
                unsafe Unmanaged<XMLMessages>.fromOpaque(context).takeUnretainedValue().receive(error.pointee)
            }, unsafe Unmanaged.passUnretained(messages).toOpaque())
        unsafe messages.reader = unsafe reader
        if let schema, unsafe xmlTextReaderSetSchema(reader, schema.schema) != 0 {
            withExtendedLifetime((input, messages)) { unsafe xmlFreeTextReader(reader) }
            throw XMLError(.schema, source: input.source, reason: "the schema can't be attached")
        }
        unsafe self.reader = unsafe reader
        self.input = input
        self.messages = messages
        self.schema = schema
    }

    deinit { unsafe xmlFreeTextReader(reader) }

    /// Goes to the next piece; `nil` at the end of a well-formed document.
    public mutating func next() throws(XMLError) -> Piece? {
        if isAtEmptyElement {
            isAtEmptyElement = false
            return .end
        }
        while true {
            let result = unsafe ahead ?? xmlTextReaderRead(reader)
            ahead = nil
            guard result == 1 else {
                guard let failure = failure(result) else { return nil }
                throw failure
            }
            switch unsafe UInt32(bitPattern: xmlTextReaderNodeType(reader)) {
            case XML_READER_TYPE_ELEMENT.rawValue:
                isAtEmptyElement = unsafe xmlTextReaderIsEmptyElement(reader) == 1
                guard !namesSchema else { throw error(.schemaLocation, "the document names the place of a schema") }
                return .start
            case XML_READER_TYPE_END_ELEMENT.rawValue: return .end
            case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_CDATA.rawValue: return .text
            case XML_READER_TYPE_WHITESPACE.rawValue where keepsWhiteSpace,
                XML_READER_TYPE_SIGNIFICANT_WHITESPACE.rawValue where keepsWhiteSpace:
                return .text
            case XML_READER_TYPE_DOCUMENT_TYPE.rawValue: throw error(.doctype, "the document has a DOCTYPE")
            case XML_READER_TYPE_ENTITY_REFERENCE.rawValue: throw error(.doctype, "the document refers to an entity")
            default: continue
            }
        }
    }

    /// Why the parser didn't go on; `nil` at the end of a whole document.
    private func failure(_ result: Int32) -> XMLError? { messages.failure(of: input, isWhole: result == 0) }

    /// Reads the element whose start `next()` stopped at with everything in it, which is held in memory meanwhile;
    /// `next()` goes on behind it.
    mutating func withElement<R>(_ body: (XMLElement) throws -> R) throws -> R {
        guard let node = unsafe xmlTextReaderExpand(reader) else {
            throw failure(-1) ?? error(.malformed, "the document is cut short")
        }
        isAtEmptyElement = false
        let result = try body(unsafe XMLElement(node))
        ahead = unsafe xmlTextReaderNext(reader)
        return result
    }

    /// Whether the current element has `xsi:schemaLocation` or `xsi:noNamespaceSchemaLocation`.
    private var namesSchema: Bool {
        var attribute = unsafe xmlTextReaderCurrentNode(reader)?.pointee.properties
        while let current = unsafe attribute {
            if let space = unsafe current.pointee.ns,
                unsafe isEqual(space.pointee.href, "http://www.w3.org/2001/XMLSchema-instance"),
                unsafe isEqual(current.pointee.name, "schemaLocation")
                    || isEqual(current.pointee.name, "noNamespaceSchemaLocation")
            {
                return true
            }
            unsafe attribute = unsafe current.pointee.next
        }
        return false
    }

    /// Passes over the rest of the element whose start `next()` stopped at, up to and with its end.
    public mutating func skipElement() throws(XMLError) {
        var depth = 1
        while depth > 0, let piece = try next() {
            switch piece {
            case .start: depth += 1
            case .end: depth -= 1
            case .text: break
            }
        }
    }

    /// An error at the reader's place, for what the caller finds wrong there.
    public func error(_ code: XMLError.Code, _ reason: String) -> XMLError {
        XMLError(code, source: input.source, line: line, reason: reason)
    }

    /// The line where the current piece's tag ends, from 1. libxml2 keeps 16 bits of it: from line 65,535 on it is the
    /// line of the parser, which is up to 512 bytes ahead.
    public var line: Int {
        if let line = unsafe xmlTextReaderCurrentNode(reader)?.pointee.line, line > 0, line < .max { return Int(line) }
        return unsafe Int(xmlTextReaderGetParserLineNumber(reader))
    }

    /// What the schema found wrong so far, at most `violationLimit` of them; empty without a schema.
    public var violations: [XMLViolation] { messages.violations }
    /// How many violations there were.
    public var violationCount: Int { messages.violationCount }

    /// Elements that enclose the current piece.
    public var depth: Int { unsafe Int(xmlTextReaderDepth(reader)) }

    /// The element's name without its prefix.
    public var name: String { unsafe xmlTextReaderConstLocalName(reader).map { unsafe String(xml: $0) } ?? "" }

    /// Whether the current element has this name, in any namespace, without making a string.
    public func isElement(_ name: StaticString) -> Bool { unsafe isEqual(xmlTextReaderConstLocalName(reader), name) }

    /// Whether the current element has this name and namespace, without making a string.
    public func isElement(_ name: StaticString, in namespace: StaticString) -> Bool {
        unsafe isEqual(xmlTextReaderConstLocalName(reader), name)
            && isEqual(xmlTextReaderConstNamespaceUri(reader), namespace)
    }

    /// The bytes of an attribute without namespace, `nil` if the element has none of this name.
    ///
    /// The span is the parser's own memory: it is valid in `body` only.
    public func withAttribute<R, Failure: Error>(
        _ name: StaticString, _ body: (Span<UInt8>) throws(Failure) -> R
    ) throws(Failure) -> R? {
        var attribute = unsafe xmlTextReaderCurrentNode(reader)?.pointee.properties
        while let current = unsafe attribute {
            if unsafe current.pointee.ns == nil, unsafe isEqual(current.pointee.name, name) {
                return unsafe try body(value(of: current).span)
            }
            unsafe attribute = unsafe current.pointee.next
        }
        return nil
    }

    /// An attribute without namespace as a string.
    public func attribute(_ name: StaticString) -> String? {
        withAttribute(name) { String(decoding: $0) }
    }

    /// Every attribute of the current element in document order: its qualified name and its value.
    public var attributes: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        var attribute = unsafe xmlTextReaderCurrentNode(reader)?.pointee.properties
        while let current = unsafe attribute {
            let prefix =
                unsafe current.pointee.ns.flatMap(unsafe \.pointee.prefix).map { unsafe String(xml: $0) + ":" } ?? ""
            unsafe all.append(
                (prefix + String(xml: current.pointee.name), String(decoding: value(of: current), as: UTF8.self)))
            unsafe attribute = unsafe current.pointee.next
        }
        return all
    }

    // An attribute's value is one text node: a reference to an entity, which would split it, is refused by the parser
    // because no entity can be declared.
    private func value(of attribute: xmlAttrPtr) -> UnsafeBufferPointer<UInt8> {
        guard let content = unsafe attribute.pointee.children?.pointee.content else {
            return unsafe UnsafeBufferPointer(start: nil, count: 0)
        }
        return unsafe UnsafeBufferPointer(start: content, count: Int(xmlStrlen(content)))
    }
}
