import GantryModel
import Testing

@Suite("What a receiver takes for the same number or name") struct TextIdentityTests {
    @Test(
        "differs in case, blanks, composition and invisible characters alone",
        arguments: [
            ("A1", "a1"), ("Jens Hansen", "jens hansen"), ("Jens Hansen", "Jens  Hansen"),
            ("Jens Hansen", "Jens\u{A0}Hansen"), ("Jens Hansen", " Jens\tHansen "), ("Jens", "Je\u{200B}ns"),
            ("Jens", "\u{FEFF}Jens"), ("Jens", "Je\u{AD}ns"), ("Åse", "A\u{30A}se"), ("Straße", "STRASSE"),
        ])
    func same(one: String, other: String) {
        for identity in TextIdentity.allCases { #expect(identity.folded(one) == identity.folded(other)) }
    }

    @Test(
        "is not what differs in a letter, a word or a digit",
        arguments: [
            ("A1", "A2"), ("Jens Hansen", "JensHansen"), ("Åse", "Ase"), ("10", "100"), ("4-2", "42"), ("a0", "a"),
        ])
    func other(one: String, other: String) {
        for identity in TextIdentity.allCases { #expect(identity.folded(one) != identity.folded(other)) }
    }

    @Test(
        "is composed into the same bytes",
        arguments: [
            ("A\u{30A}se", "\u{C5}se"), ("a\u{302}\u{323}", "\u{1EAD}"), ("\u{212B}", "\u{C5}"), ("Ase", "Ase"),
        ])
    func composed(one: String, other: String) {
        #expect(TextIdentity.composed(one).utf8.elementsEqual(other.utf8))
        #expect(TextIdentity.composed(other).utf8.elementsEqual(other.utf8))
    }

    @Test("counts digits by their value where the receiver does") func numbers() {
        for (one, other) in [("42", "0042"), ("0", "000"), ("00421", "421")] {
            #expect(TextIdentity.number.folded(one) == TextIdentity.number.folded(other))
            #expect(TextIdentity.text.folded(one) != TextIdentity.text.folded(other))
        }
        #expect(TextIdentity.number.folded("0042a") != TextIdentity.number.folded("42a"))
        #expect(TextIdentity.number.folded("") == "")
    }

    @Test("names the first character that nobody sees") func invisible() {
        #expect(TextIdentity.firstInvisible(in: "Je\u{200B}ns") == "\u{200B}")
        #expect(TextIdentity.firstInvisible(in: "Søren\u{A0}Krøll 7") == nil)
    }

    @Test(
        "loses what nobody sees, and no part of a letter or picture",
        arguments: [
            ("Je\u{200B}ns\u{FEFF} Han\u{AD}sen\u{200E}", "Jens Hansen"), ("\u{202E}Jens\u{2060}", "Jens"),
            ("\u{200B}", ""), ("Je\u{200D}ns\u{FE0F}", "Jens"), ("Søren\u{A0}Krøll", "Søren\u{A0}Krøll"),
            ("👨\u{200D}👩\u{200D}👧 ❤\u{FE0F}", "👨\u{200D}👩\u{200D}👧 ❤\u{FE0F}"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
        ])
    func visible(text: String, seen: String) {
        #expect(Array(TextIdentity.visible(text).unicodeScalars) == Array(seen.unicodeScalars))
    }
}
