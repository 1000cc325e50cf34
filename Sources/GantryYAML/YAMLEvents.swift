internal import CYAML

/// What a YAML text consists of, one event after the other, as libyaml's parser finds it.
///
/// Source: libyaml 0.2.5, `yaml.h`, Parser.
@safe struct YAMLEvents: ~Copyable {
    struct Event {
        enum Kind {
            case document
            case list, group
            /// The end of the list or group that began last.
            case end
            case scalar(String, isPlain: Bool)
            case alias
            /// The end of a document.
            case endOfDocument
            /// The end of the text.
            case endOfText
        }

        let kind: Kind
        /// Its first character.
        let position: TextPosition
        /// The name after `&`, or after `*` of an alias.
        let anchor: String?
        let tag: String?
    }

    /// Why the parser stopped.
    struct Problem: Error {
        enum Kind { case syntax, reader, memory }
        let kind: Kind
        let text: String
        let position: TextPosition
        /// What it was doing, and where that began.
        let context: (text: String, position: TextPosition)?
    }

    // Owned: made in `reading`, freed at its end.
    private let parser: UnsafeMutablePointer<yaml_parser_t>

    private init(_ parser: UnsafeMutablePointer<yaml_parser_t>) { unsafe self.parser = unsafe parser }

    /// Calls `body` with the events of a text; the parser lives as long as the call.
    ///
    /// - Throws: What `body` throws; ``Problem`` where there is no memory for a parser.
    static func reading<Result>(
        _ text: String, _ body: (inout YAMLEvents) throws -> Result
    ) throws -> Result {
        var text = text
        return try text.withUTF8 { bytes in
            let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
            defer { unsafe parser.deallocate() }
            guard unsafe yaml_parser_initialize(parser) == 1 else {
                throw Problem(kind: .memory, text: "", position: TextPosition(line: 1, column: 1), context: nil)
            }
            defer { unsafe yaml_parser_delete(parser) }
            unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
            unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
            var events = unsafe YAMLEvents(parser)
            return try body(&events)
        }
    }

    /// - Throws: ``Problem`` where the text isn't YAML; nothing can be read after that.
    mutating func next() throws -> Event {
        while true {
            var event = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw problem() }
            defer { unsafe yaml_event_delete(&event) }
            let data = unsafe event.data
            func made(
                _ kind: Event.Kind, anchor: UnsafePointer<UInt8>? = nil, tag: UnsafePointer<UInt8>? = nil
            ) -> Event {
                unsafe Event(
                    kind: kind, position: TextPosition(event.start_mark),
                    anchor: unsafe anchor.map { unsafe String(cString: $0) },
                    tag: unsafe tag.map { unsafe String(cString: $0) })
            }
            switch unsafe event.type {
            case YAML_DOCUMENT_START_EVENT: return made(.document)
            case YAML_DOCUMENT_END_EVENT: return made(.endOfDocument)
            case YAML_STREAM_END_EVENT: return made(.endOfText)
            case YAML_SEQUENCE_START_EVENT:
                return unsafe made(.list, anchor: data.sequence_start.anchor, tag: data.sequence_start.tag)
            case YAML_MAPPING_START_EVENT:
                return unsafe made(.group, anchor: data.mapping_start.anchor, tag: data.mapping_start.tag)
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return made(.end)
            case YAML_ALIAS_EVENT: return unsafe made(.alias, anchor: data.alias.anchor)
            case YAML_SCALAR_EVENT:
                let scalar = unsafe data.scalar
                let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
                let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
                return unsafe made(
                    .scalar(String(decoding: bytes, as: UTF8.self), isPlain: isPlain), anchor: scalar.anchor,
                    tag: scalar.tag)
            default: continue  // The start of the text.
            }
        }
    }

    private func problem() -> Problem {
        let parser = unsafe parser.pointee
        let context = unsafe parser.context.map { unsafe (String(cString: $0), TextPosition(parser.context_mark)) }
        let kind: Problem.Kind =
            switch unsafe parser.error {
            case YAML_MEMORY_ERROR: .memory
            case YAML_READER_ERROR: .reader
            default: .syntax
            }
        return unsafe Problem(
            kind: kind, text: parser.problem.map { unsafe String(cString: $0) } ?? "",
            position: TextPosition(parser.problem_mark), context: context)
    }
}

/// A place in a text, counted from 1, columns in Unicode scalars.
struct TextPosition: Hashable {
    var line: Int
    var column: Int

    init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    fileprivate init(_ mark: yaml_mark_t) { self.init(line: mark.line + 1, column: mark.column + 1) }
}
