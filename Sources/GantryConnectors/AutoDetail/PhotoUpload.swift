public import GantryEngine
internal import GantryJSON
public import GantryModel

extension AutoDetail {
    /// A photo for a booking: `POST /api/uploads/presign` for an address that may live a minute, `PUT` of the file
    /// there, a look at the photos that the booking has, and `POST /api/client/appointments/{id}/photos`, which links
    /// the photos of one booking and kind together.
    public struct PhotoUpload: Submission {
        /// The bookings that rows are for, as far as they were asked for.
        public struct Knowledge: Sendable {
            /// The status by the id; `nil` for a booking that there is not.
            var statuses: [String: String?] = [:]
            /// Why a booking can't be read, by its id.
            var unreadable: [String: String] = [:]
            /// A booking that there is, by an id that differs in capitals.
            var meant: [String: String] = [:]
        }

        public var appointment = ""
        public var photoKind = ""

        public init() {}

        public static let kind = SubmissionKind(
            "photo-uploads", help: "Photos, each for a booking.",
            files: FileRule(types: ["jpeg"], limit: 2 << 20, isPhoto: true),
            steps: [
                SubmissionStep("store", isShortLived: true), SubmissionStep("look", isShared: true, needsFiles: false),
                SubmissionStep("link", isShared: true, needsFiles: false),
            ])

        public static let fields: [SheetField<PhotoUpload>] = [
            SheetField("file", required: true, help: "The photo: a JPEG of at most 2 MB.", .file { _, _ in }),
            SheetField("appointment", required: true, help: "The id of the booking.", .id { $0.appointment = $1 }),
            SheetField(
                "kind", required: true, help: "Which of the booking's lists it goes to: work or defect.",
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
            let unread = Set(rows.map(\.appointment)).filter {
                knowledge.statuses[$0] == nil && knowledge.unreadable[$0] == nil
            }
            let found = try await calls.readEach(unread) { id -> Result<String?, any Error> in
                do {
                    guard let body = try await calls.read(PhotoUpload.reading(id)) else { return .success(nil) }
                    return .success(try PhotoUpload.booking(body, id)["status"]?.text ?? "")
                } catch {
                    guard calls.isAboutRequest(error) else { throw error }
                    return .failure(error)
                }
            }
            for (id, result) in found {
                switch result {
                case .success(let status): knowledge.statuses.updateValue(status, forKey: id)
                case .failure(let error):
                    knowledge.unreadable[id] = (error as? any ExplainedError)?.explanation ?? "\(error)"
                }
            }
            let missing = found.keys.filter { knowledge.statuses[$0] == .some(nil) && $0 != $0.lowercased() }
            let inLowerCase = try await calls.readEach(Set(missing.map { $0.lowercased() })) { id -> Bool in
                // It is a guess for a message; that it can't be read says nothing.
                do { return try await calls.read(PhotoUpload.reading(id)) != nil } catch { return false }
            }
            for id in missing where inLowerCase[id.lowercased()] ?? false { knowledge.meant[id] = id.lowercased() }
            // Where none can be read it is not the bookings that are broken.
            if knowledge.statuses.isEmpty, case .failure(let error)? = found.values.first { throw error }
        }

        public func check(_ knowledge: Knowledge, today: CivilDate) -> [RowProblem] {
            if let reason = knowledge.unreadable[appointment] {
                return [
                    RowProblem(
                        "appointment-unreadable", field: "appointment",
                        "The booking \(singleLine(appointment)) can't be read: \(reason) "
                            + "Run the same command again when the server shows it.")
                ]
            }
            return switch knowledge.statuses[appointment] {
            case .some(.some("cancelled")):
                [
                    RowProblem(
                        "appointment-cancelled", field: "appointment",
                        "The booking \(singleLine(appointment)) is cancelled.")
                ]
            case .some(.some): []
            case .some(.none), .none: [PhotoUpload.unknown(appointment, meant: knowledge.meant[appointment])]
            }
        }

        private static func unknown(_ id: String, meant: String? = nil) -> RowProblem {
            let hint = meant.map { " Did you mean \(singleLine($0))? Capitals count." } ?? ""
            return RowProblem(
                "unknown-appointment", field: "appointment", "The server has no booking \(singleLine(id)).\(hint)")
        }

        // MARK: Sending

        private static let (storing, looking) = (0, 1)

        public static func request(
            _ rows: [OutgoingRow<PhotoUpload>], step: Int, _ calls: some SystemCalls
        ) async throws -> StepRequest {
            guard let first = rows.first else { return .there([]) }
            if step == storing { return store(first) }
            let id = first.row.appointment
            let kind = first.row.photoKind
            let links = rows.map { PhotoLink($0.entry.memory) }
            if step == looking {
                guard let photos = try await photos(of: id, kind, calls) else { return .refuse(unknown(id)) }
                return .there(links.map { Receipt(memory: $0.noting(photos).memory) })
            }
            var unlinked = links.filter { !$0.isLinked }
            // What was sent before can be there in part.
            if rows.contains(where: { $0.entry.attempts > 1 }) {
                guard let photos = try await photos(of: id, kind, calls) else { return .refuse(unknown(id)) }
                unlinked = unlinked.filter { !photos.hasLinked($0.reference) }
            }
            // A photo that is linked again is there twice.
            guard !unlinked.isEmpty else { return .there(rows.map { _ in Receipt() }) }
            let references = unlinked.map { JSONTree.string($0.reference) }
            let content = JSONTree.object(["kind": .string(kind), "photoUrls": .array(references)]).compact
            return .call(WriteRequest(.post, "/api/client/appointments/\(pathPart(id))/photos", .json(content)))
        }

        /// The name is made of the content, so that two photos that cameras gave one name do not replace each other,
        /// and one that is put twice is the same.
        private static func store(_ row: OutgoingRow<PhotoUpload>) -> StepRequest {
            let (id, kind) = (row.row.appointment, row.row.photoKind)
            let digest = FileMark.all(in: row.entry.content)["file"]?.digest ?? ""
            let name = "photo_\(digest.prefix(16)).jpg"
            return .store(
                field: "file",
                ask: { _, contentType in
                    let content = JSONTree.object([
                        "appointmentId": .string(id), "kind": .string(kind), "filename": .string(name),
                        "contentType": .string(contentType),
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
            if step == storing {
                let link = PhotoLink(answer.reference)
                return .taken([Receipt(status: answer.status, serverID: link.key, memory: link.memory)])
            }
            let tree = try? JSONTree(answer.body)
            switch tree?["success"] {
            case .bool(true)?: return .taken(rows.map { _ in Receipt(status: answer.status) })
            case .bool(false)?:
                return .refused(
                    RowProblem(
                        "not-linked",
                        tree?.shownText("message").map(asSentence) ?? "The server did not link the photos."))
            default:
                let sentence = "The server answered with success, but does not say that the photos are linked."
                // No body, or JSON of another shape, is the server's own answer; anything else came from something in
                // between.
                let isOwn = tree != nil || answer.body.isEmpty
                return isOwn
                    ? .unconfirmed(RowProblem(RowProblem.unconfirmedCode, sentence))
                    : .unclear(RowProblem("unclear-answer", sentence))
            }
        }

        public static func find(
            _ rows: [OutgoingRow<PhotoUpload>], step: Int, _ calls: some SystemCalls
        ) async throws -> FindOutcome {
            // What was put is put again: it is the same file under the same name. A look leaves nothing behind.
            guard step > looking, let row = rows.first?.row else { return .missing }
            guard let photos = try await photos(of: row.appointment, row.photoKind, calls) else { return .missing }
            return photos.find(rows.map { PhotoLink($0.entry.memory) })
        }

        // MARK: Bookings

        private static func reading(_ id: String) -> ReadRequest {
            ReadRequest(path: "/api/client/appointments/\(pathPart(id))", query: [])
        }

        private static func booking(_ body: [UInt8], _ id: String) throws -> JSONTree {
            guard let tree = JSONTree.object(of: body) else { throw RunError.unreadable(reading(id)) }
            return tree["appointment"] ?? tree["data"] ?? tree
        }

        /// The booking's photos of one kind; `nil` where there is no such booking.
        private static func photos(
            of id: String, _ kind: String, _ calls: some SystemCalls
        ) async throws -> LinkedPhotos? {
            try await calls.read(reading(id)).map { LinkedPhotos(try booking($0, id)["\(kind)Photos"]) }
        }
    }
}
