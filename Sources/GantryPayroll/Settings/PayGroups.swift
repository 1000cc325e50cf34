internal import GantryModel

/// The groups of employees that pay codes are for, as the column `pay_group` of the list of employees names them.
package struct PayGroups: Equatable, Sendable {
    /// In the order in which the pay codes name them; empty where every pay code is for everybody.
    package let names: [String]
    /// Whether employees on a salary have lines, so that they need a group too.
    private let includesSalaried: Bool

    package init(_ settings: PaySettings?) {
        names = settings?.groups ?? []
        includesSalaried = (settings?.salaried ?? .none) != .none
    }

    /// Whether pay codes are for groups, and the employee is in none of them: nobody would know what to pay.
    package func leaveOut(_ row: EmployeeTable.Row) -> Bool {
        guard !names.isEmpty, includesSalaried || !row.isSalaried else { return false }
        return row.group.map { !names.contains($0) } ?? true
    }

    /// What is wrong with an employee who is left out, for a list of findings.
    package func found(_ row: EmployeeTable.Row) -> String {
        row.group.map { "pay_group \($0) of employee \(row.employeeID.keyText)" }
            ?? "no pay_group of employee \(row.employeeID.keyText)"
    }

    /// What is expected instead.
    package var expected: String { "a pay_group that a pay code is for: \(listed(names))" }
}

extension PaySettings {
    /// The groups that pay codes are for, in the order of the file; empty where every pay code is for everybody.
    package var groups: [String] { codes.groups }

    /// Each pay code once: several groups can have the same one.
    package var distinctCodes: [Code] {
        codes.reduce(into: []) { list, code in
            if !list.contains(where: { $0.code == code.code }) { list.append(code) }
        }
    }

    /// What employees of a group are paid, in the order of `distinctCodes`.
    /// - Parameter group: `nil` for employees without one.
    package func codes(of group: String?) -> [Code] {
        guard !groups.isEmpty else { return codes }
        return distinctCodes.compactMap { code in codes.first { $0.code == code.code && $0.pays(group: group) } }
    }

    /// What no pay code pays employees of some groups, on purpose.
    public struct NotPaidGroup: Sendable, Equatable {
        /// A field of hours, or `leave.PERSONAL`.
        public var field: String
        /// Their groups; not empty.
        public var groups: [String]

        /// What is left out for some groups.
        public init(field: String, groups: [String]) {
            self.field = field
            self.groups = groups
        }
    }
}

extension [PaySettings.Code] {
    /// The groups that the codes are for, in their order.
    package var groups: [String] {
        var groups: [String] = []
        for group in flatMap(\.groups) where !groups.contains(group) { groups.append(group) }
        return groups
    }
}

extension PaySettings.Code {
    /// Whether the code pays employees of a group; `nil` for those without one.
    package func pays(group: String?) -> Bool {
        groups.isEmpty || group.map { groups.contains($0) } ?? false
    }
}
