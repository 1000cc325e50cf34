internal import GantryEngine
internal import GantryModel

/// Compares what a file of a profile holds with the pay lines.
struct ProfileProof {
    private let profile: Profile
    private let context: ProfileContext
    private let payCodes: [PayCode]

    init(_ profile: Profile, context: ProfileContext, payCodes: [PayCode]) {
        self.profile = profile
        self.context = context
        self.payCodes = payCodes
    }

    /// What differs from what the writer was given; `nil` where nothing does.
    func problem(_ contents: ProfileContents, mark: FileCheckpoint) -> String? {
        guard contents.rows == mark.rows else {
            return "it has \(counted(contents.rows, "row")) instead of \(mark.rows)"
        }
        var expected: [String: ProfileContents.Sum] = [:]
        for (key, text) in mark.sums {
            guard let value = Int128(text) else { continue }
            if let code = ProfileProof.name(key, after: ProfilePayFile.unitsKey) {
                expected[item(code), default: ProfileContents.Sum()].units += value
            } else if let code = ProfileProof.name(key, after: ProfilePayFile.amountKey) {
                let item = item(code)
                expected[item, default: ProfileContents.Sum()].amount = (expected[item]?.amount ?? 0) + value
            } else if let code = ProfileProof.name(key, after: ProfilePayFile.stretchesKey) {
                expected[item(code), default: ProfileContents.Sum()].stretches &+= value
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
            if found.stretches != wanted.stretches { return "the days of \(item) are other ones" }
        }
        return nil
    }

    private static func name(_ key: String, after prefix: String) -> String? {
        key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : nil
    }

    private func text(_ nano: Int128?) -> String { nano.map { decimalText(nano: $0, .exact) } ?? "nothing" }

    /// What a file calls a pay code: the code as it is shown, its title, or the column that it is in.
    func item(_ code: String) -> String {
        let payCode = payCodes.first { $0.code == code } ?? PayCode(code, title: code)
        if let place = profile.row(for: context.kind(of: payCode)), let own = profile.ownItem(ofRow: place) {
            return own
        }
        return profile.item == .title ? payCode.title : profile.readBack(code: context.shown(code))
    }
}

extension Profile {
    /// A code as it is read back: without the zeros that fill a column and that a shorter code would get too.
    func readBack(code: String) -> String {
        let columns = rows.flatMap(\.lines).flatMap(\.columns)
        guard let column = columns.first(where: { $0.value == .code }), column.width != nil, column.align == .right,
            column.pad == "0"
        else { return code }
        let rest = code.drop { $0 == "0" }
        return rest.isEmpty ? String(code.suffix(1)) : String(rest)
    }
}
