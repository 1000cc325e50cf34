internal import GantryEngine
internal import GantryFiles
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns
internal import GantrySignOff

/// What a published payroll run pays that another run has paid.
struct PaidBefore {
    let paid: PaidRun
    /// Work entries of both; `nil` where those of the other aren't known here.
    let entries: Int?
    /// Days of employees on which both pay leave or a holiday; `nil` where those of the other aren't known here.
    let leaveDays: Int?
    /// Whether it is a revision of the same period: then only a correction of it can be delivered.
    let isSamePeriod: Bool
    /// Whether the folder of the other isn't here, so that nobody can say what it has of this one.
    var isLost = false
    /// The machine and folder of one that is elsewhere; `nil` for a folder that belongs here and is gone.
    var place: String?
    /// Whether the other tells entries by another field, so that nobody can say which it has of this one.
    var hasOtherKeys = false
    /// Another address or account that the other came from, with an entry whose id is of other hours here; `nil` for the
    /// same.
    var otherSource: String?

    /// The rules of such findings.
    static let rule = PayrollChecks.Rule.paidBefore
    static let periodRule = PayrollChecks.Rule.periodPaid

    /// What other runs have paid, in the order of their days; of the same pipeline and period first.
    ///
    /// - Throws: `BookError`; `RunError` and `FileError` for an export that can't be read.
    static func all(
        of record: RunRecord, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> [PaidBefore] {
        guard let source = record.source, let period = try? PayPeriod(record.id.period) else { return [] }
        let known = try await PaidRuns(likeThatOf: record.id, from: source, in: workspace, journal)
        var found: [PaidBefore] = []
        let correction = try await Correction.kept(by: record.id, journal)
        var own = known.ofPeriod(of: record.id)
        if own?.run == record.id, own?.isInBook == false {
            // What the run itself has begun isn't in its own way.
            own = try await PaidRuns(ofPeriodOf: record.id, begun: false, in: workspace, journal).ofPeriod(
                of: record.id)
        }
        if let own, own.run != record.id, own.run != correction?.run {
            found.append(PaidBefore(paid: own, entries: nil, leaveDays: nil, isSamePeriod: true))
        }
        // Of other days too: an entry whose day was moved into this period was paid in the period that it left.
        let others = known.others(than: record.id)
        guard !others.isEmpty else { return found }
        // What the base of a correction has is paid, and isn't paid again.
        var mine = try await Contents(of: record.id, in: workspace, now: nil)
        if let base = correction?.run, let paid = try await Contents(of: base, in: workspace, now: journal) {
            mine?.subtract(paid)
        }
        for other in others {
            let overlaps = PaidBefore.overlaps(other.period, period)
            let keys = try await journal.entryKeys(of: record.id, besides: other.run)
            // Nothing shows that an entry of another list, or with another key, has moved here.
            guard overlaps || keys == .same else { continue }
            var shared: Contents?
            if keys != .ofOtherField, let mine,
                let theirs = try await Contents(of: other.run, in: workspace, now: journal, withDays: overlaps)
            {
                var both = mine.intersection(theirs)
                if keys == .ofOtherList {
                    let there = try await places(of: both.entries, in: other.run, workspace)
                    let here = try await places(of: both.entries, in: record.id, workspace)
                    both.keep { id in there[id].map { $0 == here[id] } ?? false }
                }
                if both.isEmpty { continue }
                shared = both
            }
            let isLost = if shared == nil { try await lost(other.run, in: workspace, journal) } else { false }
            let place = isLost ? try await journal.otherPlace(of: other.run, than: workspace) : nil
            // Where this run or the other keeps no entries, only one of the same days must be decided about.
            guard overlaps || isLost && (place == nil || mine != nil) || shared != nil else { continue }
            found.append(
                PaidBefore(
                    paid: other, entries: shared?.entries.count, leaveDays: shared?.days.ofLeave, isSamePeriod: false,
                    isLost: isLost, place: place, hasOtherKeys: keys == .ofOtherField,
                    otherSource: try await otherSource(other.run, than: record, in: workspace, journal)))
        }
        return found
    }

    /// Another address or account that a run came from, with an entry whose id means something else here. What is
    /// another server has ids of its own; what was only moved has the same.
    private static func otherSource(
        _ run: RunID, than record: RunRecord, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> String? {
        guard let from = try await journal.run(run)?.source, let source = record.source, !source.matches(from) else {
            return nil
        }
        guard let then = try ExportFolder.ifExists(workspace.folder(of: run)),
            let now = try ExportFolder.ifExists(workspace.folder(of: record.id)),
            let old = try? ExportedEntries(then), let new = try? ExportedEntries(now)
        else { return from.words }
        let shared = try await ExportedEntries.differences(from: old, to: new).filter {
            $0.old != nil && $0.new != nil
        }
        let example =
            shared.first { $0.old?.employee != $0.new?.employee } ?? shared.first { $0.old?.date != $0.new?.date }
        guard let was = example?.old, let here = example?.new else { return from.words }
        return
            "\(from.words), where entry \(was.id.keyText) is of employee \(was.employee.keyText) on \(was.date), and here of employee \(here.employee.keyText) on \(here.date)"
    }

    /// The day of an employee on which a run exports each of the entries.
    private static func places(
        of entries: EntryNumbers, in run: RunID, _ workspace: Workspace
    ) async throws -> [Int64: EmployeeDay] {
        guard !entries.isEmpty, let folder = try ExportFolder.ifExists(workspace.folder(of: run)) else { return [:] }
        return try await ExportedEntries(folder).values(of: Set(entries.all)).mapValues {
            EmployeeDay(employeeID: $0.employee, date: $0.date)
        }
    }

    private static func lost(
        _ run: RunID, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> Bool {
        guard try ExportFolder.ifExists(workspace.folder(of: run)) == nil else { return false }
        return try await journal.run(run) != nil
    }

    /// What a published run pays: entries, as they are since, and days of employees.
    struct Contents {
        private(set) var entries: EntryNumbers
        private(set) var days: PaidDays

        /// - Parameters:
        ///   - journal: what knows entries that left or came since; `nil` for what its files say.
        ///   - withDays: whether days are asked for, which only runs of the same days share.
        /// - Returns: `nil` where its folder isn't here and its entries aren't known, or it doesn't keep them.
        init?(
            of run: RunID, in workspace: Workspace, now journal: (any WorkspaceJournal)?, withDays: Bool = true
        ) async throws {
            let moved = if let journal { try await MovedEntries(of: run, journal) } else { MovedEntries() }
            let read = PaidEntries(workspace: workspace)
            guard let folder = try ExportFolder.ifExists(workspace.folder(of: run)) else {
                // The days of one that is gone aren't known.
                guard !withDays, let journal, let published = try await read.known(of: run, journal) else {
                    return nil
                }
                entries = moved.applied(to: published)
                days = PaidDays()
                return
            }
            do {
                entries = moved.applied(to: try await read.numbers(in: folder))
                days = withDays ? try PaidDays(await PublishedPay(exported: folder)) : PaidDays()
            } catch let error as RunError where error.code == .unusableRun {
                return nil
            }
        }

        var isEmpty: Bool { entries.isEmpty && days.isEmpty }

        mutating func keep(_ isKept: (Int64) -> Bool) { entries = EntryNumbers(entries.all.filter(isKept)) }

        mutating func subtract(_ other: Contents) {
            entries = entries.filter(in: other.entries, isIn: false)
            days.subtract(other.days)
        }

        func intersection(_ other: Contents) -> Contents {
            var shared = self
            shared.entries = entries.filter(in: other.entries)
            shared.days = days.shared(with: other.days)
            return shared
        }
    }

    /// As the statement has it.
    var again: Statement.Again { Statement.Again(run: paid.run, entries: entries, leaveDays: leaveDays) }

    /// What decisions take out of a run: what the runs have paid that a person has held as paid before.
    ///
    /// - Parameters:
    ///   - own: the run that is decided about: days are only asked of runs of the same days.
    ///   - isNow: whether what these runs' periods still pay is meant: what a correction has taken back, or whose
    ///     delivery failed, isn't paid. Else what was taken out when it was decided. The default is yes.
    /// - Throws: `RunError.unusableRun` where what such a run has paid isn't known here; of what was taken out then it
    ///   is left out.
    static func takenOut(
        of own: RunID, _ decided: Decisions, in workspace: Workspace, _ journal: any WorkspaceJournal,
        isNow: Bool = true
    ) async throws -> [PayInputs.TakenOut] {
        func missing(_ run: RunID, by person: String) -> RunError {
            RunError(
                .unusableRun,
                "\(person) took out what \(run) has paid, and that can't be read from \(workspace.folder(of: run)), so nobody can say here what it is.",
                advice:
                    "Copy its folder there first. Or withdraw that hold, and hold each entry that is paid already by itself: \(.review(run: "\(own.pipeline)/\(own.period)"))"
            )
        }
        let period = try? PayPeriod(own.period)
        var all: [PayInputs.TakenOut] = []
        for decision in decided.standing where decision.rule == rule && decision.verb == .hold {
            guard let run = RunID(String(decision.found.prefix { $0 != " " })) else { continue }
            let withDays = overlaps(period, try? PayPeriod(run.period))
            var newest = run
            if isNow {
                let known = try await PaidRuns(ofPeriodOf: run, in: workspace, journal)
                guard let paid = known.ofPeriod(of: run)?.run else {
                    // What nobody pays now needs no folder. A run that this journal never had may be paid.
                    if try await journal.run(run) == nil, try await journal.forgotten(run) == nil {
                        throw missing(run, by: decision.by)
                    }
                    continue
                }
                newest = paid
            }
            let keys = try await journal.entryKeys(of: own, besides: newest)
            guard keys != .ofOtherField else {
                if !isNow { continue }
                throw RunError(
                    .unusableRun,
                    "\(decision.by) took out what \(run) has paid, and entries have keys of another field there than here, so nobody can say which they are.",
                    advice:
                        "Withdraw that hold, and hold each entry that is paid already by itself: \(.review(run: "\(own.pipeline)/\(own.period)"))"
                )
            }
            let now = isNow ? journal : nil
            var known = try await Contents(of: run, in: workspace, now: now, withDays: withDays)
            if newest != run {
                // Where the one that a person saw is forgotten, what its period pays now is held.
                guard let paid = try await Contents(of: newest, in: workspace, now: now, withDays: withDays) else {
                    throw missing(newest, by: decision.by)
                }
                known = known?.intersection(paid) ?? paid
            }
            guard let paid = known else {
                // Only an explanation of what was paid lacks it then.
                if !isNow { continue }
                throw missing(run, by: decision.by)
            }
            all.append(
                PayInputs.TakenOut(
                    run: run.description, entries: paid.entries,
                    places: keys == .same ? nil : try await places(of: paid.entries, in: newest, workspace),
                    leave: paid.days.leave, holidays: paid.days.holidays, hours: paid.days.hours))
        }
        return all
    }

    /// Whether periods may have days in common.
    private static func overlaps(_ one: PayPeriod?, _ other: PayPeriod?) -> Bool {
        guard let one, let other else { return true }
        return one.first <= other.last && other.first <= one.last
    }
}
