public import GantryEngine
internal import GantryJSON
public import GantryModel

extension CDBL {
    /// A request for leave, `POST /api/leaves`, and after it the certificates that the row names.
    ///
    /// Every leave is asked for before any certificate is sent: the documented queue gives the first high priority, the
    /// second medium.
    public struct LeaveApplication: SubmittedRow {
        public var type = ""
        public var start = CivilDate(daysSince1970: 0)
        public var end = CivilDate(daysSince1970: 0)
        public var reason = ""
        public var workingDays: Int64?
        /// Whether the column `certificate` names a file.
        public var hasMedical = false
        /// Whether the column `fitness_certificate` names a file.
        public var hasFitness = false

        public init() {}

        static let kind = SubmissionKind(
            "leave-requests", help: "Leave requests, each with its certificates if it needs any.",
            files: CertificateUpload.files,
            delivery: .stepwise(["create", "certificate", "second certificate"]), isPersonal: true,
            utcOffset: CDBL.utcOffset)

        /// The columns of a sheet; `type`, `start`, `end` and `reason` must be filled.
        static let fields: [SheetField<LeaveApplication>] = [
            SheetField(
                "type", required: true, \.type, oneOf: CDBL.leaveTypes,
                help: "The kind of leave: CASUAL, MEDICAL, EARNED or another that the server knows."),
            SheetField("start", required: true, \.start, help: "The first day of leave."),
            SheetField("end", required: true, \.end, help: "The last day of leave."),
            SheetField("reason", required: true, \.reason, help: "The reason for the leave."),
            SheetField(
                "working_days", \.workingDays, in: 1...400,
                help: "The leave's working days; counted if empty."),
            SheetField(
                "certificate", help: "The medical certificate: a PDF, JPG or PNG of at most 5 MB.",
                .file { row, _ in row.hasMedical = true }),
            SheetField(
                "fitness_certificate", help: "The fitness certificate: a PDF, JPG or PNG of at most 5 MB.",
                .file { row, _ in row.hasFitness = true }),
        ]

        /// `cdbl.leave-requests`: every leave of a sheet is asked for before any certificate is sent, for the account
        /// that signs in. A row is sent once for good.
        public static let submission = Submission<LeaveApplication>(
            kind, fields: fields, loadReferenceData: loadReferenceData, request: request, receive: receive, find: find
        ).with(\.loadMore, loadMore).with(\.isUndone, isUndone)

        /// The type and the days of the leave.
        public var identity: RowIdentity { RowIdentity(target: "\(type) \(start) to \(end)", purpose: "") }

        /// The certificates that the row has, in the order in which they are sent.
        private var certificates: [(field: String, type: String)] {
            (hasMedical ? [("certificate", "medical")] : []) + (hasFitness ? [("fitness_certificate", "fitness")] : [])
        }

        /// One for the leave and one for each certificate, so 1 to 3.
        public var stepCount: Int? { 1 + certificates.count }

        // MARK: Requests

        /// The counted days, so that the checked number is the one that is sent.
        public func resumeState(_ referenceData: ReferenceData) -> String {
            "\(referenceData.days.count(from: start, to: end)) working days"
        }

        /// The first step asks for the leave, its days at midnight UTC, with the counted working days if the row states
        /// none. Later steps send certificates to the leave whose id is in the entry.
        public static func request(
            for rows: [OutgoingRow<LeaveApplication>], step: Int, server: any ServerReader
        ) async throws -> StepRequest {
            guard let outgoing = rows.first else { return .confirmed([]) }
            let row = outgoing.row
            let entry = outgoing.entry
            if step > 0 {
                let certificate = row.certificates[step - 1]
                return .call(
                    CertificateUpload(leave: entry.serverID, type: certificate.type).request(field: certificate.field))
            }
            guard
                let days = row.workingDays.map(Int.init)
                    ?? entry.checkState.split(separator: " ").first.flatMap({ Int($0) })
            else {
                return .refuse(
                    RowProblem("invalid_input", field: "working_days", "The leave's working days are unknown."))
            }
            let body = JSONTree.object([
                "type": .string(row.type), "startDate": .string("\(row.start)T00:00:00Z"),
                "endDate": .string("\(row.end)T00:00:00Z"),
                "workingDays": .integer(days), "reason": .string(row.reason),
                "needsCertificate": .bool(row.type == "MEDICAL" && days > LeaveRules.mostMedicalWithoutCertificate),
            ])
            return .call(WriteRequest(.post, "/api/leaves", body: .json(body.compact)))
        }

        // MARK: Answers

        /// Confirms a leave of the type and days that were sent. One of other days or that a 201 shows as ended is a
        /// wrong effect; a success that names no id is ambiguous.
        public static func receive(
            _ answer: StepAnswer, for rows: [OutgoingRow<LeaveApplication>], step: Int
        ) -> EffectOutcome {
            // The entry keeps the id of the leave.
            guard step == 0 else { return CertificateUpload.receive(answer) { _ in Receipt(status: answer.status) } }
            guard let row = rows.first?.row, let tree = JSONTree.object(of: answer.body),
                let id = tree.leaveMember("id")?.shown, !id.isEmpty
            else {
                return answer.unshown("The server reported success without the leave's id.")
            }
            func differs(_ key: String, sent: String, read: (String) -> String?) -> Bool {
                tree.leaveMember(key)?.text.map { read($0) != sent } ?? false
            }
            guard !differs("type", sent: row.type, read: { $0 }),
                !differs("startDate", sent: "\(row.start)", read: day),
                !differs("endDate", sent: "\(row.end)", read: day)
            else {
                return .wrongEffect(
                    RowProblem(
                        "other-leave",
                        "The server answered with the leave \(singleLine(id)), which has another type or other days."
                    ))
            }
            guard let status = tree.leaveMember("status")?.text else {
                // A new leave has the first status; any other success may be that of an older leave.
                guard answer.status == 201 else {
                    return .ambiguous(
                        RowProblem(
                            "unclear-answer",
                            "The server reported success without the status of the leave \(singleLine(id))."
                        ))
                }
                return .confirmed([Receipt(status: answer.status, serverID: id)])
            }
            guard isStanding(status) else {
                let problem = RowProblem(
                    "leave-ended",
                    "The server answered with the leave \(singleLine(id)), which is already \(singleLine(status, limit: 60))."
                )
                // For five minutes the server answers a repeat with the existing leave, even if that has ended: then
                // the request had no effect.
                return answer.status == 201 ? .wrongEffect(problem) : .ambiguous(problem)
            }
            return .confirmed([Receipt(status: answer.status, serverID: id)])
        }

        /// The day of a leave as the server writes it: midnight in UTC or in Dhaka, or a bare date.
        private static func day(_ text: String) -> String? {
            (CivilDate(text) ?? Instant(text).map(CDBL.utcOffset.date(at:))).map { "\($0)" }
        }

        /// If the check let an identical leave of the server pass, the two can't be distinguished.
        public func canBeFound(_: any ServerReader, allowing codes: Set<String>) async throws -> Bool {
            !codes.contains("overlap")
        }

        /// How far the server's clock may be behind this one.
        private static let clockTolerance: Int64 = 900_000_000_000

        /// Nothing in a request identifies the leave, so it is found by its content: a leave with the same type, days
        /// and reason that was made since, is still in effect and belongs to no other row. One with other words for a
        /// reason may be it too.
        public static func find(
            _ rows: [OutgoingRow<LeaveApplication>], step: Int, server: any ServerReader
        ) async throws -> LookupOutcome {
            guard let outgoing = rows.first else { return .missing }
            let row = outgoing.row
            if step > 0 {
                return try await CertificateUpload(
                    leave: outgoing.entry.serverID, type: row.certificates[step - 1].type
                ).find(server) { _ in Receipt() }
            }
            let sentAt = outgoing.entry.changedAt.adding(nanoseconds: -clockTolerance)
            var alike: [(id: String, status: String, isNew: Bool)] = []
            var others: [String] = []
            var unreadable = 0
            try await server.readAll(Leave.dataset, period: nil, filters: [:]) { page in
                unreadable += page.unreadable
                for leave in page {
                    guard leave.startDate == row.start, leave.endDate == row.end,
                        page.text(leave.type) == row.type
                    else { continue }
                    let status = page.text(leave.status)
                    let isNew = leave.createdAt.map { $0 >= sentAt }
                    if isShown(row.reason, as: leave.reason.map { page.text($0) } ?? "") {
                        alike.append((page.text(leave.id), status, isNew ?? false))
                    } else if isNew ?? isStanding(status) {
                        others.append(page.text(leave.id))
                    }
                }
            }
            var doubt: String?
            for leave in alike {
                if try await server.isTaken(leave.id, besides: outgoing.entry) { continue }
                switch (leave.isNew, isStanding(leave.status)) {
                case (true, true): return .confirmed([Receipt(serverID: leave.id)])
                // It is this one that ended in the meantime, or one that had ended before.
                case (true, false):
                    doubt =
                        doubt
                        ?? "The server has the same leave as \(singleLine(leave.id)), created since then, but it is \(leave.status)."
                // The check found no such leave, so it is either this one (and a clock is wrong), or one that the check
                // was allowed to let pass.
                case (false, true):
                    doubt =
                        doubt
                        ?? "The server has the same leave as \(singleLine(leave.id)), but doesn't report that it was created since then."
                case (false, false): break
                }
            }
            for id in others {
                if try await server.isTaken(id, besides: outgoing.entry) { continue }
                doubt =
                    doubt
                    ?? "The server has a leave of the same type and days with another reason, \(singleLine(id)), which may be this one."
            }
            if let doubt { return .unknown(doubt) }
            guard unreadable == 0 else {
                return .unknown(
                    "The server's list doesn't show the leave, but \(unreadable) of its leaves can't be read, and it may be among them."
                )
            }
            return .missing
        }
    }

    /// Whether a leave of this status takes its days: it is asked for, approved, or approved with its cancellation not
    /// decided. One of a status that isn't known here may.
    static func isStanding(_ status: String) -> Bool {
        !hasEnded(status) && !["DRAFT", "RETURNED", "RECALLED"].contains(status)
    }

    /// Whether a leave was cancelled or rejected.
    static func hasEnded(_ status: String) -> Bool { ["CANCELLED", "REJECTED"].contains(status) }
}
