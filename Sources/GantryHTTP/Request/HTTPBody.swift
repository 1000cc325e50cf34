public import GantryFiles
internal import GantryModel

/// What a request carries. Its length is known before it is sent, and it can be sent again.
public struct HTTPBody: Sendable {
    enum Source: Sendable {
        case none
        case bytes([UInt8])
        case content(FileContent)
        /// With the encoded form, because it is needed several times.
        case multipart(MultipartForm, [Segment])
    }

    /// A part of a body, in the order in which they are sent.
    enum Segment: Sendable {
        case bytes([UInt8])
        case file(FileContent)

        var length: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(let content): content.length
            }
        }
    }

    let source: Source

    /// No body.
    public static let none = HTTPBody(source: .none)

    /// These bytes, kept in memory and sent again on a retry.
    public static func bytes(_ bytes: [UInt8]) -> HTTPBody { HTTPBody(source: .bytes(bytes)) }

    /// The UTF-8 bytes of `text`.
    public static func text(_ text: String) -> HTTPBody { .bytes(Array(text.utf8)) }

    /// This content of a file, read while it is sent. The file is opened when the request is sent; one that can't be
    /// opened fails it with ``HTTPError/Code/bodyUnreadable`` before a byte is sent. One that is no longer what its
    /// digest says fails it with ``HTTPError/Code/bodyChanged`` before its last bytes are sent, so that the server
    /// never has all of it.
    public static func content(_ content: FileContent) -> HTTPBody { HTTPBody(source: .content(content)) }

    /// A form; its files are read and proven like ``content(_:)``. It sets `Content-Type`
    /// (``MultipartForm/contentType``).
    public static func multipart(_ form: MultipartForm) -> HTTPBody {
        HTTPBody(source: .multipart(form, form.segments))
    }

    /// Total bytes, as `Content-Length` states them.
    public var length: Int { segments.reduce(0) { $0 + $1.length } }

    /// The bytes, for a transport other than libcurl; nil if they come from files.
    package var bytes: [UInt8]? {
        var all: [UInt8] = []
        for segment in segments {
            guard case .bytes(let bytes) = segment else { return nil }
            all += bytes
        }
        return all
    }

    var segments: [Segment] {
        switch source {
        case .none: []
        case .bytes(let bytes): [.bytes(bytes)]
        case .content(let content): [.file(content)]
        case .multipart(_, let segments): segments
        }
    }

    /// The `Content-Type` that the body alone can state; nil if the request's headers state it.
    var contentType: String? {
        if case .multipart(let form, _) = source { form.contentType } else { nil }
    }

    /// What makes the body unfit to send, or nil.
    var fault: String? {
        if case .multipart(let form, _) = source { form.fault } else { nil }
    }

    /// Whether a second attempt can send exactly the same again. Files are opened again, and proven again.
    public var isReplayable: Bool {
        switch source {
        case .none, .bytes, .content, .multipart: true
        }
    }
}

extension HTTPBody: CustomStringConvertible, CustomReflectable {
    /// The size only: bodies hold passwords and personal data.
    public var description: String {
        switch source {
        case .none: "no body"
        case .bytes(let bytes): counted(bytes.count, "byte")
        case .content(let content): "\(counted(content.length, "byte")) of a file"
        case .multipart(let form, _): "\(form.description), \(counted(length, "byte"))"
        }
    }

    /// A mirror without children, so that `dump` shows no content.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
