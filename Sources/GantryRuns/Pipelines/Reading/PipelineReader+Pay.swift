internal import GantryFormats
internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

extension PipelineKeys {
    var payKey: DocumentKey {
        DocumentKey(
            "pay", .group(PaySettings.settings.map(\.key)),
            help: "How hours become pay. Needed where an output is a payroll file.")
    }

    static let calendar = [
        DocumentKey(
            "weekend", .list(.words(WeekendDay.allCases.map(\.rawValue)), isUnique: true, canBeEmpty: true),
            help: "The days of the weekend. The default is Saturday and Sunday."),
        DocumentKey(
            "holidays", .line(), required: true,
            help:
                "denmark for the public holidays of Denmark, none, or a CSV file or a workbook with the columns date and name."
        ),
        DocumentKey(
            "also", .line(pattern: #"\.csv$"#),
            help:
                "A CSV file or a workbook of the office's own free days: the columns date, name and free (day or half)."
        ),
    ]
}

extension PaySettings {
    fileprivate static let settings: [Setting<Self>] = [
        .own(
            "payroll-number", .words(numberFields), standard: .text(standardNumber),
            help: "The number that the payroll system knows the employee by."),
        Setting(
            "employees", \.employees, .line(expected: "the path of a CSV file, such as employees.csv"),
            help:
                "A CSV file or a workbook of your own with each employee's payroll number, in place of payroll-number."),
        Setting(
            "salaried", \.salaried, .choice("way to treat salaries"), standard: .text(SalariedLines.none.rawValue),
            help:
                "Which lines employees on a salary have: none, those of leave, or all. They never have an amount. Only with employees."
        ),
        .own("calendar", .group(PipelineKeys.calendar), help: "Which days are weekends and holidays."),
        .own(
            "by", .list(.words([project]), canBeEmpty: true),
            help: "What lines are split by: each project has a line of its own."),
        .own("name", .words([nameField]), help: "The employee's name."),
        .own(
            "currency", .line(pattern: "^[A-Z]{3}$"), required: true,
            help: "Three capital letters: DKK, EUR, SEK."),
        Setting(
            "units-decimals", \.unitsDecimals, .whole(0...4), standard: .number(2),
            help: "Decimals of the units (hours)."),
        Setting(
            "amount-decimals", \.amountDecimals, .whole(2...2), standard: .number(2),
            help: "Decimals of the amounts: always 2."),
        Setting(
            "rounding", \.rounding, .choice("rounding"), standard: .text(Rounding.halfUp.rawValue),
            help: "How an amount is rounded, once: half-up makes 0.13 of 0.125, half-even makes 0.12."),
        .own(
            "codes", .list(.group(PipelineKeys.payCode, rules: PipelineKeys.payCodeRules)), required: true,
            help: "The pay codes of your payroll system, and what each pays."),
        .own(
            "not-paid",
            .list(
                .either([.shared("field"), .words(PipelineKeys.leaveFields), .group(PipelineKeys.notPaid)]),
                canBeEmpty: true),
            help: "Hours and kinds of leave that are left out of the payroll files on purpose."),
    ]
}

extension PipelineReader {
    mutating func pay(_ section: Section, _ fields: Fields?) -> PaySettings? {
        guard let group = document.section(section, "pay", keys: PaySettings.settings) else { return nil }
        let number = document.text(
            group, "payroll-number", expected: "the field that holds the employee's number in the payroll system")
        let payrollNumber =
            number == nil && !group.has("payroll-number")
            ? FieldReference(join: nil, name: PaySettings.standardNumber)
            : field(number, in: fields, "a whole number or text") { $0 == .integer || $0 == .text }?.reference
        let name = field(
            document.text(group, "name", expected: "the field that holds the employee's name"), in: fields, "a text"
        ) { $0 == .text }
        let currency = currency(group)
        let codes = payCodes(group, fields)
        let notPaid = notPaid(group, codes: codes, fields: fields)
        let values = document.values(of: PaySettings.settings, in: group)
        if group.has("salaried"), !group.has("employees") {
            document.report(
                .conflict, at: group.place(of: "salaried"), "pay.salaried needs to know who has a salary.",
                expected: "employees: with a CSV file whose column paid_by says it, or no salaried")
        }
        if group.has("employees"), group.has("payroll-number") {
            document.report(
                .conflict, at: group.place(of: "payroll-number"),
                "Both employees and payroll-number say what an employee's payroll number is.", expected: "one of them")
        }
        if employeeKind == .text, !group.has("payroll-number"), !group.has("employees") {
            document.missing(
                "payroll-number", in: group,
                expected:
                    "\(listed(PaySettings.numberFields)), or employees with a list of the office: a key that is a text is a payroll number only where this says so"
            )
        }
        let calendar = calendar(group, codes)
        let isByProject = splits(group)
        guard let payrollNumber, let currency else { return nil }
        var settings = PaySettings(
            payrollNumber: payrollNumber, name: name?.reference, currency: currency, codes: codes,
            notPaid: notPaid.ofEverybody.filter { !$0.hasPrefix("leave.") }.map { FieldReference(name: $0) })
        values.put(into: &settings)
        settings.calendar = calendar
        settings.isByProject = isByProject
        settings.notPaidLeave = notPaid.ofEverybody.filter { $0.hasPrefix("leave.") }.map {
            String($0.dropFirst("leave.".utf8.count))
        }
        settings.notPaidGroups = notPaid.ofGroups
        return settings
    }

    private mutating func splits(_ group: Section) -> Bool {
        guard let node = group["by"], let items = items(node, "pay.by", expected: "a list, such as [project]")
        else { return false }
        var isByProject = false
        for (index, item) in items.enumerated() {
            let word = document.text(item, "pay.by[\(index)]", expected: PaySettings.project)
            guard let word else { continue }
            guard word.value == PaySettings.project else {
                document.unknownName("way to split lines", word, among: [PaySettings.project])
                continue
            }
            isByProject = true
        }
        return isByProject
    }

    private mutating func calendar(_ group: Section, _ codes: [PaySettings.Code]) -> CalendarSettings? {
        guard let section = document.section(group, "calendar", keys: PipelineKeys.calendar) else {
            let needy = codes.first {
                switch $0.pays {
                case .hours(let hours): hours.days.count < DayKind.allCases.count
                case .leave, .holidays: true
                case .daysWith: false
                }
            }
            if let needy, !group.has("calendar") {
                document.report(
                    .missingKey, at: group.place(of: "codes"),
                    "The pay code \(quoted(needy.code)) needs to know which days are workdays.",
                    expected: "calendar: { holidays: denmark }, or another value of holidays")
            }
            return nil
        }
        let holidays = document.required(
            section, "holidays", expected: "denmark, none, or a CSV file or a workbook with the columns date and name")
        var weekend = Set(WeekendDay.allCases)
        if let node = section["weekend"],
            let items = items(node, "pay.calendar.weekend", expected: "a list, such as [saturday, sunday]")
        {
            weekend = []
            for (index, item) in items.enumerated() {
                let names = WeekendDay.allCases.map(\.rawValue)
                guard
                    let word = document.text(
                        item, "pay.calendar.weekend[\(index)]", expected: listed(names))
                else { continue }
                guard let day = WeekendDay(rawValue: word.value) else {
                    document.unknownName("day of the weekend", word, among: names)
                    continue
                }
                weekend.insert(day)
            }
        }
        let file = "a CSV file or a workbook with the columns date, name and free"
        let also = document.text(section, "also", expected: file)
        if let also, !isSheet(also.value) {
            document.report(
                .badValue, at: also.place, "Found \(quoted(also.value)) for pay.calendar.also.", expected: file)
        }
        guard let holidays else { return nil }
        let ofHolidays = codes.first { if case .holidays = $0.pays { true } else { false } }
        if let ofHolidays, holidays.value == "none", also == nil {
            document.report(
                .conflict, at: holidays.place,
                "The pay code \(quoted(ofHolidays.code)) pays holidays, but the calendar has none.",
                expected: "holidays: denmark or a CSV file, or also:")
        }
        let kind: CalendarSettings.Holidays =
            switch holidays.value {
            case "none": .none
            case "denmark": .denmark
            default: .file(holidays.value)
            }
        if case .file(let path) = kind, !isSheet(path) {
            document.report(
                .badValue, at: holidays.place, "Found \(quoted(path)) for pay.calendar.holidays.",
                expected: "denmark, none, or a CSV file or a workbook with the columns date and name",
                nearest: nearestWord(to: path, among: ["denmark", "none"]))
        }
        return CalendarSettings(weekend: weekend, holidays: kind, also: also?.value)
    }

    private func isSheet(_ path: String) -> Bool { Spreadsheet.endings.contains { path.lowercased().hasSuffix($0) } }

    private mutating func currency(_ group: Section) -> String? {
        let expected = "the three capital letters of a currency, such as DKK or EUR"
        guard let text = document.required(group, "currency", expected: expected) else { return nil }
        guard text.value.utf8.count == 3, text.value.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            let upper = text.value.uppercased()
            let isCode = upper.utf8.count == 3 && upper.utf8.allSatisfy { (0x41...0x5A).contains($0) }
            document.report(
                .badValue, at: text.place, "Found \(quoted(text.value)) for pay.currency.", expected: expected,
                nearest: isCode ? upper : nil)
            return nil
        }
        return text.value
    }

    /// The items of a list, which may be empty.
    private mutating func items(_ node: SourceNode, _ path: String, expected: String) -> [SourceNode]? {
        guard case .list(let items) = node.content else {
            document.wrongType(node, path, expected: expected)
            return nil
        }
        return items
    }
}
