internal import Synchronization

/// Numbers that stand for keys that are texts, so that records and people of every system are told apart by a number.
///
/// Two texts never have the same number, and a text has one number as long as the program runs. It comes from the bytes
/// of the text alone, so that it is the same on every machine, whatever comes first; only where two texts hash alike
/// does the second get the next number that is free. That is why files have the text, and never the number.
///
/// Memory follows the number of texts, with about 70 bytes for a UUID.
package final class TextKeys: Sendable {
    /// The numbers of this process.
    static let shared = TextKeys()

    /// The first number that stands for a text. Smaller numbers are themselves.
    package static let first: Int64 = 1 << 62
    /// The most bytes that a key can have.
    package static let longest = 128

    private struct Known {
        /// The place in `ends` of the text with a number.
        var places: [Int64: Int32] = [:]
        /// Where each text ends in `bytes`.
        var ends: [Int] = [0]
        var bytes: [UInt8] = []

        func text(at place: Int32) -> ArraySlice<UInt8> { bytes[ends[Int(place)]..<ends[Int(place) + 1]] }
    }

    private let hash: @Sendable (String) -> UInt64
    private let known = Mutex(Known())

    /// - Parameter hash: of the bytes of a text.
    package init(hash: @escaping @Sendable (String) -> UInt64 = TextKeys.hash) { self.hash = hash }

    /// The number of a key; `nil` for what nobody could type or tell from another: an empty text, one with invisible
    /// characters or white space at an end, or one that is longer than ``longest``.
    package func number(of text: String) -> Int64? {
        guard (1...TextKeys.longest).contains(text.utf8.count) else { return nil }
        let whole = Int64(text).flatMap { String($0).utf8.elementsEqual(text.utf8) ? $0 : nil }
        if let whole, whole < TextKeys.first { return whole }
        let scalars = text.unicodeScalars
        guard !scalars.contains(where: \.isUnprintable), TextIdentity.firstInvisible(in: text) == nil,
            scalars.first?.properties.isWhitespace == false, scalars.last?.properties.isWhitespace == false
        else { return nil }
        var number = whole ?? (Int64(bitPattern: hash(text) & UInt64(TextKeys.first - 1)) | TextKeys.first)
        return known.withLock { known in
            while let place = known.places[number] {
                // By its bytes: the letters of two texts can be the same, and their bytes not.
                if known.text(at: place).elementsEqual(text.utf8) { return number }
                number = number == .max ? TextKeys.first : number + 1
            }
            known.places[number] = Int32(truncatingIfNeeded: known.ends.count - 1)
            known.bytes += text.utf8
            known.ends.append(known.bytes.count)
            return number
        }
    }

    /// The text for which a number stands; the digits of one that stands for itself.
    package func text(of number: Int64) -> String {
        guard number >= TextKeys.first else { return String(number) }
        return known.withLock { known in
            known.places[number].map { String(decoding: known.text(at: $0), as: UTF8.self) }
        } ?? String(number)
    }

    /// FNV-1a, 64 bits.
    package static func hash(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash
    }
}

extension Int64 {
    /// The number by which a record or a person is told from the others, for a key as a system spells it: a whole
    /// number is itself, and another text gets one; `nil` where no key is spelled so.
    public init?(key text: String) {
        guard let number = TextKeys.shared.number(of: text) else { return nil }
        self = number
    }

    /// The key as the system spells it.
    public var keyText: String { TextKeys.shared.text(of: self) }

    /// Whether it stands for a text that is no whole number.
    package var isTextKey: Bool { self >= TextKeys.first && keyText != String(self) }
}
