public import GantryEngine
internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// A message of the system that is marked as read: `PATCH /api/app/notifications/{id}/read`.
    public struct ReadNotification: Submission {
        /// The messages that the server shows, and whether those are all.
        public struct Knowledge: Sendable {
            var ids: Set<Int64> = []
            var isWhole = true
        }

        public var id: Int64 = 0

        public init() {}

        public static let kind = SubmissionKind(
            "notifications-read", help: "Messages of the system, marked as read by the signed-in person.",
            steps: [SubmissionStep("mark")], once: .perBatch
        ).personal

        public static let fields: [SheetField<ReadNotification>] = [
            SheetField("id", required: true, help: "The number of the message.", .integer(1...Int64.max) { $0.id = $1 })
        ]

        public var identity: RowIdentity { RowIdentity(target: String(id), purpose: "read") }

        /// What does not fit into one answer is cut without a word.
        private static let mostListed = 1_000

        public static func learn(_ calls: some SystemCalls) async throws -> Knowledge {
            var knowledge = Knowledge()
            var unreadable = 0
            try await calls.readAll(AppNotification.self, period: nil, filters: [:]) { page in
                unreadable += page.unreadable
                for record in page { knowledge.ids.insert(record.id) }
            }
            knowledge.isWhole = unreadable == 0 && knowledge.ids.count < mostListed
            return knowledge
        }

        public func check(_ knowledge: Knowledge, today: CivilDate) -> [RowProblem] {
            guard knowledge.isWhole, !knowledge.ids.contains(id) else { return [] }
            return [RowProblem("unknown-notification", field: "id", "The signed-in person has no message \(id).")]
        }

        public static func request(
            _ rows: [OutgoingRow<ReadNotification>], step: Int, _ calls: some SystemCalls
        ) async throws -> StepRequest {
            .call(WriteRequest(.patch, "/api/app/notifications/\(rows.first?.row.id ?? 0)/read", isRepeatable: true))
        }

        /// Some servers answer with the message, others with success alone.
        public static func receive(
            _ answer: StepAnswer, _ rows: [OutgoingRow<ReadNotification>], step: Int
        ) -> StepReading {
            let tree = JSONTree.object(of: answer.body)
            if tree?["success"] == .bool(false) { return .refused(KSRCranes.saidNo(tree)) }
            let id = rows.first?.row.id ?? 0
            let notification = tree?["notification"]
            let named = (notification?["notification_id"] ?? notification?["id"])?.int
            let isRead = (notification?["is_read"] ?? notification?["isRead"]) != .bool(false)
            guard tree?["success"]?.isTrue ?? false, named.map({ Int64($0) == id }) ?? true, isRead else {
                return .unclear(
                    RowProblem(
                        "unclear-answer", "The server answered with success, but not for the message that was marked."))
            }
            return .taken([Receipt(status: answer.status, serverID: String(id))])
        }

        public static func find(
            _ rows: [OutgoingRow<ReadNotification>], step: Int, _ calls: some SystemCalls
        ) async throws -> FindOutcome {
            let id = rows.first?.row.id ?? 0
            var isRead = false
            try await calls.readAll(AppNotification.self, period: nil, filters: [:]) { page in
                for record in page where record.id == id { isRead = record.isRead ?? false }
            }
            // Marking it again changes nothing.
            return isRead ? .there([Receipt(serverID: String(id))]) : .missing
        }
    }
}
