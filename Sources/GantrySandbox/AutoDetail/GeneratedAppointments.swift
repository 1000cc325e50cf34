internal import GantryJSON
internal import GantryModel

/// Appointments computed from their position, in order of id and of time.
struct GeneratedAppointments: Sendable {
    let count: Int
    private let clients: Int
    private let unusual: Bool
    private let random: SplitMix64
    private let start: Instant
    private let span: Int

    /// - Throws: ``SandboxError`` with `.unusableConfiguration` when a number is out of range or the first day is not
    ///   a date.
    init(_ data: GeneratedData) throws(SandboxError) {
        start = Instant(try data.checked("Generated appointments", employeesAre: "clients"))
        count = data.entries
        clients = data.employees
        unusual = data.unusual
        random = SplitMix64(seed: data.seed)
        span = data.days * 86_400
    }

    var records: RecordSet {
        RecordSet(count: count, period: clients, record: appointment) { field, position in
            switch field {
            case "phone": phone(position % clients)
            case "clientName": name(position % clients)
            default: nil
            }
        }
    }

    /// Whether an appointment that is not cancelled starts then. Those of one day are beside each other.
    @Sendable func isTaken(service: String, at time: Instant) -> Bool {
        let (day, since) = (86_400, time.secondsSince1970 - start.secondsSince1970)
        guard count > 0, (0..<span).contains(since) else { return false }
        let first = max(0, since / day * day * count / span - 1)
        let last = min(count - 1, (since / day + 1) * day * count / span + 1)
        return first <= last
            && (first...last).contains {
                begin($0) == time && serviceName($0) == service && status($0) != "cancelled"
            }
    }

    @Sendable func photo(_ address: PhotoAddress) -> [UInt8]? {
        guard let position = position(address.appointment) else { return nil }
        let photo = photos(position).first { $0.address == address }
        return photo.map { SandboxPhoto.jpeg(named: $0.id) }
    }

    /// The photos of an appointment by the names that ``SandboxPhoto`` takes.
    func photoIDs(_ position: Int) -> [String] { photos(position).map(\.id) }

    private func id(_ position: Int) -> String { "apt-" + padded(position + 1, 6) }

    @Sendable func position(_ id: String) -> Int? {
        guard id.hasPrefix("apt-"), let number = Int(id.dropFirst(4)), number >= 1, number <= count,
            self.id(number - 1) == id
        else { return nil }
        return number - 1
    }

    private func noise(_ position: Int) -> UInt64 { random(position: position, series: 41) }
    private func phone(_ client: Int) -> String { "+7900" + padded(client + 1, 7) }
    private func name(_ client: Int) -> String { client % 3 == 1 ? "Client \(client + 1)" : "Клиент \(client + 1)" }

    private func serviceName(_ position: Int) -> String {
        let noise = noise(position)
        let name = AutoDetailSamples.services[Int(noise % UInt64(AutoDetailSamples.services.count))].name
        return unusual && noise.bits(44, 6) == 9 ? name + " (акция)" : name
    }

    private func status(_ position: Int) -> String {
        switch noise(position).bits(8, 4) {
        case 0: "new"
        case 1, 2: "confirmed"
        case 3: "in_progress"
        case 4: "cancelled"
        default: "done"
        }
    }

    private func begin(_ position: Int) -> Instant {
        let day = start.adding(seconds: position * span / max(1, count)).utcDate
        // From 9:00 to 18:30 in Moscow, on the half hour.
        return Instant(day, hour: 6, minute: noise(position).bits(20, 8) % 20 * 30)
    }

    private struct Photo {
        var id: String
        var address: PhotoAddress
        var created: Instant
    }

    /// The photos of the work, then those of defects.
    private func photos(_ position: Int) -> [Photo] {
        let noise = noise(position)
        guard ["in_progress", "done"].contains(status(position)) else { return [] }
        let fraction = padded(noise.bits(30, 16) % 1_000, 3)
        return [("work", noise.bits(12, 2)), ("defect", noise.bits(16, 2) == 0 ? 1 : 0)].flatMap { kind, count in
            (1...3).prefix(count).map { number in
                let created = begin(position).adding(seconds: 600 * number)
                return Photo(
                    id: "ph-\(padded(position + 1, 6))-\(kind)-\(number)",
                    address: PhotoAddress(
                        appointment: id(position), kind: kind,
                        file: "photo_\(created.secondsSince1970).\(fraction).jpg"), created: created)
            }
        }
    }

    @Sendable private func appointment(_ position: Int) -> JSONTree {
        let (noise, begin, client) = (noise(position), begin(position), position % clients)
        let minutes = AutoDetailSamples.services[Int(noise % UInt64(AutoDetailSamples.services.count))].minutes
        let photos = photos(position)
        func list(_ kind: String) -> JSONTree {
            .array(photos.filter { $0.address.kind == kind }.map { $0.address.photo($0.id, created: "\($0.created)") })
        }
        return [
            "id": .string(id(position)), "source": noise.bits(28, 3) == 0 ? "admin" : "ios",
            "status": .string(status(position)), "startIso": "\(begin)",
            "endIso": noise.bits(32, 3) == 0 ? .null : "\(begin.adding(seconds: minutes * 60))",
            "clientName": .string(name(client)), "phone": client % 17 == 3 ? .null : .string(phone(client)),
            "telegram": client % 5 == 2 ? "client_\(client + 1)" : .null,
            "carMake": .string(Self.cars[client % Self.cars.count]), "carPlate": "А\(padded(client % 1_000, 3))ВС77",
            "serviceName": .string(serviceName(position)), "notes": Self.notes[noise.bits(36, 3)],
            "workPhotos": list("work"), "defectPhotos": list("defect"),
            "createdAt": "\(begin.adding(seconds: -86_400 - noise.bits(40, 16)))",
            "updatedAt": "\(begin.adding(seconds: 7_200))",
        ]
    }

    private static let cars = ["BMW", "Lada", "Toyota", "Škoda", "Haval", "Kia", "Москвич", "GAZ"]
    private static let notes: [JSONTree] = [
        "", .null, "Позвонить за час", "=1+1", "Scratch on the left door; see photo", "second line\nhere",
        "🚗 \"special\"", "-",
    ]
}
