internal import CLibXML2

/// A compiled XML Schema 1.0.
///
/// The schema is one document: `xs:import`, `xs:include` and `xsi:schemaLocation` are not followed, and a schema that
/// needs them is refused. The owner frees the compiled schema when the last reader that uses it is gone. It belongs to
/// one thread at a time.
@safe public final class XMLSchema {
    let schema: xmlSchemaPtr

    /// Compiles the schema document `bytes`; `name` is its name in errors.
    ///
    /// - Throws: `.schema` with line and reason when the schema is unusable.
    public init(_ bytes: [UInt8], name: String) throws(XMLError) {
        LibXML2.prepare()
        let messages = XMLSchemaMessages()
        let context = unsafe Unmanaged.passUnretained(messages).toOpaque()
        let receive: gantry_xml_error_handler = { context, error in
            guard let context = unsafe context, let error = unsafe error else { return }
            unsafe Unmanaged<XMLSchemaMessages>.fromOpaque(context).takeUnretainedValue().receive(error.pointee)
        }
        // The schema's parser reports what breaks XML itself to the thread's handler.
        unsafe gantry_xml_thread_set_error_handler(receive, context)
        defer { gantry_xml_thread_set_error_handler(nil, nil) }
        let compiled: xmlSchemaPtr? = unsafe bytes.withUnsafeBytes { bytes in
            let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            guard let parser = unsafe xmlSchemaNewMemParserCtxt(start, Int32(clamping: bytes.count)) else { return nil }
            defer { unsafe xmlSchemaFreeParserCtxt(parser) }
            unsafe gantry_xml_schema_set_error_handler(parser, receive, context)
            return unsafe xmlSchemaParse(parser)
        }
        let failure = withExtendedLifetime(messages) { messages.first }
        guard let compiled = unsafe compiled, failure == nil else {
            if let compiled = unsafe compiled { unsafe xmlSchemaFree(compiled) }
            throw failure.map { $0.named(name) } ?? XMLError(.schema, source: name, reason: "it is not a schema")
        }
        unsafe schema = unsafe compiled
    }

    deinit { unsafe xmlSchemaFree(schema) }

    /// Validates the file at `file` as a stream: memory follows the schema's identity constraints, not the document.
    ///
    /// - Returns: at most `limit` violations, none when the file is valid.
    /// - Throws: when the file can't be read, is not well-formed XML, has a DOCTYPE or exceeds `limits`.
    public func validate(
        file: String, limits: XMLLimits = XMLLimits(), limit: Int = 100
    ) throws(XMLError) -> [XMLViolation] {
        var reader = try XMLStreamReader(file: file, schema: self, limits: limits, violationLimit: limit)
        while try reader.next() != nil, reader.violationCount < limit {}
        return reader.violations
    }

    /// Validates a document in memory; see `validate(file:limits:limit:)`.
    public func validate(
        bytes: [UInt8], name: String, limits: XMLLimits = XMLLimits(), limit: Int = 100
    ) throws(XMLError) -> [XMLViolation] {
        var reader = try XMLStreamReader(bytes: bytes, name: name, schema: self, limits: limits, violationLimit: limit)
        while try reader.next() != nil, reader.violationCount < limit {}
        return reader.violations
    }
}
