public import GantryModel

extension AutoDetail {
    /// A booking with its photos.
    public struct Appointment: DatasetRecord, DeclaredRecord {
        public var id = TextSlice()
        public var source: TextSlice?
        public var status = TextSlice()
        public var start = Instant(nanosecondsSince1970: 0)
        public var end: Instant?
        public var clientName = TextSlice()
        public var phone: TextSlice?
        public var telegram: TextSlice?
        public var carMake: TextSlice?
        public var carPlate: TextSlice?
        public var serviceName = TextSlice()
        public var notes: TextSlice?
        public var createdAt: Instant?
        public var updatedAt: Instant?

        public init() {}

        /// The fields in the order of the contract; a record without `id`, `status`, `startIso`, `clientName` or
        /// `serviceName` is a reject.
        public static let fields: [Field<Appointment>] = [
            Field("id", \.id, help: "The booking's id."),
            Field("source", \.source, help: "Where it was made, such as ios."),
            Field("status", \.status, help: "Such as new, confirmed, in_progress, done or cancelled."),
            Field("startIso", \.start, help: "When the car comes."),
            Field("endIso", \.end, help: "When it is ready."),
            Field("clientName", \.clientName, help: "The name of the client."),
            Field("phone", \.phone, help: "The telephone number of the client."),
            Field("telegram", \.telegram, help: "The Telegram name of the client."),
            Field("carMake", \.carMake, help: "The make of the car."),
            Field("carPlate", \.carPlate, help: "The number plate of the car."),
            Field("serviceName", \.serviceName, help: "The name of the service that is booked."),
            Field("notes", \.notes, help: "What the client wrote."),
            Field("createdAt", \.createdAt, help: "When it was booked."),
            Field("updatedAt", \.updatedAt, help: "When it was last changed."),
            Field("workPhotos", help: "Photos of the work.", .list(of: Photo.self) { $1.belong(to: $0, kind: 0) }),
            Field("defectPhotos", help: "Photos of defects.", .list(of: Photo.self) { $1.belong(to: $0, kind: 1) }),
        ]

        public static var sensitiveKeys: [String] { AutoDetail.sensitiveKeys }
        public var key: RecordKey { .text(id) }

        /// `autodetail.appointments`: `GET /api/client/appointments/{key}`, one request for each key.
        public static let dataset = Dataset<Appointment>(
            "appointments", help: "Bookings by id, with their photos.", paging: .keyed,
            listKeys: ["appointment", "data"], shape: Appointment.shape, isOneRecord: true
        ) { ask in
            ReadRequest(path: "/api/client/appointments/" + ask.key, query: [])
        }.with(\.check, check).with(\.join, join)

        /// `autodetail.appointment-search`: `GET /api/client/appointments`, in one answer. Filters: `phone`,
        /// `clientName`.
        public static let search = Dataset<Appointment>(
            "appointment-search", help: "Bookings of a client, found by telephone number or name.",
            listKeys: ["appointments", "data"],
            filters: [
                DatasetFilter("phone", help: "The telephone number as entered.", .text),
                DatasetFilter("clientName", help: "The client's name.", .text),
            ], shape: Appointment.shape
        ) { ask in ReadRequest(path: "/api/client/appointments", query: ask.query(["phone", "clientName"])) }
    }

    /// A photo of a booking.
    public struct Photo: DeclaredRecord {
        public var appointmentID: TextSlice?
        /// `kind` as an index in `AutoDetail.photoKinds`: work or defect.
        public var kind: Int?
        public var id = TextSlice()
        public var createdAt: Instant?
        public var url: TextSlice?
        /// The whole address with its signature, for downloading at once; no field, so that no output ever holds it.
        /// Read back from the landing it is the same as `url`.
        public var address: TextSlice?

        public init() {}

        /// The fields in the order of the contract; a record without `id` is a reject.
        public static let fields: [Field<Photo>] = [
            Field("appointmentId", \.appointmentID, help: "The booking that the photo belongs to."),
            Field("kind", \.kind, oneOf: AutoDetail.photoKinds, help: "work or defect."),
            Field("id", \.id, help: "The photo's id."),
            Field("url", link: \.url, whole: \.address, help: "The photo's address, without its signature."),
            Field("createdAt", \.createdAt, help: "When it was received."),
        ]

        /// Learns the booking it belongs to, and which of the two lists it is in.
        mutating func belong(to appointment: Appointment, kind: Int) {
            appointmentID = appointment.id
            self.kind = kind
        }
    }
}
