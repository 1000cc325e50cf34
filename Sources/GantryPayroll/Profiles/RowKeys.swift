internal import GantryModel

/// What a payroll program tells the rows of an employee apart by: code, project and days, as far as rows show them.
struct RowKeys {
    struct Key: Hashable {
        let item: String
        let project: String?
        let action: PayrollChange.Action?
        /// Days that are shown whole.
        var days: [CivilDate] = []
        /// Days of which a column shows a part.
        var parts: [String] = []
    }

    private let profile: Profile
    private let context: ProfileContext
    private let payCodes: [PayCode]
    /// The columns of each row that show days, by its place in the profile.
    private let days: [[(value: ProfileValue, date: ProfileDate)]]
    private let showsProject: Bool
    private let showsAction: Bool
    /// By pay code.
    private var items: [String: String] = [:]

    init(_ profile: Profile, _ context: ProfileContext, payCodes: [PayCode]) {
        self.profile = profile
        self.context = context
        self.payCodes = payCodes
        days = profile.rows.map { row in
            row.lines.flatMap(\.columns).flatMap { column in
                column.values.filter { [.date, .lineFirst, .lineLast].contains($0) }
                    .map { ($0, column.date ?? profile.dates) }
            }
        }
        showsProject = profile.shows(.project)
        showsAction = profile.shows(.action)
    }

    mutating func key(of row: ProfileRow) -> Key {
        var key = Key(
            item: item(of: row.payCode), project: showsProject ? profile.identity.folded(row.project ?? "") : nil,
            action: showsAction ? row.action : nil)
        // The days of a whole line are no part of it: another line of the same code has its own.
        let isStretch = profile.each == .stretch && (row.isAbsence || row.unit == .days)
        for (value, date) in days[row.place] {
            guard let day = value == .date ? row.date : isStretch ? value == .lineFirst ? row.first : row.last : nil
            else { continue }
            if date.isWhole {
                key.days.append(day)
            } else {
                var bytes: [UInt8] = []
                date.append(day, to: &bytes)
                key.parts.append(String(decoding: bytes, as: UTF8.self))
            }
        }
        return key
    }

    private mutating func item(of payCode: String) -> String {
        if let known = items[payCode] { return known }
        let item = profile.item(of: payCodes.first { $0.code == payCode } ?? PayCode(payCode, title: payCode), context)
        let folded = profile.identity.folded(profile.readBack(code: item))
        items[payCode] = folded
        return folded
    }
}

extension Profile {
    /// What rows of a pay code show as their code: a column of its own, its title, or the code of the program.
    func item(of payCode: PayCode, _ context: ProfileContext) -> String {
        let own = row(for: context.kind(of: payCode)).flatMap { ownItem(ofRow: $0) }
        return own ?? (item == .title ? payCode.title : context.shown(payCode.code))
    }
}
