public import GantryJSON
public import GantryModel

/// A dataset as a file describes it.
public struct DescribedDataset: Sendable {
    /// How its pages follow each other, with the names that its requests use.
    public enum Paging: Sendable, Equatable {
        /// One answer holds everything.
        case whole
        /// The number of a page, of which the first is `first`, and how many records it may have.
        case page(String, first: Int, limit: String?)
        /// How many records are before a page, counted from `first`, and how many it may have.
        case offset(String, first: Int, limit: String)
        /// Each answer says where the next page is: a whole or relative address, or what follows under a name in the
        /// query.
        case linked(cursor: String?, limit: String?)
        /// Each page is asked for by the value of a field of the last record before it, under a name in the query.
        case after(field: String, query: String, limit: String?)
    }

    /// A field of the records that is a day, and the query by which the server is asked for days.
    public struct Period: Sendable {
        /// The field's name.
        public let day: String
        /// Empty where the server can't be asked for days.
        public let query: [(name: String, value: RequestText)]

        /// A period of these parts.
        public init(day: String, query: [(name: String, value: RequestText)]) {
            self.day = day
            self.query = query
        }
    }

    /// A field by which a later run goes on, and the query by which the server is asked for what came since.
    public struct Since: Sendable {
        /// The field's name.
        public let field: String
        /// Empty where the server can't be asked.
        public let query: [(name: String, value: RequestText)]

        /// A place of these parts.
        public init(field: String, query: [(name: String, value: RequestText)]) {
            self.field = field
            self.query = query
        }
    }

    /// Which records of the list are none.
    public struct LeaveOutRule: Sendable {
        /// Where the value is that shows it.
        public let path: [PathStep]
        /// What is there in such a record.
        public let test: LeaveOutTest

        /// A rule of these parts.
        public init(path: [PathStep], test: LeaveOutTest) {
            self.path = path
            self.test = test
        }
    }

    /// The name within the system.
    public var name: String
    /// Its description, in a sentence.
    public var help: String
    /// Below the base address; with ``keyPlaceholder`` where each record is asked for by its key.
    public var path: String
    /// Stands for a key in the path.
    public static let keyPlaceholder = "{key}"
    /// What every request says.
    public var query: [(name: String, value: String)] = []
    /// What every search says in its body, with the parameters of pages, days and filters beside it; `nil`, the
    /// default, where the list is read by `GET`, with the parameters in its query.
    public var body: JSONTree?
    /// Where an answer has the records and the counts.
    public var envelope: EnvelopePlan
    /// What shows that the list is whole. The default is whatever its answers say.
    public var proof = ListProof.answers
    /// Whether the answer must state how many records there are at least.
    public var statesLeast = false
    /// The request whose answer says how many records there are, and the keys that lead there; `nil`, the default, for
    /// none.
    public var count: (path: String, place: [String])?
    /// What the headers of an answer say.
    public var headers = AnswerHeaders()
    /// The name of the field that is the key; empty for the only record.
    public var key: String
    /// How its pages follow each other.
    public var paging: Paging
    /// The page sizes that the endpoint takes.
    public var pageSizes: ClosedRange<Int>
    /// Records in a page unless a pipeline file says otherwise.
    public var usualPageSize: Int
    /// The day of a record, where it has one.
    public var period: Period?
    /// How a later run goes on; `nil`, the default, where none can.
    public var since: Since?
    /// Stands for what the file says about which records the list has and how they follow each other; `nil`, the
    /// default, without ``since``.
    public var listDigest: String?
    /// Stands for what the file says about how a record is read; `nil`, the default, where nobody says it.
    public var readingDigest: String?
    /// What pipeline files can narrow it by, with the name of each in a query.
    public var filters: [(filter: DatasetFilter, query: String)] = []
    /// Which records are left out; `nil`, the default, for none.
    public var leaveOut: LeaveOutRule?
    /// The field whose values are those of another dataset; `nil`, the default, where none is.
    public var reference: DescribedReference?
    /// The fields, the key among them.
    public var fields: [DescribedField]

    /// A dataset without query, period, filters and total, by default.
    public init(
        name: String, help: String, path: String, envelope: EnvelopePlan, key: String, paging: Paging,
        pageSizes: ClosedRange<Int>, usualPageSize: Int, fields: [DescribedField]
    ) {
        self.name = name
        self.help = help
        self.path = path
        self.envelope = envelope
        self.key = key
        self.paging = paging
        self.pageSizes = pageSizes
        self.usualPageSize = usualPageSize
        self.fields = fields
    }

    /// The same as the dataset of a record type that has room for its fields.
    ///
    /// - Parameters:
    ///   - sensitiveKeys: keys that are cut out of its records.
    ///   - others: the datasets of the system, among which ``reference`` is.
    ///   - prefix: that of the system in pipeline files.
    ///   - digest: stands for all that the file says.
    public func dataset(
        sensitiveKeys: [String], naming others: [any DatasetDescription], of prefix: String, digest: String
    ) -> any DatasetDescription {
        let made = dataset(sensitiveKeys: sensitiveKeys, digest: digest)
        guard let reference, let other = others.first(where: { $0.name == reference.dataset }) else { return made }
        func named(_ made: some DatasetDescription) -> any DatasetDescription {
            made.dataset.naming(other, by: reference, of: prefix)
        }
        return named(made)
    }

    /// The same without what its records name.
    ///
    /// - Parameters:
    ///   - sensitiveKeys: keys that are cut out of its records.
    ///   - digest: stands for all that the file says.
    public func dataset(sensitiveKeys: [String], digest: String) -> any DatasetDescription {
        // A few sizes, so that records of few fields stay small.
        switch DescribedFields<1>.needed(for: fields) {
        case ...16: typed(DescribedRecord<16>.self, sensitiveKeys: sensitiveKeys, digest: digest)
        case ...32: typed(DescribedRecord<32>.self, sensitiveKeys: sensitiveKeys, digest: digest)
        default: typed(DescribedRecord<128>.self, sensitiveKeys: sensitiveKeys, digest: digest)
        }
    }

    private func typed<let rooms: Int>(
        _ type: DescribedRecord<rooms>.Type, sensitiveKeys: [String], digest: String
    ) -> any DatasetDescription {
        let room = DescribedFields<rooms>(fields, key: key)
        var shape = RecordShape(blank: room.blank, fields: room.fields, sensitiveKeys: sensitiveKeys)
        shape.emptyIsNone = true
        shape.present = FieldSlot(\DescribedRecord<rooms>.present)
        shape.dispensable = Set(fields.filter(\.isDispensable).map(\.name))
        shape.leavesOut = leaveOut.map {
            LeaveOut(path: $0.path, test: $0.test, slot: FieldSlot(\DescribedRecord<rooms>.isLeftOut))
        }
        let day = period.flatMap { period in room.fields.first { $0.name == period.day }?.access.dateSlot }
        let path = fields.first { $0.name == key }?.path
        let id: String = if let path, path.count == 1, case .key(let key) = path[0] { key } else { "" }
        let days: (@Sendable (DescribedRecord<rooms>) -> ClosedRange<CivilDate>?)? = day.map { slot in
            { @Sendable record in slot.value(in: record).map { $0...$0 } }
        }
        var dataset = Dataset<DescribedRecord<rooms>>(
            name, help: help, id: id, paging: datasetPaging, filters: filters.map(\.filter), pageSizes: pageSizes,
            order: since.flatMap { since in room.fields.first { $0.name == since.field }?.order },
            days: days,
            shape: shape, isOneRecord: envelope.isSingle, plan: envelope,
            request: { request(for: $0) })
        dataset.traits.fileDigest = digest
        dataset.traits.listDigest = listDigest
        dataset.traits.readingDigest = readingDigest
        dataset.traits.keyPath = path?.words
        dataset.traits.listRequest = listRequest
        dataset.usualPageSize = usualPageSize
        dataset.proof = proof
        dataset.statesLeast = statesLeast
        switch paging {
        case .page(_, first: 1, _), .offset(_, first: 1, _): dataset.countsFromOne = true
        default: break
        }
        dataset.headers = headers
        if case .after(let name, _, _) = paging, let access = room.fields.first(where: { $0.name == name })?.access {
            dataset.after = { record, chunk in access.text(of: record) { chunk.text($0) } }
        }
        if let name = period?.day, let spelling = fields.first(where: { $0.name == name })?.spelling {
            dataset.hasDaysOfTimes = spelling.isDayOfTime
        }
        let pieces = period?.query.flatMap { $0.value.pieces } ?? []
        dataset.asksBeyond = (pieces.contains(.from(.before)), pieces.contains(.to(.next)))
        dataset.periodRule = period.map { $0.query.isEmpty ? PeriodRule.selected : PeriodRule.asked }
        return dataset
    }

    /// What every request for the list says, and where an answer has its records.
    private var listRequest: String {
        let asked = query.map { "\($0.name)=\($0.value)" }.sorted().joined(separator: "&")
        let words =
            [body == nil ? "GET" : "POST", asked.isEmpty ? path : "\(path)?\(asked)"] + [body?.line].compactMap(\.self)
            + (envelope.records.isEmpty ? [] : ["at", envelope.records.joined(separator: ".")])
        return words.joined(separator: " ")
    }

    private var datasetPaging: DatasetPaging {
        if path.contains(DescribedDataset.keyPlaceholder) { return .keyed }
        return switch paging {
        case .whole: .whole
        case .page: .pages
        case .offset: .offset
        case .linked, .after: .linked
        }
    }

    private func request(for ask: DatasetRequest) -> ReadRequest {
        var asked = Parameters(query: query.map { ($0.name, $0.value) }, body: body)
        var narrowed = Parameters(query: [], body: nil)
        var limit: Int?
        func askMost(_ name: String?) {
            guard let name else { return }
            asked.set(name, .integer(ask.pageSize))
            limit = ask.pageSize
        }
        switch paging {
        case .whole: break
        case .page(let name, let first, let limitName):
            asked.set(name, .integer(ask.page - 1 + first))
            askMost(limitName)
        case .offset(let name, let first, let limitName):
            asked.set(name, .integer(ask.offset + first))
            askMost(limitName)
        case .after(let field, let name, let limitName):
            askMost(limitName)
            let isNumber = fields.contains { $0.name == field && $0.kind == .integer }
            if let next = ask.next { asked.set(name, isNumber ? .number(next) : .string(next)) }
        case .linked(let cursor, let limitName):
            askMost(limitName)
            guard let next = ask.next else { break }
            if let cursor {
                asked.set(cursor, .string(next))
            } else {
                var request = ReadRequest(path: path, query: [], limit: limit)
                request.address = next
                return request
            }
        }
        func narrow(_ name: String, _ value: JSONTree) {
            asked.set(name, value)
            narrowed.set(name, value)
        }
        if let days = ask.period {
            for (name, text) in period?.query ?? [] { narrow(name, text.value(text.text(days))) }
        }
        if let place = ask.since {
            for (name, text) in since?.query ?? [] { narrow(name, text.value(text.text(since: place))) }
        }
        for (filter, name) in filters {
            guard let value = ask.filters[filter.name] else { continue }
            if case .integer = filter.kind { narrow(name, .number(value)) } else { narrow(name, .string(value)) }
        }
        // A key has no slash, and is encoded with the rest of the path.
        let path = path.replacing(DescribedDataset.keyPlaceholder, with: ask.key)
        var request = ReadRequest(path: path, query: asked.query, limit: limit)
        request.body = asked.body
        if let count, ask.page == 1, ask.next == nil {
            request.count = ReadRequest.Count(
                path: count.path, query: narrowed.query.map { (name: $0.0, value: $0.1) }, place: count.place)
        }
        return request
    }
}

/// What a request asks: in its query, or in its body where it has one.
private struct Parameters {
    var query: [(String, String)]
    var body: JSONTree?

    /// - Parameter name: in a body the place, with points between keys.
    mutating func set(_ name: String, _ value: JSONTree) {
        guard let tree = body else { return query.append((name, value.spelled)) }
        body = tree.setting(value, at: name.split(separator: ".").map(String.init)[...])
    }
}

extension JSONTree {
    /// A number or text as a query has it.
    fileprivate var spelled: String {
        switch self {
        case .number(let text), .string(let text): text
        default: line
        }
    }

    /// The same with a value at a place, whose objects are made where they aren't there.
    fileprivate func setting(_ value: JSONTree, at path: ArraySlice<String>) -> JSONTree {
        guard let key = path.first else { return value }
        var members: [Member] = if case .object(let members) = self { members } else { [] }
        let place = members.firstIndex { $0.key == key }
        let inner = place.map { members[$0].value } ?? .object([Member]())
        let member = Member(key, inner.setting(value, at: path.dropFirst()))
        if let place { members[place] = member } else { members.append(member) }
        return .object(members)
    }
}

extension Field where R: DatasetRecord {
    /// The order that its values make.
    fileprivate var order: DatasetOrder<R>? {
        switch access {
        case .integer(_, let slot): .number(name) { slot.value(in: $0) }
        case .instant(let slot): .time(name) { slot.value(in: $0) }
        default: nil
        }
    }
}

extension ValueSpelling {
    /// Whether a day spelled like that is the one that a time is on in a zone.
    fileprivate var isDayOfTime: Bool {
        switch self {
        case .unix, .zoned: true
        case .pattern, .parts, .iso, .clock: false
        }
    }
}

extension FieldAccess {
    /// Where a date is kept.
    fileprivate var dateSlot: FieldSlot<R, CivilDate>? {
        if case .date(let slot, _, _) = self { return slot }
        return nil
    }
}
