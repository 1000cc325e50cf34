public import GantryEngine
internal import GantryJSON
public import GantryModel

extension AutoDetail {
    /// A booking: `POST /api/client/appointments`.
    public struct Booking: SubmittedRow {
        /// The services that there are.
        public struct ReferenceData: Sendable {
            /// Whether it can be booked, by its name.
            var services: [String: Bool] = [:]
            /// Services that the server lists and that can't be read.
            var unreadable = 0
        }

        /// What rows of the sheet are for; a second row can't be for the same.
        public typealias Earlier = Set<String>

        public var start = Instant(nanosecondsSince1970: 0)
        public var clientName = ""
        public var phone = ""
        public var telegram = ""
        public var carMake = ""
        public var carPlate = ""
        public var service = ""
        public var notes = ""

        public init() {}

        static let kind = SubmissionKind(
            "bookings", help: "Bookings of services.", delivery: .single(["book"]), makes: .record)

        /// The columns of a sheet; `start`, `client_name` and `service` must be filled.
        static let fields: [SheetField<Booking>] = [
            SheetField(
                "start", required: true, \.start,
                help: "When the car comes, with the zone: 2026-10-05T14:00:00Z or 2026-10-05T17:00:00+03:00."),
            SheetField(
                "client_name", required: true, \.clientName, most: 100,
                help: "The name of the client, 2 to 100 characters."),
            SheetField("phone", \.phone, most: 50, help: "The telephone number of the client."),
            SheetField("telegram", \.telegram, most: 100, help: "The Telegram name of the client, without @."),
            SheetField("car_make", \.carMake, most: 100, help: "The make of the car."),
            SheetField("car_plate", \.carPlate, most: 50, help: "The number plate of the car."),
            SheetField(
                "service", required: true, \.service, most: 200, help: "The service's name, as on the server."),
            SheetField("notes", \.notes, most: 500, help: "Notes for the workshop, at most 500 characters."),
        ]

        /// `autodetail.bookings`: each booking by itself, sent once for good.
        public static let submission = Submission<Booking>(
            kind, fields: fields, loadReferenceData: loadReferenceData, request: request, receive: receive, find: find
        )

        /// A service at a time, for a client; the label leaves out the name of the client.
        public var identity: RowIdentity {
            RowIdentity(target: "\(service) at \(start)", purpose: clientName, label: "\(service) at \(start)")
        }

        // MARK: Checks

        /// Reads the services, and which of them can be booked. One that does not say counts as bookable.
        public static func loadReferenceData(_ server: any ServerReader) async throws -> ReferenceData {
            var referenceData = ReferenceData()
            try await server.readAll(Service.dataset, period: nil, filters: [:]) { page in
                referenceData.unreadable += page.unreadable
                for service in page {
                    let name = page.text(service.name)
                    referenceData.services[name] = service.isActive ?? true || referenceData.services[name] ?? false
                }
            }
            return referenceData
        }

        /// Refuses a time that has passed, a name of one character, unusable contact data, and a service that the
        /// server does not have or that can't be booked.
        public func check(_ referenceData: ReferenceData, today: CivilDate, now: Instant) -> [RowProblem] {
            var problems: [RowProblem] = []
            if start <= now {
                problems.append(
                    RowProblem("start-passed", field: "start", "start is \(start), which is in the past (now: \(now)).")
                )
            }
            if clientName.unicodeScalars.count < 2 {
                problems.append(
                    RowProblem("too-short", field: "client_name", "client_name has 1 character; at least 2 are needed.")
                )
            }
            if !phone.isEmpty, let problem = ContactRules.phone(phone, field: "phone", lengths: nil) {
                problems.append(problem)
            }
            if telegram.hasPrefix("@") {
                problems.append(
                    RowProblem(
                        "unusable-value", field: "telegram",
                        "telegram is \"\(singleLine(telegram, limit: 60))\"; write it without @."))
            }
            if let problem = serviceProblem(referenceData) { problems.append(problem) }
            return problems
        }

        /// No bookings yet.
        public static var noneEarlier: Set<String> { [] }

        /// Refuses a second booking of a service at the same time.
        public func check(_: ReferenceData, after earlier: Set<String>) -> [RowProblem] {
            guard earlier.contains(identity.target) else { return [] }
            return [
                RowProblem(
                    "slot-repeated", field: "start",
                    "A row above also books \(singleLine(service, limit: 60)) at \(start), but the server accepts only one booking. "
                        + "Correct or remove one of the rows.")
            ]
        }

        /// Keeps the service and the time.
        public func join(_ earlier: inout Set<String>, with _: ReferenceData) { earlier.insert(identity.target) }

        private func serviceProblem(_ referenceData: ReferenceData) -> RowProblem? {
            let shown = singleLine(service, limit: 60)
            if let isActive = referenceData.services[service] {
                return isActive
                    ? nil
                    : RowProblem(
                        "service-inactive", field: "service", "The service \"\(shown)\" can't be booked at the moment.")
            }
            let known = referenceData.services.filter(\.value).keys.sorted()
            // A name that differs only in capitals and spaces is not counted as a typing error.
            let folded = { (name: String) in TextIdentity.text.folded(name).filter { $0 != " " } }
            let near = known.first { folded($0) == folded(service) } ?? nearestWord(to: service, among: known)
            let hint =
                near.map { "Did you mean \"\(singleLine($0, limit: 60))\"?" }
                ?? "Available: " + known.prefix(20).map { "\"\(singleLine($0, limit: 60))\"" }.joined(separator: ", ")
                + "."
            return RowProblem(
                "unknown-service", field: "service",
                "The server has no service \"\(shown)\". \(hint)\(unreadableNote(referenceData.unreadable, "service"))")
        }

        // MARK: Sending

        /// `POST` with the columns that are filled.
        public static func request(
            for rows: [OutgoingRow<Booking>], step: Int, server: any ServerReader
        ) async throws -> StepRequest {
            let row = rows.first?.row ?? Booking()
            let given = [
                ("phone", row.phone), ("telegram", row.telegram), ("carMake", row.carMake), ("carPlate", row.carPlate),
                ("notes", row.notes),
            ].filter { !$0.1.isEmpty }
            let content =
                [("startIso", row.start.description), ("clientName", row.clientName), ("serviceName", row.service)]
                + given
            return .call(
                WriteRequest(
                    .post, path,
                    body: .json(JSONTree.object(content.map { JSONTree.Member($0.0, .string($0.1)) }).compact)))
        }

        /// Confirms an answer with the id of a booking, in whatever spelling it shows the client. One at another time
        /// or of another service is a wrong effect.
        public static func receive(_ answer: StepAnswer, for rows: [OutgoingRow<Booking>], step: Int) -> EffectOutcome {
            guard let row = rows.first?.row, let tree = JSONTree.object(of: answer.body) else {
                return answer.unshown("The server reported success without the booking.")
            }
            let booking = tree["appointment"] ?? tree["data"] ?? tree
            guard let id = booking["id"]?.text, !id.isEmpty else {
                return answer.unshown("The server reported success without the booking.")
            }
            guard row.isAtSlot(booking) ?? true else {
                return .wrongEffect(
                    RowProblem(
                        "other-booking",
                        "The server answered with the booking \(singleLine(id)), which has another time or service."))
            }
            return .confirmed([Receipt(status: answer.status, serverID: id)])
        }

        /// Whether the server offers a search for bookings, tried with the name of the client.
        public func canBeFound(_ server: any ServerReader, allowing codes: Set<String>) async throws -> Bool {
            try await server.search(ReadRequest(path: Self.path, query: [("clientName", clientName)])) != nil
        }

        private static let path = "/api/client/appointments"

        /// The client's bookings are searched, by telephone number first, since it identifies a client better than a
        /// name.
        public static func find(
            _ rows: [OutgoingRow<Booking>], step: Int, server: any ServerReader
        ) async throws -> LookupOutcome {
            guard let outgoing = rows.first else { return .missing }
            let row = outgoing.row
            var other: String?
            let searches = (row.phone.isEmpty ? [] : [("phone", row.phone)]) + [("clientName", row.clientName)]
            for search in searches {
                let request = ReadRequest(path: path, query: [search])
                guard let body = try await server.search(request) else {
                    return .unknown("The server offers no search for bookings.")
                }
                guard let found = JSONTree.list(of: body, under: ["appointments", "data"]) else {
                    throw RunError.unreadable(request)
                }
                for booking in found
                where row.isAtSlot(booking) ?? false && booking["status"]?.text != "cancelled" {
                    guard let id = booking["id"]?.text else { continue }
                    if try await server.isTaken(id, besides: outgoing.entry) { continue }
                    if let name = booking["clientName"]?.text, isShown(row.clientName, as: name) {
                        return .confirmed([Receipt(serverID: id)])
                    }
                    // The search by name also shows clients whose names contain this one.
                    if search.0 == "phone" { other = id }
                }
            }
            guard let other else { return .missing }
            return .unknown(
                "The server has the booking \(singleLine(other)) of the service at this time for the same telephone number and another name."
            )
        }

        /// Whether a booking of the server's has the time and the service of the row; `nil` if it doesn't say.
        private func isAtSlot(_ booking: JSONTree) -> Bool? {
            guard let time = booking["startIso"]?.text, let name = booking["serviceName"]?.text else { return nil }
            return Instant(time) == start && isShown(service, as: name)
        }
    }
}
