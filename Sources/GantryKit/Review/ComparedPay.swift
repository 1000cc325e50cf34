package import GantryEngine
package import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll

/// The pay lines of a published run, with what it holds.
struct ComparedPay: Sendable {
    let run: RunID
    let pay: PublishedPay
    /// Where its records come from, by its totals; `nil` for an export that doesn't say.
    let source: RunSource?
    /// Ids of held entries.
    let held: Set<String>
    /// Employees with lines, in the order of payroll files.
    let paid: [PayrollEmployee]
    /// Their ids at the source.
    let ids: Set<Int64>

    /// - Parameter proven: the folder of the run, whose files were compared with their digests.
    /// - Throws: `RunError.unusableRun` when it has no pay lines.
    init(_ run: RunID, _ proven: ExportFolder) async throws {
        self.run = run
        pay = try await PublishedPay(exported: proven)
        source = RunSource(totals: proven.totals)
        held =
            try proven.file(ExceptionsFormat.name).map {
                Set(
                    try VerifiedExceptions(
                        "data/\($0.name)", under: proven.path, dialect: $0.dialect, layout: .payroll
                    ).held.keys)
            } ?? []
        paid = pay.employees.filter { !$0.lines.isEmpty }
        ids = Set(paid.map(\.employeeID))
    }
}

extension RunSource {
    /// As `totals.json` states it; `nil` where it doesn't.
    package init?(totals: JSONTree) {
        guard let system = totals["system"]?.text, let address = totals["source"]?["address"]?.text else { return nil }
        self.init(system: system, address: address, account: totals["source"]?["account"]?.text)
        contract = totals["source"]?["contract"]?.text.flatMap(Contract.init(rawValue:))
        connection = totals["connection"]?.text
    }
}
