package import GantryConnectors
package import GantryEngine
package import GantryModel

/// The checks of a dataset that is exported unchanged: the selected records, every key once, and the checks of its
/// connector.
///
/// Memory holds some four million text keys, whatever the number of records, and the disk the others; a few bits for
/// each number key; and the repeated keys.
package struct DatasetRules<R: DatasetRecord>: BatchRules, ~Copyable {
    /// What the whole batch has shown about keys that came more than once.
    package struct WholeBatchFindings: Sendable {
        var suspects: Set<Int64>
        var conflicting: Set<[UInt8]>
    }

    package struct Summary: Sendable {
        package var counts: BatchCounts
        package var exceptions: [ExceptionCount]
        package var months: MonthCounts
        /// Where the next run can continue; `nil` for a dataset without an order.
        package var bookmark: Bookmark?
    }

    static var conflictingID: String { CommonRule.conflictingID }
    static var repeatedRecord: String { "repeated-record" }

    private let wholeBatch: WholeBatchFindings?
    private let findings: RecordCheck<R>?
    private let joined: (@Sendable (R, Chunk<R>) -> Int32)?
    private let selection: RecordSelection
    private let order: DatasetOrder<R>?
    private let fields: [Field<R>]
    private let blank: R
    private let days: (@Sendable (R) -> ClosedRange<CivilDate>?)?
    /// Whether the order of the records decides which page one is on.
    private let hasOrderedPages: Bool
    private var bookmark: Bookmark
    /// The places of the records of a chunk, used again for the next.
    private var places: [Int64?] = []
    private var seen = RecordIDSet()
    /// Also those that are excluded, where some can be: the repeat of one can hide that another record is missing.
    private var seenAtAll = RecordIDSet()
    private var hashes: KeyHashes
    private var hasRepeatedTexts = false
    /// Repeated texts that `compare` has seen, wanted or not.
    private var seenTexts: Set<[UInt8]> = []
    /// In a second pass: the keys among the suspects that were seen.
    private var seenSuspects: Set<[UInt8]> = []
    /// Numbers that came more than once, with the keys that they stand for and the first record of each in one
    /// spelling.
    private var suspects: [Int64: [[UInt8]: [UInt8]]] = [:]
    private var conflicting: Set<[UInt8]> = []
    package private(set) var counts = BatchCounts()
    private var allRepeats = 0
    package private(set) var repeatsWithinPages = 0
    private var exceptionCounts: [String: [Severity: Int]] = [:]
    private var months: MonthCounts

    /// - Parameters:
    ///   - dataset: in the documented contract.
    ///   - selection: which records to export. The default is all.
    ///   - joined: the place of a record's joined record, or -1.
    ///   - findings: what the connector finds worth a look; a blocker holds the record.
    ///   - folder: where text keys go that memory has no room for. The default is to keep all.
    ///   - hashLimit: how many of them memory has room for.
    package init(
        _ dataset: Dataset<R>, wholeBatch: WholeBatchFindings?,
        selecting selection: RecordSelection = RecordSelection(),
        joined: (@Sendable (R, Chunk<R>) -> Int32)? = nil,
        findings: RecordCheck<R>? = nil, spillingTo folder: String? = nil, hashLimit: Int = 4 << 20
    ) {
        order = dataset.order
        fields = dataset.shape.fields
        blank = dataset.shape.blank
        days = dataset.days
        months = MonthCounts(of: dataset.days == nil && dataset.order?.isTime == true ? dataset.order?.field : nil)
        hasOrderedPages = dataset.paging != .whole && dataset.paging != .keyed
        hashes = KeyHashes(limit: hashLimit, spillingTo: folder)
        self.wholeBatch = wholeBatch
        self.joined = joined
        self.findings = findings
        self.selection = selection
        bookmark = selection.since?.next ?? Bookmark()
    }

    package mutating func check(_ chunk: consuming Chunk<R>) -> Checked<R> {
        let count = chunk.count
        let firstOrdinal = chunk.firstOrdinal
        var checked = Checked(chunk: chunk)
        checked.verdicts.reserveCapacity(count)
        if joined != nil { checked.joined.reserveCapacity(count) }
        let rejects = checked.chunk.rejects
        let repeatsBefore = allRepeats
        var nextReject = 0
        counts.fetched += count
        places.removeAll(keepingCapacity: true)
        for index in 0..<count {
            places.append(nil)
            if nextReject < rejects.count, rejects[nextReject].index == index {
                let isLeftOut = rejects[nextReject].isLeftOut
                while nextReject < rejects.count, rejects[nextReject].index == index { nextReject += 1 }
                if isLeftOut {
                    counts.excluded += 1
                    checked.verdicts.append(.excluded)
                    if joined != nil { checked.joined.append(-1) }
                    continue
                }
                counts.rejected += 1
                checked.verdicts.append(.rejected)
                if joined != nil { checked.joined.append(-1) }
                owe(checked.chunk.records[index], checked.chunk)
                continue
            }
            if let joined { checked.joined.append(joined(checked.chunk.records[index], checked.chunk)) }
            checked.verdicts.append(
                decide(index, ordinal: firstOrdinal + index, in: checked.chunk, notes: &checked.exceptions))
        }
        pass(checked.chunk)
        if wholeBatch == nil, checked.chunk.page > 0, hasOrderedPages { noteRepeatsWithin(checked, repeatsBefore) }
        return checked
    }

    private mutating func noteRepeatsWithin(_ page: borrowing Checked<R>, _ repeatsBefore: Int) {
        let chunk = page.chunk
        guard let first = chunk.records.first, allRepeats > repeatsBefore || first.key.isHashed else {
            return
        }
        var numbers: [Int64] = []
        numbers.reserveCapacity(chunk.count)
        // Records that are none have no key.
        let leftOut = Set(chunk.rejects.lazy.filter(\.isLeftOut).map(\.index))
        for index in 0..<chunk.count where page.verdicts[index] != .rejected && !leftOut.contains(index) {
            numbers.append(chunk.number(of: chunk.records[index].key))
        }
        numbers.sort()
        for index in numbers.indices.dropFirst() where numbers[index] == numbers[index - 1] { repeatsWithinPages += 1 }
    }

    package var repeats: Int { wholeBatch == nil && hasOrderedPages ? allRepeats : 0 }

    package var repeatedKeys: [String] {
        suspects.values.flatMap(\.keys).map { String(decoding: $0, as: UTF8.self) }.sorted().prefix(5).map {
            singleLine($0)
        }
    }

    package static func names(of chunk: Chunk<R>) -> [UInt64] {
        chunk.names { UInt64(bitPattern: chunk.number(of: chunk.records[$0].key)) }
    }

    private mutating func decide(
        _ index: Int, ordinal: Int, in chunk: borrowing Chunk<R>, notes: inout [ExceptionNote]
    ) -> Verdict {
        let key = chunk.records[index].key
        let number = chunk.number(of: key)
        // Whether a text came before shows when all are known.
        if wholeBatch == nil, key.isHashed { hashes.append(UInt64(bitPattern: number)) }
        if wholeBatch == nil, !key.isHashed, selection.leavesOut, !seenAtAll.insert(number) { allRepeats += 1 }
        let position = order?.position(chunk.records[index])
        let ahead = order?.isTime == true ? position.flatMap(selection.ahead) : nil
        let place = ahead == nil ? position : nil
        if !isWanted(chunk.records[index], chunk) {
            counts.excluded += 1
            // Once its time has come, it moves the bookmark like any other.
            if let place, bookmark.rejoin({ chunk.spelled(key) }) { places[index] = place }
            return .excluded
        }
        places[index] = place
        var isNew = true
        var conflicts = false
        if let wholeBatch {
            if wholeBatch.suspects.contains(number) {
                let spelled = chunk.spelled(key)
                conflicts = wholeBatch.conflicting.contains(spelled)
                isNew = seenSuspects.insert(spelled).inserted
            }
        } else if !key.isHashed {
            isNew = seen.insert(number)
            if !isNew, !selection.leavesOut { allRepeats += 1 }
        }
        guard isNew || conflicts else {
            if wholeBatch == nil { suspects[number] = [:] }
            exceptionCounts[Self.repeatedRecord, default: [:]][.info, default: 0] += 1
            counts.repeats += 1
            return .repeated
        }
        var isHeld = false
        var found = findings?(chunk.records[index], chunk) ?? []
        if conflicts {
            found.append(
                RecordFinding(
                    rule: Self.conflictingID, severity: .blocker, found: "different records under one key",
                    expected: "one record under a key"))
        }
        if selection.period != nil, let days, days(chunk.records[index]) == nil { found.append(.withoutDays()) }
        if selection.since != nil, let order {
            if let position, let ahead, ahead > RecordSelection.tolerance {
                found.append(.future(order.field, position))
            }
            if position == nil { found.append(.withoutPlace(order.field)) }
        }
        for finding in found {
            exceptionCounts[finding.rule, default: [:]][finding.severity, default: 0] += 1
            isHeld = isHeld || finding.severity == .blocker
            guard finding.severity > .info else { continue }
            notes.append(
                ExceptionNote(
                    rule: finding.rule, severity: finding.severity, ordinal: ordinal, recordID: nil,
                    recordKey: String(decoding: chunk.spelled(key), as: UTF8.self), employeeID: nil, date: nil,
                    found: finding.found, expected: finding.expected))
        }
        if isHeld {
            counts.held += 1
            if order != nil { bookmark.owe(chunk.spelled(key)) }
            return .held
        }
        counts.exported += 1
        if let first = days?(chunk.records[index])?.lowerBound {
            months.add(first)
        } else if months.field != nil, let position {
            months.add(nanosecondsSince1970: position)
        }
        if order != nil {
            if place == nil {
                bookmark.passApart(chunk.spelled(key), at: position)
            } else {
                _ = bookmark.rejoin { chunk.spelled(key) }
            }
        }
        return .exported
    }

    /// The record can't be used, and what of it could be read tells it when it is mended.
    private mutating func owe(_ record: R, _ chunk: borrowing Chunk<R>) {
        guard let order else { return }
        let key = chunk.spelled(record.key)
        if key == chunk.spelled(blank.key), let place = order.position(record), place != order.position(blank) {
            bookmark.owe(at: place)
        } else {
            bookmark.owe(key)
        }
    }

    private mutating func pass(_ chunk: borrowing Chunk<R>) {
        guard let order else { return }
        guard let group = order.group else {
            return bookmark.pass(places) { chunk.spelled(chunk.records[$0].key) }
        }
        for index in places.indices {
            guard let place = places[index] else { continue }
            bookmark.pass(place, in: group(chunk.records[index], chunk)) { chunk.spelled(chunk.records[index].key) }
        }
    }

    private func isWanted(_ record: R, _ chunk: borrowing Chunk<R>) -> Bool {
        if let period = selection.period, let days = days?(record) {
            guard days.lowerBound <= period.last, days.upperBound >= period.first else { return false }
        }
        guard let since = selection.since, let order else { return true }
        return !since.covers(order.position(record), in: order.group?(record, chunk) ?? "") {
            chunk.spelled(record.key)
        }
    }

    package mutating func idsToCompare() throws -> Set<Int64> {
        guard wholeBatch == nil else { return [] }
        for hash in try hashes.repeated() { suspects[Int64(bitPattern: hash)] = [:] }
        hashes = KeyHashes(spillingTo: nil)
        return Set(suspects.keys)
    }

    package mutating func compare(_ chunk: Chunk<R>) {
        let rejects = Set(chunk.rejects.map(\.index))
        for index in 0..<chunk.count where !rejects.contains(index) {
            let key = chunk.records[index].key
            let number = chunk.number(of: key)
            guard suspects[number] != nil else { continue }
            let spelled = chunk.spelled(key)
            // A hash may be that of two texts.
            if key.isHashed, !seenTexts.insert(spelled).inserted { allRepeats += 1 }
            guard isWanted(chunk.records[index], chunk) else { continue }
            let text = chunk.canonicalText(of: index, fields)
            if let first = suspects[number]?[spelled] {
                if key.isHashed { hasRepeatedTexts = true }
                if first != text { conflicting.insert(spelled) }
            } else {
                suspects[number]?[spelled] = text
            }
        }
    }

    package mutating func finalize() -> WholeBatchFindings? {
        guard wholeBatch == nil else { return nil }
        // Repeated texts were counted as new ones.
        guard hasRepeatedTexts || !conflicting.isEmpty else { return nil }
        return WholeBatchFindings(suspects: Set(suspects.keys), conflicting: conflicting)
    }

    package func summary() -> Summary {
        let exceptions = exceptionCounts.keys.sorted().flatMap { rule in
            Severity.allCases.compactMap { severity in
                exceptionCounts[rule]?[severity].map { ExceptionCount(rule: rule, severity: severity, count: $0) }
            }
        }
        return Summary(
            counts: counts, exceptions: exceptions, months: months, bookmark: order == nil ? nil : bookmark)
    }
}

extension RecordKey {
    /// Whether its number is a hash, so that only the whole batch can show whether it came before.
    fileprivate var isHashed: Bool {
        switch self {
        case .text, .dated: true
        case .integer, .single: false
        }
    }
}
