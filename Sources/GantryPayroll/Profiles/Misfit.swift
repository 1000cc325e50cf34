package import GantryEngine
internal import GantryModel

/// A value that a layout can't hold: too wide, with a character that it doesn't have, finer than its decimals. Nothing
/// is cut or replaced.
package struct Misfit: Hashable, Sendable, CustomStringConvertible {
    /// The rule that a finding of this kind has.
    package static let rule = "does-not-fit"

    /// The payroll number and the pay code; `nil` for a value of the whole file.
    package var employee: String?
    package var payCode: String?
    /// The value's name in the profile.
    package var column: String
    package var value: String
    package var expected: String
    /// Whether `expected` says what to do, since no other value would fit.
    package var saysWhatToDo: Bool

    package init(
        employee: String? = nil, payCode: String? = nil, column: String, value: String, expected: String,
        saysWhatToDo: Bool = false
    ) {
        self.employee = employee
        self.payCode = payCode
        self.column = column
        self.value = value
        self.expected = expected
        self.saysWhatToDo = saysWhatToDo
    }

    /// One line: `employee 1002, pay code 1100: rate is 283.125, expected at most 2 decimals`.
    package var description: String { "\(found), expected \(expected)" }

    /// The same without what was expected.
    package var found: String {
        var subject: [String] = []
        if let employee { subject.append("employee \(singleLine(employee, limit: 64))") }
        if let payCode { subject.append("pay code \(singleLine(payCode, limit: 64))") }
        let place = subject.isEmpty ? "" : subject.joined(separator: ", ") + ": "
        return "\(place)\(column) is \(singleLine(value, limit: 80))"
    }
}

/// The misfits of a file: the first ones, and how many there are.
package struct Misfits: Sendable, Equatable {
    /// So many are kept.
    package static let most = 20

    package private(set) var first: [Misfit] = []
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    package mutating func add(_ misfit: Misfit) {
        count += 1
        if first.count < Misfits.most { first.append(misfit) }
    }

    /// What stops a run whose pay lines don't fit a file.
    package func error(file: String, profile: String) -> RunError {
        let values = count == 1 ? "1 value doesn't fit" : "\(count) values don't fit"
        let more = count > first.count ? ["… and \(count - first.count) more"] : []
        let isSaid = first.count == count && first.allSatisfy(\.saysWhatToDo)
        let advice: Advice =
            isSaid
            ? "Nothing is cut or rounded away. Do what is said there, then run again with \(.startOver)."
            : "Nothing is cut or rounded away. Correct the values at the source, or needs:, codes: or finer: of this output in the pipeline file, then run again with \(.startOver)."
        return RunError(
            .doesNotFit, "\(file) can't be written: \(values) the layout \(profile).",
            details: first.map(\.description) + more,
            advice: advice)
    }
}

/// Why a value doesn't fit its column.
struct Unfit: Error {
    let value: String
    let expected: String
    var saysWhatToDo = false
}
