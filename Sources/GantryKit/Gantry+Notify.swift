internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryImports
internal import GantryModel
internal import GantryPipelines
internal import GantryRuns

/// A published run that someone is notified of.
struct PublishedRun: Sendable {
    let id: RunID
    let workspace: Workspace
    let environment: [String: String]
    let command: String
}

extension Gantry {
    /// Notifies someone that a run is published, once for each run: the message is a row of a run of its own, and goes
    /// through the ledger. A failure affects only the message; the same command tries again, and never sends it if it
    /// may have arrived.
    static func notify(
        _ run: PublishedRun, figures: [String], notice: NoticeRequest?,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) async {
        guard let notice else { return }
        let what =
            notice.connection.system == VynqTalk.system.name
            ? "" : "\(notice.connection.name) is not a connection to VynqTalk."
        guard what.isEmpty else { return observe(.notified(to: notice.to, problem: what)) }
        let text =
            "\(notice.title), \(run.id.period), is published\(run.id.revision > 1 ? " as revision \(run.id.revision)" : ""): "
            + figures.joined(separator: ", ") + "."
        var work = Pipeline.Import(kind: VynqTalk.system.qualified(VynqTalk.OutgoingMessage.kind.name))
        // A socket is opened for many.
        work.transport = .rest
        let pipeline = Pipeline(
            name: "\(run.id.pipeline)-notice", title: "Notice of \(notice.title)", connection: notice.connection.name,
            work: .imports(work))
        var request = ImportRequest(
            pipeline: pipeline, work: work, connection: notice.connection, workspace: run.workspace, sheet: nil,
            folder: nil,
            batch: "\(run.id.period)-r\(run.id.revision)", environment: run.environment, command: run.command)
        request.rows = [["to", "content"], [notice.to, text]]
        // Whom to tell may have been corrected since a notice could not be sent. What was sent stays sent.
        request.startsOver = true
        request.unknown = .accept
        do {
            let result = try await send(request) { event in
                if case .connection(.retrying) = event { observe(event) }
            }
            if !result.wasPublished { observe(.notified(to: notice.to, problem: result.problems.first?.example)) }
        } catch {
            observe(
                .notified(to: notice.to, problem: (error as? any ExplainedError)?.explanation ?? "It can't be sent."))
        }
    }

    /// `214 employees`, `1 exception`; nothing for none.
    static func figure(_ count: Int, one: String, many: String) -> String? {
        count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
    }
}

extension ExportResult {
    /// The text of a message about the export.
    var figures: [String] {
        let counts = totals.counts
        return ["\(counts.exported) \(counts.exported == 1 ? "record" : "records")"]
            + [
                Gantry.figure(totals.employees, one: "employee", many: "employees"),
                Gantry.figure(counts.held, one: "record held", many: "records held"),
                Gantry.figure(counts.rejected, one: "unreadable record", many: "unreadable records"),
                Gantry.figure(totals.exceptions.reduce(0) { $0 + $1.count }, one: "exception", many: "exceptions"),
            ].compactMap(\.self)
    }
}

extension ImportResult {
    /// The text of a message about the rows that were sent.
    var figures: [String] {
        ["\(counts.done) \(counts.done == 1 ? "row" : "rows") sent"]
            + [Gantry.figure(counts.refused, one: "refused", many: "refused")].compactMap(\.self)
    }
}
