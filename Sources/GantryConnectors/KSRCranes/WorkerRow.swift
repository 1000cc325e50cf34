public import GantryEngine
internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// A worker: `POST /api/app/chef/workers`, or where the row has a number `PUT` of it, which leaves alone what it
    /// does not name.
    public struct WorkerRow: SubmittedRow {
        /// The workers that there are.
        public struct ReferenceData: Sendable {
            struct Known: Sendable {
                var texts: [String: String]
                var rate: Decimal9?
            }

            var workers: [Int64: Known] = [:]
            /// In lower case.
            var emails: [String: Int64] = [:]
            /// Folded; of several with one name the first.
            var names: [String: Int64] = [:]
            /// Workers that the server lists and that can't be read.
            var unreadable = 0
        }

        public var id: Int64?
        public var name: String?
        public var email: String?
        public var rate: Decimal9?
        public var employment: String?
        public var phone: String?
        public var address: String?
        public var status: String?
        public var hired: CivilDate?
        public var notes: String?

        public init() {}

        static let kind = SubmissionKind(
            "worker-rows", help: "Workers: new ones, and changes to those with a number.",
            delivery: .single(["write"]), uniqueness: .perBatch,
            makes: .recordOrChange(NumberedRecord("worker", by: "employee_id")))

        /// The columns of a sheet; none has to be filled.
        static let fields: [SheetField<WorkerRow>] = [
            SheetField(
                "employee_id", \.id, in: 1...Int64.max,
                help:
                    "The number of the worker to change. A row without one is a new worker, if new workers are allowed."
            ),
            SheetField(
                "name", \.name, most: 255,
                help: "The name. A new worker needs one; an empty cell changes nothing, here and below."),
            SheetField(
                "email", \.email, most: 255,
                help: "The e-mail address; unique among workers. A new worker needs one."),
            SheetField(
                "hourly_rate", \.rate,
                help: "The hourly pay, above 0, because the server treats 0 as missing. A new worker needs one."),
            SheetField(
                "employment_type", \.employment,
                oneOf: ["fuld_tid", "deltid", "timebaseret", "freelancer", "praktikant"],
                help:
                    "A new worker needs one. Deployed servers always store fuld_tid and make every new worker an arbejder, and also anyone whose "
                    + "employment_type changes: leave it empty for workers with another role."),
            SheetField(
                "phone", \.phone, most: 100,
                help: "The telephone number: digits, spaces and + ( ) - . /, 8 to 15 characters."),
            SheetField("address", \.address, most: 255, help: "The address."),
            SheetField("status", \.status, oneOf: ["aktiv", "inaktiv"], help: "aktiv or inaktiv."),
            SheetField(
                "hire_date", \.hired,
                help: "Deployed servers store it instead of the date of birth. Leave it empty unless you want that."),
            SheetField(
                "notes", \.notes,
                help:
                    "Deployed servers store them instead of the emergency contact. Leave them empty unless you want that."
            ),
        ]

        /// `ksr.worker-rows`: a row with an `employee_id` changes that worker, and one without makes a worker. The same
        /// row may be sent again in another batch.
        public static let submission = Submission<WorkerRow>(
            kind, fields: fields, loadReferenceData: loadReferenceData, request: request, receive: receive, find: find
        )

        /// The number of the worker to change, or the e-mail address of a new one; the label shows no address.
        public var identity: RowIdentity {
            RowIdentity(
                target: id.map(String.init) ?? email ?? "", purpose: id == nil ? "create" : "update",
                label: id.map { "\($0), update" } ?? "create", replaces: id != nil)
        }

        /// A number, an e-mail address and the name of a new worker may each be in one row of a sheet, in any spelling.
        public var sharedLimits: [SharedLimit] {
            var limits: [SharedLimit] = []
            if let id {
                limits.append(
                    SharedLimit(
                        of: "id \(id)", RowProblem("same-worker", field: "employee_id", "Worker \(id) has two rows.")))
            }
            if let email {
                limits.append(
                    SharedLimit(
                        of: "email \(TextIdentity.text.folded(email))",
                        RowProblem("same-email", field: "email", "Two rows have this e-mail address.")))
            }
            if id == nil, let name {
                limits.append(
                    SharedLimit(
                        of: "name \(shownKey(name))",
                        RowProblem(
                            "same-name", field: "name",
                            "Two rows create a worker of this name; for two people, set allow: [same-name] in the pipeline file."
                        )))
            }
            return limits
        }

        /// Reads every worker. Those with a number below 1 are left out.
        public static func loadReferenceData(_ server: any ServerReader) async throws -> ReferenceData {
            var referenceData = ReferenceData()
            try await server.readAll(Worker.dataset, period: nil, filters: [:]) { page in
                referenceData.unreadable += page.unreadable
                for record in page where record.id > 0 {
                    let texts = [
                        ("name", record.name), ("email", record.email), ("phone", record.phone),
                        ("address", record.address),
                        ("status", record.status),
                    ]
                    let known = texts.compactMap { key, text in text.map { (key, page.text($0)) } }
                    referenceData.workers[record.id] = ReferenceData.Known(
                        texts: Dictionary(uniqueKeysWithValues: known),
                        rate: record.hourlyRate.flatMap { Int64(exactly: $0.nano) }.map { Decimal9(nano: $0) })
                    if let email = record.email {
                        referenceData.emails[TextIdentity.text.folded(page.text(email))] = record.id
                    }
                    let name = shownKey(page.text(record.name))
                    if !name.isEmpty, referenceData.names[name] == nil { referenceData.names[name] = record.id }
                }
            }
            return referenceData
        }

        /// Refuses unusable contact data, a rate that isn't above 0, a number that no worker has, a new worker without
        /// the columns it needs, and an e-mail address or name that another worker has.
        public func check(_ referenceData: ReferenceData, today: CivilDate, now _: Instant) -> [RowProblem] {
            var problems: [RowProblem?] = [
                ContactRules.email(email, field: "email"), ContactRules.phone(phone, field: "phone", lengths: 8...15),
            ]
            if id == nil {
                let needed: [(String, Bool)] = [
                    ("name", name == nil), ("email", email == nil), ("hourly_rate", rate == nil),
                    ("employment_type", employment == nil),
                ]
                problems += needed.filter(\.1).map {
                    RowProblem("missing", field: $0.0, "\($0.0) is empty; a new worker needs one.")
                }
            }
            if let rate, rate <= Decimal9(0) {
                problems.append(
                    RowProblem("hourly-rate", field: "hourly_rate", "hourly_rate is \(rate); it must be above 0."))
            }
            if let id, referenceData.workers[id] == nil {
                problems.append(KSRCranes.unknownWorker(id, "employee_id", unreadable: referenceData.unreadable))
            }
            if let email, let other = referenceData.emails[TextIdentity.text.folded(email)], other != id {
                problems.append(
                    RowProblem(
                        "email-taken", field: "email",
                        "Worker \(other) has this e-mail address. "
                            + (id == nil
                                ? "To change that worker, enter \(other) as employee_id."
                                : "Two workers can't share one.")))
            }
            if id == nil, let name, let other = referenceData.names[shownKey(name)] {
                problems.append(
                    RowProblem(
                        "name-taken", field: "name",
                        "Worker \(other) has this name. To change that worker, enter \(other) as employee_id; "
                            + "for another person with the same name, set allow: [name-taken] in the pipeline file."))
            } else if id == nil, referenceData.unreadable > 0 {
                // The server takes two workers of one name.
                problems.append(
                    RowProblem(
                        "workers-unreadable", field: "name",
                        "The server lists \(unreadableRecords(referenceData.unreadable, "worker")); this may be \(referenceData.unreadable == 1 ? "it" : "one of them") "
                            + "rather than a new worker. Have that corrected there, or set allow: [workers-unreadable] in the pipeline file."
                    ))
            }
            return problems.compactMap(\.self)
        }

        /// What cells don't show of the server's record (the kind of employment, the day of hiring, the notes) counts
        /// as a change.
        public func effect(_ referenceData: ReferenceData) -> RowEffect? {
            guard let id else { return .create }
            guard let known = referenceData.workers[id], employment == nil, hired == nil, notes == nil else {
                return .change
            }
            let texts = [("name", name), ("phone", phone), ("address", address)]
            let isThere =
                texts.allSatisfy { $0.1 == nil || known.texts[$0.0] == $0.1 }
                && (email == nil
                    || known.texts["email"].map(TextIdentity.text.folded) == email.map(TextIdentity.text.folded))
                && (rate == nil || known.rate == rate)
                && (status == nil || known.texts["status"] == status)
            return isThere ? .nothing : .change
        }

        // MARK: Sending

        private var members: [JSONTree.Member] {
            var members: [JSONTree.Member] = []
            if let rate { members.append(.init("hourly_rate", .number(rate.description))) }
            let texts = [
                ("name", name), ("email", email), ("employment_type", employment), ("phone", phone),
                ("address", address), ("status", status),
                ("hire_date", hired?.description), ("notes", notes),
            ]
            for case (let key, let text?) in texts { members.append(.init(key, .string(text))) }
            return members
        }

        /// A `POST` of a new worker or a `PUT` of what the row fills. A change that fills nothing is
        /// confirmed without a request.
        public static func request(
            for rows: [OutgoingRow<WorkerRow>], step: Int, server: any ServerReader
        ) async throws -> StepRequest {
            let row = rows.first?.row ?? WorkerRow()
            let body = WriteBody.json(JSONTree.object(row.members).compact)
            guard let id = row.id else { return .call(WriteRequest(.post, path, body: body)) }
            if row.members.isEmpty { return .confirmed([Receipt(serverID: String(id))]) }
            return .call(WriteRequest(.put, "\(path)/\(id)", body: body))
        }

        /// What a worker of the server has otherwise than the sheet, of what servers show as it was sent; `nil` if
        /// nothing. A status that leave changes says nothing.
        private func difference(_ worker: JSONTree) -> String? {
            if let id, let shown = worker["employee_id"]?.int, Int64(shown) != id { return "the number \(shown)" }
            if let email, let shown = worker["email"]?.filledText, !isShown(email, as: shown) {
                return "another e-mail address"
            }
            if let rate, let shown = worker["hourly_rate"]?.decimal, shown != rate {
                return "an hourly rate of \(shown)"
            }
            if let status, let shown = worker["status"]?.text, (shown == "inaktiv") != (status == "inaktiv") {
                return "the status \(singleLine(shown, limit: 60))"
            }
            return nil
        }

        /// Confirms an answer that names the worker, in whatever spelling it shows names and addresses, and a change
        /// that the server reports without showing it. One with another number, e-mail address, rate or status is a
        /// wrong effect.
        public static func receive(_ answer: StepAnswer, for rows: [OutgoingRow<WorkerRow>], step: Int) -> EffectOutcome
        {
            let row = rows.first?.row ?? WorkerRow()
            let tree = JSONTree.object(of: answer.body)
            if tree?["success"] == .bool(false) { return .rejected(KSRCranes.saidNo(tree)) }
            guard let shown = tree?["employee_id"] == nil ? tree?["worker"] : tree, let id = shown["employee_id"]?.int
            else {
                let sentence = "The server reported success without the worker."
                return row.id.map { answer.changed($0, sentence) } ?? answer.unshown(sentence)
            }
            if let difference = row.difference(shown) {
                return .wrongEffect(
                    RowProblem("other-worker", "The server answered with worker \(id), which has \(difference)."))
            }
            return .confirmed([Receipt(status: answer.status, serverID: String(id))])
        }

        /// No two workers have one e-mail address, so one of a new worker's is this one where it has the name too. A
        /// change that is made again is the same change.
        public static func find(
            _ rows: [OutgoingRow<WorkerRow>], step: Int, server: any ServerReader
        ) async throws -> LookupOutcome {
            guard let row = rows.first?.row, row.id == nil else { return .repeatable }
            var other: (id: Int64, isSame: Bool)?
            var unreadable = 0
            try await server.readAll(Worker.dataset, period: nil, filters: [:]) { page in
                unreadable += page.unreadable
                for record in page
                where record.email.map({ TextIdentity.text.folded(page.text($0)) })
                    == row.email.map(TextIdentity.text.folded)
                {
                    other = (record.id, row.name.map { isShown($0, as: page.text(record.name)) } ?? true)
                }
            }
            guard let other else {
                return unreadable == 0 ? .missing : .unknown(hiddenRecords(unreadable, "worker"))
            }
            return other.isSame
                ? .confirmed([Receipt(serverID: String(other.id))])
                : .unknown(
                    "Worker \(other.id) has this e-mail address but another name; someone else may have entered them.")
        }

        private static let path = "/api/app/chef/workers"
    }
}
