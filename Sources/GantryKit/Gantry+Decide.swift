public import GantryEngine
public import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns

/// What is to be decided, about which findings.
public struct DecisionRequest: Sendable, Equatable {
    /// What is decided about.
    public enum Subject: Sendable, Equatable {
        /// A finding of the run, by its id.
        case finding(String)
        /// An entry.
        case entry(Int64)
        /// Everything that pays an employee, by the id of the source.
        case employee(Int64)
        /// The same, by the number in the payroll system.
        case payrollNumber(String)
        /// The same, by either, where only one person can be meant.
        case worker(String)
        /// The days of an approved request of leave.
        case leave(Int64)
    }

    /// What is decided.
    public var verb: DecisionVerb
    /// What it is about; at least one.
    public var subjects: [Subject]
    /// Who decides: a name in `people` of gantry.yaml, or else 1 to 64 letters, digits, blanks, `.`, `-`, `_` and `'`,
    /// the first a letter or a digit.
    public var by: String
    /// Why: one line of 10 to 500 characters.
    public var because: String
    /// Whether to keep out what the run doesn't have yet.
    public var althoughAbsent = false

    /// A decision about these subjects.
    public init(_ verb: DecisionVerb, _ subjects: [Subject], by: String, because: String) {
        self.verb = verb
        self.subjects = subjects
        self.by = by
        self.because = because
    }
}

/// What became of a request to decide.
public struct DecisionResult: Sendable, Equatable {
    /// How many decisions were made; one about several findings of a record, or about records under one id, is one.
    public internal(set) var made = 0
    /// How many of them were added; the same decision again adds none.
    public internal(set) var added = 0
    /// Whom the request named.
    public internal(set) var employees: [Employee] = []

    /// Somebody whom a decision is about.
    public struct Employee: Sendable, Equatable {
        /// The id of the source.
        public let id: Int64
        /// The number in the payroll system; `nil` without a list of employees.
        public let payrollNumber: String?
        /// As the run has it.
        public let name: String?
    }
}

extension Gantry {
    /// Adds decisions about findings of a published pay run to those of its period.
    ///
    /// - Throws: `RunError.refusedDecision` for an id or a thing that the run doesn't have, a rule that can't be
    ///   waived, or a name or a reason that is none; nothing is added then.
    @discardableResult
    public static func decide(
        _ request: DecisionRequest, about run: RunID, in workspace: Workspace, command: String = ""
    ) async throws -> DecisionResult {
        try requireName(request.by)
        try requireReason(request.because)
        let file = DecisionFile(workspace, run)
        let folder = try await ExportFolder.proven(run, in: workspace)
        let report = try await review(run, folder, in: workspace)
        let deciding = Deciding(
            request, report: report, known: try file.read(), subjects: try RunSubjects(run, folder), in: workspace)
        let decisions = try await deciding.decisions()
        var result = DecisionResult()
        result.employees = decisions.employees
        result.made = Set(decisions.all.map(\.id)).count
        guard let journal = try workspace.existingJournal() else {
            result.added = try file.add(decisions.all, command: command).count
            return result
        }
        let right = RunDirectories(id: run, workspace: workspace, command: command).right("decide")
        result.added = try await journal.whileHolding(right) { try file.add(decisions.all, command: command).count }
        return result
    }

    static func requireName(_ name: String) throws {
        let scalars = name.unicodeScalars
        let isPlain =
            (1...64).contains(scalars.count) && scalars.first?.properties.isAlphanumeric ?? false && scalars.last != " "
            && scalars.allSatisfy { $0.properties.isAlphanumeric || " .-_'".unicodeScalars.contains($0) }
        guard isPlain else {
            throw RunError(
                .refusedDecision, "\(quoted(name)) can't be the name of who decides.",
                advice:
                    "Use 1 to 64 letters, digits, blanks, dots, hyphens, _ or ', starting with a letter or a digit: Payroll Clerk."
            )
        }
    }

    static func requireReason(_ reason: String) throws {
        let count = reason.unicodeScalars.count
        guard (10...500).contains(count), !reason.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            throw RunError(
                .refusedDecision,
                count < 10
                    ? "The reason \(quoted(reason)) is too short."
                    : "The reason is not one line of at most 500 characters.",
                advice: "Say in one line of at least 10 characters why, for whoever reads it in five years.")
        }
    }
}

extension Unicode.Scalar.Properties {
    /// A letter of any script, a mark on one, or a digit.
    fileprivate var isAlphanumeric: Bool {
        switch generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            true
        default: false
        }
    }
}
