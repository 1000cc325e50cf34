internal import CLibXML2

/// Writes a document piece by piece in one fixed layout, into memory that the caller drains.
///
/// The layout: UTF-8 without byte order mark, `<?xml version="1.0" encoding="UTF-8"?>`, every element on its own line
/// and indented by two spaces per level, LF, a final LF. Attributes are in the order of the calls. The same calls give
/// the same bytes.
///
/// It rests on libxml2's `xmlTextWriter`, which keeps the open elements and writes the markup. White space between
/// elements and the escaping of values are ours: the writer's own would spell `æ` as `&#xE6;` and let control
/// characters through.
///
/// A call that is not possible throws; from then on every call throws the same, so that a document with a gap in it is
/// never finished. The owner frees the writer with its life. It belongs to one thread at a time.
@safe public struct XMLStreamWriter: ~Copyable {
    private let writer: xmlTextWriterPtr
    // Used by the writer's callback and released after it.
    private let output: XMLOutput
    private let source: String
    private var open: [OpenElement] = []
    private var isStarted = false
    private var failure: XMLError?
    private var scratch: [UInt8] = []

    private struct OpenElement {
        let name: StaticString
        var hasElements = false
    }

    /// - Parameter name: the name of the document in errors.
    public init(name: String) throws(XMLError) {
        LibXML2.prepare()
        let output = XMLOutput()
        let buffer = unsafe xmlOutputBufferCreateIO(
            { context, bytes, count in
                guard let context = unsafe context, let bytes = unsafe bytes else { return -1 }
                unsafe Unmanaged<XMLOutput>.fromOpaque(context).takeUnretainedValue()
                    .append(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
                return count
            }, nil, unsafe Unmanaged.passUnretained(output).toOpaque(), nil)
        guard let buffer = unsafe buffer else {
            throw XMLError(.writer, source: name, reason: "out of memory for a writer")
        }
        guard let writer = unsafe xmlNewTextWriter(buffer) else {
            _ = withExtendedLifetime(output) { unsafe xmlOutputBufferClose(buffer) }
            throw XMLError(.writer, source: name, reason: "out of memory for a writer")
        }
        unsafe self.writer = unsafe writer
        self.output = output
        source = name
        raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    }

    deinit { unsafe xmlFreeTextWriter(writer) }

    /// Opens an element, a child of the one that is open.
    public mutating func start(_ name: StaticString) throws(XMLError) {
        if let failure { throw failure }
        if open.isEmpty {
            guard !isStarted else { throw fail("a second outermost element \(name) is started") }
            isStarted = true
        } else {
            open[open.count - 1].hasElements = true
        }
        indent(open.count)
        open.append(OpenElement(name: name))
        unsafe try check(xmlTextWriterStartElement(writer, name.utf8Start))
    }

    /// Adds an attribute to the element that was just started.
    ///
    /// - Throws: `.character` naming the element and the code point when `value` can't be held by XML 1.0.
    public mutating func attribute(_ name: StaticString, _ value: String) throws(XMLError) {
        try startAttribute(name)
        try write(value, of: name)
        unsafe try check(xmlTextWriterEndAttribute(writer))
    }

    /// Adds an attribute whose value, at most `capacity` bytes of plain ASCII such as a number or a date, `body`
    /// writes.
    public mutating func attribute(
        _ name: StaticString, ascii capacity: Int, _ body: (inout OutputSpan<UInt8>) -> Void
    ) throws(XMLError) {
        try startAttribute(name)
        scratch.removeAll(keepingCapacity: true)
        scratch.append(addingCapacity: capacity, initializingWith: body)
        guard XMLCharacters.isPlain(scratch.span) else { throw fail("attribute \(name) is not plain ASCII") }
        unsafe try check(xmlTextWriterWriteRawLen(writer, scratch, Int32(scratch.count)))
        unsafe try check(xmlTextWriterEndAttribute(writer))
    }

    /// Ends the open element.
    public mutating func end() throws(XMLError) {
        if let failure { throw failure }
        guard let element = open.popLast() else { throw fail("no element is open") }
        if element.hasElements { indent(open.count) }
        unsafe try check(xmlTextWriterEndElement(writer))
    }

    /// Ends the document, whose elements must all be ended, with a line feed.
    public mutating func finish() throws(XMLError) {
        if let failure { throw failure }
        guard isStarted, open.isEmpty else { throw fail("the document is finished while an element is open") }
        unsafe try check(xmlTextWriterEndDocument(writer))
    }

    /// Writes the `>` of the open start tag, so that the element has an end tag although nothing may follow in it.
    public mutating func closeStartTag() throws(XMLError) {
        if let failure { throw failure }
        raw("")
        if !open.isEmpty { open[open.count - 1].hasElements = true }
    }

    /// Bytes that wait in memory for `drain`, without the last few thousand that the writer still holds.
    public var pendingBytes: Int { output.bytes.count }

    /// Hands over everything written since the last call and forgets it. The span is valid in `body` only; when `body`
    /// throws, the bytes stay.
    public mutating func drain<R, Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> R) throws(Failure) -> R {
        if unsafe xmlTextWriterFlush(writer) < 0, failure == nil { _ = fail("no memory") }
        var bytes: [UInt8] = []
        swap(&bytes, &output.bytes)
        defer { swap(&bytes, &output.bytes) }
        let result = try body(bytes.span)
        bytes.removeAll(keepingCapacity: true)
        return result
    }

    private mutating func startAttribute(_ name: StaticString) throws(XMLError) {
        if let failure { throw failure }
        unsafe try check(xmlTextWriterStartAttribute(writer, name.utf8Start))
    }

    private mutating func write(_ value: String, of attribute: StaticString) throws(XMLError) {
        let bytes = value.utf8.span
        if XMLCharacters.isPlain(bytes) {
            let count = unsafe bytes.withUnsafeBufferPointer {
                unsafe xmlTextWriterWriteRawLen(writer, $0.baseAddress, Int32($0.count))
            }
            return try check(count)
        }
        if let scalar = XMLCharacters.firstForbidden(in: value) {
            let name = open.last.map { "\($0.name)" } ?? ""
            let codePoint = XMLCharacters.codePoint(scalar)
            throw fail(
                "attribute \(attribute) of element \(name) has the character \(codePoint), which XML 1.0 doesn't allow",
                .character)
        }
        scratch.removeAll(keepingCapacity: true)
        XMLCharacters.appendEscaped(bytes, to: &scratch)
        unsafe try check(xmlTextWriterWriteRawLen(writer, scratch, Int32(scratch.count)))
    }

    private func indent(_ depth: Int) {
        let count = min(2 * depth, lineFeedAndSpaces.utf8CodeUnitCount - 1) + 1
        _ = unsafe xmlTextWriterWriteRawLen(writer, lineFeedAndSpaces.utf8Start, Int32(count))
    }

    private func raw(_ text: StaticString) {
        _ = unsafe xmlTextWriterWriteRawLen(writer, text.utf8Start, Int32(text.utf8CodeUnitCount))
    }

    private mutating func check(_ result: Int32) throws(XMLError) {
        if result < 0 { throw fail("libxml2 refuses the call") }
    }

    private mutating func fail(_ reason: String, _ code: XMLError.Code = .writer) -> XMLError {
        let error = XMLError(code, source: source, reason: reason)
        if failure == nil { failure = error }
        return error
    }
}

/// Where the writer's callback puts its bytes; it outlives the writer.
private final class XMLOutput {
    var bytes: [UInt8] = []

    func append(_ new: UnsafeRawBufferPointer) { unsafe bytes.append(contentsOf: new) }
}

/// A line feed and the white space of 31 levels.
private let lineFeedAndSpaces: StaticString = "\n                                                              "
