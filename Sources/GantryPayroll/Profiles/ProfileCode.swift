package import GantryJSON

/// What an output says of a pay code: an entry of `codes`.
package struct ProfileCode: Sendable, Hashable {
    /// What the payroll program calls it; `nil` for the pay code itself.
    package var code: String?
    /// `absence`: the key under which the program books the absence.
    package var absence: String?
    /// `column`: the column of the layout for its units.
    package var column: String?

    package init(_ code: String? = nil, absence: String? = nil, column: String? = nil) {
        self.code = code
        self.absence = absence
        self.column = column
    }

    /// The keys of an entry that isn't a code alone.
    package static let keys = ["code", "absence", "column"]

    /// By key, those that are there.
    package var values: [(key: String, value: String)] {
        zip(ProfileCode.keys, [code, absence, column]).compactMap { key, value in value.map { (key, $0) } }
    }

    /// As `totals.json` states it: the code alone, or a group of keys.
    package var tree: JSONTree {
        if absence == nil, column == nil, let code { return .string(code) }
        return .object(values.map { JSONTree.Member($0.key, .string($0.value)) })
    }

    /// Reads what `tree` gave.
    package init(_ tree: JSONTree) {
        self.init(tree.text ?? tree["code"]?.text, absence: tree["absence"]?.text, column: tree["column"]?.text)
    }

    /// Codes that were given one by one: `1000` is a code, `1000.absence` and `1000.column` are the rest of it.
    package static func all(given codes: [String: String]) -> [String: ProfileCode] {
        codes.reduce(into: [:]) { all, item in
            func payCode(_ key: String) -> String? {
                item.key.hasSuffix("." + key) ? String(item.key.dropLast(key.utf8.count + 1)) : nil
            }
            if let code = payCode("absence") {
                all[code, default: ProfileCode()].absence = item.value
            } else if let code = payCode("column") {
                all[code, default: ProfileCode()].column = item.value
            } else {
                all[item.key, default: ProfileCode()].code = item.value
            }
        }
    }

    /// Reads `codes` of a file in `totals.json`.
    package static func all(of tree: JSONTree?) -> [String: ProfileCode] {
        guard case .object(let members)? = tree else { return [:] }
        return members.reduce(into: [:]) { $0[$1.key] = ProfileCode($1.value) }
    }
}

extension ProfileCode: ExpressibleByStringLiteral {
    package init(stringLiteral code: String) { self.init(code) }
}
