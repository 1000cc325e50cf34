package import GantryJSON
internal import GantryModel

/// What the lines of each project add up to, where lines are split by projects.
package struct ProjectSums: Sendable {
    private struct Sum {
        var lines = 0
        var hours: Int128 = 0
        var amount: Int128?
    }

    /// Its place in `totals.json`.
    package static let key = "projects"

    private var sums: [String?: Sum] = [:]
    private let codesOfHours: Set<String>

    /// - Parameter codesOfHours: the pay codes whose units are hours.
    init(codesOfHours: some Sequence<String>) { self.codesOfHours = Set(codesOfHours) }

    package init(_ codes: [PayCode]) { self.init(codesOfHours: codes.filter { $0.unit == .hours }.map(\.code)) }

    package mutating func add(_ employee: PayrollEmployee) {
        for line in employee.lines {
            add(line.project, line.payCode, units: Int128(line.units.nano), amount: line.amount?.nano)
        }
    }

    mutating func add(_ project: String?, _ code: String, units: Int128, amount: Int128?) {
        var sum = sums[project] ?? Sum()
        sum.lines += 1
        if codesOfHours.contains(code) { sum.hours += units }
        if let amount { sum.amount = (sum.amount ?? 0) + amount }
        sums[project] = sum
    }

    /// A member for each project, in the order of their numbers; lines without a project are the last.
    package var tree: JSONTree {
        func order(_ project: String?) -> (Int, String) {
            guard let project else { return (.max, "") }
            return (Int(project) ?? .max - 1, project)
        }
        return .array(
            sums.sorted { order($0.key) < order($1.key) }.map { project, sum in
                .object([
                    "project": project.map { .string($0) } ?? .null, "lines": .integer(sum.lines),
                    "hours": .string(decimalText(nano: sum.hours, .exact)),
                    "amount": sum.amount.map { .string(Money(nano: $0).description) } ?? .null,
                ])
            })
    }
}
