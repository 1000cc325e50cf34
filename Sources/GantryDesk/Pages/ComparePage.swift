internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryPages

/// What a run pays otherwise than the period before: the parts of its report that say so.
enum ComparePage {
    static func answer(_ pay: PayRun, _ asked: Asked) async throws -> DeskAnswer {
        let t = asked.t
        let report = try await Gantry.payReport(pay.id, in: asked.workspace)
        let page = PayReportPage(report, t)
        let frame = RunFrame(pay: pay, step: .compare, t: t)
        guard let before = report.before else {
            let lost = pay.review?.lostBase.map {
                t(
                    "It isn't compared with \($0): the folder of that run is missing or changed.",
                    "Den er ikke sammenlignet med \($0): kørslens mappe mangler eller er ændret.")
            }
            return frame.answer(
                Blocks.card(
                    "none", t("Nothing to compare with", "Intet at sammenligne med"),
                    """
                    <p>\(lost ?? t("There is no period before it from the same source in this workspace.", "Der er ingen periode før den fra samme kilde i denne arbejdsmappe."))</p>
                    """) + page.paid + page.employees, asked)
        }
        let command = asked.desk.command("diff", before.run.description, pay.id.description)
        return frame.answer(page.paid + page.changes + page.employees + DeskFrame.same(command, t), asked)
    }
}
