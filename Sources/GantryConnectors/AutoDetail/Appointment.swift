public import GantryJSON
public import GantryModel

extension AutoDetail {
    /// A booking with its photos.
    public struct Appointment: DatasetRecord {
        public var id = TextSlice()
        public var source: TextSlice?
        public var status: Int = 0
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

        public static let fields: [Field<Appointment>] = [
            Field("id", \.id, help: "What names the booking."),
            Field("source", \.source, help: "Where it was made, such as ios."),
            Field(
                "status", \.status, oneOf: AutoDetail.statuses, help: "new, confirmed, in_progress, done or cancelled."),
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

        public static var idKey: String { "id" }
        public var key: RecordKey { .text(id) }

        public static var dataset: Dataset<Appointment> {
            Dataset(
                "appointments", help: "Bookings by id, with their photos.", paging: .keyed,
                listKeys: ["appointment", "data"]
            ) { ask in
                ReadRequest(path: "/api/client/appointments/" + ask.key, query: [])
            }
        }

        public static func makeDecoder() -> any PageDecoding<Appointment> {
            PageDecoder(Appointment.self, single: true)
        }
    }

    /// A photo of a booking.
    public struct Photo: NestedRecord {
        public var appointmentID: TextSlice?
        public var kind: Int?
        public var id = TextSlice()
        public var createdAt: Instant?
        public var url: TextSlice?
        /// The whole address with its signature, for downloading at once; no field, so that no output ever holds it.
        /// Read back from the landing it is the same as `url`.
        public var address: TextSlice?

        public init() {}

        public static let fields: [Field<Photo>] = [
            Field("appointmentId", \.appointmentID, help: "The booking that the photo belongs to."),
            Field("kind", \.kind, oneOf: AutoDetail.photoKinds, help: "work or defect."),
            Field("id", \.id, help: "What names the photo."),
            Field("url", link: \.url, whole: \.address, help: "Where the photo stands, without its signature."),
            Field("createdAt", \.createdAt, help: "When it was taken in."),
        ]

        /// Learns the booking it belongs to and which of the two lists it stands in.
        mutating func belong(to appointment: Appointment, kind: Int) {
            appointmentID = appointment.id
            self.kind = kind
        }

        public static func makeNestedDecoder(withholding keys: [String]) -> NestedDecoder {
            NestedDecoder(Photo.self, withholding: keys)
        }
    }
}
