package import GantryEngine
internal import GantryFiles
internal import GantryFormats
package import GantryModel
internal import GantryOutputs
package import GantryPayroll
internal import GantryRuns
internal import GantrySignOff

/// Which runs of earlier periods the pay of a run is compared with.
package struct ComparedRuns: Sendable, Equatable {
    /// So many periods before the one that is compared with decide who is back, who is new, and whose a number was.
    private static let earlierPeriods = 3

    /// The newest that was delivered of the newest whole period of which anything was; only where nothing ever was, the
    /// newest signed run of the newest whole period, or else the newest published one.
    package let run: RunID
    /// Whether people signed it.
    package let isSigned: Bool
    /// Runs of its period that were delivered, and with which the pay can as well be compared.
    package let delivered: Set<RunID>
    /// Those of the periods before that one, the latest first.
    package let earlier: [RunID]

    /// `nil` where there is none from the same server and account.
    package init?(
        for run: RunID, from source: RunSource, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws {
        guard let period = try? PayPeriod(run.period) else { return nil }
        let periods = try await ComparedRuns.earlierPeriods(of: run, period, from: source, in: journal)
        var lookup = try await PaidLookup(forExportOf: run, in: workspace, journal)
        var paid: [[PaidRun]] = []
        for runs in periods where paid.count <= ComparedRuns.earlierPeriods {
            var found: [PaidRun] = []
            for run in runs { if let known = try await lookup.paid(run) { found.append(known) } }
            if !found.isEmpty { paid.append(found) }
        }
        let newest: [RunID]
        if paid.isEmpty {
            newest = periods.prefix(ComparedRuns.earlierPeriods + 1)
                .compactMap { $0.max { $0.revision < $1.revision } }
        } else {
            // Of one that was restored nobody knows, but of another one.
            newest = paid.compactMap { runs in
                runs.max {
                    ($0.proof == .unknown ? 0 : 1, $0.run.revision) < ($1.proof == .unknown ? 0 : 1, $1.run.revision)
                }?.run
            }
        }
        guard var chosen = newest.first else { return nil }
        var isSigned = try await lookup.state(of: chosen).phase >= .signed
        if paid.isEmpty {
            for candidate in (periods.first ?? []).sorted(by: { $0.revision > $1.revision }) where !isSigned {
                guard try await lookup.state(of: candidate).phase >= .signed else { continue }
                (chosen, isSigned) = (candidate, true)
            }
        }
        self.run = chosen
        self.isSigned = isSigned
        delivered = Set((paid.first ?? []).filter { $0.proof != .unknown }.map(\.run))
        earlier = Array(newest.dropFirst())
    }

    /// Published runs of earlier whole periods, those of one period together, the latest period first. Where this one
    /// is by a rule, from the 16th to the 15th, the one before it by that rule comes before all others.
    private static func earlierPeriods(
        of run: RunID, _ period: PayPeriod, from source: RunSource, in journal: any WorkspaceJournal
    ) async throws -> [[RunID]] {
        let known = try await journal.usableRuns(.of(pipeline: run.pipeline)).filter {
            $0.phase == .complete && $0.source.map(source.matches) ?? false
        }
        let earlier = known.compactMap { record in
            (try? PayPeriod(record.id.period)).map { (id: record.id, period: $0) }
        }.filter { $0.period.last < period.first && !$0.period.isDated }
        let before = PayPeriodRule(of: period)?.period(with: period.first - 1)
        func rank(_ other: PayPeriod) -> (Int, CivilDate, String) {
            (before?.first == other.first && before?.last == other.last ? 1 : 0, other.last, other.name)
        }
        return Dictionary(grouping: earlier) { $0.period.name }.values
            .sorted { rank($0[0].period) > rank($1[0].period) }
            .map { $0.map(\.id) }
    }
}

extension PaidLookup {
    /// By the journal alone where the book of a run's pipeline isn't what the journal keeps: that stops who signs, and
    /// not who exports.
    fileprivate init(
        forExportOf run: RunID, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws {
        try await self.init(in: workspace, journal)
        do {
            _ = try await state(of: run)
        } catch is BookError {
            try await self.init(in: workspace, journal, booked: [])
        }
    }
}

extension VarianceBase {
    /// What a run compares its pay with, and the run that it can't be compared with, since it is withdrawn or its
    /// folder is gone or changed: pay doesn't depend on it.
    ///
    /// - Parameter kept: what a published run was compared with when it was written. It stays only where that is
    ///   what a new run would be compared with, or was delivered of the same period. The default is nothing.
    package static func choose(
        for run: RunID, from source: RunSource, keeping kept: VarianceBase? = nil, in workspace: Workspace,
        _ journal: any WorkspaceJournal
    ) async throws -> (base: VarianceBase?, lost: RunID?) {
        let keptRun = kept.flatMap { RunID($0.run) }
        if let kept {
            var lookup = try await PaidLookup(forExportOf: run, in: workspace, journal)
            // What was delivered stays as people have looked at it.
            if try await lookup.paid(run) != nil { return (kept, nil) }
        }
        guard let period = try? PayPeriod(run.period),
            let chosen = try await ComparedRuns(for: run, from: source, in: workspace, journal)
        else {
            let marks = try await RunMarks(journal)
            guard let kept, let keptRun else { return (nil, nil) }
            return marks.isUsable(keptRun) ? try kept.proven(by: keptRun, in: workspace) : (nil, keptRun)
        }
        if let kept, let keptRun, keptRun == chosen.run || chosen.delivered.contains(keptRun) {
            let proven = try kept.proven(by: keptRun, in: workspace)
            // Where its folder is gone, one that was delivered since takes its place.
            if proven.base != nil || keptRun == chosen.run { return proven }
        }
        guard let before = try await usable(chosen.run, in: workspace) else { return (nil, chosen.run) }
        var known = Set(before.formers)
        var earlier: [VarianceBase.Former] = []
        for run in chosen.earlier {
            earlier += try await usable(run, in: workspace)?.formers.filter { known.insert($0).inserted } ?? []
        }
        let base = try before.asBase(of: period, isSigned: chosen.isSigned, earlier: earlier)
        return (base, nil)
    }

    /// As it is, or the run where its folder is no longer what it was made of.
    private func proven(by run: RunID, in workspace: Workspace) throws -> (base: VarianceBase?, lost: RunID?) {
        try RunMarks.folder(of: run, bag: bag, in: workspace) == .present ? (self, nil) : (nil, run)
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
    /// Who was paid under which number.
    fileprivate var formers: [VarianceBase.Former] {
        paid.map { VarianceBase.Former(employee: $0.employeeID, number: $0.payrollNumber) }
    }

    /// - Parameter period: the one that is compared with this run.
    func asBase(
        of period: PayPeriod, isSigned: Bool, earlier: [VarianceBase.Former]
    ) throws -> VarianceBase {
        let digest = try ReadFile.contents(of: BagTag.tagManifest, under: pay.folder.path).digest
        var base = VarianceBase(
            run: run.description, bag: digest.description, isSigned: isSigned,
            lines: VarianceBase.lines(
                of: pay.employees, workdays: (pay.batch.period.workdays, period.workdays)),
            earlier: earlier)
        base.paid = BasePay(pay.employees, codes: pay.payCodes)
        base.rates = [:]
        if let workers = pay.folder.file(FileEntry.joinedWorkers) {
            let people = try JoinedWorkers.read(workers.path).people
            base.rates = Dictionary(people.map { ($0.id, $0.rateText) }) { $1 }
        }
        return base
    }
}
