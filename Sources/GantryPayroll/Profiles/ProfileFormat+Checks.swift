package import GantryModel

extension ProfileFormat {
    /// What of the output's needs and of the pay codes has no room in the layout, whoever is paid.
    package func misfits(payCodes: [PayCode]) -> [Misfit] {
        guard let period = try? PayPeriod("2026-10") else { return [] }
        let batch = PayrollBatch(
            system: "", connection: "", pipeline: "pipeline", period: period, revision: 1,
            snapshot: Instant(secondsSince1970: 0))
        let compiled = CompiledProfile(profile, context(batch))
        var misfits = compiled.misfits
        for code in payCodes {
            for cell in compiled.cells where cell.value == .code || cell.value == .title {
                let text = cell.value == .code ? codes[code.code] ?? code.code : code.title
                do throws(Unfit) { _ = try cell.bytes(of: text) } catch {
                    misfits.add(
                        Misfit(
                            profile: profile.name, payCode: code.code, column: cell.value.spelling, value: error.value,
                            expected: error.expected))
                }
            }
        }
        return misfits.first.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The pay codes whose units the layout has no row for.
    package func withoutRow(_ payCodes: [PayCode]) -> [PayCode] {
        payCodes.filter { profile.row(for: $0.unit) == nil }
    }

    /// Why the layout can't hold a period; `nil` where it can.
    package func refusal(of period: PayPeriod) -> String? {
        profile.isCalendarMonth && !period.isCalendarMonth
            ? "The layout \(name) covers one calendar month, and \(period.name) is none." : nil
    }
}

extension PayPeriod {
    /// Whether the days are those of one calendar month.
    package var isCalendarMonth: Bool {
        let (year, month, day) = first.components
        return day == 1
            && last == CivilDate(year: year, month: month, day: CivilDate.length(ofMonth: month, year: year))
    }
}
