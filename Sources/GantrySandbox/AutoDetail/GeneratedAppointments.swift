/// Appointments computed from their position, in order of id and of time.
struct GeneratedAppointments: Sendable {
    let count: Int
    private let clients: Int
    private let unusual: Bool
    private let scatter: Scatter
    private let start: Moment
    private let span: Int

    /// - Throws: ``SandboxError`` with `.unusableConfiguration` when a number is out of range or the first day is no
    ///   date.
    init(_ data: GeneratedData) throws(SandboxError) {
        guard let firstDay = CivilDay(data.firstDay), (0...100_000_000).contains(data.entries),
            (1...3_660).contains(data.days),
            (1...1_000_000).contains(data.employees)
        else {
            throw SandboxError(
                .unusableConfiguration, "Generated appointments",
                "they take 0 to 100,000,000 entries, 1 to 1,000,000 employees (who are clients here), 1 to 3,660 days and a first day as YYYY-MM-DD",
                next: "Change the numbers.")
        }
        count = data.entries
        clients = data.employees
        unusual = data.unusual
        scatter = Scatter(seed: data.seed)
        start = Moment(firstDay)
        span = data.days * 86_400
    }

    var records: RecordSet {
        RecordSet(count: count, period: clients, append: { append($0, to: &$1) }) { field, position in
            switch field {
            case "phone": phone(position % clients)
            case "clientName": name(position % clients)
            default: nil
            }
        }
    }

    /// Whether an appointment that is not cancelled begins then. Those of a day stand together.
    @Sendable func isTaken(service: String, start moment: Moment) -> Bool {
        let (day, since) = (86_400, moment.seconds - start.seconds)
        guard count > 0, (0..<span).contains(since) else { return false }
        let first = max(0, since / day * day * count / span - 1)
        let last = min(count - 1, (since / day + 1) * day * count / span + 1)
        return first <= last
            && (first...last).contains {
                begin($0) == moment && serviceName($0) == service && status($0) != "cancelled"
            }
    }

    @Sendable func photo(_ address: PhotoAddress) -> [UInt8]? {
        guard let position = position(address.appointment) else { return nil }
        let counts = photoCounts(position)
        for index in 0..<(address.kind == "work" ? counts.work : address.kind == "defect" ? counts.defect : 0)
        where photoAddress(position, address.kind, index) == address {
            return SandboxPhoto.jpeg(named: photoID(position, address.kind, index))
        }
        return nil
    }

    func id(_ position: Int) -> String { "apt-\(padded(position + 1, 6))" }

    /// The photos of an appointment with the names that ``SandboxPhoto`` takes.
    func photoIDs(_ position: Int) -> [String] {
        let counts = photoCounts(position)
        return (0..<counts.work).map { photoID(position, "work", $0) }
            + (0..<counts.defect).map { photoID(position, "defect", $0) }
    }

    @Sendable func position(_ id: String) -> Int? {
        guard id.hasPrefix("apt-"), let number = Int(id.dropFirst(4)), (1...max(1, count)).contains(number),
            number <= count,
            self.id(number - 1) == id
        else { return nil }
        return number - 1
    }

    private func noise(_ position: Int) -> UInt64 { scatter(UInt64(position) &+ 1, 41) }
    private func phone(_ client: Int) -> String { "+7900\(padded(client + 1, 7))" }
    private func name(_ client: Int) -> String { client % 3 == 1 ? "Client \(client + 1)" : "Клиент \(client + 1)" }
    private func photoID(_ position: Int, _ kind: String, _ index: Int) -> String {
        "ph-\(padded(position + 1, 6))-\(kind)-\(index + 1)"
    }

    private func serviceName(_ position: Int) -> String {
        let noise = noise(position)
        let name = AutoDetailSamples.services[Int(noise % UInt64(AutoDetailSamples.services.count))].name
        return unusual && noise >> 44 & 63 == 9 ? name + " (акция)" : name
    }

    private func status(_ position: Int) -> String {
        switch noise(position) >> 8 & 15 {
        case 0: "new"
        case 1, 2: "confirmed"
        case 3: "in_progress"
        case 4: "cancelled"
        default: "done"
        }
    }

    private func photoCounts(_ position: Int) -> (work: Int, defect: Int) {
        let noise = noise(position)
        guard noise >> 8 & 15 > 4 || noise >> 8 & 15 == 3 else { return (0, 0) }
        return (Int(noise >> 12 & 3), noise >> 16 & 3 == 0 ? 1 : 0)
    }

    private func begin(_ position: Int) -> Moment {
        let moment = start.adding(position * span / max(1, count))
        // Between nine and half past eighteen, Moscow time, on the half hour.
        return Moment(
            CivilDay(daysSince1970: moment.seconds / 86_400), hour: 6,
            minute: Int(noise(position) >> 20 & 0xFF) % 20 * 30)
    }

    private func photoAddress(_ position: Int, _ kind: String, _ index: Int) -> PhotoAddress {
        let taken = begin(position).seconds + 600 * (index + 1)
        let fraction = Int(noise(position) >> 30 & 0xFFFF) % 1_000
        return PhotoAddress(appointment: id(position), kind: kind, file: "photo_\(taken).\(padded(fraction, 3)).jpg")
    }

    func append(_ position: Int, to bytes: inout [UInt8]) {
        let (noise, begin, client) = (noise(position), begin(position), position % clients)
        let service = AutoDetailSamples.services[Int(noise % UInt64(AutoDetailSamples.services.count))]
        bytes.append(#"{"id":""#)
        bytes.append(id(position))
        bytes.append(noise >> 28 & 7 == 0 ? #"","source":"admin","status":""# : #"","source":"ios","status":""#)
        bytes.append(status(position))
        bytes.append(#"","startIso":""#)
        bytes.append(begin)
        bytes.append(#"","endIso":"#)
        if noise >> 32 & 7 == 0 {
            bytes.append("null")
        } else {
            bytes.append("\"")
            bytes.append(begin.adding(service.minutes * 60))
            bytes.append("\"")
        }
        bytes.append(#","clientName":""#)
        bytes.append(name(client))
        bytes.append(client % 17 == 3 ? #"","phone":null"# : #"","phone":"\#(phone(client))""#)
        bytes.append(client % 5 == 2 ? #","telegram":"client_\#(client + 1)""# : #","telegram":null"#)
        bytes.append(
            #","carMake":"\#(Self.cars[client % Self.cars.count])","carPlate":"А\#(padded(client % 1_000, 3))ВС77","serviceName":"#
        )
        bytes.append(jsonString(serviceName(position)))
        bytes.append(#","notes":"#)
        bytes.append(Self.notes[Int(noise >> 36 & 7)])
        appendPhotos(position, to: &bytes)
        bytes.append(#","createdAt":""#)
        bytes.append(begin.adding(-86_400 - Int(noise >> 40 & 0xFFFF)))
        bytes.append(#"","updatedAt":""#)
        bytes.append(begin.adding(7_200))
        bytes.append(#""}"#)
    }

    private func appendPhotos(_ position: Int, to bytes: inout [UInt8]) {
        let counts = photoCounts(position)
        for (kind, count) in [("work", counts.work), ("defect", counts.defect)] {
            bytes.append(#","\#(kind)Photos":["#)
            for index in 0..<count {
                if index > 0 { bytes.append(",") }
                bytes.append(
                    #"{"id":"\#(photoID(position, kind, index))","url":"\#(photoAddress(position, kind, index).text)","createdAt":""#
                )
                bytes.append(begin(position).adding(600 * (index + 1)))
                bytes.append(#""}"#)
            }
            bytes.append("]")
        }
    }

    private static let cars = ["BMW", "Lada", "Toyota", "Škoda", "Haval", "Kia", "Москвич", "GAZ"]
    private static let notes = [
        #""""#, "null", #""Позвонить за час""#, #""=1+1""#, #""Scratch on the left door; see photo""#,
        #""second line\nhere""#, #""🚗 \"special\"""#,
        #""-""#,
    ]
}
