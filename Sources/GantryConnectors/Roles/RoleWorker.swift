public import GantryModel

/// A worker as roles read one.
public struct RoleWorker: Sendable, Equatable {
    /// The key to which entries refer; `nil` where the record has none, or a number below 1.
    public let id: Int64?
    /// The parts of the name with a space between them; empty where the record has none.
    public let name: String
    /// What an hour at the normal rate pays.
    public let rate: Money?
    /// The number by which payroll knows the worker, as it is spelled.
    public let payrollNumber: String?
    /// The currency of the rate, as it is spelled.
    public let currency: String?
}

/// Reads the records of a dataset as workers.
public struct RoleWorkers<Source: DatasetRecord>: Sendable {
    private let id: RoleKey<Source>
    private let name: [@Sendable (Source, Chunk<Source>) -> String?]
    private let rate: (@Sendable (Source) -> Money?)?
    private let payrollNumber: (@Sendable (Source, Chunk<Source>) -> String?)?
    private let currency: (@Sendable (Source, Chunk<Source>) -> String?)?

    /// - Throws: `RunError.unsupported` for a field that the records don't have, and for records asked for by key.
    public init(_ roles: WorkerRoles, of dataset: Dataset<Source>) throws {
        try dataset.requireOneList()
        let fields = RoleFields(dataset.shape, dataset.name)
        id = try fields.key(roles.id)
        name = try roles.name.map { try fields.text($0) }
        rate = try roles.rate.map { try fields.money($0) }
        payrollNumber = try roles.payrollNumber.map { try fields.text($0) }
        currency = try roles.currency.map { try fields.text($0) }
    }

    /// What the key must be.
    public var expectedID: String {
        if case .text = id { RoleKey<Source>.expectation } else { "a whole number above 0" }
    }

    /// The worker of a record.
    public subscript(record: Source, chunk: Chunk<Source>) -> RoleWorker {
        let key: Int64? =
            switch id {
            case .number(let read): read(record, chunk).flatMap { $0 > 0 ? $0 : nil }
            case .text(let read): read(record, chunk).flatMap { Int64(key: $0) }
            }
        return RoleWorker(
            id: key,
            name: name.compactMap { $0(record, chunk) }.filter { !$0.isEmpty }.joined(separator: " "),
            rate: rate?(record), payrollNumber: payrollNumber?(record, chunk), currency: currency?(record, chunk))
    }
}
