public import GantryEngine
internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// The signature of the person who is signed in: `POST /api/app/signature`, a PNG as base64 in JSON.
    public struct SignatureFile: Submission {
        public struct Knowledge: Sendable {}

        public init() {}

        public static let kind = SubmissionKind(
            "signatures", help: "The signature of the person who is signed in. It takes the place of the one before.",
            files: FileRule(types: ["png"], limit: 1 << 20), steps: [SubmissionStep("upload")], once: .perBatch
        ).personal

        public static let fields: [SheetField<SignatureFile>] = [
            SheetField("file", required: true, help: "The signature: a PNG of at most 1 MB.", .file { _, _ in })
        ]

        public var identity: RowIdentity { RowIdentity(target: "signature", purpose: "") }

        public var replacesSomething: Bool { true }

        public var claims: [RowClaim] {
            [
                RowClaim(
                    of: "signature",
                    RowProblem("second-signature", field: "file", "A person has one signature, and the sheet has more.")
                )
            ]
        }

        public static func learn(_ calls: some SystemCalls) async throws -> Knowledge { Knowledge() }

        public func check(_ knowledge: Knowledge, today: CivilDate) -> [RowProblem] { [] }

        public static func request(
            _ rows: [OutgoingRow<SignatureFile>], step: Int, _ calls: some SystemCalls
        ) async throws -> StepRequest {
            .call(
                WriteRequest(
                    .post, "/api/app/signature",
                    .jsonWithFile(before: #"{"signatureBase64":""#, field: "file", after: #""}"#)))
        }

        public static func receive(_ answer: StepAnswer, _ rows: [OutgoingRow<SignatureFile>], step: Int) -> StepReading
        {
            guard let id = JSONTree.object(of: answer.body)?["signatureId"]?.shown, !id.isEmpty else {
                return .unclear(
                    RowProblem("unclear-answer", "The server answered with success, but names no signature."))
            }
            return .taken([Receipt(status: answer.status, serverID: id)])
        }

        public func canBeFound(_: some SystemCalls, allowing _: Set<String>) async throws -> Bool { false }

        public static func find(
            _ rows: [OutgoingRow<SignatureFile>], step: Int, _ calls: some SystemCalls
        ) async throws -> FindOutcome {
            .cannotTell("The server does not show which signatures it has.")
        }
    }
}
