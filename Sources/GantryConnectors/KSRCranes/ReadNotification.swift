public import GantryEngine
internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// A message of the system that is marked as read: `PATCH /api/app/notifications/{id}/read`.
    public struct ReadNotification: SubmittedRow {
        /// The messages that the server shows, and whether those are all.
        public struct ReferenceData: Sendable {
            var ids: Set<Int64> = []
            var isWhole = true
        }

        public var id: Int64 = 0

        public init() {}

        static let kind = SubmissionKind(
            "notifications-read", help: "System messages to mark as read by the signed-in user.",
            delivery: .single(["mark"]), uniqueness: .perBatch, isPersonal: true)

        /// The columns of a sheet; `id` must be filled.
        static let fields: [SheetField<ReadNotification>] = [
            SheetField("id", required: true, \.id, in: 1...Int64.max, help: "The number of the message.")
        ]

        /// `ksr.notifications-read`: acts for the account that signs in. The same row may be sent again in another
        /// batch.
        public static let submission = Submission<ReadNotification>(
            kind, fields: fields, loadReferenceData: loadReferenceData, request: request, receive: receive, find: find
        )

        /// The number of the message.
        public var identity: RowIdentity { RowIdentity(target: String(id), purpose: "read") }

        /// What does not fit into one answer is cut without a word.
        private static let mostListed = 1_000

        /// Reads the messages of the account. The list counts as complete below 1,000 messages that could all be read.
        public static func loadReferenceData(_ server: any ServerReader) async throws -> ReferenceData {
            var referenceData = ReferenceData()
            var unreadable = 0
            try await server.readAll(AppNotification.dataset, period: nil, filters: [:]) { page in
                unreadable += page.unreadable
                for record in page { referenceData.ids.insert(record.id) }
            }
            referenceData.isWhole = unreadable == 0 && referenceData.ids.count < mostListed
            return referenceData
        }

        /// Refuses a number that a complete list lacks; where the list may be cut, nothing is refused.
        public func check(_ referenceData: ReferenceData, today: CivilDate, now _: Instant) -> [RowProblem] {
            guard referenceData.isWhole, !referenceData.ids.contains(id) else { return [] }
            return [RowProblem("unknown-notification", field: "id", "The signed-in user has no message \(id).")]
        }

        /// A `PATCH` without a body.
        public static func request(
            for rows: [OutgoingRow<ReadNotification>], step: Int, server: any ServerReader
        ) async throws -> StepRequest {
            .call(WriteRequest(.patch, "/api/app/notifications/\(rows.first?.row.id ?? 0)/read"))
        }

        /// Some servers answer with the message, others with success alone.
        public static func receive(
            _ answer: StepAnswer, for rows: [OutgoingRow<ReadNotification>], step: Int
        ) -> EffectOutcome {
            let tree = JSONTree.object(of: answer.body)
            if tree?["success"] == .bool(false) { return .rejected(KSRCranes.saidNo(tree)) }
            let id = rows.first?.row.id ?? 0
            let notification = tree?["notification"]
            let named = (notification?["notification_id"] ?? notification?["id"])?.int
            let isRead = (notification?["is_read"] ?? notification?["isRead"]) != .bool(false)
            guard named.map({ Int64($0) == id }) ?? true, isRead else {
                return .wrongEffect(
                    RowProblem("other-notification", "The server reported success, but for another message."))
            }
            return answer.changed(id, "The server reported success, but its answer can't be read.")
        }

        /// Reads the messages again. Marking one again does no harm, and only one that is listed as unread is missing:
        /// the list can be cut.
        public static func find(
            _ rows: [OutgoingRow<ReadNotification>], step: Int, server: any ServerReader
        ) async throws -> LookupOutcome {
            let id = rows.first?.row.id ?? 0
            var isRead: Bool?
            try await server.readAll(AppNotification.dataset, period: nil, filters: [:]) { page in
                for record in page where record.id == id { isRead = record.isRead }
            }
            guard let isRead else { return .repeatable }
            return isRead ? .confirmed([Receipt(serverID: String(id))]) : .missing
        }
    }
}
