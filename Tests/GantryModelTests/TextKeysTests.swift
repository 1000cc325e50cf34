import GantryModel
import Testing

/// Keys of records and people that are texts.
@Suite("Keys that are texts") struct TextKeysTests {
    private static let uuid = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"

    @Test("have one number each, which leads back to the text, and are the same in every run") func numbers() throws {
        let texts = [Self.uuid, Self.uuid.uppercased(), "007", "+7", "-07", "a b", "=1+1", "Ærø", "e\u{301}", "\u{e9}"]
        let numbers = try texts.map { try #require(Int64(key: $0)) }
        #expect(Set(numbers).count == texts.count)
        for (text, number) in zip(texts, numbers) {
            #expect(number >= 1 << 62 && number.isTextKey)
            #expect(number.keyText.utf8.elementsEqual(text.utf8))
            let again = TextKeys().number(of: text)
            #expect(again == number)
        }
        #expect(Int64(key: Self.uuid) == 9_213_833_587_701_225_329)
    }

    @Test("that are whole numbers are themselves") func wholeNumbers() {
        for text in ["1", "0", "-5", "1001", "\(Int64.max)", "\(Int64.min)"] {
            #expect(Int64(key: text).map { "\($0)" } == text)
            #expect(Int64(key: text)?.keyText == text && Int64(key: text)?.isTextKey == false)
        }
        #expect(Int64.max.keyText == "\(Int64.max)" && (Int64.max - 5).keyText == "\(Int64.max - 5)")
    }

    @Test("that hash alike are still told apart, whichever comes first") func collisions() {
        for texts in [["a", "b", "c"], ["c", "b", "a"]] {
            let keys = TextKeys { _ in .max }
            let numbers = texts.map { keys.number(of: $0) ?? 0 }
            let back = numbers.map { keys.text(of: $0) }
            let again = texts.map { keys.number(of: $0) ?? 0 }
            #expect(Set(numbers).count == 3 && numbers.allSatisfy { $0 >= 1 << 62 })
            #expect(back == texts && again == numbers)
        }
        // Also from a whole number that is as large.
        let keys = TextKeys { _ in .max }
        let text = keys.number(of: "a") ?? 0
        let number = keys.number(of: "\(text)") ?? 0
        let back = [text, number].map { keys.text(of: $0) }
        #expect(number != text && back == ["a", "\(text)"])
    }

    @Test(
        "can't be what nobody tells apart or types",
        arguments: [
            "", " a", "a ", "a\nb", "a\u{0}", "a\u{200B}b", "\u{FEFF}a", "\u{202E}a",
            String(repeating: "x", count: 129),
        ])
    func unusable(text: String) { #expect(Int64(key: text) == nil) }
}
