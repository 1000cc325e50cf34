internal import GantryEngine
internal import GantryModel

/// What a rule of pay means, for a clerk who meets it in a list of findings.
package struct RuleExplanation: Sendable {
    /// As lists of exceptions name it: `not-approved`.
    package let rule: String
    /// What it found, in a sentence.
    package let means: String
    /// What a clerk usually does, in a sentence.
    package let usually: String
    /// Both sentences for Danish pages.
    package let danish: (means: String, usually: String)

    private init(_ rule: String, _ means: String, _ danish: String, _ usually: String, _ danishUsually: String) {
        self.rule = rule
        self.means = means
        self.usually = usually
        self.danish = (danish, danishUsually)
    }

    /// How the rule is set in a pipeline file, or that it can't be.
    package var setting: String {
        guard let check = PayrollChecks.descriptors.first(where: { $0.name == rule }) else {
            return "It is always checked, and a pipeline file can't change that."
        }
        if PayrollChecks.alwaysBlockers.contains(rule) {
            return "It is always a blocker: pay would be wrong without it."
        }
        if check.hasThresholds {
            return
                "Set the limits in the pipeline file under checks, such as \(rule): { warning: 13, blocker: 24 }, or off."
        }
        let words = rule == PayrollChecks.Rule.weekHours ? "warning, info" : "blocker, warning, info"
        let reason =
            PayrollChecks.needsReason.contains(rule)
            ? "; off and info need a reason: { severity: off, because: … }" : ""
        let standard = if case .severity(let severity) = check.standard { severity.rawValue } else { "off" }
        return
            "Set it in the pipeline file under checks: \(rule): \(words) or off\(reason). The default is \(standard)."
    }

    /// Whether a decision can pay the record all the same.
    package var canBeWaived: Bool { !PayrollChecks.Rule.neverWaived.contains(rule) }

    /// Every rule, in the order in which they are listed.
    package static let all: [RuleExplanation] = [
        RuleExplanation(
            "not-approved", "The entry's status isn't APPROVED, so nobody has confirmed the hours.",
            "Registreringen er ikke godkendt, så ingen har bekræftet timerne.",
            "Have it approved on the server and run the period again; or hold it, so that a correction pays it later.",
            "Få den godkendt på serveren, og kør perioden igen; eller hold den tilbage, så en rettelse udbetaler den senere."
        ),
        RuleExplanation(
            "outside-period", "The work date is outside the period.",
            "Arbejdsdagen ligger uden for perioden.",
            "Have the date corrected on the server, or pay the entry with the period that it belongs to.",
            "Få datoen rettet på serveren, eller udbetal registreringen med den periode, den hører til."),
        RuleExplanation(
            "conflicting-id",
            "The server sent different entries with one number, and nobody can tell which of them is true.",
            "Serveren sendte forskellige registreringer med ét nummer, og ingen kan vide, hvilken der er rigtig.",
            "Have whoever runs the server correct them, then run the period again.",
            "Få dem rettet af den, der driver serveren, og kør perioden igen."),
        RuleExplanation(
            "repeated-record", "The server sent the same entry more than once; it is counted once.",
            "Serveren sendte den samme registrering flere gange; den tælles én gang.",
            "Nothing: it is only counted.",
            "Intet: den tælles kun."),
        RuleExplanation(
            "negative-hours", "The entry has fewer than zero hours.",
            "Registreringen har færre end nul timer.",
            "Have it corrected on the server; waive it where it takes back hours that were paid before.",
            "Få den rettet på serveren; udbetal den alligevel, hvis den tager timer tilbage, der er udbetalt før."),
        RuleExplanation(
            "zero-hours", "All hours of the entry are zero.",
            "Alle timer i registreringen er nul.",
            "Nothing, unless the worker was there: then have the hours entered.",
            "Intet, medmindre medarbejderen var der: så få timerne indtastet."),
        RuleExplanation(
            "hours-per-day", "A worker has more hours on a day than the limit.",
            "En medarbejder har flere timer på en dag end grænsen.",
            "Look whether an entry is there twice or has the wrong times; accept it where the day was that long.",
            "Se efter, om en registrering er der to gange eller har forkerte tidspunkter; godtag, hvis dagen var så lang."
        ),
        RuleExplanation(
            "week-hours",
            "A worker has more than 48 hours in an ISO week, counting the days of the period only; never a blocker.",
            "En medarbejder har mere end 48 timer i en uge, hvor kun periodens dage tæller med; det holder aldrig noget tilbage.",
            "Tell whoever plans the work: it is about rest, and pays nothing differently.",
            "Sig det til den, der planlægger arbejdet: det handler om hvile og ændrer ikke lønnen."),
        RuleExplanation(
            "unknown-worker", "No worker on the server has the entry's employee number.",
            "Ingen medarbejder på serveren har registreringens medarbejdernummer.",
            "Have the worker entered or the number corrected on the server, then run the period again.",
            "Få medarbejderen oprettet eller nummeret rettet på serveren, og kør perioden igen."),
        RuleExplanation(
            "no-rate", "The worker has no rate, but the pay code of the hours uses one.",
            "Medarbejderen har ingen sats, men timernes lønart bruger en.",
            "Have the rate entered; without it the line has hours and no amount.",
            "Få satsen indtastet; uden den har linjen timer og intet beløb."),
        RuleExplanation(
            "unusable-rate",
            "The worker's rate is negative, above \(Roster.largestRate) or no number, and prices nothing.",
            "Medarbejderens sats er negativ, over \(Roster.largestRate) eller ikke et tal, og giver intet beløb.",
            "Have the rate corrected on the server, then run the period again.",
            "Få satsen rettet på serveren, og kør perioden igen."),
        RuleExplanation(
            "finer-than-kept", "The hours have more than nine decimals and are rounded to nine.",
            "Timerne har mere end ni decimaler og afrundes til ni.",
            "Nothing: the difference is less than a thousandth of a second.",
            "Intet: forskellen er mindre end en tusindedel sekund."),
        RuleExplanation(
            "self-approved", "The person who approved the entry did the work.",
            "Den, der godkendte registreringen, udførte selv arbejdet.",
            "Ask somebody else to confirm the hours, then accept the finding with who did.",
            "Bed en anden bekræfte timerne, og godtag så med, hvem det var."),
        RuleExplanation(
            "approval-incomplete",
            "The entry is approved, but it isn't said by whom or when, or it was approved before it was submitted.",
            "Registreringen er godkendt, men det fremgår ikke af hvem eller hvornår, eller den blev godkendt, før den blev indsendt.",
            "Ask whoever approves, then accept the finding with what they said.",
            "Spørg den, der godkender, og godtag så med det, der blev svaret."),
        RuleExplanation(
            "wrong-day-kind",
            "Weekend hours are on a workday, or normal hours on a Saturday, Sunday or holiday; needs pay.calendar.",
            "Der er weekendtimer på en hverdag eller normaltimer på en lørdag, søndag eller helligdag; kræver pay.calendar.",
            "Look at the date: it is often a day off. Accept it where the hours are of the kind that is meant.",
            "Se på datoen: den er ofte en dag forkert. Godtag, hvis timerne er af den slags, der er ment."),
        RuleExplanation(
            "looks-double", "Two entries of a worker and day have the same task and hours.",
            "To registreringer for en medarbejder og dag har samme opgave og timer.",
            "Ask whether both were worked; hold the one that is there twice.",
            "Spørg, om der blev arbejdet begge gange; hold den tilbage, der er der to gange."),
        RuleExplanation(
            "unclear-day",
            "The work date is a time that isn't midnight, so its day can be another one at the office than by UTC.",
            "Arbejdsdagen er et tidspunkt, der ikke er midnat, så det kan være en anden dag på kontoret end efter UTC.",
            "Ask which day it was. Waive it where the day that counts is right; else have the date corrected.",
            "Spørg, hvilken dag det var. Udbetal alligevel, hvis den dag, der tæller, er rigtig; ellers få datoen rettet."
        ),
        RuleExplanation(
            "unknown-kind", "The pipeline file doesn't say what hours of this kind are paid as, so they count as zero.",
            "Pipelinefilen siger ikke, hvad timer af denne slags udbetales som, så de tæller som nul.",
            "Add the word at records.roles.hours.kinds, or have the entry corrected on the server.",
            "Tilføj ordet ved records.roles.hours.kinds, eller få registreringen rettet på serveren."),
        RuleExplanation(
            "unclear-times", "The times of the entry can't be right, so its hours count as zero.",
            "Registreringens tidspunkter kan ikke være rigtige, så dens timer tæller som nul.",
            "Have the times corrected on the server, then run the period again.",
            "Få tidspunkterne rettet på serveren, og kør perioden igen."),
        RuleExplanation(
            "left-out-record",
            "The description of the system leaves the record out, such as a removed one, so it has no hours that count.",
            "Beskrivelsen af systemet udelader registreringen, fx en slettet, så den har ingen timer, der tæller.",
            "Nothing, where it was removed. Else have it restored on the server, or leave-out corrected in the file of the system.",
            "Intet, hvis den er slettet. Ellers få den gendannet på serveren, eller leave-out rettet i systemets fil."),
        RuleExplanation(
            "sent-to-payroll", "The server says that the entry was handed to payroll before.",
            "Serveren siger, at registreringen er givet videre til løn før.",
            "Hold it. Waive it only where you know that it was never paid.",
            "Hold den tilbage. Udbetal den kun alligevel, hvis du ved, at den aldrig er udbetalt."),
        RuleExplanation(
            "paid-before",
            "Another run was delivered that has paid this entry, day of leave or holiday, or other hours of a day or week that are paid together with this entry.",
            "En anden kørsel er afleveret, som har udbetalt denne registrering, fraværsdag eller helligdag, eller andre timer på en dag eller i en uge, der udbetales sammen med denne registrering.",
            "Hold it and write the files again; say why where it is to be paid again. The rest of a day or week is paid by a correction of the other run.",
            "Hold den tilbage, og skriv filerne igen; begrund det, hvis den skal udbetales igen. Resten af en dag eller uge udbetales med en rettelse af den anden kørsel."
        ),
        RuleExplanation(
            "period-paid", "Another revision of the period was delivered, and this one isn't a correction of it.",
            "En anden udgave af perioden er afleveret, og denne er ikke en rettelse af den.",
            "Run the period again as its next revision, which pays only what changed.",
            "Kør perioden igen som dens næste udgave, der kun udbetaler det, der er ændret."),
        RuleExplanation(
            "period-differs", "The period is none of the pay periods of KSR Cranes.",
            "Perioden er ingen af lønperioderne i KSR Cranes.",
            "Look whether the days that you chose are the ones to pay.",
            "Se efter, om de dage, du valgte, er dem, der skal udbetales."),
        RuleExplanation(
            "no-payroll-number", "The list with the payroll numbers doesn't have this person.",
            "Listen med lønnumre har ikke denne person.",
            "Add the person to the list with the number of the payroll program, then write the files again.",
            "Føj personen til listen med lønprogrammets nummer, og skriv filerne igen."),
        RuleExplanation(
            "no-pay-group", "Pay codes are for groups, and the person is in none of them.",
            "Lønarterne er for grupper, og personen er i ingen af dem.",
            "Write the group into the list of employees, then write the files again.",
            "Skriv gruppen i listen over medarbejdere, og skriv filerne igen."),
        RuleExplanation(
            "unprintable-name", "The worker's name is too long or has a character that no payroll file can hold.",
            "Medarbejderens navn er for langt eller har et tegn, som ingen lønfil kan rumme.",
            "Have the name corrected on the server, then run the period again.",
            "Få navnet rettet på serveren, og kør perioden igen."),
        RuleExplanation(
            "does-not-fit", "A file of the payroll program can't hold a value, so that file is left out.",
            "En fil til lønprogrammet kan ikke rumme en værdi, så den fil er udeladt.",
            "Do what the finding expects: correct the value or the layout, then write the files again.",
            "Gør det, som fundet forventer: ret værdien eller layoutet, og skriv filerne igen."),
        RuleExplanation(
            "rejected-record", "The server sent a record that can't be read, so it isn't paid.",
            "Serveren sendte en registrering, der ikke kan læses, så den udbetales ikke.",
            "Have it corrected on the server, then run the period again; where it is no work, two people waive it.",
            "Få den rettet på serveren, og kør perioden igen; er den ikke arbejde, afgør to personer, at der udbetales alligevel."
        ),
        RuleExplanation(
            "leave-days", "The server counts other days of a leave than the calendar has.",
            "Serveren tæller andre dage i et fravær, end kalenderen har.",
            "Look at the holidays of the calendar, and have the one that is wrong corrected.",
            "Se på kalenderens helligdage, og få den rettet, der er forkert."),
        RuleExplanation(
            "leave-overlap", "Two approved requests want the same day of leave, and the day isn't paid.",
            "To godkendte ansøgninger er om samme fraværsdag, og dagen udbetales ikke.",
            "Have one of them corrected, or hold the request that doesn't count.",
            "Få den ene rettet, eller hold den ansøgning tilbage, der ikke gælder."),
        RuleExplanation(
            "leave-unclear", "A leave ends before it starts, or is for half a day over several days.",
            "Et fravær slutter, før det begynder, eller er en halv dag over flere dage.",
            "Have the request corrected on the server, then run the period again.",
            "Få ansøgningen rettet på serveren, og kør perioden igen."),
        RuleExplanation(
            "work-on-leave", "There are hours on a day of approved leave.",
            "Der er timer på en dag med godkendt fravær.",
            "Ask whether the person worked; have the leave or the hours corrected, so that the day is paid once.",
            "Spørg, om personen arbejdede; få fraværet eller timerne rettet, så dagen udbetales én gang."),
        RuleExplanation(
            "part-time",
            "Leave of a part-time worker is paid in hours, and the list of employees doesn't say how long their day is.",
            "Fravær for en deltidsansat udbetales i timer, og listen over medarbejdere siger ikke, hvor lang deres dag er.",
            "Write hours_a_day or workdays into the list of employees, then write the files again.",
            "Skriv hours_a_day eller workdays i listen over medarbejdere, og skriv filerne igen."),
        RuleExplanation(
            "holiday-not-paid",
            "A holiday isn't paid: no hours or paid leave around it show that the person was there, or it is in leave that isn't paid.",
            "En helligdag udbetales ikke: hverken timer eller betalt fravær omkring den viser, at personen var der, eller den ligger i fravær, der ikke udbetales.",
            "Accept it where that is so; else have the missing hours entered, or the request for leave corrected.",
            "Godtag, hvis det er rigtigt; ellers få de manglende timer indtastet eller ansøgningen om fravær rettet."),
        RuleExplanation(
            "held-by-decision", "A person keeps this out of the pay.",
            "En person holder dette ude af lønnen.",
            "Withdraw the decision when it is settled.",
            "Fortryd afgørelsen, når det er på plads."),
        RuleExplanation(
            "held-elsewhere",
            "A person keeps this out in another period, from which the day of the entry was moved, or into which the leave reaches.",
            "En person holder dette ude i en anden periode, som registreringens dag er flyttet fra, eller som fraværet rækker ind i.",
            "Hold it here too; accept it where what it was held for is settled.",
            "Hold den også tilbage her; godtag, hvis det, den blev holdt tilbage for, er på plads."),
        RuleExplanation(
            "unproven-list",
            "Nothing in the server's answers shows that a list came whole, so hours, workers or leave may be missing.",
            "Intet i serverens svar viser, at en liste er kommet hel, så timer, medarbejdere eller fravær kan mangle.",
            "Compare the sums with those of the server, and accept it with what was compared.",
            "Sammenlign summerne med serverens, og godtag med det, der er sammenlignet."),
        RuleExplanation(
            "big-change", "A line of an employee is a quarter more or less than in the period before.",
            "En medarbejders linje er en fjerdedel større eller mindre end i perioden før.",
            "Ask why; accept it with the reason, such as overtime or a holiday.",
            "Spørg hvorfor; godtag med begrundelsen, såsom overarbejde eller en helligdag."),
        RuleExplanation(
            PayrollChecks.Rule.numberChanged,
            "The employee was paid under another payroll number in the period before.",
            "Medarbejderen fik løn under et andet lønnummer i perioden før.",
            "Look which number the payroll program has, and correct the list of employees; accept it where the number is another one there too.",
            "Se, hvilket nummer lønprogrammet har, og ret listen over medarbejdere; godtag, hvis nummeret også er et andet der."
        ),
        RuleExplanation(
            PayrollChecks.Rule.numberReused,
            "Another employee was paid under this payroll number in the period before, so the pay can go to the wrong person.",
            "En anden medarbejder fik løn under dette lønnummer i perioden før, så lønnen kan gå til den forkerte.",
            "Correct the number in the list of employees, then write the files again; where it is right in the payroll program, two people waive it.",
            "Ret nummeret i listen over medarbejdere, og skriv filerne igen; er det rigtigt i lønprogrammet, udbetaler to personer alligevel."
        ),
        RuleExplanation(
            "new-worker", "The employee has lines for the first time.",
            "Medarbejderen har linjer for første gang.",
            "Look whether it is somebody new; it is only a note.",
            "Se efter, om det er en ny; det er kun en bemærkning."),
        RuleExplanation(
            "nobody-home", "The employee had lines in the period before, and has none now.",
            "Medarbejderen havde linjer i perioden før og har ingen nu.",
            "Look whether they have left or hours are missing; it is only a note.",
            "Se efter, om vedkommende er stoppet, eller om der mangler timer; det er kun en bemærkning."),
        RuleExplanation(
            "late", "A correction pays an entry that wasn't paid before.",
            "En rettelse udbetaler en registrering, der ikke er udbetalt før.",
            "Accept it where the hours were entered or approved late.",
            "Godtag, hvis timerne blev indtastet eller godkendt sent."),
        RuleExplanation(
            "vanished", "A correction takes back an entry that was paid and isn't there any more.",
            "En rettelse tager en registrering tilbage, der er udbetalt og ikke findes mere.",
            "Ask why it was removed before you accept it.",
            "Spørg, hvorfor den blev fjernet, før du godtager."),
        RuleExplanation(
            "changed-after-signing", "An entry has other values than when the period was signed.",
            "En registrering har andre værdier, end da perioden blev underskrevet.",
            "Ask who changed it and why; accept it where the new value is right.",
            "Spørg, hvem der ændrede den og hvorfor; godtag, hvis den nye værdi er rigtig."),
        RuleExplanation(
            "rate-changed", "The worker's rate is another one than before.",
            "Medarbejderens sats er en anden end før.",
            "Ask from which day it counts: one rate prices the whole period. It is that of today, or in a correction the signed one where the finding says so.",
            "Spørg, fra hvilken dag den gælder: én sats bruges for hele perioden. Det er dagens, eller i en rettelse den underskrevne, hvis fundet siger det."
        ),
        RuleExplanation(
            "rate-new", "The worker has a rate now, and had none that could be used.",
            "Medarbejderen har en sats nu og havde ingen, der kunne bruges.",
            "Accept it where the rate is right: the hours get an amount.",
            "Godtag, hvis satsen er rigtig: timerne får et beløb."),
        RuleExplanation(
            "employee-differs",
            "The list of employees or the server has other words about a person than when the period was signed.",
            "Listen over medarbejdere eller serveren siger noget andet om en person, end da perioden blev underskrevet.",
            "Look which of the two is right; the finding says which is paid.",
            "Se efter, hvad der er rigtigt; der står her, hvad der udbetales efter."),
        RuleExplanation(
            "settings-changed", "A setting of pay is another one than when the period was signed.",
            "En indstilling for lønnen er en anden, end da perioden blev underskrevet.",
            "Accept it where the change is meant for the corrected period too.",
            "Godtag, hvis ændringen også skal gælde den rettede periode."),
        RuleExplanation(
            "leave-changed", "Approved leave came, went or changed since the period was signed.",
            "Godkendt fravær er kommet til, fjernet eller ændret, siden perioden blev underskrevet.",
            "Ask whether the change is right, then accept it.",
            "Spørg, om ændringen er rigtig, og godtag den så."),
        RuleExplanation(
            "line-differs",
            "A pay line differs from what was signed, and no entry, rate, leave or setting explains it.",
            "En lønlinje er en anden end den underskrevne, og ingen registrering, sats, fravær eller indstilling forklarer det.",
            "Don't sign before somebody has found out why.",
            "Skriv ikke under, før nogen har fundet ud af hvorfor."),
        RuleExplanation(
            "batch-step", "A payroll batch on the server took a step that doesn't follow the one before.",
            "En lønkørsel på serveren tog et trin, der ikke følger efter det forrige.",
            "Ask whoever approves batches what was done.",
            "Spørg den, der godkender lønkørsler, hvad der er gjort."),
        RuleExplanation(
            "batch-missing", "The payroll batch that was made isn't listed on the server any more.",
            "Den lønkørsel, der blev lavet, står ikke længere på serverens liste.",
            "Ask who removed it; without it nothing is paid from there.",
            "Spørg, hvem der fjernede den; uden den udbetales intet derfra."),
        RuleExplanation(
            "batch-hours", "The payroll batch on the server has other hours than were sent.",
            "Serverens lønkørsel har andre timer, end der blev sendt.",
            "Compare the two before anybody approves the batch.",
            "Sammenlign de to, før nogen godkender lønkørslen."),
        RuleExplanation(
            "batch-workers", "The payroll batch on the server has another number of workers than was sent.",
            "Serverens lønkørsel har et andet antal medarbejdere, end der blev sendt.",
            "Compare the two before anybody approves the batch.",
            "Sammenlign de to, før nogen godkender lønkørslen."),
        RuleExplanation(
            "future-time", "The record was made later than the run began, by the server's clock.",
            "Posten er oprettet senere, end kørslen begyndte, efter serverens ur.",
            "Have the server's clock looked at; the next run takes the record again.",
            "Få serverens ur set efter; den næste kørsel tager posten igen."),
        RuleExplanation(
            "missing-photo", "A booking has a photo that couldn't be fetched.",
            "En booking har et foto, der ikke kunne hentes.",
            "Look the photo up on the server, then fetch the period again as its next revision.",
            "Find fotoet på serveren, og hent perioden igen som dens næste udgave."),
        RuleExplanation(
            "unknown-name", "A field names a record of another dataset that the server doesn't list, or several.",
            "Et felt nævner en post i et andet datasæt, som ikke står på serverens liste, eller flere.",
            "Have the name corrected on the server.",
            "Få navnet rettet på serveren."),
        RuleExplanation(
            "unknown-service", "The booking names a service that the server doesn't list, or several of one name.",
            "Bookingen nævner en ydelse, som ikke står på serverens liste, eller flere af samme navn.",
            "Have the name of the service corrected on the server.",
            "Få ydelsens navn rettet på serveren."),
    ]

    /// The explanation of a rule; `nil` where there is no such rule.
    package static func of(_ rule: String) -> RuleExplanation? { all.first { $0.rule == rule } }
}
