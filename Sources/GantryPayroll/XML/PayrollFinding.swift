package import GantryModel

/// One thing in a payroll batch that contradicts another or the file's rules.
package struct PayrollFinding: Hashable, Sendable, CustomStringConvertible {
    /// The kind of contradiction.
    package enum Code: Sendable {
        /// A line's units are not the rounded sum of its days.
        case units
        /// A line's amount is not units × rate, or it has only one of rate and amount.
        case amount
        /// A stated control total is not the sum of the lines.
        case total
        /// Employees, lines or days are out of order.
        case order
        /// A payroll number, pay code or day appears twice.
        case duplicate
        /// A pay code is used but not declared.
        case undeclared
        /// A day is outside the batch's period.
        case period
        /// A value is missing, has the wrong type, or is not in its only valid spelling.
        case spelling
        /// A number is larger than the file's schema allows.
        case range
        /// A text is empty, too long, or has characters that XML cannot hold.
        case text
        /// An element appears where none is expected.
        case structure
    }

    package let code: Code
    /// The payroll number, pay code and date concerned, as far as there is one.
    package var employee: String?
    package var payCode: String?
    package var date: CivilDate?
    /// The name of the value that differs, as the file writes it.
    package let value: String
    package let found: String
    package let expected: String
    /// The line of the file from 1, 0 when nothing was read from a file.
    package var line: Int

    package init(
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
    package var description: String {
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
package struct PayrollError: ExplainedError, Equatable, CustomStringConvertible {
    /// The kind of failure.
    package enum Code: Sendable {
        /// What should be written contradicts itself or the rules of the file; nothing of it was written.
        case refused
        /// The stated totals are not those of the written employees.
        case totals
        /// The file is not payroll XML of this version.
        case notPayroll
        /// The XML layer failed; the reason has its words.
        case xml
    }

    package let code: Code
    /// What is wrong, and with which employee if the error is about one.
    package let finding: PayrollFinding?
    package let reason: String

    package init(_ code: Code, finding: PayrollFinding? = nil, reason: String) {
        self.code = code
        self.finding = finding
        self.reason = reason
    }

    init(refusing finding: PayrollFinding) { self.init(.refused, finding: finding, reason: "\(finding)") }

    package var explanation: String { reason }
    package var advice: Advice? {
        switch code {
        case .refused: "Correct this employee's records at the source, or put them on hold, then run again."
        case .notPayroll: "Choose a payroll.xml written by Gantry."
        default: nil
        }
    }
    package var isRetryable: Bool { false }
    package var description: String { explanation }
}
