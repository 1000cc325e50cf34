/// What kinds of rows, their fields and credentials are, for Danish pages. Systems that a file describes keep their own
/// words, unless they use those of a system here.
package enum HelpSentences {
    package static let table = SentenceTable(kinds + credentials + pay + common + cdbl + cranes + others + redmine)

    private static let kinds: SentenceTable.Pairs = [
        "Bookings of services.": "Bookinger af ydelser.",
        "Photos, each for a booking.": "Fotos, hvert til en booking.",
        "Medical and fitness certificates, each for a leave request.":
            "Lægeerklæringer og raskmeldinger, hver til en fraværsansøgning.",
        "Leave requests, each with its certificates if it needs any.":
            "Fraværsansøgninger, hver med sine erklæringer, hvis den kræver nogen.",
        "Cancellations of undecided leave requests.": "Annulleringer af fraværsansøgninger, der ikke er afgjort.",
        "A period's approved work entries, as one payroll batch.":
            "En periodes godkendte timeregistreringer, som én lønkørsel på serveren.",
        "Customers: new ones, and changes to those with a number.":
            "Kunder: nye, og ændringer af dem, der har et nummer.",
        "Exported work entries, marked as sent to payroll (deployed contract).":
            "Eksporterede timeregistreringer, som markeres som sendt til løn (kontrakten deployed).",
        "Pictures of workers. A new picture replaces the old one.":
            "Billeder af medarbejdere. Et nyt billede erstatter det gamle.",
        "System messages to mark as read by the signed-in user.":
            "Systembeskeder, som markeres som læst af den bruger, der er logget ind.",
        "The signature of the signed-in user. A new one replaces the old one.":
            "Underskriften fra den bruger, der er logget ind. En ny erstatter den gamle.",
        "Signed timesheets, each a PDF of a worker's week on a task.":
            "Underskrevne timesedler, hver en PDF med en medarbejders uge på en opgave.",
        "Hours of the signed-in user, one row per task and day.":
            "Timer for den bruger, der er logget ind, én række pr. opgave og dag.",
        "Documents of workers, each in a category.": "Medarbejderes dokumenter, hvert i en kategori.",
        "Workers: new ones, and changes to those with a number.":
            "Medarbejdere: nye, og ændringer af dem, der har et nummer.",
        "Messages to users, each from the signed-in account.":
            "Beskeder til brugere, hver fra den konto, der er logget ind.",
        "Hours, one row each.": "Timer, én række til hver.",
        "Files, each for an issue.": "Filer, hver til en sag.",
    ]

    private static let credentials: SentenceTable.Pairs = [
        "The e-mail address of the account.": "Kontoens e-mailadresse.",
        "Its password.": "Adgangskoden til den.",
        "The password of the account.": "Kontoens adgangskode.",
        "The name of the account.": "Kontoens navn.",
        "The name that other people see.": "Det navn, som andre ser.",
        "The key of the account.": "Kontoens nøgle.",
        "The token of the account.": "Kontoens token.",
        "The * of the account.": "Kontoens *.",
        "The name of the program.": "Programmets navn.",
        "The secret of the program.": "Programmets hemmelighed.",
        "The pairing token from the website; it can be used once.":
            "Parringskoden fra hjemmesiden; den kan bruges én gang.",
        "The organisation's API key, such as ^.": "Organisationens API-nøgle, f.eks. ^.",
    ]

    /// What is asked about how the office pays: payroll programs, what they need to know, and pay codes.
    private static let pay: SentenceTable.Pairs = [
        "Danløn, pay items from a file (Denmark)": "Danløn, løndele fra en fil (Danmark)",
        "DataLøn PC (Denmark)": "DataLøn PC (Danmark)",
        "LessorLøn, Lessor 4, 208 characters (Denmark)": "LessorLøn, Lessor 4, 208 tegn (Danmark)",
        "Multiløn Maxi, Serviceløn, 128 characters, hours only (Denmark)":
            "Multiløn Maxi, Serviceløn, 128 tegn, kun timer (Danmark)",
        "ProLøn (Denmark)": "ProLøn (Danmark)",
        "ADP, paydata (EPI)": "ADP, løndata (EPI)",
        "DATEV LODAS, Bewegungsdaten (Germany)": "DATEV LODAS, Bewegungsdaten (Tyskland)",
        "DATEV Lohn und Gehalt, Bewegungsdaten, 11 fields (Germany)":
            "DATEV Lohn und Gehalt, Bewegungsdaten, 11 felter (Tyskland)",
        "HR-XML 2.5 TimeCard, a document for each employee": "HR-XML 2.5 TimeCard, et dokument for hver medarbejder",
        "QuickBooks Desktop, time activities (IIF)": "QuickBooks Desktop, tidsregistreringer (IIF)",
        "PAXml 2.0, pay transactions (Sweden)": "PAXml 2.0, løntransaktioner (Sverige)",
        "SD Worx, prestations, 31 characters (Belgium)": "SD Worx, præstationer, 31 tegn (Belgien)",
        "Visma Lønn, Visma.net Payroll (Norway)": "Visma Lønn, Visma.net Payroll (Norge)",
        "CVR number": "CVR-nummer",
        "company number": "firmaets nummer",
        "employer's number in ^": "arbejdsgiverens nummer i ^",
        "employer's number at ^": "arbejdsgiverens nummer hos ^",
        "company name in ^": "firmaets navn i ^",
        "pay term": "løntermin",
        "who gave the employees their numbers": "hvem der gav medarbejderne deres numre",
        "COMPANYCREATETIME of an exported list": "COMPANYCREATETIME fra en eksporteret liste",
        "Normal hours": "Normaltimer",
        "Overtime": "Overtimer",
        "Weekend": "Weekend",
    ]

    private static let common: SentenceTable.Pairs = [
        "The number of the worker, or the e-mail address or full name.":
            "Medarbejderens nummer, e-mailadresse eller fulde navn.",
        "The number of the worker.": "Medarbejderens nummer.",
        "The worker's number.": "Medarbejderens nummer.",
        "The number of the task.": "Opgavens nummer.",
        "The number of the message.": "Beskedens nummer.",
        "The number of the work entry.": "Timeregistreringens nummer.",
        "The day of the work.": "Arbejdsdagen.",
        "The address.": "Adressen.",
        "The address, at most 255 characters.": "Adressen, højst 255 tegn.",
        "The telephone number: digits, spaces and + ( ) - . /, 8 to 15 characters.":
            "Telefonnummeret: cifre, mellemrum og + ( ) - . /, 8 til 15 tegn.",
        "Normal hours.": "Normaltimer.",
        "Overtime hours.": "Overtimer.",
        "Weekend hours.": "Weekendtimer.",
        "The hours that were exported.": "De timer, der blev eksporteret.",
        "The ISO week.": "Ugenummeret.",
        "The year that the week belongs to.": "Det år, ugen hører til.",
    ]

    private static let cdbl: SentenceTable.Pairs = [
        "The leave request's id, or its first day, such as 2026-10-05 or MEDICAL 2026-10-05.":
            "Fraværsansøgningens id eller dens første dag, f.eks. 2026-10-05 eller MEDICAL 2026-10-05.",
        "The certificate: a PDF, JPG or PNG of at most 5 MB.": "Erklæringen: en PDF, JPG eller PNG på højst 5 MB.",
        "What the certificate is: medical or fitness.":
            "Hvad det er: medical (lægeerklæring) eller fitness (raskmelding).",
        "The kind of leave: CASUAL, MEDICAL, EARNED or another that the server knows.":
            "Fraværets art: CASUAL (kort fravær), MEDICAL (sygefravær), EARNED (optjent ferie) eller en anden, som serveren kender.",
        "The first day of leave.": "Første fraværsdag.",
        "The last day of leave.": "Sidste fraværsdag.",
        "The reason for the leave.": "Årsagen til fraværet.",
        "The leave's working days; counted if empty.": "Antal arbejdsdage i fraværet; tælles, hvis feltet er tomt.",
        "The medical certificate: a PDF, JPG or PNG of at most 5 MB.":
            "Lægeerklæringen: en PDF, JPG eller PNG på højst 5 MB.",
        "The fitness certificate: a PDF, JPG or PNG of at most 5 MB.":
            "Raskmeldingen: en PDF, JPG eller PNG på højst 5 MB.",
        "Why it is cancelled.": "Hvorfor den annulleres.",
    ]

    private static let cranes: SentenceTable.Pairs = [
        "The number of the customer to change. A row without one is a new customer, if new customers are allowed.":
            "Nummeret på den kunde, der skal ændres. En række uden nummer er en ny kunde, hvis nye kunder er tilladt.",
        "The name, 2 to 255 characters; unique among customers. A new customer needs one.":
            "Navnet, 2 til 255 tegn; kun én kunde kan have det. En ny kunde skal have et.",
        "The e-mail address of the contact. An empty cell changes nothing, here and below.":
            "Kontaktens e-mailadresse. En tom celle ændrer intet; det gælder også felterne nedenfor.",
        "The Danish company number, eight digits; unique among customers.":
            "CVR-nummeret, otte cifre; kun én kunde kan have det.",
        "The picture: a JPEG, PNG or WebP of at most 5 MB.": "Billedet: en JPEG, PNG eller WebP på højst 5 MB.",
        "The signature: a PNG of at most 1 MB.": "Underskriften: en PNG på højst 1 MB.",
        "The timesheet: a PDF of at most 10 MB.": "Timesedlen: en PDF på højst 10 MB.",
        "The numbers of the work entries on it, separated by spaces.":
            "Numrene på timeregistreringerne på den, adskilt af mellemrum.",
        "When it started, in Danish time, such as 07:00.": "Hvornår arbejdet begyndte, i dansk tid, f.eks. 07:00.",
        "When it ended, on the same day; 24:00 is midnight.": "Hvornår arbejdet sluttede, samme dag; 24:00 er midnat.",
        "Minutes of breaks. If empty, existing hours keep theirs and new hours get none.":
            "Pausen i minutter. Er feltet tomt, beholder timer, der findes i forvejen, deres pause, og nye får ingen.",
        "Kilometres. If empty, the server's value stays.": "Kilometer. Er feltet tomt, bliver serverens tal stående.",
        "What was done. If empty, the server's value stays.":
            "Hvad der blev lavet. Er feltet tomt, bliver serverens tekst stående.",
        "no submits the row, after which it can't be changed; if empty, it stays a draft.":
            "no (nej) indsender rækken, som derefter ikke kan ændres; er feltet tomt, forbliver den en kladde.",
        "The document: a PDF, JPEG, PNG or WebP of at most 10 MB.":
            "Dokumentet: en PDF, JPEG, PNG eller WebP på højst 10 MB.",
        "Letters, digits, - and _, such as contracts. If empty, it is general.":
            "Bogstaver, cifre, - og _, f.eks. contracts. Er feltet tomt, er kategorien general.",
        "yes replaces a document with the same name; otherwise such a row is refused.":
            "yes (ja) erstatter et dokument med samme navn; ellers afvises rækken.",
        "The number of the worker to change. A row without one is a new worker, if new workers are allowed.":
            "Nummeret på den medarbejder, der skal ændres. En række uden nummer er en ny medarbejder, hvis nye medarbejdere er tilladt.",
        "The name. A new worker needs one; an empty cell changes nothing, here and below.":
            "Navnet. En ny medarbejder skal have et; en tom celle ændrer intet, og det gælder også felterne nedenfor.",
        "The e-mail address; unique among workers. A new worker needs one.":
            "E-mailadressen; kun én medarbejder kan have den. En ny medarbejder skal have en.",
        "The hourly pay, above 0, because the server treats 0 as missing. A new worker needs one.":
            "Timelønnen, over 0, fordi serveren opfatter 0 som ikke udfyldt. En ny medarbejder skal have en.",
        "A new worker needs one. Deployed servers always store fuld_tid and make every new worker an arbejder, and also anyone whose employment_type changes: leave it empty for workers with another role.":
            "En ny medarbejder skal have en. Servere i drift gemmer altid fuld_tid og gør hver ny medarbejder til arbejder, og det samme gælder alle, hvis employment_type ændres: lad feltet være tomt for medarbejdere med en anden rolle.",
        "aktiv or inaktiv.": "aktiv eller inaktiv.",
        "Deployed servers store it instead of the date of birth. Leave it empty unless you want that.":
            "Servere i drift gemmer den i stedet for fødselsdatoen. Lad feltet være tomt, medmindre du ønsker det.",
        "Deployed servers store them instead of the emergency contact. Leave them empty unless you want that.":
            "Servere i drift gemmer dem i stedet for den pårørende. Lad feltet være tomt, medmindre du ønsker det.",
    ]

    private static let others: SentenceTable.Pairs = [
        "When the car comes, with the zone: 2026-10-05T14:00:00Z or 2026-10-05T17:00:00+03:00.":
            "Hvornår bilen kommer, med tidszone: 2026-10-05T14:00:00Z eller 2026-10-05T17:00:00+03:00.",
        "The name of the client, 2 to 100 characters.": "Kundens navn, 2 til 100 tegn.",
        "The telephone number of the client.": "Kundens telefonnummer.",
        "The Telegram name of the client, without @.": "Kundens navn på Telegram, uden @.",
        "The make of the car.": "Bilens mærke.",
        "The number plate of the car.": "Bilens nummerplade.",
        "The service's name, as on the server.": "Ydelsens navn, som på serveren.",
        "Notes for the workshop, at most 500 characters.": "Bemærkninger til værkstedet, højst 500 tegn.",
        "The photo; what isn't a JPEG of at most 2 MB is converted.":
            "Fotoet; er det ikke en JPEG på højst 2 MB, bliver det konverteret.",
        "The id of the booking, or the number at its end.": "Bookingens id eller nummeret til sidst i det.",
        "Which of the booking's lists it goes to: work or defect.":
            "Hvilken af bookingens lister fotoet hører til: work (arbejde) eller defect (fejl).",
        "Who gets it: a user's id, e-mail address or full name.":
            "Hvem der får den: en brugers id, e-mailadresse eller fulde navn.",
        "Its text, at most 10,000 characters.": "Dens tekst, højst 10.000 tegn.",
        "TEXT, which is the default.": "TEXT, som også gælder, når feltet er tomt.",
    ]

    private static let redmine: SentenceTable.Pairs = [
        "The number of the project.": "Projektets nummer.",
        "The number of the user.": "Brugerens nummer.",
        "The number of the kind of work.": "Nummeret på arbejdets art.",
        "The number of the issue.": "Sagens nummer.",
        "The hours; Redmine keeps two decimals.": "Timerne; Redmine gemmer to decimaler.",
        "A remark.": "En bemærkning.",
        "The file.": "Filen.",
        "What it is.": "Hvad det er.",
    ]
}
