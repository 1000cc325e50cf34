public import GantryEngine
internal import GantryJSON
public import GantryModel

extension AutoDetail {
    /// A photo for a booking, in three requests: `POST /api/uploads/presign` for an address that may live a minute, `PUT` of the file
    /// there, and `POST /api/client/appointments/{id}/photos`, which links the photos of one booking and kind together.
    public struct PhotoUpload: Submission {
        /// The bookings that rows are for, as far as they were asked for.
        public struct Knowledge: Sendable {
            /// The status by the id; `nil` for a booking that there is not.
            var statuses: [String: String?] = [:]
        }

        public var appointment = ""
        public var photoKind = ""

        public init() {}

        public static let kind = SubmissionKind(
            "photo-uploads", help: "Photos, each for a booking.", files: FileRule(types: ["jpeg"], limit: 2 << 20, isPhoto: true),
            steps: [SubmissionStep("store", isShortLived: true), SubmissionStep("link", isShared: true, needsFiles: false)])

        public static let fields: [SheetField<PhotoUpload>] = [
            SheetField("file", required: true, help: "The photo: a JPEG of at most 2 MB.", .file { _, _ in }),
            SheetField("appointment", required: true, help: "The id of the booking.", .text(most: 100) { $0.appointment = $1 }),
            SheetField("kind", required: true, help: "Which of the booking's lists it goes to: work or defect.",
                .choice(AutoDetail.photoKinds) { $0.photoKind = $1 }),
        ]

        public var identity: RowIdentity {
            RowIdentity(target: appointment, purpose: photoKind, group: "\(photoKind) \(appointment)")
        }

        // MARK: Checks

        public static func learn(_: some SystemCalls) async throws -> Knowledge { Knowledge() }

        public static func learn(
            _ knowledge: inout Knowledge, about rows: [PhotoUpload], today: CivilDate, _ calls: some SystemCalls
        ) async throws {
            let unread = Set(rows.map(\.appointment)).filter { knowledge.statuses[$0] == nil }
            let statuses = try await calls.readEach(unread) { id -> String? in
                guard let body = try await calls.read(PhotoUpload.reading(id)) else { return nil }
                return try PhotoUpload.booking(body, id)["status"]?.text ?? ""
            }
            knowledge.statuses.merge(statuses) { $1 }
        }

        public func check(_ knowledge: Knowledge, today: CivilDate) -> [RowProblem] {
            switch knowledge.statuses[appointment] {
            case .some(.some("cancelled")):
                [RowProblem("appointment-cancelled", field: "appointment", "The booking \(singleLine(appointment)) is cancelled.")]
            case .some(.some): []
            case .some(.none), .none: [PhotoUpload.unknown(appointment)]
            }
        }

        private static func unknown(_ id: String) -> RowProblem {
            RowProblem("unknown-appointment", field: "appointment", "The server has no booking \(singleLine(id)).")
        }

        // MARK: Sending

        public static func request(
            _ rows: [OutgoingRow<PhotoUpload>], step: Int, _ calls: some SystemCalls
        ) async throws -> StepRequest {
            guard let first = rows.first else { return .there([]) }
            if step == 0 { return store(first) }
            let id = first.row.appointment
            guard let body = try await calls.read(reading(id)) else { return .refuse(unknown(id)) }
            let linked = linked(try booking(body, id), first.row.photoKind) ?? []
            let references = rows.map(\.entry.memory).filter { !isLinked($0, linked) }
            // A photo that is linked again is there twice.
            guard !references.isEmpty else { return .there(rows.map { _ in Receipt() }) }
            let content = JSONTree.object(["kind": .string(first.row.photoKind), "photoUrls": .array(references.map { .string($0) })])
            return .call(WriteRequest(.post, "/api/client/appointments/\(pathPart(id))/photos", .json(content.compact)))
        }

        /// The name is made of the content, so that two photos that cameras gave one name do not replace each other, and one that is
        /// put twice is the same.
        private static func store(_ row: OutgoingRow<PhotoUpload>) -> StepRequest {
            let (id, kind) = (row.row.appointment, row.row.photoKind)
            let digest = FileMark.all(in: row.entry.content)["file"]?.digest ?? ""
            let name = "photo_\(digest.prefix(16)).jpg"
            return .store(
                field: "file",
                ask: { _, contentType in
                    let content = JSONTree.object([
                        "appointmentId": .string(id), "kind": .string(kind), "filename": .string(name), "contentType": .string(contentType),
                    ])
                    return WriteRequest(.post, "/api/uploads/presign", .json(content.compact), isRepeatable: true)
                },
                address: { body in
                    guard let tree = JSONTree.object(of: body), let url = tree["uploadUrl"]?.text, !url.isEmpty,
                        let reference = tree["ref"]?.text, !reference.isEmpty
                    else { return nil }
                    return StoreAddress(url: url, reference: reference)
                })
        }

        public static func receive(_ answer: StepAnswer, _ rows: [OutgoingRow<PhotoUpload>], step: Int) -> StepReading {
            if step == 0 {
                return .taken([Receipt(status: answer.status, serverID: key(of: answer.reference), memory: answer.reference)])
            }
            let tree = JSONTree.object(of: answer.body)
            switch tree?["success"] {
            case .bool(true)?: return .taken(rows.map { _ in Receipt(status: answer.status) })
            case .bool(false)?:
                return .refused(RowProblem("not-linked", tree?.shownText("message").map(asSentence) ?? "The server did not link the photos."))
            default:
                return .unclear(RowProblem("unclear-answer", "The server answered with success, but does not say that the photos are linked."))
            }
        }

        public static func find(
            _ rows: [OutgoingRow<PhotoUpload>], step: Int, _ calls: some SystemCalls
        ) async throws -> FindOutcome {
            // What was put is put again: it is the same file under the same name.
            guard step > 0, let row = rows.first?.row else { return .missing }
            guard let body = try await calls.read(reading(row.appointment)) else { return .missing }
            guard let linked = linked(try booking(body, row.appointment), row.photoKind) else {
                return .cannotTell("The server does not say which photos the booking has.")
            }
            // Where some of them are there, the others are linked by the next request.
            guard rows.allSatisfy({ isLinked($0.entry.memory, linked) }) else { return .missing }
            return .there(rows.map { _ in Receipt() })
        }

        // MARK: Bookings

        private static func reading(_ id: String) -> ReadRequest {
            ReadRequest(path: "/api/client/appointments/\(pathPart(id))", query: [])
        }

        private static func booking(_ body: [UInt8], _ id: String) throws -> JSONTree {
            guard let tree = JSONTree.object(of: body) else { throw RunError.unreadable(reading(id)) }
            return tree["appointment"] ?? tree["data"] ?? tree
        }

        /// The addresses of the booking's photos of one kind; `nil` where the server does not list them.
        private static func linked(_ booking: JSONTree, _ kind: String) -> [String]? {
            booking["\(kind)Photos"]?.list?.compactMap { $0["url"]?.text ?? $0.text }
        }

        /// What the store calls the photo: the reference without `s3:`.
        private static func key(of reference: String) -> String {
            reference.hasPrefix("s3:") ? String(reference.dropFirst(3)) : reference
        }

        /// Whether one of the addresses ends in the reference's key. A key with signs that an address escapes is compared as that
        /// would write it.
        private static func isLinked(_ reference: String, _ addresses: [String]) -> Bool {
            let key = key(of: reference)
            let escaped = key.split(separator: "/", omittingEmptySubsequences: false).map { pathPart(String($0)).replacing("%2E", with: ".") }
                .joined(separator: "/")
            return addresses.contains { address in
                let path = withoutQuery(address)
                return path == reference || [key, escaped].contains { path == $0 || path.hasSuffix("/" + $0) }
            }
        }
    }
}
