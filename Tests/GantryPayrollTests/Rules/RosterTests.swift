import GantryModel
import GantryPayroll
import Testing

@Suite("The roster")
struct RosterTests {
    private func person(
        _ id: Int64, _ name: String, rate: Int128? = nil, others: [String: String] = [:]
    ) -> Roster.Person {
        Roster.Person(id: id, name: name, hourlyRate: rate.map { Money(nano: $0) }, others: others)
    }

    @Test("finds its people by number, in order of their numbers") func order() {
        let roster = Roster([person(30, "C"), person(10, "A"), person(20, "B")])
        #expect(roster.people.map(\.id) == [10, 20, 30] && roster.ambiguous == [])
        #expect([10, 20, 30, 40].map { roster.index(of: $0) } == [0, 1, 2, -1])
    }

    @Test("counts a person once who is there twice") func repeated() {
        let roster = Roster([person(10, "A", rate: 5), person(10, "A", rate: 5)])
        #expect(roster.people == [person(10, "A", rate: 5)] && roster.ambiguous == [])
    }

    @Test(
        "doesn't know a number under which there are different people, wherever they stand",
        arguments: [
            [("A", 1), ("B", 1)], [("A", 1), ("A", 2)], [("A", 1), ("B", 1), ("A", 1)], [("A", 1), ("A", 1), ("B", 1)],
            [("B", 1), ("A", 1), ("A", 1)],
        ] as [[(String, Int128)]])
    func ambiguous(people: [(String, Int128)]) {
        let roster = Roster([person(5, "X")] + people.map { person(10, $0.0, rate: $0.1) } + [person(20, "Y")])
        #expect(roster.ambiguous == [10] && roster.index(of: 10) == -1)
        #expect(roster.people.map(\.id) == [5, 20] && roster.index(of: 20) == 1)
    }

    @Test("tells people apart by their other fields too") func otherFields() {
        #expect(
            Roster([person(1, "A", others: ["phone": "1"]), person(1, "A", others: ["phone": "2"])]).ambiguous == [1])
        #expect(Roster([person(1, "A", rate: nil), person(1, "A", rate: 0)]).ambiguous == [1])
    }

    @Test(
        "knows which names XML 1.0 can hold",
        arguments: [
            ("Åse Ørsted", true), ("", true), ("a\tb\nc\r", true), ("🏗️", true), ("\u{7F}", true), ("\u{FFFD}", true),
            ("\u{0}", false), ("a\u{1}", false),
            ("\u{8}", false), ("\u{B}", false), ("\u{1F}", false), ("\u{FFFE}", false), ("\u{FFFF}", false),
            (String(repeating: "x", count: 1_000), true),
            (String(repeating: "x", count: 1_001), false),
        ])
    func names(name: String, isPrintable: Bool) {
        #expect(person(1, name).isNamePrintable == isPrintable)
    }
}
