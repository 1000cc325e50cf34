public import GantryModel

/// Why a zip file can't be written or unpacked.
public struct ZipError: ExplainedError, Equatable {
    /// The kind of failure.
    public enum Code: String, Sendable {
        /// It is no zip file, or its bytes can't be decompressed.
        case damaged
        /// It holds something that isn't unpacked: a link, a name that leaves the folder, an encrypted file.
        case unsafe
        /// It would unpack to more than is allowed.
        case tooLarge = "too-large"
        /// It can't be written.
        case unwritable
    }

    /// What kind of failure it is.
    public let code: Code
    /// What happened to which file.
    public let explanation: String
    /// What to do.
    public let advice: Advice?
    /// The same file fails again; a full disk may have space later.
    public var isRetryable: Bool { code == .unwritable }

    init(_ code: Code, _ explanation: String, advice: Advice?) {
        self.code = code
        self.explanation = explanation
        self.advice = advice
    }

    static func damaged(_ path: String, _ what: String) -> ZipError {
        ZipError(
            .damaged, "\(quoted(path)) can't be unpacked: \(what).",
            advice: "Make it again, or ask for it again: it is no complete zip file.")
    }

    static func unsafe(_ path: String, named name: String, _ what: String) -> ZipError {
        ZipError(
            .unsafe, "\(quoted(path)) is not unpacked: \(quoted(singleLine(name, limit: 200))) in it \(what).",
            advice: "Only plain files in folders are unpacked. Make the zip file again, or ask for it again.")
    }

    static func tooLarge(_ path: String, _ what: String) -> ZipError {
        ZipError(
            .tooLarge, "\(quoted(path)) is not unpacked: \(what).",
            advice: "If it is right, unpack it yourself and name the folder instead.")
    }
}
