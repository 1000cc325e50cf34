/// Why a leave request, a cancellation or a certificate is refused or doubtful, for Danish pages.
enum LeaveSentences {
    static let sentences: SentenceTable.Pairs = rules + requests + answers

    private static let rules: SentenceTable.Pairs = [
        "The dates of the leave don't fit together.": "Fraværets datoer passer ikke sammen.",
        "Earned leave must be requested at least 5 working days ahead.":
            "Optjent ferie (EARNED) skal søges mindst 5 arbejdsdage før.",
        "Casual leave may last at most 3 days in a row.": "Kort fravær (CASUAL) må højst vare 3 dage i træk.",
        "Casual leave can't include a Friday, a Saturday or a holiday.":
            "Kort fravær (CASUAL) må ikke omfatte en fredag, en lørdag eller en helligdag.",
        "The year's 10 days of casual leave are used up.": "Årets 10 dage med kort fravær (CASUAL) er brugt.",
        "The year's 14 days of medical leave are used up.": "Årets 14 dage med sygefravær (MEDICAL) er brugt.",
        "Medical leave of more than 3 days needs a medical certificate.":
            "Sygefravær (MEDICAL) på mere end 3 dage kræver en lægeerklæring.",
        "Medical leave of more than 7 days needs a fitness certificate.":
            "Sygefravær (MEDICAL) på mere end 7 dage kræver en raskmelding.",
        "There are not enough leave days left.": "Der er ikke fraværsdage nok tilbage.",
        "The leave can no longer be cancelled.": "Fraværet kan ikke længere annulleres.",
        "The leave breaks a rule.": "Fraværet bryder en regel.",
        "The file must be a PDF, JPG or PNG.": "Filen skal være en PDF, JPG eller PNG.",
        "The file may be at most 5 MB.": "Filen må højst være 5 MB.",
        "Required: ~; provided: ~.": "Kravet er ~; her er ~.",
        "Required: ~, provided: ~.": "Kravet er ~; her er ~.",
        "Required: ~.": "Kravet er ~.",
        "Provided: ~.": "Her er ~.",
    ]

    private static let requests: SentenceTable.Pairs = [
        "reason has * character; the server requires at least *.":
            "Feltet reason har * tegn; serveren kræver mindst *.",
        "reason has * characters; the server requires at least *.":
            "Feltet reason har * tegn; serveren kræver mindst *.",
        "The server lists no holidays for ~, so the leave's working days can't be counted.":
            "Serveren har ingen helligdage for ~, så fraværets arbejdsdage kan ikke tælles.",
        "working_days is *, but * to * has * without Fridays, Saturdays and holidays.":
            "Feltet working_days er *, men * til * har * uden fredage, lørdage og helligdage.",
        "Correct it, or leave it empty.": "Ret det, eller lad det være tomt.",
        "The leave's working days are unknown.": "Fraværets arbejdsdage er ukendte.",
        "The server already has leave on these days: ~.": "Serveren har allerede fravær på disse dage: ~.",
        "The server already has this leave: ~.": "Serveren har allerede dette fravær: ~.",
        "It is not requested again; upload a certificate for it with certificates-upload.":
            "Der søges ikke igen; send en erklæring til det med certificates-upload.",
        "A row above has leave on these days: * from * to *.":
            "En række ovenfor har fravær på disse dage: * fra * til *.",
        "A row above cancels the same leave.": "En række ovenfor annullerer det samme fravær.",
        "The leave is APPROVED, and only the office can cancel approved leave.":
            "Fraværet er godkendt (APPROVED), og kun kontoret kan annullere godkendt fravær.",
        "The server has no leave request *.": "Serveren har ingen fraværsansøgning *.",
        "No leave request in effect starts on *.": "Ingen gældende fraværsansøgning begynder *.",
        "The leave request * starts on *, but the server also lists ~.":
            "Fraværsansøgningen * begynder *, men serveren har også ~.",
        "* leave requests start on *: *.": "* fraværsansøgninger begynder *: *.",
        "Enter the id of the right one.": "Skriv id'et på den rigtige.",
        "Two rows give this leave request a medical certificate; the second would replace the first.":
            "To rækker giver denne fraværsansøgning en lægeerklæring; den anden ville erstatte den første.",
        "Two rows give this leave request a fitness certificate; the second would replace the first.":
            "To rækker giver denne fraværsansøgning en raskmelding; den anden ville erstatte den første.",
        "The leave request is ~ and doesn't accept a certificate.":
            "Fraværsansøgningen er ~ og tager ikke imod en erklæring.",
        "The leave request already has a medical certificate, which would be replaced.":
            "Fraværsansøgningen har allerede en lægeerklæring, som ville blive erstattet.",
        "The leave request already has a fitness certificate, which would be replaced.":
            "Fraværsansøgningen har allerede en raskmelding, som ville blive erstattet.",
    ]

    private static let answers: SentenceTable.Pairs = [
        "The server answered with the leave *, which has another type or other days.":
            "Serveren svarede med fraværet *, som er af en anden art eller har andre dage.",
        "The server answered with the leave *, which is already ~.":
            "Serveren svarede med fraværet *, som allerede er ~.",
        "The server reported success, but the leave is ~ instead of CANCELLED.":
            "Serveren meldte, at det lykkedes, men fraværet er ~ og ikke annulleret (CANCELLED).",
        "The server has the same leave as *, created since then, but it is ~.":
            "Serveren har samme fravær som *, oprettet siden, men det er ~.",
        "The server has the same leave as *, but doesn't report that it was created since then.":
            "Serveren har samme fravær som *, men oplyser ikke, at det er oprettet siden.",
        "The server has a leave of the same type and days with another reason, *, which may be this one.":
            "Serveren har et fravær af samme art og med de samme dage, men en anden årsag, *, som kan være dette.",
        "The server doesn't report whether the leave has a medical certificate.":
            "Serveren oplyser ikke, om fraværet har en lægeerklæring.",
        "The server doesn't report whether the leave has a fitness certificate.":
            "Serveren oplyser ikke, om fraværet har en raskmelding.",
        "The server doesn't report the leave's status.": "Serveren oplyser ikke fraværets status.",
        "The server's list doesn't show the leave, but * of its leaves can't be read, and it may be among them.":
            "Serverens liste viser ikke fraværet, men * af dens fravær kan ikke læses, og det kan være imellem dem.",
        "The leave already had a medical certificate, and the server doesn't report which one it has now.":
            "Fraværet havde allerede en lægeerklæring, og serveren oplyser ikke, hvilken det har nu.",
        "The leave already had a fitness certificate, and the server doesn't report which one it has now.":
            "Fraværet havde allerede en raskmelding, og serveren oplyser ikke, hvilken det har nu.",
    ]

    static let phrases: SentenceTable.Pairs = [
        "a day on or after *": "en dag fra og med *",
        "at most * days": "højst * dage",
        "a day not more than * days back, * or later": "en dag højst * dage tilbage, * eller senere",
        "working days only": "kun arbejdsdage",
        "at least one working day": "mindst én arbejdsdag",
        "a working day": "en arbejdsdag",
        "none": "ingen",
        "a certificate": "en erklæring",
        "none, for * working days": "ingen, til * arbejdsdage",
        "*, a Friday and * more": "*, en fredag, og * til",
        "*, a Saturday and * more": "*, en lørdag, og * til",
        "*, a holiday and * more": "*, en helligdag, og * til",
        "*, a Friday": "*, en fredag",
        "*, a Saturday": "*, en lørdag",
        "*, a holiday": "*, en helligdag",
        "*, with casual leave next to it": "* med kort fravær lige op ad",
        "* in *, * of them with other leave": "* i *, heraf * fra andet fravær",
        "*, * of them from rows above": "*, heraf * fra rækker ovenfor",
        "* left in *": "* tilbage i *",
        "*, * from * to *, which is ~": "*, * fra * til *, som er ~",
        "APPROVED": "godkendt (APPROVED)",
        "CANCELLED": "annulleret (CANCELLED)",
        "REJECTED": "afvist (REJECTED)",
        "PENDING": "under behandling (PENDING)",
        "SUBMITTED": "indsendt (SUBMITTED)",
        "DRAFT": "kladde (DRAFT)",
        "CANCELLATION_REQUESTED": "søgt annulleret (CANCELLATION_REQUESTED)",
        "RETURNED": "sendt retur (RETURNED)",
        "RECALLED": "kaldt tilbage (RECALLED)",
        "leave's status": "fraværets status",
        "leave's id": "fraværets id",
        "certificate's address": "erklæringens adresse",
        "1 unreadable leave": "1 ulæseligt fravær",
        "* unreadable leaves": "* ulæselige fravær",
    ]
}
