/// A password or token. It never shows itself: printed, logged, dumped or reflected it is `***`.
///
/// It is deliberately neither `Codable` nor `Hashable`. The text can be read only through `reveal()`, so that every place
/// that uses it can be found; what the caller keeps of it is no longer guarded.
public struct Secret: Sendable {
    private let text: String

    /// The original text, where it is kept elsewhere, is not guarded.
    public init(_ text: String) { self.text = text }

    /// Whether there is nothing to keep secret.
    public var isEmpty: Bool { text.isEmpty }

    /// The text, for handing to the place that needs it and nowhere else.
    public func reveal() -> String { text }
}

extension Secret: Equatable {
    /// Takes as long for equal texts as for different ones of the same length.
    public static func == (left: Secret, right: Secret) -> Bool {
        guard left.text.utf8.count == right.text.utf8.count else { return false }
        var difference: UInt8 = 0
        for (a, b) in zip(left.text.utf8, right.text.utf8) { difference |= a ^ b }
        return difference == 0
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `***`.
    public var description: String { "***" }
    /// Always `***`.
    public var debugDescription: String { "***" }
    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
