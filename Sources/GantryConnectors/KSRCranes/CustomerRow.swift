public import GantryEngine
internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// A customer: `POST /api/app/chef/customers`, or where the row has a number `PUT` of it.
    ///
    /// A `PUT` makes empty what it does not name, so the customer is read first, and sent with what the sheet changes.
    public struct CustomerRow: SubmittedRow {
        /// The customers that there are.
        public struct ReferenceData: Sendable {
            /// What each has, by the keys of answers.
            var customers: [Int64: [String: String]] = [:]
            var names: [String: Set<Int64>] = [:]
            var cvrs: [String: Int64] = [:]
            /// Customers that the server lists and that can't be read.
            var unreadable = 0
        }

        public var id: Int64?
        public var name: String?
        public var email: String?
        public var phone: String?
        public var address: String?
        public var cvr: String?

        public init() {}

        static let kind = SubmissionKind(
            "customer-rows", help: "Customers: new ones, and changes to those with a number.",
            delivery: .single(["write"]), uniqueness: .perBatch,
            makes: .recordOrChange(NumberedRecord("customer", by: "customer_id")))

        /// The columns of a sheet; none has to be filled.
        static let fields: [SheetField<CustomerRow>] = [
            SheetField(
                "customer_id", \.id, in: 1...Int64.max,
                help:
                    "The number of the customer to change. A row without one is a new customer, if new customers are allowed."
            ),
            SheetField(
                "name", \.name, most: 255,
                help: "The name, 2 to 255 characters; unique among customers. A new customer needs one."),
            SheetField(
                "contact_email", \.email, most: 255,
                help: "The e-mail address of the contact. An empty cell changes nothing, here and below."),
            SheetField(
                "phone", \.phone, most: 100,
                help: "The telephone number: digits, spaces and + ( ) - . /, 8 to 15 characters."),
            SheetField("address", \.address, most: 255, help: "The address, at most 255 characters."),
            SheetField(
                "cvr", \.cvr, most: 100,
                help: "The Danish company number, eight digits; unique among customers."),
        ]

        /// `ksr.customer-rows`: a row with a `customer_id` changes that customer, and one without makes a customer. The
        /// same row may be sent again in another batch.
        public static let submission = Submission<CustomerRow>(
            kind, fields: fields, loadReferenceData: loadReferenceData, request: request, receive: receive, find: find
        )

        /// The number of the customer to change, or the name of a new one; a change replaces the one before it.
        public var identity: RowIdentity {
            RowIdentity(
                target: id.map(String.init) ?? name ?? "", purpose: id == nil ? "create" : "update",
                label: id.map { "\($0), update" } ?? "create", replaces: id != nil)
        }

        /// A number, a name and a company number may each be in one row of a sheet.
        public var sharedLimits: [SharedLimit] {
            var limits: [SharedLimit] = []
            if let id {
                limits.append(
                    SharedLimit(
                        of: "id \(id)",
                        RowProblem("same-customer", field: "customer_id", "Customer \(id) has two rows.")))
            }
            if let name {
                limits.append(
                    SharedLimit(
                        of: "name \(shownKey(name))", RowProblem("same-name", field: "name", "Two rows have this name.")
                    ))
            }
            if let cvr {
                limits.append(
                    SharedLimit(
                        of: "cvr \(TextIdentity.number.folded(cvr))",
                        RowProblem("same-cvr", field: "cvr", "Two rows have the number \(cvr)."))
                )
            }
            return limits
        }

        /// Reads every customer. Those with a number below 1 are left out.
        public static func loadReferenceData(_ server: any ServerReader) async throws -> ReferenceData {
            var referenceData = ReferenceData()
            try await server.readAll(Customer.dataset, period: nil, filters: [:]) { page in
                referenceData.unreadable += page.unreadable
                for record in page where record.id > 0 {
                    let texts = [
                        ("name", record.name), ("contact_email", record.email), ("phone", record.phone),
                        ("address", record.address),
                        ("cvr_nr", record.cvr),
                    ]
                    referenceData.customers[record.id] = Dictionary(
                        uniqueKeysWithValues: texts.compactMap { key, text in text.map { (key, page.text($0)) } })
                    referenceData.names[shownKey(page.text(record.name)), default: []].insert(record.id)
                    if let cvr = record.cvr {
                        referenceData.cvrs[TextIdentity.number.folded(page.text(cvr))] = record.id
                    }
                }
            }
            return referenceData
        }

        /// Refuses unusable e-mail addresses, telephone and company numbers, a number that no customer has, a new
        /// customer without a name, and a name or company number that another customer has.
        public func check(_ referenceData: ReferenceData, today: CivilDate, now _: Instant) -> [RowProblem] {
            var problems: [RowProblem?] = [
                ContactRules.length(name, field: "name", within: 2...255),
                ContactRules.email(email, field: "contact_email"),
                ContactRules.phone(phone, field: "phone", lengths: 8...15), cvrProblem,
            ]
            if let id, referenceData.customers[id] == nil {
                problems.append(KSRCranes.unknownCustomer(id, unreadable: referenceData.unreadable))
            }
            if id == nil, name == nil {
                problems.append(RowProblem("missing", field: "name", "name is empty; a new customer needs one."))
            }
            // A customer keeps its name, also where another has the same.
            let named = name.flatMap { referenceData.names[shownKey($0)] } ?? []
            if let other = named.min(), id.map({ !named.contains($0) }) ?? true {
                problems.append(
                    RowProblem("name-taken", field: "name", "Customer \(other) has this name. \(advice(other))"))
            }
            if let cvr, let other = referenceData.cvrs[TextIdentity.number.folded(cvr)], other != id {
                problems.append(
                    RowProblem("cvr-taken", field: "cvr", "Customer \(other) has the number \(cvr). \(advice(other))"))
            }
            return problems.compactMap(\.self)
        }

        private var cvrProblem: RowProblem? {
            guard let cvr, cvr.utf8.count != 8 || !cvr.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return nil
            }
            return RowProblem(
                "cvr", field: "cvr", "cvr is \"\(singleLine(cvr, limit: 60))\"; eight digits are expected.")
        }

        /// A row whose filled cells are all as the server has them does nothing.
        public func effect(_ referenceData: ReferenceData) -> RowEffect? {
            guard let id else { return .create }
            let known = referenceData.customers[id] ?? [:]
            return values.allSatisfy { $0.value == nil || known[$0.read] == $0.value } ? .nothing : .change
        }

        private func advice(_ other: Int64) -> String {
            id == nil ? "To change that customer, enter \(other) as customer_id." : "Two customers can't share one."
        }

        // MARK: Sending

        /// The keys of a request with what the sheet has of them, and the keys of answers.
        private var values: [(key: String, read: String, value: String?)] {
            [
                ("name", "name", name), ("contact_email", "contact_email", email), ("phone", "phone", phone),
                ("address", "address", address),
                ("cvr", "cvr_nr", cvr),
            ]
        }

        /// Reads the customer that a row changes, since a `PUT` makes empty what it leaves out. One that has all of the
        /// row is confirmed without a request, and one that is gone is refused.
        public static func request(
            for rows: [OutgoingRow<CustomerRow>], step: Int, server: any ServerReader
        ) async throws -> StepRequest {
            let row = rows.first?.row ?? CustomerRow()
            var old: JSONTree?
            if let id = row.id {
                guard let found = try await customer(id, server) else { return .refuse(KSRCranes.unknownCustomer(id)) }
                if row.isWritten(found) { return .confirmed([Receipt(serverID: String(id))]) }
                old = found
            }
            var members: [JSONTree.Member] = []
            for (key, read, value) in row.values {
                // What is left out becomes empty.
                if let text = value ?? old?[read]?.filledText { members.append(.init(key, .string(text))) }
            }
            let body = WriteBody.json(JSONTree.object(members).compact)
            guard let id = row.id else { return .call(WriteRequest(.post, path, body: body)) }
            return .call(WriteRequest(.put, "\(path)/\(id)", body: body))
        }

        /// Whether a customer of the server has all that the sheet has.
        private func isWritten(_ customer: JSONTree) -> Bool {
            values.allSatisfy { $0.value == nil || customer[$0.read]?.text == $0.value }
        }

        /// Confirms an answer that names the customer, in whatever spelling it shows the rest, and a change that the
        /// server reports without showing it. One with another number is a wrong effect.
        public static func receive(
            _ answer: StepAnswer, for rows: [OutgoingRow<CustomerRow>], step: Int
        ) -> EffectOutcome {
            let row = rows.first?.row ?? CustomerRow()
            let tree = JSONTree.object(of: answer.body)
            if tree?["success"] == .bool(false) { return .rejected(KSRCranes.saidNo(tree)) }
            let shown = tree?["customer_id"] == nil ? tree?["customer"] : tree
            guard let id = shown?["customer_id"]?.int else {
                let sentence = "The server reported success without the customer."
                return row.id.map { answer.changed($0, sentence) } ?? answer.unshown(sentence)
            }
            let number = shown?["cvr_nr"]?.filledText
            guard row.id.map({ $0 == Int64(id) }) ?? true, row.cvr == nil || number == nil || number == row.cvr else {
                return .wrongEffect(
                    RowProblem(
                        "other-customer",
                        "The server answered with customer \(id), which isn't the one of the row or has another company number."
                    ))
            }
            return .confirmed([Receipt(status: answer.status, serverID: String(id))])
        }

        /// No two customers have one name or company number, so one of those of a new customer is this one where it has
        /// the rest too. A name in another spelling can be that of another customer. A change that is made again is the
        /// same change, and may be shown in another spelling.
        public static func find(
            _ rows: [OutgoingRow<CustomerRow>], step: Int, server: any ServerReader
        ) async throws -> LookupOutcome {
            guard let row = rows.first?.row else { return .missing }
            if let id = row.id {
                guard let found = try await customer(id, server) else { return .missing }
                return row.isWritten(found) ? .confirmed([Receipt(serverID: String(id))]) : .repeatable
            }
            var other: (id: Int64, isSame: Bool)?
            var unreadable = 0
            try await server.readAll(Customer.dataset, period: nil, filters: [:]) { page in
                unreadable += page.unreadable
                for record in page {
                    let name = page.text(record.name)
                    let hasNumber = row.cvr != nil && record.cvr.map { page.text($0) } == row.cvr
                    guard hasNumber || row.name.map({ isShown($0, as: name) }) ?? false else { continue }
                    let texts = [(row.email, record.email), (row.phone, record.phone), (row.address, record.address)]
                    let isNamed = hasNumber ? row.name.map { isShown($0, as: name) } ?? true : name == row.name
                    let isSame =
                        isNamed && (hasNumber || row.cvr == nil)
                        && texts.allSatisfy { sent, there in
                            guard let sent else { return true }
                            return there.map { isShown(sent, as: page.text($0)) } ?? false
                        }
                    if isSame || other?.isSame != true { other = (record.id, isSame) }
                }
            }
            guard let other else {
                return unreadable == 0 ? .missing : .unknown(hiddenRecords(unreadable, "customer"))
            }
            return other.isSame
                ? .confirmed([Receipt(serverID: String(other.id))])
                : .unknown(
                    "Customer \(other.id) has this name or company number but different details; someone else may have entered it."
                )
        }

        private static let path = "/api/app/chef/customers"

        private static func customer(_ id: Int64, _ server: any ServerReader) async throws -> JSONTree? {
            let request = ReadRequest(path: "\(path)/\(id)", query: [])
            guard let body = try await server.read(request) else { return nil }
            guard let tree = JSONTree.object(of: body),
                let customer = tree["customer_id"] == nil ? tree["customer"] : tree,
                customer["customer_id"]?.int == Int(id)
            else { throw RunError.unreadable(request) }
            return customer
        }
    }

    private static func unknownCustomer(_ id: Int64, unreadable: Int = 0) -> RowProblem {
        RowProblem(
            "unknown-customer", field: "customer_id",
            "The server has no customer \(id).\(unreadableNote(unreadable, "customer"))")
    }
}
