public import GantryFiles

/// The seal of a statement: the first 100 bits of its SHA-256 as 20 letters and digits, `2BJI-XUV2-ZAN3-4KIE-55DY`.
///
/// Short enough to be written into a comment field of the payroll program or onto paper, and long enough that nobody
/// finds another statement for it.
public struct Seal: Hashable, Sendable, CustomStringConvertible {
    /// In groups of four: `2BJI-XUV2-ZAN3-4KIE-55DY`.
    public let description: String

    private static let count = 20

    /// The seal of the statement with this SHA-256.
    public init(_ digest: ContentDigest) {
        self.init(letters: Base32.text(digest.bytes, count: Seal.count))
    }

    /// Reads a seal as people write it: upper or lower case, with or without what separates the groups.
    public init?(_ text: String) {
        let letters = text.uppercased().filter { $0 != "-" && $0 != " " }
        guard letters.count == Seal.count, letters.utf8.allSatisfy({ Base32.alphabet.contains($0) }) else { return nil }
        self.init(letters: letters)
    }

    private init(letters: String) {
        var grouped = ""
        for (index, letter) in letters.enumerated() {
            if index > 0, index % 4 == 0 { grouped += "-" }
            grouped.append(letter)
        }
        description = grouped
    }
}
