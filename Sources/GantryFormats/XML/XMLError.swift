public import GantryModel

/// Why a document can't be read, written or checked.
public struct XMLError: ExplainedError, Equatable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: Sendable {
        /// The text is not well-formed XML 1.0.
        case malformed
        /// The document has a DOCTYPE or a reference to an entity that is not one of XML's own five.
        case doctype
        /// The document is in another encoding than UTF-8.
        case encoding
        /// The document says where its schema is (`xsi:schemaLocation`).
        case schemaLocation
        /// The document exceeds one of the reader's `XMLLimits`.
        case limit
        /// The file can't be opened or read.
        case unreadable
        /// A text has a character that XML 1.0 doesn't allow.
        case character
        /// The schema itself is unusable.
        case schema
        /// The calls are in the wrong order, or memory ran out.
        case writer
    }

    /// What kind of failure it is.
    public let code: Code
    /// The file or the name that the caller gave to the document.
    public let source: String
    /// Line and column in the document, from 1; 0 if they are not known.
    public let line: Int
    /// From 1; 0 if it is not known.
    public let column: Int
    /// What is wrong there, one line.
    public let reason: String
    /// The system's error number, when the file can't be read; 0 otherwise.
    public let errno: Int32

    /// An error without a known place by default; the reason is cut to one line of 400 characters.
    public init(_ code: Code, source: String, line: Int = 0, column: Int = 0, reason: String, errno: Int32 = 0) {
        self.code = code
        self.source = source
        self.line = line
        self.column = column
        self.reason = singleLine(reason, limit: 400)
        self.errno = errno
    }

    /// `source:line:column: reason`, without unknown parts.
    public var explanation: String {
        let place = line == 0 ? "" : column == 0 ? ":\(line)" : ":\(line):\(column)"
        return "\(singleLine(source))\(place): \(reason)"
    }

    /// What to do about the document; `nil` without general advice.
    public var advice: Advice? {
        switch code {
        case .malformed: "Get the document again from its source; it may be cut off."
        case .doctype: "Remove the DOCTYPE. DTDs and entities are not supported."
        case .schemaLocation:
            "Remove the attribute. Documents are checked by the schemas that come with the export only."
        case .character: "Remove the character at its source, or leave the record out."
        default: nil
        }
    }

    /// False: the same document fails again.
    public var isRetryable: Bool { false }
    /// The explanation.
    public var description: String { explanation }
}

/// One place where a document breaks its schema.
public struct XMLViolation: Hashable, Sendable, CustomStringConvertible {
    /// Where the parser stood, from 1: the end of the start tag that holds the mistake, or the end tag of the element
    /// whose identity constraint is broken.
    public let line: Int
    /// The column there, from 1.
    public let column: Int
    /// libxml2's number of the broken rule (`xmlParserErrors` in libxml/xmlerror.h).
    public let rule: Int
    /// libxml2's sentence, one line.
    public let message: String

    /// `line:column: message`.
    public var description: String { "\(line):\(column): \(message)" }
}

/// How large a document the reader takes. A document beyond it is refused before it costs more.
public struct XMLLimits: Hashable, Sendable {
    /// Bytes of the whole document.
    public var bytes: Int64 = 1 << 32
    /// The nesting depth of elements.
    public var depth = 64
    /// Attributes of one element, including namespace declarations.
    public var attributes = 256
    /// Bytes of one tag, about.
    public var tag = 1 << 16
    /// Bytes of one text, comment or processing instruction, about.
    public var text = 1 << 20

    /// The default limits.
    public init() {}
}
