package import GantryModel
internal import GantryOutputs

/// Words, numbers and days of a page in its language.
///
/// A page must have the same bytes for ever, so the names of months and the separators of numbers are those of this
/// file and not of the machine.
package struct PageText: Sendable {
    package let language: Language
    /// The zone of times.
    package let zone: Zone

    package init(_ language: Language, zone: Zone) {
        self.language = language
        self.zone = zone
    }

    /// The text in the page's language.
    package func callAsFunction(_ english: String, _ danish: String) -> String {
        language == .danish ? danish : english
    }

    /// What a name of a file for programs means, such as `not-approved`.
    package func word(_ name: String) -> String { SheetWords.word(name, language) }

    /// `1 491`, `1.491`
    package func count(_ number: Int) -> String {
        number < 0 ? "−" + grouped("\(number.magnitude)") : grouped("\(number)")
    }

    /// `1 employee`, `60 employees`
    package func count(_ number: Int, _ one: (String, String), _ many: (String, String)) -> String {
        let words = number == 1 ? one : many
        return "\(count(number)) \(self(words.0, words.1))"
    }

    /// A sentence about a number, which stands at its `#`: `Row # is left.`, `Rows # are left.`
    ///
    /// - Parameters:
    ///   - one: English and Danish, as they are said of one.
    ///   - many: as they are said of any other number.
    package func sentence(_ number: Int, one: (String, String), many: (String, String)) -> String {
        let words = number == 1 ? one : many
        return self(words.0, words.1).replacing("#", with: count(number))
    }

    /// Hours or other units with two decimals.
    package func units(_ nano: Int128) -> String { decimal(nano) }
    /// With so many decimals.
    package func units(_ nano: Int128, places: Int) -> String { decimal(nano, places: places) }
    /// `7.4`, where there is no room for more.
    package func tenths(_ nano: Int128) -> String { decimal(nano, places: 1) }
    package func hours(_ hours: HoursSum) -> String { decimal(hours.nano) }
    package func money(_ money: Money) -> String { decimal(money.nano) }
    /// Two decimals, or more where it has more: what somebody typed isn't rounded.
    package func exact(_ nano: Int128) -> String { decimal(nano, places: max(2, decimals(nano))) }
    /// `+7.40`, `−0.125`
    package func exactChange(_ nano: Int128) -> String { (nano > 0 ? "+" : "") + exact(nano) }
    private func decimals(_ nano: Int128) -> Int {
        decimalText(nano: nano, .exact).split(separator: ".").dropFirst().first?.count ?? 0
    }
    /// Whole units of money, for what is only a size: `48 758`.
    package func roughly(_ money: Money) -> String { decimal(money.nano, places: 0) }

    /// `+204.15`, `−3.02`, `0.00`
    package func change(_ nano: Int128) -> String { change(nano, places: 2) }
    package func change(_ nano: Int128, places: Int) -> String {
        (nano > 0 ? "+" : "") + decimal(nano, places: places)
    }

    /// `46.4 MB`; a thousand bytes are a kilobyte.
    package func bytes(_ bytes: Int64) -> String {
        guard bytes >= 1_000 else { return "\(bytes) B" }
        var (unit, name) = (Int64(1_000), "kB")
        for larger in ["MB", "GB", "TB"] where bytes >= unit * 1_000 {
            unit *= 1_000
            name = larger
        }
        return "\(grouped("\(bytes / unit)"))\(point)\(bytes / (unit / 10) % 10) \(name)"
    }

    /// A decimal with the separators of the language and a true minus, rounded half away from zero.
    private func decimal(_ nano: Int128, places: Int = 2) -> String {
        let text = decimalText(nano: nano, .fixed(places))
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let isZero = digits.allSatisfy { $0 == "0" || $0 == "." }
        let whole = digits.prefix { $0 != "." }
        let rest = digits.dropFirst(whole.count + 1)
        let sign = nano < 0 && !isZero ? "−" : ""
        return sign + grouped(whole) + (rest.isEmpty ? "" : point + rest)
    }

    private var point: String { language == .danish ? "," : "." }

    /// Thousands, parted by a narrow blank or, in Danish, by a point.
    private func grouped(_ digits: some StringProtocol) -> String {
        var out = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { out += language == .danish ? "." : "\u{202F}" }
            out.append(digit)
        }
        return out
    }
}
