internal import GantryAccounts
internal import GantryFiles
internal import GantryModel
internal import GantryPages
internal import GantryTerminal

/// What is around every page: bands, the top bar, and what stands below.
struct DeskFrame {
    let title: String
    /// Warnings above everything; the default is that of a workspace whose servers are on this machine.
    var bands: HTML?
    let content: HTML
    /// Whether the page is asked for anew by itself, for progress without a script.
    var isReloaded = false

    func answer(_ asked: Asked, status: Int = 200) -> DeskAnswer { .page(html(asked), status: status) }

    func html(_ asked: Asked) -> HTML {
        let t = asked.t
        let (style, script) = (DeskAssets.style, DeskAssets.script)
        let reload: HTML =
            isReloaded ? "<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>\n" : ""
        return """
            <!DOCTYPE html>
            <html lang="\(t.language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            \(reload)<title>\(title) · Gantry</title>
            <link rel="icon" href="\(DeskAssets.icon.path)" type="image/svg+xml">
            <link rel="stylesheet" href="\(style.path)" integrity="\(style.integrity)">
            <script src="\(script.path)" integrity="\(script.integrity)" defer></script>
            </head>
            <body>
            <a class="skip" href="#main">\(t("Skip to content", "Gå til indhold"))</a>
            \(asked.hasSession ? away(asked.t) + readOnly(asked) + (bands ?? practice(asked)) : "")\(top(asked))<main id="main">
            \(problem(asked))\(content)</main>
            <footer class="foot">Gantry \(programVersion) \
            \(t(
                "on this machine, 127.0.0.1. Times are local, UTC on hover.",
                "på denne maskine, 127.0.0.1. Tider er lokale, UTC når du peger."))</footer>
            </body>
            </html>

            """
    }

    private func top(_ asked: Asked) -> HTML {
        let t = asked.t
        guard asked.hasSession else { return "<header class=\"top\"><b class=\"mark\">Gantry</b></header>\n" }
        func link(_ address: DeskAddress, _ name: String) -> HTML {
            let here: HTML = asked.address == address ? " aria-current=\"page\"" : ""
            return "<a href=\"\(address.path)\"\(here)>\(name)</a>\n"
        }
        let other = t.language == .danish ? ("en", "English") : ("da", "Dansk")
        return """
            <header class="top">
            <a class="mark" href="\(DeskAddress.home.path)">Gantry</a>
            <nav aria-label="\(t("Main", "Hovedmenu"))">
            \(link(.home, t("Home", "Hjem")))\(link(.send, t("Send", "Send")))\
            \(link(.jobs, t("Jobs", "Opgaver")))\(link(.setup, t("Set up", "Opsætning")))</nav>
            \(asked.form(.language))<input type="hidden" name="back" value="\(asked.address?.path ?? "/")">\
            <button class="quiet" lang="\(other.0)">\(other.1)</button></form>
            </header>

            """
    }

    /// Why a form was refused, above its page.
    private func problem(_ asked: Asked) -> HTML {
        guard let problem = asked.problem else { return "" }
        let t = asked.t
        return """
            <section class="card" role="alert">
            <h2>\(t("This was not done", "Det blev ikke gjort"))</h2>
            \(CommandText.failure(problem, t))<p>\(t("Nothing was changed.", "Intet er ændret."))</p>
            </section>

            """
    }

    /// Shown by the script where the desk no longer answers.
    private func away(_ t: PageText) -> HTML {
        let band = Blocks.band(
            .stop, headed: t("The desk doesn't answer.", "Skrivebordet svarer ikke."),
            t(
                "It was stopped. What is under way goes on without it, and what you typed stays here.",
                "Det er stoppet. Det, der er i gang, fortsætter uden det, og det, du har skrevet, bliver her."))
        return "<div id=\"away\" hidden>\(band)</div>\n"
    }

    /// A page that isn't about one run is about whatever the connections lead to.
    private func practice(_ asked: Asked) -> HTML {
        // A file that can't be read is for the page to report.
        let connections = (try? asked.desk.configuration())?.connections ?? []
        return connections.contains { $0.baseURL.isLoopback } ? DeskFrame.sandbox(asked.t) : ""
    }

    /// Whoever can't write here is told before anything is typed.
    private func readOnly(_ asked: Asked) -> HTML {
        let t = asked.t
        // A folder that can't be looked at is for the page to report.
        guard (try? Folders.isWritable(asked.workspace.path)) == false else { return "" }
        return Blocks.band(
            .wait, headed: t("Read only.", "Kun læsning."),
            t(
                "This account can't write to the workspace: you can look at everything, and nothing can be decided here.",
                "Denne konto kan ikke skrive i arbejdsmappen: du kan se alt, og intet kan afgøres her."))
    }
}

extension DeskFrame {
    /// A heading with what it is about below it.
    static func head(_ title: String, _ note: HTML = "", state: HTML = "") -> HTML {
        let soft: HTML = note.isEmpty ? "" : "<p class=\"soft\">\(note)</p>"
        let right: HTML = state.isEmpty ? "" : "<p>\(state)</p>\n"
        return "<header class=\"head\"><div><h1>\(title)</h1>\(soft)</div>\n\(right)</header>\n"
    }

    /// Above what comes from a server on this machine.
    static func sandbox(_ t: PageText) -> HTML {
        Blocks.band(
            .stop, headed: t("Sandbox.", "Øvelse."),
            t(
                "The records come from a server on this machine, not from production, unless it is a tunnel.",
                "Registreringerne kommer fra en server på denne maskine, ikke fra produktionen, medmindre den er en tunnel."
            ))
    }

    /// The command that does the same.
    static func same(_ command: ShellCommand, _ t: PageText) -> HTML {
        "<p class=\"same\">\(t("Same as", "Det samme som")) <code>\(command.shellText)</code></p>\n"
    }
}
