internal import GantryEngine
internal import GantryJSON
package import GantryModel

/// What a person decided about a finding, and why.
package struct Decision: Sendable, Equatable {
    /// What is decided.
    package enum Verb: String, Sendable, CaseIterable {
        /// A blocker doesn't hold the record.
        case waive
        /// The record stays out, or is kept out.
        case hold
        /// A warning is all right.
        case accept
        /// The decision before is taken back.
        case withdraw
    }

    /// The id of the finding (`FindingID`).
    package let id: String
    package let verb: Verb
    package let rule: String
    package let entry: Int64?
    package let employee: Int64?
    package let date: CivilDate?
    package let found: String
    /// Who decided: a name in `people` of gantry.yaml.
    package let by: String
    /// One line.
    package let because: String
    package let time: Instant

    package init(
        id: String, verb: Verb, rule: String, entry: Int64?, employee: Int64?, date: CivilDate?, found: String,
        by: String, because: String, time: Instant
    ) {
        self.id = id
        self.verb = verb
        self.rule = rule
        self.entry = entry
        self.employee = employee
        self.date = date
        self.found = found
        self.by = by
        self.because = because
        self.time = time
    }

    /// The rule of records that a person keeps out although no rule holds them.
    package static let byHand = "held-by-decision"

    /// One line of JSON, with its line break.
    package var line: [UInt8] {
        func number(_ value: Int64?) -> JSONTree { value.map { .number(String($0)) } ?? .null }
        let tree = JSONTree.object([
            "id": .string(id), "verb": .string(verb.rawValue), "rule": .string(rule), "entry": number(entry),
            "employee": number(employee), "date": date.map { .string("\($0)") } ?? .null, "found": .string(found),
            "by": .string(by), "because": .string(because), "time": .string("\(time)"),
        ])
        return Array((tree.compact + "\n").utf8)
    }

    /// Reads what `line` gave; `nil` for anything else.
    package init?(line: [UInt8]) {
        guard let tree = try? JSONTree(line), let id = tree["id"]?.text,
            let verb = tree["verb"]?.text.flatMap(Verb.init(rawValue:)), let rule = tree["rule"]?.text,
            let found = tree["found"]?.text, let by = tree["by"]?.text, let because = tree["because"]?.text,
            let time = tree["time"]?.text.flatMap({ Instant($0) })
        else { return nil }
        self.init(
            id: id, verb: verb, rule: rule, entry: tree["entry"]?.int.map { Int64($0) },
            employee: tree["employee"]?.int.map { Int64($0) },
            date: tree["date"]?.text.flatMap { CivilDate($0) }, found: found, by: by, because: because, time: time)
    }
}

/// The decisions about a period, in the order in which they were made. Only added to, never edited.
package struct Decisions: Sendable, Equatable {
    package private(set) var all: [Decision]
    private var newest: [String: Decision] = [:]
    private var waivers: [String: [Decision]] = [:]
    /// Records and employees that are kept out although no rule holds them.
    private var heldEntries: [Int64: Decision] = [:]
    private var heldEmployees: [Int64: Decision] = [:]

    package init(_ all: [Decision] = []) {
        self.all = all
        for decision in all {
            let counts = decision.verb == .withdraw ? nil : decision
            newest[decision.id] = counts
            let others = waivers[decision.id]?.filter { $0.by.lowercased() != decision.by.lowercased() } ?? []
            waivers[decision.id] = decision.verb == .waive ? others + [decision] : nil
            guard decision.rule == Decision.byHand, decision.verb == .hold || counts == nil else { continue }
            if let entry = decision.entry {
                heldEntries[entry] = counts
            } else if let employee = decision.employee {
                heldEmployees[employee] = counts
            }
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

    /// The decision that keeps an entry out although no rule does.
    package func hold(ofEntry entry: Int64, employee: Int64) -> Decision? {
        heldEntries.isEmpty && heldEmployees.isEmpty ? nil : heldEntries[entry] ?? heldEmployees[employee]
    }

    /// The decision that keeps a request of leave out, itself or as all of its employee.
    package func hold(ofLeave leave: Int64, employee: Int64) -> Decision? { heldEmployees[employee] }

    /// Whether any decision keeps something out by hand.
    package var holdsByHand: Bool { !heldEntries.isEmpty || !heldEmployees.isEmpty }

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
