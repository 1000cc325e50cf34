internal import GantryEngine
internal import GantryModel

/// Rules for names, e-mail addresses and telephone numbers of people and firms, checked before anything is sent.
enum ContactRules {
    /// One `@` with something before it, followed by a name with a point.
    static func email(_ text: String?, field: String) -> RowProblem? {
        guard let text else { return nil }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isGood =
            parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !parts[1].hasPrefix(".")
            && !parts[1].hasSuffix(".")
            && !text.contains(where: \.isWhitespace)
        return isGood
            ? nil
            : RowProblem(
                "email", field: field, "\(field) is \"\(singleLine(text, limit: 60))\"; an e-mail address is expected.")
    }

    /// Digits, at least six, with what people write between them.
    ///
    /// - Parameter lengths: How many characters are possible; `nil` for any number.
    static func phone(_ text: String?, field: String, lengths: ClosedRange<Int>?) -> RowProblem? {
        guard let text else { return nil }
        let shown = "\(field) is \"\(singleLine(text, limit: 60))\""
        if isShortenedNumber(text[...]) {
            return RowProblem(
                "phone", field: field,
                "\(shown), which looks like a number shortened by a spreadsheet; format the column as text and enter it again."
            )
        }
        let expected = RowProblem(
            "phone", field: field,
            "\(shown); a telephone number is expected: at least 6 digits, with only spaces and + ( ) - . / between them."
        )
        guard text.allSatisfy({ ("0"..."9").contains($0) || " +()-./".contains($0) }) else { return expected }
        if let lengths, let problem = length(text, field: field, within: lengths) { return problem }
        return text.count { ("0"..."9").contains($0) } < 6 ? expected : nil
    }

    static func length(_ text: String?, field: String, within range: ClosedRange<Int>) -> RowProblem? {
        guard let text, !range.contains(text.count) else { return nil }
        return RowProblem(
            "length", field: field,
            "\(field) has \(text.count) characters; it must have \(range.lowerBound) to \(range.upperBound).")
    }
}
