internal import GantryModel

/// A word for a shell.
package enum ShellWord {
    /// A word as a POSIX shell reads it back; `$'…'` where there are control characters, which bash, zsh and ksh read.
    package static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { isLetterOrDigit($0) || "-_./:=,+@%".utf8.contains($0) }
        if isPlain, !word.isEmpty { return word }
        guard word.unicodeScalars.contains(where: \.isUnprintable) else {
            return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
        }
        var out = "$'"
        for scalar in word.unicodeScalars {
            if scalar.isUnprintable {
                for byte in String(scalar).utf8 { out += "\\" + octal(byte) }
            } else {
                if scalar == "'" || scalar == "\\" { out += "\\" }
                out.unicodeScalars.append(scalar)
            }
        }
        return out + "'"
    }

    private static func octal(_ byte: UInt8) -> String {
        let text = String(byte, radix: 8)
        return String(repeating: "0", count: 3 - text.count) + text
    }
}
