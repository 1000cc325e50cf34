internal import GantryEngine
internal import GantryJSON
package import GantryModel
internal import GantryOutputs

/// What a person decided about a finding, and why.
package struct Decision: Sendable, Equatable {
    /// The id of the finding (`FindingID`).
    package let id: String
    package let verb: DecisionVerb
    package let rule: String
    package let entry: Int64?
    package let employee: Int64?
    /// An approved request of leave; only of a hold.
    package let leave: Int64?
    package let date: CivilDate?
    package let found: String
    /// The hours of what it was made about; `nil` where there are none.
    package let hours: Hours?
    /// The rule of the finding that a hold was made about; `nil` where nothing was found.
    package let about: String?
    /// Who decided: a name in `people` of gantry.yaml.
    package let by: String
    /// One line.
    package let because: String
    package let time: Instant

    package init(
        id: String, verb: DecisionVerb, rule: String, entry: Int64?, employee: Int64?, leave: Int64? = nil,
        date: CivilDate?,
        found: String, hours: Hours? = nil, about: String? = nil, by: String, because: String, time: Instant
    ) {
        self.id = id
        self.verb = verb
        self.rule = rule
        self.entry = entry
        self.employee = employee
        self.leave = leave
        self.date = date
        self.found = found
        self.hours = hours
        self.about = about
        self.by = by
        self.because = because
        self.time = time
    }

    /// The rule of what a person keeps out, whatever rules find.
    package static let byHand = "held-by-decision"
    /// In place of the rule that a hold was made about: what the run didn't have when it was decided.
    package static let notInRun = "not-in-run"

    /// What a person keeps out until the hold is withdrawn.
    package enum Held: Sendable, Hashable {
        case entry(Int64)
        /// Everything that pays the employee: entries and leave.
        case employee(Int64)
        /// The days of a request.
        case leave(Int64)
    }

    /// A hold, or its withdrawal.
    package init(
        _ verb: DecisionVerb, of held: Held, hours: Hours? = nil, about: String? = nil, by: String, because: String,
        time: Instant
    ) {
        var (entry, employee, leave): (Int64?, Int64?, Int64?) = (nil, nil, nil)
        switch held {
        case .entry(let id): entry = id
        case .employee(let id): employee = id
        case .leave(let id): leave = id
        }
        self.init(
            id: Decision.id(of: held), verb: verb, rule: Decision.byHand, entry: entry, employee: employee,
            leave: leave, date: nil, found: "kept out by \(by)", hours: hours, about: about, by: by, because: because,
            time: time)
    }

    /// The id of every decision that keeps a thing out or lets it go.
    package static func id(of held: Held) -> String {
        switch held {
        case .entry(let id): FindingID.make(rule: byHand, entry: id, employee: nil, date: nil, found: "")
        case .employee(let id): FindingID.make(rule: byHand, entry: nil, employee: id, date: nil, found: "")
        case .leave(let id): FindingID.make(rule: byHand, entry: nil, employee: nil, date: nil, found: "leave \(id)")
        }
    }

    /// What a hold keeps out; `nil` for a decision about a finding.
    package var held: Held? {
        guard rule == Decision.byHand else { return nil }
        return entry.map(Held.entry) ?? leave.map(Held.leave) ?? employee.map(Held.employee)
    }

    /// One line of JSON, with its line break.
    package var line: [UInt8] {
        func key(_ value: Int64?) -> JSONTree { value.map { .key($0) } ?? .null }
        let tree = JSONTree.object([
            "id": .string(id), "verb": .string(verb.rawValue), "rule": .string(rule), "entry": key(entry),
            "employee": key(employee), "leave": key(leave),
            "date": date.map { .string("\($0)") } ?? .null, "found": .string(found),
            "hours": hours.map { .string("\($0)") } ?? .null, "about": about.map { .string($0) } ?? .null,
            "by": .string(by), "because": .string(because), "time": .string("\(time)"),
        ])
        return Array((tree.compact + "\n").utf8)
    }

    /// Reads what `line` gave; `nil` for anything else.
    package init?(line: [UInt8]) {
        guard let tree = try? JSONTree(line), let id = tree["id"]?.text,
            let verb = tree["verb"]?.text.flatMap(DecisionVerb.init(rawValue:)), let rule = tree["rule"]?.text,
            let found = tree["found"]?.text, let by = tree["by"]?.text, let because = tree["because"]?.text,
            let time = tree["time"]?.text.flatMap({ Instant($0) })
        else { return nil }
        self.init(
            id: id, verb: verb, rule: rule, entry: tree["entry"]?.key,
            employee: tree["employee"]?.key, leave: tree["leave"]?.key,
            date: tree["date"]?.text.flatMap { CivilDate($0) }, found: found,
            hours: tree["hours"]?.nano.flatMap { Int64(exactly: $0) }.map(Hours.init(nano:)),
            about: tree["about"]?.text, by: by, because: because, time: time)
    }
}

/// The decisions about a period, in the order in which they were made. Only added to, never edited.
package struct Decisions: Sendable, Equatable {
    package private(set) var all: [Decision]
    private var newest: [String: Decision] = [:]
    private var waivers: [String: [Decision]] = [:]
    private var holds: [Decision.Held: Decision] = [:]

    package init(_ all: [Decision] = []) {
        self.all = all
        for decision in all {
            let counts = decision.verb == .withdraw ? nil : decision
            newest[decision.id] = counts
            let others = waivers[decision.id]?.filter { $0.by.lowercased() != decision.by.lowercased() } ?? []
            waivers[decision.id] = decision.verb == .waive ? others + [decision] : nil
            if let held = decision.held { holds[held] = decision.verb == .hold ? decision : nil }
        }
    }

    package var isEmpty: Bool { all.isEmpty }

    /// The newest decision of each id that isn't withdrawn, in the order in which they were made.
    package var standing: [Decision] {
        var seen: Set<String> = []
        return all.reversed().filter { seen.insert($0.id).inserted && $0.verb != .withdraw }.reversed()
    }

    /// The decision about a finding that counts: the newest that isn't withdrawn.
    package subscript(id: String) -> Decision? { newest[id] }

    /// The newest waiver of each person who waives a finding, where no other decision came after it.
    package func waivers(of id: String) -> [Decision] { waivers[id] ?? [] }

    /// The decision that keeps an entry out, itself or as all of its employee.
    package func hold(ofEntry entry: Int64, employee: Int64) -> Decision? {
        holds.isEmpty ? nil : holds[.entry(entry)] ?? holds[.employee(employee)]
    }

    /// The decision that keeps everything out that pays an employee.
    package func hold(ofEmployee employee: Int64) -> Decision? { holds[.employee(employee)] }

    /// The decision that keeps a request of leave out, itself or as all of its employee.
    package func hold(ofLeave leave: Int64, employee: Int64) -> Decision? {
        holds.isEmpty ? nil : holds[.leave(leave)] ?? holds[.employee(employee)]
    }

    /// Whether any decision keeps something out by hand.
    package var holdsByHand: Bool { !holds.isEmpty }

    /// The file of decisions: JSON Lines.
    package var document: [UInt8] { all.flatMap(\.line) }

    /// Reads what `document` gave.
    /// - Throws: `RunError.unsupported` with the line that is no decision.
    package init(document: [UInt8], path: String) throws {
        self.init(
            try document.split(separator: 0x0A).enumerated().map { index, line in
                guard let decision = Decision(line: Array(line)) else {
                    throw RunError(
                        .unsupported, "\(path), line \(index + 1): not a decision.",
                        advice: "Restore the file from a copy. Decisions are only added by \(.decide).")
                }
                return decision
            })
    }
}
