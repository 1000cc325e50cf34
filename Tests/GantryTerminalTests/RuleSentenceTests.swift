import GantryKit
import GantryModel
import GantryPages
import Testing

/// What rules mean, on Danish pages.
@Suite("What a rule means") struct RuleSentenceTests {
    @Test("and what is usually done is Danish for every rule, and nothing else is translated") func all() {
        let rules = Gantry.rules
        let danish = PageText(.danish, zone: .utc)
        for sentence in rules.flatMap({ [$0.means, $0.usually] }) {
            #expect(danish.rule(sentence) != sentence, "\(sentence)")
            #expect(PageText(.english, zone: .utc).rule(sentence) == sentence)
        }
        let known = Set(rules.flatMap { [$0.means, $0.usually] })
        for (english, _) in RuleSentences.table.pairs.sentences where !english.contains("^") {
            #expect(known.contains(english), "\(english)")
        }
        #expect(
            danish.rule("The worker's rate is negative, above 1000000.00 or no number, and prices nothing.")
                == "Medarbejderens sats er negativ, over 1000000.00 eller ikke et tal, og giver intet beløb.")
    }
}
