internal import GantryEngine
internal import GantryFiles
package import GantryModel

/// The id of a finding: the same for the same finding in every revision, and another one as soon as something else is
/// found.
package enum FindingID {
    /// The first eight characters of the Base32 (RFC 4648, section 6) of the SHA-256 of the parts, a line each; a part
    /// that there is none of is an empty line.
    package static func make(rule: String, entry: Int64?, employee: Int64?, date: CivilDate?, found: String) -> String {
        let text = [
            rule, entry.map { String($0) } ?? "", employee.map { String($0) } ?? "", date?.description ?? "", found,
        ].joined(separator: "\n")
        return base32(ContentHasher.digest(of: Array(text.utf8).span).bytes.prefix(5))
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// Of a multiple of five bytes, so that nothing is padded.
    private static func base32(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                text.append(alphabet[Int(bits >> UInt32(count)) & 31])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
