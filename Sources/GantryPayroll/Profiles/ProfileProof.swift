internal import GantryEngine
internal import GantryModel

/// Compares what a file of a profile holds with the pay lines.
struct ProfileProof {
    private let profile: Profile
    private let context: ProfileContext
    private let payCodes: [PayCode]

    init(_ profile: Profile, _ context: ProfileContext, _ payCodes: [PayCode]) {
        self.profile = profile
        self.context = context
        self.payCodes = payCodes
    }

    /// What differs from what the writer was given; `nil` where nothing does.
    func problem(_ contents: ProfileContents, mark: FileCheckpoint) -> String? {
        guard contents.rows == mark.rows else {
            return "it has \(contents.rows) rows instead of \(mark.rows)"
        }
        var expected: [String: ProfileContents.Sum] = [:]
        for (key, text) in mark.sums {
            guard let value = Int128(text) else { continue }
            if let code = ProfileProof.name(key, after: ProfilePayFile.unitsKey) {
                expected[item(ofShown: code), default: ProfileContents.Sum()].units += value
            } else if let code = ProfileProof.name(key, after: ProfilePayFile.amountKey) {
                let shown = item(ofShown: code)
                expected[shown, default: ProfileContents.Sum()].amount =
                    (expected[shown]?.amount ?? 0) + value
            }
        }
        for item in Set(expected.keys).union(contents.items.keys).sorted() {
            let found = contents.items[item] ?? ProfileContents.Sum()
            let wanted = expected[item] ?? ProfileContents.Sum()
            if found.units != wanted.units {
                return "the units of \(item) add up to \(text(found.units)) instead of \(text(wanted.units))"
            }
            if profile.shows(.amount), found.amount ?? 0 != wanted.amount ?? 0 {
                return "the amounts of \(item) add up to \(text(found.amount)) instead of \(text(wanted.amount))"
            }
        }
        return nil
    }

    private static func name(_ key: String, after prefix: String) -> String? {
        key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : nil
    }

    private func text(_ nano: Int128?) -> String { nano.map { decimalText(nano: $0, .exact) } ?? "nothing" }

    /// What a file calls a pay code: the code as it is shown, or its title.
    func item(_ code: String) -> String {
        if profile.item == .title { return payCodes.first { $0.code == code }?.title ?? code }
        return trimmed(context.codes[code] ?? code)
    }

    /// The same for a code that is already the one of the file.
    private func item(ofShown code: String) -> String {
        guard profile.item == .title else { return trimmed(code) }
        let own = payCodes.first { (context.codes[$0.code] ?? $0.code) == code }
        return own?.title ?? code
    }

    /// Without the zeros that fill a column and that a shorter code would get too.
    private func trimmed(_ code: String) -> String {
        let columns = profile.rows.flatMap(\.lines).flatMap(\.columns)
        guard let column = columns.first(where: { $0.value == .code }), column.width != nil, column.align == .right,
            column.pad == "0"
        else { return code }
        let rest = code.drop { $0 == "0" }
        return rest.isEmpty ? String(code.suffix(1)) : String(rest)
    }
}
