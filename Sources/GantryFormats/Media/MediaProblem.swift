/// Why a file is not sent unchanged, for a person.
public struct MediaProblem: Equatable, Sendable {
    /// The kind of problem; a struct, so that a new one breaks no `switch`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The word that programs go by: `too-large`.
        public let rawValue: String
        /// Any word makes a code; those in use are below.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file has no bytes.
        public static let empty = Code(rawValue: "empty")
        /// The file has more bytes than may be sent.
        public static let tooLarge = Code(rawValue: "too-large")
        /// The content is not one of the types that are accepted here.
        public static let wrongType = Code(rawValue: "wrong-type")
        /// The name's ending belongs to another type than the content.
        public static let nameDisagrees = Code(rawValue: "name-disagrees")
        /// The type that was stated for the file isn't that of its content.
        public static let statedTypeDisagrees = Code(rawValue: "stated-type-disagrees")

        /// The file is cut short or broken: `damaged-jpeg`, `damaged-png`, `damaged-pdf`, `damaged-webp`.
        public static func damaged(_ type: MediaType) -> Code { Code(rawValue: "damaged-" + type.rawValue) }
    }

    /// What kind of problem it is.
    public let code: Code
    /// What the file has, on one line.
    public let found: String
    /// What it should have, on one line.
    public let expected: String
    /// What can be done about it, as a sentence.
    public let advice: String
}

extension MediaProblem: CustomStringConvertible {
    /// What was found, what is expected, and the advice, on one line.
    public var description: String { "Found \(found); expected \(expected). \(advice)" }
}

extension MediaProblem {
    static let empty = MediaProblem(
        code: .empty, found: "an empty file", expected: "at least one byte", advice: "Copy or export the file again.")

    static func tooLarge(_ size: Int, limit: Int) -> MediaProblem {
        MediaProblem(
            code: .tooLarge, found: "\(size) bytes", expected: "at most \(limit) bytes",
            advice: "Reduce its size, then run the same command again.")
    }

    static func wrongType(_ found: String, accepted: Set<MediaType>) -> MediaProblem {
        MediaProblem(
            code: .wrongType, found: found, expected: choice(of: accepted),
            advice: "Export it as \(choice(of: accepted)); renaming it doesn't change its type.")
    }

    static func nameDisagrees(_ type: MediaType, ending: String?) -> MediaProblem {
        let name = ending.map { "a name that ends in .\($0)" } ?? "a name without an extension"
        let endings = type.fileExtensions.map { "." + $0 }.joined(separator: " or ")
        return MediaProblem(
            code: .nameDisagrees, found: "\(type.name) with \(name)", expected: "a name that ends in \(endings)",
            advice: "Check that it is the right file, then rename it.")
    }

    static func statedTypeDisagrees(_ type: MediaType, stated: MediaType) -> MediaProblem {
        MediaProblem(
            code: .statedTypeDisagrees, found: type.name, expected: "\(stated.name), as stated",
            advice: "Check that it is the right file, or correct its stated type.")
    }

    static func damaged(_ type: MediaType, found: String, expected: String) -> MediaProblem {
        MediaProblem(
            code: .damaged(type), found: found, expected: expected,
            advice: "Open it in a viewer; copy it from its source or export it again.")
    }

    static func damagedHEIC(found: String, expected: String) -> MediaProblem {
        MediaProblem(
            code: MediaProblem.Code(rawValue: "damaged-heic"), found: found, expected: expected,
            advice: "Open it in a viewer; copy it from its source or export it again.")
    }
}
