internal import GantryPages
internal import GantryRuns

/// What a run of pay needs, in words.
enum NeedText {
    /// The state in a few words.
    static func state(_ need: PayStanding.Need?, _ t: PageText) -> (words: String, tone: Blocks.Tone) {
        switch need {
        case .nothing: (t("Delivered", "Afleveret"), .good)
        case .decisions(let open): (t.count(open, ("open", "åben"), ("open", "åbne")), .wait)
        case .mending: (t("values don't fit", "værdier passer ikke"), .stop)
        case .files: (t("files to be written again", "filer skal skrives igen"), .wait)
        case .preparation: (t("to prepare", "skal udarbejdes"), .live)
        case .approval: (t("to approve", "skal godkendes"), .live)
        case .delivery: (t("to deliver", "skal afleveres"), .live)
        case .typing: (t("to type", "skal tastes"), .live)
        case .remaking: (t("to make again", "skal laves igen"), .stop)
        case .finishing: (t("delivery not finished", "aflevering ikke færdig"), .stop)
        case .answer: (t("delivered or not?", "afleveret eller ej?"), .stop)
        case .look: (t("can't be reviewed", "kan ikke gennemgås"), .stop)
        case nil: (t("published", "færdig"), .plain)
        }
    }

    /// What a person has to do, as a title after the period.
    static func title(_ need: PayStanding.Need, _ t: PageText) -> String {
        switch need {
        case .nothing: t("delivered", "afleveret")
        case .look: t("look at it", "se på den")
        case .decisions: t("review", "gennemgå")
        case .mending: t("correct what doesn't fit", "ret det, der ikke passer")
        case .files: t("write the files again", "skriv filerne igen")
        case .preparation: t("prepare", "udarbejd")
        case .approval: t("approve", "godkend")
        case .delivery: t("deliver", "aflever")
        case .typing: t("type the changes", "tast ændringerne")
        case .finishing: t("finish the delivery", "gør afleveringen færdig")
        case .remaking: t("make a new correction", "lav en ny rettelse")
        case .answer: t("say whether it was delivered", "sig, om den er afleveret")
        }
    }

    /// The same in a sentence.
    static func sentence(_ need: PayStanding.Need, _ t: PageText) -> String {
        switch need {
        case .nothing: return t("Nothing waits for anybody.", "Intet venter på nogen.")
        case .look:
            return t(
                "It can't be reviewed: its files are missing or changed.",
                "Den kan ikke gennemgås: filerne mangler eller er ændret.")
        case .decisions(let open):
            return t.count(open, ("finding", "fund"), ("findings", "fund"))
                + t(" must be decided before anyone signs.", " skal afgøres, før nogen skriver under.")
        case .mending:
            return t(
                "A file lacks values that don't fit it. No decision mends that: correct them, then write the files again.",
                "En fil mangler, fordi værdier ikke passer i den. Ingen afgørelse retter det: ret dem, og skriv så filerne igen."
            )
        case .files:
            return t(
                "Decisions are newer than the files, so the files are written again.",
                "Afgørelser er nyere end filerne, så filerne skrives igen.")
        case .preparation(let people):
            return t("0 of 2 signed. ", "0 af 2 har skrevet under. ")
                + (people.isEmpty
                    ? "" : t("Can prepare it: ", "Kan udarbejde den: ") + people.joined(separator: ", ") + ".")
        case .approval(let people):
            return t("1 of 2 signed. ", "1 af 2 har skrevet under. ")
                + (people.isEmpty
                    ? "" : t("Can approve it: ", "Kan godkende den: ") + people.joined(separator: ", ") + ".")
        case .delivery(let isSigned):
            return isSigned
                ? t(
                    "It is signed, and its files wait to be delivered.",
                    "Den er underskrevet, og filerne skal afleveres.")
                : t("Its files wait to be delivered.", "Filerne skal afleveres.")
        case .typing:
            return t(
                "No file carries these changes; somebody types them into the payroll program.",
                "Ingen fil indeholder ændringerne; nogen taster dem i lønprogrammet.")
        case .remaking:
            return t(
                "Other deliveries no longer pay what it counts on, so together they pay too little or too much.",
                "Andre afleveringer betaler ikke længere det, den regner med, så tilsammen betaler de for lidt eller for meget."
            )
        case .finishing:
            return t(
                "Its delivery was begun and isn't finished, so the payroll program may lack it.",
                "Afleveringen er begyndt og ikke færdig, så lønprogrammet mangler den måske.")
        case .answer(let doubt, _):
            if let place = doubt.place {
                return t(
                    "The workspace was restored, and nobody here knows whether the pay was delivered to \(place) too. Ask there.",
                    "Arbejdsområdet er genskabt, og ingen her ved, om lønnen også er afleveret til \(place). Spørg der."
                )
            }
            return t(
                "The workspace was restored, and nobody here knows whether other pay of the period was delivered before. Ask who pays.",
                "Arbejdsområdet er genskabt, og ingen her ved, om anden løn for perioden er afleveret før. Spørg den, der udbetaler."
            )
        }
    }
}
