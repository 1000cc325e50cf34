/// Why hours, workers, customers, documents and marks of KSR Cranes are refused or doubtful, for Danish pages.
enum CraneSentences {
    static let sentences: SentenceTable.Pairs = workers + hours + files + payroll + records

    private static let workers: SentenceTable.Pairs = [
        "Two rows give worker * a picture.": "To rækker giver medarbejder * et billede.",
        "Worker * has two rows.": "Medarbejder * har to rækker.",
        "Two rows have this e-mail address.": "To rækker har denne e-mailadresse.",
        "Two rows create a worker of this name; for two people, set allow: [same-name] in the pipeline file.":
            "To rækker opretter en medarbejder med dette navn; er det to personer, så skriv allow: [same-name] i pipelinefilen.",
        "hourly_rate is *; it must be above 0.": "Timelønnen (hourly_rate) er *; den skal være over 0.",
        "Worker * has this e-mail address.": "Medarbejder * har denne e-mailadresse.",
        "To change that worker, enter * as employee_id.": "Skal den medarbejder ændres, så skriv * i employee_id.",
        "To change that worker, enter * as employee_id; for another person with the same name, set allow: [name-taken] in the pipeline file.":
            "Skal den medarbejder ændres, så skriv * i employee_id; er det en anden person med samme navn, så skriv allow: [name-taken] i pipelinefilen.",
        "Two workers can't share one.": "To medarbejdere kan ikke have den samme.",
        "Worker * has this name.": "Medarbejder * har dette navn.",
        "The server lists ~; this may be it rather than a new worker.":
            "Serveren har ~; det kan være den og ikke en ny medarbejder.",
        "The server lists ~; this may be one of them rather than a new worker.":
            "Serveren har ~; det kan være en af dem og ikke en ny medarbejder.",
        "Have that corrected there, or set allow: [^] in the pipeline file.":
            "Få det rettet på serveren, eller skriv allow: [^] i pipelinefilen.",
        "The server has no worker *.": "Serveren har ingen medarbejder med nummeret *.",
        "No worker has the number *.": "Ingen medarbejder har nummeret *.",
        "Enter the number.": "Skriv nummeret.",
        "The server has no worker with the number, e-mail address or full name *.":
            "Serveren har ingen medarbejder med nummeret, e-mailadressen eller det fulde navn *.",
        "Numbers of workers whose name contains it: ~.": "Numre på medarbejdere, hvis navn indeholder det: ~.",
        "* workers are called *.": "* medarbejdere hedder *.",
        "Their numbers: ~.": "Deres numre: ~.",
        "Enter the number of the right one.": "Skriv nummeret på den rigtige.",
        "Worker * is called *, but the server also lists ~, which may have the same name.":
            "Medarbejder * hedder *, men serveren har også ~, som kan have samme navn.",
        "The server answered with worker *, which has ~.": "Serveren svarede med medarbejder *, som har ~.",
        "Worker * has this e-mail address but another name; someone else may have entered them.":
            "Medarbejder * har denne e-mailadresse, men et andet navn; en anden kan have oprettet vedkommende.",
        "Customer * has two rows.": "Kunde * har to rækker.",
        "Two rows have this name.": "To rækker har dette navn.",
        "Two rows have the number *.": "To rækker har CVR-nummeret *.",
        "Customer * has this name.": "Kunde * har dette navn.",
        "Customer * has the number *.": "Kunde * har CVR-nummeret *.",
        "To change that customer, enter * as customer_id.": "Skal den kunde ændres, så skriv * i customer_id.",
        "Two customers can't share one.": "To kunder kan ikke have det samme.",
        "The server has no customer *.": "Serveren har ingen kunde med nummeret *.",
        "The server answered with customer *, which isn't the one of the row or has another company number.":
            "Serveren svarede med kunde *, som ikke er rækkens eller har et andet CVR-nummer.",
        "Customer * has this name or company number but different details; someone else may have entered it.":
            "Kunde * har dette navn eller CVR-nummer, men andre oplysninger; en anden kan have oprettet den.",
    ]

    private static let hours: SentenceTable.Pairs = [
        "The clocks go back on * and show this time twice, so the row has ~ hours.":
            "Uret stilles tilbage * og viser dette klokkeslæt to gange, så rækken har ~ timer.",
        "Enter it on the server, or allow time-twice for the first time.":
            "Skriv timerne på serveren, eller skriv allow: [time-twice] i pipelinefilen; så gælder det første klokkeslæt.",
        "Task * has two rows for *, which would become one entry.":
            "Opgave * har to rækker for *, som ville blive til én registrering.",
        "The rows for * add up to more than 24 hours.": "Rækkerne for * giver tilsammen mere end 24 timer.",
        "The clocks go forward on *, and the row has a time in the skipped hour.":
            "Uret stilles frem *, og rækken har et klokkeslæt i den time, der springes over.",
        "The end must be after the start, on the same day.":
            "Sluttidspunktet skal være efter starttidspunktet, samme dag.",
        "km is *; it can't be negative.": "Feltet km er *; det kan ikke være negativt.",
        "The break of ~ is as long as the work of ~.": "Pausen på ~ er lige så lang som arbejdet på ~.",
        "Entry * for task * on * was already submitted and can't be changed.":
            "Registrering * for opgave * den * er allerede indsendt og kan ikke ændres.",
        "Some rows of the request were already submitted.": "Nogle af rækkerne er allerede indsendt.",
        "The server has other hours of the task on *, handed in since.":
            "Serveren har andre timer på opgaven den *, indsendt siden.",
        "The server has no task *, or this account has no access to it.":
            "Serveren har ingen opgave *, eller kontoen har ikke adgang til den.",
    ]

    private static let files: SentenceTable.Pairs = [
        "The sheet has more than one signature, but a person can have only one.":
            "Arket har mere end én underskrift, men en person kan kun have én.",
        "The sheet has two timesheets for worker *, task *, week * of *.":
            "Arket har to timesedler for medarbejder *, opgave *, uge * i *.",
        "* has no week *.": "* har ingen uge *.",
        "The server already has timesheet * for this worker, task and week.":
            "Serveren har allerede timeseddel * for denne medarbejder, opgave og uge.",
        "The server lists ~, which may be for the same worker, task and week.":
            "Serveren har ~, som kan være for samme medarbejder, opgave og uge.",
        "The account has no access to the timesheets of worker *.":
            "Kontoen har ikke adgang til timesedlerne for medarbejder *.",
        "Two rows give the worker a document with this name in *.":
            "To rækker giver medarbejderen et dokument med dette navn i *.",
        "The category is \"*\"; only letters, digits, - and _ are allowed.":
            "Kategorien er \"*\"; den må kun have bogstaver, cifre, - og _.",
        "The worker already has * (* bytes).": "Medarbejderen har allerede * (* byte).",
        "To replace it, enter yes as replace.": "Skal det erstattes, så skriv ja i replace.",
        "The server reported success but left the document out, as it does with documents that are too large.":
            "Serveren meldte, at det lykkedes, men udelod dokumentet, som den gør med dokumenter, der er for store.",
        "The server has a document with this length under another name: *.":
            "Serveren har et dokument med samme længde under et andet navn: *.",
        "The worker has more documents than the server lists.":
            "Medarbejderen har flere dokumenter, end serveren viser.",
        "The server doesn't show its signatures.": "Serveren viser ikke sine underskrifter.",
        "The signed-in user has no message *.": "Den bruger, der er logget ind, har ingen besked *.",
    ]

    private static let payroll: SentenceTable.Pairs = [
        "The server no longer has entry * as confirmed in this period, but the export paid it.":
            "Serveren har ikke længere registrering * som bekræftet i perioden, men eksporten udbetalte den.",
        "Entry * was sent to payroll by someone else after the export.":
            "Registrering * blev sendt til løn af en anden efter eksporten.",
        "Make sure that it is not paid twice.": "Sørg for, at den ikke udbetales to gange.",
        "On the server, entry * has * h for employee *; the export paid * h for *.":
            "På serveren har registrering * * timer for medarbejder *; eksporten udbetalte * timer for *.",
        "Settle the difference by hand, then have the entry marked: until then a later export pays it again.":
            "Udlign forskellen manuelt, og få derefter registreringen markeret: indtil da udbetaler en senere eksport den igen.",
        "On the server, entry * has * h for employee *; the export has * h for *.":
            "På serveren har registrering * * timer for medarbejder *; eksporten har * timer for *.",
        "Export the period again.": "Eksportér perioden igen.",
        "The server has no place to keep that an entry was sent to payroll.":
            "Serveren har intet sted at gemme, at en registrering er sendt til løn.",
        "The answer doesn't show which entries are marked.":
            "Svaret viser ikke, hvilke registreringer der er markeret.",
        "The server could not mark the entry as sent to payroll.":
            "Serveren kunne ikke markere registreringen som sendt til løn.",
        "The server could not mark the entry as sent to payroll: *":
            "Serveren kunne ikke markere registreringen som sendt til løn: *",
        "It is paid: have it marked there, because a later export would pay it again.":
            "Den er udbetalt: få den markeret på serveren, for ellers udbetaler en senere eksport den igen.",
        "The server doesn't show entry *.": "Serveren viser ikke registrering *.",
        "The server already has the batch *, which covers days of this period.":
            "Serveren har allerede lønkørslen *, som dækker dage i perioden.",
        "The server lists ~, which may cover days of this period.": "Serveren har ~, som kan dække dage i perioden.",
        "The server no longer has entry * in this period.": "Serveren har ikke længere registrering * i perioden.",
        "It lists ~.": "Den har ~.",
        "Entry * is no longer approved.": "Registrering * er ikke længere godkendt.",
        "Entry * was sent to payroll already, so the server would leave it out of the batch.":
            "Registrering * er allerede sendt til løn, så serveren ville udelade den af lønkørslen.",
        "The batch has no period.": "Lønkørslen har ingen periode.",
        "The server already has a payroll batch of this fortnight, and can't make a second one.":
            "Serveren har allerede en lønkørsel for disse to uger og kan ikke lave en til.",
        "The server's batch * has *.": "Serverens lønkørsel * har *.",
        "Check it before it is approved.": "Se efter, før den godkendes.",
        "The server's list of batches can't be read.": "Serverens liste over lønkørsler kan ikke læses.",
        "The server lists no batches, which can also mean that it can't read them.":
            "Serveren viser ingen lønkørsler, hvilket også kan betyde, at den ikke kan læse dem.",
    ]

    /// Of records that the server lists and that can't be read.
    private static let records: SentenceTable.Pairs = [
        "The server lists ~, which may be it.": "Serveren har ~, som kan være den.",
        "The server lists ~, which may include it.": "Serveren har ~, som den kan være imellem.",
        "Have that corrected there.": "Få det rettet på serveren.",
    ]

    static let phrases: SentenceTable.Pairs = [
        "1 unreadable worker": "1 ulæselig medarbejder",
        "* unreadable workers": "* ulæselige medarbejdere",
        "1 unreadable one": "1 ulæselig",
        "* unreadable ones": "* ulæselige",
        "1 unreadable record": "1 ulæselig post",
        "* unreadable records": "* ulæselige poster",
        "1 unreadable batch": "1 ulæselig lønkørsel",
        "* unreadable batches": "* ulæselige lønkørsler",
        "1 unreadable customer": "1 ulæselig kunde",
        "* unreadable customers": "* ulæselige kunder",
        "1 unreadable task": "1 ulæselig opgave",
        "* unreadable tasks": "* ulæselige opgaver",
        "1 unreadable timesheet": "1 ulæselig timeseddel",
        "* unreadable timesheets": "* ulæselige timesedler",
        "1 unreadable entry": "1 ulæselig registrering",
        "* unreadable entries": "* ulæselige registreringer",
        "1 unreadable user": "1 ulæselig bruger",
        "* unreadable users": "* ulæselige brugere",
        "1 unreadable service": "1 ulæselig ydelse",
        "* unreadable services": "* ulæselige ydelser",
        "1 minute": "1 minut",
        "* minutes": "* minutter",
        "the number *": "nummeret *",
        "another e-mail address": "en anden e-mailadresse",
        "an hourly rate of *": "en timeløn på *",
        "the status *": "statussen *",
        "picture's address": "billedets adresse",
        "timesheet's address": "timesedlens adresse",
        "accepted files": "de modtagne filer",
        "saved rows": "de gemte rækker",
        "batch": "lønkørslen",
        "signature": "underskriften",
        "message": "beskeden",
        "booking": "bookingen",
    ]
}
