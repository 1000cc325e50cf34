public import GantryEngine
internal import GantryJSON
public import GantryModel

extension AutoDetail {
    /// A photo for a booking: `POST /api/uploads/presign` for an address that may live a minute, `PUT` of the file
    /// there, a look at the photos that the booking has, and `POST /api/client/appointments/{id}/photos`, which links
    /// the photos of one booking and kind together.
    public struct PhotoUpload: SubmittedRow {
        /// The bookings that rows are for, as far as they were asked for.
        public struct ReferenceData: Sendable {
            /// The status by the id; `nil` for a booking that there is not.
            var statuses: [String: String?] = [:]
            /// Why a booking can't be read, by its id.
            var unreadable: [String: String] = [:]
            /// A booking that there is, by an id that differs in capitals.
            var meant: [String: String] = [:]
            /// The bookings that a number without the rest of the id can mean, by the number.
            var numbered: [String: [String]] = [:]
            /// The ids of the account's bookings, once a number was looked for among them.
            var ids: [String]?
        }

        public var appointment = ""
        /// The id of the booking, as the check found it.
        var booking: String { found ?? appointment }
        private var found: String?
        public var photoKind = ""

        public init() {}

        static let kind = SubmissionKind(
            "photo-uploads", help: "Photos, each for a booking.",
            files: FileRule(types: ["jpeg"], limit: 2 << 20, isPhoto: true),
            delivery: .presigned(store: "store", then: ["look", "link"]))

        /// The columns of a sheet; `file`, `appointment` and `kind` must be filled.
        static let fields: [SheetField<PhotoUpload>] = [
            SheetField(
                file: "file", required: true, help: "The photo; what isn't a JPEG of at most 2 MB is converted."),
            SheetField(
                "appointment", required: true, id: \.appointment,
                help: "The id of the booking, or the number at its end."),
            SheetField(
                "kind", required: true, \.photoKind, oneOf: AutoDetail.photoKinds,
                help: "Which of the booking's lists it goes to: work or defect."),
        ]

        /// `autodetail.photo-uploads`: a JPEG of at most 2 MB, stored at a presigned address and then linked, once for
        /// good.
        public static let submission = Submission<PhotoUpload>(
            kind, fields: fields, loadReferenceData: loadReferenceData, request: request, receive: receive, find: find
        ).with(\.loadMore, loadMore)

        /// A booking, for one of its two lists; the photos of a list are a group that is linked in one request.
        public var identity: RowIdentity {
            RowIdentity(target: booking, purpose: photoKind, group: "\(photoKind) \(booking)")
        }

        // MARK: Checks

        /// Reads nothing: bookings are read when rows name them.
        public static func loadReferenceData(_: any ServerReader) async throws -> ReferenceData { ReferenceData() }

        /// Reads the bookings that rows name for the first time. One that can't be read is kept with the reason; the
        /// error is thrown only if none can be read.
        public static func loadMore(
            into referenceData: inout ReferenceData, about rows: [PhotoUpload], today: CivilDate,
            from server: any ServerReader
        ) async throws {
            let unread = Set(rows.map(\.appointment)).filter {
                referenceData.statuses[$0] == nil && referenceData.unreadable[$0] == nil
            }
            let found = try await server.readEach(unread) { id -> Result<String?, any Error> in
                do {
                    guard let body = try await server.read(PhotoUpload.reading(id)) else { return .success(nil) }
                    return .success(try PhotoUpload.booking(body, id)["status"]?.text ?? "")
                } catch {
                    guard server.isAboutRequest(error) else { throw error }
                    return .failure(error)
                }
            }
            for (id, result) in found {
                switch result {
                case .success(let status): referenceData.statuses.updateValue(status, forKey: id)
                case .failure(let error):
                    referenceData.unreadable[id] = (error as? any ExplainedError)?.explanation ?? "\(error)"
                }
            }
            let missing = found.keys.filter { referenceData.statuses[$0] == .some(nil) && $0 != $0.lowercased() }
            let inLowerCase = try await server.readEach(Set(missing.map { $0.lowercased() })) { id -> Bool in
                // It is only a guess for a message; failing to read it doesn't matter.
                do { return try await server.read(PhotoUpload.reading(id)) != nil } catch { return false }
            }
            for id in missing where inLowerCase[id.lowercased()] ?? false { referenceData.meant[id] = id.lowercased() }
            try await findNumbers(of: found.keys, into: &referenceData, from: server)
            // Where none can be read it is not the bookings that are broken.
            if referenceData.statuses.isEmpty, case .failure(let error)? = found.values.first { throw error }
        }

        /// The booking, where it is named by its number.
        public func reference(_ referenceData: ReferenceData) -> RowReference? {
            guard let ids = referenceData.numbered[appointment], ids.count == 1 else { return nil }
            return RowReference(appointment, "booking \(ids[0])")
        }

        /// The id of the booking that the number means; empty for a row that has the id.
        public func resumeState(_ referenceData: ReferenceData) -> String {
            guard let ids = referenceData.numbered[appointment], ids.count == 1 else { return "" }
            return PhotoLink.check(ids[0])
        }

        /// Takes the id from the text, which steps leave in it.
        public mutating func restore(_ resumeState: String) { found = PhotoLink(resumeState).booking }

        /// Refuses a booking that the server does not have, that is cancelled, or that can't be read.
        public func check(_ referenceData: ReferenceData, today: CivilDate, now _: Instant) -> [RowProblem] {
            if let ids = referenceData.numbered[appointment], ids.count > 1 {
                let shown = ids.prefix(5).map { singleLine($0, limit: 60) } + (ids.count > 5 ? ["others"] : [])
                return [
                    RowProblem(
                        "several-appointments", field: "appointment",
                        "Several bookings have the number \(singleLine(appointment)): \(listed(shown, "and")). Enter the id of the right one."
                    )
                ]
            }
            if let reason = referenceData.unreadable[booking] {
                return [
                    RowProblem(
                        "appointment-unreadable", field: "appointment",
                        "The booking \(singleLine(booking)) can't be read: \(reason) "
                            + "Run the same command again when the server shows it.")
                ]
            }
            return switch referenceData.statuses[booking] {
            case .some(.some("cancelled")):
                [
                    RowProblem(
                        "appointment-cancelled", field: "appointment",
                        "The booking \(singleLine(booking)) is cancelled.")
                ]
            case .some(.some): []
            case .some(.none), .none: [PhotoUpload.unknown(appointment, meant: referenceData.meant[appointment])]
            }
        }

        private static func unknown(_ id: String, meant: String? = nil) -> RowProblem {
            let hint = meant.map { " Did you mean \(singleLine($0))? Upper and lower case matter." } ?? ""
            return RowProblem(
                "unknown-appointment", field: "appointment", "The server has no booking \(singleLine(id)).\(hint)")
        }

        // MARK: Sending

        private static let (storing, looking) = (0, 1)

        /// Stores the photo, then saves the list of the booking's photos, then links the photos that are not linked yet
        /// in one request for the group.
        public static func request(
            for rows: [OutgoingRow<PhotoUpload>], step: Int, server: any ServerReader
        ) async throws -> StepRequest {
            guard let first = rows.first else { return .confirmed([]) }
            if step == storing { return store(first) }
            let id = first.row.booking
            let kind = first.row.photoKind
            let links = rows.map { PhotoLink($0.entry.checkState) }
            if step == looking {
                guard let photos = try await photos(of: id, kind, server) else { return .refuse(unknown(id)) }
                return .confirmed(links.map { Receipt(resumeState: $0.noting(photos).resumeState) })
            }
            var unlinked = links.filter { !$0.isLinked }
            // Of what was sent before, only a part may have arrived.
            if rows.contains(where: { $0.entry.attempts > 1 }) {
                guard let photos = try await photos(of: id, kind, server) else { return .refuse(unknown(id)) }
                unlinked = unlinked.filter { !photos.hasLinked($0.reference) }
            }
            // A photo that is linked again appears twice.
            guard !unlinked.isEmpty else { return .confirmed(rows.map { _ in Receipt() }) }
            let references = unlinked.map { JSONTree.string($0.reference) }
            let content = JSONTree.object(["kind": .string(kind), "photoUrls": .array(references)]).compact
            return .call(WriteRequest(.post, "/api/client/appointments/\(pathPart(id))/photos", body: .json(content)))
        }

        /// The name is derived from the content: two different photos with one name from a camera don't replace each
        /// other, and a photo that is stored twice has one name.
        private static func store(_ row: OutgoingRow<PhotoUpload>) -> StepRequest {
            let (id, kind) = (row.row.booking, row.row.photoKind)
            let digest = FileFingerprint.all(in: row.entry.content)["file"]?.digest ?? ""
            let name = "photo_\(digest.prefix(16)).jpg"
            return .store(
                field: "file",
                ask: { _, contentType in
                    let content = JSONTree.object([
                        "appointmentId": .string(id), "kind": .string(kind), "filename": .string(name),
                        "contentType": .string(contentType),
                    ])
                    return WriteRequest(.post, "/api/uploads/presign", body: .json(content.compact), isRepeatable: true)
                },
                address: { body in
                    guard let tree = JSONTree.object(of: body), let url = tree["uploadUrl"]?.text, !url.isEmpty,
                        let reference = tree["ref"]?.text, !reference.isEmpty
                    else { return nil }
                    return StoreAddress(url: url, reference: reference)
                })
        }

        /// Storing keeps the reference of the photo. Linking is confirmed by `success: true`, rejected by `success:
        /// false`, and unconfirmed by any other JSON or an empty body.
        public static func receive(
            _ answer: StepAnswer, for rows: [OutgoingRow<PhotoUpload>], step: Int
        ) -> EffectOutcome {
            if step == storing {
                var link = PhotoLink(answer.reference)
                link.booking = rows.first?.row.found
                return .confirmed([Receipt(status: answer.status, serverID: link.key, resumeState: link.resumeState)])
            }
            let tree = try? JSONTree(answer.body)
            switch tree?["success"] {
            case .bool(true)?: return .confirmed(rows.map { _ in Receipt(status: answer.status) })
            case .bool(false)?:
                return .rejected(
                    RowProblem(
                        "not-linked",
                        tree?.shownText("message").map(asSentence) ?? "The server didn't link the photos."))
            default:
                let sentence = "The server reported success without confirming that the photos are linked."
                // No body, or JSON of another shape, is the server's own answer; anything else came from something in
                // between.
                let isOwn = tree != nil || answer.body.isEmpty
                return isOwn
                    ? .unconfirmed(RowProblem(RowProblem.unconfirmedCode, sentence))
                    : .ambiguous(RowProblem("unclear-answer", sentence))
            }
        }

        /// Looks for the references among the photos of the booking. The first two steps count as missing, since
        /// repeating them does no harm.
        public static func find(
            _ rows: [OutgoingRow<PhotoUpload>], step: Int, server: any ServerReader
        ) async throws -> LookupOutcome {
            // Storing again is safe: it is the same file under the same name. A lookup changes nothing.
            guard step > looking, let row = rows.first?.row else { return .missing }
            guard let photos = try await photos(of: row.booking, row.photoKind, server) else { return .missing }
            return photos.find(rows.map { PhotoLink($0.entry.checkState) })
        }

        // MARK: Bookings

        static func reading(_ id: String) -> ReadRequest {
            ReadRequest(path: "/api/client/appointments/\(pathPart(id))", query: [])
        }

        static func booking(_ body: [UInt8], _ id: String) throws -> JSONTree {
            guard let tree = JSONTree.object(of: body) else { throw RunError.unreadable(reading(id)) }
            return tree["appointment"] ?? tree["data"] ?? tree
        }

        /// The booking's photos of one kind; `nil` if the booking doesn't exist.
        private static func photos(
            of id: String, _ kind: String, _ server: any ServerReader
        ) async throws -> LinkedPhotos? {
            try await server.read(reading(id)).map { LinkedPhotos(try booking($0, id)["\(kind)Photos"]) }
        }
    }
}
