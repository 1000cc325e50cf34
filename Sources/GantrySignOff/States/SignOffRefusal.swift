public import GantryEngine
public import GantryModel

/// Why nothing was signed or delivered.
public enum SignOffRefusal: ExplainedError, Equatable {
    /// What kind of refusal it is; exit codes follow it.
    public enum Kind: Sendable {
        /// The request can't be made like this.
        case usage
        /// A person has to decide or sign first.
        case waits
        /// Something isn't what was signed.
        case differs
    }

    case noRules(pipeline: String)
    case unknownPerson(String, known: [String])
    case noRole(Person, may: [String])
    case notTheirAccount(Person, current: String)
    case unusableReason(String)
    case notReady(RunID, [String])
    case newerRevision(RunID, newest: RunID)
    case olderThanSigned(RunID, newest: RunID)
    case paysTwice(RunID, delivered: RunID)
    /// Runs of other names have paid entries or days of leave of it.
    case paidBefore(RunID, [Statement.Again])
    /// Days that aren't over.
    case openPeriod(RunID)
    /// A correction of which no file carries anything.
    case nothingToDeliver(RunID)
    /// A revision whose files are delivered and not typed.
    case hasFiles(RunID)
    /// A correction of another revision than the one that was delivered last.
    case otherBase(RunID, base: RunID?, delivered: RunID?)
    /// A delivery on which a later one relies can't fail.
    case builtUpon(RunID, by: RunID)
    case superseded(RunID, by: RunID)
    case samePerson(Person, RunID)
    case nothingToSign(RunID)
    case alreadySigned(RunID, by: String)
    case needsSignature(Person, statement: String)
    case needsKey(Person)
    case badSignature(Person, SSHSignatureProblem)
    case changed(RunID, what: [String])
    case notPrepared(RunID)
    case notSigned(RunID, SignOffState.Phase)
    case deliveredAlready(RunID, to: String)
    /// What nobody signs, on its way to another place than the one that has it.
    case deliveredElsewhere(RunID, to: String, at: String)
    case notDelivered(RunID, SignOffState.Phase)
    case needsReason(RunID)
    case lostBase(RunID, what: [String])

    /// What kind of refusal it is.
    public var kind: Kind {
        switch self {
        case .notReady, .notSigned, .paidBefore, .nothingToDeliver: .waits
        case .changed, .lostBase: .differs
        default: .usage
        }
    }

    /// Never: something must be decided or corrected.
    public var isRetryable: Bool { false }

    /// What was found.
    public var explanation: String {
        switch self {
        case .noRules(let pipeline):
            "The pipeline file of \(pipeline) has no section sign-off, so nobody can sign its runs."
        case .unknownPerson(let id, let known):
            known.isEmpty
                ? "gantry.yaml has no section people, so nobody is known as \(singleLine(id))."
                : "gantry.yaml has nobody called \(singleLine(id)) under people."
        case .noRole(let person, let may): "\(person.id) (\(person.name)) may not do this; \(listed(may)) may."
        case .notTheirAccount(let person, let current):
            "\(person.id) signs with the account \(person.account ?? ""), but this is \(singleLine(current))."
        case .unusableReason(let why):
            "The reason \(why), expected at least \(SignOffMachine.shortestReason) characters on one line."
        case .notReady(let run, let what):
            "\(run) isn't ready: \(what.count == 1 ? "one thing is" : "\(what.count) things are") open."
        case .newerRevision(let run, let newest): "\(run) is not the newest revision; \(newest) is."
        case .olderThanSigned(let run, let newest): "\(run) is older than \(newest), which is signed already."
        case .paysTwice(let run, let delivered):
            "\(run) is the whole period, but \(delivered) was delivered already: it would be paid twice."
        case .paidBefore(let run, let paid):
            paid.isEmpty
                ? "\(run) was prepared to be paid again, but nothing of it counts as delivered now."
                : "Part of \(run) was delivered already and would be paid twice."
        case .openPeriod(let run): "\(run) is a period as it stood on one day, before it was over, so it isn't paid."
        case .nothingToDeliver(let run):
            "No file carries what \(run) changes; somebody types it into the payroll program."
        case .hasFiles(let run): "\(run) has files for the payroll program, so nobody types it."
        case .otherBase(let run, let base, let delivered) where SignOffRefusal.isLost(base, delivered):
            "\(run) is a correction of \(base.map { "\($0)" } ?? "nothing"), which counts as not delivered now."
        case .otherBase(let run, let base, let delivered):
            "\(run) is a correction of \(base.map { "\($0)" } ?? "nothing"), but \(delivered.map { "\($0)" } ?? "nothing") was delivered since."
        case .builtUpon(let run, let by):
            "\(by) was delivered as a correction of \(run), so that one must have arrived too."
        case .superseded(let run, let by): "\(by) takes the place of \(run) and is signed."
        case .samePerson(let person, let run):
            "\(person.name) prepared \(run), and somebody else must approve it."
        case .nothingToSign(let run):
            "\(run) is not prepared, so there is no statement yet that a signature could be of."
        case .alreadySigned(let run, let by): "\(run) is signed already, approved by \(by)."
        case .needsSignature(let person, _): "\(person.name) approves with a key, and no signature was given."
        case .needsKey(let person): "gantry.yaml has no key of \(person.id) (\(person.name)), who approves with one."
        case .badSignature(let person, let problem):
            "The signature of \(person.name) proves nothing. \(problem.explanation)"
        case .changed(let run, _): "Something of \(run) is no longer what was prepared."
        case .notPrepared(let run): "\(run) is neither prepared nor signed, so there is nothing to withdraw."
        case .notSigned(let run, let phase):
            phase == .prepared ? "\(run) waits for an approval." : "\(run) is not signed."
        case .deliveredAlready(let run, let to), .deliveredElsewhere(let run, let to, _):
            "\(run) was delivered already, to \(singleLine(to, limit: 1_000))."
        case .notDelivered(let run, let phase):
            phase == .received
                ? "The receipt of \(run) is in the book, so its delivery is over." : "\(run) was not delivered."
        case .needsReason(let run): "\(run) is signed, so a new revision needs a reason."
        case .lostBase(let run, _): "\(run) is signed, but its folder is not what was signed."
        }
    }

    /// Whether what is corrected counts as not delivered; otherwise something was delivered after it.
    private static func isLost(_ base: RunID?, _ delivered: RunID?) -> Bool {
        guard let base, let delivered else { return delivered == nil }
        return delivered.revision < base.revision
    }

    /// What differs or is open.
    public var details: [String] {
        switch self {
        case .notReady(_, let what), .changed(_, let what), .lostBase(_, let what): what
        case .paidBefore(_, let paid): paid.map(\.sentence)
        default: []
        }
    }

    /// What to do.
    public var advice: Advice? {
        switch self {
        case .noRules:
            "Add sign-off: { prepare: [clerk], approve: [manager] } to it, and the two people to gantry.yaml."
        case .unknownPerson(_, let known):
            known.isEmpty
                ? "Add people: with a name for each, such as clerk: { name: Payroll Clerk }."
                : "Name one of: \(listed(known))."
        case .notTheirAccount: "Let them run the command themselves, or correct the account in gantry.yaml."
        case .notReady(let run, _): "Solve or decide these first. \(.review(run: "\(run)")) lists them."
        case .newerRevision(_, let newest): "Sign the newest one: \(.sign(run: "\(newest)"))"
        case .olderThanSigned: "Run the period again with \(.nextRevision), so that it is compared with what was paid."
        case .paysTwice:
            "Run the period again with \(.nextRevision) for what differs, which may be delivered. If nothing ever arrived, mark the delivery as failed."
        case .paidBefore(let run, let paid):
            paid.isEmpty
                ? "Take the signatures back and sign it again: \(.withdrawSignatures(run: "\(run)"))"
                : "Take those out: hold the finding paid-before that \(.review(run: "\(run)")) shows, then \(.rewrite(run: "\(run)")). To pay them again all the same, add \(.again)."
        case .openPeriod: "Run the period when it is over."
        case .nothingToDeliver(let run): "Type what \(.review(run: "\(run)")) shows, then say so with \(.typed)."
        case .hasFiles(let run): "Deliver them: \(.deliver(run: "\(run)"))"
        case .otherBase(_, let base, let delivered) where SignOffRefusal.isLost(base, delivered):
            "Run the period again with \(.nextRevision)\(delivered == nil ? " for a whole revision" : ", so that it is compared with what was delivered last"). Or deliver the earlier one again; if this one has signatures, take them back first."
        case .otherBase:
            "Run the period again with \(.nextRevision), so that it is compared with what was delivered last."
        case .builtUpon(_, let by): "If neither arrived, mark the delivery of \(by) as failed first."
        case .superseded(_, let by): "Deliver that one: \(.deliver(run: "\(by)"))"
        case .samePerson, .notSigned(_, .prepared):
            "Another person approves it, as the pipeline file names them under approve."
        case .nothingToSign(let run), .notPrepared(let run), .notSigned(let run, _):
            "Prepare it: \(.sign(run: "\(run)"))"
        case .needsSignature(_, let statement):
            "On their own machine: ssh-keygen -Y sign -n \(SSHSignature.namespace) -f KEY \(statement) and then give the file with \(.signature)."
        case .needsKey: "Add key: with the line of their file id_ed25519.pub."
        case .badSignature: "Nothing was signed. Let them sign the statement that lies in the workspace."
        case .changed(let run, _):
            "Nothing was signed. Restore the folder from a copy, or withdraw what is prepared and prepare it again: \(.sign(run: "\(run)"))"
        case .deliveredAlready:
            "Ask the receiver. If they have it, nothing is delivered again, and what differs is a correction. If they never got it, mark it as failed; it can then be delivered again."
        case .deliveredElsewhere(let run, _, let place):
            "If the receiver reads from \(singleLine(place, limit: 1_000)) now, or has it already, say so, and nothing is sent: \(.wasDelivered(run: "\(run)", to: place, isSigned: false)). To pay it there too, add \(.again)."
        case .needsReason: "Say why it is made, with \(.because)."
        case .lostBase: "Nothing was fetched. Restore the folder from a copy that its seal proves: \(.verifyFolder)"
        case .noRole, .unusableReason, .alreadySigned, .notDelivered: nil
        }
    }
}

extension Statement.Again {
    /// `payroll/2026-10/r1 has 5 entries and 2 days of leave of it`
    fileprivate var sentence: String {
        if entries == 0, leaveDays == 0 { return "\(run) has other hours of days that it pays" }
        let parts = [
            entries.map { "\($0) \($0 == 1 ? "entry" : "entries")" } ?? "days in common",
            leaveDays.flatMap { $0 == 0 ? nil : "\($0) \($0 == 1 ? "day" : "days") of leave" },
        ].compactMap(\.self)
        return "\(run) has \(parts.joined(separator: " and ")) of it"
    }
}
