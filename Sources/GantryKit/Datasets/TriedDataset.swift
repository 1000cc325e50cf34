public import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryJSON
public import GantryModel
internal import GantryRuns

/// The first page of a dataset, for the person who describes it.
public struct TriedDataset: Sendable {
    /// A field with its values in the first records, as a column would have them; `nil` where one is absent.
    public struct Field: Sendable {
        /// Its name in pipeline files.
        public let name: String
        /// In the order of the records.
        public let values: [String?]
    }

    /// Something that a page shows about the whole list.
    public enum Proof: String, CaseIterable, Sendable {
        /// The answer says how many records the list has.
        case total
        /// The answer says how many records the list has at least.
        case least
        /// The page is no larger than was asked for, and the answer says so.
        case size
        /// Every record is of a day of the period; where there is none, the server has some of other days and gives
        /// these.
        case period
        /// The first and the last day of the period have all records that the server gives when it is asked for a day
        /// more.
        case borders
        /// No key comes twice.
        case keys
    }

    /// `redmine.time-entries`
    public let name: String
    /// The account, as the server or the credentials name it.
    public let account: String?
    /// What was asked.
    public let request: String
    /// Records of the page.
    public let count: Int
    /// Records of the list, as the server says.
    public let total: Int?
    /// At least so many records are in the list, as the server says.
    public let least: Int?
    /// The fields in their order, with values of the first records.
    public let fields: [Field]
    /// The records as the server sent them, without what never leaves it.
    public let records: [String]
    /// Records that can't be used, with the first of them: the field, what was found and what was expected.
    public let rejects: FirstOnes<Reject>
    /// Records that are none, by `leave-out`.
    public let leftOut: Int
    /// The fields that none of the records has, not even as null, with where each is looked for.
    public let absent: [(field: String, path: String)]
    /// Values of the first records that no field names, by their paths, each with the first value.
    public let unnamed: [(path: String, value: String)]
    /// Which proofs the page gives; those that aren't about this dataset aren't there.
    public let proofs: [(proof: Proof, holds: Bool)]
    /// What was found where the days that were asked for didn't come, in sentences.
    public let doubts: [String]
}

extension Gantry {
    /// Asks for the first page of a dataset and shows what becomes of it. Writes nothing.
    ///
    /// - Parameters:
    ///   - name: the dataset in pipeline files.
    ///   - connection: one to its system.
    /// - Throws: `RunError.unsupported` for a dataset that the system doesn't have, or that is fetched key by key.
    public static func tryDataset(
        _ name: String, over connection: Connection, period: PayPeriod, in workspace: Workspace,
        environment: [String: String]
    ) async throws -> TriedDataset {
        let system = connection.system
        guard
            let known = system.dataset(named: name)
                ?? system.datasets.first(where: { system.qualified(system.qualified($0.name)) == name })
        else {
            let names = connection.system.datasets.map { connection.system.qualified($0.name) }
            let nearest = nearestWord(to: name, among: names).map { "Did you mean \($0)? " } ?? ""
            throw RunError(
                .unsupported, "\(connection.system.title) has no dataset \(singleLine(name)).",
                advice: "\(nearest)It has \(listed(names, "and")).")
        }
        let api = try APIConnection(
            connection, environment: environment, connections: 1, store: try workspace.sessions(),
            observe: { _ in })
        return try await api.whileOpen { try await firstPage(known, named: name, in: period, api: api) }
    }

    private static func firstPage<R: DatasetRecord>(
        _ known: some DatasetDescription<R>, named name: String, in period: PayPeriod, api: APIConnection
    ) async throws -> TriedDataset {
        let dataset = known.dataset.variant(of: api.contract)
        guard dataset.paging != .keyed, dataset.downloads == nil else {
            throw RunError(.unsupported, "\(name) is fetched key by key, so it has no first page.")
        }
        let size = dataset.usualPageSize ?? min(dataset.pageSizes.upperBound, 100)
        let ask = DatasetRequest(period: period, page: 1, pageSize: size)
        let request = dataset.request(ask)
        let account = try await api.signedInAccount()
        let lane = PageLane(api, dataset)
        var page = try await lane.fetch(request)
        try await dataset.requireFirst(ask, page, lane)
        try await dataset.requireEnd(ask, of: &page, lane)
        let chunk = page.chunk
        let leftOut = Set(chunk.rejects.filter(\.isLeftOut).map(\.index))
        let rejects = chunk.rejects.filter { !$0.isLeftOut }
        let shown = Array((0..<chunk.count).lazy.filter { !leftOut.contains($0) }.prefix(3))
        let first = shown.map { chunk.sent($0) }
        var proofs: [(proof: TriedDataset.Proof, holds: Bool)] = [
            (.keys, chunk.keysThatComeAgain.isEmpty)
        ]
        if dataset.statesLeast {
            proofs.append((.least, page.envelope.leastCount != nil))
        } else if dataset.paging != .whole {
            proofs.append((.total, page.envelope.totalCount != nil && !page.envelope.mayCountPage))
        }
        if let asked = request.limit {
            proofs.append((.size, chunk.count <= asked && (page.envelope.limit ?? Int64(asked)) == asked))
        }
        var doubts: [String] = []
        func prove(_ proof: TriedDataset.Proof, _ body: () async throws -> Void) async throws {
            do {
                try await body()
                proofs.append((proof, true))
            } catch let error as RunError where error.code == .sourceIncomplete {
                proofs.append((proof, false))
                doubts.append(error.explanation)
            }
        }
        if dataset.periodRule == .asked {
            try await prove(.period) {
                try dataset.requireAsked(ask, chunk)
                try await dataset.requireKnown(ask, emptyIs: chunk, lane)
            }
        }
        if doubts.isEmpty, let borders = try PeriodBorders(api, of: dataset, asking: ask, pageSize: size) {
            try await prove(.borders) { try await borders.requireAll(in: nil) }
        }
        return TriedDataset(
            name: name, account: account, request: request.description, count: chunk.count,
            total: page.envelope.totalCount.map(Int.init(clamping:)),
            least: page.envelope.leastCount.map(Int.init(clamping:)),
            fields: dataset.shape.fields.filter { $0.access.nestedList == nil }.map { field in
                TriedDataset.Field(name: field.name, values: shown.map { chunk.text(field, of: $0) })
            }, records: first, rejects: FirstOnes(count: rejects.count, first: Array(rejects.prefix(10))),
            leftOut: leftOut.count, absent: absent(dataset, in: chunk, besides: leftOut),
            unnamed: UnnamedValues.of(first, besides: dataset.shape.fields.map(\.path)), proofs: proofs,
            doubts: doubts)
    }
}

/// The fields that no record of a page has.
private func absent<R: DatasetRecord>(
    _ dataset: Dataset<R>, in chunk: Chunk<R>, besides leftOut: Set<Int>
) -> [(field: String, path: String)] {
    guard let slot = dataset.shape.present, leftOut.count < chunk.count else { return [] }
    let present = chunk.records.indices.reduce(0) { present, index in
        leftOut.contains(index) ? present : present | (slot.value(in: chunk.records[index]) ?? 0)
    }
    return dataset.shape.fields.enumerated().compactMap { place, field in
        present & (1 << UInt64(place)) == 0 ? (field.name, field.path.words) : nil
    }
}

extension Chunk {
    /// A record as the server sent it, without what never leaves it.
    fileprivate func sent(_ index: Int) -> String {
        let range = ranges[index]
        var sent: [UInt8] = []
        var place = range.lowerBound
        for cut in redactions where range.contains(cut.lowerBound) {
            sent += bytes[place..<cut.lowerBound]
            place = cut.upperBound
        }
        sent += bytes[place..<range.upperBound]
        return String(decoding: sent, as: UTF8.self)
    }
}

/// The values of records that no field names.
private enum UnnamedValues {
    static func of(_ records: [String], besides paths: [[PathStep]]) -> [(path: String, value: String)] {
        var found: [(path: String, value: String)] = []
        let known = Set(paths)
        func walk(_ tree: JSONTree, _ steps: [PathStep]) {
            guard !known.contains(steps), steps.count < 8, found.count < 100 else { return }
            switch tree {
            case .object(let members): for member in members { walk(member.value, steps + [.key(member.key)]) }
            case .array(let items):
                for (place, item) in items.prefix(20).enumerated() {
                    // An element with a name is told apart by it.
                    if let name = item["name"]?.text, let value = item["value"] {
                        walk(value, steps + [.element(key: "name", is: name), .key("value")])
                    } else {
                        walk(item, steps + [.index(place)])
                    }
                }
            case .null: break
            case .bool, .number, .string:
                let path = steps.words
                if !found.contains(where: { $0.path == path }) {
                    found.append((path, singleLine(tree.text ?? tree.compact, limit: 60)))
                }
            }
        }
        for record in records { if let tree = try? JSONTree(Array(record.utf8)) { walk(tree, []) } }
        return found
    }
}
