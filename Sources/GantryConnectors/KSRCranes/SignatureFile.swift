public import GantryEngine
internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// The signature of the person who is signed in: `POST /api/app/signature`, a PNG as base64 in JSON.
    public struct SignatureFile: SubmittedRow {
        /// Empty: a signature is checked against nothing at the server.
        public struct ReferenceData: Sendable {}

        public init() {}

        static let kind = SubmissionKind(
            "signatures", help: "The signature of the signed-in user. A new one replaces the old one.",
            files: FileRule(types: ["png"], limit: 1 << 20), delivery: .single(["upload"]), uniqueness: .perBatch,
            isPersonal: true)

        /// The columns of a sheet; `file` must be filled.
        static let fields: [SheetField<SignatureFile>] = [
            SheetField(file: "file", required: true, help: "The signature: a PNG of at most 1 MB.")
        ]

        /// `ksr.signatures`: a PNG of at most 1 MB, for the account that signs in. The same file may be sent again in
        /// another batch.
        public static let submission = Submission<SignatureFile>(
            kind, fields: fields, loadReferenceData: loadReferenceData, request: request, receive: receive, find: find
        )

        /// Every row is for the same signature, which replaces the one before.
        public var identity: RowIdentity { RowIdentity(target: "signature", purpose: "", replaces: true) }

        /// A sheet may have one signature.
        public var sharedLimits: [SharedLimit] {
            [
                SharedLimit(
                    of: "signature",
                    RowProblem(
                        "second-signature", field: "file",
                        "The sheet has more than one signature, but a person can have only one.")
                )
            ]
        }

        /// Reads nothing.
        public static func loadReferenceData(_ server: any ServerReader) async throws -> ReferenceData {
            ReferenceData()
        }

        /// Finds no problem: the file itself is checked by its rule.
        public func check(_ referenceData: ReferenceData, today: CivilDate, now _: Instant) -> [RowProblem] { [] }

        /// The file as base64 in `signatureBase64`.
        public static func request(
            for rows: [OutgoingRow<SignatureFile>], step: Int, server: any ServerReader
        ) async throws -> StepRequest {
            .call(
                WriteRequest(
                    .post, "/api/app/signature",
                    body: .jsonWithFile(before: #"{"signatureBase64":""#, field: "file", after: #""}"#)))
        }

        /// Confirms an answer with a `signatureId`; one without is ambiguous.
        public static func receive(
            _ answer: StepAnswer, for rows: [OutgoingRow<SignatureFile>], step: Int
        ) -> EffectOutcome {
            guard let id = JSONTree.object(of: answer.body)?["signatureId"]?.shown, !id.isEmpty else {
                return answer.unshown("The server reported success without a signature.")
            }
            return .confirmed([Receipt(status: answer.status, serverID: id)])
        }

        /// Always false: the server does not show its signatures.
        public func canBeFound(_: any ServerReader, allowing _: Set<String>) async throws -> Bool { false }

        /// Always unknown: the server does not show its signatures.
        public static func find(
            _ rows: [OutgoingRow<SignatureFile>], step: Int, server: any ServerReader
        ) async throws -> LookupOutcome {
            .unknown("The server doesn't show its signatures.")
        }
    }
}
