internal import GantryModel

/// A field whose values are those of a field of another dataset: `names: services.name`.
public struct DescribedReference: Sendable, Equatable {
    /// The field with the values.
    public let field: String
    /// The other dataset within the system.
    public let dataset: String
    /// Its field.
    public let target: String

    /// A reference of these parts.
    public init(field: String, dataset: String, target: String) {
        self.field = field
        self.dataset = dataset
        self.target = target
    }
}

extension Dataset {
    /// With the records that a field names, where the run has fetched them: columns can show their fields, and a record
    /// that names none of them, or several, is a finding.
    ///
    /// - Parameter prefix: that of the system in pipeline files.
    func naming(_ other: some DatasetDescription, by reference: DescribedReference, of prefix: String) -> Self {
        guard let field = shape.fields.first(where: { $0.name == reference.field }) else { return self }
        let read: @Sendable (R, Chunk<R>) -> String? = { [access = field.access] record, chunk in
            access.text(of: record) { chunk.text($0) }
        }
        let shown = other.dataset.shape.fields.compactMap { field in ReferredRecords.Shown(field) }
        var dataset = self
        dataset.join = Join(
            description: DatasetJoin(
                name: other.name, dataset: "\(prefix).\(other.name)",
                fields: other.fields.filter { field in shown.contains { $0.name == field.name } })
        ) { earlier in
            guard
                let named = try await ReferredRecords(
                    earlier, dataset: other.dataset, named: reference.target, shown: shown)
            else {
                return nil
            }
            return JoinedRecords<R>(values: named.values) { record, chunk in
                guard let text = read(record, chunk), case .one(let place) = named.match(text) else { return -1 }
                return Int32(truncatingIfNeeded: place)
            }
        }
        dataset.check = { earlier in
            guard
                let named = try await ReferredRecords(
                    earlier, dataset: other.dataset, named: reference.target, shown: [])
            else {
                return nil
            }
            return { record, chunk in
                guard let text = read(record, chunk), !text.isEmpty else { return [] }
                let found = singleLine(text, limit: 80)
                let expected = "one of the \(other.name) by its \(reference.target)"
                return switch named.match(text) {
                case .one: []
                case .none: [.unknown(found: "\(reference.field) \(found)", expected: expected)]
                case .several(let count):
                    [.unknown(found: "\(reference.field) \(found), of \(count)", expected: expected)]
                }
            }
        }
        return dataset
    }
}

extension RecordFinding {
    fileprivate static func unknown(found: String, expected: String) -> RecordFinding {
        RecordFinding(rule: "unknown-name", severity: .warning, found: found, expected: expected)
    }
}

/// The records of a dataset by the text of one of their fields. Case and white space make no difference.
private struct ReferredRecords: Sendable {
    /// A field that columns show.
    struct Shown<Other: Record>: Sendable {
        let name: String
        let value: @Sendable (Other, UsableRecords<Other>) -> JoinedValue

        /// `nil` for a list.
        init?(_ field: Field<Other>) {
            name = field.name
            let access = field.access
            if case .list = access { return nil }
            value = { record, page in
                if case .integer(_, let slot) = access, let number = slot.value(in: record) { return .integer(number) }
                if case .money(let slot) = access, let amount = slot.value(in: record) { return .money(amount) }
                return .text(access.text(of: record) { page.text($0) } ?? "")
            }
        }
    }

    enum Match {
        case one(Int)
        case none
        case several(Int)
    }

    /// By field, a value for each record.
    private(set) var values: [String: [JoinedValue]] = [:]
    private var places: [String: [Int]] = [:]

    /// `nil` where the run hasn't fetched them.
    init?<Other: DatasetRecord>(
        _ earlier: any EarlierDatasets, dataset: Dataset<Other>, named name: String, shown: [Shown<Other>]
    ) async throws {
        guard let access = dataset.shape.fields.first(where: { $0.name == name })?.access else { return nil }
        var (places, values, count) = ([String: [Int]](), [String: [JoinedValue]](), 0)
        let isFetched = try await earlier.read(dataset) { page in
            for record in page {
                if let text = access.text(of: record, text: { page.text($0) }) {
                    places[TextIdentity.text.folded(text), default: []].append(count)
                }
                for field in shown { values[field.name, default: []].append(field.value(record, page)) }
                count += 1
            }
        }
        guard isFetched else { return nil }
        (self.places, self.values) = (places, values)
    }

    func match(_ text: String) -> Match {
        let found = places[TextIdentity.text.folded(text)] ?? []
        return found.count == 1 ? .one(found[0]) : found.isEmpty ? .none : .several(found.count)
    }
}
