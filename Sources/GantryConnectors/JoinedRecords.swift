public import GantryModel

/// The records of an earlier dataset that records of this one refer to. A record without a reference leaves the cells
/// empty.
public struct JoinedRecords<R: Record>: Sendable {
    /// By field, a value for each joined record.
    public let values: [String: [JoinedValue]]
    /// The place of the joined record, or -1.
    public let place: @Sendable (R, Chunk<R>) -> Int32
}

/// The value of a field of a joined record, of the kinds that columns show.
public enum JoinedValue: Equatable, Sendable {
    case text(String)
    case integer(Int64)
    case money(Money)
}

extension AutoDetail.Appointment {
    /// A booking names its service in words, which are looked for among the services.
    static var join: Dataset<AutoDetail.Appointment>.Join {
        let shown = ["id", "name", "priceRub", "durationMinutes"]
        let description = DatasetJoin(
            name: "service", dataset: "autodetail.services",
            fields: AutoDetail.Service.fieldDescriptions.filter { shown.contains($0.name) })
        return Dataset.Join(description: description) { try await joined($0) }
    }

    /// The services of the run, each booking with the one that its service name matches. A name that matches none or
    /// several services joins none.
    private static func joined(_ earlier: any EarlierDatasets) async throws -> JoinedRecords<AutoDetail.Appointment>? {
        guard let services = try await AutoDetail.ServiceList(earlier) else { return nil }
        return JoinedRecords(
            values: [
                "id": services.entries.map { .text($0.id) }, "name": services.entries.map { .text($0.name) },
                "priceRub": services.entries.map { .money($0.price) },
                "durationMinutes": services.entries.map { .integer($0.duration) },
            ]
        ) { appointment, chunk in
            if case .one(let place) = services.match(chunk.text(appointment.serviceName)) {
                Int32(truncatingIfNeeded: place)
            } else {
                -1
            }
        }
    }
}
