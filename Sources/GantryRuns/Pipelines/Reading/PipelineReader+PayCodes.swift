internal import GantryConnectors
internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

extension PipelineKeys {
    static let payCode = [
        DocumentKey(
            "code", .code(pattern: "^[A-Za-z0-9._-]{1,20}$"), required: true,
            help: #"The pay code. In quotation marks, so that "0100" keeps its zero."#),
        DocumentKey("title", .line(), help: "What people call it. The default is the code."), groups,
        DocumentKey(
            "hours", .words(PayQuantity.allCases.map(\.field.description)), help: "The field with the hours to pay."),
        DocumentKey(
            "of-day", .line(pattern: range),
            help: "Which of an employee's hours on a day, in the order worked: 0-3 is the first three, 3- the rest."),
        DocumentKey("of-week", .line(pattern: range), help: "Which of an employee's hours in an ISO week."),
        DocumentKey(
            "on", .list(.words(DayKind.allCases.map(\.rawValue)), isUnique: true), help: "On which kinds of days."),
        DocumentKey("leave", .words(KSRCranes.leaveTypes), help: "The kind of approved leave to pay."),
        DocumentKey(
            "holidays", .words([PayBasis.onWorkdays]),
            help:
                "Pays each holiday of the calendar that falls on a workday of the employee, and half-free days as half days. Only with employees."
        ),
        DocumentKey(
            "unit", .words(leaveUnits.map(\.rawValue)), standard: .text(PayUnit.days.rawValue),
            help: "Whether leave and holidays are paid in days or in hours."),
        DocumentKey(
            "hours-a-day", .number(most: 24),
            help: "The hours of a day of leave or of a holiday, where its unit is hours."
        ),
        DocumentKey(
            "days-with", .number(most: 24),
            help: "Pays each day on which the employee has at least this many hours, of all kinds together."),
        DocumentKey(
            "rate", .words(PayRate.allCases.map(\.field.description)),
            help: "The field with the hourly pay, for units of hours. Without it, rate and amount stay empty."),
        DocumentKey(
            "rate-factor", .number(most: 100), standard: .number(1),
            help: "What the rate is multiplied by, such as 1.5."),
        DocumentKey("fixed-rate", .number(most: 1_000_000), help: "What a unit costs for everybody, in place of rate."),
    ]
    static let payCodeRules: [GroupRule] = [
        .needs("rate-factor", "rate"), .notBoth("rate", "fixed-rate"), .notBoth("rate", "days-with"),
        .excludes("unit", is: PayUnit.days.rawValue, key: "rate"),
        .exactlyOne(["hours", "leave", "holidays", "days-with"]),
        .needs("of-day", "hours"), .needs("of-week", "hours"), .needs("on", "hours"), .notBoth("unit", "hours"),
        .notBoth("unit", "days-with"), .notBoth("hours-a-day", "hours"), .notBoth("hours-a-day", "days-with"),
    ]
    static let leaveUnits = [PayUnit.days, .hours]
    private static let range = #"^[0-9]+(\.[0-9]{1,2})?-([0-9]+(\.[0-9]{1,2})?)?$"#
}

// Pay codes: what each pays and costs, and whether all of them pay every hour once.
extension PipelineReader {
    mutating func payCodes(_ group: Section, _ fields: Fields?) -> [PaySettings.Code] {
        let example = "a list of pay codes, such as - { code: \"1000\", hours: normalHours }"
        guard let items = document.list(group, "codes", expected: example) else { return [] }
        var codes: [PaySettings.Code] = []
        var parts: [(index: Int, hours: HoursSelection, entry: Section)] = []
        for (index, item) in items.enumerated() {
            let path = "pay.codes[\(index)]"
            guard
                let entry = document.section(
                    item, path, keys: PipelineKeys.payCode, owner: item.place)
            else { continue }
            let code = payCode(entry)
            let groups = groups(entry)
            requireList(of: group.has("employees"), for: groups)
            if entry.has("holidays"), !group.has("employees") {
                document.report(
                    .conflict, at: entry.place(of: "holidays"),
                    "\(entry.path) pays holidays, but nothing says who is employed.",
                    expected: "pay.employees: with a CSV file of the employees")
            }
            let title = document.text(entry, "title", expected: "a title")
            let pays = basis(entry, fields)
            let price = price(entry, fields)
            guard let code, let pays else { continue }
            if case .rate? = price { requireHours(pays, priced: entry) }
            let same = codes.first { $0.code == code.value }
            let made = PaySettings.Code(
                code: code.value, title: title?.value ?? same?.title ?? code.value, pays: pays, price: price,
                groups: groups.map(\.value))
            if isNew(made, at: code.place, besides: codes) {
                if case .hours(let hours) = pays { parts.append((codes.count, hours, entry)) }
                codes.append(made)
            }
        }
        // A code that is wrong has been reported, and may be the one that pays the rest.
        if codes.count == items.count { requireWhole(parts, of: codes) }
        requireHolidaysOnce(codes, at: group.place(of: "codes"))
        return codes
    }

    private mutating func basis(_ entry: Section, _ fields: Fields?) -> PayBasis? {
        let bases = ["hours", "leave", "holidays", "days-with"].filter(entry.has)
        guard bases.count == 1 else {
            if bases.isEmpty {
                document.missing(
                    "hours", in: entry, expected: "hours, leave, holidays or days-with: what the pay code pays")
            } else {
                document.report(
                    .conflict, at: entry.place(of: bases[1]), "\(entry.path) pays \(listed(bases, "and")).",
                    expected: "only one of the two")
            }
            return nil
        }
        let narrowing = ["of-day", "of-week", "on"].first(where: entry.has)
        if let narrowing, bases[0] != "hours" {
            document.report(
                .conflict, at: entry.place(of: narrowing), "\(entry.path) has \(narrowing), but pays no hours of work.",
                expected: "hours:, or no \(narrowing)")
        }
        if let ofLeave = ["unit", "hours-a-day"].first(where: entry.has), !["leave", "holidays"].contains(bases[0]) {
            document.report(
                .conflict, at: entry.place(of: ofLeave), "\(entry.path) has \(ofLeave), but pays no leave.",
                expected: "leave: or holidays:, or no \(ofLeave)")
        }
        switch bases[0] {
        case "leave":
            if rolesSection != nil {
                document.report(
                    .conflict, at: entry.place(of: "leave"),
                    "\(entry.path) pays leave, but no role says where the leave is.",
                    expected: "hours, holidays or days-with")
                return nil
            }
            let type = document.choice(entry, "leave", what: "kind of leave", among: KSRCranes.leaveTypes)
            guard let hours = hoursADay(entry, "leave") else { return nil }
            return type.map { .leave(PaidLeave(type: $0, hoursADay: hours)) }
        case "holidays":
            let which = document.choice(entry, "holidays", what: "choice of holidays", among: [PayBasis.onWorkdays])
            guard let hours = hoursADay(entry, "holidays") else { return nil }
            return which.map { _ in .holidays(hoursADay: hours) }
        case "days-with":
            return positive(entry, "days-with", expected: "hours of a day, such as 1.00", most: 24).map {
                .daysWith(Hours(nano: $0))
            }
        default:
            let quantity: PayQuantity? = payField(
                document.required(entry, "hours", expected: "the field with the hours to pay"), in: fields, "hours",
                kind: .hours)
            let (ofDay, ofWeek, days) = (range(entry, "of-day"), range(entry, "of-week"), dayKinds(entry))
            return quantity.map { .hours(HoursSelection($0, ofDay: ofDay, ofWeek: ofWeek, on: days)) }
        }
    }

    private mutating func range(_ entry: Section, _ key: String) -> HoursRange {
        let expected = "hours such as 0-3 or 3-, with at most two decimals, the second more than the first"
        guard let text = document.text(entry, key, expected: expected) else { return .all }
        guard let range = HoursRange(text.value) else {
            document.report(
                .badValue, at: text.place, "Found \(quoted(text.value)) for \(entry.path(key)).", expected: expected)
            return .all
        }
        return range
    }

    private mutating func dayKinds(_ entry: Section) -> Set<DayKind> {
        let names = DayKind.allCases.map(\.rawValue)
        guard entry.has("on"), let items = document.list(entry, "on", expected: "a list, such as [saturday]") else {
            return Set(DayKind.allCases)
        }
        var kinds: Set<DayKind> = []
        for (index, item) in items.enumerated() {
            guard let word = document.text(item, "\(entry.path("on"))[\(index)]", expected: listed(names)) else {
                continue
            }
            guard let kind = DayKind(rawValue: word.value) else {
                document.unknownName("kind of day", word, among: names)
                continue
            }
            kinds.insert(kind)
        }
        return kinds
    }

    /// The hours of a day of leave or of a holiday; a known `nil` where the unit is days, and `nil` after a mistake.
    private mutating func hoursADay(_ entry: Section, _ basis: String) -> Hours?? {
        let unit = document.choice(
            entry, "unit", what: "unit of \(basis)", among: PipelineKeys.leaveUnits.map(\.rawValue))
        let hours = positive(entry, "hours-a-day", expected: "the hours of a day of leave, such as 7.40", most: 24)
        let isInHours = unit == PayUnit.hours.rawValue
        if isInHours, !entry.has("hours-a-day") {
            document.missing("hours-a-day", in: entry, expected: "the hours of a day of leave, such as 7.40")
            return nil
        }
        if !isInHours, entry.has("hours-a-day") {
            document.report(
                .conflict, at: entry.place(of: "hours-a-day"), "\(entry.path) has hours-a-day, but is paid in days.",
                expected: "unit: hours, or no hours-a-day")
            return nil
        }
        return .some(isInHours ? hours.map(Hours.init(nano:)) : nil)
    }

    /// Reports employees whose holidays two pay codes pay.
    private mutating func requireHolidaysOnce(_ codes: [PaySettings.Code], at place: NodePlace) {
        let ofHolidays = codes.filter { if case .holidays = $0.pays { true } else { false } }
        guard ofHolidays.count > 1 else { return }
        var twice = GroupMistakes(codes.groups)
        for group in twice.all where ofHolidays.count(where: { $0.pays(group: group) }) > 1 {
            twice.add("Two pay codes pay holidays", of: group, at: place)
        }
        for mistake in twice.mistakes {
            document.report(
                .conflict, at: place, "\(mistake.key)\(PipelineReader.words(twice.named(mistake))).",
                expected: "one pay code for holidays")
        }
    }

    private mutating func price(_ entry: Section, _ fields: Fields?) -> PayPrice? {
        let rate: PayRate? = payField(
            document.text(entry, "rate", expected: "the field with the hourly pay"), in: fields, "money",
            kind: .money)
        let factor = rateFactor(entry)
        let fixed = positive(entry, "fixed-rate", expected: "what a unit costs, such as 52.10", most: 1_000_000)
        if entry.has("rate"), entry.has("fixed-rate") {
            document.report(
                .conflict, at: entry.place(of: "fixed-rate"), "\(entry.path) has rate and fixed-rate.",
                expected: "only one of the two")
        }
        if let fixed { return .fixed(Money(nano: Int128(fixed))) }
        return rate.map { .rate($0, factorNano: factor ?? 1_000_000_000) }
    }

    /// Reports an hourly rate on something that isn't counted in hours: it would price a day as an hour.
    private mutating func requireHours(_ pays: PayBasis, priced entry: Section) {
        let (what, expected): (String, String)
        switch pays {
        case .hours: return
        case .leave(let leave) where leave.hoursADay != nil: return
        case .holidays(.some): return
        case .leave:
            what = "\(entry.path) pays leave in days, but its rate is for an hour."
            expected = "unit: hours with hours-a-day: 7.40, or fixed-rate: with what a day costs"
        case .holidays:
            what = "\(entry.path) pays holidays in days, but its rate is for an hour."
            expected = "unit: hours with hours-a-day: 7.40, or fixed-rate: with what a day costs"
        case .daysWith:
            what = "\(entry.path) pays days-with, which counts days, but its rate is for an hour."
            expected = "fixed-rate: with what each of these days costs"
        }
        document.report(.conflict, at: entry.place(of: "rate"), what, expected: expected)
    }

    /// A number of more than 0 and at most `most`, in billionths.
    private mutating func positive(_ entry: Section, _ key: String, expected: String, most: Int64) -> Int64? {
        guard let text = document.text(entry, key, expected: expected) else { return nil }
        guard let number = plainDecimal(text.value), number.isExact, number.nano > 0,
            number.nano <= most * 1_000_000_000
        else {
            document.report(
                .badValue, at: text.place, "Found \(quoted(text.value)) for \(entry.path(key)).",
                expected: "\(expected), more than 0 and at most \(most)")
            return nil
        }
        return number.nano
    }

    /// Reports hours of a kind that no pay code pays, and hours that several pay.
    private mutating func requireWhole(
        _ parts: [(index: Int, hours: HoursSelection, entry: Section)], of codes: [PaySettings.Code]
    ) {
        let groups = codes.groups
        for quantity in PayQuantity.allCases {
            var gaps = GroupMistakes(groups)
            var overlaps = GroupMistakes(groups)
            for group in gaps.all {
                let own = parts.filter { $0.hours.quantity == quantity && codes[$0.index].pays(group: group) }
                guard !own.isEmpty else { continue }
                for fault in HoursPartition.faults(own.map(\.hours), of: quantity).prefix(5) {
                    let hours = "\(quantity.field)\(PipelineReader.words(fault.part))"
                    if fault.covering.isEmpty {
                        gaps.add("No pay code pays \(hours)", of: group, at: own[0].entry.place(of: "hours"))
                    } else {
                        let names = fault.covering.map { quoted(codes[own[$0].index].code) }
                        overlaps.add(
                            "The pay codes \(listed(names, "and")) all pay \(hours)", of: group,
                            at: own[fault.covering[1]].entry.place(of: "hours"))
                    }
                }
            }
            for gap in gaps.mistakes {
                document.report(
                    .conflict, at: gap.place, "\(gap.key)\(PipelineReader.words(gaps.named(gap))).",
                    expected: "a pay code for these hours, or pay codes whose bounds leave no gap")
            }
            for overlap in overlaps.mistakes {
                document.report(
                    .conflict, at: overlap.place, "\(overlap.key)\(PipelineReader.words(overlaps.named(overlap))).",
                    expected: "each hour in one pay code; narrow them with of-day, of-week, on or for")
            }
        }
    }

    /// A part of the hours of a kind, for a person.
    private static func words(_ part: HoursSelection) -> String {
        var words = ""
        if part.ofDay != .all { words += ", hours \(part.ofDay.text) of the day" }
        if part.ofWeek != .all { words += ", hours \(part.ofWeek.text) of the week" }
        if part.days.count < DayKind.allCases.count {
            words += ", on a \(listed(DayKind.allCases.filter(part.days.contains).map(\.rawValue)))"
        }
        return words
    }

    /// The field that a text names, as pay knows it. A field of the right kind that pay does not know is a mistake: the
    /// hours or the money in it would be paid as if they were others.
    private mutating func payField<Known: PayField>(
        _ text: DocumentReader.Located<String>?, in fields: Fields?, _ wanted: String, kind: ValueKind
    ) -> Known? {
        guard let text, let found = field(text, in: fields, wanted, where: { $0 == kind }) else { return nil }
        if let known = Known.allCases.first(where: { $0.field == found.reference }) { return known }
        document.report(
            .badValue, at: text.place, "Pay can't be calculated from the field \(quoted(text.value)).",
            expected: listed(Known.allCases.map(\.field.description)))
        return nil
    }

    private mutating func payCode(_ entry: Section) -> DocumentReader.Located<String>? {
        let expected = "a pay code with 1 to 20 letters, digits, dots, - or _"
        guard let code = document.required(entry, "code", expected: expected) else { return nil }
        guard code.value.utf8.count <= 20, code.value.utf8.allSatisfy(isNameByte) else {
            document.report(
                .badValue, at: code.place, "Found \(quoted(code.value)) for \(entry.path("code")).", expected: expected)
            return nil
        }
        return code
    }

    /// Whether no employee could have the pay code twice. Reports that, and a code that means something else for
    /// another group: files declare it once.
    private mutating func isNew(
        _ code: PaySettings.Code, at place: NodePlace, besides codes: [PaySettings.Code]
    ) -> Bool {
        guard let same = codes.first(where: { $0.code == code.code }) else { return true }
        let name = "The pay code \(quoted(code.code))"
        func differs(_ what: String) {
            document.report(
                .conflict, at: place, "\(name) has another \(what) for the group \(quoted(code.groups[0])).",
                expected: "the same \(what) for all groups, or another pay code")
        }
        let others = codes.filter { $0.code == code.code }.flatMap(\.groups)
        if code.groups.isEmpty || codes.contains(where: { $0.code == code.code && $0.groups.isEmpty }) {
            document.report(.duplicate, at: place, "\(name) is listed twice.", expected: "each pay code once")
            return false
        } else if let twice = code.groups.first(where: others.contains) {
            document.report(
                .duplicate, at: place, "\(name) is listed twice for the group \(quoted(twice)).",
                expected: "each pay code once for a group")
            return false
        } else if same.title != code.title {
            differs("title")
        } else if same.unit != code.unit {
            differs("unit")
        } else if (same.price == nil) != (code.price == nil) {
            document.report(
                .conflict, at: place, "\(name) has a rate for some groups and none for others.",
                expected: "a rate for all groups or for none, or another pay code")
        }
        return true
    }

    private mutating func rateFactor(_ entry: Section) -> Int64? {
        let expected = "a number such as 1.5, more than 0 and at most 100"
        guard let text = document.text(entry, "rate-factor", expected: expected) else { return nil }
        guard entry.has("rate") else {
            document.report(
                .conflict, at: entry.place(of: "rate-factor"), "\(entry.path) has a rate-factor but no rate.",
                expected: "rate: with the hourly pay field, or no rate-factor")
            return nil
        }
        guard let factor = plainDecimal(text.value), factor.isExact, factor.nano > 0, factor.nano <= 100_000_000_000
        else {
            document.report(
                .badValue, at: text.place, "Found \(quoted(text.value)) for \(entry.path("rate-factor")).",
                expected: expected)
            return nil
        }
        return factor.nano
    }

}

/// A field that pay is made of, among the few that it knows.
private protocol PayField: CaseIterable {
    /// As a pipeline file names it.
    var field: FieldReference { get }
}

extension PayQuantity: PayField {}

extension PayRate: PayField {}
