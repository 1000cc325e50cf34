internal import GantryModel

/// A column of a profile, ready to write values of a row and to read them back.
///
/// A class, since it is looked at for every row: a copy would count a reference for each of its parts.
final class ProfileCell {
    enum Quoting {
        case never, whenNeeded, always
    }

    let value: ProfileValue
    let profile: Profile
    let width: Int?
    let alignsRight: Bool
    let pad: UInt8
    let most: Int?
    let pattern: ProfilePattern?
    /// What can't be in a value.
    private let forbidden: [Character]
    /// Whether letters and digits can be written as they are.
    private let takesPlain: Bool
    let number: ProfileNumberFormat
    let date: ProfileDate
    /// Whether the column itself says how a day is written.
    let hasOwnDate: Bool
    let form: ProfileColumn.Form?
    let empty: String
    let quoting: Quoting
    /// Whether the value is a part of a text, in which separators can stand.
    let isInText: Bool
    /// Whether the value stands inside the quotation marks of a text.
    let isInsideQuotes: Bool
    /// Whether a number is written without looking at it.
    let isBare: Bool
    /// Whether a number needs nothing but what fills its column.
    let isPaddedNumber: Bool
    /// The bytes that follow the value in its line; empty at its end. They tell where a value without a width ends.
    var following: [UInt8] = []

    init(_ value: ProfileValue, _ column: ProfileColumn, of profile: Profile, isInText: Bool = false) {
        self.value = value
        self.profile = profile
        let isNumber = value.kind == .units || value.kind == .money
        let numbers = isNumber ? profile.numbers : ProfileNumber()
        width = isInText ? nil : column.width
        let filling = profile.filling(of: value, in: column)
        alignsRight = filling.align == .right
        pad = filling.pad.asciiValue ?? 0x20
        most = column.most
        pattern = column.pattern.map { ProfilePattern($0) }
        number = ProfileNumberFormat(
            decimals: column.decimals ?? numbers.decimals ?? 2, point: column.point ?? numbers.point ?? .point,
            sign: column.sign ?? numbers.sign ?? .lead)
        date = column.date ?? profile.dates
        hasOwnDate = column.date != nil
        form = column.form
        empty = column.empty ?? ""
        self.isInText = isInText
        isInsideQuotes = isInText && column.isQuoted
        quoting =
            isInText
            ? .never
            : column.isQuoted || profile.quotes == .all
                ? .always : profile.quotes == .whenNeeded ? .whenNeeded : .never
        var forbidden = profile.forbidden
        if quoting == .never, let between = profile.between { forbidden.append(between) }
        if isInsideQuotes { forbidden.append("\"") }
        self.forbidden = forbidden
        takesPlain = !forbidden.contains { $0.asciiValue.map(isLetterOrDigit) ?? false }
        let isUnchecked = most == nil && column.pattern == nil && quoting == .never && number.isPlain
        isBare = width == nil && isUnchecked
        isPaddedNumber = width != nil && alignsRight && isUnchecked
    }

    // MARK: Writing

    /// A text as the column shows it.
    func bytes(of text: String) throws(Unfit) -> [UInt8] {
        if takesPlain, text.utf8.allSatisfy(isLetterOrDigit) {
            try checkPattern(text)
            if let most, text.utf8.count > most {
                throw Unfit(value: text, expected: "at most \(counted(most, "character"))")
            }
            let bytes = Array(text.utf8)
            return try laidOut(quoting == .always ? [0x22] + bytes + [0x22] : bytes, text)
        }
        try check(text)
        var out: [UInt8] = []
        if let scalar = profile.encoding.append(escaped(text), to: &out) {
            throw Unfit(
                value: text, expected: "characters of \(profile.encoding.rawValue), which has no \"\(scalar)\"")
        }
        return try laidOut(quoted(out), text)
    }

    /// Lays out the number that `out` ends with: what is from `start` on gets the column's width and quotation marks,
    /// or is taken away where it doesn't fit.
    func layOut(numberFrom start: Int, hasLeadingSign: Bool, in out: inout [UInt8]) throws(Unfit) {
        let count = out.count - start
        if let expected = expectation(insteadOf: out[start...]) {
            let value = String(decoding: out[start...], as: UTF8.self)
            out.removeLast(count)
            throw Unfit(value: value, expected: expected)
        }
        if let width, count < width {
            // Zeros come after the sign.
            let place = alignsRight ? start + (pad == 0x30 && hasLeadingSign ? 1 : 0) : out.count
            out.insert(contentsOf: repeatElement(pad, count: width - count), at: place)
        }
        guard quoting != .never else { return }
        let isNeeded = quoting == .always || profile.between?.asciiValue.map { out[start...].contains($0) } ?? false
        guard isNeeded else { return }
        out.insert(0x22, at: start)
        out.append(0x22)
    }

    /// What a number must be that doesn't fit; `nil` for one that does.
    private func expectation(insteadOf number: ArraySlice<UInt8>) -> String? {
        if let most, number.count > most { return "at most \(counted(most, "character"))" }
        if let pattern, !pattern.matches(number) { return "the pattern \(pattern.text)" }
        if let width, number.count > width { return "at most \(counted(width, "character"))" }
        return nil
    }

    /// What is written where there is no value.
    func emptyBytes() throws(Unfit) -> [UInt8] {
        var out: [UInt8] = []
        if profile.encoding.append(empty, to: &out) != nil {
            throw Unfit(value: empty, expected: "characters of \(profile.encoding.rawValue)")
        }
        return try laidOut(quoting == .always ? [0x22] + out + [0x22] : out, empty)
    }

    private func check(_ text: String) throws(Unfit) {
        if text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }) {
            throw Unfit(value: text, expected: "no control characters")
        }
        if let found = TextIdentity.firstInvisible(in: text) {
            let code = "U+" + String(found.value, radix: 16, uppercase: true)
            throw Unfit(value: text, expected: "no invisible characters, and this one has \(code)")
        }
        if let found = text.first(where: { forbidden.contains($0) }) {
            throw Unfit(value: text, expected: "no \"\(found)\"")
        }
        try checkPattern(text)
        if let most, text.unicodeScalars.count > most {
            throw Unfit(value: text, expected: "at most \(counted(most, "character"))")
        }
    }

    private func checkPattern(_ text: String) throws(Unfit) {
        guard let pattern, !pattern.matches(text) else { return }
        throw Unfit(value: text, expected: "the pattern \(pattern.text)")
    }

    private func escaped(_ text: String) -> String {
        guard profile.escape == .xml else { return text }
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    private func quoted(_ bytes: [UInt8]) -> [UInt8] {
        let isNeeded =
            quoting == .always
            || quoting == .whenNeeded
                && (bytes.contains(0x22) || profile.between?.asciiValue.map { bytes.contains($0) } ?? false)
        guard isNeeded else { return bytes }
        return [0x22] + bytes.flatMap { $0 == 0x22 ? [0x22, 0x22] : [$0] } + [0x22]
    }

    /// Whether what follows the value could be taken for a part of it.
    private func mayMeet(_ bytes: [UInt8]) -> Bool { following.first.map { bytes.contains($0) } ?? false }

    private func laidOut(_ bytes: [UInt8], _ text: String) throws(Unfit) -> [UInt8] {
        guard let width else {
            if quoting == .never, mayMeet(bytes), (bytes + following).span.firstPlace(of: following) != bytes.count {
                throw Unfit(value: text, expected: "a value without what follows it in the line")
            }
            return bytes
        }
        let count = profile.encoding.characters(bytes)
        guard count <= width else { throw Unfit(value: text, expected: "at most \(counted(width, "character"))") }
        // A value that begins with the padding could not be told from a shorter one.
        let isPadded = alignsRight ? bytes.first == pad : bytes.last == pad
        if isPadded, pad != 0x30 || value == .number, bytes.count > 1 || pad != 0x30 {
            let filler = Character(Unicode.Scalar(pad))
            throw Unfit(
                value: text,
                expected:
                    "a value that doesn't \(alignsRight ? "begin" : "end") with \"\(filler)\", which fills the column")
        }
        let padding = [UInt8](repeating: pad, count: width - count)
        return alignsRight ? padding + bytes : bytes + padding
    }
}
