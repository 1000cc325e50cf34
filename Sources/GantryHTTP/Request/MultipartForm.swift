public import GantryFiles
internal import GantryModel

/// A form as `multipart/form-data` (RFC 7578): texts and files in the order given, names as often as wanted.
///
/// Names and file names are written as the WHATWG HTML standard says ("Multipart form data"): in UTF-8, with `%22`,
/// `%0D` and `%0A` for a quote, CR and LF, nothing else escaped and no `filename*`. Line breaks of names and texts
/// become CR LF; files stay as they are.
public struct MultipartForm: Sendable {
    /// A field or file of the form.
    public struct Part: Sendable {
        enum Content: Sendable {
            case text(String)
            case bytes([UInt8])
            case file(FileContent)
        }

        let name: String
        let file: (name: String, contentType: String)?
        let content: Content

        /// A field with a text. It states no `Content-Type`.
        public static func text(_ name: String, _ value: String) -> Part {
            Part(name: name, file: nil, content: .text(value))
        }

        /// A file whose bytes are in memory. `contentType` is `application/octet-stream` by default.
        public static func file(
            _ name: String, named fileName: String, contentType: String = "application/octet-stream", bytes: [UInt8]
        ) -> Part {
            Part(name: name, file: (fileName, contentType), content: .bytes(bytes))
        }

        /// A file that is read while it is sent. `fileName` is sent to the server; the path is not.
        public static func file(
            _ name: String, named fileName: String, contentType: String = "application/octet-stream",
            content: FileContent
        ) -> Part {
            Part(name: name, file: (fileName, contentType), content: .file(content))
        }
    }

    /// In the order in which they are sent.
    public var parts: [Part]

    /// The line between the parts, without its hyphens.
    public let boundary: String

    /// - Parameter boundary: up to 70 of `A-Z a-z 0-9 ' + _ - .` (RFC 2046 5.1.1, those that need no quotes) that no
    ///   part contains. The default has 128 random bits, which no part contains by chance.
    public init(_ parts: [Part] = [], boundary: String? = nil) {
        self.parts = parts
        self.boundary = boundary ?? Self.randomBoundary()
    }

    /// `multipart/form-data` with the boundary. It replaces any `Content-Type` among the request's headers,
    /// since no other can name the boundary.
    public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    private static func randomBoundary() -> String {
        var text = Array("gantry-".utf8)
        for _ in 0..<2 {
            var bits = UInt64.random(in: .min ... .max)
            for _ in 0..<16 {
                let digit = UInt8(bits & 15)
                text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
                bits >>= 4
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension MultipartForm: CustomStringConvertible, CustomReflectable {
    /// The number of parts only: forms hold passwords and personal data.
    public var description: String { "a form of \(counted(parts.count, "part"))" }
    /// A mirror without children, so that `dump` shows no part.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension MultipartForm.Part: CustomStringConvertible, CustomReflectable {
    /// "a field" or "a file": its content can be personal.
    public var description: String { file == nil ? "a field" : "a file" }
    /// A mirror without children, so that `dump` shows no content.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
