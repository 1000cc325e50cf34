package import GantryModel

extension ProfileFormat {
    /// What of the output's needs and of the pay codes has no room in the layout, whoever is paid.
    package func misfits(payCodes: [PayCode]) -> [Misfit] {
        guard let period = try? PayPeriod("2026-10") else { return [] }
        let batch = PayrollBatch(
            system: "", connection: "", pipeline: "pipeline", period: period, revision: 1,
            snapshot: Instant(secondsSince1970: 0))
        let compiled = CompiledProfile(profile, context(batch, calendar: PayCalendar(), employees: nil))
        var misfits = compiled.misfits
        for code in payCodes {
            let own = profile.row(for: compiled.context.kind(of: code)).flatMap { profile.ownItem(ofRow: $0) }
            for cell in compiled.cells {
                let text: String?
                switch cell.value {
                case .code: text = own == nil ? compiled.context.shown(code.code) : nil
                case .title: text = own == nil ? code.title : nil
                case .absence: text = codes[code.code]?.absence
                default: text = nil
                }
                guard let text else { continue }
                do throws(Unfit) { _ = try cell.bytes(of: text) } catch {
                    misfits.add(
                        Misfit(
                            payCode: code.code, column: cell.value.spelling, value: error.value,
                            expected: error.expected))
                }
            }
        }
        for code in payCodes where code.unit != .hours && profile.isInMinutes(kind(of: code)) {
            misfits.add(
                Misfit(
                    payCode: code.code, column: ProfileValue.units.spelling, value: code.unit.rawValue,
                    expected:
                        "hours in pay code \(code.code), since its rows show hours and minutes: pay it in another "
                        + "file, or by rows of its own, with for: \(code.unit.rawValue)",
                    saysWhatToDo: true))
        }
        let units = Set(payCodes.filter { profile.row(for: kind(of: $0)) != nil }.map(\.unit.rawValue)).sorted()
        if units.count > 1, profile.uses(.sumUnits) {
            misfits.add(
                Misfit(
                    column: ProfileValue.sumUnits.spelling, value: listed(units, "and"),
                    expected: "pay codes that all count the same, since the file has one sum of their units: take "
                        + "{sum.units} out of the head and foot in a copy of the profile, or pay those codes in another file",
                    saysWhatToDo: true))
        }
        return misfits.first.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// What decides about the row of a pay code's lines.
    package func kind(of payCode: PayCode) -> LineKind { LineKind(payCode, column: codes[payCode.code]?.column) }

    /// The pay codes that the layout has no row for.
    package func withoutRow(_ payCodes: [PayCode]) -> [PayCode] {
        payCodes.filter { profile.row(for: kind(of: $0)) == nil }
    }

    /// Whether rows of a pay code show an absence key.
    package func takesAbsence(_ payCode: PayCode) -> Bool {
        payCode.isAbsence && profile.row(for: kind(of: payCode)).map { profile.rows[$0].shows(.absence) } ?? false
    }

    /// Pay codes that the program can't tell apart, though nothing says that it adds their rows: each with the one
    /// before it, and what both are called.
    package func alike(_ payCodes: [PayCode]) -> [(code: PayCode, other: PayCode, name: String)] {
        guard profile.rowsOfOneCode != .adds else { return [] }
        var seen: [String: PayCode] = [:]
        return payCodes.compactMap { payCode in
            let own = profile.row(for: kind(of: payCode)).flatMap { profile.ownItem(ofRow: $0) }
            let name = own ?? (profile.item == .title ? payCode.title : codes[payCode.code]?.code ?? payCode.code)
            let key = profile.identity.folded(profile.readBack(code: name))
            guard let other = seen[key] else {
                seen[key] = payCode
                return nil
            }
            return (payCode, other, name)
        }
    }

    /// Whether a file of the layout covers exactly one calendar month.
    package var isCalendarMonth: Bool { profile.isCalendarMonth }

    /// Why the layout can't hold a period; `nil` where it can.
    package func refusal(of period: PayPeriod) -> String? {
        profile.isCalendarMonth && !period.isCalendarMonth
            ? "The layout \(name) covers one calendar month, and \(period.name) is none." : nil
    }
}

extension Profile.FileName {
    /// What is wrong with a name, and what is expected; `nil` for one that the program reads.
    package func problem(of name: String) -> (found: String, expected: String)? {
        if let most, name.count > most {
            return (
                "\(quoted(name)) has \(name.count) characters.", "at most \(most), which is all that the program reads"
            )
        }
        guard let pattern, let regex = try? Regex(pattern), (try? regex.wholeMatch(in: name)) ?? nil == nil else {
            return nil
        }
        return ("\(quoted(name)) is no name that the program reads.", "the pattern \(pattern)")
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
