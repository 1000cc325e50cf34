/// The word of `words` that a person most likely meant by `word`, or `nil` when none is near.
///
/// Case and the separators `-`, `_` and space do not count. Otherwise one slip of the finger for every three letters is
/// forgiven: a letter too many, too few or wrong, or two neighbours swapped. A word is also near when it is the end of
/// a dotted one: `hourly_rate` and `worker.hourly_rate`.
package func nearestWord(to word: String, among words: some Sequence<String>) -> String? {
    let wanted = folded(word)
    guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in words where candidate != word {
        let letters = folded(candidate)
        var distance = editDistance(wanted, letters)
        if distance > 0, let dot = letters.lastIndex(of: UInt8(ascii: ".")),
            Array(letters[(dot + 1)...]) == wanted
        {
            distance = 0
        }
        guard distance <= wanted.count / 3, distance < letters.count else { continue }
        if distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.word ?? onlyWord(with: wanted, among: words)
}

/// Whether a word is another with a slip of the finger: one in words of four letters and more, two from twelve on.
///
/// It is stricter than ``nearestWord(to:among:)``, for places where a wrong guess does harm. Case and separators do not
/// count.
package func isSlip(_ word: String, of other: String) -> Bool {
    let a = folded(word)
    let b = folded(other)
    let letters = min(a.count, b.count)
    guard letters >= 4, max(a.count, b.count) <= 64 else { return false }
    return editDistance(a, b) <= (letters >= 12 ? 2 : 1)
}

/// The one word that begins or ends with what was written: `overtime` for `overtimeHours`, `xml` for `payroll-xml`.
private func onlyWord(with wanted: [UInt8], among words: some Sequence<String>) -> String? {
    guard wanted.count >= 3 else { return nil }
    let longer = words.filter { word in
        let letters = folded(word)
        return letters.starts(with: wanted) || letters.reversed().starts(with: wanted.reversed())
    }
    return longer.count == 1 ? longer.first : nil
}

private func folded(_ word: String) -> [UInt8] {
    word.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: " ") }
}

/// Damerau and Levenshtein's distance, in the form where no part is edited twice.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    guard abs(a.count - b.count) <= a.count / 3 else { return Int.max }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
        var current = [i + 1]
        for j in 0..<b.count {
            var cost = min(last[j + 1] + 1, current[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
            current.append(cost)
        }
        (beforeLast, last) = (last, current)
    }
    return last[b.count]
}
