package import GantryKit
package import GantryModel
package import GantryPages

/// About how much money findings are about. An entry that several rules find counts once.
package struct FindingSum {
    /// What is known of it; `nil` where nothing is.
    package let amount: Money?
    /// Whether the money of some isn't known.
    package let isPartial: Bool

    package init(_ findings: [ReviewReport.Finding]) {
        var sum = Int128(0)
        var (known, unknown) = (false, false)
        for finding in findings.eachHourOnce {
            if let amount = finding.amount {
                sum += amount.nano
                known = true
            } else if finding.hours != .zero {
                unknown = true
            }
        }
        amount = known ? Money(nano: sum) : nil
        isPartial = unknown
    }

    /// Unknown money first, since it may be the most; then the most, whether it is paid or taken back.
    package static func precedes(_ one: FindingSum, _ two: FindingSum) -> Bool {
        if one.isPartial != two.isPartial { return one.isPartial }
        return (one.amount?.nano ?? 0).magnitude > (two.amount?.nano ?? 0).magnitude
    }

    /// - Parameter currency: `nil` where it stands elsewhere.
    package func shown(_ t: PageText, _ currency: String? = nil) -> String {
        guard amount != nil || !isPartial else { return t("unknown", "ukendt") }
        return t.heading(t.roughly(amount ?? Money(nano: 0)), currency) + (isPartial ? t(" and more", " og mere") : "")
    }

    /// For the script, which adds up what is ticked; empty where it isn't known.
    package var data: String { amount.map { String($0.nano) } ?? (isPartial ? "" : "0") }
}

extension FindingSum {
    /// What a run pays as a whole; `nil` where it isn't known.
    package init(amount: Money?) {
        self.amount = amount
        isPartial = amount == nil
    }
}
