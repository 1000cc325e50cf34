internal import GantryJSON
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
        case .forget: t("Remove a run", "Fjern en kørsel")
        case .withdraw: t("Withdraw a run", "Træk en kørsel tilbage")
        case .prune: t("Free space", "Frigør plads")
        case .schedule: t("Schedule", "Tidsplan")
        }
    }

    /// How a command ended, as a title.
    static func ending(
        _ ending: CommandEvents.Ending, of kind: StartedCommand.Kind, _ t: PageText
    ) -> (words: String, tone: Blocks.Tone) {
        switch ending.status {
        case .complete where kind == .schedule:
            // The machine's own program starts and stops timers, and nothing has told it yet.
            (
                ending.result["cron"] == nil && ending.result["files"] == nil
                    ? t("Not stopped yet: one line has to be typed", "Ikke stoppet endnu: én linje skal tastes")
                    : t("Not scheduled yet: one line has to be typed", "Ikke planlagt endnu: én linje skal tastes"),
                .wait
            )
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
        case .needsSignIn where kind == .connect || kind == .connections:
            (t("Not signed in", "Ikke logget ind"), .wait)
        case .needsSignIn: (t("The server refuses the account", "Serveren afviser kontoen"), .stop)
        case .misconfigured: (t("A file has a mistake", "En fil har en fejl"), .stop)
        case .failed, .wrongUsage, .journalLost: (t("It failed", "Det lykkedes ikke"), .stop)
        }
    }

    /// How a command ended, with what it says about that.
    ///
    /// - Parameter advice: what to do in the place of what it says about that.
    static func ended(
        _ ending: CommandEvents.Ending, of kind: StartedCommand.Kind, _ t: PageText, advice other: HTML? = nil
    ) -> HTML {
        let (words, tone) = CommandText.ending(ending, of: kind, t)
        let explanation: HTML = ending.explanation.map { "<p>\(t.said($0))</p>\n" } ?? ""
        let advice: HTML = other ?? ending.advice.map { "<p>\(t.said($0))</p>\n" } ?? ""
        return """
            <div class="note note-\(tone.rawValue)" role="status"><p>\(words)</p>
            \(explanation)</div>
            \(advice)
            """
    }

    /// What failed in the desk itself, and what to do.
    static func failure(_ report: ErrorReport, _ t: PageText) -> HTML {
        let advice: HTML = report.advice.map { "<p>\(t.said($0))</p>\n" } ?? ""
        return "<div class=\"note note-stop\"><p>\(t.said(report.explanation))</p></div>\n\(advice)"
    }

    /// How a command is, as a sign and in words.
    static func state(
        _ events: CommandEvents, of kind: StartedCommand.Kind, _ t: PageText
    ) -> (sign: String, words: String) {
        guard !events.isRunning else {
            return ("▸", events.stage.map { stage($0, t) } ?? t("under way", "i gang"))
        }
        guard let ending = events.ending else { return ("×", t("ended without a word", "sluttede uden et ord")) }
        let (words, tone) = CommandText.ending(ending, of: kind, t)
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
            : """
            <p>\(t.count(events.refused)) \(t("refused", "afvist")), \
            \(t.count(events.unknown)) \(t("without a clear answer", "med uklart svar"))</p>

            """
        let trouble: HTML =
            events.trouble.map {
                "<div class=\"note note-wait\"><p>\(t("It tries again:", "Den prøver igen:")) \(t.said($0))</p></div>\n"
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
}
