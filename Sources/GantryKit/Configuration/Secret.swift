/// A password or token. It never shows itself: printed, logged, dumped or reflected it is `***`.
///
/// Its bytes are lent to a closure; what the closure keeps is no longer guarded.
public struct Secret: Sendable {
    private let bytes: [UInt8]

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public init(_ text: String) { bytes = Array(text.utf8) }

    public var isEmpty: Bool { bytes.isEmpty }

    /// Lends the bytes. They are valid only inside the closure.
    public func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(bytes.span)
    }

    /// Lends the secret as text; bytes that are no UTF-8 are replaced.
    public func reveal<Result, Failure: Error>(
        _ body: (String) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(String(decoding: bytes, as: UTF8.self))
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "***" }
    public var debugDescription: String { "***" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
