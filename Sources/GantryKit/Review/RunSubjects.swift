internal import GantryEngine
internal import GantryFiles
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll

/// Who and what is in a published run: what a hold can name.
struct RunSubjects {
    private let run: RunID
    /// The office's list of employees; `nil` where a worker's number at the source is the payroll number.
    let table: EmployeeTable?
    private let names: [Int64: String]
    private let leave: [ApprovedLeave.Request]
    private let archive: SharedEntries.Archive?
    /// Whether keys can be texts: those of built-in systems are numbers.
    private let hasTextKeys: Bool

    /// - Parameters:
    ///   - proven: its folder, whose files were compared with their digests.
    ///   - people: its workers; `nil` reads them.
    init(_ run: RunID, _ proven: ExportFolder, people: [Roster.Person]? = nil) throws {
        self.run = run
        table = try proven.file(FileEntry.employees).map {
            try EmployeeTable(
                csv: ReadFile.bytes(of: $0.path), path: $0.path, hasTextKeys: proven.totals.isByRoles)
        }
        let people =
            try people ?? proven.file(FileEntry.joinedWorkers).map { try JoinedWorkers.read($0.path).people } ?? []
        names = Dictionary(people.map { ($0.id, $0.name) }) { first, _ in first }
        leave = try proven.file(FileEntry.leave).map { try ApprovedLeave(archive: $0.path).requests } ?? []
        archive = SharedEntries.Archive(of: proven)
        hasTextKeys = proven.totals.isByRoles
    }

    /// The id that a person means: where ids are numbers, `0012` is 12.
    /// - Throws: `RunError.refusedDecision` for a text there, so that no slip holds what never comes.
    func key(_ id: Int64) throws -> Int64 {
        guard id.isTextKey, !hasTextKeys else { return id }
        if let number = Int64(id.keyText) { return number }
        throw RunError(
            .refusedDecision, "Ids in \(run) are whole numbers, and \(quoted(id.keyText)) is none.",
            advice: "\(.review(run: run.description)) and the payroll files show the ids.")
    }

    func person(_ id: Int64) -> DecisionResult.Employee {
        DecisionResult.Employee(id: id, payrollNumber: table?[id]?.payrollNumber, name: table?[id]?.name ?? names[id])
    }

    /// Whom a person means by an id of the source or a number of the payroll system.
    /// - Throws: `RunError.refusedDecision` where that is nobody, or two.
    func person(_ subject: DecisionRequest.Subject) throws -> DecisionResult.Employee? {
        switch subject {
        case .employee(let id): return person(try key(id))
        case .payrollNumber(let number):
            guard let row = table?.rows.first(where: { $0.payrollNumber == number }) else {
                throw RunError(
                    .refusedDecision, "Nobody in \(run) has the payroll number \(quoted(number)).",
                    advice: nearest(number))
            }
            return person(row.employeeID)
        case .worker(let text):
            let byNumber = table?.rows.first { $0.payrollNumber == text }
            let byID = (hasTextKeys ? Int64(key: text) : Int64(text)).flatMap { id in isKnown(id) ? id : nil }
            if let byNumber, let byID, byNumber.employeeID != byID {
                throw RunError(
                    .refusedDecision,
                    "\(text) is the id of \(words(person(byID))), and the payroll number of \(words(person(byNumber.employeeID))).",
                    advice: "Say which is meant: id:\(text) or number:\(text).")
            }
            if let id = byNumber?.employeeID ?? byID ?? unknownID(text) { return person(id) }
            throw RunError(
                .refusedDecision, "Nobody in \(run) has the id or payroll number \(quoted(text)).",
                advice: nearest(text))
        case .finding, .entry, .leave: return nil
        }
    }

    /// Somebody whom no list of the run has: a number, or a text where the system's keys are texts.
    private func unknownID(_ text: String) -> Int64? {
        guard hasTextKeys else { return Int64(text) }
        let known = names.keys + (table?.rows ?? []).map(\.employeeID)
        return Int64(key: text).flatMap { id in
            id.isTextKey && !known.isEmpty && !known.contains(where: \.isTextKey) ? nil : id
        }
    }

    private func isKnown(_ id: Int64) -> Bool {
        table?[id] != nil || names[id] != nil || leave.contains { $0.employeeID == id }
    }

    private func words(_ person: DecisionResult.Employee) -> String { person.name ?? "employee \(person.id.keyText)" }

    private func nearest(_ text: String) -> Advice {
        let known =
            (table?.rows ?? []).flatMap { [$0.payrollNumber, $0.employeeID.keyText] } + names.keys.map(\.keyText)
        return nearestWord(to: text, among: known).map { "Did you mean \($0)?" }
            ?? "\(.show(run: run.description)) and the payroll files show who is in the run."
    }

    /// - Throws: `RunError.refusedDecision` for what the run doesn't have.
    func requirePresent(_ held: [Decision.Held]) async throws {
        var entries: Set<Int64> = []
        for case .entry(let id) in held { entries.insert(id) }
        var named: NamedEntries?
        if let archive { named = try await NamedEntries(entries, in: archive) }
        for thing in held {
            switch thing {
            case .entry(let id):
                guard let named else { throw unknown("entry \(id.keyText)") }
                if !named.found.contains(id) { throw absent("entry \(id.keyText)", named.nearest[id] ?? []) }
            case .leave(let id):
                guard leave.contains(where: { $0.id == id }) else {
                    // Both can be at the ends of 64 bits.
                    func distance(_ other: Int64) -> UInt128 { (Int128(other) - Int128(id)).magnitude }
                    let known = leave.map(\.id).sorted { distance($0) < distance($1) }
                    throw absent("approved leave \(id.keyText)", Array(known.prefix(3)))
                }
            case .employee(let id):
                guard let named else {
                    if isKnown(id) { continue }
                    throw unknown("employee \(id.keyText)")
                }
                if named.employees.contains(id) || leave.contains(where: { $0.employeeID == id }) { continue }
                let near = named.employees.union(leave.map(\.employeeID)).map(\.keyText).sorted()
                let like = nearestWord(to: id.keyText, among: near).flatMap { Int64(key: $0) }
                throw absent("work or leave of employee \(id.keyText)", like.map { [$0] } ?? [])
            }
        }
    }

    private func absent(_ what: String, _ near: [Int64]) -> RunError {
        RunError(
            .refusedDecision, "\(run) has no \(what).",
            advice: near.isEmpty
                ? "To decide about it before it comes, add \(.althoughAbsent)."
                : "The nearest are \(listed(near.map(\.keyText))). To decide about it before it comes, add \(.althoughAbsent)."
        )
    }

    private func unknown(_ what: String) -> RunError {
        RunError(
            .refusedDecision, "\(run) keeps no archive, so nobody can tell whether it has \(what).",
            advice: "To decide about it all the same, add \(.althoughAbsent).")
    }
}
