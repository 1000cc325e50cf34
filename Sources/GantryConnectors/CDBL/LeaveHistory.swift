internal import GantryJSON
public import GantryModel

extension CDBL {
    /// One request for leave by its id, with its full history of approvals. The fields are those of `Leave`.
    public struct LeaveHistory: DatasetRecord, DeclaredRecord {
        /// The leave with the approvals that the server shows for it alone.
        public var leave = Leave()

        /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
        public init() {}

        /// The fields of ``Leave``, which this record holds.
        public static let fields: [Field<LeaveHistory>] = Leave.fields.map { $0.lifted(\.leave) }
        /// The keys that are cut out of every record of CDBL LMS, at any depth.
        public static var sensitiveKeys: [String] { CDBL.sensitiveKeys }

        /// The key of the leave that it holds.
        public var key: RecordKey { leave.key }

        /// `cdbl.leave`: `GET /api/leaves/{key}`, one request for each key.
        public static let dataset = Dataset<LeaveHistory>(
            "leave", help: "Single leave requests with their full history, by id.", paging: .keyed,
            listKeys: ["leave", "data"], decoder: { PageDecoder(LeaveHistory.self, single: true) }
        ) { ask in
            ReadRequest(path: "/api/leaves/" + ask.key, query: [])
        }
    }
}
