package import GantryEngine
internal import GantryModel
package import GantryOutputs
package import GantryPayroll

/// What payroll programs have of a delivered run: settings of another day can take back only what they write as it was
/// delivered.
package enum PaidCodes {
    /// What today's settings write otherwise of pay codes that were paid, a line each; empty where they write the same.
    ///
    /// - Parameters:
    ///   - paid: the pay codes of delivered lines.
    ///   - now: those of today's settings.
    ///   - layouts: the settings of layouts that are others than then.
    ///   - outputs: those of today's settings.
    package static func moved(
        _ paid: [PayCode], now: [PayCode], layouts: [RunIdentity.Difference], outputs: [Output]
    ) -> [String] {
        // Of the others a person enters what changed.
        let corrected = outputs.filter { output in
            (output.format as? ProfileFormat).map { $0.correction(of: output) != nil } ?? false
        }
        let codes = paid.compactMap { old -> String? in
            guard let new = now.first(where: { $0.code == old.code }) else {
                return corrected.isEmpty
                    ? nil : "pay code \(old.code) was paid in \(LineKind(old).words), and pay.codes doesn't have it"
            }
            let isOther = corrected.isEmpty ? new.unit != old.unit : LineKind(new) != LineKind(old)
            guard isOther else { return nil }
            return "pay code \(old.code) was paid in \(LineKind(old).words), and counts \(LineKind(new).words)"
        }
        return codes + corrected.flatMap { moved(paid, in: $0, layouts) }
    }

    /// What an output gave its layout otherwise. Another profile can be the same layout, and which rates are rounded is
    /// no part of what a row is known by.
    private static func moved(_ paid: [PayCode], in output: Output, _ layouts: [RunIdentity.Difference]) -> [String] {
        let path = PaidSettings.path(of: output.file)
        let own = layouts.filter { $0.key.hasPrefix(path) }
        if own.contains(where: { $0.key == path + "format" && $0.old == nil }) {
            return ["\(output.file) is a new output, whose program has nothing of the period"]
        }
        let keys = paid.flatMap { code in ["", ".absence", ".column"].map { "codes.\(code.code)\($0)" } }
        return own.filter { difference in
            let key = String(difference.key.dropFirst(path.count))
            return key.hasPrefix("needs.") || keys.contains(key)
        }.map(\.description)
    }
}
