/// Something that a sandbox stored or changed: a leave, a photo, a cancellation.
///
/// Repeats are effects of their own, so that a test can count what a client really did. Only what the back end itself
/// recognizes as a repeat, such as a leave within five minutes, is not.
public struct SandboxEffect: Sendable, Hashable {
    /// Counts from 1 in each running sandbox.
    public var number: Int
    /// The back end.
    public var system: SandboxSystem
    /// The endpoint's short name, for example `create-leave`.
    public var endpoint: String
    /// What the client could know when it asked, by name: the start of a leave, the file of a photo.
    public var identity: [String: String]
    /// The id that the back end assigned, if any.
    public var id: String?
    /// SHA-256 of the content in lower-case hexadecimal digits; nil where there is no file or picture.
    public var sha256: String?
    /// The length of the content in bytes; nil as ``sha256``.
    public var size: Int?
}
