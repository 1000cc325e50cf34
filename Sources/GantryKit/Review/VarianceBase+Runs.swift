internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns
internal import GantrySignOff

extension VarianceBase {
    /// So many periods before the one that is compared with decide who is back, and who is new.
    private static let earlierPeriods = 3

    /// What a new run compares its pay with: the newest signed run of the period before, or else the newest published
    /// one, from the same server and account. `nil` where there is none, or its folder is gone or changed: pay doesn't
    /// depend on it.
    static func choose(
        for run: RunID, from source: RunSource, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> VarianceBase? {
        guard let period = try? PayPeriod(run.period) else { return nil }
        let periods = try await earlierPeriods(of: run, period, from: source, in: journal)
        guard let newest = periods.first else { return nil }
        var chosen = newest.max { $0.revision < $1.revision }
        var isSigned = false
        for candidate in newest.sorted(by: { $0.revision > $1.revision }) where !isSigned {
            guard try await VarianceBase.isSigned(candidate, in: workspace, journal) else { continue }
            (chosen, isSigned) = (candidate, true)
        }
        guard let chosen, let before = try await usable(chosen, in: workspace) else { return nil }
        var earlier: Set<Int64> = []
        for runs in periods.dropFirst().prefix(earlierPeriods) {
            guard let newest = runs.max(by: { $0.revision < $1.revision }) else { continue }
            earlier.formUnion(try await usable(newest, in: workspace)?.ids ?? [])
        }
        earlier.subtract(before.ids)
        return try before.asBase(
            of: period, isSigned: isSigned, earlier: earlier.sorted { $0.keyText < $1.keyText })
    }

    /// The newest published run of the period before; `nil` where there is none.
    static func newest(
        before run: RunID, from source: RunSource, in journal: any WorkspaceJournal
    ) async throws -> RunID? {
        guard let period = try? PayPeriod(run.period) else { return nil }
        return try await earlierPeriods(of: run, period, from: source, in: journal).first?
            .max { $0.revision < $1.revision }
    }

    /// Published runs of earlier periods, those of one period together, the latest period first. Where this one is
    /// by a rule, from the 16th to the 15th, the one before it by that rule comes before all others.
    private static func earlierPeriods(
        of run: RunID, _ period: PayPeriod, from source: RunSource, in journal: any WorkspaceJournal
    ) async throws -> [[RunID]] {
        let known = try await journal.usableRuns(.of(pipeline: run.pipeline)).filter {
            $0.phase == .complete && $0.source.map(source.matches) ?? false
        }
        let earlier = known.compactMap { record in
            (try? PayPeriod(record.id.period)).map { (id: record.id, period: $0) }
        }.filter { $0.period.last < period.first }
        let before = PayPeriodRule(of: period)?.period(with: period.first - 1)
        func rank(_ other: PayPeriod) -> (Int, CivilDate, String) {
            (before?.first == other.first && before?.last == other.last ? 1 : 0, other.last, other.name)
        }
        return Dictionary(grouping: earlier) { $0.period.name }.values
            .sorted { rank($0[0].period) > rank($1[0].period) }
            .map { $0.map(\.id) }
    }

    /// A book that isn't what the journal keeps stops who signs, and not who exports.
    private static func isSigned(
        _ run: RunID, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> Bool {
        do {
            let history = try await BookKeeper(journal, SignOffPlace(run: run, workspace: workspace)).history
            return history[run].phase >= .signed
        } catch is BookError {
            return false
        }
    }

    private static func usable(_ run: RunID, in workspace: Workspace) async throws -> ComparedPay? {
        do {
            return try await ComparedPay(run, .provenPay(of: run, in: workspace))
        } catch let error as RunError where [.unusableRun, .verificationFailed].contains(error.code) {
            return nil
        }
    }
}

extension ComparedPay {
    /// - Parameter period: the one that is compared with this run.
    func asBase(
        of period: PayPeriod, isSigned: Bool, earlier: [Int64]
    ) throws -> VarianceBase {
        let digest = try ReadFile.contents(of: BagTag.tagManifest, under: pay.folder.path).digest
        var base = VarianceBase(
            run: run.description, bag: digest.description, isSigned: isSigned,
            lines: VarianceBase.lines(
                of: pay.employees, workdays: (pay.batch.period.workdays, period.workdays)),
            earlier: earlier)
        base.paid = BasePay(pay.employees, codes: pay.payCodes)
        if let workers = pay.folder.file(FileEntry.joinedWorkers) {
            let people = try JoinedWorkers.read(workers.path).people
            base.rates = Dictionary(people.map { ($0.id, $0.rateText) }) { $1 }
        }
        return base
    }
}
