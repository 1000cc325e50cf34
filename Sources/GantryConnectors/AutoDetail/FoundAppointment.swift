internal import GantryJSON
public import GantryModel

extension AutoDetail {
    /// A booking that a search has found. The fields are those of `Appointment`.
    public struct FoundAppointment: DatasetRecord, DeclaredRecord {
        /// The booking with the fields that the search shows.
        public var appointment = Appointment()

        /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
        public init() {}

        /// The fields of ``Appointment``, which this record holds.
        public static let fields: [Field<FoundAppointment>] = Appointment.fields.map { $0.lifted(\.appointment) }
        /// The keys that are cut out of every record of AutoDetail Hub, at any depth.
        public static var sensitiveKeys: [String] { AutoDetail.sensitiveKeys }

        /// The key of the appointment that it holds.
        public var key: RecordKey { appointment.key }

        /// `autodetail.appointment-search`: `GET /api/client/appointments`, in one answer. Filters: `phone`,
        /// `clientName`.
        public static let dataset = Dataset<FoundAppointment>(
            "appointment-search", help: "Bookings of a client, found by telephone number or name.",
            listKeys: ["appointments", "data"],
            filters: [
                DatasetFilter("phone", help: "The telephone number as entered.", .text),
                DatasetFilter("clientName", help: "The client's name.", .text),
            ], decoder: { PageDecoder(FoundAppointment.self) }
        ) { ask in ReadRequest(path: "/api/client/appointments", query: ask.query(["phone", "clientName"])) }
    }
}
