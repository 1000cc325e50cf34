/// What a request carries. Other sources (a file, multipart) fit in beside the bytes without changing callers.
public struct HTTPBody: Sendable {
    enum Source: Sendable {
        case none
        case bytes([UInt8])
    }

    let source: Source

    /// No body.
    public static let none = HTTPBody(source: .none)

    /// These bytes, kept in memory and sent again on a retry.
    public static func bytes(_ bytes: [UInt8]) -> HTTPBody { HTTPBody(source: .bytes(bytes)) }

    /// The UTF-8 bytes of `text`.
    public static func text(_ text: String) -> HTTPBody { .bytes(Array(text.utf8)) }

    /// The bytes, for a transport that is no libcurl.
    package var bytes: [UInt8] {
        switch source {
        case .none: []
        case .bytes(let bytes): bytes
        }
    }

    /// Whether a second attempt can send exactly the same again.
    public var isReplayable: Bool {
        switch source {
        case .none, .bytes: true
        }
    }
}

extension HTTPBody: CustomStringConvertible, CustomReflectable {
    /// The size only: bodies hold passwords and personal data.
    public var description: String {
        switch source {
        case .none: "no body"
        case .bytes(let bytes): "\(bytes.count) bytes"
        }
    }

    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
