import GantryModel

/// Why a value can't go into its field.
enum FieldProblem: Error {
    /// Not what the field's type expects.
    case mismatch
    /// A text that is not valid Unicode, and why.
    case badText(String)
}

extension RecordDecoder {
    /// Stores the scalar in the field. Numbers may come as strings and the reverse.
    @inline(__always)
    mutating func store(_ text: borrowing JSONText, _ scalar: JSONScalar, in field: Int) throws(FieldProblem) {
        let range = scalar.range
        let target = plan.targets[field]
        guard scalar.kind == .string || scalar.kind == .number else {
            guard scalar.kind == .bool, case .flag(let place) = target else { throw .mismatch }
            page.records.store(text.spells(range, .true), at: place)
            return
        }
        switch target {
        case .integer(let limits, let place):
            guard let value = text.integer(range), limits.contains(value) else { throw .mismatch }
            page.records.store(value, at: place)
        case .decimal(let limits, let place):
            let value = Decimal9(nano: try text.decimal(range).nano)
            guard limits.contains(value) else { throw .mismatch }
            page.records.store(value, at: place)
        case .hours(let place, let rounded):
            let value = try text.decimal(range)
            guard value.nano.magnitude <= Hours.largestRead.nano.magnitude else { throw .mismatch }
            page.records.store(Hours(nano: value.nano), at: place)
            if !value.isExact, let rounded {
                page.records.store((page.records.value(at: rounded) ?? 0) &+ 1, at: rounded)
            }
        case .money(let place):
            page.records.store(Money(nano: Int128(try text.decimal(range).nano)), at: place)
        case .date(let place, let time):
            guard let date = CivilDate(digits: text.bytes, from: range), scalar.kind == .string else { throw .mismatch }
            if range.count != 10 {
                guard let instant = Instant(text.bytes, range) else { throw .mismatch }
                if !instant.isMidnight, let time { page.records.store(instant, at: time) }
            }
            page.records.store(date, at: place)
        case .zonedDate(let place, let offset):
            guard scalar.kind == .string, let date = CivilDate(text.bytes, range, utcOffset: offset) else {
                throw .mismatch
            }
            page.records.store(date, at: place)
        case .instant(let place):
            guard scalar.kind == .string, let instant = Instant(text.bytes, range) else { throw .mismatch }
            page.records.store(instant, at: place)
        case .choice(let words, let place):
            guard let index = plan.index(of: range, in: text.bytes, among: words) else { throw .mismatch }
            page.records.store(index, at: place)
        case .flag(let place):
            let isTrue = text.spells(range, .true)
            guard scalar.kind == .string, isTrue || text.spells(range, .false) else { throw .mismatch }
            page.records.store(isTrue, at: place)
        case .text(let place):
            page.records.store(try text.text(scalar, arena: &page.decoded), at: place)
        case .link(let place, let wholePlace):
            let (kept, whole) = try text.link(scalar, arena: &page.decoded, redactions: &page.redactions)
            page.records.store(kept, at: place)
            if let wholePlace { page.records.store(whole, at: wholePlace) }
        case .spelled(let index):
            guard plan.spelled[index].store(text.bytes, range, in: &page.records) else { throw .mismatch }
        case .list:
            throw .mismatch
        }
    }

    /// Stores a value other than a text that was sent with escapes, such as `"2026-10-05T16:00:00\u002B02:00"`. False
    /// when it has no escapes, or the plain form doesn't fit either.
    ///
    /// Only called after the spelling as sent didn't fit, so that values without escapes pay nothing.
    mutating func storeEscaped(_ text: borrowing JSONText, _ scalar: JSONScalar, in field: Int) -> Bool {
        if plan.targets[field].isText { return false }
        guard text.hasEscapes, scalar.kind == .string, hasBackslash(text.bytes, scalar.range) else { return false }
        var plain: [UInt8] = []
        guard unescape(text.bytes, scalar.range, into: &plain) == nil else { return false }
        let plainText = JSONText(
            bytes: plain.span, positions: text.positions, isUTF8: text.isUTF8, hasEscapes: false)
        do throws(FieldProblem) {
            try store(plainText, JSONScalar(kind: .string, range: 0..<plain.count), in: field)
            return true
        } catch {
            return false
        }
    }
}

extension JSONText {
    func decimal(_ range: Range<Int>) throws(FieldProblem) -> ParsedDecimal {
        do throws(DecimalProblem) {
            return try parseDecimal(bytes, range)
        } catch {
            throw .mismatch
        }
    }

    func integer(_ range: Range<Int>) -> Int64? {
        var index = range.lowerBound
        let end = range.upperBound
        guard index < end else { return nil }
        let negative = bytes[index] == 0x2D
        if negative { index += 1 }
        let first = index
        var value: Int64 = 0
        // 18 digits always fit.
        let short = min(end, first + 18)
        while index < short {
            let digit = bytes[index] &- 0x30
            if digit > 9 { break }
            value = value &* 10 &+ Int64(digit)
            index += 1
        }
        while index < end {
            let digit = bytes[index] &- 0x30
            if digit > 9 { break }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int64(digit))
            guard !overflow, !carry else { return nil }
            value = sum
            index += 1
        }
        guard index > first, index - first == 1 || bytes[first] != 0x30 else { return nil }
        if index < end {
            return wholeNumber(bytes, range)
        }
        return negative ? -value : value
    }

    func text(_ scalar: JSONScalar, arena: inout [UInt8]) throws(FieldProblem) -> TextSlice {
        let range = scalar.range
        // 12abc starts like a number but isn't one; every other type notices when it converts the digits.
        guard scalar.kind == .string || isNumber(bytes, range) else { throw .mismatch }
        guard hasEscapes, scalar.kind == .string, hasBackslash(bytes, range) else {
            return TextSlice(start: range.lowerBound, count: range.count, isDecoded: false)
        }
        let start = arena.count
        if let why = unescape(bytes, range, into: &arena) { throw .badText(why) }
        return TextSlice(start: start, count: arena.count - start, isDecoded: true)
    }
}

extension JSONText {
    /// An address without its query and fragment, which are noted as a cut, and the whole address.
    func link(
        _ scalar: JSONScalar, arena: inout [UInt8], redactions: inout [Range<Int>]
    ) throws(FieldProblem) -> (kept: TextSlice, whole: TextSlice) {
        guard scalar.kind == .string else { throw .mismatch }
        let end = cutQuery(scalar.range, redactions: &redactions)
        let whole = try text(scalar, arena: &arena)
        guard whole.isDecoded else {
            return (TextSlice(start: whole.start, count: end - whole.start, isDecoded: false), whole)
        }
        var count = 0
        while count < whole.count, arena[whole.start + count] != 0x3F, arena[whole.start + count] != 0x23 { count += 1 }
        return (TextSlice(start: whole.start, count: count, isDecoded: true), whole)
    }

    /// Notes the query and fragment of an address as a cut, and gives where they begin.
    func cutQuery(_ range: Range<Int>, redactions: inout [Range<Int>]) -> Int {
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            if byte == 0x3F || byte == 0x23 || (byte == 0x5C && isEscapedDelimiter(index, range.upperBound)) {
                redactions.append(index..<range.upperBound)
                return index
            }
            index += byte == 0x5C ? 2 : 1
        }
        return range.upperBound
    }

    /// Whether the escape at `index` spells `?` or `#`, the only way to hide one in JSON.
    private func isEscapedDelimiter(_ index: Int, _ end: Int) -> Bool {
        guard index + 6 <= end, bytes[index + 1] == 0x75, bytes[index + 2] == 0x30, bytes[index + 3] == 0x30 else {
            return false
        }
        return (bytes[index + 4] == 0x33 && bytes[index + 5] | 0x20 == 0x66)
            || (bytes[index + 4] == 0x32 && bytes[index + 5] == 0x33)
    }
}

extension CivilDate {
    /// The first ten bytes of a longer or equal range, as a date.
    init?(digits bytes: Span<UInt8>, from range: Range<Int>) {
        guard range.count >= 10 else { return nil }
        self.init(digits: bytes, from: range.lowerBound)
    }

    /// A bare date, or a midnight in UTC, unchanged; of another timestamp the day at that offset.
    init?(_ bytes: Span<UInt8>, _ range: Range<Int>, utcOffset: UTCOffset) {
        guard range.count > 10 else {
            self.init(digits: bytes, from: range)
            return
        }
        guard let instant = Instant(bytes, range) else { return nil }
        let shift = instant.isMidnight ? 0 : utcOffset.nanoseconds
        // Times that are read end seven weeks before the largest, so that the sum fits.
        self = Instant(nanosecondsSince1970: instant.nanosecondsSince1970 + shift).utcDate
    }
}
