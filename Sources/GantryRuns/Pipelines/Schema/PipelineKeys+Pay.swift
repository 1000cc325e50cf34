internal import GantryConnectors
internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

extension PipelineKeys {
    static let unitsDecimals = 0...4
    static let pay = [
        DocumentKey(
            "payroll-number", .words(PaySettings.numberFields), standard: .text(PaySettings.standardNumber),
            help: "The number that the payroll system knows the employee by."),
        DocumentKey(
            "employees", .line(),
            help:
                "A CSV file or a workbook of your own with each employee's payroll number, in place of payroll-number."),
        DocumentKey(
            "salaried", .words(PaySettings.SalariedLines.allCases.map(\.rawValue)),
            standard: .text(PaySettings.SalariedLines.none.rawValue),
            help:
                "Which lines employees on a salary have: none, those of leave, or all. They never have an amount. Only with employees."
        ),
        DocumentKey("calendar", .group(calendar), help: "Which days are weekends and holidays."),
        DocumentKey(
            "by", .list(.words([PaySettings.project]), canBeEmpty: true),
            help: "What lines are split by: each project has a line of its own."),
        DocumentKey("name", .words([PaySettings.nameField]), help: "The employee's name."),
        DocumentKey(
            "currency", .line(pattern: "^[A-Z]{3}$"), required: true, help: "Three capital letters: DKK, EUR, SEK."),
        DocumentKey(
            "units-decimals", .whole(unitsDecimals), standard: .number(2), help: "Decimals of the units (hours)."),
        DocumentKey("amount-decimals", .whole(2...2), standard: .number(2), help: "Decimals of the amounts: always 2."),
        DocumentKey(
            "rounding", .words(Rounding.allCases.map(\.rawValue)), standard: .text(Rounding.halfUp.rawValue),
            help: "How an amount is rounded, once: half-up makes 0.13 of 0.125, half-even makes 0.12."),
        DocumentKey(
            "codes", .list(.group(payCode, rules: payCodeRules)), required: true,
            help: "The pay codes of your payroll system, and what each pays."),
        DocumentKey(
            "not-paid",
            .list(.either([.shared("field"), .words(leaveFields), .group(notPaid)]), canBeEmpty: true),
            help: "Hours and kinds of leave that are left out of the payroll files on purpose."),
    ]
    static let notPaid = [
        DocumentKey(
            "field", .either([.shared("field"), .words(leaveFields)]), required: true, help: "What is left out."),
        groups,
    ]

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
    /// Kinds of leave as `not-paid` names them.
    static let leaveFields = KSRCranes.leaveTypes.map { "leave.\($0)" }
    private static let range = #"^[0-9]+(\.[0-9]{1,2})?-([0-9]+(\.[0-9]{1,2})?)?$"#

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
