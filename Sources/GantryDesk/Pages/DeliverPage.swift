internal import GantryEngine
internal import GantryKit
internal import GantryPages
internal import GantryRuns
internal import GantrySignOff
internal import GantryTerminal

/// Whether a run is delivered, and what is missing.
enum DeliverPage {
    static func answer(_ pay: PayRun, _ asked: Asked) async throws -> DeskAnswer {
        let t = asked.t
        var content = HTML()
        if let delivered = pay.standing?.delivered {
            content += Blocks.card(
                "done", t("Delivered", "Afleveret"),
                "<div class=\"note note-good\"><p>\(pay.id.description) \(delivered).</p></div>\n<p>\(t("The month can now only be corrected, not paid again.", "Måneden kan nu kun rettes, ikke udbetales igen."))</p>"
            )
        } else if let need = pay.need {
            let people = (try? asked.desk.people()) ?? []
            let command = MonthText.command(
                need, of: pay.id, pipeline: pay.id.pipeline, by: asked.desk.person(among: people)?.id, to: "PLACE",
                place: asked.desk.place)
            switch need {
            case .delivery, .typing:
                content += Blocks.card(
                    "next", t("Ready to be delivered", "Klar til at blive afleveret"),
                    """
                    <p>\(NeedText.sentence(need, t))</p>
                    <p class="same">\(t("Deliver with", "Aflever med")) <code>\(command?.shellText ?? "")</code></p>
                    <p><small>\(t("It is delivered once. After this the month can only be corrected.", "Den afleveres én gang. Derefter kan måneden kun rettes."))</small></p>
                    """)
            default:
                let step: DeskAddress.Step = pay.step
                content += Blocks.card(
                    "next", t("It can't be delivered yet", "Den kan ikke afleveres endnu"),
                    """
                    <p>\(NeedText.sentence(need, t))</p>
                    <p class="same">\(t("Comes first:", "Kommer først:")) <code>\(command?.shellText ?? "")</code></p>
                    <p><a class="b b1" href="\(DeskAddress.step(pay.id, step).path)">\(t("Go there", "Gå dertil"))</a></p>
                    """)
            }
        } else {
            content += Blocks.card(
                "none", t("This run is not delivered", "Denne kørsel afleveres ikke"),
                "<p>\(t("It was withdrawn, or a newer revision is used in its place.", "Den er trukket tilbage, eller en nyere udgave bruges i stedet."))</p>"
            )
        }
        return RunFrame(pay: pay, step: .deliver, t: t).answer(content, asked)
    }
}
