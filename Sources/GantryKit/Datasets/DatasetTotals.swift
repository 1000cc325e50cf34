internal import GantryEngine
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryRuns

/// `totals.json` of an export of datasets.
struct DatasetTotals: Sendable {
    /// The members that every `totals.json` starts with.
    let head: [JSONTree.Member]
    /// Of all datasets together.
    let counts: BatchCounts
    /// What each dataset says, in the file's order.
    let datasets: [JSONTree]

    var start: [JSONTree.Member] {
        head + [
            JSONTree.Member("counts", counts.tree)
        ]
    }

    private var list: JSONTree.Member { JSONTree.Member("datasets", .array(datasets)) }

    var members: [JSONTree.Member] { start + [list] }

    /// The same with the exceptions of all datasets added up, which the journal keeps.
    var membersForPeople: [JSONTree.Member] {
        var exceptions: [String: [Severity: Int]] = [:]
        for item in datasets.flatMap({ TotalsDocument.read($0).exceptions }) {
            exceptions[item.rule, default: [:]][item.severity, default: 0] += item.count
        }
        let counted = exceptions.keys.sorted().flatMap { rule in
            Severity.allCases.compactMap { severity in
                exceptions[rule]?[severity].map { count -> JSONTree in
                    .object(["rule": .string(rule), "severity": .string(severity.rawValue), "count": .integer(count)])
                }
            }
        }
        return start + [JSONTree.Member("exceptions", .array(counted)), list]
    }
}
