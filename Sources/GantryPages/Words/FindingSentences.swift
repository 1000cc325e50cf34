internal import GantryModel

/// What findings say in published files, which is English, for Danish pages.
///
/// The files keep their text; a sentence that isn't here is shown as it stands there.
enum FindingSentences {
    /// A star stands for what differs from one finding to the next, in the same order on both sides. The first that fits counts.
    static let danish: [(english: String, danish: String)] = [
        ("no worker", "ingen medarbejder"),
        ("no approver", "ingen godkender"),
        ("no time of approval", "intet tidspunkt for godkendelsen"),
        ("no payroll number of worker *", "intet lønnummer for medarbejder *"),
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
        ("* hours", "* timer"),
        ("paid by *", "udbetalt af *"),
        ("kept out by *", "holdt ude af *"),
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
        ("leave that no other run has paid", "fravær, som ingen anden kørsel har udbetalt"),
        ("an entry that payroll does not have yet", "en registrering, som løn ikke har endnu"),
        ("a decision to release it", "en afgørelse om at frigive den"),
        ("a pay period of the server", "en lønperiode på serveren"),
        ("a number above 0 and at most *", "et tal over 0 og højst *"),
        ("a rate for *", "en sats for *"),
        ("at most *", "højst *"),
        ("* to *", "* til *"),
    ]

    /// - Returns: `nil` for a sentence that no entry fits.
    static func inDanish(_ sentence: String) -> String? {
        for (english, danish) in danish {
            guard let values = values(in: sentence, of: english) else { continue }
            var parts = danish.split(separator: "*", omittingEmptySubsequences: false)[...]
            var text = String(parts.removeFirst())
            for (value, part) in zip(values, parts) { text += withComma(value) + part }
            return text
        }
        return nil
    }

    /// What stands at the stars of a pattern; `nil` where the sentence is another one.
    private static func values(in sentence: String, of pattern: String) -> [Substring]? {
        var parts = pattern.split(separator: "*", omittingEmptySubsequences: false)[...]
        guard let first = parts.popFirst(), sentence.hasPrefix(first) else { return nil }
        var rest = sentence.dropFirst(first.count)
        var values: [Substring] = []
        while let part = parts.popFirst() {
            // The last text ends the sentence; those before it end at their first place.
            let place =
                parts.isEmpty
                ? (rest.hasSuffix(part) ? rest.index(rest.endIndex, offsetBy: -part.count) : nil)
                : rest.firstRange(of: part)?.lowerBound
            guard let place, place > rest.startIndex else { return nil }
            values.append(rest[..<place])
            rest = rest[place...].dropFirst(part.count)
        }
        return rest.isEmpty ? values : nil
    }

    /// A number as Danish spells it; anything else as it is.
    private static func withComma(_ value: Substring) -> String {
        let isDecimal =
            value.count(where: { $0 == "." }) == 1 && value.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
        return isDecimal ? String(value.replacing(".", with: ",")) : String(value)
    }
}

extension PageText {
    /// What a finding says was found or expected, as its file has it.
    package func finding(_ sentence: String) -> String {
        language == .danish ? FindingSentences.inDanish(sentence) ?? sentence : sentence
    }
}
