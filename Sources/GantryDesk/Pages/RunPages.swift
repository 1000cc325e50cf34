internal import GantryEngine
internal import GantryFiles
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
        case .review: return try await ReviewPage.answer(pay, asked)
        default: break
        }
        guard pay.isPublished else { return NotYetPage.answer(pay, step: step, asked) }
        switch step {
        case .compare: return try await ComparePage.answer(pay, asked)
        case .sign: return try await SignPage.answer(pay, asked)
        case .deliver: return try await DeliverPage.answer(pay, asked)
        case .files: return try await FilesPage.answer(pay, asked)
        default: return try await report(run, asked)
        }
    }

    /// Where a run is opened: at its first step that isn't done.
    static func first(_ run: RunID, _ asked: Asked) async throws -> DeskAnswer {
        guard let pay = try await PayRun.read(run, asked) else { return RefusalPage.notFound(asked) }
        return .seeOther(.step(run, pay.step))
    }

    /// The very bytes of the report, which loads nothing.
    static func report(_ run: RunID, _ asked: Asked) async throws -> DeskAnswer {
        let bytes = try await Gantry.report(
            run, in: asked.workspace, language: asked.query["language"].flatMap(Language.init) ?? asked.t.language,
            isNamed: asked.query["names"] != "no")
        return DeskAnswer(
            status: 200, type: "text/html; charset=utf-8", content: .bytes(bytes),
            contentPolicy: PageStyle.policy + "; frame-ancestors 'none'")
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
