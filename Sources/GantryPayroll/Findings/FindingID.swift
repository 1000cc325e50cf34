internal import GantryConnectors
internal import GantryFiles
package import GantryModel

/// The id of a finding: the same for the same finding in every revision, and another one as soon as something else is
/// found or something else would be paid.
package enum FindingID {
    /// The first eight characters of the Base32 (RFC 4648, section 6) of the SHA-256 of the parts, a line each; a part
    /// that there is none of is an empty line.
    /// - Parameter values: what would be paid of the record, so that a decision binds it; empty where `found` says it.
    package static func make(
        rule: String, entry: Int64?, employee: Int64?, date: CivilDate?, found: String, values: String = ""
    ) -> String {
        let text = [
            rule, entry?.keyText ?? "", employee?.keyText ?? "", date?.description ?? "", found,
            values,
        ].joined(separator: "\n")
        return Base32.text(ContentHasher.digest(of: Array(text.utf8).span).bytes, count: 8)
    }
}

extension WorkEntry {
    /// What a decision about a finding of the entry binds besides its employee and day: hours of each kind and project.
    var paidValues: String {
        "\(normalHours) \(overtimeHours) \(weekendHours) \(projectID?.keyText ?? "none")"
    }
}
