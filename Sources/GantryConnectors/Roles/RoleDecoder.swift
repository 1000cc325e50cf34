internal import GantryEngine
internal import GantryJSON
internal import GantryModel

extension DatasetDescription {
    /// The dataset as work entries, read by roles; its pages, totals and proofs are the same.
    ///
    /// - Throws: `RunError.unsupported` where its records have no such fields, or no numbers.
    public func entries(by roles: EntryRoles) throws -> Dataset<WorkEntry> {
        let known = dataset
        switch known.shape.blank.key {
        case .integer, .text: break
        case .dated, .single:
            throw RunError(
                .unsupported,
                "The records of \(known.name) have no key of one field, which an entry that is paid needs.",
                advice: "Describe a whole number or text as its key, if it has one.")
        }
        try known.requireOneList()
        if known.isDescribed && known.periodRule != .asked {
            throw RunError(
                .unsupported,
                "The server can't be asked for the days of \(known.name), so the hours of all other periods would be on hold.",
                advice: "Say with period: { day: …, query: … } how the server is asked for days, if it can be.")
        }
        let plan = try RolePlan(roles, known.shape, of: known.name, key: known.id)
        return Dataset<WorkEntry>(
            reading: known, days: { $0.workDate...$0.workDate }, shape: WorkEntry.shape,
            decoder: { WorkEntryDecoder() }, pageDecoder: { RoleDecoder(known, plan) })
    }
}

extension Dataset {
    /// - Throws: `RunError.unsupported` for records that are asked for by key: pay has no keys, and would ask for none.
    func requireOneList() throws {
        guard paging == .keyed else { return }
        throw RunError(
            .unsupported, "The records of \(name) are asked for by {key}, and pay asks for all in one list.",
            advice: "Describe a list of all of them as a dataset of its own, if the server has one.")
    }
}

/// Decodes pages of another record type as work entries, each a line of ``RoleEntry``.
final class RoleDecoder<Source: DatasetRecord>: PageDecoding {
    private let dataset: Dataset<Source>
    private let decoder: any PageDecoding<Source>
    private let plan: RolePlan<Source>
    private let lines = RoleEntryDecoder()

    init(_ dataset: Dataset<Source>, _ plan: RolePlan<Source>) {
        self.dataset = dataset
        decoder = dataset.makePageDecoder()
        self.plan = plan
    }

    func decodePage(
        _ chunk: inout Chunk<WorkEntry>, listKeys: [String], asked: Int?
    ) throws(JSONProblem) -> PageEnvelope {
        var rows = Chunk<Source>(bytes: chunk.bytes, firstOrdinal: chunk.firstOrdinal, page: chunk.page)
        var envelope = try decoder.decodePage(&rows, listKeys: listKeys, asked: asked)
        dataset.noteNext(behind: rows, asked: asked, in: &envelope)
        chunk = Chunk(bytes: plan.lines(rows), firstOrdinal: rows.firstOrdinal, page: rows.page)
        try lines.decodeLines(&chunk)
        return envelope
    }

    func decodeLines(_ chunk: inout Chunk<WorkEntry>) throws(JSONProblem) { try lines.decodeLines(&chunk) }
}

/// Where a record of another type has what pay goes by.
struct RolePlan<Source: DatasetRecord>: Sendable {
    private typealias Reader<Value> = @Sendable (Source, Chunk<Source>) -> Value?

    private let employee: (name: String, key: RoleKey<Source>)
    private let date: (name: String, read: (day: Reader<CivilDate>, time: Reader<Instant>))
    private let fields: [(quantity: PayQuantity, name: String, read: Reader<Amount>)]
    private let times: Times?
    private let kind: (read: Reader<String>, words: [String: PayQuantity])?
    private let status: (read: Reader<String>, words: [String: WorkEntry.Status])?
    private let references: [(name: String, field: String, key: RoleKey<Source>)]
    /// The field with the key of the record.
    private let id: String
    private let moments: [(name: String, read: Reader<Instant>)]
    private let note: Reader<String>?
    /// Where a record keeps which fields it has; `nil` where its type doesn't tell.
    private let present: FieldSlot<Source, UInt64>?
    /// The fields that no record can be without and nobody see it, each with its bit and where it is.
    private let silent: [(bit: UInt64, role: SilentRole, path: String)]

    /// Where the times of a record are.
    private struct Times {
        let start: Reader<Instant>
        let end: Reader<Instant>
        let pause: (name: String, unit: TimeUnit, read: Reader<Int64>)?
    }

    /// Hours as a field has them.
    private struct Amount {
        var hours: Hours
        /// Whether nine decimals are too few for it.
        var isRounded = false
    }

    init(_ roles: EntryRoles, _ shape: RecordShape<Source>, of dataset: String, key: String) throws {
        let fields = RoleFields(shape, dataset)
        id = key
        employee = (roles.employee, try fields.key(roles.employee))
        date = (roles.date, try fields.date(roles.date))
        switch roles.hours {
        case .fields(let named):
            self.fields = try PayQuantity.allCases.compactMap { quantity in
                guard let name = named[quantity] else { return nil }
                return (quantity, name, try RolePlan.amount(name, fields))
            }
            times = nil
        case .amount(let name, _):
            self.fields = [(.normal, name, try RolePlan.amount(name, fields))]
            times = nil
        case .times(let start, let end, let pause, _):
            self.fields = []
            times = Times(
                start: try fields.instant(start), end: try fields.instant(end),
                pause: try pause.map { name in
                    let unit = try fields.named(name, "a whole number").unit ?? .minutes
                    return (name, unit, try fields.integer(name))
                })
        }
        kind = try roles.kind.map { (try fields.text($0.field), $0.words) }
        status = try roles.status.map { (try fields.text($0.field), $0.words) }
        references = try [EntryRoles.Other.project, .task, .approvedBy].compactMap { role in
            guard let name = roles.others[role] else { return nil }
            return (name: role.rawValue, field: name, key: try fields.key(name))
        }
        moments = try [EntryRoles.Other.submitted, .approvedAt].compactMap { role in
            guard let name = roles.others[role] else { return nil }
            return (name: role.rawValue, read: try fields.instant(name))
        }
        note = try roles.others[.note].map { try fields.text($0) }
        present = shape.present
        silent = roles.silent.compactMap { role, name in
            guard !shape.dispensable.contains(name),
                let place = shape.fields.firstIndex(where: { $0.name == name })
            else { return nil }
            return (1 << UInt64(place), role, shape.fields[place].path.words)
        }
    }

    /// The hours of a field: a number of them, or of what its unit is.
    private static func amount(_ name: String, _ fields: RoleFields<Source>) throws -> Reader<Amount> {
        let field = try fields.named(name, "a number")
        let unit = Int128((field.unit ?? .hours).nanoseconds)
        let hour = Int128(TimeUnit.hours.nanoseconds)
        let nano: @Sendable (Source) -> Int128?
        switch field.access {
        case .decimal(_, let slot): nano = { record in slot.value(in: record).map { Int128($0.nano) } }
        case .hours(let slot, _): nano = { record in slot.value(in: record).map { Int128($0.nano) } }
        case .integer(_, let slot): nano = { record in slot.value(in: record).map { Int128($0) * 1_000_000_000 } }
        default: throw fields.wrong(name, "a number")
        }
        return { record, _ in
            guard let value = nano(record) else { return nil }
            let (whole, rest) = (value * unit).quotientAndRemainder(dividingBy: hour)
            // Half to even, as wherever hours finer than nine decimals are read.
            let twice = abs(rest) * 2
            let isUp = twice > hour || twice == hour && !whole.isMultiple(of: 2)
            let nearest = isUp ? whole + rest.signum() : whole
            return Amount(hours: Hours(nano: Int64(clamping: nearest)), isRounded: rest != 0)
        }
    }

    /// The records of a page as lines.
    func lines(_ rows: Chunk<Source>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(rows.bytes.count + rows.count * 256)
        var (nextReject, cut) = (0, 0)
        for index in rows.records.indices {
            while nextReject < rows.rejects.count, rows.rejects[nextReject].index < index { nextReject += 1 }
            let reject = nextReject < rows.rejects.count ? rows.rejects[nextReject] : nil
            append(rows, at: index, reject: reject?.index == index ? reject : nil, to: &out)
            out += RoleLine.source.utf8
            appendSource(rows, at: index, cut: &cut, to: &out)
            out += [0x7D, 0x0A]
        }
        return out
    }

    private func append(_ rows: Chunk<Source>, at index: Int, reject: Reject?, to out: inout [UInt8]) {
        let record = rows.records[index]
        out += RoleLine.start.utf8
        let start = out.count
        if case .integer(let number) = record.key { out += String(number).utf8 } else { out += "null".utf8 }
        let line = out.count
        out += RoleLine.roles.utf8
        let isLeftOut = reject?.isLeftOut ?? false
        let reject = isLeftOut ? nil : reject
        guard
            let unusable = reject ?? appendRoles(record, isLeftOut: isLeftOut, of: rows, at: index, to: &out)
        else {
            out.append(0x7D)
            return
        }
        // What could be read of it before is of no use.
        out.removeSubrange((reject == nil ? line : start)...)
        if reject != nil { out += "null".utf8 }
        out += RoleLine.unusable.utf8
        var parts = LineMembers()
        parts.add("field", unusable.field, to: &out)
        parts.add("found", unusable.found, to: &out)
        parts.add("expected", unusable.expected, to: &out)
        out.append(0x7D)
    }

    /// - Returns: what keeps the record from being an entry.
    private func appendRoles(
        _ record: Source, isLeftOut: Bool, of rows: Chunk<Source>, at index: Int, to out: inout [UInt8]
    ) -> Reject? {
        var parts = LineMembers()
        func missing(_ field: String, _ expected: String) -> Reject {
            Reject(index: index, field: field, found: "nothing", expected: expected)
        }
        func unusable(_ field: String, _ key: String) -> Reject {
            Reject(
                index: index, field: field, found: key.isEmpty ? "nothing" : singleLine(key),
                expected: RoleKey<Source>.expectation)
        }
        if case .text(let slice) = record.key {
            let key = rows.text(slice)
            guard Int64(key: key) != nil else { return unusable(id, key) }
            parts.add(RoleLine.entryKey, key, to: &out)
        }
        switch employee.key {
        case .number(let read):
            guard let worker = read(record, rows) else { return missing(employee.name, "the number of a worker") }
            parts.add("employee", number: worker, to: &out)
        case .text(let read):
            guard let key = read(record, rows), !key.isEmpty else {
                return missing(employee.name, "the key of a worker")
            }
            guard Int64(key: key) != nil else { return unusable(employee.name, key) }
            parts.add("employee" + RoleLine.key, key, to: &out)
        }
        guard let day = date.read.day(record, rows) else { return missing(date.name, "the day of the work") }
        parts.add("date", day.description, to: &out)
        if isLeftOut {
            // Nothing of what it says counts.
            parts.add(RoleLine.leftOut, literal: "true", to: &out)
            return nil
        }
        if let time = date.read.time(record, rows) { parts.add("time", time.description, to: &out) }
        let word = kind.flatMap { $0.read(record, rows) }
        let known = kind.map { kind in word.flatMap { kind.words[$0] } } ?? .normal
        var (rounded, unpaid) = (0, Hours.zero)
        var hasHours = fields.isEmpty
        for (quantity, name, read) in fields {
            guard let amount = read(record, rows) else { continue }
            hasHours = true
            guard abs(amount.hours.nano) <= Hours.largestRead.nano else {
                return Reject(
                    index: index, field: name, found: "\(amount.hours) hours",
                    expected: "a number of hours within ±100,000")
            }
            rounded += amount.isRounded ? 1 : 0
            // With a kind there is one field.
            if let target = kind == nil ? quantity : known {
                parts.add(target.rawValue, literal: amount.hours.description, to: &out)
            } else {
                unpaid = amount.hours
            }
        }
        if !hasHours {
            let others = fields.dropFirst().map(\.name)
            return missing(
                fields[0].name,
                "a number of hours" + (others.isEmpty ? "" : " there, or in \(listed(others, "or"))"))
        }
        if let times {
            var counted = WorkEntry.Deployed()
            (counted.start, counted.end) = (times.start(record, rows), times.end(record, rows))
            if let (name, unit, read) = times.pause, let pause = read(record, rows) {
                guard WorkEntry.Deployed.pauses(in: unit).contains(pause) else {
                    return Reject(
                        index: index, field: name, found: "\(pause) \(unit.words)",
                        expected: "a pause of 0 to 100,000 minutes")
                }
                counted.pause = pause * unit.nanoseconds
            }
            let hours = counted.countHours()
            if let known { parts.add(known.rawValue, literal: hours.description, to: &out) } else { unpaid = hours }
            if let start = counted.start { parts.add("start", start.description, to: &out) }
            if let end = counted.end { parts.add("end", end.description, to: &out) }
            let (minutes, rest) = counted.pause.quotientAndRemainder(dividingBy: TimeUnit.minutes.nanoseconds)
            if rest == 0 {
                parts.add("pause", number: minutes, to: &out)
            } else {
                parts.add(
                    RoleLine.finePause, number: counted.pause / TimeUnit.milliseconds.nanoseconds, to: &out)
            }
        }
        if known == nil {
            let word = word.flatMap { $0.isEmpty ? nil : $0 } ?? "no kind"
            parts.add("unknown-kind", "\(word), \(unpaid) hours", to: &out)
        }
        if rounded > 0 { parts.add("rounded", number: Int64(rounded), to: &out) }
        for (name, field, key) in references {
            switch key {
            case .number(let read):
                if let value = read(record, rows) { parts.add(name, number: value, to: &out) }
            case .text(let read):
                guard let key = read(record, rows), !key.isEmpty else { continue }
                guard Int64(key: key) != nil else { return unusable(field, key) }
                parts.add(name + RoleLine.key, key, to: &out)
            }
        }
        for (name, read) in moments {
            if let value = read(record, rows) { parts.add(name, value.description, to: &out) }
        }
        if let text = note?(record, rows) { parts.add("note", text, to: &out) }
        if let status, let word = status.read(record, rows), let value = status.words[word] {
            parts.add("status", value.name, to: &out)
        }
        if let present = present?.value(in: record) {
            let absent = silent.filter { present & $0.bit == 0 }
            if !absent.isEmpty {
                let members = absent.map { JSONTree.Member($0.role.rawValue, .string($0.path)) }
                parts.add(RoleLine.absent, literal: JSONTree.object(members).compact, to: &out)
            }
        }
        return nil
    }

    /// The record as the server sent it, without what must not leave the system, on one line.
    private func appendSource(_ rows: Chunk<Source>, at index: Int, cut: inout Int, to out: inout [UInt8]) {
        let range = rows.ranges[index]
        var start = range.lowerBound
        let first = out.count
        while cut < rows.redactions.count, rows.redactions[cut].lowerBound < start { cut += 1 }
        while cut < rows.redactions.count, rows.redactions[cut].lowerBound < range.upperBound {
            out += rows.bytes[start..<rows.redactions[cut].lowerBound]
            start = rows.redactions[cut].upperBound
            cut += 1
        }
        out += rows.bytes[start..<range.upperBound]
        // A break in JSON text is white space: in a string it is spelled with an escape.
        for place in first..<out.count where out[place] == 0x0A || out[place] == 0x0D { out[place] = 0x20 }
    }
}

/// The members of an object of a line.
private struct LineMembers {
    private var hasSome = false

    mutating func add(_ name: String, literal: String, to out: inout [UInt8]) {
        if hasSome { out.append(0x2C) }
        hasSome = true
        out.append(0x22)
        out += name.utf8
        out += [0x22, 0x3A]
        out += literal.utf8
    }

    mutating func add(_ name: String, number: Int64, to out: inout [UInt8]) {
        add(name, literal: String(number), to: &out)
    }

    mutating func add(_ name: String, _ text: String, to out: inout [UInt8]) {
        add(name, literal: JSONTree.string(text).compact, to: &out)
    }
}
