internal import GantryEngine
public import GantryModel

/// How hours become pay: the section `pay` of a pipeline file, read and checked.
///
/// Codes, currency and decimals are those that every payroll file of the run has.
public struct PaySettings: Sendable, Equatable {
    /// The field with the number that payroll knows an employee by, where the file doesn't name one.
    package static let standardNumber = "employeeId"

    /// `payroll-number`: a whole number or text. The default is ``standardNumber``.
    public var payrollNumber: FieldReference
    /// `name`: a text, or `nil` when payroll lines carry no name.
    public var name: FieldReference?
    /// `currency`: three capital letters of ISO 4217.
    public var currency: String
    /// `units-decimals`: 0...4. The default is 2.
    public var unitsDecimals: Int
    /// `amount-decimals`: always 2.
    public var amountDecimals: Int
    /// `rounding`. The default is half up.
    public var rounding: Rounding
    /// `codes`, in the file's order; at least one, no code twice.
    public var codes: [Code]
    /// `not-paid`: fields of hours that no pay code pays, on purpose.
    public var notPaid: [FieldReference]

    /// Settings of these parts; the reader of the pipeline file has checked them.
    public init(
        payrollNumber: FieldReference, name: FieldReference?, currency: String, unitsDecimals: Int, amountDecimals: Int,
        rounding: Rounding, codes: [Code], notPaid: [FieldReference]
    ) {
        self.payrollNumber = payrollNumber
        self.name = name
        self.currency = currency
        self.unitsDecimals = unitsDecimals
        self.amountDecimals = amountDecimals
        self.rounding = rounding
        self.codes = codes
        self.notPaid = notPaid
    }

    /// A pay code and the hours that it pays.
    public struct Code: Sendable, Equatable {
        /// `code`: 1...20 letters, digits, `.`, `_`, `-`.
        public var code: String
        /// `title`. The default is the code.
        public var title: String
        /// `hours`: the field with the hours that are paid.
        public var hours: PayQuantity
        /// `rate`: the field with the pay per hour; `nil` leaves rate and amount empty.
        public var rate: PayRate?
        /// `rate-factor`: what the rate is multiplied with, in billionths; `nil` without a rate. The default is 1.
        public var rateFactorNano: Int64?

        /// A pay code of these parts; without a rate it has no factor either.
        public init(code: String, title: String, hours: PayQuantity, rate: PayRate?, rateFactorNano: Int64?) {
            self.code = code
            self.title = title
            self.hours = hours
            self.rate = rate
            self.rateFactorNano = rateFactorNano
        }
    }
}

extension PaySettings {
    /// The field with a worker's name: the only one that payroll lines can carry.
    package static let nameField = "worker.name"

    /// The fields with the number that the payroll system knows an employee by: two names of the same number.
    package static let numberFields = [standardNumber, "worker.employee_id"]

    /// The pay codes that have a rate.
    package var pricedCodes: [String] { codes.filter { $0.rate != nil }.map(\.code) }

    /// - Throws: `RunError.unsupported` for what a pipeline file may say and this build can't do.
    package func requireSupported() throws {
        if !PaySettings.numberFields.contains(payrollNumber.description) {
            throw RunError(
                .unsupported, "pay.payroll-number is \(payrollNumber), but this version supports only employeeId.",
                advice: "Write payroll-number: employeeId.")
        }
        if let name, name.description != PaySettings.nameField {
            throw RunError(
                .unsupported, "pay.name is \(name), but this version supports only \(PaySettings.nameField).",
                advice: "Write name: \(PaySettings.nameField), or leave it out.")
        }
    }
}
