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
        return Base32.text(ContentHasher.digest(of: Array(text.utf8).span).bytes, count: 8)
    }
}
