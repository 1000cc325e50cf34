/// Why files could not be delivered, for Danish pages.
enum DeliverySentences {
    static let sentences: SentenceTable.Pairs = reasons + advice

    private static let reasons: SentenceTable.Pairs = [
        "was delivered to * on *": "blev afleveret til * den *",
        "was delivered to * on *, and not to * yet": "blev afleveret til * den * og endnu ikke til *",
        "may have been delivered to *: that was begun on * and isn't finished":
            "er måske afleveret til *: det blev påbegyndt den * og er ikke færdigt",
        "was typed into the payroll program on *": "blev tastet i lønprogrammet den *",
        "* was delivered to * on *.": "* blev afleveret til * den *.",
        "* was delivered to * on *, and not to * yet.": "* blev afleveret til * den * og endnu ikke til *.",
        "* may have been delivered to *: that was begun on * and isn't finished.":
            "* er måske afleveret til *: det blev påbegyndt den * og er ikke færdigt.",
        "* was typed into the payroll program on *.": "* blev tastet i lønprogrammet den *.",
        "* was delivered already, to *.": "* er allerede afleveret til *.",
        "No file carries what * changes; somebody types it into the payroll program.":
            "Ingen fil har det, som * ændrer; en person taster det i lønprogrammet.",
        "* has files for the payroll program, so nobody types it.":
            "* har filer til lønprogrammet, så ingen taster det.",
        "* is no correction, so there is nothing to type.": "* er ikke en rettelse, så der er intet at taste.",
        "The server of \"*\" is unknown: its key is *.": "Serveren for \"*\" er ukendt: dens nøgle er *.",
        "The server of \"*\" has the key *, which isn't the one that is known for it.":
            "Serveren for \"*\" har nøglen *, og det er ikke den, der er kendt for den.",
        "The server of \"*\" doesn't accept the account.": "Serveren for \"*\" godtager ikke kontoen.",
        "\"*\" can't be written: its folder doesn't exist.": "\"*\" kan ikke skrives: mappen findes ikke.",
        "\"*\" was refused by the server, which has no space left.":
            "\"*\" blev afvist af serveren, som ikke har mere plads.",
        "The server of \"*\" answered * several times.": "Serveren for \"*\" svarede * flere gange.",
        "The server took \"*\", but has other bytes under its name than were sent.":
            "Serveren tog imod \"*\", men har andre bytes under navnet, end der blev sendt.",
        "\"*\" arrived with other bytes than were sent, twice.":
            "\"*\" kom to gange frem med andre bytes, end der blev sendt.",
        "It was removed.": "Den er fjernet.",
        "\"*\" is there already, with other bytes.": "\"*\" er der allerede, med andre bytes.",
        "\"*\" is there already.": "\"*\" er der allerede.",
        "It was not touched.": "Den er ikke rørt.",
        "It has the same bytes as this run's file, but it was brought by * on *.":
            "Den har samme bytes som denne kørsels fil, men blev bragt dertil af * den *.",
        "The last file that was brought there is that of *, on *.":
            "Den sidste fil, der blev bragt dertil, er den fra *, den *.",
        "It isn't known whether the receiver got \"*\": an earlier attempt brought it or gave it its name, and neither the file nor what was brought for it is there now.":
            "Det vides ikke, om modtageren har fået \"*\": et tidligere forsøg bragte filen eller gav den dens navn, og hverken filen eller det, der blev bragt til den, er der nu.",
        "It was not sent again.": "Den er ikke sendt igen.",
        "It isn't known whether the receiver at \"*\" has *, which * corrects: that was delivered to ^.":
            "Det vides ikke, om modtageren hos \"*\" har *, som * retter: den blev afleveret til ^.",
        "Nothing was sent.": "Intet er sendt.",
        "\"*\" is still there for the receiver to read.": "\"*\" ligger der stadig, så modtageren kan læse den.",
        "The server took \"*\", but it isn't there right afterwards: the receiver took it at once, or the server lost it.":
            "Serveren tog imod \"*\", men lige efter er den der ikke: modtageren tog den straks, eller serveren mistede den.",
        "What was brought for \"*\" is gone before it got its name: the receiver took it, or something removes hidden files.":
            "Det, der blev bragt til \"*\", er væk, før det fik sit navn: modtageren tog det, eller noget fjerner skjulte filer.",
        "The server says that \"*\" has its name, but what was brought for it still has its hidden name.":
            "Serveren siger, at \"*\" har sit navn, men det, der blev bragt til den, har stadig sit skjulte navn.",
        "Of no file at \"*\" is it unknown whether it arrived, so there is nothing to say.":
            "For ingen fil hos \"*\" er det ukendt, om den nåede frem, så der er intet at sige.",
        "\"*\" was sent, but can't be read back, so nothing is known of its bytes.":
            "\"*\" blev sendt, men kan ikke læses igen, så dens bytes er ukendte.",
        "The store replaces objects: it answered * to a second PUT of \"*\" with If-None-Match: ^.":
            "Lageret overskriver objekter: det svarede * på endnu en PUT af \"*\" med If-None-Match: ^.",
        "There is no safe connection to the server of \"*\": ^.":
            "Der er ingen sikker forbindelse til serveren for \"*\": ^.",
        "\"*\" was refused by the server: ^.": "\"*\" blev afvist af serveren: ^.",
        "\"*\" can't be continued where an interruption left it: ^.":
            "\"*\" kan ikke fortsættes, hvor en afbrydelse efterlod den: ^.",
        "\"*\" can't get its name: ^.": "\"*\" kan ikke få sit navn: ^.",
        "\"*\" could not be delivered: ^ failed: | (curl *).": "\"*\" kunne ikke afleveres: ^ mislykkedes: | (curl *).",
        "\"*\" could not be delivered: ^ failed after * attempts: | (curl *).":
            "\"*\" kunne ikke afleveres: ^ mislykkedes efter * forsøg: | (curl *).",
        "\"*\" could not be delivered: ^ failed: |.": "\"*\" kunne ikke afleveres: ^ mislykkedes: |.",
        "\"*\" could not be delivered: ^ failed after * attempts: |.":
            "\"*\" kunne ikke afleveres: ^ mislykkedes efter * forsøg: |.",
        "The server of \"*\" answered *: ^.": "Serveren for \"*\" svarede *: ^.",
        "The server of \"*\" answered *.": "Serveren for \"*\" svarede *.",
        "The server of \"*\" answered * several times: ^.": "Serveren for \"*\" svarede * flere gange: ^.",
        "\"*\" can't be written: the server answered *: ^.": "\"*\" kan ikke skrives: serveren svarede *: ^.",
        "\"*\" can't be written: the server answered *.": "\"*\" kan ikke skrives: serveren svarede *.",
        "There is no folder ^, so nothing was delivered.": "Der er ingen mappe ^, så intet er afleveret.",
        "No destination in gantry.yaml has the address \"*\".": "Ingen modtager i gantry.yaml har adressen \"*\".",
        "The key-file of the destination * can't be read: \"*\".":
            "Filen key-file for modtageren * kan ikke læses: \"*\".",
        "\"*\" has * bytes, and an object that is sent in one piece has at most *.":
            "\"*\" har * bytes, og et objekt, der sendes i ét stykke, har højst *.",
        "The store has no bucket \"*\".": "Lageret har ingen bucket \"*\".",
        "The store doesn't know the access key that user of the destination names.":
            "Lageret kender ikke den adgangsnøgle, som user for modtageren nævner.",
        "The store refuses the signature: the secret isn't that of the access key.":
            "Lageret afviser underskriften: hemmeligheden hører ikke til adgangsnøglen.",
        "The store refuses the request because the clock of this machine is wrong.":
            "Lageret afviser forespørgslen, fordi denne maskines ur går forkert.",
        "*: it says something else about employee *": "*: den siger noget andet om medarbejder *",
        "*: it says something else about employees *": "*: den siger noget andet om medarbejderne *",
        "*: it can't be read as it is now": "*: den kan ikke læses, som den er nu",
        "*: nothing → *": "*: intet → *",
        "*: * → nothing": "*: * → intet",
    ]

    private static let advice: SentenceTable.Pairs = [
        "Check user, password and key-file of the destination in gantry.yaml.":
            "Kontrollér user, password og key-file for modtageren i gantry.yaml.",
        "Check the folder in the address of the destination; it must exist.":
            "Kontrollér mappen i modtagerens adresse; den skal findes.",
        "Ask its owner for space, then run the same command again.": "Bed ejeren om plads, og prøv igen.",
        "The same command continues when the server works again.":
            "Samme kommando fortsætter, når serveren virker igen.",
        "Somebody may stand between you and the server: send nothing until its owner says why the key changed.":
            "Nogen kan stå mellem dig og serveren: send intet, før ejeren siger, hvorfor nøglen er ændret.",
        "Find out what it is and whether it was imported, move it away, and run the same command again.":
            "Find ud af, hvad det er, og om den er indlæst, flyt den væk, og prøv igen.",
        "Find out whether the receiver has read it, move it away, and run the same command again.":
            "Find ud af, om modtageren har læst den, flyt den væk, og prøv igen.",
        "^ lists what was delivered of it.": "^ viser, hvad der er afleveret af den.",
        "If another disk or share is mounted there, mount the right one and run the same command again.":
            "Er en anden disk eller et andet netværksdrev forbundet dér, så forbind det rigtige, og prøv igen.",
        "Otherwise ask the receiver: add ^ if they have the file, or ^ if they don't and it is to be sent again.":
            "Spørg ellers modtageren: tilføj ^, hvis de har filen, eller ^, hvis de ikke har, og den skal sendes igen.",
        "Ask the receiver: add ^ if they have the file, or ^ if they don't and it is to be sent again.":
            "Spørg modtageren: tilføj ^, hvis de har filen, eller ^, hvis de ikke har, og den skal sendes igen.",
        "The account must be able to read the folder.": "Kontoen skal kunne læse mappen.",
        "Tell the receiver not to use it, move it away, check the server's disk, then run the same command again.":
            "Bed modtageren om ikke at bruge den, flyt den væk, kontrollér serverens disk, og prøv igen.",
        "Whatever reads the folder must leave names alone that begin with a full stop.":
            "Det, der læser mappen, skal lade navne være, som begynder med et punktum.",
        "Ask its owner why files aren't renamed in the folder, then run the same command again.":
            "Spørg ejeren, hvorfor filer i mappen ikke får et andet navn, og prøv igen.",
        "Leave ^ and ^ out.": "Udelad ^ og ^.",
        "Check the server's disk and the network, then run the same command again.":
            "Kontrollér serverens disk og netværket, og prøv igen.",
        "The account needs to read files in the folder, not only to write them.":
            "Kontoen skal kunne læse filer i mappen og ikke kun skrive dem.",
        "Two commands that deliver there at once could overwrite each other's files.":
            "To kommandoer, der afleverer dertil samtidig, kunne overskrive hinandens filer.",
        "Use a store that honours If-None-Match on PUT.": "Brug et lager, der overholder If-None-Match ved PUT.",
        "If it is the certificate, ask its owner which one it has, or set ca-file of the destination in gantry.yaml to the one that signed it.":
            "Er det certifikatet, så spørg ejeren, hvilket den har, eller sæt ca-file for modtageren i gantry.yaml til det, der har underskrevet det.",
        "A server of ftps must speak TLS 1.2.": "En server for ftps skal kunne TLS 1.2.",
        "Ask its owner whether that is its fingerprint.": "Spørg ejeren, om det er dens fingeraftryk.",
        "If so, add host-key: ^ to the destination in gantry.yaml.":
            "Er det det, så tilføj host-key: ^ til modtageren i gantry.yaml.",
        "The account needs to read, write and rename files in the folder, which must exist.":
            "Kontoen skal kunne læse, skrive og omdøbe filer i mappen, som skal findes.",
        "Remove what is left of it from the folder, then run the same command again.":
            "Fjern resten af den fra mappen, og prøv igen.",
        "The account needs the right to rename files in the folder.":
            "Kontoen skal have ret til at omdøbe filer i mappen.",
        "Check the address of the destination and the network.": "Kontrollér modtagerens adresse og netværket.",
        "The same command continues.": "Samme kommando fortsætter.",
        "Check the account of the destination in gantry.yaml, and its rights.":
            "Kontrollér modtagerens konto i gantry.yaml og dens rettigheder.",
        "Check the address of the destination; its folder or bucket must exist.":
            "Kontrollér modtagerens adresse; dens mappe eller bucket skal findes.",
        "Check whether the server can do what the destination needs.":
            "Kontrollér, om serveren kan det, modtageren kræver.",
        "Make it, or mount the share that it is on, and run the same command again.":
            "Opret den, eller forbind det netværksdrev, den ligger på, og prøv igen.",
        "Add the destination again as it was, then run the same command again.":
            "Tilføj modtageren igen, som den var, og prøv igen.",
        "Check its path in gantry.yaml and who may read it.":
            "Kontrollér dens sti i gantry.yaml, og hvem der må læse den.",
        "Deliver it to another kind of destination.": "Aflever den til en anden slags modtager.",
        "Check user of the destination in gantry.yaml: the id of the access key.":
            "Kontrollér user for modtageren i gantry.yaml: adgangsnøglens id.",
        "Check password of the destination in gantry.yaml: the secret of the access key.":
            "Kontrollér password for modtageren i gantry.yaml: adgangsnøglens hemmelighed.",
        "Set the clock, then run the same command again.": "Stil uret, og prøv igen.",
        "The delivery of * to * was begun and isn't finished.": "Afleveringen af * til * er begyndt og ikke færdig.",
        "The receiver there has, or may have, *.": "Modtageren dér har, eller har måske, *.",
        "What never arrived there is *.": "Det, der aldrig nåede dertil, er *.",
        "If that place has another address in gantry.yaml since then, put the former one back.":
            "Har gantry.yaml siden fået en anden adresse for det sted, så sæt den tidligere tilbage.",
        "Then end the delivery there: ^.": "Afslut så afleveringen dér: ^.",
        "Or move away what is there and mark the delivery as failed; it can then be delivered here.":
            "Eller flyt det væk, der ligger der, og markér afleveringen som mislykket; så kan den afleveres her.",
    ]
}
