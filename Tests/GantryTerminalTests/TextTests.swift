import GantryModel
import GantryTerminal
import Testing

@Suite("Numbers, tables and widths")
struct TextTests {
    @Test(
        "Counts part thousands with a space",
        arguments: [
            (0, "0"), (999, "999"), (1_000, "1 000"), (1_234_567, "1 234 567"), (-12_345, "-12 345"),
        ])
    func counts(_ number: Int, _ text: String) {
        #expect(NumberText.count(number) == text)
    }

    @Test(
        "Sizes are cut to one decimal, never rounded up into the next unit",
        arguments: [
            (Int64(0), "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (12_399, "12.3 kB"), (999_999, "999.9 kB"),
            (1_000_000, "1.0 MB"), (2_500_000_000, "2.5 GB"), (7_000_000_000_000, "7.0 TB"),
        ])
    func sizes(_ bytes: Int64, _ text: String) {
        #expect(NumberText.bytes(bytes) == text)
    }

    @Test(
        "Times grow from tenths of a second to days",
        arguments: [
            (Duration.milliseconds(0), "0.0 s"), (.milliseconds(450), "0.4 s"), (.seconds(59), "59 s"),
            (.seconds(65), "1 min 05 s"),
            (.seconds(3_600 + 120), "1 h 02 min"), (.seconds(2 * 86_400 + 7_200), "2 d 2 h"), (.seconds(-5), "0.0 s"),
        ])
    func times(_ duration: Duration, _ text: String) {
        #expect(NumberText.duration(duration) == text)
    }

    @Test(
        "Times are read with their unit and nothing else",
        arguments: [
            ("500ms", Duration.milliseconds(500)), ("30s", .seconds(30)), ("2m", .seconds(120)),
            ("24h", .seconds(86_400)),
            ("0s", nil), ("5", nil), ("-5s", nil), ("5 s", nil), ("s", nil), ("99999999999999999999s", nil),
        ])
    func readTimes(_ text: String, _ duration: Duration?) {
        #expect(NumberText.duration(from: text) == duration)
    }

    @Test("A column of decimals has the same number of decimals in every line and rounds nothing")
    func decimals() {
        let column = NumberText.column(nano: [1_234_500_000_000, 333_333_333, nil, -500_000_000])
        #expect(column == ["1 234.500000000", "0.333333333", "", "-0.500000000"])
        #expect(NumberText.column(nano: [7_000_000_000, nil]) == ["7.00", ""])
        #expect(NumberText.money(Money(nano: 1_000_000_005_000_000)) == "1 000 000.005")
    }

    @Test(
        "Wide letters count two columns and combining marks none",
        arguments: [("Søren", 5), ("王小明", 6), ("e\u{301}", 1), ("😀", 2)])
    func widths(_ text: String, _ width: Int) {
        #expect(displayWidth(text) == width)
    }

    @Test("A text that is cut keeps within its width and says that something is missing")
    func cut() {
        #expect(clipped("abcdef", toWidth: 6) == "abcdef")
        #expect(clipped("abcdef", toWidth: 4) == "abc…")
        #expect(clipped("王小明", toWidth: 4) == "王…")
        #expect(clipped("abc", toWidth: 0) == "")
    }

    @Test("Lines are broken at spaces, and a word that is too long has its own line")
    func lines() {
        #expect(wrapped("one two three", indent: 2, width: 9) == ["  one two", "  three"])
        #expect(wrapped("a verylongword b", indent: 0, width: 5) == ["a", "verylongword", "b"])
        #expect(wrapped("", indent: 2).isEmpty)
        #expect(wrapped("a  b c", indent: 1, following: 3, width: 5) == [" a  b", "   c"])
    }

    @Test(
        "A command and an option with its value are never broken",
        arguments: [
            (
                "Then run gantry login ksr --workspace w and wait.",
                ["Then run", "gantry login ksr --workspace w", "and wait."]
            ),
            (
                "It isn't there: name it with --sheet october.csv or so.",
                ["It isn't there: name", "it with", "--sheet october.csv", "or so."]
            ),
            (
                "x (gantry run p --sheet 'my own file.csv'), and more words",
                ["x", "(gantry run p --sheet 'my own file.csv'),", "and more words"]
            ),
            (
                "gantry runs lists them, gantry show says more of one",
                ["gantry runs lists", "them,", "gantry show says", "more of one"]
            ),
        ])
    func commands(text: String, lines: [String]) {
        #expect(wrapped(text, indent: 0, width: 20) == lines)
    }

    @Test("A table sets text left and numbers right, by display width, without blanks at the line's end")
    func table() {
        var table = TextTable([.left("Name"), .right("Hours"), .left("Note")])
        table.add(["王小明", "7.50"])
        table.add(["Ærø", "112.00", "late"])
        #expect(
            table.lines() == [
                "  Name     Hours  Note",
                "  王小明    7.50",
                "  Ærø     112.00  late",
            ])
    }

    @Test("A cell from a server can neither break a line nor drive the terminal")
    func hostileCell() {
        var table = TextTable([.left("A")])
        table.add(["x\n\u{1B}[2Jy\u{202E}"])
        #expect(table.lines() == ["  A", "  x\\n\\u{1b}[2Jy\\u{202e}"])
    }

    @Test("A table that is too wide names the columns that it leaves out")
    func narrow() {
        var table = TextTable([.left("one"), .left("two"), .left("three")])
        table.add(["1", "2", "3"])
        #expect(table.lines(width: 10) == ["  one  two", "  1    2"])
        #expect(table.headingsLeftOut(width: 10) == ["three"])
        #expect(table.headingsLeftOut(width: 17).isEmpty)
        #expect(TextTable([.left("one")]).lines().isEmpty)
    }

    @Test("A table that is wider than the terminal is folded at words in its last column, and nothing of it is lost")
    func foldedTable() {
        var table = TextTable(
            [.right("Row"), .left("Problem"), .left("What to do"), .right("Times")], limit: TextTable.sentenceLimit)
        table.add([
            "2", "file-missing", "There is no file of this name, and so on. Correct the name in the sheet.", "1",
        ])
        table.add(["13", "x", "Short.", "20"])
        #expect(
            table.foldedLines(style: TextStyle(isOn: false, width: 60)) == [
                "  Row  Problem       What to do                      Times",
                "    2  file-missing  There is no file of this name,      1",
                "                     and so on. Correct the name in",
                "                     the sheet.",
                "   13  x             Short.                             20",
            ])
        #expect(table.foldedLines(style: .plain) == table.lines())
        #expect(table.foldedLines(style: TextStyle(isOn: false, width: 200)) == table.lines())
    }

    @Test("Where folding is not enough, a row has the columns that fit, and below it the others as a text")
    func paragraphs() {
        var table = TextTable([.left("Id"), .left("Rule"), .left("Found"), .right("Hours"), .left("")])
        table.add(["RR37FWWB", "not-approved", "entered as a draft by them", "1 007.17", "held"])
        table.add(["N2OWID7B", "conflicting-id", "different entries under number 102001", "", "held"])
        #expect(
            table.foldedLines(style: TextStyle(isOn: false, width: 48)) == [
                "  Id        Rule",
                "  RR37FWWB  not-approved",
                "      Found: entered as a draft by them;",
                "      Hours: 1 007.17; held",
                "  N2OWID7B  conflicting-id",
                "      Found: different entries under number",
                "      102001; held",
            ])
        var names = TextTable([.left("For"), .left("What to do")], limit: TextTable.sentenceLimit)
        names.add([String(repeating: "0123456789", count: 4), String(repeating: "word ", count: 12) + "end"])
        for width in [50, 60, 80] {
            let lines = names.foldedLines(style: TextStyle(isOn: false, width: width))
            #expect(lines.allSatisfy { displayWidth($0) <= width }, "\(lines)")
            #expect(lines.contains { $0.filter(\.isNumber).count == 40 } && lines.joined().contains("end"))
        }
    }

    @Test("Sentences are broken at words, what stands in columns and commands are not")
    func fittedLines() {
        let style = TextStyle(isOn: false, width: 30)
        #expect(
            style.fitted(["Short.", "  Not compared, because nothing else states it."])
                == ["Short.", "  Not compared, because", "    nothing else states it."])
        let columns = "  Verify    gantry verify payroll-monthly/2026-10/r1"
        #expect(style.fitted([columns]) == [columns])
        let command = "/opt/bin/gantry run payroll-monthly --period 2026-10"
        #expect(style.fitted(["Go on: " + command]) == ["Go on:", "  " + command])
        #expect(TextStyle.plain.fitted([command]) == [command])
        let marked = TextStyle(isOn: true, width: 30).yellow("Exactly thirty columns of text")
        #expect(style.fitted([marked]) == [marked])
    }

    @Test("Names stay whole where texts with blanks can make room")
    func foldedNames() {
        var table = TextTable([.left("Run"), .left("Started"), .left("Remark")])
        table.add(["documents-upload/october/r1", "2026-11-22 11:06 UTC", "x"])
        #expect(
            table.foldedLines(indent: 0, style: TextStyle(isOn: false, width: 50)) == [
                "Run                          Started     Remark", "documents-upload/october/r1  2026-11-22  x",
                "                             11:06 UTC",
            ])
    }

    @Test("A sentence of our own is not cut where there is no terminal")
    func longSentence() {
        var table = TextTable([.left("What to do")], limit: TextTable.sentenceLimit)
        table.add([String(repeating: "long ", count: 150) + "end"])
        #expect(table.foldedLines().last?.hasSuffix("end") == true)
    }

    @Test("Colour follows the choice, the terminal, TERM and NO_COLOR")
    func colour() {
        let xterm = ["TERM": "xterm"]
        #expect(TextStyle(.auto, isTerminal: true, environment: xterm).isOn)
        #expect(!TextStyle(.auto, isTerminal: false, environment: xterm).isOn)
        #expect(!TextStyle(.auto, isTerminal: true, environment: ["TERM": "xterm", "NO_COLOR": "1"]).isOn)
        #expect(!TextStyle(.auto, isTerminal: true, environment: ["TERM": "dumb"]).isOn)
        #expect(!TextStyle(.auto, isTerminal: true, environment: [:]).isOn)
        #expect(TextStyle(.always, isTerminal: false, environment: [:]).isOn)
        #expect(TextStyle(.always, isTerminal: false, environment: [:]).red("x") == "\u{1B}[31mx\u{1B}[0m")
        #expect(TextStyle.plain.red("x") == "x")
    }
}
