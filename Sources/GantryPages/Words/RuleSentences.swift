/// What rules mean that findings name, and what a clerk usually does, for Danish pages.
package enum RuleSentences {
    package static let table = SentenceTable(entries + server + people + leave + corrections + batches)

    private static let entries: SentenceTable.Pairs = [
        "The entry's status isn't APPROVED, so nobody has confirmed the hours.":
            "Registreringen er ikke godkendt, så ingen har bekræftet timerne.",
        "Have it approved on the server and run the period again; or hold it, so that a correction pays it later.":
            "Få den godkendt på serveren, og kør perioden igen; eller hold den tilbage, så en rettelse udbetaler den senere.",
        "The work date is outside the period.": "Arbejdsdagen ligger uden for perioden.",
        "Have the date corrected on the server, or pay the entry with the period that it belongs to.":
            "Få datoen rettet på serveren, eller udbetal registreringen med den periode, den hører til.",
        "The server sent different entries with one number, and nobody can tell which of them is true.":
            "Serveren sendte forskellige registreringer med ét nummer, og ingen kan vide, hvilken der er rigtig.",
        "Have whoever runs the server correct them, then run the period again.":
            "Få dem rettet af den, der driver serveren, og kør perioden igen.",
        "The server sent the same entry more than once; it is counted once.":
            "Serveren sendte den samme registrering flere gange; den tælles én gang.",
        "Nothing: it is only counted.": "Intet: den tælles kun.",
        "The entry has fewer than zero hours.": "Registreringen har færre end nul timer.",
        "Have it corrected on the server; waive it where it takes back hours that were paid before.":
            "Få den rettet på serveren; udbetal den alligevel, hvis den tager timer tilbage, der er udbetalt før.",
        "All hours of the entry are zero.": "Alle timer i registreringen er nul.",
        "Nothing, unless the worker was there: then have the hours entered.":
            "Intet, medmindre medarbejderen var der: så få timerne indtastet.",
        "A worker has more hours on a day than the limit.": "En medarbejder har flere timer på en dag end grænsen.",
        "Look whether an entry is there twice or has the wrong times; accept it where the day was that long.":
            "Se efter, om en registrering er der to gange eller har forkerte tidspunkter; godtag, hvis dagen var så lang.",
        "A worker has more than 48 hours in an ISO week, counting the days of the period only; never a blocker.":
            "En medarbejder har mere end 48 timer i en uge, hvor kun periodens dage tæller med; det holder aldrig noget tilbage.",
        "Tell whoever plans the work: it is about rest, and pays nothing differently.":
            "Sig det til den, der planlægger arbejdet: det handler om hvile og ændrer ikke lønnen.",
        "The hours have more than nine decimals and are rounded to nine.":
            "Timerne har mere end ni decimaler og afrundes til ni.",
        "Nothing: the difference is less than a thousandth of a second.":
            "Intet: forskellen er mindre end en tusindedel sekund.",
        "The person who approved the entry did the work.": "Den, der godkendte registreringen, udførte selv arbejdet.",
        "Ask somebody else to confirm the hours, then accept the finding with who did.":
            "Bed en anden bekræfte timerne, og godtag så med, hvem det var.",
        "The entry is approved, but it isn't said by whom or when, or it was approved before it was submitted.":
            "Registreringen er godkendt, men det fremgår ikke af hvem eller hvornår, eller den blev godkendt, før den blev indsendt.",
        "Ask whoever approves, then accept the finding with what they said.":
            "Spørg den, der godkender, og godtag så med det, der blev svaret.",
        "Weekend hours are on a workday, or normal hours on a Saturday, Sunday or holiday; needs pay.calendar.":
            "Der er weekendtimer på en hverdag eller normaltimer på en lørdag, søndag eller helligdag; kræver pay.calendar.",
        "Look at the date: it is often a day off. Accept it where the hours are of the kind that is meant.":
            "Se på datoen: den er ofte en dag forkert. Godtag, hvis timerne er af den slags, der er ment.",
        "Two entries of a worker and day have the same task and hours.":
            "To registreringer for en medarbejder og dag har samme opgave og timer.",
        "Ask whether both were worked; hold the one that is there twice.":
            "Spørg, om der blev arbejdet begge gange; hold den tilbage, der er der to gange.",
        "The work date is a time that isn't midnight, so its day can be another one at the office than by UTC.":
            "Arbejdsdagen er et tidspunkt, der ikke er midnat, så det kan være en anden dag på kontoret end efter UTC.",
        "Ask which day it was. Waive it where the day that counts is right; else have the date corrected.":
            "Spørg, hvilken dag det var. Udbetal alligevel, hvis den dag, der tæller, er rigtig; ellers få datoen rettet.",
        "The pipeline file doesn't say what hours of this kind are paid as, so they count as zero.":
            "Pipelinefilen siger ikke, hvad timer af denne slags udbetales som, så de tæller som nul.",
        "Add the word at records.roles.hours.kinds, or have the entry corrected on the server.":
            "Tilføj ordet ved records.roles.hours.kinds, eller få registreringen rettet på serveren.",
        "The times of the entry can't be right, so its hours count as zero.":
            "Registreringens tidspunkter kan ikke være rigtige, så dens timer tæller som nul.",
        "Have the times corrected on the server, then run the period again.":
            "Få tidspunkterne rettet på serveren, og kør perioden igen.",
        "The description of the system leaves the record out, such as a removed one, so it has no hours that count.":
            "Beskrivelsen af systemet udelader registreringen, fx en slettet, så den har ingen timer, der tæller.",
        "Nothing, where it was removed. Else have it restored on the server, or leave-out corrected in the file of the system.":
            "Intet, hvis den er slettet. Ellers få den gendannet på serveren, eller leave-out rettet i systemets fil.",
    ]

    private static let server: SentenceTable.Pairs = [
        "The server says that the entry was handed to payroll before.":
            "Serveren siger, at registreringen er givet videre til løn før.",
        "Hold it. Waive it only where you know that it was never paid.":
            "Hold den tilbage. Udbetal den kun alligevel, hvis du ved, at den aldrig er udbetalt.",
        "Another run was delivered that has paid this entry, day of leave or holiday, or other hours of a day or week that are paid together with this entry.":
            "En anden kørsel er afleveret, som har udbetalt denne registrering, fraværsdag eller helligdag, eller andre timer på en dag eller i en uge, der udbetales sammen med denne registrering.",
        "Hold it and write the files again; say why where it is to be paid again. The rest of a day or week is paid by a correction of the other run.":
            "Hold den tilbage, og skriv filerne igen; begrund det, hvis den skal udbetales igen. Resten af en dag eller uge udbetales med en rettelse af den anden kørsel.",
        "Another revision of the period was delivered, and this one isn't a correction of it.":
            "En anden udgave af perioden er afleveret, og denne er ikke en rettelse af den.",
        "Run the period again as its next revision, which pays only what changed.":
            "Kør perioden igen som dens næste udgave, der kun udbetaler det, der er ændret.",
        "The period is none of the pay periods of KSR Cranes.": "Perioden er ingen af lønperioderne i KSR Cranes.",
        "Look whether the days that you chose are the ones to pay.":
            "Se efter, om de dage, du valgte, er dem, der skal udbetales.",
        "The server sent a record that can't be read, so it isn't paid.":
            "Serveren sendte en registrering, der ikke kan læses, så den udbetales ikke.",
        "Have it corrected on the server, then run the period again; where it is no work, two people waive it.":
            "Få den rettet på serveren, og kør perioden igen; er den ikke arbejde, afgør to personer, at der udbetales alligevel.",
        "The record was made later than the run began, by the server's clock.":
            "Posten er oprettet senere, end kørslen begyndte, efter serverens ur.",
        "Have the server's clock looked at; the next run takes the record again.":
            "Få serverens ur set efter; den næste kørsel tager posten igen.",
        "A booking has a photo that couldn't be fetched.": "En booking har et foto, der ikke kunne hentes.",
        "Look the photo up on the server, then fetch the period again as its next revision.":
            "Find fotoet på serveren, og hent perioden igen som dens næste udgave.",
        "A field names a record of another dataset that the server doesn't list, or several.":
            "Et felt nævner en post i et andet datasæt, som ikke står på serverens liste, eller flere.",
        "Have the name corrected on the server.": "Få navnet rettet på serveren.",
        "The booking names a service that the server doesn't list, or several of one name.":
            "Bookingen nævner en ydelse, som ikke står på serverens liste, eller flere af samme navn.",
        "Have the name of the service corrected on the server.": "Få ydelsens navn rettet på serveren.",
    ]

    private static let people: SentenceTable.Pairs = [
        "No worker on the server has the entry's employee number.":
            "Ingen medarbejder på serveren har registreringens medarbejdernummer.",
        "Have the worker entered or the number corrected on the server, then run the period again.":
            "Få medarbejderen oprettet eller nummeret rettet på serveren, og kør perioden igen.",
        "The worker has no rate, but the pay code of the hours uses one.":
            "Medarbejderen har ingen sats, men timernes lønart bruger en.",
        "Have the rate entered; without it the line has hours and no amount.":
            "Få satsen indtastet; uden den har linjen timer og intet beløb.",
        "The worker's rate is negative, above ^ or no number, and prices nothing.":
            "Medarbejderens sats er negativ, over ^ eller ikke et tal, og giver intet beløb.",
        "Have the rate corrected on the server, then run the period again.":
            "Få satsen rettet på serveren, og kør perioden igen.",
        "The list with the payroll numbers doesn't have this person.": "Listen med lønnumre har ikke denne person.",
        "Add the person to the list with the number of the payroll program, then write the files again.":
            "Føj personen til listen med lønprogrammets nummer, og skriv filerne igen.",
        "Pay codes are for groups, and the person is in none of them.":
            "Lønarterne er for grupper, og personen er i ingen af dem.",
        "Write the group into the list of employees, then write the files again.":
            "Skriv gruppen i listen over medarbejdere, og skriv filerne igen.",
        "The worker's name is too long or has a character that no payroll file can hold.":
            "Medarbejderens navn er for langt eller har et tegn, som ingen lønfil kan rumme.",
        "Have the name corrected on the server, then run the period again.":
            "Få navnet rettet på serveren, og kør perioden igen.",
        "A file of the payroll program can't hold a value, so that file is left out.":
            "En fil til lønprogrammet kan ikke rumme en værdi, så den fil er udeladt.",
        "Correct what the finding names, such as a number that is too long, then write the files again.":
            "Ret det, der er nævnt, såsom et for langt nummer, og skriv filerne igen.",
        "A person keeps this out of the pay.": "En person holder dette ude af lønnen.",
        "Withdraw the decision when it is settled.": "Fortryd afgørelsen, når det er på plads.",
        "A person keeps this out in another period, from which the day of the entry was moved, or into which the leave reaches.":
            "En person holder dette ude i en anden periode, som registreringens dag er flyttet fra, eller som fraværet rækker ind i.",
        "Hold it here too; accept it where what it was held for is settled.":
            "Hold den også tilbage her; godtag, hvis det, den blev holdt tilbage for, er på plads.",
        "Nothing in the server's answers shows that a list came whole, so hours, workers or leave may be missing.":
            "Intet i serverens svar viser, at en liste er kommet hel, så timer, medarbejdere eller fravær kan mangle.",
        "Compare the sums with those of the server, and accept it with what was compared.":
            "Sammenlign summerne med serverens, og godtag med det, der er sammenlignet.",
        "The employee was paid under another payroll number in the period before.":
            "Medarbejderen fik løn under et andet lønnummer i perioden før.",
        "Look which number the payroll program has, and correct the list of employees; accept it where the number is another one there too.":
            "Se, hvilket nummer lønprogrammet har, og ret listen over medarbejdere; godtag, hvis nummeret også er et andet der.",
        "Another employee was paid under this payroll number in the period before, so the pay can go to the wrong person.":
            "En anden medarbejder fik løn under dette lønnummer i perioden før, så lønnen kan gå til den forkerte.",
        "Correct the number in the list of employees, then write the files again; where it is right in the payroll program, two people waive it.":
            "Ret nummeret i listen over medarbejdere, og skriv filerne igen; er det rigtigt i lønprogrammet, udbetaler to personer alligevel.",
    ]
}
