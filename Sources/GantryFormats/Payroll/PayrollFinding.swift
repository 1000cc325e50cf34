public import GantryModel

/// One thing in a payroll batch that contradicts another or the file's rules.
public struct PayrollFinding: Hashable, Sendable, CustomStringConvertible {
    /// The kind of contradiction; more may be added.
    public struct Code: Hashable, Sendable {
        public let name: String
        public init(_ name: String) { self.name = name }

        /// A line's units are not the rounded sum of its days.
        public static let units = Code("units")
        /// A line's amount is not units × rate, or one of rate and amount stands without the other.
        public static let amount = Code("amount")
        /// A stated control total is not the sum of the lines.
        public static let total = Code("total")
        /// Employees, lines or days are out of order.
        public static let order = Code("order")
        /// A payroll number, pay code or day stands twice.
        public static let duplicate = Code("duplicate")
        /// A pay code is used but not declared.
        public static let undeclared = Code("undeclared")
        /// A day lies outside the batch's period.
        public static let period = Code("period")
        /// A value is missing, is none of its type, or is not in its one spelling.
        public static let spelling = Code("spelling")
        /// A number is larger than the file's schema allows.
        public static let range = Code("range")
        /// A text is empty, too long, or has characters that XML cannot hold.
        public static let text = Code("text")
        /// An element stands where none is expected.
        public static let structure = Code("structure")
    }

    public let code: Code
    /// The payroll number, pay code and date concerned, as far as there is one.
    public var employee: String?
    public var payCode: String?
    public var date: CivilDate?
    /// The name of the value that differs, as the file spells it.
    public let value: String
    public let found: String
    public let expected: String
    /// The line of the file from 1, 0 when nothing was read from a file.
    public var line: Int

    public init(
        _ code: Code, employee: String? = nil, payCode: String? = nil, date: CivilDate? = nil, value: String,
        found: String, expected: String, line: Int = 0
    ) {
        self.code = code
        self.employee = employee
        self.payCode = payCode
        self.date = date
        self.value = value
        self.found = found
        self.expected = expected
        self.line = line
    }

    /// One line: `employee 1002, NORMAL: units is 157.51, expected 157.50 (line 40)`.
    public var description: String {
        var subject: [String] = []
        if let employee { subject.append("employee \(singleLine(employee, limit: 64))") }
        if let payCode { subject.append(singleLine(payCode, limit: 64)) }
        if let date { subject.append("\(date)") }
        let place = subject.isEmpty ? "" : subject.joined(separator: ", ") + ": "
        let end = line > 0 ? " (line \(line))" : ""
        return "\(place)\(value) is \(singleLine(found, limit: 80)), expected \(singleLine(expected, limit: 80))\(end)"
    }
}

/// Why a payroll file can't be written or read.
public struct PayrollError: ExplainedError, Equatable, CustomStringConvertible {
    /// The kind of failure; more may be added.
    public struct Code: Hashable, Sendable {
        public let name: String
        public init(_ name: String) { self.name = name }

        /// What should be written contradicts itself or the rules of the file; nothing of it was written.
        public static let refused = Code("refused")
        /// The stated totals are not those of the written employees.
        public static let totals = Code("totals")
        /// The file is no payroll XML of this version.
        public static let notPayroll = Code("not-payroll")
        /// The XML layer failed; the reason has its words.
        public static let xml = Code("xml")
    }

    public let code: Code
    /// What is wrong with which employee, when the error is about one.
    public let finding: PayrollFinding?
    public let reason: String

    public init(_ code: Code, finding: PayrollFinding? = nil, reason: String) {
        self.code = code
        self.finding = finding
        self.reason = reason
    }

    init(refusing finding: PayrollFinding) { self.init(.refused, finding: finding, reason: "\(finding)") }

    public var explanation: String { reason }
    public var advice: String? {
        switch code {
        case .refused: "Hold this employee's records, or correct them at their source and run again."
        case .notPayroll: "Name a payroll.xml that Gantry wrote."
        default: nil
        }
    }
    public var isRetryable: Bool { false }
    public var description: String { explanation }
}
