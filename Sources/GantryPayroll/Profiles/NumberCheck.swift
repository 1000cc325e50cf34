/// A check digit that the number of a company must have.
package enum NumberCheck: String, Sendable, CaseIterable {
    /// A Danish CVR number: eight digits whose sum with the weights 2, 7, 6, 5, 4, 3, 2, 1 is a multiple of 11.
    case cvr
    /// A Swedish organisation number: ten digits by the formula of Luhn, with or without a hyphen before the last four.
    case orgnrSE = "orgnr-se"

    /// What such a number is, for a person.
    package var words: String {
        switch self {
        case .cvr: "a CVR number: 8 digits with a correct check digit"
        case .orgnrSE: "a Swedish organisation number: 10 digits with a correct check digit"
        }
    }

    package func accepts(_ text: String) -> Bool {
        switch self {
        case .cvr:
            let digits = digits(text)
            guard digits.count == 8, text.utf8.count == 8 else { return false }
            return zip(digits, [2, 7, 6, 5, 4, 3, 2, 1]).reduce(0) { $0 + $1.0 * $1.1 } % 11 == 0
        case .orgnrSE:
            let digits = digits(text)
            let plain = text.utf8.count == 11 && Array(text.utf8)[6] == 0x2D ? text.utf8.count - 1 : text.utf8.count
            guard digits.count == 10, plain == 10 else { return false }
            let sum = digits.enumerated().reduce(0) { sum, item in
                let doubled = item.offset % 2 == 0 ? item.element * 2 : item.element
                return sum + (doubled > 9 ? doubled - 9 : doubled)
            }
            return sum % 10 == 0
        }
    }

    private func digits(_ text: String) -> [Int] {
        text.utf8.filter { $0 &- 0x30 < 10 }.map { Int($0 - 0x30) }
    }
}
