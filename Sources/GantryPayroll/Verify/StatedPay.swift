internal import GantryConnectors
internal import GantryEngine
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs

/// How hours became pay, as `totals.json` states it (`PayFigures`).
struct StatedPay {
    let settings: PaySettings
    /// Of the period alone.
    let calendar: PayCalendar
    /// The rounding and the decimals of lines. Its other values mean nothing here: the files name the batch themselves.
    let batch: PayrollBatch
    /// The checks that hold leave.
    let leaveHolds: LeaveHolds

    /// - Throws: `RunError.verificationFailed` with the figure that is missing, or that no export states.
    init(_ document: JSONTree) throws {
        guard let period = RunID(document["run"]?.text ?? "").flatMap({ try? PayPeriod($0.period) }) else {
            throw StatedPay.refuse("run", document["run"])
        }
        let pay = document["pay"]
        guard let decimals = pay?["units_decimals"]?.int, (0...4).contains(decimals) else {
            throw StatedPay.refuse("pay.units_decimals", pay?["units_decimals"])
        }
        guard let rounding = document["rounding"]?.text.flatMap(Rounding.init(rawValue:)) else {
            throw StatedPay.refuse("rounding", document["rounding"])
        }
        let name = pay?["name"]
        guard name == .null || name == .string(PaySettings.nameField) else { throw StatedPay.refuse("pay.name", name) }
        var codes: [PaySettings.Code] = []
        for (index, item) in (document["pay_codes"]?.list ?? []).enumerated() {
            codes += try StatedPay.codes(item, at: "pay_codes[\(index)]")
        }
        var settings = PaySettings(
            payrollNumber: FieldReference(name: PaySettings.standardNumber),
            name: name == .null ? nil : FieldReference(join: "worker", name: "name"), currency: "",
            codes: codes, notPaid: [])
        settings.unitsDecimals = decimals
        settings.rounding = rounding
        settings.isByProject = pay?["by"]?.list?.contains(.string(PaySettings.project)) ?? false
        if let salaried = pay?["salaried"] {
            guard let word = salaried.text.flatMap(PaySettings.SalariedLines.init(rawValue:)) else {
                throw StatedPay.refuse("pay.salaried", salaried)
            }
            settings.salaried = word
        }
        leaveHolds = try LeaveHolds(pay, StatedPay.refuse)
        self.settings = settings
        calendar = PayCalendar(
            weekend: try Set(
                (pay?["weekend"]?.list ?? WeekendDay.allCases.map { .string($0.rawValue) }).map { day in
                    guard let day = day.text.flatMap(WeekendDay.init(rawValue:)) else {
                        throw StatedPay.refuse("pay.weekend", day)
                    }
                    return day
                }),
            holidays: try StatedPay.days(pay, "holidays"), halfDays: try StatedPay.days(pay, "half_days"),
            known: period.first...period.last)
        batch = PayrollBatch(
            system: "", connection: "", pipeline: "", period: period, revision: 1,
            snapshot: Instant(secondsSince1970: 0), rounding: rounding,
            unitsDecimals: decimals)
    }

    private static func days(_ pay: JSONTree?, _ key: String) throws -> Set<CivilDate> {
        try Set(
            (pay?[key]?.list ?? []).map { day in
                guard let day = day.text.flatMap({ CivilDate($0) }) else { throw refuse("pay.\(key)", day) }
                return day
            })
    }

    private static func refuse(_ path: String, _ value: JSONTree?) -> RunError {
        RunError(
            .verificationFailed,
            "\(path) is \(singleLine(value?.figureText ?? "missing")), which no export contains")
    }

    /// A pay code, and what it means for other groups.
    private static func codes(_ item: JSONTree, at path: String) throws -> [PaySettings.Code] {
        guard let code = item["code"]?.text else { throw StatedPay.refuse("\(path).code", item["code"]) }
        let others = item[PayFigures.othersKey]?.list ?? []
        return try ([(path, item)] + others.enumerated().map { ("\(path).\(PayFigures.othersKey)[\($0)]", $1) }).map {
            path, item in
            func refuse(_ key: String) -> RunError { StatedPay.refuse("\(path).\(key)", item[key]) }
            let groups = try (item["for"]?.list ?? []).map { group in
                guard let group = group.text else { throw refuse("for") }
                return group
            }
            return PaySettings.Code(
                code: code, title: code, pays: try basis(item, refuse), price: try price(item, refuse), groups: groups)
        }
    }

    private static func basis(_ item: JSONTree, _ refuse: (String) -> RunError) throws -> PayBasis {
        if let least = item["days_with"] {
            guard let hours = hours(least) else { throw refuse("days_with") }
            return .daysWith(hours)
        }
        if item["leave"] != nil || item["holidays"] != nil {
            let aDay = try item["hours_a_day"].map { hours in
                guard let aDay = self.hours(hours) else { throw refuse("hours_a_day") }
                return aDay
            }
            guard let type = item["leave"] else {
                guard item["holidays"] == .string(PayBasis.onWorkdays) else { throw refuse("holidays") }
                return .holidays(hoursADay: aDay)
            }
            guard let type = type.text else { throw refuse("leave") }
            return .leave(PaidLeave(type: type, hoursADay: aDay))
        }
        guard let quantity = item["hours"]?.text.flatMap(PayQuantity.init(rawValue:)) else { throw refuse("hours") }
        var selection = HoursSelection(quantity)
        if let range = item["of_day"] {
            guard let range = range.text.flatMap({ HoursRange($0) }) else { throw refuse("of_day") }
            selection.ofDay = range
        }
        if let range = item["of_week"] {
            guard let range = range.text.flatMap({ HoursRange($0) }) else { throw refuse("of_week") }
            selection.ofWeek = range
        }
        if let days = item["on"]?.list {
            selection.days = try Set(
                days.map { day in
                    guard let day = day.text.flatMap(DayKind.init(rawValue:)) else { throw refuse("on") }
                    return day
                })
        }
        return .hours(selection)
    }

    private static func price(_ item: JSONTree, _ refuse: (String) -> RunError) throws -> PayPrice? {
        if let fixed = item["fixed_rate"] {
            guard let money = fixed.nano, (1...Roster.largestRate.nano).contains(money) else {
                throw refuse("fixed_rate")
            }
            return .fixed(Money(nano: money))
        }
        let rate = PayRate.allCases.first { $0.field.description == item["rate"]?.text }
        guard let rate else {
            guard item["rate"] == .null else { throw refuse("rate") }
            guard item["rate_factor"] == .null else { throw refuse("rate_factor") }
            return nil
        }
        guard let factor = item["rate_factor"]?.nano, factor > 0, factor <= 1_000_000_000_000 else {
            throw refuse("rate_factor")
        }
        return .rate(rate, factorNano: Int64(factor))
    }

    private static func hours(_ value: JSONTree) -> Hours? {
        value.nano.flatMap { Int64(exactly: $0) }.flatMap { $0 > 0 ? Hours(nano: $0) : nil }
    }
}
