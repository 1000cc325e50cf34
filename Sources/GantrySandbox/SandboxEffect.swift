/// Something that a sandbox took and kept: a leave, a photo, a cancellation.
///
/// Everything that arrives is entered, a second one for the same thing too, so that a test can count what a client
/// really did. Only what the back end itself does not take twice, such as a leave within five minutes, is entered once.
public struct SandboxEffect: Sendable, Hashable {
    /// Counts from 1 in each running sandbox.
    public var number: Int
    /// The back end that took it.
    public var system: SandboxSystem
    /// The endpoint's short name, for example `create-leave`.
    public var endpoint: String
    /// What the client could know when it asked, by name: the start of a leave, the file of a photo.
    public var identity: [String: String]
    /// The id that the back end gave to what it keeps; nil where it gives none.
    public var id: String?
    /// SHA-256 of the content in lower-case hexadecimal digits; nil where there is no file or picture.
    public var sha256: String?
    /// The bytes of the content; nil as ``sha256``.
    public var size: Int?
}
