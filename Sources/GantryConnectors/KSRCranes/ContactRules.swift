internal import GantryEngine
internal import GantryModel

/// Rules that the server has for customers and workers, looked at before anything is sent.
enum ContactRules {
    /// One `@` with something before it, and a name with a point behind it.
    static func email(_ text: String?, _ field: String) -> RowProblem? {
        guard let text else { return nil }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isGood = parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !parts[1].hasPrefix(".") && !parts[1].hasSuffix(".")
            && !text.contains(where: \.isWhitespace)
        return isGood ? nil : RowProblem("email", field: field, "\(field) is \"\(singleLine(text, limit: 60))\"; an e-mail address is expected.")
    }

    static func length(_ text: String?, _ field: String, _ range: ClosedRange<Int>) -> RowProblem? {
        guard let text, !range.contains(text.count) else { return nil }
        return RowProblem(
            "length", field: field, "\(field) has \(text.count) characters; from \(range.lowerBound) to \(range.upperBound) are possible.")
    }

    static func cvr(_ text: String?) -> RowProblem? {
        guard let text, text.utf8.count != 8 || !text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return RowProblem("cvr", field: "cvr", "cvr is \"\(singleLine(text, limit: 60))\"; eight digits are expected.")
    }
}
