internal import GantryConnectors
package import GantryJSON
internal import GantryModel

/// What `totals.json` states of pay: hours, control totals, and how hours became pay, so that every line can be made
/// again from the archive.
package struct PayFigures: Sendable {
    private let calculation: PayCalculation
    private let summary: PayrollSummary
    private let totals: PayrollTotals
    private let unpriced: UnpricedLines
    private let projects: ProjectSums

    package init(
        _ calculation: PayCalculation, _ summary: PayrollSummary, totals: PayrollTotals, unpriced: UnpricedLines,
        projects: ProjectSums
    ) {
        self.calculation = calculation
        self.summary = summary
        self.totals = totals
        self.unpriced = unpriced
        self.projects = projects
    }

    /// In the order of the document.
    package var members: [JSONTree.Member] {
        [
            JSONTree.Member(PayFigures.hoursKey, hours(exported: summary.exported, held: summary.held)),
            JSONTree.Member(PayFigures.daysKey, .array(summary.days.map(day))),
            JSONTree.Member(PayFigures.heldElsewhereKey, heldElsewhere),
            JSONTree.Member("entry_id_sum", .string(String(summary.hashOfIDs))),
            JSONTree.Member("employees", .integer(totals.employees)),
            JSONTree.Member("payroll_number_sum", .string(String(totals.payrollNumberSum))),
            JSONTree.Member("pay", .object(pay)),
            JSONTree.Member(
                "pay_codes", .array(zip(totals.codes, calculation.settings?.distinctCodes ?? []).map(payCode))),
            JSONTree.Member("amount", totals.amount.map { .string($0.description) } ?? .null),
            JSONTree.Member("currency", calculation.batch.currency.map { .string($0) } ?? .null),
            JSONTree.Member("lines_without_rate", .integer(unpriced.byDesign)),
            JSONTree.Member("lines_missing_rate", .integer(unpriced.missing)),
            JSONTree.Member("employees_missing_rate", .integer(unpriced.employees)),
        ] + (calculation.isByProject ? [JSONTree.Member(ProjectSums.key, projects.tree)] : []) + zone + salaried
            + (summary.leaveDays.map { [JSONTree.Member(LeaveDays.key, $0.tree)] } ?? [])
            + (summary.holidays.map { [JSONTree.Member(HolidayDays.key, $0.days.tree)] } ?? [])
    }

    /// The zone that findings name; nothing where none does.
    private var zone: [JSONTree.Member] {
        guard summary.namesZone, let zone = calculation.inputs.zone, zone != .utc else { return [] }
        return [JSONTree.Member(PayFigures.zoneKey, .string(zone.name))]
    }

    /// The zone of the office, only where findings tell its day and it isn't UTC.
    package static let zoneKey = "zone"

    /// The exported hours of employees on a salary; nothing where no list says who they are.
    private var salaried: [JSONTree.Member] {
        guard let table = calculation.inputs.employees else { return [] }
        let hours = summary.employees.filter { table[$0.id]?.isSalaried ?? false }.reduce(HoursSum.zero) {
            $1.days.reduce($0) { $0 + $1.exported }
        }
        return [JSONTree.Member(PayFigures.salariedHoursKey, .string(hours.description))]
    }

    package static let salariedHoursKey = "salaried_hours"
    /// When the source was asked for the workers' rates.
    package static let ratesAsOfKey = "rates_as_of"
    /// The run that asked, where it is another one; only then.
    package static let ratesOfKey = "rates_of"

    static let hoursKey = "hours"
    /// The same hours by day of the period.
    static let daysKey = "days"
    /// Hours on hold that are on no day of the period, by kind; no kind where there are none.
    static let heldElsewhereKey = "held_elsewhere"

    private func hours(exported: HoursByCategory, held: HoursByCategory) -> JSONTree {
        .array(
            PayQuantity.allCases.map { quantity in
                .object([
                    "name": .string(quantity.rawValue), "exported": .string(exported[quantity].description),
                    "held": .string(held[quantity].description),
                ])
            })
    }

    private func day(_ day: PeriodDay) -> JSONTree {
        .object(["day": .string("\(day.date)"), "hours": hours(exported: day.exported, held: day.held)])
    }

    private var heldElsewhere: JSONTree {
        .array(
            PayQuantity.allCases.filter { summary.heldElsewhere[$0] != .zero }.map { quantity in
                .object([
                    "name": .string(quantity.rawValue),
                    "held": .string(summary.heldElsewhere[quantity].description),
                ])
            })
    }

    private var pay: [JSONTree.Member] {
        let settings = calculation.settings
        var members = [
            JSONTree.Member("name", settings?.name.map { .string($0.description) } ?? .null),
            JSONTree.Member("units_decimals", .integer(calculation.batch.unitsDecimals)),
        ]
        if calculation.batch.rounding != .halfUp { members.append(JSONTree.Member("entries_rounded", .bool(true))) }
        if settings?.employees != nil {
            members.append(JSONTree.Member("salaried", .string((settings?.salaried ?? .none).rawValue)))
        }
        if calculation.isByProject { members.append(JSONTree.Member("by", .array([.string(PaySettings.project)]))) }
        if settings?.calendar != nil {
            let calendar = calculation.inputs.calendar
            members += [
                JSONTree.Member(
                    "weekend",
                    .array(WeekendDay.allCases.filter(calendar.weekend.contains).map { .string($0.rawValue) })),
                JSONTree.Member(
                    "holidays",
                    .array(
                        calendar.holidays.filter(calculation.batch.period.contains).sorted().map { .string("\($0)") })),
            ]
            let halfDays = calendar.halfDays.filter(calculation.batch.period.contains).sorted()
            if !halfDays.isEmpty {
                members.append(JSONTree.Member("half_days", .array(halfDays.map { .string("\($0)") })))
            }
        }
        if settings?.paysLeave == true || settings?.paysHolidays == true {
            members += calculation.leaveTerms.holds.members
        }
        return members
    }

    private func payCode(_ code: PayrollTotals.Code, _ definition: PaySettings.Code) -> JSONTree {
        let others = (calculation.settings?.codes ?? []).filter { $0.code == code.code }.dropFirst()
        return .object(
            [
                JSONTree.Member("code", .string(code.code)), JSONTree.Member("title", .string(definition.title)),
                JSONTree.Member("lines", .integer(code.lines)), JSONTree.Member("units", .string(code.unitsText)),
                JSONTree.Member("amount", code.amount.map { .string($0.description) } ?? .null),
            ] + PayFigures.meaning(of: definition)
                + (others.isEmpty
                    ? []
                    : [
                        JSONTree.Member(
                            PayFigures.othersKey, .array(others.map { .object(PayFigures.meaning(of: $0)) }))
                    ]))
    }

    /// What the same code means for other groups.
    package static let othersKey = "for_others"

    /// What a code pays whom, and at which price.
    private static func meaning(of code: PaySettings.Code) -> [JSONTree.Member] {
        var rate: PayRate?
        var factor: Int64?
        if case .rate(let field, let nano)? = code.price { (rate, factor) = (field, nano) }
        var hours: HoursSelection?
        if case .hours(let selection) = code.pays { hours = selection }
        return [
            JSONTree.Member("hours", hours.map { .string($0.quantity.rawValue) } ?? .null),
            JSONTree.Member("rate", rate.map { .string($0.field.description) } ?? .null),
            JSONTree.Member("rate_factor", factor.map { .string(decimalText(nano: Int128($0), .exact)) } ?? .null),
        ] + terms(of: code)
    }

    /// What narrows or replaces hours and rate of a pay code; none for a code of all hours of a kind.
    private static func terms(of code: PaySettings.Code) -> [JSONTree.Member] {
        var members: [JSONTree.Member] = []
        func add(_ key: String, _ value: JSONTree) { members.append(JSONTree.Member(key, value)) }
        if !code.groups.isEmpty { add("for", .array(code.groups.map { .string($0) })) }
        switch code.pays {
        case .hours(let hours):
            if hours.ofDay != .all { add("of_day", .string(hours.ofDay.text)) }
            if hours.ofWeek != .all { add("of_week", .string(hours.ofWeek.text)) }
            if hours.days.count < DayKind.allCases.count {
                add("on", .array(DayKind.allCases.filter(hours.days.contains).map { .string($0.rawValue) }))
            }
        case .leave(let leave):
            add("leave", .string(leave.type))
            if let hours = leave.hoursADay { add("hours_a_day", .string("\(hours)")) }
        case .holidays(let hoursADay):
            add("holidays", .string(PayBasis.onWorkdays))
            if let hoursADay { add("hours_a_day", .string("\(hoursADay)")) }
        case .daysWith(let hours): add("days_with", .string("\(hours)"))
        }
        if code.unit != .hours { add("unit", .string(code.unit.rawValue)) }
        if case .fixed(let money)? = code.price { add("fixed_rate", .string("\(money)")) }
        return members
    }
}
