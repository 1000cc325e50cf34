/// "a, b or c"
package func listed(_ words: [String], _ last: String = "or") -> String {
    guard let final = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) " + final
}

/// A text in quotation marks, short and on one line.
package func quoted(_ text: String) -> String { "\"" + shortened(text) + "\"" }

/// A text on one line, its end left out when it is long.
package func shortened(_ text: String) -> String { singleLine(text, limit: 60) }
