public import GantryEngine
internal import GantryJSON
public import GantryModel

extension CDBL {
    /// The cancellation of a request for leave that is not decided yet: `PATCH /api/leaves/{id}/cancel` with a reason.
    public struct LeaveCancellation: SubmittedRow {
        /// The status of each leave.
        public struct ReferenceData: Sendable {
            var statuses: [String: String] = [:]
            var names = LeaveNames()
        }

        /// The column `leave`: the id of the request for leave.
        public var leave = ""
        public var reason = ""

        public init() {}

        static let kind = SubmissionKind(
            "cancellations", help: "Cancellations of undecided leave requests.",
            delivery: .single(["cancel"]))

        /// The columns of a sheet; `leave` and `reason` must be filled.
        static let fields: [SheetField<LeaveCancellation>] = [
            SheetField("leave", required: true, id: \.leave, help: LeaveNames.help),
            SheetField("reason", required: true, \.reason, help: "Why it is cancelled."),
        ]

        /// `cdbl.cancellations`: each leave by itself, sent once for good.
        public static let submission = Submission<LeaveCancellation>(
            kind, fields: fields, loadReferenceData: loadReferenceData, request: request, receive: receive, find: find
        )

        /// The leave, to be cancelled for a reason, however the sheet names it.
        public var identity: RowIdentity { RowIdentity(target: leave, purpose: "cancel", values: reason) }

        /// Reads every leave of the account with its status.
        public static func loadReferenceData(_ server: any ServerReader) async throws -> ReferenceData {
            var referenceData = ReferenceData()
            try await server.readAll(Leave.dataset, period: nil, filters: [:]) { page in
                referenceData.names.add(page)
                for leave in page { referenceData.statuses[page.text(leave.id).asID] = page.text(leave.status) }
            }
            return referenceData
        }

        private static let cancellable = ["PENDING", "SUBMITTED"]

        /// The leave, where it isn't named by the id.
        public func reference(_ referenceData: ReferenceData) -> RowReference? { referenceData.names.reference(leave) }

        /// The id of the leave that the cell names; empty if there is none.
        public func resumeState(_ referenceData: ReferenceData) -> String { referenceData.names.id(leave) ?? "" }

        /// Takes the id from the text.
        public mutating func restore(_ resumeState: String) { if !resumeState.isEmpty { leave = resumeState } }

        /// Refuses a leave that the server does not have, or whose status isn't PENDING or SUBMITTED.
        public func check(_ referenceData: ReferenceData, today: CivilDate, now _: Instant) -> [RowProblem] {
            guard let status = referenceData.statuses[leave] else {
                if let problem = referenceData.names.problem(leave) { return [problem] }
                return [
                    RowProblem(
                        "not_found", field: "leave",
                        "The server has no leave request \(singleLine(leave)).\(unreadableNote(referenceData.names.unreadable, "leave"))"
                    )
                ]
            }
            guard !Self.cancellable.contains(status) else { return [] }
            if status == "APPROVED" {
                return [
                    RowProblem(
                        "forbidden", field: "leave",
                        "The leave is APPROVED, and only the office can cancel approved leave.")
                ]
            }
            return [
                CDBL.broken(
                    "cannot_cancel_now", field: "leave", required: Self.cancellable.joined(separator: " or "),
                    provided: status)
            ]
        }

        /// No leaves yet.
        public static var noneEarlier: Set<String> { [] }

        /// Refuses a second cancellation of a leave.
        public func check(_: ReferenceData, after earlier: Set<String>) -> [RowProblem] {
            earlier.contains(leave)
                ? [
                    RowProblem(
                        "repeated", field: "leave", "A row above cancels the same leave. Remove one of the rows.")
                ] : []
        }

        /// Keeps the id of the leave.
        public func join(_ earlier: inout Set<String>, with _: ReferenceData) { earlier.insert(leave) }

        /// `PATCH` with the reason.
        public static func request(
            for rows: [OutgoingRow<LeaveCancellation>], step: Int, server: any ServerReader
        ) async throws -> StepRequest {
            let row = rows.first?.row ?? LeaveCancellation()
            return .call(
                WriteRequest(
                    .patch, "/api/leaves/\(pathPart(row.leave))/cancel",
                    body: .json(JSONTree.object(["reason": .string(row.reason)]).compact)))
        }

        /// Confirms a leave that is CANCELLED. Another status or another leave is a wrong effect, and no status is
        /// ambiguous.
        public static func receive(
            _ answer: StepAnswer, for rows: [OutgoingRow<LeaveCancellation>], step: Int
        ) -> EffectOutcome {
            guard let row = rows.first?.row, let tree = JSONTree.object(of: answer.body),
                let status = tree.leaveMember("status")?.text
            else {
                return answer.unshown("The server reported success without the leave's status.")
            }
            guard status == "CANCELLED", tree.leaveMember("id")?.shown.map({ $0.asID == row.leave }) ?? true else {
                return .wrongEffect(
                    RowProblem(
                        "not-cancelled",
                        "The server reported success, but the leave is \(singleLine(status, limit: 60)) instead of CANCELLED."
                    ))
            }
            return .confirmed([Receipt(status: answer.status, serverID: row.leave)])
        }

        /// The leave was not cancelled before, so if it is now, that is the effect.
        public static func find(
            _ rows: [OutgoingRow<LeaveCancellation>], step: Int, server: any ServerReader
        ) async throws -> LookupOutcome {
            guard let row = rows.first?.row else { return .missing }
            let request = ReadRequest(path: "/api/leaves/\(pathPart(row.leave))", query: [])
            guard let body = try await server.read(request) else { return .missing }
            guard let tree = JSONTree.object(of: body) else { throw RunError.unreadable(request) }
            guard let status = tree.leaveMember("status")?.text else {
                return .unknown("The server doesn't report the leave's status.")
            }
            return status == "CANCELLED" ? .confirmed([Receipt(serverID: row.leave)]) : .missing
        }
    }
}
