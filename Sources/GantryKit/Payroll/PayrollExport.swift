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
    var leftovers: [String] { [PayrollStage.landingName] }

    func days(of _: PayPeriod) -> String? { nil }

    func requireSupported(_ pipeline: Pipeline, system: System?) throws {
        try PayrollPlan.requireSupported(payroll, of: pipeline, system: system)
    }

    func requireDays(of period: PayPeriod) throws { try period.requirePayDays() }

    func stages(_ request: ExportRequest, _ context: ExportContext) -> [any ExportStage] {
        [
            PayrollStage(
                request: request, payroll: payroll, source: context.source, rewriting: context.rewriting,
                correction: context.correction, history: context.history, zone: context.zone, place: context.place,
                connection: context.connection, observe: context.observe)
        ]
    }

    func totals(_ head: [JSONTree.Member], _ counts: BatchCounts, _ documents: [JSONTree]) -> ExportTotalsDocument {
        ExportTotalsDocument(
            members: head + documents.flatMap(\.members), figures: counts.figures.filter { $0.0 != "Records-Excluded" })
    }
}
