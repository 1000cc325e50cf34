/// The rules of leave, of what is otherwise than before, and of payroll batches.
extension RuleSentences {
    static let leave: SentenceTable.Pairs = [
        "The server counts other days of a leave than the calendar has.":
            "Serveren tæller andre dage i et fravær, end kalenderen har.",
        "Look at the holidays of the calendar, and have the one that is wrong corrected.":
            "Se på kalenderens helligdage, og få den rettet, der er forkert.",
        "Two approved requests want the same day of leave, and the day isn't paid.":
            "To godkendte ansøgninger er om samme fraværsdag, og dagen udbetales ikke.",
        "Have one of them corrected, or hold the request that doesn't count.":
            "Få den ene rettet, eller hold den ansøgning tilbage, der ikke gælder.",
        "A leave ends before it starts, or is for half a day over several days.":
            "Et fravær slutter, før det begynder, eller er en halv dag over flere dage.",
        "Have the request corrected on the server, then run the period again.":
            "Få ansøgningen rettet på serveren, og kør perioden igen.",
        "There are hours on a day of approved leave.": "Der er timer på en dag med godkendt fravær.",
        "Ask whether the person worked; have the leave or the hours corrected, so that the day is paid once.":
            "Spørg, om personen arbejdede; få fraværet eller timerne rettet, så dagen udbetales én gang.",
        "Leave of a part-time worker is paid in hours, and the list of employees doesn't say how long their day is.":
            "Fravær for en deltidsansat udbetales i timer, og listen over medarbejdere siger ikke, hvor lang deres dag er.",
        "Write hours_a_day or workdays into the list of employees, then write the files again.":
            "Skriv hours_a_day eller workdays i listen over medarbejdere, og skriv filerne igen.",
        "A holiday isn't paid: no hours or paid leave around it show that the person was there, or it is in leave that isn't paid.":
            "En helligdag udbetales ikke: hverken timer eller betalt fravær omkring den viser, at personen var der, eller den ligger i fravær, der ikke udbetales.",
        "Accept it where that is so; else have the missing hours entered, or the request for leave corrected.":
            "Godtag, hvis det er rigtigt; ellers få de manglende timer indtastet eller ansøgningen om fravær rettet.",
    ]

    static let corrections: SentenceTable.Pairs = [
        "A line of an employee is a quarter more or less than in the period before.":
            "En medarbejders linje er en fjerdedel større eller mindre end i perioden før.",
        "Ask why; accept it with the reason, such as overtime or a holiday.":
            "Spørg hvorfor; godtag med begrundelsen, såsom overarbejde eller en helligdag.",
        "The employee has lines for the first time.": "Medarbejderen har linjer for første gang.",
        "Look whether it is somebody new; it is only a note.": "Se efter, om det er en ny; det er kun en bemærkning.",
        "The employee had lines in the period before, and has none now.":
            "Medarbejderen havde linjer i perioden før og har ingen nu.",
        "Look whether they have left or hours are missing; it is only a note.":
            "Se efter, om vedkommende er stoppet, eller om der mangler timer; det er kun en bemærkning.",
        "A correction pays an entry that wasn't paid before.":
            "En rettelse udbetaler en registrering, der ikke er udbetalt før.",
        "Accept it where the hours were entered or approved late.":
            "Godtag, hvis timerne blev indtastet eller godkendt sent.",
        "A correction takes back an entry that was paid and isn't there any more.":
            "En rettelse tager en registrering tilbage, der er udbetalt og ikke findes mere.",
        "Ask why it was removed before you accept it.": "Spørg, hvorfor den blev fjernet, før du godtager.",
        "An entry has other values than when the period was signed.":
            "En registrering har andre værdier, end da perioden blev underskrevet.",
        "Ask who changed it and why; accept it where the new value is right.":
            "Spørg, hvem der ændrede den og hvorfor; godtag, hvis den nye værdi er rigtig.",
        "The worker's rate is another one than before.": "Medarbejderens sats er en anden end før.",
        "Ask from which day it counts: one rate prices the whole period. It is that of today, or in a correction the signed one where the finding says so.":
            "Spørg, fra hvilken dag den gælder: én sats bruges for hele perioden. Det er dagens, eller i en rettelse den underskrevne, hvis fundet siger det.",
        "The worker has a rate now, and had none that could be used.":
            "Medarbejderen har en sats nu og havde ingen, der kunne bruges.",
        "Accept it where the rate is right: the hours get an amount.":
            "Godtag, hvis satsen er rigtig: timerne får et beløb.",
        "The list of employees or the server has other words about a person than when the period was signed.":
            "Listen over medarbejdere eller serveren siger noget andet om en person, end da perioden blev underskrevet.",
        "Look which of the two is right; the finding says which is paid.":
            "Se efter, hvad der er rigtigt; der står her, hvad der udbetales efter.",
        "A setting of pay is another one than when the period was signed.":
            "En indstilling for lønnen er en anden, end da perioden blev underskrevet.",
        "Accept it where the change is meant for the corrected period too.":
            "Godtag, hvis ændringen også skal gælde den rettede periode.",
        "Approved leave came, went or changed since the period was signed.":
            "Godkendt fravær er kommet til, fjernet eller ændret, siden perioden blev underskrevet.",
        "Ask whether the change is right, then accept it.": "Spørg, om ændringen er rigtig, og godtag den så.",
        "A pay line differs from what was signed, and no entry, rate, leave or setting explains it.":
            "En lønlinje er en anden end den underskrevne, og ingen registrering, sats, fravær eller indstilling forklarer det.",
        "Don't sign before somebody has found out why.": "Skriv ikke under, før nogen har fundet ud af hvorfor.",
    ]

    static let batches: SentenceTable.Pairs = [
        "A payroll batch on the server took a step that doesn't follow the one before.":
            "En lønkørsel på serveren tog et trin, der ikke følger efter det forrige.",
        "Ask whoever approves batches what was done.": "Spørg den, der godkender lønkørsler, hvad der er gjort.",
        "The payroll batch that was made isn't listed on the server any more.":
            "Den lønkørsel, der blev lavet, står ikke længere på serverens liste.",
        "Ask who removed it; without it nothing is paid from there.":
            "Spørg, hvem der fjernede den; uden den udbetales intet derfra.",
        "The payroll batch on the server has other hours than were sent.":
            "Serverens lønkørsel har andre timer, end der blev sendt.",
        "Compare the two before anybody approves the batch.": "Sammenlign de to, før nogen godkender lønkørslen.",
        "The payroll batch on the server has another number of workers than was sent.":
            "Serverens lønkørsel har et andet antal medarbejdere, end der blev sendt.",
    ]
}
