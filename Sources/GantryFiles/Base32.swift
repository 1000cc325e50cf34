/// Base32 without padding (RFC 4648, section 6): letters and digits that people read to each other.
public enum Base32 {
    /// A to Z and 2 to 7; neither 0 nor 1 is among them.
    public static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// The letters of the first bits.
    ///
    /// - Parameter count: How many letters; each stands for five bits. Bits after the last whole letter are left out.
    public static func text(_ bytes: some Sequence<UInt8>, count: Int) -> String {
        var text: [UInt8] = []
        var bits: UInt64 = 0
        var held = 0
        for byte in bytes where text.count < count {
            bits = bits << 8 | UInt64(byte)
            held += 8
            while held >= 5, text.count < count {
                held -= 5
                text.append(alphabet[Int(bits >> UInt64(held) & 31)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
