import GantryModel
import Testing

@Suite struct NearestWordTests {
    private let words = [
        "file", "format", "dialect", "columns", "compression", "workDate", "worker.hourly_rate", "id", "off",
    ]

    @Test(
        "A slip of the finger finds the word that was meant",
        arguments: [
            ("colums", "columns"), ("fiel", "file"), ("Format", "format"), ("work-date", "workDate"),
            ("work_date", "workDate"),
            ("hourly_rate", "worker.hourly_rate"), ("hourlyRate", "worker.hourly_rate"), ("compresion", "compression"),
            ("fromat", "format"), ("of", nil), ("offf", "off"), ("ID", "id"), ("comp", "compression"),
            ("rate", "worker.hourly_rate"), ("wor", nil),
        ] as [(String, String?)])
    func near(word: String, meant: String?) {
        #expect(nearestWord(to: word, among: words) == meant)
    }

    @Test("A word that is near to nothing gets no suggestion", arguments: ["schedule", "x", "", "salary", "ab", "🙂🙂🙂"])
    func far(word: String) {
        #expect(nearestWord(to: word, among: words) == nil)
    }

    @Test("Of two words that are as near, the first one is suggested")
    func ties() {
        #expect(nearestWord(to: "cat", among: ["bat", "hat", "cap"]) == "bat")
    }

    @Test(
        "is a slip of the finger away where little enough differs",
        arguments: [
            ("contact_emial", "contact_email", true), ("Adress", "address", true),
            ("pause_minutter", "pause_minutes", true), ("pause_min", "pause_minutes", false),
            ("customer_nr", "customer_id", false), ("kn", "km", false), ("rate", "date", true),
            ("phone", "phone", true),
        ])
    func slips(word: String, other: String, isSlip: Bool) { #expect(GantryModel.isSlip(word, of: other) == isSlip) }
}
