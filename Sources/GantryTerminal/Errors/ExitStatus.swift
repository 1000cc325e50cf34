/// The exit code of a command. The numbers never change their meaning; 64 and above are those of `sysexits.h`.
public enum ExitStatus: Int32, CaseIterable, Sendable {
    case complete = 0
    case failed = 1
    case completeWithRejects = 2
    case alreadyPublished = 3
    case differs = 4
    case inUse = 5
    case waits = 6
    case wrongUsage = 64
    case journalLost = 66
    case canContinue = 75
    case needsSignIn = 77
    case misconfigured = 78

    /// A name for programs: `can-continue`.
    public var name: String {
        switch self {
        case .complete: "complete"
        case .failed: "failed"
        case .completeWithRejects: "complete-with-rejects"
        case .alreadyPublished: "already-published"
        case .differs: "differs"
        case .inUse: "in-use"
        case .waits: "waits"
        case .wrongUsage: "wrong-usage"
        case .journalLost: "journal-lost"
        case .canContinue: "can-continue"
        case .needsSignIn: "needs-sign-in"
        case .misconfigured: "misconfigured"
        }
    }

    /// What a scheduler does with an item that ended so.
    public enum Handling: String, Sendable {
        /// It is finished.
        case done
        /// The same command is run again; so is one that was killed.
        case again
        /// A person is needed first.
        case hold
    }

    /// What a scheduler does after it.
    public var handling: Handling {
        switch self {
        case .complete, .completeWithRejects, .alreadyPublished: .done
        case .inUse, .canContinue: .again
        case .failed, .differs, .waits, .wrongUsage, .journalLost, .needsSignIn, .misconfigured: .hold
        }
    }

    /// That of several things: complete if every one is, their own if all failures ended alike. Otherwise they can
    /// continue if doing it again helps one, and have failed if it helps none.
    ///
    /// - Parameter isWhole: Whether all of them were begun. Default true.
    public static func of(several all: [ExitStatus], isWhole: Bool = true) -> ExitStatus {
        let bad = Set(all).subtracting([.complete, .alreadyPublished, .completeWithRejects])
        if bad.count == 1, let only = bad.first { return only }
        if bad.contains(where: { $0.handling == .again }) { return .canContinue }
        if !bad.isEmpty { return .failed }
        if !isWhole { return .canContinue }
        if all.contains(.completeWithRejects) { return .completeWithRejects }
        return all.allSatisfy { $0 == .alreadyPublished } ? .alreadyPublished : .complete
    }

    /// What it means, for the help.
    public var meaning: String {
        switch self {
        case .complete: "Complete."
        case .failed: "Failed; the message says why. Running it again without a change won't help."
        case .completeWithRejects:
            "Complete, but some records were unreadable, rows were refused, or a file is missing; 'gantry show' lists them."
        case .alreadyPublished:
            "Nothing to do: the run is already published, signed or delivered, or a correction would change nothing."
        case .differs: "The verification found differences."
        case .inUse: "Another process is working on this run."
        case .waits: "Waits for a decision or a signature of a person."
        case .wrongUsage: "Wrong usage: an argument is missing or invalid."
        case .journalLost: "The workspace contains published runs, but their journal is missing."
        case .canContinue: "Stopped by a signal, or failed temporarily. Run the same command again to continue."
        case .needsSignIn: "The server rejected the credentials, or they aren't available."
        case .misconfigured: "A mistake in a pipeline file or in gantry.yaml, or they don't fit the run."
        }
    }

    /// All of them as two-column lines.
    public static var table: String {
        allCases.map { status in
            let number = String(status.rawValue)
            return "  " + String(repeating: " ", count: 2 - number.count) + number + "  " + status.meaning
        }.joined(separator: "\n")
    }
}
