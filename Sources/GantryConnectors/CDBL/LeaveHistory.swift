internal import GantryJSON
public import GantryModel

extension CDBL {
    /// One request for leave by its id, with its full history of approvals. The fields are those of `Leave`.
    public struct LeaveHistory: DatasetRecord {
        public var leave = Leave()

        public init() {}

        public static let fields: [Field<LeaveHistory>] = Leave.fields.map { $0.lifted(\.leave) }
        public static var sensitiveKeys: [String] { CDBL.sensitiveKeys }

        public static var idKey: String { "id" }
        public var key: RecordKey { leave.key }

        public static var dataset: Dataset<LeaveHistory> {
            Dataset(
                "leave", help: "Single requests for leave with their full history, by id.", paging: .keyed,
                listKeys: ["leave", "data"]
            ) { ask in
                ReadRequest(path: "/api/leaves/" + ask.key, query: [])
            }
        }

        public static func makeDecoder() -> any PageDecoding<LeaveHistory> {
            PageDecoder(LeaveHistory.self, single: true)
        }
    }
}
