internal import GantryEngine
internal import GantryJSON

// The checks that hold leave, as `totals.json` states them.
extension LeaveHolds {
    static let key = "leave_held_by"
    static let groupsKey = "leave_held_by_group"

    var members: [JSONTree.Member] {
        func list(_ checks: Set<String>) -> JSONTree { .array(checks.sorted().map { .string($0) }) }
        let groups = byGroup.sorted { $0.key < $1.key }.map { group, checks in
            JSONTree.object(["group": .string(group), "checks": list(checks)])
        }
        return [JSONTree.Member(LeaveHolds.key, list(everybody))]
            + (groups.isEmpty ? [] : [JSONTree.Member(LeaveHolds.groupsKey, .array(groups))])
    }

    /// Reads what `members` gave.
    /// - Parameter refuse: The error for a figure that no export states.
    init(_ pay: JSONTree?, _ refuse: (_ figure: String, _ value: JSONTree?) -> RunError) throws {
        func checks(_ tree: JSONTree?, _ figure: String) throws -> Set<String> {
            try Set(
                (tree?.list ?? []).map { check in
                    guard let name = check.text, PayrollChecks.namesHoldingLeave.contains(name) else {
                        throw refuse(figure, check)
                    }
                    return name
                })
        }
        self.init()
        everybody = try checks(pay?[LeaveHolds.key], "pay.\(LeaveHolds.key)")
        for item in pay?[LeaveHolds.groupsKey]?.list ?? [] {
            guard let group = item["group"]?.text else { throw refuse("pay.\(LeaveHolds.groupsKey)", item) }
            byGroup[group] = try checks(item["checks"], "pay.\(LeaveHolds.groupsKey)")
        }
    }
}
