public import GantryEngine
internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// A document of a worker: `POST /api/app/chef/workers/{id}/documents`, a form with `files` and `category`.
    ///
    /// The server leaves out what is too large for it and answers with success all the same, so the answer is compared
    /// with what was sent, one file a request.
    public struct WorkerDocument: SubmittedRow {
        public typealias ReferenceData = Workers

        /// The column `file`, relative to the folder of files; its last part is the name at the server.
        public var file = ""
        /// The column `worker`: the worker: a number, an e-mail address or a full name.
        public var named = ""
        /// The number of the worker, as the check found it.
        public var worker: Int64 { found ?? Int64(named) ?? 0 }
        private var found: Int64?
        public var category = "general"
        public var replaces = false

        public init() {}

        static let kind = SubmissionKind(
            "documents", help: "Documents of workers, each in a category.",
            files: FileRule(types: ["pdf", "jpeg", "png", "webp"], limit: 10 << 20), delivery: .single(["upload"]))

        /// The columns of a sheet; `file` and `worker` must be filled.
        static let fields: [SheetField<WorkerDocument>] = [
            SheetField(
                "file", required: true, help: "The document: a PDF, JPEG, PNG or WebP of at most 10 MB.",
                .file { $0.file = $1 }),
            SheetField("worker", required: true, \.named, most: 255, help: Workers.help),
            SheetField(
                "category", \.category, most: 60,
                help: "Letters, digits, - and _, such as contracts. If empty, it is general."),
            SheetField(
                "replace", \.replaces,
                help: "yes replaces a document with the same name; otherwise such a row is refused."),
        ]

        /// `ksr.documents`: a PDF, JPEG, PNG or WebP of at most 10 MB. A row is sent once for good.
        public static let submission = Submission<WorkerDocument>(
            kind, fields: fields, loadReferenceData: loadReferenceData, request: request, receive: receive, find: find
        )

        /// What the server is told that the document is called.
        private var name: String { file.split(separator: "/").last.map(String.init) ?? file }

        /// The worker, for a category and a name; the label leaves out the name of the file.
        public var identity: RowIdentity {
            RowIdentity(
                target: String(worker), purpose: "\(category)/\(name)", label: "\(worker), \(category)",
                replaces: replaces)
        }

        /// A worker may get one document of a name in a category; capitals and punctuation make no difference, as at
        /// the server.
        public var sharedLimits: [SharedLimit] {
            [
                SharedLimit(
                    of: "\(worker)/\(category)/\(folded(name))",
                    RowProblem(
                        "same-name", field: "file", "Two rows give the worker a document with this name in \(category)."
                    ))
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

        /// Refuses what names no worker, or several, and a category of other characters than letters, digits, `-` and
        /// `_`.
        public func check(_ referenceData: ReferenceData, today: CivilDate, now _: Instant) -> [RowProblem] {
            var problems = [referenceData.problem(named, "worker")].compactMap(\.self)
            // It becomes a part of the document's path on the server.
            if !category.utf8.allSatisfy({ isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
            {
                problems.append(
                    RowProblem(
                        "category", field: "category",
                        "The category is \"\(singleLine(category, limit: 60))\"; only letters, digits, - and _ are allowed."
                    ))
            }
            return problems
        }

        /// Reads the worker's documents first, and refuses one whose name is taken unless the row replaces it.
        public static func request(
            for rows: [OutgoingRow<WorkerDocument>], step: Int, server: any ServerReader
        ) async throws -> StepRequest {
            let row = rows.first?.row ?? WorkerDocument()
            guard let listed = try await documents(of: row, server) else {
                return .refuse(KSRCranes.unknownWorker(row.worker, "worker"))
            }
            if !row.replaces, let there = listed.first(where: { $0.isCalled(row.name, in: row.category) }) {
                return .refuse(
                    RowProblem(
                        "has-document", field: "file",
                        "The worker already has \(there.key) (\(there.size ?? 0) bytes). To replace it, enter yes as replace."
                    ))
            }
            return .call(
                WriteRequest(
                    .post, path(row),
                    body: .form([.file(name: "files", field: "file"), .text(name: "category", row.category)])))
        }

        /// Confirms the one uploaded document if its name, category and size are those that were sent; another one is a
        /// wrong effect. One that the server left out is a rejection.
        public static func receive(
            _ answer: StepAnswer, for rows: [OutgoingRow<WorkerDocument>], step: Int
        ) -> EffectOutcome {
            let tree = JSONTree.object(of: answer.body)
            if tree?["success"] == .bool(false) { return .rejected(KSRCranes.saidNo(tree)) }
            guard let row = rows.first, let uploaded = tree?["uploaded"]?.list else {
                return answer.unshown("The server reported success without the accepted files.")
            }
            guard let first = uploaded.first else {
                return .rejected(
                    RowProblem(
                        "left-out", field: "file",
                        "The server reported success but left the document out, as it does with documents that are too large."
                    ))
            }
            let document = Listed(first, category: row.row.category)
            guard uploaded.count == 1, document.isCalled(row.row.name, in: row.row.category),
                document.size == row.entry.sentLength(of: "file")
            else {
                return .wrongEffect(
                    RowProblem(
                        "other-document",
                        "The server reported success, but for another document: \(singleLine(document.key, limit: 300))."
                    ))
            }
            return .confirmed([Receipt(status: answer.status, serverID: document.key)])
        }

        /// A document of the name was not there before, unless it was to be replaced: then sending it again takes its
        /// own place. Documents that the ledger has for other rows are not this one.
        public static func find(
            _ rows: [OutgoingRow<WorkerDocument>], step: Int, server: any ServerReader
        ) async throws -> LookupOutcome {
            guard let row = rows.first, !row.row.replaces, let listed = try await documents(of: row.row, server) else {
                return .missing
            }
            let size = row.entry.sentLength(of: "file")
            let alike = listed.filter { $0.category == row.row.category && $0.size == size }
            if let there = alike.first(where: { $0.isCalled(row.row.name, in: row.row.category) }) {
                return .confirmed([Receipt(serverID: there.key)])
            }
            for other in alike {
                if try await server.isTaken(other.key, besides: row.entry) { continue }
                return .unknown(
                    "The server has a document with this length under another name: \(singleLine(other.key, limit: 300))."
                )
            }
            guard listed.count < mostListed else {
                return .unknown("The worker has more documents than the server lists.")
            }
            return .missing
        }

        /// The server reads one page of its store and no further.
        private static let mostListed = 1_000

        private static func path(_ row: WorkerDocument) -> String { "/api/app/chef/workers/\(row.worker)/documents" }

        private static func documents(of row: WorkerDocument, _ server: any ServerReader) async throws -> [Listed]? {
            let request = ReadRequest(path: path(row), query: [])
            guard let body = try await server.read(request) else { return nil }
            guard let list = JSONTree.object(of: body)?["documents"]?.list else { throw RunError.unreadable(request) }
            return list.map { Listed($0, category: "") }
        }
    }
}

/// A document as the server tells of it.
private struct Listed {
    let key: String
    let name: String
    let category: String
    let size: Int?

    init(_ tree: JSONTree, category: String) {
        key = tree["key"]?.text ?? ""
        name = tree["name"]?.text ?? key.split(separator: "/").last.map(String.init) ?? ""
        self.category = tree["category"]?.filledText ?? category
        size = tree["size"]?.int
    }

    func isCalled(_ sent: String, in category: String) -> Bool {
        category == self.category && folded(sent) == folded(name)
    }
}

/// A name without what a server changes in it: capitals, and what is neither letter nor digit.
private func folded(_ name: String) -> String {
    String(decoding: name.lowercased().utf8.filter(isLetterOrDigit), as: UTF8.self)
}
