internal import GantryEngine
internal import GantryPages
internal import GantrySignOff

/// Forms that take a run out of use: withdraw it, or remove it for good.
struct PutAway {
    let run: RunID
    let isPublished: Bool
    /// Whether it can be withdrawn.
    let canBeWithdrawn: Bool
    /// The page on which they stand.
    let page: DeskAddress
    /// Where they are sent.
    let to: DeskAddress
    let asked: Asked

    private var t: PageText { asked.t }

    var markup: HTML {
        guard asked.canWrite else { return "" }
        return asked.query["sure"] == "forget" ? sure : (canBeWithdrawn ? withdrawal : "") + removal
    }

    private var withdrawal: HTML {
        let people = (try? asked.desk.people()) ?? []
        let who = PersonField.labelled(
            people, own: asked.filled["by"] ?? asked.desk.person(among: people)?.id ?? "", id: "by-withdraw",
            label: t("Withdrawn by", "Trukket tilbage af"),
            t)
        return Blocks.card(
            "withdraw", titled: t("Withdraw it", "Træk den tilbage"),
            """
            <p>\(t("It stays as it is, and everything that shows it says that it was withdrawn. Nothing uses it any more.", "Den forbliver, som den er, og alt, der viser den, siger, at den er trukket tilbage. Intet bruger den mere."))</p>
            \(StartForm.markup(
                .withdraw, to: to, verb: t("Withdraw \(run)", "Træk \(run) tilbage"), asked,
                fields: StartForm.reason("why-withdraw", for: .withdraw, asked) + who, isFirst: false))\
            \(DeskFrame.same(asked.desk.command("withdraw", run.description, "--by", "NAME", "--because", "TEXT"), t))
            """)
    }

    private var removal: HTML {
        Blocks.card(
            "forget", titled: isPublished ? t("Remove it", "Fjern den") : t("Drop this run", "Drop denne kørsel"),
            """
            <p>\(t(
                "Its files are removed for good. What must be kept by law or was signed stays.",
                "Filerne fjernes for altid. Det, der skal gemmes ifølge loven eller er underskrevet, bliver."))</p>
            <form method="get" action="\(page.path)"><input type="hidden" name="sure" value="forget">
            <div class="buttons"><button>\(t("Go on", "Gå videre"))</button></div>
            </form>
            \(same)
            """)
    }

    /// It can't be taken back, so the run is named once more.
    private var sure: HTML {
        SureCard(
            kind: .forget, title: t("Remove \(run) for good?", "Fjern \(run) for altid?"),
            facts: [
                (t("Run", "Kørsel"), "\(run.description)"),
                (
                    t("State", "Status"),
                    "\(isPublished ? t("published", "færdig") : t("not published", "ikke færdig"))"
                ),
            ],
            note: isPublished
                ? t(
                    "Its number isn't given again, and what it sent stays known.",
                    "Nummeret gives ikke igen, og det, den sendte, huskes.")
                : t(
                    "What it has fetched is fetched anew by the next run.",
                    "Det, den har hentet, hentes på ny af den næste kørsel."),
            verb: t("Remove \(run)", "Fjern \(run)")
        ).markup(to: to, back: page, asked) + same
    }

    private var same: HTML { DeskFrame.same(asked.desk.command("forget", run.description), t) }
}

/// What is asked once more before it is done for good: the thing, what it is about, and the verb.
struct SureCard {
    let kind: StartedCommand.Kind
    let title: String
    let facts: [(String, HTML)]
    let note: String
    let verb: String
    var fields = HTML()

    func markup(to: DeskAddress, back: DeskAddress, _ asked: Asked) -> HTML {
        let t = asked.t
        return Blocks.card(
            "sure", titled: title,
            """
            <dl class="facts">\(each(facts) { "<dt>\($0.0)</dt><dd>\($0.1)</dd>\n" })</dl>
            <p>\(note)</p>
            \(StartForm.markup(kind, to: to, verb: verb, asked, fields: fields))\
            <p><a href="\(back.path)">\(t("Not yet", "Ikke endnu"))</a></p>
            """)
    }
}
