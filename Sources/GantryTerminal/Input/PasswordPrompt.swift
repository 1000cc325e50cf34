/// A line that a person types without seeing it: what each key does. No terminal, no I/O.
public struct PasswordPrompt: Sendable {
    /// What a key did to the line.
    public enum Outcome: Equatable, Sendable {
        case goesOn
        /// Enter: the line is complete.
        case done
        /// Ctrl-C, or Ctrl-D on an empty line.
        case cancelled
    }

    /// The longest line in bytes; further keys are ignored.
    public static let limit = 4_096

    private var bytes: [UInt8] = []

    /// An empty line.
    public init() {}

    /// What was typed so far; invalid UTF-8 becomes U+FFFD.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Takes the byte of a key: Ctrl-U empties the line, a backspace removes a character, and other control keys do
    /// nothing.
    public mutating func take(_ byte: UInt8) -> Outcome {
        switch byte {
        case 0x0A, 0x0D: return .done
        case 0x03: return .cancelled
        case 0x04: return bytes.isEmpty ? .cancelled : .goesOn
        case 0x15: bytes.removeAll()
        case 0x08, 0x7F: removeLast()
        // Other control keys would end up in the secret unseen.
        case 0x00..<0x20: break
        default: if bytes.count < PasswordPrompt.limit { bytes.append(byte) }
        }
        return .goesOn
    }

    /// Removes a whole character, not one of its bytes.
    private mutating func removeLast() {
        while let last = bytes.popLast() {
            if last & 0xC0 != 0x80 { return }
        }
    }
}
