import GantryModel
import GantryPages
import Testing

/// What findings say on Danish pages.
@Suite("A sentence of a finding") struct FindingSentenceTests {
    private let danish = PageText(.danish, zone: .utc)

    @Test(
        "is Danish, with its numbers and names as they were",
        arguments: [
            ("13.733333333 hours on the day", "13,733333333 timer på dagen"),
            ("the day, task and hours of entry 101215", "dag, opgave og timer som registrering 101215"),
            ("no row for employee 7", "ingen række for medarbejder 7"),
            ("2026-10-01 to 2026-10-31", "2026-10-01 til 2026-10-31"),
            ("other hours of the day paid by da/2026-01/r1", "andre timer på dagen, udbetalt af da/2026-01/r1"),
            ("4.00 hours in 2026-W41", "4,00 timer i 2026-W41"), ("at most 13.00", "højst 13,00"),
            ("employee 0044 has no lines now", "medarbejder 0044 har ingen linjer nu"),
            ("first lines", "de første linjer"), ("lines in p/2026-08/r1 too", "linjer også i p/2026-08/r1"),
            ("lines as in p/2026-08/r1", "linjer som i p/2026-08/r1"), ("1000: 74.00 units", "1000: 74,00 enheder"),
            ("1000: 74.00 DKK", "1000: 74,00 DKK"), ("name Bo Berg now", "navnet er nu Bo Berg"),
            ("name Bo Holm → Bo Berg", "navnet Bo Holm → Bo Berg"), ("name none → Bo", "navnet ingen → Bo"),
            ("employee 1004, pay code 1000: code is 1", "medarbejder 1004, lønart 1000: koden er 1"),
            ("employee 1004: number is 12345678", "medarbejder 1004: nummeret er 12345678"),
        ])
    func sentence(english: String, expected: String) {
        #expect(danish.finding(english) == expected)
        #expect(PageText(.english, zone: .utc).finding(english) == english)
    }

    @Test("names no field of a file") func fields() {
        #expect(danish.finding("no hourly_rate") == "ingen timeløn")
        #expect(PageText(.english, zone: .utc).finding("no hourly_rate") == "no hourly rate")
    }

    @Test("has beside it what the questions of set-up are called") func questions() {
        for name in ["email", "password", "user", "pair-token", "api-key", "client-id", "client-secret"] {
            #expect(danish.credential(name) != name && PageText(.english, zone: .utc).credential(name) != name)
        }
        #expect(danish.credential("pair-token") == "Parringskode" && danish.credential("other") == "other")
        #expect(danish.help("Danløn, pay items from a file (Denmark)") == "Danløn, løndele fra en fil (Danmark)")
        #expect(danish.help("employer's number in DataLøn") == "arbejdsgiverens nummer i DataLøn")
    }

    @Test("that nobody translated stays as it is", arguments: ["SUBMITTED", "", "hours", "*", "paid by "])
    func unknown(sentence: String) { #expect(danish.finding(sentence) == sentence) }
}
