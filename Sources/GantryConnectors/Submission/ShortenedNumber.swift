/// Whether a text has the form `4.57E+10` or `4,57E+10`, which spreadsheet programs give to long numbers.
package func isShortenedNumber(_ text: Substring) -> Bool {
    func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
    // Nearly every cell ends here.
    guard text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return false }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    guard parts.count == 2, parts[0].first.map(isDigit) ?? false, parts[1].contains(where: isDigit) else {
        return false
    }
    return parts[0].allSatisfy { isDigit($0) || $0 == "." || $0 == "," }
        && parts[1].allSatisfy { isDigit($0) || $0 == "+" || $0 == "-" }
}
