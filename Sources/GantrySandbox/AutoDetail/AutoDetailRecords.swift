/// All records and photos of one AutoDetail Hub.
struct AutoDetailRecords: Sendable {
    let services: RecordSet
    let appointments: RecordSet
    let service: @Sendable (String) -> [UInt8]?
    let serviceNamed: @Sendable (String) -> [UInt8]?
    /// Where an appointment stands in the list, by id.
    let position: @Sendable (String) -> Int?
    /// Whether an appointment that is not cancelled begins at a moment, by the name of its service.
    let isTaken: @Sendable (String, Moment) -> Bool
    let photo: @Sendable (PhotoAddress) -> [UInt8]?

    init(_ records: SandboxConfiguration.Records) throws(SandboxError) {
        switch records {
        case .sampleMonth: try self.init(SampleFolder(AutoDetailSamples.files()))
        case .folder(let path): try self.init(SampleFolder(path, .autoDetailHub))
        case .generated(let data):
            let services = try SampleFolder([AutoDetailSamples.serviceFile]).records("services")
            let generated = try GeneratedAppointments(data)
            self.init(
                services: services, appointments: generated.records, position: generated.position,
                isTaken: generated.isTaken,
                photo: generated.photo)
        }
    }

    private init(_ folder: SampleFolder) throws(SandboxError) {
        let stored = try folder.records("appointments")
        var photos: [PhotoAddress: [UInt8]] = [:]
        for position in 0..<stored.count {
            for list in ["workPhotos", "defectPhotos"] {
                for (id, address) in Self.photos(in: stored.value(list, of: position).map(Array.init) ?? []) {
                    // A photo without a file is a broken address, which some records have on purpose.
                    photos[address] = folder.files.first { $0.name == "photos/\(id).jpg" }?.bytes
                }
            }
        }
        self.init(
            services: try folder.records("services"), appointments: RecordSet(stored),
            position: { stored.position("id", $0) },
            isTaken: { service, start in
                (0..<stored.count).contains { position in
                    stored.text("serviceName", of: position) == service
                        && stored.text("status", of: position) != "cancelled"
                        && stored.text("startIso", of: position).flatMap { Moment($0) } == start
                }
            },
            photo: { [photos] in photos[$0] })
    }

    private init(
        services: StoredRecords, appointments: RecordSet, position: @escaping @Sendable (String) -> Int?,
        isTaken: @escaping @Sendable (String, Moment) -> Bool, photo: @escaping @Sendable (PhotoAddress) -> [UInt8]?
    ) {
        self.services = RecordSet(services)
        self.appointments = appointments
        service = { services.record("id", $0) }
        serviceNamed = { services.record("name", $0) }
        self.position = position
        self.isTaken = isTaken
        self.photo = photo
    }

    /// The appointments of a phone number, letter for letter, or of clients whose name holds a text; all without
    /// either.
    static func search(_ appointments: RecordSet, phone: String?, clientName: String?) -> RecordSelection {
        guard phone != nil || clientName != nil else { return appointments.selection() }
        let wanted = clientName?.lowercased()
        return appointments.selection { position in
            if let phone, appointments.field("phone", position) != phone { return false }
            guard let wanted else { return true }
            return appointments.field("clientName", position)?.lowercased().contains(wanted) == true
        }
    }

    /// Id and address of each photo of a list; a list or a photo of another form has none.
    private static func photos(in list: [UInt8]) -> [(id: String, address: PhotoAddress)] {
        guard let found = try? StoredRecords(name: "photos", texts: [list]) else { return [] }
        return (0..<found.count).compactMap { position in
            guard let id = found.text("id", of: position),
                let address = found.text("url", of: position).flatMap({ PhotoAddress($0) })
            else { return nil }
            return (id, address)
        }
    }
}
