internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryPages
internal import GantryRuns
internal import GantryTerminal

/// The page of a step of a run.
enum RunPages {
    static func answer(_ run: RunID, step: DeskAddress.Step, _ asked: Asked) async throws -> DeskAnswer {
        // A report looks at the findings itself.
        let look: PayRun.Look = step == .report ? .nothing : step == .compare ? .report : .findings
        guard let pay = try await PayRun.read(run, asked, look: look) else {
            return RefusalPage.notFound(asked)
        }
        switch step {
        case .run: return try await RunPage.answer(pay, asked)
        case .review where pay.damage == nil: return try await ReviewPage.answer(pay, asked)
        default: break
        }
        guard pay.isPublished else { return NotYetPage.answer(pay, step: step, asked) }
        if pay.damage != nil { return DamagedPage.answer(pay, step: step, asked) }
        switch step {
        case .compare: return try await ComparePage.answer(pay, asked)
        case .sign: return try await SignPage.answer(pay, asked)
        case .deliver: return try await DeliverPage.answer(pay, asked)
        case .files: return try await FilesPage.answer(pay, asked)
        default: break
        }
        do {
            return try await report(run, asked)
        } catch {
            guard let pay = try await PayRun.read(run, asked), pay.damage != nil else { throw error }
            return DamagedPage.answer(pay, step: step, asked)
        }
    }

    /// Where a run is opened: at its first step that isn't done.
    static func first(_ run: RunID, _ asked: Asked) async throws -> DeskAnswer {
        guard let pay = try await PayRun.read(run, asked) else { return RefusalPage.notFound(asked) }
        return .seeOther(.step(run, pay.step))
    }

    /// The very bytes of the report, which loads nothing.
    static func report(_ run: RunID, _ asked: Asked) async throws -> DeskAnswer {
        var files = asked.desk.files()
        let bytes = try await Gantry.report(
            run, in: asked.workspace, language: asked.query["language"].flatMap(Language.init) ?? asked.t.language,
            listed: files.destinations(of: run.pipeline), isNamed: asked.query["names"] != "no")
        return DeskAnswer(
            status: 200, type: "text/html; charset=utf-8", content: .bytes(bytes),
            contentPolicy: PageStyle.policy + "; frame-ancestors 'none'")
    }
}

/// What is left of a step where the files of the run aren't those that were published: the way to restore them.
enum DamagedPage {
    static func answer(_ pay: PayRun, step: DeskAddress.Step, _ asked: Asked) -> DeskAnswer {
        let t = asked.t
        let folder = asked.workspace.folder(of: pay.id)
        let restore = Blocks.card(
            "restore", titled: t("Restore its files first", "Gendan filerne først"),
            """
            <p>\(t(
                "Nothing can be done with this run while its files aren't those that were published. Restore this folder from a copy, and load the page again:",
                "Intet kan gøres med denne kørsel, så længe filerne ikke er dem, der blev udgivet. Gendan denne mappe fra en kopi, og indlæs siden igen:"))</p>
            <p><code>\(folder)</code></p>
            \(DeskFrame.same(asked.desk.command("verify", pay.id.description), t))
            """)
        // One that was never delivered can be put away in place of being restored.
        let isDelivered = pay.standing?.delivered != nil
        let putAway =
            step == .files && !isDelivered
            ? PutAway(
                run: pay.id, isPublished: true, canBeWithdrawn: pay.withdrawn == nil, page: .step(pay.id, .files),
                to: .start(pay.id), asked: asked
            ).markup : ""
        return RunFrame(pay: pay, step: step, t: t).answer(restore + putAway, asked)
    }
}

/// A step that has nothing to show before the run is published.
enum NotYetPage {
    static func answer(_ pay: PayRun, step: DeskAddress.Step, _ asked: Asked) -> DeskAnswer {
        let t = asked.t
        return RunFrame(pay: pay, step: step, t: t).answer(
            """
            <section class="card"><h2>\(t("After the run", "Efter kørslen"))</h2>
            <p>\(t("Nothing of this run is published yet.", "Intet af denne kørsel er færdigt endnu."))</p>
            <p><a href="\(DeskAddress.step(pay.id, .run).path)">\
            \(t("How far it is", "Hvor langt den er"))</a></p></section>

            """, asked)
    }
}
