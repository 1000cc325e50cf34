public import GantryFiles

/// The seal of a statement: the first 100 bits of its SHA-256 as 20 letters and digits, `2BJI-XUV2-ZAN3-4KIE-55DY`.
///
/// Short enough to be written into a comment field of the payroll program or onto paper, and long enough that nobody
/// finds another statement for it.
public struct Seal: Hashable, Sendable, CustomStringConvertible {
    /// In groups of four: `2BJI-XUV2-ZAN3-4KIE-55DY`.
    public let description: String

    /// The alphabet of RFC 4648, section 6, which has neither 0 nor 1.
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    private static let count = 20

    /// The seal of the statement with this SHA-256.
    public init(_ digest: ContentDigest) {
        var text = ""
        var bits: UInt64 = 0
        var held = 0
        var count = 0
        for byte in digest.bytes {
            bits = bits << 8 | UInt64(byte)
            held += 8
            while held >= 5, count < Seal.count {
                if count > 0, count % 4 == 0 { text += "-" }
                held -= 5
                text.append(Seal.letters[Int(bits >> UInt64(held) & 31)])
                count += 1
            }
        }
        description = text
    }

    /// Reads a seal as people write it: upper or lower case, with or without what separates the groups.
    public init?(_ text: String) {
        let letters = text.uppercased().filter { $0 != "-" && $0 != " " }
        guard letters.count == Seal.count, letters.allSatisfy({ Seal.letters.contains($0) }) else { return nil }
        var grouped = ""
        for (index, letter) in letters.enumerated() {
            if index > 0, index % 4 == 0 { grouped += "-" }
            grouped.append(letter)
        }
        description = grouped
    }
}
