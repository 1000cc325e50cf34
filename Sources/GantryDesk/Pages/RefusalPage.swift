internal import GantryPages
internal import GantryTerminal

/// Pages that say why there is nothing to see.
enum RefusalPage {
    static func answer(_ refusal: Refusal, _ asked: Asked) -> DeskAnswer {
        let (title, text) = words(refusal, asked.t)
        let again: HTML =
            switch refusal {
            case .usedKey, .lateKey, .wrongKey, .noSession:
                """
                <p>\(asked.t("Ask for a new address:", "Bed om en ny adresse:")) \
                <code>\(ShellCommand(["gantry", "desk", "--open"]).shellText)</code></p>

                """
            default: ""
            }
        var answer = page(title, text: "<p>\(text)</p>\n\(again)", asked, status: refusal.status)
        if refusal == .otherMethod { answer.headers.append((name: "Allow", value: "GET, HEAD, POST, PUT")) }
        return answer
    }

    static func notFound(_ asked: Asked) -> DeskAnswer {
        let t = asked.t
        return page(
            t("There is no such page", "Den side findes ikke"),
            text: """
                <p>\(t("Nothing has this address. Names of pipelines, periods and runs are spelled as the program shows them.", "Intet har denne adresse. Navne på pipelines, perioder og kørsler skrives, som programmet viser dem."))</p>
                <p><a href="/">\(t("Home", "Hjem"))</a></p>

                """, asked, status: 404)
    }

    /// What failed while the page was made, in the words of the program.
    static func failed(_ error: any Error, _ asked: Asked) -> DeskAnswer {
        let t = asked.t
        guard asked.hasSession else { return answer(.noSession, asked) }
        let report = ErrorReport(error, command: nil, place: asked.desk.place)
        let advice: HTML = report.advice.map { "<p>\(t.said($0))</p>\n" } ?? ""
        let details: HTML =
            """
            <details><summary>\(t("Details for whoever helps you", "Detaljer til den, der hjælper dig"))</summary>
            <p class="mono">\(report.code), \(t("exit code", "afslutningskode")) \(String(report.status.rawValue))</p>
            \(each(report.details) { "<p class=\"mono\">\($0)</p>\n" })</details>

            """
        return page(
            t("This page can't be made", "Siden kan ikke laves"),
            text: """
                <div class="note note-stop"><p>\(t.said(report.explanation))</p></div>
                <p>\(t("Nothing was changed.", "Intet er ændret."))</p>
                \(advice)\(details)
                """, asked, status: 500)
    }

    static func page(_ title: String, text: HTML, _ asked: Asked, status: Int) -> DeskAnswer {
        let content: HTML = "<section class=\"card\">\n<h1>\(title)</h1>\n\(text)</section>\n"
        return DeskFrame(title: title, content: content).answer(asked, status: status)
    }

    private static func words(_ refusal: Refusal, _ t: PageText) -> (title: String, text: String) {
        switch refusal {
        case .otherHost:
            (
                t("This address is not the desk's", "Denne adresse er ikke skrivebordets"),
                t(
                    "The desk answers only to 127.0.0.1, localhost and [::1] with its port. Nothing was shown.",
                    "Skrivebordet svarer kun på 127.0.0.1, localhost og [::1] med sin port. Intet er vist.")
            )
        case .noPath:
            (
                t("This is no address", "Dette er ingen adresse"),
                t("An address begins with a slash.", "En adresse begynder med en skråstreg.")
            )
        case .otherMethod:
            (
                t("This is no way to ask", "Sådan kan der ikke spørges"),
                t(
                    "Pages are read with GET, and forms are sent with POST.",
                    "Sider læses med GET, og formularer sendes med POST.")
            )
        case .usedKey:
            (
                t("This address was used", "Denne adresse er brugt"),
                t(
                    "The address that the desk prints opens it once, in one browser.",
                    "Den adresse, som skrivebordet skriver, åbner det én gang i én browser.")
            )
        case .lateKey:
            (
                t("This address is too old", "Denne adresse er for gammel"),
                t(
                    "The address that the desk prints opens it within two minutes.",
                    "Den adresse, som skrivebordet skriver, åbner det inden for to minutter.")
            )
        case .wrongKey:
            (
                t("This address opens nothing", "Denne adresse åbner intet"),
                t(
                    "Its key isn't the one that the desk printed.",
                    "Nøglen er ikke den, som skrivebordet skrev.")
            )
        case .noSession:
            (
                t("The desk is closed here", "Skrivebordet er lukket her"),
                t(
                    "It opens only with the address that the desk printed, once, and for twelve hours.",
                    "Det åbnes kun med den adresse, som skrivebordet skrev, én gang og i tolv timer.")
            )
        case .otherOrigin:
            (
                t("Another page sent this form", "En anden side sendte denne formular"),
                t(
                    "The desk takes forms only from its own pages. Nothing was changed.",
                    "Skrivebordet tager kun imod formularer fra sine egne sider. Intet er ændret.")
            )
        case .foreignForm:
            (
                t("This form is not from this desk", "Denne formular er ikke fra dette skrivebord"),
                t(
                    "It was made for another address, or before the desk was opened. Nothing was changed. Go back, load the page again, and send it from there.",
                    "Den blev lavet til en anden adresse, eller før skrivebordet blev åbnet. Intet er ændret. Gå tilbage, hent siden igen, og send den derfra."
                )
            )
        case .tooLong:
            (
                t("This form is too long", "Denne formular er for lang"),
                t(
                    "A form has at most 1 MB. Nothing was changed.",
                    "En formular har højst 1 MB. Intet er ændret.")
            )
        case .unkept:
            (
                t("This file is not kept", "Denne fil bliver ikke gemt"),
                t(
                    "A file has a plain name and at most 200 MB; a sheet has at most 5 000 files and 2 GB.",
                    "En fil har et almindeligt navn og højst 200 MB; et ark har højst 5.000 filer og 2 GB.")
            )
        case .noForm:
            (
                t("This is no form", "Dette er ingen formular"),
                t(
                    "What was sent can't be read as the form of a page. Nothing was changed.",
                    "Det sendte kan ikke læses som formularen på en side. Intet er ændret.")
            )
        }
    }
}
