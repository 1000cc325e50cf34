internal import GantryAccounts
public import GantryEngine
internal import GantryJSON
public import GantryModel
internal import GantryOutputs
package import GantryPages
internal import GantryRuns

extension Gantry {
    /// The report of a published run: one HTML file in UTF-8 that needs nothing else, for who signs it or looks it up
    /// later.
    ///
    /// Every figure is copied from the run's files; decisions and signatures are shown as they are now.
    ///
    /// - Parameters:
    ///   - language: that of its words; `nil`, the default, for that of the office.
    ///   - listed: the destinations to which the files of every run of its pipeline go. The default is none.
    ///   - isNamed: whether employees are named, and not only numbered. The default is yes.
    /// - Throws: `RunError.unusableRun` when the run isn't published or changed; `ConfigurationError`, `FileError`.
    public static func report(
        _ run: RunID, in workspace: Workspace, language: Language? = nil, listed: [String] = [],
        isNamed: Bool = true
    ) async throws -> [UInt8] {
        let proven = try await ExportFolder.proven(run, in: workspace)
        let overview = try await show(run, in: workspace)
        let text = try await PageText(language, of: run, in: workspace)
        if overview.run.paysPeople {
            let reviewed = try await reviewedPay(proven, overview, listed, in: workspace)
            return PayReportPage(reviewed.report, text, isNamed: isNamed).bytes()
        }
        let facts = try RunFacts(overview, proven.totals)
        if overview.run.isOfSheet {
            var report = try UploadReport(proven, facts)
            try await report.addRounds(in: workspace)
            try await report.addPictures(in: workspace)
            return UploadReportPage(report, text).bytes()
        }
        return DatasetReportPage(
            facts, totals: TotalsDocument.read(proven.totals), exceptions: overview.exceptions, in: text
        ).bytes()
    }

    /// A published run of pay, whose files are proven once for all that a page shows of it.
    /// - Throws: as ``report(_:in:language:listed:isNamed:)``.
    package static func reviewedPay(
        _ run: RunID, listed: [String] = [], in workspace: Workspace
    ) async throws -> ReviewedPay {
        try await reviewedPay(.proven(run, in: workspace), show(run, in: workspace), listed, in: workspace)
    }

    /// Why the files of a published run aren't those that were published, with what restores them; `nil` where they
    /// are.
    package static func damage(of run: RunID, in workspace: Workspace) async -> (any Error)? {
        do {
            _ = try await ExportFolder.proven(run, in: workspace)
            return nil
        } catch {
            return error
        }
    }

    private static func reviewedPay(
        _ proven: ExportFolder, _ overview: RunOverview, _ listed: [String], in workspace: Workspace
    ) async throws -> ReviewedPay {
        var overview = overview
        let run = overview.run.id
        // The findings are reviewed below.
        overview.pay = try await payStandings(
            of: [overview.run.head], listed: [run.pipeline: listed], superseded: [run], in: workspace)[run]
        let review = try await review(run, proven, in: workspace)
        var report = try PayReport(proven, review: review, facts: RunFacts(overview, proven.totals))
        report.setStanding(overview)
        report.standing.later = try await PaidRuns.later(than: run, in: workspace).map {
            ($0.run.revision, $0.words)
        }
        return ReviewedPay(review: review, report: report, folder: proven)
    }
}

/// What pages show of a published run of pay.
package struct ReviewedPay: Sendable {
    /// Its findings.
    package let review: ReviewReport
    /// What its report shows.
    package let report: PayReport
    /// Its folder, whose files were compared with their digests.
    let folder: ExportFolder
}

extension ExportRun {
    /// The pages that the pipeline file asks for, of the finished files of a run of pay that isn't sealed yet.
    /// - Parameters:
    ///   - totals: its `totals.json`.
    ///   - files: what is listed on them.
    func pages(
        _ totals: JSONTree, files: [StageFile], of run: RunRecord
    ) async throws -> [(name: String, bytes: [UInt8])] {
        let outputs = (request.pipeline.payroll?.outputs ?? []).filter { $0.format.content == .page }
        guard !outputs.isEmpty else { return [] }
        let folder = ExportFolder(place.bag, totals: totals)
        var facts = RunFacts(run.id, run.source ?? source)
        facts.snapshot = run.snapshot
        facts.files = files.map {
            ExportedFile(
                path: "data/\($0.name)", bytes: $0.length, rows: $0.rows == 0 ? nil : $0.rows, sha256: $0.sha256)
        }
        let report = try PayReport(
            folder, review: await Gantry.review(run.id, folder, in: request.workspace), facts: facts)
        var pages: [(name: String, bytes: [UInt8])] = []
        for output in outputs {
            let text = try await PageText(output.language, of: run.id, in: request.workspace)
            pages.append((request.period.fileName(output.file), PayReportPage(report, text).bytes()))
        }
        return pages
    }
}

extension PageText {
    /// Of a page about a run: in a language, or that of the office, and by the days of the run.
    init(_ language: Language?, of run: RunID, in workspace: Workspace) async throws {
        var zone: Zone?
        if let journal = try workspace.existingJournal() { zone = try await RunZone.of(run, journal) }
        self.init(try language ?? workspace.office().language ?? .english, zone: try zone ?? workspace.zone())
    }
}
