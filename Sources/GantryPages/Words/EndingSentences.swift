/// Why commands fail that the desk starts, for Danish pages: servers, runs and signatures.
enum EndingSentences {
    static let sentences: SentenceTable.Pairs =
        requests + runs + signatures + books + DeliverySentences.sentences + schedules + wants + advice

    private static let requests: SentenceTable.Pairs = [
        "^ failed: | (curl *).": "^ mislykkedes: | (curl *).",
        "^ failed after * attempts: | (curl *).": "^ mislykkedes efter * forsøg: | (curl *).",
        "^ failed: |.": "^ mislykkedes: |.",
        "^ failed after * attempts: |.": "^ mislykkedes efter * forsøg: |.",
        "The server said: \"*\".": "Serveren skrev: \"*\".",
        "It asked to wait * s.": "Den bad om at vente * s.",
    ]

    private static let runs: SentenceTable.Pairs = [
        "This workspace was restored on ^ from a backup of ^: what was sent, signed or delivered in between isn't known here.":
            "Arbejdsområdet blev gendannet ^ fra en sikkerhedskopi af ^: hvad der blev sendt, underskrevet eller leveret ind imellem, vides ikke her.",
        "The journal of this workspace was made of export folders on ^: what was sent, signed or delivered before isn't known here.":
            "Arbejdsområdets journal blev lavet af eksportmapper ^: hvad der blev sendt, underskrevet eller leveret før, vides ikke her.",
        "The journal was brought back from a copy, as was noticed on ^: what was sent, signed or delivered in between isn't known here.":
            "Journalen blev hentet tilbage fra en kopi, hvilket blev opdaget ^: hvad der blev sendt, underskrevet eller leveret ind imellem, vides ikke her.",
        "Process * on * (^) has been working on this run since *.":
            "Proces * på * (^) har arbejdet på denne kørsel siden *.",
        "Another process has been working on this run.": "En anden proces arbejder på denne kørsel.",
        "The journal * is in use by another process.": "Journalen * bruges af en anden proces.",
        "There is no published run * in *.": "Der er ingen færdig kørsel * i *.",
        "There is no published payroll run * in *.": "Der er ingen færdig lønkørsel * i *.",
        "* record is unusable; the pipeline file allows none.": "* post kan ikke bruges; pipelinefilen tillader ingen.",
        "* of * records are unusable; the pipeline file allows none.":
            "* af * poster kan ikke bruges; pipelinefilen tillader ingen.",
        "* of * records are unusable; the pipeline file allows fewer.":
            "* af * poster kan ikke bruges; pipelinefilen tillader færre.",
        "* of * records is unusable; the pipeline file allows none.":
            "* af * poster kan ikke bruges; pipelinefilen tillader ingen.",
        "No more were fetched.": "Der blev ikke hentet flere.",
        "Nothing is published.": "Intet er gjort færdigt.",
        "The days of * gave * entries, but the server now reports *.":
            "Dagene i * gav * registreringer, men serveren melder nu *.",
        "* isn't a pay period of *: its periods are *.": "* er ikke en lønperiode for *: dens perioder er *.",
        "* was published on *, before the period was over, so hours may be missing.":
            "* blev gjort færdig *, før perioden var slut, så der kan mangle timer.",
        "* is not a payroll export, and only those can be derived again.":
            "* er ikke en løneksport, og kun de kan laves igen.",
    ]

    /// What is wrong with a book of signatures.
    private static let books: SentenceTable.Pairs = [
        "Line * of ^ is not UTF-8, expected JSON.": "Linje * i ^ er ikke UTF-8; der forventes JSON.",
        "Line * of ^ is no line of a book: ^, expected JSON with the keys format, number, previous, time and so on in this order.":
            "Linje * i ^ er ikke en linje i en underskriftsbog: ^; der forventes JSON med nøglerne format, number, previous, time osv. i denne rækkefølge.",
        "Line * of ^ has no line break at its end, expected a whole line.":
            "Linje * i ^ har intet linjeskift til sidst; der forventes en hel linje.",
        "Line * of ^ has the number *, expected *.": "Linje * i ^ har nummer *; der forventes *.",
        "Line * of ^ follows a line with the digest ^, expected ^, which is that of the line before.":
            "Linje * i ^ følger efter en linje med kontrolsummen ^; der forventes ^, som er den for linjen før.",
        "Line * of ^ is missing, expected the line that the journal keeps, number * of *.":
            "Linje * i ^ mangler; der forventes den linje, som journalen har, nummer * af *.",
        "Line * of ^ differs from the journal, expected the line that the journal keeps, number * of *.":
            "Linje * i ^ er en anden end i journalen; der forventes den linje, som journalen har, nummer * af *.",
        "Line * of ^ is not in the journal, expected * line and no more.":
            "Linje * i ^ er ikke i journalen; der forventes * linje og ikke flere.",
        "Line * of ^ is not in the journal, expected * lines and no more.":
            "Linje * i ^ er ikke i journalen; der forventes * linjer og ikke flere.",
        "Line * of ^ says that * was ^ by ^, expected what can follow the state ^.":
            "Linje * i ^ siger om * »^« af ^; der forventes, hvad der kan følge efter tilstanden ^.",
        "Nothing was signed or delivered.": "Intet er underskrevet eller afleveret.",
        "If the journal was brought back from a copy, bring the book back as it was then: what was delivered since is asked about afterwards.":
            "Er journalen hentet tilbage fra en kopi, så hent også bogen tilbage, som den var dengang: der spørges bagefter om det, der er afleveret siden.",
        "Otherwise find out who changed it.": "Find ellers ud af, hvem der har ændret den.",
        "Find out who changed it, and restore the book from a copy; it also lies beside every signed export.":
            "Find ud af, hvem der har ændret den, og gendan bogen fra en kopi; den ligger også ved siden af hver underskrevet eksport.",
    ]

    /// What runs ask of a person, and what is removed to free space.
    private static let wants: SentenceTable.Pairs = [
        "\"*\" isn't a valid period: ~.": "\"*\" er ikke en gyldig periode: ~.",
        "Write a year (^), a month (^), one or two ISO weeks (^), a day (^) or days (^).":
            "Skriv et år (^), en måned (^), en eller to uger (^), en dag (^) eller dage (^).",
        "The server has no records for *, so there is nothing to pay.":
            "Serveren har ingen registreringer for *, så der er intet at udbetale.",
        "Check the period and the connection (^).": "Kontrollér perioden og forbindelsen (^).",
        "The answer to ^ is not a page of records: ~.": "Svaret på ^ er ikke en side med registreringer: ~.",
        "Run the same command again to resume from the last checkpoint.": "Prøv igen; den fortsætter, hvor den slap.",
        "If it happens again, the server needs fixing.": "Sker det igen, er der en fejl på serveren, som skal rettes.",
        "the server refused the sign-in's token (^)": "serveren afviste det login, som den selv har udstedt (^)",
        "Check its credentials and permissions, or sign in again: ^":
            "Kontrollér loginoplysninger og rettigheder, eller log ind igen: ^",
        "The pairing token is mistyped, already used or expired.":
            "Koden til parring er tastet forkert, allerede brugt eller udløbet.",
        "Get a new pairing token from the website": "Hent en ny kode til parring på hjemmesiden",
        "The first: *.": "Den første: *.",
        "Have them corrected at the source and run again with ^, or allow more with a higher rejects.max in the pipeline file.":
            "Få dem rettet i kilden, og kør igen med ^, eller tillad flere med et højere rejects.max i pipelinefilen.",
        "It isn't said where * is to be delivered.": "Det er ikke angivet, hvor * skal afleveres.",
        "Name a place with ^, or add deliver: to the pipeline file.":
            "Angiv et sted med ^, eller tilføj deliver: i pipelinefilen.",
        "* has no destination called \"*\".": "* har intet sted, der hedder \"*\".",
        "Add it under destinations, or write a folder with a slash, such as ./^.":
            "Tilføj det under destinations, eller skriv en mappe med skråstreg, f.eks. ./^.",
        "older than those to keep": "ældre end dem, der skal beholdes",
        "unfinished and abandoned": "ufærdig og opgivet",
        "no process uses it": "ingen proces bruger det",
        "made again when needed": "laves igen, når det er nødvendigt",
    ]

    /// What to know about a schedule.
    private static let schedules: SentenceTable.Pairs = [
        "cron has no credentials of systemd: let gantry.yaml read * from a file or command.":
            "cron har ingen adgangskoder fra systemd: lad gantry.yaml læse * fra en fil eller kommando.",
        "cron doesn't have your environment: write ^ into the crontab.":
            "cron har ikke dine miljøvariabler: skriv ^ i crontab.",
        "cron doesn't repeat what ended with exit code 5 or 75.":
            "cron prøver ikke igen, hvis en kørsel bliver afbrudt.",
        "The secret ^ is read from ^ (mode 0600).": "Hemmeligheden ^ læses fra ^ (rettigheder 0600).",
        "A service doesn't have your environment: write ^ into ^ (mode 0600).":
            "En tjeneste har ikke dine miljøvariabler: skriv ^ i ^ (rettigheder 0600).",
        "To run while you aren't logged in: loginctl enable-linger":
            "For at den også kører, når du ikke er logget ind: loginctl enable-linger",
        "TZ is ^ here but not in the service, which takes ^: write ^ in gantry.yaml to use it.":
            "TZ er ^ her, men ikke i tjenesten, som bruger ^: skriv ^ i gantry.yaml for at bruge den.",
        "cron starts it at ^ of the machine's clock (^), which is ^ in ^.":
            "cron starter den ^ efter maskinens ur (^), og det er ^ i ^.",
        "When it starts on ^, it is ^ in ^, and that is the day that counts.":
            "Når den starter ^, er det ^ i ^, og det er den dag, der tæller.",
        "At ^ UTC can have another day (^ at the start on ^): the day in ^ counts.":
            "Kl. ^ kan det være en anden dag i UTC (^ ved starten ^): dagen i ^ tæller.",
        "On day * of a month it makes the pay period that ended on day * of the month before.":
            "Dag * i en måned laver den lønperioden, der sluttede dag * måneden før.",
        "On day * of a month it makes the pay period that ended on day *.":
            "Dag * i en måned laver den lønperioden, der sluttede dag *.",
    ]

    private static let signatures: SentenceTable.Pairs = [
        "The pipeline file of * has no section sign-off, so nobody can sign its runs.":
            "Pipelinefilen for * har intet afsnit sign-off, så ingen kan skrive under på dens kørsler.",
        "gantry.yaml has no section people, so nobody is known as *.":
            "gantry.yaml har intet afsnit people, så ingen er kendt som *.",
        "gantry.yaml has nobody called * under people.": "gantry.yaml har ingen, der hedder *, under people.",
        "* (*) may not do this; ~ may.": "* (*) må ikke gøre dette; det må ~.",
        "* isn't ready: one thing is open.": "* er ikke klar: én ting er åben.",
        "* isn't ready: * things are open.": "* er ikke klar: * ting er åbne.",
        "* is not the newest revision; * is.": "* er ikke den nyeste udgave; det er *.",
        "* is older than *, which is signed already.": "* er ældre end *, som allerede er underskrevet.",
        "* is the whole period, but * was delivered already: it would be paid twice.":
            "* er hele perioden, men * er allerede afleveret: den ville blive udbetalt to gange.",
        "Part of * was delivered already and would be paid twice.":
            "En del af * er allerede afleveret og ville blive udbetalt to gange.",
        "* is a period as it stood on one day, before it was over, so it isn't paid.":
            "* er en periode, som den så ud på én dag, før den var slut, så den udbetales ikke.",
        "* is a correction of *, but * was delivered since.": "* er en rettelse af *, men siden er * afleveret.",
        "* is a correction of *, which counts as not delivered now.":
            "* er en rettelse af *, som nu regnes for ikke afleveret.",
        "* takes the place of * and is signed.": "* er trådt i stedet for * og er underskrevet.",
        "* prepared *, and somebody else must approve it.": "* har udarbejdet *, og en anden skal godkende den.",
        "* is signed already, approved by *.": "* er allerede underskrevet, godkendt af *.",
        "* approves with a key, and no signature was given.":
            "* godkender med en nøgle, og der er ingen underskrift med.",
        "gantry.yaml has no key of * (*), who approves with one.":
            "gantry.yaml har ingen nøgle for * (*), som godkender med en.",
        "Something of * is no longer what was prepared.": "Noget af * er ikke længere det, der blev udarbejdet.",
        "* is not prepared, so there is no statement yet that a signature could be of.":
            "* er ikke udarbejdet, så der er endnu intet at skrive under på.",
        "* was delivered as a correction of *, so that one must have arrived too.":
            "* blev afleveret som en rettelse af *, så den må også være nået frem.",
        "* was prepared to be paid again, but nothing of it counts as delivered now.":
            "* blev udarbejdet for at blive udbetalt igen, men intet af den regnes nu for afleveret.",
        "The receipt of * is in the book, so its delivery is over.":
            "Kvitteringen for * står i bogen, så afleveringen er afsluttet.",
        "The reason has |, expected at least * characters on one line.":
            "Begrundelsen har |; der skal være mindst * tegn på én linje.",
        "* signs with the account *, but this is *.": "* skriver under med kontoen *, men dette er *.",
        "* waits for an approval.": "* venter på en godkendelse.",
        "* is not signed.": "* er ikke underskrevet.",
        "* is neither prepared nor signed, so there is nothing to withdraw.":
            "* er hverken udarbejdet eller underskrevet, så der er intet at tage tilbage.",
        "* was not delivered.": "* er ikke afleveret.",
        "* is signed, so a new revision needs a reason.": "* er underskrevet, så en ny udgave kræver en begrundelse.",
        "* is signed, but its folder is not what was signed.":
            "* er underskrevet, men mappen er ikke den, der blev underskrevet.",
    ]

    private static let advice: SentenceTable.Pairs = [
        "Wait until it finishes or stop it, then run the same command again.":
            "Vent, til den er færdig, eller stop den, og prøv igen.",
        "The disk is full: free some space, then run the same command again to resume.":
            "Disken er fuld: frigør plads, og prøv igen; den fortsætter, hvor den slap.",
        "Try again in a moment.": "Prøv igen om et øjeblik.",
        "Solve or decide these first.": "Løs eller afgør dem først.",
        "^ lists them.": "^ viser dem.",
        "Sign the newest one: ^": "Skriv under på den nyeste: ^",
        "Prepare it: ^": "Udarbejd den: ^",
        "Deliver them: ^": "Aflever dem: ^",
        "Deliver that one: ^": "Aflever den: ^",
        "Run the period when it is over.": "Kør perioden, når den er slut.",
        "Another person approves it, as the pipeline file names them under approve.":
            "En anden person godkender den, som pipelinefilen nævner dem under approve.",
        "Ask the receiver.": "Spørg modtageren.",
        "If they have it, nothing is delivered again, and what differs is a correction.":
            "Har de den, afleveres intet igen, og forskellen er en rettelse.",
        "If they never got it, mark it as failed; it can then be delivered again.":
            "Fik de den aldrig, så markér den som mislykket; så kan den afleveres igen.",
        "If the receiver reads from * now, or has it already, say so, and nothing is sent: ^ To pay it there too, add ^.":
            "Læser modtageren nu fra *, eller har de den allerede, så sig det; så sendes intet: ^ Skal den også udbetales der, så tilføj ^.",
        "Say why it is made, with ^.": "Skriv, hvorfor den laves, med ^.",
        "Run the period again with ^, so that it is compared with what was paid.":
            "Kør perioden igen med ^, så den sammenlignes med det, der er udbetalt.",
    ]
}
