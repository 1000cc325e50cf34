internal import GantryEngine
internal import GantryFiles
package import GantryModel
internal import GantryOutputs
package import GantryPayroll
internal import GantryRuns

/// What a run pays and a person keeps out in another period: an entry whose day was moved after it was held there, or
/// leave that reaches into both.
package struct HeldElsewhere {
    /// What is kept out there.
    private enum Subject {
        case entry(PaidEntry)
        /// Leave, with its first day in the period of the run.
        case leave(ApprovedLeave.Request, from: CivilDate)
    }

    /// The pipeline and period of the hold.
    private let period: String
    private let hold: Decision
    private let subject: Subject

    package init(_ entry: PaidEntry, by hold: Decision, in period: String) {
        (subject, self.hold, self.period) = (.entry(entry), hold, period)
    }

    package init(_ leave: ApprovedLeave.Request, from first: CivilDate, by hold: Decision, in period: String) {
        (subject, self.hold, self.period) = (.leave(leave, from: max(leave.first, first)), hold, period)
    }

    /// What a run would pay and what stands on hold in other periods of the same office. None of a run that was
    /// delivered.
    ///
    /// - Parameter folder: that of the run. One that doesn't keep its entries has none of them.
    /// - Throws: `BookError`; `RunError` and `FileError` for files that can't be read.
    static func all(
        of record: RunRecord, in folder: ExportFolder, _ workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> [HeldElsewhere] {
        guard record.head.paysPeople, let source = record.source, let period = try? PayPeriod(record.id.period) else {
            return []
        }
        func name(_ run: RunID) -> String { "\(run.pipeline)/\(run.period)" }
        var others: [String: [RunID]] = [:]
        for run in try await journal.samePay(as: record.id, from: source) where name(run.id) != name(record.id) {
            others[name(run.id), default: []].append(run.id)
        }
        let leave = try folder.file(FileEntry.leave).map { try ApprovedLeave(archive: $0.path).requests } ?? []
        let near = leave.filter { $0.first <= period.last && period.first <= $0.last }
        var holds: [(period: String, entry: Int64, decision: Decision)] = []
        var found: [HeldElsewhere] = []
        for (name, runs) in others.sorted(by: { $0.key < $1.key }) {
            guard let first = runs.first else { continue }
            let decided = try DecisionFile(workspace, first).read()
            guard decided.holdsByHand else { continue }
            let days = try? PayPeriod(first.period)
            let there = try await HeldEmployees(decided, of: runs, in: workspace)
            for request in near {
                guard let hold = decided.hold(ofLeave: request.id, employee: request.employeeID) else { continue }
                // A hold of all of an employee is about the days of its period, and about what has left them since.
                let reachesInto = days.map { request.first <= $0.last && $0.first <= request.last } ?? false
                guard hold.leave != nil || reachesInto || there.leave.contains(request.id) else { continue }
                found.append(HeldElsewhere(request, from: period.first, by: hold, in: name))
            }
            var isOneList = false
            for run in runs where !isOneList {
                isOneList = try await journal.entryKeys(of: record.id, besides: run) == .same
            }
            // An entry of another list can't have moved here.
            guard isOneList else { continue }
            var entries: [Int64: Decision] = [:]
            for decision in decided.standing where decision.verb == .hold {
                switch decision.held {
                case .entry(let id)?: entries[id] = decision
                case .employee(let id)?:
                    for entry in there.entries[id] ?? [] where entries[entry] == nil { entries[entry] = decision }
                case .leave?, nil: break
                }
            }
            holds += entries.sorted { $0.key < $1.key }.map { (name, $0.key, $0.value) }
        }
        guard !holds.isEmpty || !found.isEmpty else { return [] }
        var lookup = try await PaidLookup(in: workspace, journal)
        guard try await lookup.paid(record.id) == nil else { return [] }
        guard !holds.isEmpty, let exported = try? ExportedEntries(folder) else { return found }
        let numbers = try await PaidEntries(workspace: workspace).numbers(in: folder)
        holds.removeAll { !numbers.contains($0.entry) }
        guard !holds.isEmpty else { return found }
        let entries = try await exported.values(of: Set(holds.map(\.entry)))
        return holds.compactMap { hold in
            entries[hold.entry].map { HeldElsewhere($0, by: hold.decision, in: hold.period) }
        } + found
    }

    /// As a finding of the review.
    ///
    /// - Parameter decided: the decisions about the period of the run.
    package func finding(_ decided: Decisions, _ roster: Roster) -> ReviewReport.Finding {
        let rule = PayrollChecks.Rule.heldElsewhere
        let there = "held in \(period) by \(hold.by): \(hold.because)"
        let (entry, employee, date): (Int64?, Int64, CivilDate?)
        let (found, expected): (String, String)
        let own: Decision?
        var hours: Hours?
        switch subject {
        case .entry(let paid):
            (entry, employee, date) = (paid.id, paid.employee, paid.date)
            (found, expected) = (there, "an entry that nobody keeps out")
            own = decided.hold(ofEntry: paid.id, employee: paid.employee)
            hours = paid.normal + paid.overtime + paid.weekend
        case .leave(let request, let first):
            (entry, employee, date) = (nil, request.employeeID, first)
            (found, expected) = ("leave \(request.id.keyText), \(there)", "leave that nobody keeps out")
            own = decided.hold(ofLeave: request.id, employee: request.employeeID)
        }
        let id = FindingID.make(rule: rule, entry: entry, employee: employee, date: date, found: found)
        let decision = own ?? decided[id]
        let person = roster.index(of: employee)
        return ReviewReport.Finding(
            id: id, severity: .warning, rule: rule, entry: entry, employee: employee,
            name: person < 0 ? nil : roster.people[Int(person)].name, date: date, found: found, expected: expected,
            hours: hours, amount: hours.flatMap { ReviewedBag.amount($0, ofPersonAt: person, roster) },
            state: own != nil ? .held : decision?.verb == .accept ? .accepted : .open,
            decision: decision.map { ReviewReport.Decided($0) }, canBeWaived: false)
    }
}

/// What the runs of a period have of employees of whom a person holds everything there. It is kept out, also where no
/// files were written since that was decided.
private struct HeldEmployees {
    /// The numbers of their entries, by employee.
    private(set) var entries: [Int64: Set<Int64>] = [:]
    /// Requests of leave, of whomever.
    private(set) var leave: Set<Int64> = []

    /// - Throws: `RunError` and `FileError` for files that can't be read; a folder that isn't here has none.
    init(_ decided: Decisions, of runs: [RunID], in workspace: Workspace) async throws {
        let employees = Set(
            decided.standing.compactMap { decision -> Int64? in
                if decision.verb == .hold, case .employee(let id)? = decision.held { id } else { nil }
            })
        guard !employees.isEmpty else { return }
        for run in runs {
            guard let folder = try ExportFolder.ifExists(workspace.folder(of: run)) else { continue }
            if let archive = SharedEntries.Archive(of: folder) {
                let found = try await NamedEntries.of(employees, in: archive)
                entries.merge(found) { $0.union($1) }
            } else if let bag = try? ReviewedBag(folder, of: run, decided: Decisions()) {
                for finding in bag.findings where finding.rule == Decision.byHand {
                    guard let employee = finding.employee, let entry = finding.entry else { continue }
                    entries[employee, default: []].insert(entry)
                }
            }
            guard let file = folder.file(FileEntry.leave) else { continue }
            leave.formUnion(try ApprovedLeave(archive: file.path).requests.map(\.id))
        }
    }
}
