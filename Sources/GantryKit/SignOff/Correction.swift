internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns
internal import GantrySignOff

/// A revision that is compared with one that people signed: what differs is all that the payroll program still needs.
package struct Correction: Sendable {
    /// The journal's document with the base of a run.
    package static let documentName = "correction"

    /// What it is compared with.
    let base: Statement.Base
    /// What the base was paid with, which pays the correction too; its folder is verified.
    let signed: SignedPay
    /// What the base exported.
    let entries: ExportedEntries
    /// What other runs had paid and a person had taken out of it.
    let takenOut: [PayInputs.TakenOut]
    /// Settings of layouts that are others than then, where those of today are used.
    let layouts: [RunIdentity.Difference]
    /// Whether what differs is only shown, and nothing is paid.
    let isLook: Bool

    /// Proves that the base comes from the same server and account, that its folder is what was signed, and that the
    /// pipeline file pays as it did then.
    ///
    /// - Throws: `RunError.otherSource`, `SignOffRefusal.lostBase`, or `RunError.settingsChanged` with what differs, or
    ///   with what the settings of today can't take back.
    init(
        of request: ExportRequest, from base: Statement.Base, isLook: Bool = false, _ journal: any WorkspaceJournal
    ) async throws {
        self.base = base
        self.isLook = isLook
        let record = try await journal.run(base.run)
        if let record { try request.source.requireSame(as: record) }
        try await request.workspace.requireNotElsewhere(base.run, journal)
        let problems = try await request.workspace.problems(of: base.run, journal)
        guard problems.isEmpty else { throw SignOffRefusal.lostBase(base.run, what: problems) }
        signed = try SignedPay(folder: request.workspace.folder(of: base.run))
        entries = try ExportedEntries(signed.folder)
        takenOut = try await PaidBefore.takenOut(
            of: base.run, signed.decisions, in: request.workspace, journal, isNow: false)
        let differences =
            try (record.map { PaidSettings.differences(request.pipeline.settings, from: $0.identity.settings) } ?? [])
            + PaidLayouts.differences(
                request.pipeline.payroll?.outputs ?? [], in: "\(request.workspace.folder(of: base.run))/data")
        let layouts = differences.filter { !$0.key.hasPrefix(PaidSettings.pay) }
        self.layouts = base.usesNewSettings ? layouts : []
        guard base.usesNewSettings || !differences.isEmpty else { return }
        let moved = Correction.moved(signed, layouts, request)
        guard base.usesNewSettings else {
            throw RunError(
                .settingsChanged,
                "\(request.period.name) was delivered as \(base.run), with other settings of pay, and a correction pays by those:",
                details: differences.map(\.description),
                advice: moved.isEmpty
                    ? "Put them back. Or correct the period by the settings and rates of today with \(.newSettings); the statement then says so."
                    : "Put them back. Those of today can't take back what was paid: move that in the payroll program by hand, and change them from the next period on."
            )
        }
        guard moved.isEmpty else {
            throw RunError(
                .settingsChanged,
                "\(request.period.name) was delivered as \(base.run), and the settings of today can't take back what was paid:",
                details: Array(moved.prefix(20)),
                advice:
                    "Put these settings back and correct the period. Move what was paid by them in the payroll program by hand, and change them from the next period on."
            )
        }
    }

    /// What today's settings can't take back of what payroll programs have.
    private static func moved(
        _ signed: SignedPay, _ layouts: [RunIdentity.Difference], _ request: ExportRequest
    ) -> [String] {
        guard let payroll = request.pipeline.payroll, let pay = payroll.pay else { return [] }
        return PaidCodes.moved(
            PayCode.paid(in: signed.totals), now: pay.distinctCodes.map(\.payCode), layouts: layouts,
            outputs: payroll.outputs)
    }

    /// What a run of the request corrects; `nil` for a whole period.
    ///
    /// - Parameter kept: What the run was begun with.
    /// - Throws: as `init`, and `BookError`.
    static func of(
        _ request: ExportRequest, run: RunID, kept: Statement.Base?, _ journal: any WorkspaceJournal
    ) async throws -> Correction? {
        guard let base = try await base(of: request, run: run, kept: kept, journal) else { return nil }
        return try await Correction(of: request, from: base, journal)
    }

    /// What an unfinished run was begun with.
    static func kept(by run: RunID, _ journal: any WorkspaceJournal) async throws -> Statement.Base? {
        try await journal.document(named: documentName, of: run).flatMap { Statement.Base($0) }
    }

    /// What a run of the request is compared with: the newest delivered revision of its period, signed or not; `nil`
    /// for a whole period.
    ///
    /// - Parameter kept: What the run was begun with.
    static func base(
        of request: ExportRequest, run: RunID, kept: Statement.Base?, _ journal: any WorkspaceJournal
    ) async throws -> Statement.Base? {
        guard request.pipeline.payroll?.pay != nil else { return nil }
        let known = try await PaidRuns(ofPeriodOf: run, in: request.workspace, journal)
        guard let paid = known.ofPeriod(of: run), paid.proof != .unknown else { return nil }
        // One that is in the book is ended before anything else is signed.
        guard paid.proof != .begun || paid.isInBook else {
            let places = paid.unfinished.map { place in
                Advice.Action.deliver(run: "\(paid.run)", to: place, isSigned: request.pipeline.signOff != nil)
            }
            throw RunError(
                .unusableRun, "\(paid.run) \(paid.words), so it isn't known what a next revision has to pay.",
                advice: "End that first: \(places)")
        }
        // What nobody signed may lack what a correction needs; a whole revision of it is then paid again on request
        // only.
        if !paid.isInBook, try !canBeCorrected(paid.run, in: request.workspace) { return nil }
        if request.pipeline.signOff == nil {
            try await requireListedPlaces(
                request.pipeline.fileDestinations, have: paid.run, in: request.workspace, journal)
        }
        // Who only resumes a correction doesn't say again by whose settings it is; who asks for one does.
        let keepsNew = request.revision == .newest && kept?.usesNewSettings ?? false
        return try await base(paid, usesNewSettings: request.usesNewSettings || keepsNew, journal)
    }

    private static func canBeCorrected(_ run: RunID, in workspace: Workspace) throws -> Bool {
        guard let folder = try ExportFolder.ifExists(workspace.folder(of: run)) else { return true }
        return (try? ExportedEntries(folder)) != nil
    }

    /// A delivered run as the base of what differs from it. What proves one that nobody signed is its tag manifest.
    static func base(
        _ paid: PaidRun, usesNewSettings: Bool = false, _ journal: any WorkspaceJournal
    ) async throws -> Statement.Base? {
        let bag = try await journal.bag(of: paid.run).flatMap { ContentDigest(hex: $0) }
        guard let proof = paid.statement ?? bag else { return nil }
        return Statement.Base(run: paid.run, statement: proof, usesNewSettings: usesNewSettings)
    }
}

extension Workspace {
    /// - Throws: `RunError.unusableRun` where the folder of a run isn't here, and another workspace published it.
    func requireNotElsewhere(_ run: RunID, _ journal: any WorkspaceJournal) async throws {
        let folder = folder(of: run)
        guard !RunDirectories.isFolder(folder), let place = try await journal.otherPlace(of: run, than: self) else {
            return
        }
        throw RunError.lostFolder(of: run, folder, place: place)
    }

    /// What is wrong with the folder of a signed run; empty where it is what was published.
    func problems(of signed: RunID, _ journal: any WorkspaceJournal) async throws -> [String] {
        let folder = folder(of: signed)
        guard RunDirectories.isFolder(folder) else { return ["\(folder) is missing"] }
        let found = try BagReader(folder: folder).verify().findings.prefix(10).map { "\($0.path): \($0.explanation)" }
        guard found.isEmpty else { return found }
        let digest = try ReadFile.contents(of: BagTag.tagManifest, under: folder).digest.description
        return try await journal.bag(of: signed) == digest ? [] : ["\(BagTag.tagManifest) is not what was published"]
    }
}
