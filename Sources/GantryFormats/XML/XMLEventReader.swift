internal import CLibXML2

/// What an ``XMLEventReader`` calls for each piece of a document, in their order. An error ends the reading.
package protocol XMLEventHandler: AnyObject {
    func start(_ tag: XMLStartTag) throws
    /// The end of an element, also of one written `<a/>`.
    func end() throws
    /// Characters, white space too; a long text comes in several pieces. The span is the parser's own memory.
    func text(_ bytes: Span<UInt8>)
}

/// A start tag in the parser's memory: valid in the call that gives it.
@safe package struct XMLStartTag {
    fileprivate let localName: UnsafePointer<xmlChar>?
    /// Five pointers for each: name, prefix, namespace, and where the value begins and ends.
    fileprivate let attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    fileprivate let count: Int

    /// The element's name without its prefix.
    var name: String { unsafe localName.map { unsafe String(xml: $0) } ?? "" }

    /// Whether the element has this name, in any namespace.
    func isNamed(_ name: StaticString) -> Bool { unsafe isEqual(localName, name) }

    /// The bytes of an attribute without namespace, `nil` if the element has none of this name.
    func withAttribute<R>(_ name: StaticString, _ body: (Span<UInt8>) -> R) -> R? {
        guard let attributes = unsafe attributes else { return nil }
        for index in 0..<count {
            let attribute = unsafe attributes + 5 * index
            guard unsafe attribute[2] == nil, unsafe isEqual(attribute[0], name), let start = unsafe attribute[3],
                let end = unsafe attribute[4]
            else { continue }
            return unsafe body(UnsafeBufferPointer(start: start, count: end - start).span)
        }
        return nil
    }

    /// Whether it has `xsi:schemaLocation` or `xsi:noNamespaceSchemaLocation`.
    fileprivate var namesSchema: Bool {
        guard let attributes = unsafe attributes else { return false }
        for index in 0..<count {
            let attribute = unsafe attributes + 5 * index
            guard unsafe attribute[2] != nil else { continue }
            if unsafe isEqual(attribute[2], "http://www.w3.org/2001/XMLSchema-instance"),
                unsafe isEqual(attribute[0], "schemaLocation") || isEqual(attribute[0], "noNamespaceSchemaLocation")
            {
                return true
            }
        }
        return false
    }
}

/// Reads a document by calling a handler for each piece. It keeps nothing of the document, so that it takes about half
/// the time of ``XMLStreamReader``, with the same parser, the same limits and the same refusals.
///
/// It owns its parser and belongs to one task at a time.
@safe package final class XMLEventReader {
    private let parser: xmlParserCtxtPtr
    private let input: XMLInput
    // Used by callbacks of `parser`, and released after it.
    private let target: Target
    private var block = [UInt8](repeating: 0, count: 4_096)
    private var isAtEnd = false

    init(_ input: XMLInput, _ handler: any XMLEventHandler) throws(XMLError) {
        LibXML2.prepare()
        let target = Target(handler, input.source)
        var calls = unsafe xmlSAXHandler()
        unsafe calls.startElementNs = { context, name, _, _, _, _, count, _, attributes in
            unsafe Target.of(context) {
                unsafe $0.start(XMLStartTag(localName: name, attributes: attributes, count: Int(count)))
            }
        }
        unsafe calls.endElementNs = { context, _, _, _ in unsafe Target.of(context) { $0.end() } }
        unsafe calls.characters = { context, text, count in
            unsafe Target.of(context) { unsafe $0.text(UnsafeBufferPointer(start: text, count: Int(count)).span) }
        }
        // The same function, so that the parser doesn't look at what is between elements.
        unsafe calls.ignorableWhitespace = unsafe calls.characters
        unsafe gantry_xml_sax_set_error_handler(&calls) { context, error in
            guard let error = unsafe error else { return }
            unsafe Target.of(context) { unsafe $0.messages.receive(error.pointee) }
        }
        let context = unsafe Unmanaged.passUnretained(target).toOpaque()
        guard let parser = unsafe xmlCreatePushParserCtxt(&calls, context, nil, 0, nil) else {
            throw XMLError(.malformed, source: input.source, reason: "the parser can't be created")
        }
        _ = unsafe xmlCtxtUseOptions(parser, Int32(XML_PARSE_NONET.rawValue))
        unsafe target.parser = unsafe parser
        unsafe self.parser = unsafe parser
        self.input = input
        self.target = target
    }

    /// Reads bytes of a document in memory; `name` is the file's name in errors.
    package convenience init(
        bytes: [UInt8], name: String, limits: XMLLimits = XMLLimits(), _ handler: any XMLEventHandler
    ) throws(XMLError) {
        try self.init(XMLInput(bytes: bytes, source: name, limits: limits), handler)
    }

    deinit { unsafe xmlFreeParserCtxt(parser) }

    /// Reads on for a few thousand bytes; false at the end of a well-formed document.
    /// - Throws: `XMLError`, and what the handler throws.
    package func read() throws -> Bool {
        guard !isAtEnd else { return false }
        let count = unsafe block.withUnsafeMutableBytes { unsafe input.read(into: $0) }
        isAtEnd = count <= 0
        unsafe block.withUnsafeBytes {
            let bytes = unsafe $0.baseAddress?.assumingMemoryBound(to: CChar.self)
            _ = unsafe xmlParseChunk(parser, bytes, max(count, 0), isAtEnd ? 1 : 0)
        }
        if let failure = target.failure { throw failure }
        if unsafe isAtEnd || parser.pointee.disableSAX != 0,
            let failure = target.messages.failure(of: input, isWhole: unsafe parser.pointee.wellFormed != 0)
        {
            isAtEnd = true
            throw failure
        }
        return !isAtEnd
    }

    /// What the callbacks know.
    @safe private final class Target {
        private let handler: any XMLEventHandler
        let messages = XMLMessages(limit: 0)
        /// Why the handler wants no more.
        private(set) var failure: (any Error)?

        /// Set before the first callback and never used after the reader's end.
        var parser: xmlParserCtxtPtr?
        private let source: String

        init(_ handler: any XMLEventHandler, _ source: String) {
            self.handler = handler
            self.source = source
        }

        /// Gives a callback its target without counting references, which would take as long as the rest of it.
        @inline(__always)
        static func of(_ context: UnsafeMutableRawPointer?, _ body: (Target) -> Void) {
            guard let context = unsafe context else { return }
            unsafe Unmanaged<Target>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
        }

        func start(_ tag: XMLStartTag) {
            stopping {
                if tag.namesSchema {
                    let line = unsafe Int(xmlSAX2GetLineNumber(parser))
                    throw XMLError(
                        .schemaLocation, source: source, line: line, reason: "the document names the place of a schema")
                }
                try handler.start(tag)
            }
        }

        func end() { stopping { try handler.end() } }

        func text(_ bytes: Span<UInt8>) { handler.text(bytes) }

        private func stopping(_ body: () throws -> Void) {
            do { try body() } catch {
                failure = error
                unsafe xmlStopParser(parser)
            }
        }
    }
}
