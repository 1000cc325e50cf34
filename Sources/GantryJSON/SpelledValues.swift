import GantryModel

extension FieldPlan.Spelled {
    /// Stores what a scalar spells; false if it spells nothing.
    func store(_ bytes: Span<UInt8>, _ range: Range<Int>, in records: inout RecordMemory) -> Bool {
        switch self {
        case .date(let spelling, let place):
            guard let date = spelling.date(bytes, range) else { return false }
            records.store(date, at: place)
        case .dayOfTime(let spelling, let place, let timeSpelling, let timePlace):
            let time = if let timeSpelling { timeSpelling.instant(bytes, range) } else { Instant(bytes, range) }
            guard let date = spelling.date(bytes, range), let time else { return false }
            records.store(date, at: place)
            records.store(time, at: timePlace)
        case .instant(let spelling, let place):
            guard let instant = spelling.instant(bytes, range) else { return false }
            records.store(instant, at: place)
        case .decimal(let spelling, let place):
            guard let amount = spelling.amount(bytes, range) else { return false }
            records.store(amount, at: place)
        case .other: return false
        }
        return true
    }
}

extension RecordDecoder {
    /// Stores the day that an object at `start` holds in parts, if the field is one; `nil` if it isn't, or holds none.
    mutating func decodeParts(
        _ text: borrowing JSONText, at start: Int, kind: JSONKind, field: Int
    ) throws(JSONProblem) -> Int? {
        guard kind == .object, case .spelled(let index) = plan.targets[field],
            case .date(.parts(let year, let month, let day), let place) = plan.spelled[index]
        else { return nil }
        let names = [year, month, day]
        var values: [Int?] = [nil, nil, nil]
        var token = start + 1
        if try text.first(token) == 0x7D { return nil }
        while true {
            let key = try text.key(&token)
            if let kind = try text.kind(token), kind == .number || kind == .string,
                let part = names.firstIndex(of: key)
            {
                guard values[part] == nil else { return nil }
                values[part] = try text.integer(text.scalar(token, kind).range).flatMap { Int(exactly: $0) }
            }
            token = try text.skip(token)
            let byte = try text.first(token)
            token += 1
            if byte == 0x7D { break }
            guard byte == 0x2C else { throw .grammar(offset: text.offset(token - 1), expected: "a comma or }") }
        }
        guard let year = values[0], (1...9_999).contains(year), let month = values[1], let day = values[2],
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        page.records.store(date, at: place)
        return token
    }

    /// Whether a value passes a test.
    func isLeftOut(
        _ text: borrowing JSONText, at token: Int, kind: JSONKind, by test: LeaveOutTest
    ) throws(JSONProblem) -> Bool {
        if test == .present { return try EnvelopeReader.isNothing(text, token) == false }
        if kind == .object || kind == .array || kind == .null { return false }
        let scalar = try text.scalar(token, kind)
        switch test {
        case .present: return false
        case .oneOf(let texts):
            let value = text.plain(scalar)
            return texts.contains { $0.utf8.elementsEqual(value) }
        case .starts(let word): return text.plain(scalar).starts(with: word.utf8)
        case .ends(let word): return text.plain(scalar).reversed().starts(with: word.utf8.reversed())
        }
    }
}
