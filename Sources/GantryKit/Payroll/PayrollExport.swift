internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryRuns

/// Hours that become pay.
struct PayrollExport: ExportWork {
    let payroll: Pipeline.Payroll

    var kind: RunIdentity.Kind { .payroll }
    var reads: [String] { [payroll.records.dataset, payroll.join?.dataset].compactMap(\.self) }
    var leftovers: [String] { [PayrollStage.landingName] }

    func days(of _: PayPeriod) -> String? { nil }

    func requireSupported(_ pipeline: Pipeline, system: System?) throws {
        try PayrollPlan.requireSupported(payroll, of: pipeline, system: system)
    }

    func requireDays(of period: PayPeriod) throws { try period.requirePayDays() }

    func stages(_ request: ExportRequest, _ context: ExportContext) throws -> [any ExportStage] {
        [
            try PayrollStage(
                request: request, payroll: payroll, entries: payroll.entries(of: request.connection),
                source: context.source, rewriting: context.rewriting,
                correction: context.correction, history: context.history, zone: context.zone, place: context.place,
                connection: context.connection, observe: context.observe)
        ]
    }

    func totals(_ head: [JSONTree.Member], counts: BatchCounts, documents: [JSONTree]) -> ExportTotalsDocument {
        ExportTotalsDocument(
            members: head + documents.flatMap(\.members), figures: counts.figures.filter { $0.0 != "Records-Excluded" })
    }
}

extension Pipeline.Payroll {
    /// The work entries as a connection gives them: by roles where the file names them, else as its contract has them.
    fileprivate func entries(of connection: Connection) throws -> Dataset<WorkEntry> {
        guard let roles = records.roles else { return WorkEntry.dataset.variant(of: connection.contract) }
        guard let known = connection.system.dataset(named: records.dataset) else {
            throw RunError(
                .unsupported, "\(connection.system.name) has no dataset \(records.dataset).",
                advice: "Name a connection to the right system in the pipeline file: connection: …")
        }
        return try known.entries(by: roles)
    }
}
