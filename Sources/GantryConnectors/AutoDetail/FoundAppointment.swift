internal import GantryJSON
public import GantryModel

extension AutoDetail {
    /// A booking that a search has found. The fields are those of `Appointment`.
    public struct FoundAppointment: DatasetRecord {
        public var appointment = Appointment()

        public init() {}

        public static let fields: [Field<FoundAppointment>] = Appointment.fields.map { $0.lifted(\.appointment) }
        public static var sensitiveKeys: [String] { AutoDetail.sensitiveKeys }

        public static var idKey: String { "id" }
        public var key: RecordKey { appointment.key }

        public static var dataset: Dataset<FoundAppointment> {
            Dataset(
                "appointment-search", help: "Bookings of a client, found by telephone number or name.",
                listKeys: ["appointments", "data"],
                filters: [
                    DatasetFilter("phone", help: "The telephone number as it was given.", .text),
                    DatasetFilter("clientName", help: "The client's name.", .text),
                ]
            ) { ask in ReadRequest(path: "/api/client/appointments", query: ask.query(["phone", "clientName"])) }
        }

        public static func makeDecoder() -> any PageDecoding<FoundAppointment> { PageDecoder(FoundAppointment.self) }
    }
}
