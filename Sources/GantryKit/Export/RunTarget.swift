internal import GantryEngine
internal import GantryJournal

/// Which revision of a pipeline and period a request means, and how far it has come.
struct RunTarget: Sendable {
    let id: RunID
    /// The run in the journal; `nil` for a new one.
    let record: RunRecord?
    /// The revision that it corrects.
    let corrects: Int?

    init(pipeline: String, period: String, _ choice: RevisionChoice, in journal: SQLiteJournal) async throws {
        if let damaged = try await journal.damagedRuns().first(where: { $0.id?.pipeline == pipeline && $0.id?.period == period }) {
            throw damaged.problem
        }
        var newest: RunRecord?
        for run in try await journal.runs() where run.id.pipeline == pipeline && run.id.period == period {
            if run.id.revision > newest?.id.revision ?? 0 { newest = run }
        }
        let revision: Int
        switch (newest, choice) {
        case (nil, _): revision = 1
        case (let run?, .newest): revision = run.id.revision
        case (let run?, .next):
            // A revision under way is the next one already.
            revision = run.phase == .complete ? run.id.revision + 1 : run.id.revision
        }
        id = RunID(pipeline: pipeline, period: period, revision: revision)
        record = newest?.id == id ? newest : nil
        corrects = record?.corrects ?? (revision > 1 ? revision - 1 : nil)
    }
}
