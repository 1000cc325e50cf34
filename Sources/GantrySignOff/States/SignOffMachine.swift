public import GantryEngine
internal import GantryFiles
public import GantryModel

/// What somebody wants to do with a revision.
public enum SignOffEvent: Equatable, Sendable {
    /// Prepare or approve it, whichever is next.
    case sign(SSHSignature?)
    case withdraw(because: String)
    /// Deliver it to a folder.
    case deliver(to: String)
    /// Say that somebody has typed what differs into the payroll program, since no file carries it.
    case type(because: String)
    /// Keep what the payroll program answered.
    case receive(Statement.File)
    case fail(because: String)
}

/// What follows from it.
public enum SignOffAction: Equatable, Sendable {
    /// A line is written into the book, with all that belongs to it.
    case write(BookLine)
    /// It is done already, by this line.
    case nothing(BookLine)
}

/// Decides whether somebody may sign or deliver a revision, and what the book then says. It asks nobody and writes
/// nothing.
public struct SignOffMachine: Sendable {
    /// Characters that a reason has at least.
    public static let shortestReason = 10

    /// What the book says so far.
    public var history: SignOffHistory
    /// Of the pipeline file.
    public var rules: SignOffRules
    /// Of gantry.yaml.
    public var people: [Person]
    /// The account that is at work on this machine.
    public var account: String
    /// The statement as the folder makes it now; needed to sign and to deliver.
    public var statement: Statement?
    /// The statement that was prepared, as it is kept; `nil` where none is.
    public var prepared: Statement?
    /// What keeps the revision from being signed.
    public var readiness = SignOffReadiness()
    /// The newest published revision of the period.
    public var newest: RunID?
    /// The newest signed run of the pipeline with the time that it names.
    public var newestSigned: (run: RunID, snapshot: Instant)?
    /// The path of the statement, for messages.
    public var statementPath = ""
    /// The newest revision of the period that was delivered before anybody signed it; `nil` where none was.
    public var unsignedPaid: Statement.Base?
    /// What of the revision was paid already, by runs of other names; empty where nothing was.
    public var paidBefore: [Statement.Again] = []
    /// Why that is to be paid again, as whoever prepares it says; `nil` where nobody wants that.
    public var again: String?

    /// A machine that knows no statement yet.
    public init(history: SignOffHistory, rules: SignOffRules, people: [Person], account: String) {
        self.history = history
        self.rules = rules
        self.people = people
        self.account = account
    }

    /// What follows from an event.
    /// - Throws: the reason why nothing does.
    public func decide(
        _ event: SignOffEvent, on run: RunID, by id: String, at time: Instant
    ) throws(SignOffRefusal) -> SignOffAction {
        guard let person = people.first(where: { $0.id == id }) else {
            throw .unknownPerson(id, known: people.map(\.id).filter { rules.everybody.contains($0) })
        }
        let state = history[run]
        switch event {
        case .sign(let signature): return try sign(run, in: state, by: person, signature: signature, at: time)
        case .withdraw(let because):
            try require(person, among: rules.everybody)
            try SignOffMachine.requireReason(because)
            if let last = state.last, last.action == .withdrawn, last.because == because, last.person.id == id {
                return .nothing(last)
            }
            if let delivered = state.delivered { throw .deliveredAlready(run, to: delivered.to ?? "") }
            guard let statement = state.statement else { throw .notPrepared(run) }
            return .write(
                line(.withdrawn, of: run, statement: statement, by: person, at: time) { $0.because = because })
        case .deliver(let folder):
            try require(person, among: rules.everybody)
            if let delivered = state.delivered {
                guard delivered.to == folder else { throw .deliveredAlready(run, to: delivered.to ?? "") }
                return .nothing(delivered)
            }
            let statement = try deliverable(run, state)
            guard !statement.files.isEmpty else { throw .nothingToDeliver(run) }
            return .write(
                line(.delivered, of: run, statement: statement.digest, by: person, at: time) {
                    $0.files = statement.files
                    $0.to = folder
                })
        case .type(let because):
            try require(person, among: rules.everybody)
            try SignOffMachine.requireReason(because)
            if let delivered = state.delivered {
                guard delivered.action == .typed else { throw .deliveredAlready(run, to: delivered.to ?? "") }
                return .nothing(delivered)
            }
            let statement = try deliverable(run, state)
            guard statement.files.isEmpty else { throw .hasFiles(run) }
            return .write(
                line(.typed, of: run, statement: statement.digest, by: person, at: time) { $0.because = because })
        case .receive(let file):
            try require(person, among: rules.everybody)
            if let last = state.last, last.action == .received, last.files == [file] { return .nothing(last) }
            guard state.phase == .delivered, let statement = state.statement else {
                throw .notDelivered(run, state.phase)
            }
            return .write(line(.received, of: run, statement: statement, by: person, at: time) { $0.files = [file] })
        case .fail(let because):
            try require(person, among: rules.everybody)
            try SignOffMachine.requireReason(because)
            if let last = state.last, last.action == .failed, last.because == because, last.person.id == id {
                return .nothing(last)
            }
            guard state.phase == .delivered, let statement = state.statement else {
                throw .notDelivered(run, state.phase)
            }
            // What is left must still add up to a whole revision.
            if let newest = history.newestDelivered(of: run), newest.run != run {
                throw .builtUpon(run, by: newest.run)
            }
            return .write(line(.failed, of: run, statement: statement, by: person, at: time) { $0.because = because })
        }
    }

    // MARK: Signing

    private func sign(
        _ run: RunID, in state: SignOffState, by person: Person, signature: SSHSignature?, at time: Instant
    ) throws(SignOffRefusal) -> SignOffAction {
        switch state.phase {
        case .published:
            guard signature == nil else { throw .nothingToSign(run) }
            try require(person, among: rules.prepare)
            let statement = try signable(run, at: time)
            if let again { try SignOffMachine.requireReason(again) }
            return .write(
                line(.prepared, of: run, statement: statement.digest, by: person, at: time) { $0.because = again })
        case .prepared:
            guard let preparation = state.prepared else { throw .notPrepared(run) }
            if preparation.person.id == person.id {
                guard signature == nil else { throw .samePerson(person, run) }
                try requireAccount(person)
                return .nothing(preparation)
            }
            guard rules.approve.contains(person.id) else { throw .noRole(person, may: rules.approve) }
            let statement = try signable(run, at: time)
            guard statement.digest == preparation.statement else {
                throw .changed(run, what: prepared.map { statement.differences(from: $0) } ?? [])
            }
            let proof = try proof(of: person, signature, of: statement)
            return .write(
                line(.signed, of: run, statement: statement.digest, by: person, at: time, proof: proof) { _ in })
        case .signed, .delivered, .received:
            if let approval = state.approved, approval.person.id == person.id { return .nothing(approval) }
            throw .alreadySigned(run, by: state.approved?.person.name ?? "")
        }
    }

    /// The statement, where nothing but the signatures is missing.
    private func signable(_ run: RunID, at time: Instant) throws(SignOffRefusal) -> Statement {
        if let newest, newest != run { throw .newerRevision(run, newest: newest) }
        guard readiness.all.isEmpty else { throw .notReady(run, readiness.all) }
        guard let statement = statement(of: run) else { throw .changed(run, what: []) }
        try requirePaidOnce(run, statement)
        // A time that is still to come is of a clock that was ahead, and nothing made since could be later. What is paid
        // twice or corrects another base is found without it.
        if let newestSigned, newestSigned.run != run, newestSigned.snapshot <= time,
            statement.snapshot < newestSigned.snapshot
        {
            throw .olderThanSigned(run, newest: newestSigned.run)
        }
        return statement
    }

    /// The statement as this preparation makes it: with its number, and with what is paid again.
    public func statement(of run: RunID) -> Statement? {
        guard var statement else { return nil }
        let preparation = history[run].prepared
        statement.preparation = preparation?.number ?? history.book.lines.count + 1
        statement.again = (preparation?.because ?? again) == nil ? [] : paidBefore
        return statement
    }

    /// The newest revision of the period that was delivered, signed or not.
    private func newestPaid(of run: RunID) -> Statement.Base? {
        let signed = history.newestDelivered(of: run).flatMap { paid in
            paid.state.statement.map { Statement.Base(run: paid.run, statement: $0) }
        }
        return [signed, unsignedPaid].compactMap(\.self).max { $0.run.revision < $1.run.revision }
    }

    /// Once a revision was delivered, only what differs from it may be: everything delivered together is then always
    /// one whole revision. What runs of other names have paid is paid again only where a person wants that.
    private func requirePaidOnce(_ run: RunID, _ statement: Statement) throws(SignOffRefusal) {
        let paid = newestPaid(of: run)
        if statement.kind == .correction {
            guard let base = statement.base, let paid, paid.run == base.run, paid.statement == base.statement else {
                throw .otherBase(run, base: statement.base?.run, delivered: paid?.run)
            }
        } else if let paid {
            throw .paysTwice(run, delivered: paid.run)
        }
        guard statement.again == paidBefore else { throw .paidBefore(run, paidBefore) }
    }

    private func proof(
        of person: Person, _ signature: SSHSignature?, of statement: Statement
    ) throws(SignOffRefusal) -> BookLine.Proof {
        guard let signature else {
            guard rules.proof == .declared else {
                guard person.key != nil else { throw .needsKey(person) }
                throw .needsSignature(person, statement: statementPath)
            }
            try requireAccount(person)
            return .declared
        }
        guard let key = person.key else { throw .needsKey(person) }
        if let problem = signature.problem(with: Array(statement.text.utf8), by: key) {
            throw .badSignature(person, problem)
        }
        return .key(key.fingerprint)
    }

    // MARK: Delivering

    /// The statement, where nothing of it has changed since it was signed and nothing else is in the way.
    private func deliverable(_ run: RunID, _ state: SignOffState) throws(SignOffRefusal) -> Statement {
        guard state.phase == .signed, let signed = state.statement else { throw .notSigned(run, state.phase) }
        if let newer = history.signedRevisions(of: run).last, newer.run.revision > run.revision {
            throw .superseded(run, by: newer.run)
        }
        guard readiness.all.isEmpty else { throw .notReady(run, readiness.all) }
        let statement = statement(of: run)
        guard let statement, statement.digest == signed else {
            throw .changed(run, what: prepared.flatMap { old in statement?.differences(from: old) } ?? [])
        }
        try requirePaidOnce(run, statement)
        return statement
    }

    // MARK: People and reasons

    /// - Throws: where somebody may not say whether files arrived, or gives no reason that tells a reader anything.
    public func requireAnswer(by id: String, because: String) throws(SignOffRefusal) {
        guard let person = people.first(where: { $0.id == id }) else {
            throw .unknownPerson(id, known: people.map(\.id).filter { rules.everybody.contains($0) })
        }
        try require(person, among: rules.everybody)
        try SignOffMachine.requireReason(because)
    }

    private func require(_ person: Person, among may: [String]) throws(SignOffRefusal) {
        guard may.contains(person.id) else { throw .noRole(person, may: may) }
        try requireAccount(person)
    }

    private func requireAccount(_ person: Person) throws(SignOffRefusal) {
        guard person.account == nil || person.account == account else {
            throw .notTheirAccount(person, current: account)
        }
    }

    /// - Throws: for a reason that tells a reader nothing: empty, short or on several lines.
    public static func requireReason(_ text: String) throws(SignOffRefusal) {
        let letters = text.unicodeScalars.filter { !$0.properties.isWhitespace }.count
        guard !text.unicodeScalars.contains(where: \.isUnprintable) else {
            throw .unusableReason("has several lines or characters that can't be printed")
        }
        guard letters > 0 else { throw .unusableReason("is empty") }
        guard text.count >= shortestReason else { throw .unusableReason("has \(counted(text.count, "character"))") }
        guard text.count <= 500 else { throw .unusableReason("has more than 500 characters") }
    }

    private func line(
        _ action: BookLine.Action, of run: RunID, statement: ContentDigest, by person: Person, at time: Instant,
        proof: BookLine.Proof = .declared, _ complete: (inout BookLine) -> Void
    ) -> BookLine {
        var line = history.next(action, of: run, statement: statement, by: person, proof: proof, at: time)
        complete(&line)
        return line
    }
}

extension Statement {
    /// The lines that differ from an older statement: `held-hours: 4.00 → held-hours: 6.00`.
    public func differences(from old: Statement) -> [String] {
        let before = old.text.split(separator: "\n")
        let now = text.split(separator: "\n")
        guard before.count == now.count else {
            return now.filter { !before.contains($0) }.map { "now \($0)" }
                + before.filter { !now.contains($0) }.map { "before \($0)" }
        }
        return zip(before, now).filter { $0 != $1 }.map { "\($0) → \($1)" }
    }
}
