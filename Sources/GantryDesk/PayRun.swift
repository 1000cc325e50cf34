internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

/// A run of pay with what its pages show.
struct PayRun: Sendable {
    let record: RunHead
    let period: PayPeriod
    /// `nil` until it is published, and where it can't be reviewed.
    var review: ReviewReport?
    /// The same with what its report shows, for a page that needs both.
    private(set) var reviewed: ReviewedPay?
    /// Why it can't be reviewed.
    var reviewProblem: (any Error)?
    /// Why its files aren't those that were published; `nil` where they are.
    private(set) var damage: (any Error)?
    /// `nil` until it is published, and for one that was withdrawn.
    var standing: PayStanding?
    /// By whom it was withdrawn, and why.
    var withdrawn: Withdrawal?
    /// The newer revision of its period; `nil` for the newest.
    var supersededBy: Int?

    var id: RunID { record.id }
    var isPublished: Bool { record.phase == .complete }
    /// What it needs next; `nil` where that can't be said.
    var need: PayStanding.Need? { supersededBy == nil ? standing?.need : nil }

    /// How much of its files is read.
    enum Look { case nothing, findings, report }

    /// - Parameter look: each but nothing reads its files. The default is for its findings.
    /// - Returns: `nil` where there is no such run of pay.
    static func read(_ run: RunID, _ asked: Asked, look: Look = .findings) async throws -> PayRun? {
        let workspace = asked.workspace
        let revisions = try await Gantry.runs(in: workspace, .revisions(of: run))
        guard let record = revisions.first(where: { $0.id == run }), record.paysPeople, record.part == nil,
            let period = try? PayPeriod(run.period)
        else { return nil }
        var pay = PayRun(record: record, period: period)
        guard pay.isPublished, look != .nothing else { return pay }
        let withdrawn = try await Gantry.withdrawals(in: workspace)
        pay.withdrawn = withdrawn[run]
        pay.supersededBy = revisions.filter { $0.phase == .complete && withdrawn[$0.id] == nil }
            .map(\.id.revision).filter { $0 > run.revision }.max()
        do {
            if look == .report {
                var files = asked.desk.files()
                pay.reviewed = try await Gantry.reviewedPay(
                    run, listed: files.destinations(of: run.pipeline), in: workspace)
            }
            pay.review =
                if let known = pay.reviewed { known.review } else { try await Gantry.review(run, in: workspace) }
        } catch {
            pay.reviewProblem = error
            pay.damage = await Gantry.damage(of: run, in: workspace)
        }
        pay.standing = try await PayRun.standings(of: [record], asked)[run]?.reviewed(pay.review)
        return pay
    }

    /// How far runs are, without a look at their findings.
    static func standings(of runs: [RunHead], _ asked: Asked) async throws -> [RunID: PayStanding] {
        var files = asked.desk.files()
        return try await Gantry.payStandings(
            of: runs, rules: files.signOffs(of: runs), listed: files.destinations(of: runs),
            superseded: Set(runs.map(\.id)), in: asked.workspace)
    }

    /// The first step that isn't done.
    var step: DeskAddress.Step {
        guard isPublished else { return .run }
        switch need {
        case .preparation, .approval: return .sign
        case .delivery, .typing, .finishing, .remaking, .answer: return .deliver
        case .nothing: return .deliver
        case .look, .decisions, .mending, .files, nil: return .review
        }
    }
}

extension PayStanding {
    /// The same, with what a review found; `nil` for one that failed.
    func reviewed(_ report: ReviewReport?) -> PayStanding {
        guard delivered == nil else { return self }
        return PayStanding(
            delivered: delivered, corrects: corrects, usesNewSettings: usesNewSettings,
            baseDelivered: baseDelivered, deliveredSince: deliveredSince, open: report?.open.count,
            misfits: report?.misfits.count ?? 0,
            needsRewrite: report?.hasToBeWritten(isSigned: waits?.count == 0) ?? false, waits: waits,
            isTyped: report?.correction?.total.isTyped ?? false, doubt: doubt)
    }
}
