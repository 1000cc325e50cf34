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
            func marks(_ text: String) -> [Character] { text.filter { "*^~|".contains($0) } }
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
        String(pattern.map { "*^~|".contains($0) ? "7" : $0 })
    }

    private let table = SentenceTable(
        [
            "* has * h.": "* har * timer.", "* is \"*\".": "* er \"*\".", "Write ^.": "Skriv ^.",
            "It is ~.": "Det er ~.", "Before: ~": "Før: ~", "Found |.": "Fundet: |.",
        ], phrases: ["a day": "en dag", "~ or ~": "~ eller ~"])

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
            // Words that must be known, and what needs none.
            ("Found a day.", "Fundet: en dag."), ("Found 1.5.", "Fundet: 1,5."),
            ("Found \"a week\".", "Fundet: \"a week\"."),
            ("Found a week.", "Found a week."), ("Found \"a\" week.", "Found \"a\" week."),
            ("", ""), (" ", " "), ("It is .", "It is ."), ("It is a day", "It is a day"),
        ])
    func sentences(english: String, danish: String) { #expect(table.danishSentences(english) == danish) }

    @Test("has fields of entries as people call them, and their values as the page writes numbers")
    func fields() {
        let (english, danish) = (PageText(.english, zone: .utc), PageText(.danish, zone: .utc))
        #expect(english.finding("normalHours 7.40 → 9.40") == "normal hours 7.40 → 9.40")
        #expect(danish.finding("normalHours 7.40 → 9.40") == "normaltimer 7,40 → 9,40")
        #expect(danish.finding("hourly_rate none → 215.00") == "timeløn ingen → 215,00")
        #expect(danish.finding("no hourly_rate") == "ingen timeløn")
        #expect(danish.finding("approved by Hans McDonald") == "godkendt af Hans McDonald")
        #expect(danish.value("1007.4", of: "normalHours") == "1.007,40")
        #expect(danish.value("7.125", of: "hours") == "7,125" && danish.value("1002", of: "employeeId") == "1002")
        #expect(danish.value("held", of: "hours") == "tilbageholdt" && danish.value("", of: "hours") == "–")
        #expect(english.exactChange(-7_400_000_000) == "−7.40" && english.exactChange(500_000_000) == "+0.50")
    }

    @Test("has one and many of what can't be read on the server")
    func unreadable() {
        let t = PageText(.danish, zone: .utc)
        let things = [
            ("worker", "workers"), ("customer", "customers"), ("batch", "batches"), ("task", "tasks"),
            ("timesheet", "timesheets"), ("entry", "entries"), ("user", "users"), ("service", "services"),
            ("leave", "leaves"), ("record", "records"),
        ]
        for (one, many) in things {
            for (count, thing) in [(1, one), (2, many)] {
                let note = "The server lists \(count) unreadable \(thing), which may be it. Have that corrected there."
                let hidden =
                    "The server's list has \(count) unreadable \(thing); "
                    + (count == 1 ? "it may be the one that was sent." : "the one that was sent may be among them.")
                for shown in [t.problem(note), t.problem(hidden)] {
                    #expect(!shown.contains("unreadable") && shown.contains(count == 1 ? "1 ulæselig" : "2 ulæselige"))
                    #expect(!shown.contains("The server"), "\(shown)")
                }
            }
        }
    }

    @Test("tells dropped files by their names and not by the folder of the desk")
    func dropped() {
        let folder = "/srv/office/desk/dropped/0123456789abcdef0123456789abcdef/files"
        let missing =
            "There is no file \"scans/a b.pdf\" in \"\(folder)\". Closest match: \"a c.pdf\"."
        let english = PageText(.english, zone: .utc)
        let danish = PageText(.danish, zone: .utc)
        #expect(
            english.problem(missing)
                == "There is no file \"scans/a b.pdf\" among the dropped files. Closest match: \"a c.pdf\".")
        #expect(
            danish.problem(missing)
                == "Der er ingen fil \"scans/a b.pdf\" mellem de filer, der er lagt her. Den ligner mest \"a c.pdf\".")
        #expect(danish.said("Sheet \"\(folder)/Oktober.csv\": it is empty.") == "Arket \"Oktober.csv\" er tomt.")
        #expect(
            english.said("\"\(folder)/sub/x.pdf\" has 2 bytes, but 3 were recorded.")
                == "\"sub/x.pdf\" has 2 bytes, but 3 were recorded.")
        // Another folder stays as it is, as does a text that quotes nothing.
        for other in ["There is no file \"a.pdf\" in \"/srv/scans\".", "It is at \(folder).", "\"\(folder)"] {
            #expect(english.problem(other) == other)
        }
        #expect(DroppedNames.isAbout(missing) && !DroppedNames.isAbout("There is no file \"a.pdf\" in \"/srv/scans\"."))
    }

    @Test(
        "has how requests fail, and leaves a reason that it lacks in one language",
        arguments: [
            (
                "GET http://127.0.0.1:9/login failed after 4 attempts: connection refused by 127.0.0.1 (curl 7).",
                "GET http://127.0.0.1:9/login mislykkedes efter 4 forsøg: forbindelsen blev afvist af 127.0.0.1 (curl 7)."
            ),
            (
                "GET https://x.example/me failed after 2 attempts: the server refused the sign-in's token (401).",
                "GET https://x.example/me mislykkedes efter 2 forsøg: serveren afviste det login, som den selv har udstedt (401)."
            ),
            ("older than those to keep", "ældre end dem, der skal beholdes"),
            (
                "The server has no records for 2026-10, so there is nothing to pay. Check the period and the connection (ksr).",
                "Serveren har ingen registreringer for 2026-10, så der er intet at udbetale. Kontrollér perioden og forbindelsen (ksr)."
            ),
            (
                "GET http://127.0.0.1:9/login failed: the moon is full.",
                "GET http://127.0.0.1:9/login failed: the moon is full."
            ),
        ])
    func requests(english: String, danish: String) {
        #expect(PageText(.danish, zone: .utc).said(english) == danish)
    }

    @Test(
        "has what is wrong with a book of signatures, and what to do",
        arguments: [
            (
                "Line 3 of /srv/pay/signatures/book.jsonl differs from the journal, expected the line that the journal keeps, number 3 of 7. Nothing was signed or delivered. Find out who changed it, and restore the book from a copy; it also lies beside every signed export.",
                "Linje 3 i /srv/pay/signatures/book.jsonl er en anden end i journalen; der forventes den linje, som journalen har, nummer 3 af 7. Intet er underskrevet eller afleveret. Find ud af, hvem der har ændret den, og gendan bogen fra en kopi; den ligger også ved siden af hver underskrevet eksport."
            ),
            (
                "Line 2 of book.jsonl is not in the journal, expected 1 line and no more. Nothing was signed or delivered. If the journal was brought back from a copy, bring the book back as it was then: what was delivered since is asked about afterwards. Otherwise find out who changed it.",
                "Linje 2 i book.jsonl er ikke i journalen; der forventes 1 linje og ikke flere. Intet er underskrevet eller afleveret. Er journalen hentet tilbage fra en kopi, så hent også bogen tilbage, som den var dengang: der spørges bagefter om det, der er afleveret siden. Find ellers ud af, hvem der har ændret den."
            ),
            (
                "Line 2 of book.jsonl has the number 3, expected 2.",
                "Linje 2 i book.jsonl har nummer 3; der forventes 2."
            ),
        ])
    func books(english: String, danish: String) {
        #expect(PageText(.danish, zone: .utc).said(english) == danish)
    }

    @Test(
        "has why a file could not be delivered, and what to do",
        arguments: [
            (
                "\"sftp://in.example.test/pay/october.csv\" is there already. The last file that was brought there is that of payroll-monthly/2026-10/r1, on 2026-11-02. It was not touched.",
                "\"sftp://in.example.test/pay/october.csv\" er der allerede. Den sidste fil, der blev bragt dertil, er den fra payroll-monthly/2026-10/r1, den 2026-11-02. Den er ikke rørt."
            ),
            (
                "\"ftps://in.example.test/a.zip\" could not be delivered: GET ftps://in.example.test/a.zip failed after 5 attempts: connection refused by 10.0.0.1 (curl 7).",
                "\"ftps://in.example.test/a.zip\" kunne ikke afleveres: GET ftps://in.example.test/a.zip mislykkedes efter 5 forsøg: forbindelsen blev afvist af 10.0.0.1 (curl 7)."
            ),
            (
                "Ask the receiver: add --was-taken if they have the file, or --never-delivered if they don't and it is to be sent again. The account must be able to read the folder.",
                "Spørg modtageren: tilføj --was-taken, hvis de har filen, eller --never-delivered, hvis de ikke har, og den skal sendes igen. Kontoen skal kunne læse mappen."
            ),
            (
                "The server of \"https://dav.example.test/in/a.csv\" answered 403: No writing here.",
                "Serveren for \"https://dav.example.test/in/a.csv\" svarede 403: No writing here."
            ),
            (
                "There is no folder /mnt/pay, so nothing was delivered. Make it, or mount the share that it is on, and run the same command again.",
                "Der er ingen mappe /mnt/pay, så intet er afleveret. Opret den, eller forbind det netværksdrev, den ligger på, og prøv igen."
            ),
        ])
    func deliveries(english: String, danish: String) {
        #expect(PageText(.danish, zone: .utc).said(english) == danish)
    }

    @Test("has a sentence about one and another about many, with the number as it is written in its language")
    func numbers() {
        func said(_ number: Int, _ language: Language) -> String {
            PageText(language, zone: .utc).sentence(
                number, one: ("The first file", "Den første fil"), many: ("The first # files", "De første # filer"))
        }
        #expect(said(1, .danish) == "Den første fil" && said(2_000, .danish) == "De første 2.000 filer")
        #expect(said(1, .english) == "The first file" && said(0, .english) == "The first 0 files")
    }

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
