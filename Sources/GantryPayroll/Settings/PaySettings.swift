internal import GantryEngine
public import GantryModel

/// How hours become pay: the section `pay` of a pipeline file, read and checked.
///
/// Codes, currency and decimals are those that every payroll file of the run has.
public struct PaySettings: Sendable, Equatable {
    /// The field with the number that payroll knows an employee by, where the file doesn't name one.
    package static let standardNumber = "employeeId"

    /// `payroll-number`: a whole number or text. The default is ``standardNumber``. `employees` takes its place.
    public var payrollNumber: FieldReference
    /// `employees`: a CSV file of the office with the payroll number of each employee, absolute or relative to the
    /// workspace; `nil` where ``payrollNumber`` is the number.
    public var employees: String?
    /// `salaried`: which lines employees on a salary have; these never have an amount. The default is none.
    public var salaried = SalariedLines.none
    /// `calendar`: needed where a pay code goes by kinds of days, or pays leave or holidays.
    public var calendar: CalendarSettings?
    /// `by`: whether lines are split by projects.
    public var isByProject = false
    /// `name`: a text, or `nil` when payroll lines carry no name.
    public var name: FieldReference?
    /// `currency`: three capital letters of ISO 4217.
    public var currency: String
    /// `units-decimals`: 0...4. The default is 2.
    public var unitsDecimals = 2
    /// `amount-decimals`: always 2.
    public var amountDecimals = 2
    /// `rounding`. The default is half up.
    public var rounding = Rounding.halfUp
    /// `codes`, in the file's order; at least one, no code twice for the same group.
    public var codes: [Code]
    /// `not-paid`: fields of hours that no pay code pays, on purpose.
    public var notPaid: [FieldReference]
    /// `not-paid: [leave.PERSONAL]`: kinds of leave that no pay code pays, on purpose.
    public var notPaidLeave: [String] = []
    /// `not-paid: [{ field: overtimeHours, for: [apprentices] }]`: the same for some groups.
    public var notPaidGroups: [NotPaidGroup] = []

    /// Settings of these parts; the reader of the pipeline file has checked them.
    public init(
        payrollNumber: FieldReference, name: FieldReference?, currency: String, codes: [Code],
        notPaid: [FieldReference]
    ) {
        self.payrollNumber = payrollNumber
        self.name = name
        self.currency = currency
        self.codes = codes
        self.notPaid = notPaid
    }
}

extension PaySettings {
    /// The field with a worker's name: the only one that payroll lines can carry.
    package static let nameField = "worker.name"

    /// Which lines employees on a salary have.
    public enum SalariedLines: String, CaseIterable, Sendable {
        case none
        /// Those of leave and holidays: days of vacation and sickness that a payroll program keeps accounts of.
        case leave
        case lines

        /// Whether a pay code has lines of employees on a salary.
        func includes(_ basis: PayBasis) -> Bool {
            switch (self, basis) {
            case (.none, _): false
            case (.leave, .leave), (.leave, .holidays), (.lines, _): true
            case (.leave, _): false
            }
        }
    }

    /// The word of `by` for lines that are split by projects.
    package static let project = "project"

    /// The fields with the number that the payroll system knows an employee by: two names of the same number, and one
    /// that the list of workers has.
    package static let numberFields = [standardNumber, "worker.employee_id", workersNumber]
    private static let workersNumber = "worker.\(Roster.Person.payrollNumberField)"

    /// Whether the list of workers has the payroll numbers.
    package var takesWorkersNumbers: Bool { employees == nil && payrollNumber.description == PaySettings.workersNumber }

    /// Whether something says who is on the payroll: a list of the office, or the numbers in the list of workers.
    package var listsEmployees: Bool { employees != nil || takesWorkersNumbers }

    /// The pay codes that have a price.
    package var pricedCodes: [String] { codes.filter { $0.price != nil }.map(\.code) }

    /// The pay codes that cost what a worker's rate says.
    package var ratedCodes: [String] {
        codes.filter { if case .rate? = $0.price { true } else { false } }.map(\.code)
    }

    /// Whether approved leave is paid, so that it has to be fetched.
    package var paysLeave: Bool {
        codes.contains { if case .leave = $0.pays { true } else { false } }
    }

    /// Whether a pay code pays leave in hours.
    package var paysLeaveInHours: Bool {
        codes.contains { if case .leave(let leave) = $0.pays { leave.hoursADay != nil } else { false } }
    }

    /// Whether a pay code pays the holidays of the calendar.
    package var paysHolidays: Bool {
        codes.contains { if case .holidays = $0.pays { true } else { false } }
    }

    /// Whether a pay code counts the hours of a week, which only periods of whole weeks have.
    package var countsWeeks: Bool {
        codes.contains { if case .hours(let hours) = $0.pays { hours.ofWeek != .all } else { false } }
    }

    /// Whether lines need to know how many entries each day has.
    package var needsDailyEntries: Bool {
        isByProject
            || codes.contains {
                switch $0.pays {
                case .hours(let hours): hours.isNarrowed
                case .leave, .holidays: false
                case .daysWith: true
                }
            }
    }

    /// - Throws: `RunError.unsupported` for what a pipeline file may say and this build can't do.
    package func requireSupported() throws {
        if !PaySettings.numberFields.contains(payrollNumber.description) {
            throw RunError(
                .unsupported,
                "pay.payroll-number is \(payrollNumber), but this version supports only \(listed(PaySettings.numberFields)).",
                advice: "Write payroll-number: employeeId.")
        }
        if let name, name.description != PaySettings.nameField {
            throw RunError(
                .unsupported, "pay.name is \(name), but this version supports only \(PaySettings.nameField).",
                advice: "Write name: \(PaySettings.nameField), or leave it out.")
        }
    }
}
