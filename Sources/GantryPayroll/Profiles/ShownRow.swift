internal import GantryModel

/// What a row shows besides its figures: by that a program finds the row that a correction changes or voids.
struct ShownRow: Hashable {
    /// Which row it is, whatever of that it shows.
    struct Origin: Hashable {
        let payCode: String
        let project: String?
        let days: [CivilDate?]

        init(_ row: ProfileRow, isStretch: Bool) {
            payCode = row.payCode
            project = row.project
            days = isStretch ? [row.first, row.last] : [row.date]
        }
    }

    private var texts: [ProfileValue: [String]] = [:]

    /// - Parameters:
    ///   - title: that of its pay code.
    ///   - isStretch: whether its first and last day are its own. Those of a pay line become others when it changes, so
    ///     nothing is found by them.
    init(_ row: ProfileRow, title: String, isStretch: Bool, _ compiled: CompiledProfile) {
        let (profile, context) = (compiled.profile, compiled.context)
        if let own = profile.ownItem(ofRow: row.place) { texts[.code] = [own] }
        for column in profile.rows[row.place].lines.flatMap(\.columns) {
            func text(_ date: CivilDate?) -> String {
                var bytes: [UInt8] = []
                (column.date ?? profile.dates).append(date ?? context.batch.period.last, to: &bytes)
                return String(decoding: bytes, as: UTF8.self)
            }
            for value in column.values {
                let shown: String?
                switch value {
                case .code: shown = profile.identity.folded(context.shown(row.payCode))
                case .title: shown = profile.identity.folded(title)
                case .absence: shown = row.isAbsence ? context.codes[row.payCode]?.absence : nil
                case .unit: shown = row.unit.rawValue
                case .project: shown = profile.identity.folded(row.project ?? "")
                case .date: shown = text(row.date)
                case .lineFirst: shown = isStretch ? text(row.first) : nil
                case .lineLast: shown = isStretch ? text(row.last) : nil
                default: shown = nil
                }
                if let shown { texts[value, default: []].append(shown) }
            }
        }
    }
}
