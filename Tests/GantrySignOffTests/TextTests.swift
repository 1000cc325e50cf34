import GantryFiles
import GantrySignOff
import Testing

@Suite("Statements and seals") struct StatementTests {
    @Test("The seal of the text of eighteen bytes is the one that another program computed") func vector() {
        let digest = ContentHasher.digest(of: Array(("gantry" + " sign-off 1\n").utf8).span)
        #expect(digest.description.hasPrefix("3e9ae478"))
        #expect(Seal(digest).description == "H2NO-I6EQ-D655-4ZO3-FHQK")
    }

    @Test("The example reads, writes the same bytes, and has its seal") func example() throws {
        let statement = try Statement(reading: Array(Example.text.utf8))
        #expect(statement.text == Example.text)
        #expect(statement.seal.description == "5FNA-A4MF-QMTK-M5IC-AYDH")
        #expect(statement == Example.statement)
        #expect(statement.files.first?.bytes == 251 && statement.decisionCount == 2 && statement.previous == nil)
    }

    @Test("A statement says when the source was asked for the rates that pay") func rates() throws {
        var statement = Example.statement
        statement.ratesAsOf = statement.snapshot
        #expect(statement.text.contains("2\nrates: as of 2026-11-02T06:00:04Z\ndecisions: "))
        #expect(try Statement(reading: Array(statement.text.utf8)) == statement)
        let other = statement.text.replacing("rates: as of", with: "rates: since about")
        let error = try #require(throws: StatementError.self) { try Statement(reading: Array(other.utf8)) }
        #expect(error.line == 9, "\(error.explanation)")
    }

    @Test("A statement names the lists that nothing shows to be whole") func unproven() throws {
        var statement = Example.statement
        statement.unproven = ["work-entries", "leave"]
        #expect(statement.text.contains("\nunproven: work-entries\nunproven: leave\ndecisions: "))
        #expect(try Statement(reading: Array(statement.text.utf8)) == statement)
    }

    @Test("A seal reads as people write it, and nothing else does") func seals() throws {
        let seal = try #require(Seal("2bji xuv2 zan34kie-55DY"))
        #expect(seal.description == "2BJI-XUV2-ZAN3-4KIE-55DY")
        for text in ["", "2BJI-XUV2-ZAN3-4KIE-55D", "2BJI-XUV2-ZAN3-4KIE-55D1", "2BJI-XUV2-ZAN3-4KIE-55DYA"] {
            #expect(Seal(text) == nil, "\(text)")
        }
    }

    @Test("Every flipped bit is found: it is no statement, or one with another seal") func flips() {
        let bytes = Array(Example.text.utf8)
        let seal = Example.statement.seal
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                guard let read = try? Statement(reading: changed) else { continue }
                #expect(read.seal != seal && Array(read.text.utf8) == changed, "byte \(index), bit \(bit)")
            }
        }
    }

    @Test(
        "A line that is missing, doubled or written otherwise is named",
        arguments: [
            ("kind: full\n", "", 3), ("employees: 3\n", "employees: 3\nemployees: 3\n", 12),
            ("waived: 0\n", "waived: 00\n", 21), ("preparation: 1\n", "preparation: 1", 24),
            ("preparation: 1\n", "preparation: 1\n\n", 26), ("waived: 0", "waived:  0", 21),
            ("2026-11-02T06:00:04Z", "2026-11-02T07:00:04+01:00", 6),
        ])
    func broken(old: String, new: String, line: Int) throws {
        let text = Example.text.replacing(old, with: new)
        let error = try #require(throws: StatementError.self) { try Statement(reading: Array(text.utf8)) }
        #expect(error.line == line, "\(error.explanation)")
    }

    @Test("What differs is shown line by line") func differences() {
        var other = Example.statement
        other.heldHours = "6.00"
        #expect(other.differences(from: Example.statement) == ["held-hours: 4.00 → held-hours: 6.00"])
        other.units.removeLast()
        let differences = other.differences(from: Example.statement)
        #expect(differences.contains("before units: 2000 2.00"))
    }
}
