/// A text that must never be shown: a password, token, key or signed URL.
///
/// Every way Swift turns a value into text (`description`, interpolation, `debugDescription`, `dump`, `Mirror`)
/// gives `***`. The text itself is only had through ``reveal()``, so every place that uses it can be found.
/// It is deliberately neither `Codable` nor `Hashable`.
public struct Secret: Sendable {
    private let text: String

    /// Wraps `text`. The original string, if kept elsewhere, is not protected.
    public init(_ text: String) {
        self.text = text
    }

    /// The protected text, for handing to the place that needs it and nowhere else.
    public func reveal() -> String { text }

    /// Whether there is nothing to protect.
    public var isEmpty: Bool { text.isEmpty }
}

extension Secret: Equatable {
    /// Compares without stopping at the first difference, so that timing says nothing about the content.
    public static func == (left: Secret, right: Secret) -> Bool {
        guard left.text.utf8.count == right.text.utf8.count else { return false }
        var difference: UInt8 = 0
        for (a, b) in zip(left.text.utf8, right.text.utf8) { difference |= a ^ b }
        return difference == 0
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "***" }
    public var debugDescription: String { "***" }
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
