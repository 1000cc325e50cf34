internal import GantryEngine
internal import GantryFiles
internal import GantryModel
internal import GantryOutputs
internal import GantryRuns
internal import GantrySignOff

/// One step of a sign-off, from what is known to what is written. Whatever it writes before the journal's line is
/// written again by the same request; whatever comes after is done again until it is noted as finished.
struct Signing {
    private let request: SignOffRequest
    private let record: RunRecord
    private let journal: any WorkspaceJournal
    private let place: SignOffPlace
    private let rules: SignOffRules
    private var keeper: BookKeeper
    private let observe: @Sendable (ExportEvent) -> Void
    /// What the person says of files that may have arrived.
    private var answer: DeliveryAnswer?
    /// How it is known that the receiver has what is corrected.
    private var said: String?
    /// Whether the step says what nobody knew after a restore: that the run was delivered before.
    var isSaid = false
    /// The addresses of files that failed and couldn't be looked for.
    private var unseen: [String] = []

    private var watch: DeliveryWatch { DeliveryWatch { [observe] in observe(.connection($0)) } }

    init(
        _ request: SignOffRequest, rules: SignOffRules, record: RunRecord, journal: any WorkspaceJournal,
        place: SignOffPlace, observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws {
        self.request = request
        self.observe = observe
        self.rules = rules
        self.record = record
        self.journal = journal
        self.place = place
        keeper = try await BookKeeper(journal, place)
    }

    mutating func perform() async throws -> SignOffResult {
        try keeper.mend()
        if let given = request.answer {
            try SignOffMachine(
                history: keeper.history, rules: rules, people: request.people, account: request.account
            ).requireAnswer(by: request.person, because: given.said)
            answer = given.said(by: request.person)
        }
        let resumed = try await finishPending()
        var machine = SignOffMachine(
            history: keeper.history, rules: rules, people: request.people, account: request.account)
        machine.statementPath = place.statement
        try await look(&machine)
        let (event, file) = try event()
        let seconds = Instant.now.nanosecondsSince1970 / 1_000_000_000
        switch try machine.decide(
            event, on: place.run, by: request.person, at: Instant(secondsSince1970: seconds))
        {
        case .nothing(let line):
            if isSaid { try await journal.keep(PastDelivery.said, of: place.run) }
            return try result(line, wasDone: !resumed.contains(line.number))
        case .write(var line):
            if line.action == .signed, let file { line.files = [file.entry] }
            if isSaid { return try await enter(said: line) }
            let statement = machine.statement(of: place.run)
            let known = machine.paidBefore
            if line.action == .failed { try await requireGone() }
            try await requireNotBegun(before: line)
            guard line.action == .delivered else {
                try await claimed(line, known: known) { try prepare(line, statement: statement, file: file) }
                try await keeper.add(line)
                try await discardFailed()
                try await finish(line, at: place)
                return try result(line, wasDone: false)
            }
            try await requireBasePlace(of: line)
            let consignment = try consignment(of: line)
            try await consignment.place.whileOpen {
                var isClaimed = false
                do {
                    try await claimed(line, known: known, at: consignment.name) {
                        isClaimed = true
                        try await consignment.stage()
                    }
                } catch {
                    // What the receiver may have is delivered, and isn't finished.
                    if isClaimed, try await begun().contains(where: { $0 == line.to }) { try await keeper.add(line) }
                    throw error
                }
                try await keeper.add(line)
                try await finish(line, at: place, consignment)
            }
            return try result(line, wasDone: false)
        }
    }

    /// Enters what was delivered before: nothing is brought, and nothing that is known since stands in the way.
    private mutating func enter(said line: BookLine) async throws -> SignOffResult {
        var line = line
        line.because = line.because ?? request.answer?.said
        // A line whose place can't be found would stay pending, and the next signature would send its files.
        let consignment = line.action == .delivered ? try consignment(of: line) : nil
        try await place.workspace.takeBackNever(of: place.run, journal)
        let delivery = PayDelivery(to: line.to, time: line.time, because: line.because)
        try await journal.note(delivery, of: place.run)
        try await keeper.add(line)
        try await finish(line, at: place, consignment)
        try await journal.keep(PastDelivery.said, of: place.run)
        return try result(line, wasDone: false)
    }

    /// - Throws: `DeliveryError.unknown` where nobody knows whether the receiver has what is corrected; the person's
    ///   answer is about that then.
    private mutating func requireBasePlace(of line: BookLine) async throws {
        let name = request.places.name(of: line.to ?? "", for: line.run)
        let base = try await Correction.baseElsewhere(
            of: line.run, than: name, of: request.places, in: place.workspace, journal)
        guard let base else { return }
        guard let given = answer, given.wasTaken else { throw base.isElsewhere(than: name, for: line.run) }
        said = given.said
        answer = nil
    }

    /// - Throws: `SignOffRefusal` where the receiver may have files of another place, or of what is taken back.
    private func requireNotBegun(before line: BookLine) async throws {
        guard [.withdrawn, .delivered, .typed].contains(line.action) else { return }
        guard let other = try await begun().first(where: { line.action == .withdrawn || $0 != line.to }) else { return }
        throw SignOffRefusal.deliveredAlready(place.run, to: other)
    }

    private func begun() async throws -> [String] { try await journal.begunPlaces(ofSigned: place.run) }

    /// - Throws: `DeliveryError.taken` where what is to count as failed is still there.
    private mutating func requireGone() async throws {
        guard let delivered = keeper.history[place.run].delivered, let to = delivered.to else { return }
        unseen = try await LeftFiles.requireGone(
            delivered.files.map { "\(to)/\($0.name)" },
            at: { try request.places.open(address: to, for: place.run, watch: watch) },
            files: { files(of: delivered, at: $0) })
    }

    /// Does what precedes the line of a delivery once that is noted, where nothing was paid since the machine decided.
    private func claimed(
        _ line: BookLine, known: [Statement.Again], at name: String? = nil, _ body: () async throws -> Void
    ) async throws {
        guard [.delivered, .typed].contains(line.action) else { return try await body() }
        let claim = PayClaim(
            run: place.run, workspace: place.workspace, journal: journal, command: request.command)
        let delivery = PayDelivery(to: line.to, time: line.time, because: said)
        let isNew = try await claim.note(delivery) { [record, place, journal] in
            try await Gantry.requireNotPaid(record, besides: known, in: place.workspace, journal)
        }
        do {
            try await body()
        } catch {
            if isNew { try await claim.forget(delivery, at: name) }
            throw error
        }
    }

    private func result(_ line: BookLine, wasDone: Bool) throws -> SignOffResult {
        let state = keeper.history[place.run]
        return SignOffResult(
            run: place.run, line: line, state: state,
            statement: try state.statement == nil ? nil : Statement(reading: ReadFile.bytes(of: place.statement)),
            statementPath: place.statement, approve: rules.approve, wasDone: wasDone, unseen: unseen)
    }

    // MARK: What is known

    /// A file that was given: its bytes, and its entry in the book.
    private struct Given {
        let bytes: [UInt8]
        let entry: Statement.File

        init(_ bytes: [UInt8], named name: String) {
            self.bytes = bytes
            entry = Statement.File(
                name: name, bytes: bytes.count, digest: ContentHasher.digest(of: bytes.span))
        }
    }

    private func event() throws -> (SignOffEvent, Given?) {
        switch request.step {
        case .sign(nil): return (.sign(nil), nil)
        case .typed(let because): return (.type(because: because), nil)
        case .sign(let path?):
            let bytes = try Signing.given(path, most: 1 << 16)
            let name = SignOffPlace.signature(of: request.person, on: place.run)
            do {
                return (.sign(try SSHSignature(bytes)), Given(bytes, named: name))
            } catch {
                let person = request.people.first { $0.id == request.person }
                throw SignOffRefusal.badSignature(
                    person ?? Person(id: request.person, name: request.person), error)
            }
        case .withdraw(let because): return (.withdraw(because: because), nil)
        case .deliver(let folder): return (.deliver(to: folder), nil)
        case .receipt(let path):
            let receipt = Given(try Signing.given(path, most: 32 << 20), named: Signing.receiptName(path, place.run))
            return (.receive(receipt.entry), receipt)
        case .failed(let because): return (.fail(because: because), nil)
        }
    }

    /// The bytes of a file that a person names, which has to fit in memory.
    private static func given(_ path: String, most: Int) throws -> [UInt8] {
        let file = try ReadFile.open(path)
        guard file.size <= most else {
            throw RunError(
                .unusableRun, "\(singleLine(path, limit: 1_000)) has \(file.size) bytes, expected at most \(most).")
        }
        return try ReadFile.bytes(of: path)
    }

    /// `r1.receipt.pdf`, whatever the file is called.
    private static func receiptName(_ path: String, _ run: RunID) -> String {
        let name = path.split(separator: "/").last ?? ""
        let ending = name.split(separator: ".").dropFirst().last ?? ""
        let isPlain =
            !ending.isEmpty && ending.utf8.count <= 8
            && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return "r\(run.revision).receipt" + (isPlain ? ".\(ending.lowercased())" : "")
    }

    /// Makes the statement of the folder anew where the step needs it, and looks what stands in the way.
    private func look(_ machine: inout SignOffMachine) async throws {
        machine.newest = NewestRevisions(try await journal.usableRuns(.revisions(of: place.run))).superseding(
            record.head
        )
        .map {
            RunID(pipeline: place.run.pipeline, period: place.run.period, revision: $0)
        }
        if let signed = keeper.history.newestSigned()?.approved?.run, let known = try await journal.run(signed) {
            machine.newestSigned = (signed, known.snapshot)
        }
        switch request.step {
        case .sign, .deliver, .typed: break
        case .withdraw, .receipt, .failed: return
        }
        let state = keeper.history[place.run]
        guard state.phase < .delivered else { return }
        let known = try await PaidRuns(
            ofPeriodOf: place.run, begun: false, isFromBefore: isSaid, in: place.workspace, journal)
        if let paid = known.ofPeriod(of: place.run), !paid.isInBook {
            machine.unsignedPaid = try await Correction.base(paid, journal)
        }
        machine.paidBefore = try await PaidBefore.all(of: record, in: place.workspace, journal)
            .filter { !$0.isSamePeriod }.map(\.again)
        machine.again = request.again
        let folder = try await provenFolder()
        machine.statement = try statement(of: folder)
        machine.readiness = try await SignOffReadiness(
            of: place.run, folder, in: place.workspace, isSigned: state.phase >= .signed)
        if let bytes = try ReadFile.ifExists(place.statement), let kept = try? Statement(reading: bytes),
            kept.digest == state.statement
        {
            machine.prepared = kept
        }
    }

    /// The folder, every file of which is what the run published.
    private func provenFolder() async throws -> ExportFolder {
        let folder = place.workspace.folder(of: place.run)
        guard RunDirectories.isFolder(folder) else {
            throw SignOffRefusal.changed(place.run, what: ["\(folder) is missing"])
        }
        let sealed = try await journal.bag(of: place.run)
        let report = try await Gantry.verify(folder: folder, sealed: sealed)
        guard report.isValid else {
            throw SignOffRefusal.changed(
                place.run,
                what: report.findings.prefix(10).map { $0.path.isEmpty ? $0.message : "\($0.path): \($0.message)" })
        }
        return try ExportFolder(folder)
    }

    private func statement(of folder: ExportFolder) throws -> Statement {
        let run = place.run
        let decisions = try ReadFile.ifExists(
            keeper.history[run].phase >= .signed ? place.keptDecisions : place.decisions)
        // Once it is signed, later statements follow it.
        let previous =
            keeper.history[run].phase >= .signed
            ? try Statement(reading: ReadFile.bytes(of: place.statement)).previous
            : keeper.history.newestSigned { $0 != run }?.statement
        return try Statement(folder, decisions: decisions, previous: previous)
    }

    // MARK: What is written

    /// What must be there before the line is.
    private func prepare(_ line: BookLine, statement: Statement?, file: Given?) throws {
        switch line.action {
        case .prepared:
            guard let statement else { return }
            try keep(Array(statement.text.utf8), at: place.statement)
            if let decisions = try ReadFile.ifExists(place.decisions) {
                try keep(decisions, at: place.keptDecisions)
            } else {
                // Of a statement that was withdrawn.
                try Folders.remove(place.keptDecisionSteps, under: place.workspace.path)
            }
        case .signed, .received:
            // What was prepared is written again where it was lost.
            if line.action == .signed, let statement { try keep(Array(statement.text.utf8), at: place.statement) }
            if let file { try keep(file.bytes, at: place.file(file.entry.name)) }
        case .delivered, .withdrawn, .typed, .failed: break
        }
    }

    private func keep(_ bytes: [UInt8], at path: String) throws { try Publishing.writeDurably(bytes.span, to: path) }

    /// The files of a line's delivery, to the place that the line names.
    private func consignment(of line: BookLine) throws -> Consignment {
        let opened = try request.places.open(address: line.to ?? "", for: line.run, watch: watch)
        return Consignment(
            files(of: line, at: opened), of: line.run, to: opened, ledger: journal,
            answer: line.run == place.run ? answer : nil, observe: observe)
    }

    private func files(of line: BookLine, at opened: DeliveryPlaces.Opened) -> [DeliveredFile] {
        line.files.map { file in
            opened.file(
                file.name, from: "data/\(file.name)", under: place.workspace.folder(of: line.run), bytes: file.bytes,
                digest: file.digest, of: line.run)
        }
    }

    /// What follows the line: the files get their names, and the folder beside the export is written.
    ///
    /// - Parameter consignment: what was staged or is there; by default it is opened again.
    private mutating func finish(
        _ line: BookLine, at place: SignOffPlace, _ consignment: Consignment? = nil
    ) async throws {
        switch line.action {
        case .delivered:
            if isSaid, line.run == request.run {
                _ = try await (consignment ?? self.consignment(of: line)).enterTaken()
            } else if let consignment {
                _ = try await consignment.perform()
            } else {
                let consignment = try self.consignment(of: line)
                _ = try await consignment.place.whileOpen { try await consignment.perform() }
            }
        case .failed: try await journal.retractDeliveries(of: line.run, because: line.because ?? "")
        default: break
        }
        // What was taken back or never arrived isn't paid.
        if [.withdrawn, .failed].contains(line.action) { try await journal.keep([], of: line.run) }
        try SignedFolder.write(keeper.history, place)
        try await keeper.finish(line)
    }

    /// Removes what was staged for deliveries that were interrupted and then marked as failed.
    private mutating func discardFailed() async throws {
        let lines = keeper.history.book.lines
        for line in lines where line.action == .delivered && keeper.pending.contains(line.number) {
            guard lines.contains(where: { $0.run == line.run && $0.action == .failed && $0.number > line.number })
            else { continue }
            // It is hidden, and may stay where it can't be removed.
            if let consignment = try? consignment(of: line) {
                try await consignment.place.whileOpen { await consignment.discard() }
            }
            try await keeper.finish(line)
        }
    }

    /// Finishes what killed commands left, of whichever run: a delivery that is in the book must have been made before
    /// anything else is signed.
    /// - Returns: the numbers of their lines.
    private mutating func finishPending() async throws -> [Int] {
        try await discardFailed()
        var numbers: [Int] = []
        for line in keeper.history.book.lines where keeper.pending.contains(line.number) {
            // It may be marked as failed, perhaps because its folder is gone; refused, it still has to be finished.
            if case .failed = request.step, line.run == place.run, line.action == .delivered { continue }
            if !RunDirectories.isFolder(place.workspace.folder(of: line.run)),
                let other = try await journal.otherPlace(of: line.run, than: place.workspace)
            {
                throw RunError(
                    .unusableRun,
                    "The last step of the sign-off of \(line.run) was interrupted at \(singleLine(other, limit: 4_000)).",
                    advice: "Repeat it there; then do this again. Nothing was changed.")
            }
            if line.action == .delivered {
                try await place.workspace.requireUnpaid(line.run, isSaid: isSaid && line.run == place.run, journal)
            }
            try await finish(line, at: SignOffPlace(run: line.run, workspace: place.workspace))
            numbers.append(line.number)
        }
        return numbers
    }
}
