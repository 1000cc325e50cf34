/// What findings say in published files, which is English, for Danish pages.
///
/// The files keep their text; a sentence that isn't here is shown as it stands there.
package enum FindingSentences {
    package static let table = SentenceTable(sentences, phrases: values)

    private static let sentences: SentenceTable.Pairs = [
        ("no worker", "ingen medarbejder"),
        ("no approver", "ingen godkender"),
        ("no time of approval", "intet tidspunkt for godkendelsen"),
        ("no payroll number of worker *", "intet lønnummer for medarbejder *"),
        ("payroll number * → *", "lønnummer * → *"),
        ("payroll number *, that of employee * before", "lønnummer *, der før var medarbejder *s"),
        ("a number that nobody else had in *", "et nummer, som ingen anden havde i *"),
        ("*, as in *", "*, som i *"),
        ("about *, as in *", "omtrent *, som i *"),
        ("no row for employee *", "ingen række for medarbejder *"),
        ("no *", "ingen *"),
        ("none", "ingen"),
        ("missing", "mangler"),
        ("incomplete", "ufuldstændig"),
        ("worker *", "medarbejder *"),
        ("entry * again", "registrering * igen"),
        ("different entries under number *", "forskellige registreringer under nummer *"),
        ("a control character in the name of worker *", "et kontroltegn i navnet på medarbejder *"),
        ("approved by *", "godkendt af *"),
        ("approved *, before it was submitted", "godkendt *, før den blev indsendt"),
        ("the day, task and hours of entry *", "dag, opgave og timer som registrering *"),
        ("0.00 hours in all", "0,00 timer i alt"),
        ("hours with more than nine decimals", "timer med mere end ni decimaler"),
        ("* hours on the day", "* timer på dagen"),
        ("* weekend hours on a workday", "* weekendtimer på en hverdag"),
        ("* normal hours on a *", "* normaltimer på en dag af slagsen *"),
        ("* hours on a half day of *", "* timer på en halv dag med *"),
        ("hours on a day of *", "timer på en dag med *"),
        ("* hours in *", "* timer i *"),
        ("* hours, held before", "* timer, tilbageholdt før"),
        ("* hours, not paid before", "* timer, ikke udbetalt før"),
        ("* hours, held now", "* timer, tilbageholdt nu"),
        ("* hours, paid before", "* timer, udbetalt før"),
        ("* at the source", "* hos kilden"),
        ("* hours", "* timer"),
        ("paid by *", "udbetalt af *"),
        ("other hours of the day paid by *", "andre timer på dagen, udbetalt af *"),
        ("other hours of the week paid by *", "andre timer i ugen, udbetalt af *"),
        ("kept out by *", "holdt ude af *"),
        ("leave *, held in * by *: *", "fravær *, tilbageholdt i * af *: *"),
        ("held in * by *: *", "tilbageholdt i * af *: *"),
        ("leave that nobody keeps out", "fravær, som ingen holder ude"),
        ("an entry that nobody keeps out", "en registrering, som ingen holder ude"),
        ("the list of work entries", "listen over timer"),
        ("the list of workers", "listen over medarbejdere"),
        ("the list of approved leave", "listen over godkendt fravær"),
        ("a list whose answers show that it is whole", "en liste, hvis svar viser, at den er hel"),
        ("sent to payroll on *", "sendt til løn *"),
        ("sent to payroll already", "allerede sendt til løn"),
        ("it ends before it starts", "det slutter, før det begynder"),
        ("leave *", "fravær *"),
        ("* of * days of * are also days of leave request *", "* af * dage af * er også dage i fraværsansøgning *"),
        ("each entry once", "hver registrering én gang"),
        ("each employee once", "hver medarbejder én gang"),
        ("each piece of work once", "hvert stykke arbejde én gang"),
        ("one entry under a number", "én registrering under et nummer"),
        (
            "one approved leave on a day; days in dispute are not paid",
            "ét godkendt fravær på en dag; omstridte dage udbetales ikke"
        ),
        ("a worker of the list of workers", "en medarbejder på listen over medarbejdere"),
        (
            "a row with the payroll number in the list of employees",
            "en række med lønnummeret i listen over medarbejdere"
        ),
        (
            "a number of letters, digits, dots, - or _ in the list of workers",
            "et nummer af bogstaver, cifre, punktummer, - eller _ i listen over medarbejdere"
        ),
        ("a name that XML 1.0 can hold", "et navn, som XML 1.0 kan rumme"),
        ("the approval of another person", "en anden persons godkendelse"),
        ("who approved it, and when", "hvem der godkendte, og hvornår"),
        ("normal hours or overtime", "normaltimer eller overtid"),
        ("weekend hours or overtime", "weekendtimer eller overtid"),
        ("a kind of hours that the pipeline file names", "en slags timer, som pipelinefilen nævner"),
        ("hours of zero or more", "nul timer eller flere"),
        ("some hours", "nogle timer"),
        ("at most nine; rounded half to even", "højst ni; afrundet til lige"),
        ("no hours on a day of leave", "ingen timer på en fraværsdag"),
        ("at most * hours on a half day of leave", "højst * timer på en halv fraværsdag"),
        ("a last day that is not before the first", "en sidste dag, der ikke er før den første"),
        ("half a day on one day, or whole days", "en halv dag på én dag, eller hele dage"),
        ("an entry that no other run has paid", "en registrering, som ingen anden kørsel har udbetalt"),
        (
            "a correction of *, since the hours of a day are paid together",
            "en rettelse af *, da timerne på en dag udbetales samlet"
        ),
        (
            "a correction of *, or pay by hand, since the hours of a week are paid together",
            "en rettelse af *, eller udbetaling i hånden, da timerne i en uge udbetales samlet"
        ),
        ("leave that no other run has paid", "fravær, som ingen anden kørsel har udbetalt"),
        ("an entry that payroll does not have yet", "en registrering, som løn ikke har endnu"),
        ("a decision to release it", "en afgørelse om at frigive den"),
        ("a pay period of the server", "en lønperiode på serveren"),
        ("a number above 0 and at most *", "et tal over 0 og højst *"),
        ("a rate for *", "en sats for *"),
        ("at most *", "højst *"),
        ("* to *", "* til *"),
        ("* ~ → ~", "* ~ → ~"),
        ("~ → ~", "~ → ~"),
        ("employee * has no lines now", "medarbejder * har ingen linjer nu"),
        ("lines as in *", "linjer som i *"),
        ("first lines", "de første linjer"),
        ("lines in * too", "linjer også i *"),
        ("*: * units", "*: * enheder"),
        ("*: * DKK", "*: * DKK"),
        ("employee *, pay code *: ~ is *", "medarbejder *, lønart *: ~ er *"),
        ("employee *: ~ is *", "medarbejder *: ~ er *"),
        ("name ~ → ~", "navnet ~ → ~"),
        ("name ~ now", "navnet er nu ~"),
        ("* ~ now", "* er nu ~"),
        ("~, as signed; that is paid", "~, som underskrevet; det udbetales"),
        ("what was signed", "det, der er underskrevet"),
        ("an entry that was paid before", "en registrering, der er udbetalt før"),
        ("an entry that is still paid", "en registrering, der stadig udbetales"),
        ("a rate that was signed", "en underskrevet sats"),
        ("the leave that was paid before", "det fravær, der er udbetalt"),
        ("the line that was paid before", "den lønlinje, der er udbetalt"),
        (
            "another pay line, and no cause above explains it",
            "en anden lønlinje, som ingen årsag ovenfor forklarer"
        ),
        (
            "a number that nobody else had in * or the periods before it",
            "et nummer, som ingen anden havde i * eller perioderne før"
        ),
        ("*, as when the employee was paid last", "*, som da medarbejderen sidst fik løn"),
        ("* was delivered to *", "* blev afleveret til *"),
        ("* was delivered to * on *", "* blev afleveret til * den *"),
        (
            "* may have been delivered to *: that was begun on * and isn't finished",
            "* er måske afleveret til *: det blev påbegyndt den * og er ikke færdigt"
        ),
        ("* was typed into the payroll program", "* blev tastet i lønprogrammet"),
        ("* was typed into the payroll program on *", "* blev tastet i lønprogrammet den *"),
        (
            "* may have been delivered before it was restored or entered from its folder",
            "* er måske afleveret, før den blev genskabt eller indført fra sin mappe"
        ),
    ]

    /// What layouts call their values.
    private static let values: SentenceTable.Pairs = [
        ("code", "koden"), ("units", "antallet"), ("rate", "satsen"), ("amount", "beløbet"), ("number", "nummeret"),
        ("name", "navnet"),
    ]
}
