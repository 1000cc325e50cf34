internal import GantryAccounts
internal import GantryConnectors
package import GantryEngine
internal import GantryJSON
internal import GantryModel
package import GantryRuns

/// What a kind of export has of its own. Each kind is a value beside its stages; what takes an export through its run
/// asks it, and knows no kinds.
protocol ExportWork: Sendable {
    /// The kind of its runs.
    var kind: RunIdentity.Kind { get }
    /// The names of the datasets that it reads.
    var reads: [String] { get }
    /// What is left among the parts of a run, and not published.
    var leftovers: [String] { get }

    /// The days in the identity of a run, where they decide what is exported besides the period's name.
    func days(of period: PayPeriod) -> String?
    /// - Parameter system: that of the connection; `nil` if it isn't known yet.
    /// - Throws: `RunError.unsupported` for what this build can't do.
    func requireSupported(_ pipeline: Pipeline, system: System?) throws
    /// - Throws: `PayPeriodError` and `RunError` for days that can't be exported together.
    func requireDays(of period: PayPeriod) throws
    /// The stages, ready to work over a connection.
    func stages(_ request: ExportRequest, _ context: ExportContext) throws -> [any ExportStage]
    /// What `totals.json` says, and the figures of bag-info.txt, of results whose documents these are.
    func totals(_ head: [JSONTree.Member], counts: BatchCounts, documents: [JSONTree]) -> ExportTotalsDocument
}

/// What stages of an export work with besides their request.
struct ExportContext: Sendable {
    let connection: APIConnection
    /// What messages name.
    let source: RunSource
    let place: RunDirectories
    var rewriting: RunID?
    /// What datasets with `since` continue from.
    var base: RunIdentity.Base?
    var correction: Correction?
    var history: (any WorkspaceJournal)?
    /// By which findings of pay tell days; `nil` where nobody asks.
    var zone: Zone?
    var observe: @Sendable (ExportEvent) -> Void = { _ in }
}

/// The totals of a whole export.
struct ExportTotalsDocument {
    /// What `totals.json` says.
    let members: [JSONTree.Member]
    /// What the journal keeps of it; `nil` for the same.
    var kept: [JSONTree.Member]?
    /// The counts that bag-info.txt names.
    let figures: [(String, Int)]
}

extension Pipeline {
    /// What the pipeline exports; `nil` for one that exports nothing.
    var export: (any ExportWork)? {
        if let payroll { return PayrollExport(payroll: payroll) }
        return datasets.isEmpty ? nil : DatasetExport(datasets: datasets)
    }
}

extension ExportRequest {
    /// What the pipeline exports; no dataset for one that exports nothing, which is refused before a run.
    var work: any ExportWork { pipeline.export ?? DatasetExport(datasets: []) }

    /// What decides what the request exports, but for what it continues.
    package func identity(of source: RunSource) -> RunIdentity {
        var identity = RunIdentity(work.kind, settings: pipeline.settings)
        identity.period = period.name
        identity.days = work.days(of: period)
        identity.source = source
        let read = work.reads.compactMap { connection.system.dataset(named: $0)?.fileDigest }
        for digest in Set(read + [connection.system.digest].compactMap(\.self)).sorted() {
            identity.settings.append(RunIdentity.Setting("system-file", digest))
        }
        let entries = (pipeline.payroll?.records.dataset).flatMap { connection.system.dataset(named: $0) }
        if let path = entries?.keyPath { identity.settings.append(RunIdentity.Setting(EntryKeys.setting, path)) }
        if let list = entries?.listRequest {
            identity.settings.append(RunIdentity.Setting(EntryKeys.listSetting, list))
        }
        let joined = (pipeline.payroll?.join?.dataset).flatMap { connection.system.dataset(named: $0) }
        let readings = [entries?.readingDigest, joined?.readingDigest].compactMap(\.self)
        if !readings.isEmpty {
            identity.settings.append(RunIdentity.Setting(EntryKeys.readingSetting, readings.joined(separator: " ")))
        }
        identity.settings += DatasetPlan.listed(pipeline, of: connection.system)
        return identity
    }
}
