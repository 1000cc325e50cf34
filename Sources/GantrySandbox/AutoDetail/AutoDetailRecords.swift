internal import GantryModel

/// All records and photos of one AutoDetail Hub.
struct AutoDetailRecords: Sendable {
    let services: RecordSet
    let appointments: RecordSet
    let service: @Sendable (String) -> [UInt8]?
    let serviceNamed: @Sendable (String) -> [UInt8]?
    /// The position of an appointment in the list, by id.
    let position: @Sendable (String) -> Int?
    /// Whether an appointment of a service starts at a time and is not cancelled.
    let isTaken: @Sendable (String, Instant) -> Bool
    let photo: @Sendable (PhotoAddress) -> [UInt8]?

    init(_ records: SandboxConfiguration.Records) throws(SandboxError) {
        let folder = try SampleFolder(records, of: .autoDetailHub) { _ in [AutoDetailSamples.serviceFile] }
        let services = try folder.records("services")
        self.services = RecordSet(services)
        service = { services.record("id", $0) }
        serviceNamed = { services.record("name", $0) }
        if case .generated(let data) = records {
            let generated = try GeneratedAppointments(data)
            appointments = generated.records
            position = generated.position
            isTaken = generated.isTaken
            photo = generated.photo
        } else {
            let stored = try folder.records("appointments")
            let photos = Self.photos(of: stored, in: folder)
            appointments = RecordSet(stored)
            position = { stored.position("id", $0) }
            isTaken = { service, start in
                (0..<stored.count).contains { position in
                    stored.text("serviceName", of: position) == service
                        && stored.text("status", of: position) != "cancelled"
                        && stored.text("startIso", of: position).flatMap { Instant($0) } == start
                }
            }
            photo = { photos[$0] }
        }
    }

    /// The appointments of exactly this phone number, or of clients whose name contains a text; all without either.
    static func search(_ appointments: RecordSet, phone: String?, clientName: String?) -> RecordSelection {
        guard phone != nil || clientName != nil else { return appointments.selection() }
        let wanted = clientName?.lowercased()
        return appointments.selection { position in
            if let phone, appointments.field("phone", position) != phone { return false }
            guard let wanted else { return true }
            return appointments.field("clientName", position)?.lowercased().contains(wanted) == true
        }
    }

    private static func photos(of appointments: StoredRecords, in folder: SampleFolder) -> [PhotoAddress: [UInt8]] {
        var photos: [PhotoAddress: [UInt8]] = [:]
        for position in 0..<appointments.count {
            for list in ["workPhotos", "defectPhotos"] {
                // A list or a photo of another form has no photos.
                guard let value = appointments.value(list, of: position),
                    let found = try? StoredRecords(name: list, texts: [Array(value)])
                else { continue }
                for index in 0..<found.count {
                    guard let id = found.text("id", of: index),
                        let address = found.text("url", of: index).flatMap({ PhotoAddress($0) })
                    else { continue }
                    // Some records have a broken address on purpose: a photo without a file.
                    photos[address] = folder.files.first { $0.name == "photos/\(id).jpg" }?.bytes
                }
            }
        }
        return photos
    }
}
