public import GantryEngine
public import GantryModel

extension CDBL {
    /// A certificate for a leave: `POST /api/leaves/{id}/certificate`, a form with `file` and `type`.
    public struct Certificate: SubmittedRow {
        /// The leaves that there are.
        public struct ReferenceData: Sendable {
            struct Target: Sendable {
                var status: String
                /// Its kind and days.
                var what: String
                var start: CivilDate
                var needsCertificate: Bool
                var hasMedical: Bool
                var hasFitness: Bool
            }

            var leaves: [String: Target] = [:]
            var names = LeaveNames()
        }

        /// The column `leave`: the id of the request for leave.
        public var leave = ""
        public var type = ""

        public init() {}

        static let kind = SubmissionKind(
            "certificates", help: "Medical and fitness certificates, each for a leave request.",
            files: CertificateUpload.files, delivery: .single(["upload"]))

        /// The columns of a sheet; `file`, `leave` and `type` must be filled.
        static let fields: [SheetField<Certificate>] = [
            SheetField(file: "file", required: true, help: "The certificate: a PDF, JPG or PNG of at most 5 MB."),
            SheetField("leave", required: true, id: \.leave, help: LeaveNames.help),
            SheetField(
                "type", required: true, \.type, oneOf: ["medical", "fitness"],
                help: "What the certificate is: medical or fitness."),
        ]

        /// `cdbl.certificates`: a PDF, JPG or PNG of at most 5 MB, sent once for good.
        public static let submission = Submission<Certificate>(
            kind, fields: fields, loadReferenceData: loadReferenceData, request: request, receive: receive, find: find
        ).with(\.recordsWithoutRow, recordsWithoutRow)

        /// The leave, for the type of certificate.
        public var identity: RowIdentity { RowIdentity(target: leave, purpose: type) }

        /// A leave may get one certificate of each type from a sheet, as a second one would replace the first.
        public var sharedLimits: [SharedLimit] {
            [
                SharedLimit(
                    of: "\(leave)/\(type)",
                    RowProblem(
                        "second-certificate", field: "leave",
                        "Two rows give this leave request a \(type) certificate; the second would replace the first. "
                            + "Remove one of the rows."))
            ]
        }

        /// Reads every leave of the account with its status and the certificates that it has.
        public static func loadReferenceData(_ server: any ServerReader) async throws -> ReferenceData {
            var referenceData = ReferenceData()
            try await server.readAll(Leave.dataset, period: nil, filters: [:]) { page in
                referenceData.names.add(page)
                for record in page {
                    referenceData.leaves[page.text(record.id).asID] = ReferenceData.Target(
                        status: page.text(record.status),
                        what: "\(page.text(record.type)) \(record.startDate) to \(record.endDate)",
                        start: record.startDate,
                        needsCertificate: record.needsCertificate ?? false,
                        hasMedical: record.certificateURL.map { !page.text($0).isEmpty } ?? false,
                        hasFitness: record.fitnessCertificateURL.map { !page.text($0).isEmpty } ?? false)
                }
            }
            return referenceData
        }

        /// The leave, where it isn't named by the id.
        public func reference(_ referenceData: ReferenceData) -> RowReference? { referenceData.names.reference(leave) }

        /// The id of the leave that the cell names; empty if there is none.
        public func resumeState(_ referenceData: ReferenceData) -> String { referenceData.names.id(leave) ?? "" }

        /// Takes the id from the text.
        public mutating func restore(_ resumeState: String) { if !resumeState.isEmpty { leave = resumeState } }

        /// Refuses a leave that the server does not have, one that is cancelled or rejected, and one that has a
        /// certificate of the type.
        public func check(_ referenceData: ReferenceData, today: CivilDate, now _: Instant) -> [RowProblem] {
            guard let target = referenceData.leaves[leave] else {
                if let problem = referenceData.names.problem(leave) { return [problem] }
                return [
                    RowProblem(
                        "unknown-leave", field: "leave",
                        "The server has no leave request \(singleLine(leave)).\(unreadableNote(referenceData.names.unreadable, "leave"))"
                    )
                ]
            }
            if hasEnded(target.status) {
                return [
                    RowProblem(
                        "leave-ended", field: "leave",
                        "The leave request is \(target.status) and doesn't accept a certificate.")
                ]
            }
            guard type == "fitness" ? target.hasFitness : target.hasMedical else { return [] }
            return [
                RowProblem(
                    "has-certificate", field: "leave",
                    "The leave request already has a \(type) certificate, which would be replaced.")
            ]
        }

        /// Leaves that need a certificate, which is the medical one, and have none, the earliest first. Before them,
        /// how many may need one too and can't be read.
        public static func recordsWithoutRow(_ referenceData: ReferenceData, rows: Set<RowTarget>) -> [String] {
            let waiting = referenceData.leaves.filter { id, leave in
                leave.needsCertificate && !leave.hasMedical && !hasEnded(leave.status)
                    && !rows.contains(RowTarget(id, "medical"))
            }
            let hidden =
                referenceData.names.unreadable == 0
                ? [] : ["\(unreadableRecords(referenceData.names.unreadable, "leave")), which may need one too"]
            return hidden
                + waiting.sorted { ($0.value.start, $0.key) < ($1.value.start, $1.key) }.map {
                    "\($0.key): \($0.value.what)"
                }
        }

        /// The form with the file, at the address of the leave.
        public static func request(
            for rows: [OutgoingRow<Certificate>], step: Int, server: any ServerReader
        ) async throws -> StepRequest {
            let row = rows.first?.row ?? Certificate()
            return .call(CertificateUpload(leave: row.leave, type: row.type).request(field: "file"))
        }

        /// Confirms an answer with the address of the certificate, which the receipt has without its signature; any
        /// other success is ambiguous.
        public static func receive(
            _ answer: StepAnswer, for rows: [OutgoingRow<Certificate>], step: Int
        ) -> EffectOutcome {
            CertificateUpload.receive(answer) { Receipt(status: answer.status, serverID: $0) }
        }

        /// False if a certificate may be replaced (`has-certificate`): the server does not say which one it has.
        public func canBeFound(_ server: any ServerReader, allowing codes: Set<String>) async throws -> Bool {
            // Of a leave that had a certificate before, nothing tells which one it has now.
            guard !codes.contains("has-certificate") else { return false }
            return try await CertificateUpload(leave: leave, type: type).canBeFound(server)
        }

        /// The leave had no certificate of this type before, so the one that it has now is this one. If it had one that
        /// may be replaced, the server doesn't show which one it is.
        public static func find(
            _ rows: [OutgoingRow<Certificate>], step: Int, server: any ServerReader
        ) async throws -> LookupOutcome {
            guard let row = rows.first?.row else { return .missing }
            if rows.first?.entry.allowed("has-certificate") ?? false {
                return .unknown(
                    "The leave already had a \(row.type) certificate, and the server doesn't report which one it has now."
                )
            }
            return try await CertificateUpload(leave: row.leave, type: row.type).find(server) { Receipt(serverID: $0) }
        }
    }
}
