internal import GantryJSON

/// The files of `Samples/autodetail-hub/`: a month of an invented workshop.
enum AutoDetailSamples {
    private static let data = GeneratedData(
        entries: 32, employees: 14, seed: 2026, firstDay: "2026-10-01", days: 28, unusual: false)

    static let services: [(name: String, description: String, priceRub: Int, minutes: Int)] = [
        ("Car Washing", "Мойка кузова и ковриков", 1_200, 45),
        ("Комплексная мойка", "Кузов, салон, багажник", 2_900, 90),
        ("Химчистка салона", "Сухая чистка; сиденья, потолок, пол", 9_500, 360),
        ("Полировка кузова", "Two-step polish", 15_000, 480),
        ("Керамическое покрытие", "Ceramic \"9H\"", 32_000, 720), ("Антидождь", "Стёкла", 3_500, 60),
        ("Полировка фар", "", 2_500, 60), ("Озонирование", "Removes smells", 1_800, 40),
        ("Чистка двигателя", "=engine bay", 3_000, 75),
        ("Оклейка плёнкой", "Капот, крылья", 45_000, 960), ("Интерьер: кожа", "Leather care", 6_000, 150),
        ("Осмотр", "Free of charge", 0, 20),
    ]

    static var serviceFile: SampleFile {
        SampleFile(
            "services.json",
            services.enumerated().map { index, service -> JSONTree in
                [
                    "id": .string("svc-" + padded(index + 1, 2)), "name": .string(service.name),
                    "description": .string(service.description), "priceRub": .integer(service.priceRub),
                    "durationMinutes": .integer(service.minutes),
                    "imageUrl": index % 3 == 0
                        ? .null : "https://cdn.autodetailhub.example/services/\(index + 1).jpg",
                    "createdAt": "2025-0\(index % 9 + 1)-01T08:00:00Z",
                    "active": index == 9 ? false : index % 2 == 0 ? true : nil,
                ]
            })
    }

    /// The list, the records, and one file for every photo except the missing one.
    static func files() throws(SandboxError) -> [SampleFile] {
        let generated = try GeneratedAppointments(data)
        let ordinary = generated.records.records()
        let photos = ((0..<generated.count).flatMap(generated.photoIDs) + exceptionPhotos).sorted().map { id in
            SampleFile(name: "photos/\(id).jpg", bytes: SandboxPhoto.jpeg(named: id))
        }
        return [SampleFile("appointments.json", ordinary + exceptions.map { Array($0.utf8) })] + photos + [serviceFile]
    }

    private static let exceptionPhotos = ["ph-900004-1", "ph-900004-2", "ph-900004-3", "ph-900005-1", "ph-900005-2"]

    private static func photo(_ id: String, of appointment: String, kind: String, file: String) -> String {
        PhotoAddress(appointment: appointment, kind: kind, file: file).photo(id, created: "2026-10-29T12:00:00Z")
            .compact
    }

    /// Each is a valid record that a person or an exporter should check, with the spelling that it is served with.
    private static let exceptions: [String] = [
        // No service has this name; the second differs from a service by a space and a capital letter.
        #"{"id":"apt-900001","source":"ios","status":"confirmed","startIso":"2026-10-29T07:00:00Z","endIso":null,"clientName":"Client 901","phone":"+79000000901","telegram":null,"carMake":"BMW","carPlate":"A901BC","serviceName":"Мойка люкс","notes":null,"workPhotos":[],"defectPhotos":[],"createdAt":"2026-10-20T07:00:00Z","updatedAt":"2026-10-20T07:00:00Z"}"#,
        #"{"id":"apt-900002","source":"ios","status":"new","startIso":"2026-10-29T08:00:00Z","endIso":null,"clientName":"O'Client; \"902\"","phone":"+1234567890","telegram":"client_902","carMake":null,"carPlate":null,"serviceName":"car washing ","notes":"","workPhotos":[],"defectPhotos":[],"createdAt":"2026-10-20T08:00:00Z","updatedAt":"2026-10-20T08:00:00Z"}"#,
        // As in the answer to a booking: no photos, no end, not changed yet.
        #"{"id":"apt-900003","source":"admin","status":"new","startIso":"2026-10-29T09:00:00Z","clientName":"Client 903","phone":null,"serviceName":"Осмотр","createdAt":"2026-10-20T09:00:00Z","updatedAt":"2026-10-20T09:00:00Z"}"#,
        // File names that must not be trusted, two equal names, and an address without a photo.
        #"{"id":"apt-900004","source":"ios","status":"done","startIso":"2026-10-29T10:00:00Z","endIso":"2026-10-29T11:00:00Z","clientName":"Клиент 904","phone":"+79000000904","telegram":null,"carMake":"Lada","carPlate":"А904ВС77","serviceName":"Антидождь","notes":"@photo","workPhotos":["#
            + photo("ph-900004-1", of: "apt-900004", kind: "work", file: "..%2F..%2Fescape.jpg") + ","
            + photo("ph-900004-2", of: "apt-900004", kind: "work", file: "IMG_0001.jpg")
            + #"],"defectPhotos":["# + photo("ph-900004-3", of: "apt-900004", kind: "defect", file: "IMG_0001.jpg")
            + #"],"createdAt":"2026-10-20T10:00:00Z","updatedAt":"2026-10-29T11:30:00Z"}"#,
        #"{"id":"apt-900005","source":"ios","status":"in_progress","startIso":"2026-10-30T10:00:00.000Z","endIso":"2026-10-30T09:00:00Z","clientName":"Client 905","phone":"+79000000905","telegram":null,"carMake":"Škoda","carPlate":"A905BC","serviceName":"Полировка фар","notes":null,"workPhotos":["#
            + photo("ph-900005-1", of: "apt-900005", kind: "work", file: "%D1%84%D0%BE%D1%82%D0%BE%201.jpg") + ","
            + photo("ph-900005-2", of: "apt-900005", kind: "work", file: "CON.jpg") + ","
            + photo("ph-900005-3", of: "apt-900005", kind: "work", file: "missing.jpg")
            + #"],"defectPhotos":[],"createdAt":"2026-10-21T10:00:00Z","updatedAt":"2026-10-30T10:30:00Z"}"#,
    ]
}
