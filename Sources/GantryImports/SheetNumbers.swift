internal import GantryConnectors
package import GantryFormats
internal import GantryModel
internal import GantryRuns

/// How a column of a sheet writes numbers: which of `.` and `,` precedes the decimals, as far as the cells of the sheet
/// or the pipeline file say.
package struct SheetNumbers: Sendable {
    typealias Mark = SheetDialect.DecimalMark

    private let delimiter: SheetDialect.Delimiter
    /// What the pipeline file says.
    let key: SheetDialect.DecimalMark?
    /// What the office's country has.
    private let country: SheetDialect.DecimalMark?
    /// Marks that can only precede decimals where they are in the cells of the column.
    private var shown: Set<SheetDialect.DecimalMark> = []
    /// Whether the column has amounts of kroner.
    private var hasKroner = false
    /// What those of other columns say.
    private var seenElsewhere: Set<SheetDialect.DecimalMark> = []
    /// Numbers whose mark can be one of decimals or of thousands, by that mark, with their rows; none where the pipeline
    /// file says which.
    private var doubtful: [Mark: FirstOnes<(row: Int, text: String)>] = [:]

    /// Of a column none of whose cells is known.
    package init(
        _ delimiter: SheetDialect.Delimiter, key: SheetDialect.DecimalMark? = nil,
        country: SheetDialect.DecimalMark? = nil
    ) {
        self.delimiter = delimiter
        self.key = key
        self.country = country
    }

    /// As a pipeline file has it.
    init(_ delimiter: SheetDialect.Delimiter, of work: Pipeline.Import) {
        self.init(
            delimiter, key: work.sheet.decimal.flatMap(Mark.init(rawValue:)),
            country: work.sheet.hasDecimalComma.map { $0 ? .comma : .point })
    }

    /// What the cells of the column say precedes decimals: countries with kroner have decimal commas.
    private var seen: Set<SheetDialect.DecimalMark> { hasKroner ? shown.union([.comma]) : shown }

    /// Whether numbers can have a decimal comma: not where commas separate cells, unless the pipeline file says so.
    var hasCommas: Bool {
        key.map { $0 == .comma } ?? (delimiter != .comma)
    }

    /// Learns from a cell of the column. What is no number says nothing of those that are.
    ///
    /// - Parameter row: its row, where a person is to be told how it is read.
    package mutating func note(_ cell: String, row: Int? = nil) {
        guard let number = WrittenNumber(cell.trimmed), number.marks != nil,
            let marks = SheetNumbers.marks(of: number.digits[...])
        else { return }
        if number.isKroner { hasKroner = true }
        shown.formUnion(marks)
        guard let row, key == nil, SheetNumbers.isInThousands(number.digits[...]),
            let mark = Mark.allCases.first(where: { String($0.character) == number.marks })
        else { return }
        doubtful[mark, default: FirstOnes()].append((row, cell.trimmed))
    }

    /// The numbers of the column that others could take for another one because of this mark, with their rows; none
    /// where its other numbers show that it precedes decimals. That they are kroner shows it to nobody: `DKK 1,250`.
    func doubtful(for mark: SheetDialect.DecimalMark) -> FirstOnes<(row: Int, text: String)> {
        shown == [mark] ? FirstOnes() : doubtful[mark] ?? FirstOnes()
    }

    /// The mark that can only precede decimals where a number is written so, if it says that of one; `nil` for what is
    /// no number.
    private static func marks(of digits: Substring) -> Set<Mark>? {
        let signs = digits.filter { !isDigit($0) }
        if signs.count < 2, let mark = Mark.allCases.first(where: { String($0.character) == signs }) {
            if isInThousands(digits) { return [] }
            let parts = digits.split(separator: mark.character, omittingEmptySubsequences: false)
            let isNumber = (parts[0] == "0" || parts[0].first != "0") && (1...9).contains(parts[1].count)
            return isNumber ? [mark] : nil
        }
        guard !signs.isEmpty else { return [] }
        guard let grouped = Grouped(digits) else { return nil }
        if let mark = grouped.mark { return [mark] }
        // Several of one kind are between thousands.
        let between = Mark.allCases.first { $0.character == grouped.between }
        return between.map { [$0 == .point ? .comma : .point] } ?? []
    }

    /// Learns from another column of the sheet.
    package mutating func note(elsewhere other: SheetNumbers) { seenElsewhere.formUnion(other.seen) }

    /// As a copy with some of the cells can have them.
    ///
    /// - Parameters:
    ///   - other: what is between the cells of the copy, where that isn't what is here.
    ///   - typed: the mark of numbers that are texts only in the copy.
    func ofSomeCells(_ other: SheetDialect.Delimiter, typed: SheetDialect.DecimalMark?) -> [SheetNumbers] {
        func some(_ marks: Set<Mark>) -> [Set<Mark>] {
            marks.union([typed].compactMap(\.self)).reduce([[]]) { all, mark in all + all.map { $0.union([mark]) } }
        }
        return Set([delimiter, other]).flatMap { delimiter in
            some(seen).flatMap { own in
                some(seenElsewhere).map { elsewhere in
                    var numbers = SheetNumbers(delimiter, key: key, country: country)
                    (numbers.shown, numbers.seenElsewhere) = (own, elsewhere)
                    return numbers
                }
            }
        }
    }

    enum Meaning {
        case decimals
        /// The pipeline file or the country says so.
        case thousands
        /// Other cells of the column have another mark before their decimals.
        case otherThanOthers
        case either
    }

    /// What a mark means before three digits that can be decimals or the last ones of thousands.
    func meaning(of mark: SheetDialect.DecimalMark) -> Meaning {
        if let key { return mark == key ? .decimals : .thousands }
        if let country {
            // One odd cell, such as a time or a day, must not make another number of all the others.
            guard seen.union(seenElsewhere).isSubset(of: [country]) else { return .either }
            if hasCommas { return mark == country ? .decimals : .thousands }
        }
        if let only = seen.first, seen.count == 1, seenElsewhere.isSubset(of: seen) {
            return mark == only ? .decimals : .otherThanOthers
        }
        // Of a mark that only other columns have, they say too little. An online spreadsheet program has commas between
        // cells, and nevertheless the decimal marks of the country.
        guard seen.isEmpty, country == nil || country == .point, seenElsewhere.isSubset(of: [mark])
        else { return .either }
        // Semicolons are between cells where numbers have commas, and commas where they have points; others anywhere.
        switch delimiter {
        case .semicolon: return mark == .comma ? .decimals : .either
        case .comma: return mark == .point ? .decimals : .either
        case .tab, .pipe: return .either
        }
    }

    /// Whether a text is a number, whatever precedes its decimals.
    static func isNumber(_ text: String) -> Bool {
        guard let number = WrittenNumber(text), number.marks != nil else { return false }
        return marks(of: number.digits[...]) != nil
    }

    /// Whether a number with one mark is written like thousands: `1.212`, not `0.125` or `12.5`.
    static func isInThousands(_ digits: Substring) -> Bool {
        let parts = digits.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        return parts.count == 2 && (1...3).contains(parts[0].count) && parts[0].first != "0" && parts[1].count == 3
    }

    /// A number whose thousands are apart by blanks, or by the mark that doesn't precede its decimals: `1.250,50`,
    /// `1 250`, `1.250.000`. With a point before its decimals and nothing between thousands; `nil` where it is no such
    /// one.
    func ungrouped(_ digits: Substring) -> String? {
        guard let grouped = Grouped(digits) else { return nil }
        if let own = grouped.mark {
            guard own == key ?? own, own == .point || hasCommas else { return nil }
        } else if let key, key.character == grouped.between {
            return nil
        }
        return grouped.plain
    }

    /// A number with something between its thousands.
    private struct Grouped {
        let between: Character
        /// What precedes its decimals, where it has some.
        let mark: Mark?
        /// With a point before its decimals and nothing between thousands.
        let plain: String

        init?(_ digits: Substring) {
            guard let between = digits.first(where: { !SheetNumbers.isDigit($0) }) else { return nil }
            self.between = between
            var whole = digits
            var decimals = ""
            if let last = digits.lastIndex(where: { !SheetNumbers.isDigit($0) }), digits[last] != between {
                let rest = digits[digits.index(after: last)...]
                guard let own = Mark.allCases.first(where: { $0.character == digits[last] }), !rest.isEmpty
                else { return nil }
                mark = own
                whole = digits[..<last]
                decimals = "." + rest
            } else {
                mark = nil
            }
            let groups = whole.split(separator: between, omittingEmptySubsequences: false)
            guard groups.count > 1, (1...3).contains(groups[0].count), groups[0].first != "0",
                groups.dropFirst().allSatisfy({ $0.count == 3 }), groups.joined().allSatisfy(SheetNumbers.isDigit)
            else { return nil }
            plain = groups.joined() + decimals
        }
    }

    static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}

/// A number as a person writes it, in its parts.
struct WrittenNumber {
    /// `-` or nothing.
    let sign: String
    /// What follows, from the first digit on.
    let digits: String
    /// Whether words beside it say that it is an amount of kroner.
    let isKroner: Bool

    /// - Parameter isAmount: whether it can be one of kroner.
    /// - Returns: `nil` for what doesn't begin like a number.
    init?(_ text: String, isAmount: Bool = true) {
        let amount = String(text.dropFirst(text.hasPrefix("-") ? 1 : 0))
        let number = isAmount ? WrittenNumber.withoutCurrency(amount) : amount
        isKroner = number != amount
        // `kr. -12,50` as well as `-kr. 12,50`.
        let isNegative = amount == text && number.hasPrefix("-")
        sign = isNegative || amount != text ? "-" : ""
        digits = String(number.dropFirst(isNegative ? 1 : 0))
        guard digits.first.map(SheetNumbers.isDigit) ?? false else { return nil }
    }

    /// What it has between its digits; `nil` where that isn't what people write into numbers.
    var marks: String? {
        let marks = digits.filter { !SheetNumbers.isDigit($0) }
        return marks.allSatisfy { ".,' \u{A0}\u{202F}\u{2009}’".contains($0) } ? marks : nil
    }

    /// `kr. 250,50`, `250,50 kr.`, `DKK 250`, `250,-` and `250,- kr.` without what says that they are kroner.
    private static func withoutCurrency(_ text: String) -> String {
        var rest = text[...]
        for word in ["kr.", "kr", "dkk"] where rest.count > word.count {
            if rest.lowercased().hasPrefix(word) { rest = rest.dropFirst(word.count) }
            if rest.lowercased().hasSuffix(word) { rest = rest.dropLast(word.count) }
        }
        let amount = String(rest).trimmed
        let plain = String(amount.dropLast(amount.hasSuffix(",-") ? 2 : 0)).trimmed
        return plain.last.map(SheetNumbers.isDigit) ?? false ? plain : text
    }
}
