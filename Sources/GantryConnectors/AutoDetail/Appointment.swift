public import GantryModel

extension AutoDetail {
    /// A booking with its photos.
    public struct Appointment: DatasetRecord, DeclaredRecord {
        /// `id`: the id that the server gives the booking.
        public var id = TextSlice()
        /// `source`: where it was made, such as ios.
        public var source: TextSlice?
        /// `status`: new, confirmed, in_progress, done, cancelled or another.
        public var status = TextSlice()
        /// `startIso`: when the car comes.
        public var start = Instant(nanosecondsSince1970: 0)
        /// `endIso`: when it is ready.
        public var end: Instant?
        /// `clientName`: the name of the client.
        public var clientName = TextSlice()
        /// `phone`: the telephone number of the client.
        public var phone: TextSlice?
        /// `telegram`: the Telegram name of the client.
        public var telegram: TextSlice?
        /// `carMake`: the make of the car.
        public var carMake: TextSlice?
        /// `carPlate`: the number plate of the car.
        public var carPlate: TextSlice?
        /// `serviceName`: the name of the service that is booked.
        public var serviceName = TextSlice()
        /// `notes`: what the client wrote.
        public var notes: TextSlice?
        /// `createdAt`: when it was booked.
        public var createdAt: Instant?
        /// `updatedAt`: when it was last changed.
        public var updatedAt: Instant?

        /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
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

        /// The keys that are cut out of every record of AutoDetail Hub, at any depth.
        public static var sensitiveKeys: [String] { AutoDetail.sensitiveKeys }

        /// The record's id, as the server spells it.
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
        /// `appointmentId`: the booking that the photo belongs to.
        public var appointmentID: TextSlice?
        /// `kind` as an index in `AutoDetail.photoKinds`: work or defect.
        public var kind: Int?
        /// `id`: the id that the server gives the photo.
        public var id = TextSlice()
        /// `createdAt`: when it was taken in.
        public var createdAt: Instant?
        /// `url`: the address of the photo, without its signature.
        public var url: TextSlice?
        /// The whole address with its signature, for downloading at once; no field, so that no output ever holds it.
        /// Read back from the landing it is the same as `url`.
        public var address: TextSlice?

        /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
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
