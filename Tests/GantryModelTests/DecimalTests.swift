import GantryModel
import Testing

@Suite("Decimals")
struct DecimalTests {
    func parse(_ text: String) throws -> ParsedDecimal {
        let bytes = Array(text.utf8)
        return try parseDecimal(bytes.span, 0..<bytes.count)
    }

    @Test(
        "A number keeps every digit up to the ninth decimal",
        arguments: [
            ("0", 0, true), ("7.5", 7_500_000_000, true), ("-0.01", -10_000_000, true), ("7.4e0", 7_400_000_000, true),
            ("75E-1", 7_500_000_000, true), ("1e2", 100_000_000_000, true), ("0.000000001", 1, true),
            ("7.300000000000001", 7_300_000_000, false), ("7.333333333333333", 7_333_333_333, false),
            ("0.0000000005", 0, false), ("0.0000000015", 2, false), ("0.00000000051", 1, false),
            ("7.3000000000000000", 7_300_000_000, true), ("9223372036.854775807", Int64.max, true),
            ("5e-10", 0, false), ("15e-10", 2, false), ("-0", 0, true),
            ("123456789.123456789", 123_456_789_123_456_789, true),
        ])
    func keepsNineDecimals(text: String, nano: Int64, exact: Bool) throws {
        #expect(try parse(text) == ParsedDecimal(nano: nano, isExact: exact))
    }

    @Test(
        "What is no JSON number is refused",
        arguments: ["", "-", "07", "1.", ".5", "1e", "+1", "1,5", "0x1", "NaN", "1e+", "--1", "1 "])
    func refusesOtherTexts(text: String) {
        #expect(throws: DecimalProblem.malformed) { try parse(text) }
    }

    @Test(
        "A number too large for the type is refused, not wrapped",
        arguments: ["9223372036.854775808", "1e400", "-1e12", "99999999999999999999"])
    func refusesLargeNumbers(text: String) {
        #expect(throws: DecimalProblem.outOfRange) { try parse(text) }
    }

    @Test(
        "Printing has one spelling for a number",
        arguments: [
            (7_500_000_000, DecimalPlaces.exact, "7.50"), (7_333_333_333, .exact, "7.333333333"), (0, .exact, "0.00"),
            (-10_000_000, .exact, "-0.01"), (1_005_000_000, .fixed(2), "1.01"), (-1_005_000_000, .fixed(2), "-1.01"),
            (1_999_999_999, .fixed(0), "2"), (-1, .fixed(2), "0.00"), (7_400_000_000, .fixed(4), "7.4000"),
            (1_234_567_890_123_456_789, .exact, "1234567890.123456789"),
        ])
    func printsOneSpelling(nano: Int64, places: DecimalPlaces, text: String) {
        #expect(decimalText(nano: Int128(nano), places) == text)
    }

    @Test("A sum wider than 64 bits prints in full")
    func printsWideNumbers() {
        let nano = Int128(Int64.max) * 1_000_000_000_000
        #expect(decimalText(nano: nano, .fixed(2)) == "9223372036854775807000.00")
    }

    @Test("An amount is units times the unrounded rate, rounded once")
    func roundsAmountOnce() {
        #expect(
            Money(nano: 185_500_000_000).times(Hours(nano: 7_250_000_000), digits: 2, .halfUp).description == "1344.88")
        #expect(
            Money(nano: 185_500_000_000).times(Hours(nano: 7_250_000_000), digits: 2, .halfEven).description
                == "1344.88")
        #expect(Money(nano: 10_000_000).times(Hours(nano: 500_000_000), digits: 2, .halfUp).description == "0.01")
        #expect(Money(nano: 10_000_000).times(Hours(nano: 500_000_000), digits: 2, .halfEven).description == "0.00")
    }
}
