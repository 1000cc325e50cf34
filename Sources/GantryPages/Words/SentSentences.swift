/// What became of a row that was sent, or why it could not be, for Danish pages.
enum SentSentences {
    static let sentences: SentenceTable.Pairs = ledger + server + refusals + lookups

    private static let ledger: SentenceTable.Pairs = [
        "The program ended before the answer came.": "Programmet sluttede, før svaret kom.",
        "A person accepted it as done.": "En person har godtaget den som sendt.",
        "Its outcome was unknown until a later look-up found it at the server, so it was not sent again.":
            "Dens udfald var ukendt, indtil et senere opslag fandt den på serveren, så den blev ikke sendt igen.",
        "A later look-up found it at the server, as it was sent with other values; the change was not sent.":
            "Et senere opslag fandt den på serveren, som den blev sendt med andre værdier; ændringen er ikke sendt.",
        "Before that: ~": "Før det: ~",
        "Already sent by * with other values; the change was not sent.":
            "Allerede sendt af * med andre værdier; ændringen er ikke sendt.",
        "Sent by * with other values, and nobody knows whether it arrived.":
            "Sendt af * med andre værdier, og ingen ved, om den nåede frem.",
        "The change was not sent.": "Ændringen er ikke sendt.",
        "The server doesn't show it.": "Serveren viser den ikke.",
        "The server reports success each time and doesn't show it.":
            "Serveren melder hver gang, at det lykkedes, men viser den ikke.",
        "It was already sent.": "Den var allerede sendt.",
        "It was already sent, so this may be the row itself.": "Den var allerede sendt, så dette kan være rækken selv.",
        "It was already sent, and this server can't be asked whether it has the row.":
            "Den var allerede sendt, og denne server kan ikke spørges, om den har rækken.",
        "The earlier steps remain on the server as *.": "De tidligere trin bliver stående på serveren som *.",
        "(trace id *)": "(sporings-id *)",
    ]

    private static let server: SentenceTable.Pairs = [
        "The row was not sent, because something it needs can't be read: ~":
            "Rækken er ikke sendt, fordi noget, den kræver, ikke kan læses: ~",
        "There is no file to store.": "Der er ingen fil at gemme.",
        "The server answered without an address for the file.": "Serveren svarede uden en adresse til filen.",
        "A web page came instead of the store's answer.": "Der kom en webside i stedet for fillagerets svar.",
        "The store answered *, but reports a failure (*).": "Fillageret svarede *, men melder en fejl (*).",
        "The store answered *, but reports a failure.": "Fillageret svarede *, men melder en fejl.",
        "The store answered * (*).": "Fillageret svarede * (*).",
        "The store answered *.": "Fillageret svarede *.",
        "It also refused a second upload address.": "Det afviste også en ny adresse.",
        "The upload address expired twice before the file was complete.":
            "Adressen til filen udløb to gange, før hele filen var sendt.",
        "The store refused the server's upload address twice.":
            "Fillageret afviste serverens adresse til filen to gange.",
        "The server gave an upload address that can't be used.":
            "Serveren gav en adresse til filen, der ikke kan bruges.",
        "The server answered * \"*\".": "Serveren svarede * \"*\".",
        "The server answered *, where * says that it is done.": "Serveren svarede *, hvor * betyder, at det er udført.",
        "The server answered with status *.": "Serveren svarede med status *.",
        "No answer came: the server did not answer within the time allowed.":
            "Der kom intet svar inden for tidsgrænsen.",
        "No answer came: *.": "Der kom intet svar: *.",
        "The lookup failed: ~": "Opslaget på serveren mislykkedes: ~",
        "The server offers no lookup: it answered ^ to *.": "Serveren kan ikke slås op i: den svarede ^ på *.",
        "The look-up doesn't show row * either, which the server has just confirmed.":
            "Opslaget viser heller ikke række *, som serveren lige har bekræftet.",
        "Check lost in the file of the system.": "Kontrollér lost i systemets fil.",
        "Nobody can ask this server whether it has the row.": "Denne server kan ikke spørges, om den har rækken.",
        "The server has it more than once, as *.": "Serveren har den mere end én gang, som *.",
    ]

    /// What statuses and systems' own codes mean.
    private static let refusals: SentenceTable.Pairs = [
        "The server rejects the request.": "Serveren afviser forespørgslen.",
        "The sign-in is missing or no longer valid.": "Login mangler eller gælder ikke længere.",
        "The account is not allowed to do this.": "Kontoen har ikke lov til dette.",
        "The server doesn't have the requested record.": "Serveren har ikke det, der spørges om.",
        "The request contradicts what the server already has.":
            "Forespørgslen er i modstrid med det, serveren allerede har.",
        "The request is too large for the server.": "Forespørgslen er for stor til serveren.",
        "The server has received too many requests.": "Serveren har fået for mange forespørgsler.",
        "The server failed.": "Serveren havde en fejl.",
        "The server reports a failure without a reason.": "Serveren melder en fejl uden at sige hvorfor.",
        "The server reported a failure: *": "Serveren meldte en fejl: *",
        "The server reported a failure.": "Serveren meldte en fejl.",
        "It said: \"*\".": "Den skrev: \"*\".",
    ]

    /// What answers and lookups don't show.
    private static let lookups: SentenceTable.Pairs = [
        "The answer to * can't be read.": "Svaret på * kan ikke læses.",
        "The server's list has ~; the one that was sent may be among them.":
            "Serverens liste har ~; det, der blev sendt, kan være imellem dem.",
        "The server's list has ~; it may be the one that was sent.":
            "Serverens liste har ~; det kan være det, der blev sendt.",
        "The server reported success.": "Serveren meldte, at det lykkedes.",
        "The server reported success, but its answer can't be read.":
            "Serveren meldte, at det lykkedes, men dens svar kan ikke læses.",
        "The server answered * with a web page, where JSON is expected, so the answer says nothing of the row.":
            "Serveren svarede * med en webside, hvor der ventes JSON, så svaret siger intet om rækken.",
        "The server answered * with a web page called \"*\", where JSON is expected, so the answer says nothing of the row.":
            "Serveren svarede * med websiden \"*\", hvor der ventes JSON, så svaret siger intet om rækken.",
        "The server answered * with the text \"*\", where JSON is expected, so the answer says nothing of the row.":
            "Serveren svarede * med teksten \"*\", hvor der ventes JSON, så svaret siger intet om rækken.",
        "The server answered * with XML, where JSON is expected, so the answer says nothing of the row.":
            "Serveren svarede * med XML, hvor der ventes JSON, så svaret siger intet om rækken.",
        "The server answered * with JSON that is cut off or broken, where JSON is expected, so the answer says nothing of the row.":
            "Serveren svarede * med afbrudt eller ødelagt JSON, hvor der ventes JSON, så svaret siger intet om rækken.",
        "The server reported success, but also a failure.": "Serveren meldte, at det lykkedes, men også en fejl.",
        "The server reported success, but also a failure: ~": "Serveren meldte, at det lykkedes, men også en fejl: ~",
        "The server reported success, but for other rows.": "Serveren meldte, at det lykkedes, men for andre rækker.",
        "The server reported success, but for other entries.":
            "Serveren meldte, at det lykkedes, men for andre registreringer.",
        "The server reported success, but for another message.":
            "Serveren meldte, at det lykkedes, men for en anden besked.",
        "The server reported success, but for another document: *.":
            "Serveren meldte, at det lykkedes, men for et andet dokument: *.",
        "The server reported success without an id at *.": "Serveren meldte, at det lykkedes, men uden et id i *.",
        "The server reported success without the status of the leave *.":
            "Serveren meldte, at det lykkedes, men uden status for fraværet *.",
        "The server reported success without confirming that the photos are linked.":
            "Serveren meldte, at det lykkedes, men bekræfter ikke, at fotoene er knyttet til bookingen.",
        "The server reported success without the ~.": "Serveren meldte, at det lykkedes, men svaret mangler ~.",
        "The server reported success without a ~.": "Serveren meldte, at det lykkedes, men svaret mangler ~.",
        "The answer has no *.": "Svaret har ingen *.",
        "* was sent as *, and the server has nothing.": "* blev sendt som *, og serveren har intet.",
        "* was sent as *, and the server has *.": "* blev sendt som *, og serveren har *.",
        "The server has another text for *.": "Serveren har en anden tekst for *.",
        "The server has it already, and not by this row.": "Serveren har det allerede, og ikke fra denne række.",
        "The server has it already.": "Serveren har det allerede.",
        "What is there can't be read and compared with the row.":
            "Det, der er der, kan ikke læses og sammenlignes med rækken.",
        "The name of the file is sent in the query or in a header, which can't be compared.":
            "Filens navn sendes i adressen eller i en header, som ikke kan sammenlignes.",
        "* is sent in the query or in a header, which can't be compared.":
            "* sendes i adressen eller i en header, som ikke kan sammenlignes.",
        "GET * shows nothing.": "GET * viser intet.",
        "GET * shows another file.": "GET * viser en anden fil.",
        "GET * is answered with a failure, or not with JSON.": "GET * besvares med en fejl, eller ikke med JSON.",
        "GET * shows something else for ~.": "GET * viser noget andet for ~.",
        "GET * has no *.": "GET * har ingen *.",
        "Check at the server whether it is this row.": "Kontrollér på serveren, om det er denne række.",
    ]
}
