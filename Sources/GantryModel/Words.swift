/// "a, b or c"
package func listed(_ words: [String], _ last: String = "or") -> String {
    guard let final = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) " + final
}

/// A number with what is counted: "1 row", "2 rows".
///
/// - Parameter things: where another word than `thing` with an s is said of several.
package func counted(_ number: some BinaryInteger, _ thing: String, plural things: String? = nil) -> String {
    "\(number) \(number == 1 ? thing : things ?? thing + "s")"
}

/// What all of many do: "all 2 rows match", "its only row matches".
///
/// - Parameter verb: as it is said of several; one is said to do it with an s or es.
package func allOf(_ number: some BinaryInteger, _ thing: String, _ verb: String) -> String {
    number == 1
        ? "its only \(thing) \(verb)\(verb.hasSuffix("ch") ? "es" : "s")" : "all \(counted(number, thing)) \(verb)"
}

/// A text in quotation marks, short and on one line.
package func quoted(_ text: String) -> String { "\"" + shortened(text) + "\"" }

/// A text on one line, its end left out when it is long.
package func shortened(_ text: String) -> String { singleLine(text, limit: 60) }
