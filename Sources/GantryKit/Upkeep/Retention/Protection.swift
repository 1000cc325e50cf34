internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel
internal import GantryRuns
internal import GantrySignOff

/// Why runs of a workspace must stay, whatever somebody wants to remove.
struct Protection {
    private let journal: any WorkspaceJournal
    private let workspace: Workspace
    private let today: CivilDate
    /// What is signed, by pipeline; a text says why that is not known.
    private var books: [String: Result<SignOffHistory, BookProblem>] = [:]
    /// The run that each correction is of.
    private let bases: [RunID: RunID]
    /// Runs that later ones of records continue from, which have only what is new since.
    private let continued: Set<RunID>

    /// Why every published run stays where the folder of them isn't there.
    static let noExports = "the folder exports isn't there, so nobody can say how long it must be kept"

    private struct BookProblem: Error { let text: String }

    init(_ journal: any WorkspaceJournal, _ workspace: Workspace, today: CivilDate) async throws {
        self.journal = journal
        self.workspace = workspace
        self.today = today
        bases = try await journal.documents(named: Correction.documentName).compactMapValues { Statement.Base($0)?.run }
        var continued: Set<RunID> = []
        for run in try await journal.runs() {
            if case .run(let base)? = run.identity.base { continued.insert(base) }
        }
        self.continued = continued
    }

    /// The run that a run is a correction of.
    func base(of run: RunID) -> RunID? { bases[run] }

    /// The newest run that corrects this one; `nil` if none does.
    func correction(of run: RunID) -> RunID? {
        bases.filter { $0.value == run }.keys.max { $0.revision < $1.revision }
    }

    /// Why a published run can't be removed; `nil` if it can.
    mutating func reason(_ run: RunHead) async throws -> String? {
        let state: SignOffState
        switch try await book(run.id) {
        case .failure(let problem): return problem.text
        case .success(let history): state = history[run.id]
        }
        if state.phase == .prepared { return "prepared for signing" }
        // Its records are in no other run, and the next run asks only for newer ones.
        if continued.contains(run.id) { return "later runs have only the records that came after it" }
        guard RunDirectories.isFolder("\(workspace.path)/exports") else {
            return Protection.noExports
        }
        let lastDay = (try? PayPeriod(run.id.period))?.last ?? run.snapshot.utcDate
        var until = try retainUntil(run.id)
        var word = ""
        if state.phase >= .signed { word = "signed, and " }
        if word.isEmpty, try await mayBePaid(run) { word = "it may have been paid, and " }
        if !word.isEmpty { until = max(until ?? lastDay, Retention.ofPay.until(lastDay)) }
        guard let until, today <= until else { return nil }
        return "\(word)must be kept until \(until)"
    }

    /// What pays people is kept, whether anybody signed it or not. One that is withdrawn was delivered only if whoever
    /// withdrew it knows that it wasn't imported.
    private func mayBePaid(_ run: RunHead) async throws -> Bool {
        guard run.paysPeople, try await journal.document(named: Withdrawal.documentName, of: run.id) == nil else {
            return false
        }
        return try await journal.mayBeDelivered(run.id)
    }

    /// What the bag says; `nil` where it says nothing, or the folder is gone.
    private func retainUntil(_ run: RunID) throws -> CivilDate? {
        let path = "\(workspace.folder(of: run))/\(BagTag.information)"
        guard let bytes = try ReadFile.ifExists(path) else { return nil }
        let label = RunBag.retainLabel + ": "
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .first { $0.hasPrefix(label) }.flatMap { CivilDate($0.dropFirst(label.count)) }
    }

    private mutating func book(_ run: RunID) async throws -> Result<SignOffHistory, BookProblem> {
        if let known = books[run.pipeline] { return known }
        let found: Result<SignOffHistory, BookProblem>
        do {
            let keeper = try await BookKeeper(journal, SignOffPlace(run: run, workspace: workspace))
            found =
                keeper.pending.isEmpty
                ? .success(keeper.history)
                : .failure(BookProblem(text: "a signature or delivery of the pipeline is unfinished"))
        } catch let error as BookError {
            found = .failure(BookProblem(text: "what is signed isn't known: \(error.explanation)"))
        }
        books[run.pipeline] = found
        return found
    }
}
