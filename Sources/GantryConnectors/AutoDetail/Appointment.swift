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
            Field("id", required: true, help: "What names the booking.", .text(get: { $0.id }, set: { $0.id = $1 })),
            Field(
                "source", help: "Where it was made, such as ios.", .text(get: { $0.source }, set: { $0.source = $1 })),
            Field(
                "status", required: true, help: "new, confirmed, in_progress, done or cancelled.",
                .choice(AutoDetail.statuses, get: { $0.status }, set: { $0.status = $1 })),
            Field(
                "startIso", required: true, help: "When the car comes.",
                .instant(get: { $0.start }, set: { $0.start = $1 })),
            Field("endIso", help: "When it is ready.", .instant(get: { $0.end }, set: { $0.end = $1 })),
            Field(
                "clientName", required: true, help: "The name of the client.",
                .text(get: { $0.clientName }, set: { $0.clientName = $1 })),
            Field(
                "phone", help: "The telephone number of the client.", .text(get: { $0.phone }, set: { $0.phone = $1 })),
            Field(
                "telegram", help: "The Telegram name of the client.",
                .text(get: { $0.telegram }, set: { $0.telegram = $1 })),
            Field("carMake", help: "The make of the car.", .text(get: { $0.carMake }, set: { $0.carMake = $1 })),
            Field(
                "carPlate", help: "The number plate of the car.", .text(get: { $0.carPlate }, set: { $0.carPlate = $1 })
            ),
            Field(
                "serviceName", required: true, help: "The name of the service that is booked.",
                .text(get: { $0.serviceName }, set: { $0.serviceName = $1 })),
            Field("notes", help: "What the client wrote.", .text(get: { $0.notes }, set: { $0.notes = $1 })),
            Field(
                "createdAt", help: "When it was booked.", .instant(get: { $0.createdAt }, set: { $0.createdAt = $1 })),
            Field(
                "updatedAt", help: "When it was last changed.",
                .instant(get: { $0.updatedAt }, set: { $0.updatedAt = $1 })),
            Field("workPhotos", help: "Photos of the work.", .list(of: Photo.self) { $1.belong(to: $0, kind: 0) }),
            Field("defectPhotos", help: "Photos of defects.", .list(of: Photo.self) { $1.belong(to: $0, kind: 1) }),
        ]

        public static var withheldKeys: [String] { AutoDetail.withheldKeys }

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
            Field(
                "appointmentId", help: "The booking that the photo belongs to.",
                .text(get: { $0.appointmentID }, set: { $0.appointmentID = $1 })),
            Field(
                "kind", help: "work or defect.", .choice(AutoDetail.photoKinds, get: { $0.kind }, set: { $0.kind = $1 })
            ),
            Field("id", required: true, help: "What names the photo.", .text(get: { $0.id }, set: { $0.id = $1 })),
            Field(
                "url", help: "Where the photo stands, without its signature.",
                .link(
                    get: { $0.url },
                    set: { photo, url, whole in
                        photo.url = url
                        photo.address = whole
                    })),
            Field(
                "createdAt", help: "When it was taken in.", .instant(get: { $0.createdAt }, set: { $0.createdAt = $1 })),
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
