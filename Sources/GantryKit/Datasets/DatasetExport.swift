internal import GantryConnectors
internal import GantryEngine
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryRuns

/// Datasets that are exported unchanged, one after the other.
struct DatasetExport: ExportWork {
    let datasets: [Pipeline.Dataset]

    var kind: RunIdentity.Kind { .datasets }
    var reads: [String] { datasets.map(\.name) }
    var leftovers: [String] { datasets.map(DatasetStage.landingName) }

    func days(of period: PayPeriod) -> String? { DatasetPlan.days(period) }

    func requireSupported(_ pipeline: Pipeline, system: System?) throws {
        try DatasetPlan.requireSupported(pipeline, system: system)
    }

    func requireDays(of _: PayPeriod) {}

    func stages(_ request: ExportRequest, _ context: ExportContext) throws -> [any ExportStage] {
        datasets.map {
            DatasetStage(
                request: request, dataset: $0, place: context.place, base: context.base,
                connection: context.connection)
        }
    }

    func totals(_ head: [JSONTree.Member], counts: BatchCounts, documents: [JSONTree]) -> ExportTotalsDocument {
        let totals = DatasetTotals(head: head, counts: counts, datasets: documents)
        return ExportTotalsDocument(members: totals.members, kept: totals.membersForPeople, figures: counts.figures)
    }
}
