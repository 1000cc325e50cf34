import GantryConnectors
import GantryFormats
import GantryImports
import Testing

@Suite("Numbers of a sheet") struct SheetNumbersTests {
    /// How the first of these cells is read, where the others are in its column and `elsewhere` in another; `nil` where
    /// it is refused.
    private func rate(
        _ cells: [String], elsewhere: [String], _ country: SheetDialect.DecimalMark?,
        _ delimiter: SheetDialect.Delimiter = .semicolon
    ) throws -> String? {
        var numbers = SheetNumbers(delimiter, country: country)
        var others = numbers
        for cell in cells { numbers.note(cell) }
        for cell in elsewhere { others.note(cell) }
        numbers.note(elsewhere: others)
        do throws(CellSpelling.NumberFault) {
            return try CellSpelling.number(cells[0], isDecimal: true, in: numbers)
        } catch {
            return nil
        }
    }

    @Test("whose mark can be one of thousands are refused where only another column contradicts the country")
    func otherColumn() throws {
        #expect(try rate(["1.250", "2.000"], elsewhere: ["12.5"], .comma) == nil)
        #expect(try rate(["1,250"], elsewhere: ["12.5"], .comma) == nil)
        #expect(try rate(["1,250"], elsewhere: ["12,5"], .point) == nil)
        #expect(try rate(["1.250"], elsewhere: ["12,5"], .comma) == "1250")
        #expect(try rate(["1.250"], elsewhere: ["12", "2.000"], .comma) == "1250")
        // The column itself does too, and the other says the same or something else.
        #expect(try rate(["1.250", "7.5"], elsewhere: ["12.5"], .comma) == nil)
        #expect(try rate(["1.250", "7.5"], elsewhere: ["12,5"], .comma) == nil)
        #expect(try rate(["1.250", "7.5"], elsewhere: ["12.5"], nil) == "1.25")
        #expect(try rate(["1.250"], elsewhere: ["12.5"], nil) == nil)
        #expect(try rate(["1,250"], elsewhere: ["12,5"], nil) == "1.25")
        #expect(try rate(["1.250"], elsewhere: ["12.5"], .comma, .comma) == nil)
        #expect(try rate(["1.250"], elsewhere: ["12.5"], .point, .comma) == "1.25")
        #expect(try rate(["1.250"], elsewhere: ["kr. 12"], .point) == nil)
        // What isn't ambiguous is read as ever.
        #expect(try rate(["12,5"], elsewhere: ["12.5"], .comma) == "12.5")
    }

    @Test("are no other numbers because of one odd cell, which is no number itself or contradicts the country")
    func odd() throws {
        for cell in [
            "1250.", "7.", "7,5,5", "7,5,", "12,500,00", "5,10,2026", "5.10.2026", "800,,-", "1,250'", "01.5",
            "12,50,-",
        ] {
            #expect(try rate(["1.250", "2.500", cell], elsewhere: [cell], .comma) == "1250", "\(cell)")
        }
        for cell in ["7.30", "12.5", "1,250,000", "1250.5 kr."] {
            #expect(try rate(["1.250", "2.500", cell], elsewhere: [], .comma) == nil, "\(cell)")
            #expect(try rate([cell, "1.250"], elsewhere: [], .comma) != nil, "\(cell)")
        }
    }
}
