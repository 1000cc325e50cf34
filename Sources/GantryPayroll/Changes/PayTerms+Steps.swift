internal import GantryConnectors
internal import GantryModel

extension PayTerms {
    /// A setting that becomes as it is now, and the terms with it.
    struct Step {
        var field: String
        var old: String
        var new: String
        var terms: PayTerms
        /// False for the rest that has no name here, which matters only if a line changes.
        var isNamed = true
    }

    /// The settings that differ, one after the other, in the order in which a pipeline file has them.
    static func steps(from old: PayTerms, to new: PayTerms) -> [Step] {
        var steps: [Step] = []
        var terms = old
        func take(_ field: String, text: (PayTerms) -> String, change: (inout PayTerms) -> Void) {
            let (was, now) = (text(old), text(new))
            guard was != now else { return }
            change(&terms)
            steps.append(Step(field: field, old: was, new: now, terms: terms))
        }
        take("pay.currency", text: { $0.batch.currency ?? "" }) { $0.batch.currency = new.batch.currency }
        take("pay.units-decimals", text: { "\($0.batch.unitsDecimals)" }) {
            $0.batch.unitsDecimals = new.batch.unitsDecimals
        }
        take("pay.rounding", text: { $0.batch.rounding.rawValue }) { $0.batch.rounding = new.batch.rounding }
        take("pay.by", text: { $0.settings?.isByProject == true ? PaySettings.project : "" }) {
            $0.settings?.isByProject = new.settings?.isByProject ?? false
        }
        take("pay.salaried", text: { ($0.settings?.salaried ?? .none).rawValue }) {
            $0.settings?.salaried = new.settings?.salaried ?? .none
        }
        let period = new.batch.period
        take(
            "pay.calendar.weekend",
            text: { WeekendDay.allCases.filter($0.calendar.weekend.contains).map(\.rawValue).joined(separator: " ") }
        ) {
            $0.calendar = PayCalendar(
                weekend: new.calendar.weekend, holidays: $0.calendar.holidays, halfDays: $0.calendar.halfDays)
        }
        take(
            "pay.calendar.holidays",
            text: { $0.calendar.holidays.filter(period.contains).sorted().map { "\($0)" }.joined(separator: " ") }
        ) {
            $0.calendar = PayCalendar(
                weekend: $0.calendar.weekend, holidays: new.calendar.holidays, halfDays: $0.calendar.halfDays)
        }
        take(
            "pay.calendar.also",
            text: { $0.calendar.halfDays.filter(period.contains).sorted().map { "\($0)" }.joined(separator: " ") }
        ) {
            $0.calendar = PayCalendar(
                weekend: $0.calendar.weekend, holidays: $0.calendar.holidays, halfDays: new.calendar.halfDays)
        }
        let codes = (old.settings?.codes ?? []).map(\.code) + (new.settings?.codes ?? []).map(\.code)
        for (index, code) in codes.enumerated() where codes.firstIndex(of: code) == index {
            take("pay.codes \(code)", text: { $0.codes(code).map(\.words).joined(separator: "; ") }) { terms in
                let place = terms.settings?.codes.firstIndex { $0.code == code } ?? terms.settings?.codes.count ?? 0
                terms.settings?.codes.removeAll { $0.code == code }
                terms.settings?.codes.insert(contentsOf: new.codes(code), at: place)
            }
        }
        return steps + [Step(field: "pay", old: "", new: "", terms: new, isNamed: false)]
    }

    /// A pay code, once for each group that has it otherwise.
    private func codes(_ code: String) -> [PaySettings.Code] { settings?.codes.filter { $0.code == code } ?? [] }
}

extension PaySettings.Code {
    /// What it pays and at which price, as a pipeline file says it.
    fileprivate var words: String {
        var words: [String] = []
        switch pays {
        case .hours(let hours):
            words.append(hours.quantity.rawValue)
            if hours.ofDay != .all { words.append("of-day \(hours.ofDay.text)") }
            if hours.ofWeek != .all { words.append("of-week \(hours.ofWeek.text)") }
            if hours.days.count < DayKind.allCases.count {
                words.append(
                    "on \(DayKind.allCases.filter(hours.days.contains).map(\.rawValue).joined(separator: " "))")
            }
        case .leave(let leave):
            words.append("leave \(leave.type)")
            if let hours = leave.hoursADay { words.append("hours-a-day \(hours)") }
        case .holidays(let hoursADay):
            words.append("holidays \(PayBasis.onWorkdays)")
            if let hoursADay { words.append("hours-a-day \(hoursADay)") }
        case .daysWith(let hours): words.append("days-with \(hours)")
        }
        switch price {
        case nil: break
        case .fixed(let money): words.append("fixed-rate \(money)")
        case .rate(let rate, let factor):
            words.append("rate \(rate.field)")
            if factor != 1_000_000_000 { words.append("rate-factor \(decimalText(nano: Int128(factor), .exact))") }
        }
        if !groups.isEmpty { words.append("for \(groups.joined(separator: " "))") }
        return words.joined(separator: ", ")
    }
}
