internal import GantryJSON
internal import GantryModel
internal import GantryPages
internal import GantryTerminal

/// What commands do and how they end, in words.
enum CommandText {
    static func title(_ kind: StartedCommand.Kind, _ t: PageText) -> String {
        switch kind {
        case .run: t("Run", "Kørsel")
        case .rewrite: t("Write the files again", "Skriv filerne igen")
        case .deliver: t("Deliver", "Aflever")
        case .typed: t("Note what was typed", "Notér, hvad der er tastet")
        case .failed: t("It never arrived", "Det nåede aldrig frem")
        case .receipt: t("Keep the receipt", "Gem kvitteringen")
        case .changes: t("Ask what has changed", "Spørg, hvad der har ændret sig")
        case .correct: t("Correction", "Rettelse")
        case .sign: t("Sign with a key", "Skriv under med en nøgle")
        case .connect: t("Set up a connection", "Opret en forbindelse")
        case .pay: t("Set up the pay", "Opret lønnen")
        case .connections: t("Check the connections", "Kontrollér forbindelserne")
        case .login: t("Sign in", "Log ind")
        case .verify: t("Check every file", "Kontrollér alle filer")
        case .check: t("Check a sheet", "Kontrollér et ark")
        case .send: t("Send", "Send")
        case .forget: t("Forget", "Glem")
        }
    }

    /// How a command ended, as a title.
    static func ending(
        _ status: ExitStatus, _ kind: StartedCommand.Kind, _ t: PageText
    ) -> (words: String, tone: Blocks.Tone) {
        switch status {
        case .complete:
            (kind == .changes ? t("Nothing has changed", "Intet har ændret sig") : t("Done", "Udført"), .good)
        case .completeWithRejects:
            (t("Done, and something needs a look", "Udført, og noget skal ses efter"), .wait)
        case .alreadyPublished: (t("Nothing to do: it was done before", "Intet at gøre: det var allerede gjort"), .good)
        case .differs:
            (
                kind == .changes
                    ? t("Something has changed", "Noget har ændret sig") : t("Something differs", "Noget afviger"),
                kind == .changes ? .wait : .stop
            )
        case .inUse: (t("Somebody else is at work on it", "En anden arbejder på den"), .wait)
        case .waits where kind == .changes:
            (t("Something has changed", "Noget har ændret sig"), .wait)
        case .waits:
            kind.makesRun
                ? (t("Done; now it waits for a person", "Udført; nu venter den på en person"), .good)
                : (t("Not done: it waits for a person", "Ikke udført: den venter på en person"), .wait)
        case .canContinue: (t("Stopped, can go on", "Stoppet, kan fortsætte"), .wait)
        case .needsSignIn: (t("The server refuses the account", "Serveren afviser kontoen"), .stop)
        case .misconfigured: (t("A file has a mistake", "En fil har en fejl"), .stop)
        case .failed, .wrongUsage, .journalLost: (t("It failed", "Det lykkedes ikke"), .stop)
        }
    }

    /// How a command ended, with what it says about that.
    static func ended(_ ending: CommandEvents.Ending, _ kind: StartedCommand.Kind, _ t: PageText) -> HTML {
        let (words, tone) = CommandText.ending(ending.status, kind, t)
        let explanation: HTML = ending.explanation.map { "<p>\($0)</p>\n" } ?? ""
        let advice: HTML = ending.advice.map { "<p>\($0)</p>\n" } ?? ""
        return """
            <div class="note note-\(tone.rawValue)" role="status"><p>\(words)</p>
            \(explanation)</div>
            \(advice)
            """
    }

    /// How a command is, as a sign and in words.
    static func state(
        _ events: CommandEvents, _ kind: StartedCommand.Kind, _ t: PageText
    ) -> (sign: String, words: String) {
        guard !events.isRunning else {
            return ("▸", events.stage.map { stage($0, t) } ?? t("under way", "i gang"))
        }
        guard let ending = events.ending else { return ("×", t("ended without a word", "sluttede uden et ord")) }
        let (words, tone) = CommandText.ending(ending.status, kind, t)
        let sign =
            switch tone {
            case .good: "✓"
            case .stop: "×"
            default: "!"
            }
        return (sign, words)
    }

    /// What a stage does.
    static func stage(_ name: String, _ t: PageText) -> String {
        switch name {
        case "preparing": t("preparing", "forbereder")
        case "signing-in": t("signing in", "logger ind")
        case "joining": t("fetching employees", "henter medarbejdere")
        case "replaying": t("reading what is saved", "læser det gemte")
        case "fetching": t("fetching", "henter")
        case "rewriting": t("writing the files again", "skriver filerne igen")
        case "comparing": t("comparing", "sammenligner")
        case "checking": t("checking", "kontrollerer")
        case "sending": t("sending", "sender")
        case "sealing": t("writing the files", "skriver filerne")
        case "publishing": t("publishing", "gør færdig")
        case "delivering": t("delivering", "afleverer")
        case "complete": t("complete", "færdig")
        default: name
        }
    }

    /// How far a command is.
    static func progress(_ events: CommandEvents, named name: String, _ t: PageText) -> HTML {
        guard let stage = events.stage else {
            return "<p class=\"soft\">\(t("It has just begun.", "Den er lige begyndt."))</p>\n"
        }
        var words = [CommandText.stage(stage, t)]
        if let done = events.done {
            words.append(t.count(done) + (events.total.map { t(" of \(t.count($0))", " af \(t.count($0))") } ?? ""))
        }
        if let rate = events.perSecond { words.append(t("\(t.count(rate)) a second", "\(t.count(rate)) i sekundet")) }
        if let left = events.secondsLeft { words.append(time(left, t)) }
        let saved: HTML =
            events.savedUpTo.map {
                "<p><small>\(t("Saved up to record \(t.count($0)).", "Gemt til og med registrering \(t.count($0))."))</small></p>\n"
            } ?? ""
        let rows: HTML =
            events.refused + events.unknown == 0
            ? ""
            : "<p>\(t.count(events.refused)) \(t("refused", "afvist")), \(t.count(events.unknown)) \(t("without a clear answer", "med uklart svar"))</p>\n"
        let trouble: HTML =
            events.trouble.map {
                "<div class=\"note note-wait\"><p>\(t("It tries again:", "Den prøver igen:")) \($0)</p></div>\n"
            } ?? ""
        return """
            \(bar(events, name))
            <p><small>\(words.joined(separator: " · "))</small></p>
            \(saved)\(rows)\(trouble)
            """
    }

    private static func bar(_ events: CommandEvents, _ name: String) -> HTML {
        guard let total = events.total, let done = events.done, total > 0 else {
            return "<progress aria-label=\"\(name)\"></progress>"
        }
        return
            "<progress max=\"\(String(total))\" value=\"\(String(min(done, total)))\" aria-label=\"\(name)\"></progress>"
    }

    /// Time that is left.
    private static func time(_ seconds: Int, _ t: PageText) -> String {
        seconds < 120
            ? t("about \(t.count(seconds)) s left", "ca. \(t.count(seconds)) s tilbage")
            : t("about \(t.count(seconds / 60)) min left", "ca. \(t.count(seconds / 60)) min. tilbage")
    }

    /// What a command found, where its page shows it.
    static func result(_ result: JSONTree, _ kind: StartedCommand.Kind, _ t: PageText) -> HTML {
        switch kind {
        case .changes: each(result["periods"]?.list ?? []) { changes($0, t) }
        case .connect, .connections: checks(result, t)
        default: ""
        }
    }

    /// What a check of connections found, those that failed first.
    private static func checks(_ result: JSONTree, _ t: PageText) -> HTML {
        let places = ["connections", "destinations"].flatMap { result[$0]?.list ?? [] }
        let rows = each(places) { place -> HTML in
            let name = place["connection"]?.text ?? place["destination"]?.text ?? ""
            return each(place["checks"]?.list ?? []) { check in
                let state = check["state"]?.text ?? ""
                let advice = check["advice"]?.text.map { " " + $0 } ?? ""
                return """
                    <tr><th scope="row">\(name)</th><td>\(check["check"]?.text ?? "")</td>\
                    <td>\(Blocks.state(t.word(state), state == "ok" ? .good : state == "failed" ? .stop : .plain))</td>\
                    <td>\((check["found"]?.text ?? "") + advice)</td></tr>

                    """
            }
        }
        guard !rows.isEmpty else { return "" }
        return Blocks.scrolled(
            "end",
            Blocks.table(
                [
                    .text(t("Connection", "Forbindelse")), .text(t("Check", "Kontrol")), .text(t("State", "Status")),
                    .text(t("Found", "Fundet")),
                ], rows))
    }

    /// What the server shows otherwise than was signed, entry by entry.
    private static func changes(_ period: JSONTree, _ t: PageText) -> HTML {
        guard case .array(let entries)? = period["entries"], !entries.isEmpty else { return "" }
        let heads: [Blocks.Column] = [
            .text(t("Day", "Dag")), .text(t("Employee", "Medarbejder")), .text(t("What", "Hvad")),
            .text(t("Signed", "Underskrevet")), .text(t("Now", "Nu")), .text(t("Pay", "Løn")),
        ]
        func effects(_ entry: JSONTree) -> String {
            (entry["effects"]?.list ?? []).map { effect in
                [effect["payrollNumber"], effect["payCode"], effect["units"], effect["amount"]].compactMap { $0?.text }
                    .joined(separator: " · ")
            }.joined(separator: "; ")
        }
        func text(_ entry: JSONTree, _ key: String) -> String {
            let text = entry[key]?.text ?? entry[key]?.int.map(String.init) ?? ""
            return text.isEmpty ? "–" : text
        }
        let rows = each(entries.prefix(100)) { entry in
            """
            <tr><td>\(text(entry, "date"))</td><td>\(text(entry, "employee"))</td>\
            <td>\(t.word(text(entry, "field") == "–" ? text(entry, "rule") : text(entry, "field")))</td>\
            <td>\(text(entry, "old"))</td><td>\(text(entry, "new"))</td><td>\(effects(entry))</td></tr>

            """
        }
        let rest = entries.count - min(entries.count, 100)
        let more =
            rest > 0
            ? Blocks.small(
                t("\(t.count(rest)) more; the command lists them.", "\(t.count(rest)) flere; kommandoen viser dem."))
            : ""
        let sum = period["amount"]?.text.map { amount in
            Blocks.small(
                t("Known amounts together: ", "Kendte beløb tilsammen: ") + amount + " "
                    + (period["currency"]?.text ?? ""))
        }
        return Blocks.scrolled("end", Blocks.table(heads, rows)) + (sum ?? "") + more
    }
}
