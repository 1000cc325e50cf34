/// What checks of connections found, and how commands end, for Danish pages.
package enum CheckSentences {
    package static let table = SentenceTable(
        subjects + ways + accounts + places + advice + endings + SentSentences.sentences + SheetSentences.sentences
            + FileSentences.sentences + EndingSentences.sentences,
        phrases: phrases + SheetSentences.phrases + FileSentences.phrases + RowSentences.phrases)

    /// What is checked.
    private static let subjects: SentenceTable.Pairs = [
        "proxy": "proxy",
        "name": "navn",
        "connection": "forbindelse",
        "certificate": "certifikat",
        "clock": "ur",
        "answer": "svar",
        "sign-in": "login",
        "role": "rolle",
        "delivery": "aflevering",
        "notification": "besked",
        "permissions": "adgang",
        "space": "plads",
        "journal": "journal",
        "locks": "låse",
        "ok": "i orden",
        "warning": "advarsel",
        "failed": "mislykkedes",
        "skipped": "sprunget over",
    ]

    private static let ways: SentenceTable.Pairs = [
        "none: the server is on this machine": "ingen: serveren er på denne maskine",
        "none: plain http on this machine": "intet: ukrypteret http på denne maskine",
        "none, as gantry.yaml says": "ingen, som gantry.yaml siger",
        "none for this address, though * is set": "ingen til denne adresse, selv om * er sat",
        "none": "ingen",
        "* with an account, from gantry.yaml": "* med en konto, fra gantry.yaml",
        "^, from *": "^, fra *",
        "looked up by the proxy": "slået op af proxyen",
        "valid, without an end that can be read": "gyldigt, uden en udløbsdato, der kan læses",
        "valid for 1 day, until *": "gyldigt i 1 dag, til *",
        "valid for * days, until *": "gyldigt i * dage, til *",
        "the server doesn't send the time": "serveren sender ikke klokkeslættet",
        "as the server's": "som serverens",
        "* s ahead of the server's": "* s foran serverens",
        "* s behind the server's": "* s bagud for serverens",
        "* s, * s of it for the connection, with status *": "* s, heraf * s til forbindelsen, med status *",
        "* s, * s of it for the connection": "* s, heraf * s til forbindelsen",
        "connection refused by *": "forbindelsen blev afvist af *",
        "the name of * was not found": "navnet på * blev ikke fundet",
        "the name * was not found": "navnet * blev ikke fundet",
        "* asks for an account (*)": "* kræver en konto (*)",
        "* refuses to connect to * (status *)": "* vil ikke forbinde til * (status *)",
        "* can't connect to * (status *)": "* kan ikke forbinde til * (status *)",
        "the server did not answer within the time allowed": "serveren svarede ikke inden for tidsgrænsen",
        "the server answered *": "serveren svarede *",
    ]

    private static let accounts: SentenceTable.Pairs = [
        "not tried, since the server can't be reached": "ikke prøvet, da serveren ikke kan nås",
        "not tried, since the session is over": "ikke prøvet, da sessionen er udløbet",
        "not tried: signing in uses up the ~, which the first run does":
            "ikke prøvet: login bruger ~ op, og det gør den første kørsel",
        "the session of ~ is over, and the next run renews it":
            "sessionen for ~ er udløbet, og den næste kørsel fornyer den",
        "~, with the saved session until *": "~, med den gemte session til *",
        "~, with the saved session": "~, med den gemte session",
        "~, with the credentials of gantry.yaml": "~, med oplysningerne i gantry.yaml",
        "~; * answered in * s": "~; * svarede på * s",
        "~; * is not permitted (403)": "~; * er ikke tilladt (403)",
        "~; the server has no *": "~; serveren har ikke *",
        "the server names none": "serveren oplyser ingen",
        "* refuses the sign-in of the connection * (status *).": "* afviser login for forbindelsen * (status *).",
        "* refuses the sign-in of the connection *: \"*\".": "* afviser login for forbindelsen *: \"*\".",
        "* refuses the sign-in of the connection *.": "* afviser login for forbindelsen *.",
        "The connection * is not signed in, and gantry.yaml doesn't give its ~":
            "Forbindelsen * er ikke logget ind, og gantry.yaml oplyser ikke ~",
        "The session of the connection * has ended": "Sessionen for forbindelsen * er udløbet",
        "* no longer accepts the session of the connection *, so it was deleted":
            "* godtager ikke længere sessionen for forbindelsen *, så den er slettet",
    ]

    private static let places: SentenceTable.Pairs = [
        "a small object was stored, and not replaced by another one; it was removed again":
            "et lille objekt blev gemt og ikke erstattet af et andet; det er fjernet igen",
        "a small file was written and compared; it was removed again":
            "en lille fil blev skrevet og sammenlignet; den er fjernet igen",
        "a small file was written and compared, and the server renames it onto another one, which is replaced":
            "en lille fil blev skrevet og sammenlignet, og serveren giver den en anden fils navn, så den anden overskrives",
        "a small object was stored, and not replaced by another one; it can't be removed: *":
            "et lille objekt blev gemt og ikke erstattet af et andet; det kan ikke fjernes: *",
        "a small file was written and compared; it can't be removed: *":
            "en lille fil blev skrevet og sammenlignet; den kan ikke fjernes: *",
        "The account may write but not delete, which is enough to deliver.":
            "Kontoen må skrive, men ikke slette, og det er nok til at aflevere.",
        "Remove the object yourself.": "Fjern selv objektet.",
        "A file of another program that gets the same name in the moment after the look would be lost.":
            "En fil fra et andet program, som får samme navn i øjeblikket efter kontrollen, går tabt.",
        "Let nothing else write there, or ask for a server whose rename refuses a name that is taken.":
            "Lad intet andet skrive der, eller bed om en server, som afviser et navn, der er taget.",
    ]

    private static let advice: SentenceTable.Pairs = [
        "The server, or a proxy before it, is failing.": "Serveren, eller en proxy foran den, har fejl.",
        "Ask whoever runs it.": "Spørg dem, der driver den.",
        "Ask whoever runs the server to renew its certificate.":
            "Bed dem, der driver serveren, om at forny certifikatet.",
        "Set the clock of this machine, such as with systemd-timesyncd.":
            "Stil denne maskines ur, f.eks. med systemd-timesyncd.",
        "Check that this is the address of a * server.": "Se efter, om adressen er på en server med *.",
        "To do it now: *": "Sådan gøres det nu: *",
        "Sign in: *": "Log ind: *",
        "Sign in again: *": "Log ind igen: *",
        "Correct the connection's configuration.": "Ret forbindelsens indstillinger.",
        "Check the connection's URL and the network, then run the same command again.":
            "Kontrollér forbindelsens adresse og netværket, og prøv igen.",
        "Check the server's certificate and the connection's CA file; verification can't be switched off.":
            "Kontrollér serverens certifikat og forbindelsens CA-fil; kontrollen kan ikke slås fra.",
        "Correct the proxy's account under proxy, or ask for access to this address.":
            "Ret proxyens konto under proxy, eller bed om adgang til adressen.",
        "Set the connection's URL to the server's real address.": "Skriv serverens rigtige adresse i forbindelsen.",
        "Check the connection's credentials.": "Kontrollér forbindelsens loginoplysninger.",
        "Change the request or the account; trying again won't help before that.":
            "Ret forespørgslen eller kontoen; det hjælper ikke at prøve igen før.",
        "Run the same command again later to resume.": "Prøv igen senere; den fortsætter, hvor den slap.",
        "Run the same command again to resume.": "Prøv igen; den fortsætter, hvor den slap.",
    ]

    private static let endings: SentenceTable.Pairs = [
        "Stopped while checking the rows.": "Stoppet under kontrollen af rækkerne.",
        "Stopped before checking the rows.": "Stoppet før kontrollen af rækkerne.",
        "Stopped while waiting for the server.": "Stoppet, mens der blev ventet på serveren.",
        "Stopped before all rows were sent.": "Stoppet, før alle rækker var sendt.",
        "Run the same command again to send the rest.": "Prøv igen for at sende resten.",
        "* row couldn't be sent for now.": "* række kunne ikke sendes lige nu.",
        "* rows couldn't be sent for now.": "* rækker kunne ikke sendes lige nu.",
        "The outcome of 1 row is unknown; see *.": "Udfaldet af 1 række er ukendt; se *.",
        "The outcome of * rows is unknown; see *.": "Udfaldet af * rækker er ukendt; se *.",
        "Check the server.": "Se efter på serveren.",
        "* more waits behind it.": "* mere venter bag den.",
        "* more wait behind it.": "* flere venter bag den.",
        "* more wait behind them.": "* flere venter bag dem.",
        "If it has it, run the same command with ^; to send it again, run it with ^.":
            "Har den rækken, så kør samme kommando med ^; skal rækken sendes igen, så kør den med ^.",
        "If it has them, run the same command with ^; to send them again, run it with ^.":
            "Har den rækkerne, så kør samme kommando med ^; skal de sendes igen, så kør den med ^.",
        "The server failed on * rows in a row, so no more were sent: ~":
            "Serveren fejlede på * rækker i træk, så der blev ikke sendt flere: ~",
        "The outcome of * rows in a row is unknown, so no more were sent: ~":
            "Udfaldet af * rækker i træk er ukendt, så der blev ikke sendt flere: ~",
    ]

    private static let phrases: SentenceTable.Pairs = [
        "an account without a name": "en konto uden navn",
        "the account": "kontoen",
        "the server names none": "serveren oplyser ingen",
        "~, ~, ~ or ~": "~, ~, ~ eller ~",
        "~, ~ or ~": "~, ~ eller ~",
        "~ or ~": "~ eller ~",
        "* and *": "* og *",
    ]
}
