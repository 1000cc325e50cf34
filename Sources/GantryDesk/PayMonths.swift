internal import GantryEngine
internal import GantryKit
package import GantryModel
package import GantryRuns

/// The newest periods of each pipeline that pays people, each by its newest revision.
struct PayMonths: Sendable {
    /// So many of each pipeline are read: a look at a period that isn't delivered reads its files.
    static let most = 12

    struct Month: Sendable {
        let record: RunHead
        let period: PayPeriod
        /// `nil` for one that isn't published.
        let standing: PayStanding?
        /// Of one that is published and not delivered; `nil` where it can't be made.
        let review: ReviewReport?
        let amount: Money?
        let currency: String?
        /// Hours that its files keep out.
        var heldHours: HoursSum?
        /// What it changes of what was delivered; `nil` for a whole period.
        var correction: ExportTotals.CorrectionTotal?
        /// Its files that aren't as they were published, as far as a look at their sizes tells.
        var changedFiles: [String] = []
    }

    /// By the names of pipelines, each with the newest period first.
    let months: [String: [Month]]

    var pipelines: [String] { months.keys.sorted() }
    var all: [Month] { pipelines.flatMap { months[$0] ?? [] } }

    /// - Parameter pipeline: `nil` for all.
    static func read(
        _ runs: [RunHead], marks: RunMarks, _ asked: Asked, pipeline: String? = nil
    ) async throws -> PayMonths {
        let pay = runs.filter {
            $0.paysPeople && $0.part == nil && (pipeline == nil || $0.id.pipeline == pipeline)
                && marks.isUsable($0.id)
        }
        var newest: [String: RunHead] = [:]
        for run in pay {
            let key = "\(run.id.pipeline)/\(run.id.period)"
            if newest[key].map({ $0.id.revision < run.id.revision }) ?? true { newest[key] = run }
        }
        var months: [String: [Month]] = [:]
        for (pipeline, runs) in Dictionary(grouping: newest.values, by: \.id.pipeline) {
            let dated = runs.compactMap { run in (try? PayPeriod(run.id.period)).map { (run, $0) } }
            let latest = dated.sorted { $0.1.first > $1.1.first }.prefix(most)
            let standings = try await PayRun.standings(of: latest.map(\.0), asked)
            for (run, period) in latest {
                months[pipeline, default: []].append(
                    try await month(run, period: period, standing: standings[run.id], asked))
            }
        }
        return PayMonths(months: months)
    }

    private static func month(
        _ run: RunHead, period: PayPeriod, standing: PayStanding?, _ asked: Asked
    ) async throws -> Month {
        guard run.phase == .complete else {
            return Month(record: run, period: period, standing: nil, review: nil, amount: nil, currency: nil)
        }
        // One that can't be reviewed leaves the others to be shown, and its own page says why.
        let review = standing?.delivered == nil ? try? await Gantry.review(run.id, in: asked.workspace) : nil
        let overview = review == nil ? try await Gantry.show(run.id, in: asked.workspace) : nil
        let totals = review?.totals ?? overview?.totals
        return Month(
            record: run, period: period, standing: standing?.reviewed(review), review: review,
            amount: totals?.knownAmount,
            currency: totals?.currency, heldHours: totals?.heldHours, correction: totals?.correction,
            changedFiles: overview.map { changedFiles($0, asked) } ?? [])
    }

    private static func changedFiles(_ overview: RunOverview, _ asked: Asked) -> [String] {
        if !overview.changedFiles.isEmpty { return overview.changedFiles }
        let folder = overview.marks.folder(of: overview.run.head)
        return folder == .missing || folder == .changed ? [asked.workspace.folder(of: overview.run.id)] : []
    }
}

extension ExportTotals {
    /// The sum of known amounts, which is zero where pay codes have no lines.
    package var knownAmount: Money? {
        amount ?? (!payCodes.isEmpty && payCodes.allSatisfy { $0.lines == 0 } ? .zero : nil)
    }
}
