import GantryModel
import GantryPages
import Testing

/// The tables of Danish sentences.
@Suite("A table of Danish sentences") struct SentenceTableTests {
    private static let tables: [(name: String, table: SentenceTable)] = [
        ("findings", FindingSentences.table), ("help", HelpSentences.table), ("rows", RowSentences.table),
        ("checks", CheckSentences.table),
    ]

    @Test("has the same marks in the same order on both sides", arguments: tables.map(\.name)) func marks(
        name: String
    ) throws {
        let table = try #require(Self.tables.first { $0.name == name }?.table)
        for (english, danish) in table.pairs.sentences + table.pairs.phrases {
            func marks(_ text: String) -> [Character] { text.filter { "*^~".contains($0) } }
            #expect(marks(english) == marks(danish), "\(english)")
        }
    }

    @Test("reaches every pattern, whatever others it has", arguments: tables.map(\.name)) func reached(
        name: String
    ) throws {
        let table = try #require(Self.tables.first { $0.name == name }?.table)
        for pairs in [table.pairs.sentences, table.pairs.phrases] {
            let alone = SentenceTable(pairs)
            for (english, danish) in pairs {
                #expect(alone.danish(filled(english)) == filled(danish), "\(english)")
            }
        }
    }

    private func filled(_ pattern: String) -> String {
        String(pattern.map { "*^~".contains($0) ? "7" : $0 })
    }

    private let table = SentenceTable(
        [
            ("* has * h.", "* har * timer."), ("* is \"*\".", "* er \"*\"."), ("Write ^.", "Skriv ^."),
            ("It is ~.", "Det er ~."), ("Before: ~", "Før: ~"),
        ], phrases: [("a day", "en dag"), ("~ or ~", "~ eller ~")])

    @Test(
        "translates sentence by sentence, and keeps what it doesn't know",
        arguments: [
            ("Entry 7 has 7.25 h. It is a day.", "Entry 7 har 7,25 timer. Det er en dag."),
            (
                "It is a day or a week. Nobody knows why. Write 7.5.",
                "Det er en dag eller a week. Nobody knows why. Skriv 7.5."
            ),
            // A name with a full stop, and a cell as it was typed.
            ("name is \"Dr. Hansen\". Write 1.5.", "name er \"Dr. Hansen\". Skriv 1.5."),
            ("hours is \"7.5\".", "hours er \"7.5\"."), ("It is 1.5 or 2.5.", "Det er 1,5 eller 2,5."),
            ("Before: It is a day.", "Før: Det er en dag."),
            ("", ""), (" ", " "), ("It is .", "It is ."), ("It is a day", "It is a day"),
        ])
    func sentences(english: String, danish: String) { #expect(table.danishSentences(english) == danish) }

    @Test("finds the Danish of a thousand rows in no time that a person notices") func fast() {
        let t = PageText(.danish, zone: .utc)
        let clock = ContinuousClock()
        let sentence =
            "worker is \"Jens\"; a whole number from 1 to 50 is expected. The server has no worker 9999. The server lists 2 unreadable workers, which may include it. Have that corrected there."
        let time = clock.measure { for _ in 1...1_000 { _ = t.problem(sentence) } }
        // Without optimisation, on a busy machine.
        #expect(time < .seconds(10), "\(time)")
    }
}
