public import GantryModel

/// Why a value can't go into its field.
@usableFromInline
enum FieldProblem: Error {
    /// Not what the field's type expects.
    case mismatch
    /// A text that is not valid Unicode, and why.
    case badText(String)
}

extension JSONText {
    /// Stores the scalar in the field. Numbers may come as strings and the reverse.
    @inlinable @inline(__always)
    func decode<R>(
        _ scalar: JSONScalar, field: Int, plan: borrowing FieldPlan<R>, into record: inout R, arena: inout [UInt8],
        redactions: inout [Range<Int>]
    ) throws(FieldProblem) {
        let range = scalar.range
        let place = plan.places[field]
        guard scalar.kind == .string || scalar.kind == .number else {
            guard scalar.kind == .bool, plan.kinds[field] == .flag else { throw .mismatch }
            plan.flags[place].store(spells(range, .true), in: &record)
            return
        }
        switch plan.kinds[field] {
        case .integer:
            guard let value = integer(range), plan.integers[place].limits.contains(value) else { throw .mismatch }
            plan.integers[place].slot.store(value, in: &record)
        case .decimal:
            let value = Decimal9(nano: try decimal(range).nano)
            guard plan.decimals[place].limits.contains(value) else { throw .mismatch }
            plan.decimals[place].slot.store(value, in: &record)
        case .hours:
            let value = try decimal(range)
            guard value.nano.magnitude <= Hours.largestRead.nano.magnitude else { throw .mismatch }
            plan.hours[place].slot.store(Hours(nano: value.nano), in: &record)
            if !value.isExact, let rounded = plan.hours[place].rounded {
                rounded.store((rounded.value(in: record) ?? 0) &+ 1, in: &record)
            }
        case .money:
            plan.money[place].store(Money(nano: Int128(try decimal(range).nano)), in: &record)
        case .date:
            guard let date = CivilDate(digits: bytes, from: range), scalar.kind == .string else { throw .mismatch }
            if range.count != 10 {
                guard let instant = Instant(bytes, range) else { throw .mismatch }
                if !instant.isMidnight, let time = plan.dates[place].time { time.store(instant, in: &record) }
            }
            plan.dates[place].slot.store(date, in: &record)
        case .zonedDate:
            let zoned = plan.zonedDates[place]
            guard scalar.kind == .string, let date = CivilDate(bytes, range, utcOffset: zoned.utcOffset) else {
                throw .mismatch
            }
            zoned.slot.store(date, in: &record)
        case .instant:
            guard scalar.kind == .string, let instant = Instant(bytes, range) else { throw .mismatch }
            plan.instants[place].store(instant, in: &record)
        case .choice:
            guard let index = plan.index(of: range, in: bytes, among: plan.choices[place].words) else {
                throw .mismatch
            }
            plan.choices[place].slot.store(index, in: &record)
        case .flag:
            guard scalar.kind == .string, spells(range, .true) || spells(range, .false) else { throw .mismatch }
            plan.flags[place].store(spells(range, .true), in: &record)
        case .text:
            plan.texts[place].store(try text(scalar, arena: &arena), in: &record)
        case .link:
            let (kept, whole) = try link(scalar, arena: &arena, redactions: &redactions)
            plan.links[place].slot.store(kept, in: &record)
            if let place = plan.links[place].whole { place.store(whole, in: &record) }
        case .spelled:
            guard plan.spelled[place].store(bytes, range, into: &record) else { throw .mismatch }
        case .list:
            throw .mismatch
        }
    }

    /// Stores a value other than a text that was sent with escapes, such as `"2026-10-05T16:00:00\u002B02:00"`. False
    /// when it has no escapes, or the plain form doesn't fit either.
    ///
    /// Only called after the spelling as sent didn't fit, so that values without escapes pay nothing.
    @usableFromInline
    func decodeEscaped<R>(
        _ scalar: JSONScalar, field: Int, plan: borrowing FieldPlan<R>, into record: inout R, arena: inout [UInt8]
    ) -> Bool {
        if plan.kinds[field] == .text || plan.kinds[field] == .link { return false }
        guard hasEscapes, scalar.kind == .string, hasBackslash(bytes, scalar.range) else { return false }
        var plain: [UInt8] = []
        guard unescape(bytes, scalar.range, into: &plain) == nil else { return false }
        let text = JSONText(bytes: plain.span, positions: positions, isUTF8: isUTF8, hasEscapes: false)
        do throws(FieldProblem) {
            var redactions: [Range<Int>] = []
            try text.decode(
                JSONScalar(kind: .string, range: 0..<plain.count), field: field, plan: plan, into: &record,
                arena: &arena,
                redactions: &redactions)
            return true
        } catch {
            return false
        }
    }

    @inlinable
    func decimal(_ range: Range<Int>) throws(FieldProblem) -> ParsedDecimal {
        do throws(DecimalProblem) {
            return try parseDecimal(bytes, range)
        } catch {
            throw .mismatch
        }
    }

    @inlinable
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

    @inlinable
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
    @usableFromInline
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
    @inlinable
    init?(digits bytes: Span<UInt8>, from range: Range<Int>) {
        guard range.count >= 10 else { return nil }
        self.init(digits: bytes, from: range.lowerBound)
    }

    /// A bare date, or a midnight in UTC, unchanged; of another timestamp the day at that offset.
    @usableFromInline
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
