public import GantryEngine
internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// The picture of a worker: `POST /api/app/chef/workers/{id}/profile-image`, a form with `profile_image`.
    public struct ProfileImage: SubmittedRow {
        public typealias ReferenceData = Workers

        /// The column `worker`: the worker: a number, an e-mail address or a full name.
        public var named = ""
        /// The number of the worker, as the check found it.
        public var worker: Int64 { found ?? Int64(named) ?? 0 }
        private var found: Int64?

        public init() {}

        static let kind = SubmissionKind(
            "profile-images", help: "Pictures of workers. A new picture replaces the old one.",
            files: FileRule(types: ["jpeg", "png", "webp"], limit: 5 << 20, isPhoto: true),
            delivery: .single(["upload"]), uniqueness: .perBatch)

        /// The columns of a sheet; `file` and `worker` must be filled.
        static let fields: [SheetField<ProfileImage>] = [
            SheetField(file: "file", required: true, help: "The picture: a JPEG, PNG or WebP of at most 5 MB."),
            SheetField("worker", required: true, \.named, most: 255, help: Workers.help),
        ]

        /// `ksr.profile-images`: a JPEG, PNG or WebP of at most 5 MB. The same picture may be sent again in another
        /// batch.
        public static let submission = Submission<ProfileImage>(
            kind, fields: fields, loadReferenceData: loadReferenceData, request: request, receive: receive, find: find
        )

        /// The worker, whose picture replaces the one before.
        public var identity: RowIdentity {
            RowIdentity(target: String(worker), purpose: "profile-image", replaces: true)
        }

        /// A worker has one picture, so a second one in a sheet is a mistake.
        public var sharedLimits: [SharedLimit] {
            [
                SharedLimit(
                    of: String(worker),
                    RowProblem("second-picture", field: "worker", "Two rows give worker \(worker) a picture."))
            ]
        }

        /// Reads all workers.
        public static func loadReferenceData(_ server: any ServerReader) async throws -> ReferenceData {
            try await Workers.load(server)
        }

        /// The worker, where it isn't named by the number.
        public func reference(_ workers: Workers) -> RowReference? { workers.reference(named) }

        /// The number of the worker; empty if the cell names none, or several.
        public func resumeState(_ workers: Workers) -> String { workers.number(named).map(String.init) ?? "" }

        /// Takes the number from the text.
        public mutating func restore(_ resumeState: String) { found = Int64(resumeState) ?? found }

        /// Refuses what names no worker, or several.
        public func check(_ referenceData: ReferenceData, today: CivilDate, now _: Instant) -> [RowProblem] {
            [referenceData.problem(named, "worker")].compactMap(\.self)
        }

        /// A form with the file.
        public static func request(
            for rows: [OutgoingRow<ProfileImage>], step: Int, server: any ServerReader
        ) async throws -> StepRequest {
            let worker = rows.first?.row.worker ?? 0
            return .call(
                WriteRequest(
                    .post, "/api/app/chef/workers/\(worker)/profile-image",
                    body: .form([.file(name: "profile_image", field: "file")])))
        }

        /// The documents call the address `imageUrl`, deployed servers `profile_picture_url`. A success without it is
        /// one too.
        public static func receive(
            _ answer: StepAnswer, for rows: [OutgoingRow<ProfileImage>], step: Int
        ) -> EffectOutcome {
            let tree = JSONTree.object(of: answer.body)
            if tree?["success"] == .bool(false) { return .rejected(KSRCranes.saidNo(tree)) }
            let url = (tree?["profile_picture_url"] ?? tree?["imageUrl"])?.text ?? ""
            guard answer.isOwn else {
                return .ambiguous(
                    RowProblem(RowProblem.unclearCode, "The server reported success without the picture's address."))
            }
            return .confirmed([Receipt(status: answer.status, serverID: withoutQuery(url))])
        }

        /// A worker's record says which picture there is, but not which file it was. Sent again, the same picture takes
        /// its own place.
        public static func find(
            _ rows: [OutgoingRow<ProfileImage>], step: Int, server: any ServerReader
        ) async throws -> LookupOutcome {
            .repeatable
        }
    }

    /// What an answer of 200 says that reports a failure.
    static func saidNo(_ answer: JSONTree?) -> RowProblem {
        let said = answer?.shownText("error") ?? answer?.shownText("message")
        return RowProblem(
            "server-said-no", "The server reported a failure\(said.map { ": " + asSentence($0) } ?? ".")")
    }
}
