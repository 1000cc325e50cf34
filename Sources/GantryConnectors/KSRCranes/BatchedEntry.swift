public import GantryEngine
internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// A work entry that goes into the payroll batch of a period: `POST /api/app/chef/payroll/batches` with the ids of
    /// all.
    ///
    /// The rows are those of a published export, which has checked them. They are compared once more with what the
    /// server has now, and the batch that the server makes with what was sent.
    public struct BatchedEntry: SubmittedRow {
        /// What the server has now.
        public struct ReferenceData: Sendable {
            struct Entry: Sendable {
                var employee: Int64
                var nano: Int64
                var isApproved: Bool
                /// Whether a server of the deployed contract has handed it to payroll.
                var isSent: Bool
            }

            var entries: [Int64: Entry] = [:]
            /// Entries that the server lists and that can't be read.
            var spoiledEntries = 0
            /// A batch that covers days of the period.
            var overlapping: String?
            /// Whether a batch of the server is cancelled, by its id.
            var batches: [Int64: Bool] = [:]
            /// Batches that the server lists and that can't be read.
            var spoiledBatches = 0
        }

        public var entry: Int64 = 0
        public var employee: Int64 = 0
        /// The column `normal_hours`; the sum of the three is compared with the server's.
        public var normal = Decimal9(0)
        public var overtime = Decimal9(0)
        public var weekend = Decimal9(0)

        public init() {}

        static let kind = SubmissionKind(
            "batch-entries", help: "A period's approved work entries, as one payroll batch.",
            delivery: .batch("create"))

        /// The columns of a sheet; `entry_id`, `employee_id`, `normal_hours`, `overtime_hours` and `weekend_hours` must
        /// be filled.
        static let fields: [SheetField<BatchedEntry>] = [
            SheetField(
                "entry_id", required: true, exported: "id", \.entry, in: 1...9_007_199_254_740_991,
                help: "The number of the work entry."),
            SheetField(
                "employee_id", required: true, exported: "employeeId", \.employee, in: 1...9_007_199_254_740_991,
                help: "The worker's number."),
            SheetField(
                "normal_hours", required: true, exported: "normalHours", \.normal, help: "Normal hours."),
            SheetField(
                "overtime_hours", required: true, exported: "overtimeHours", \.overtime,
                help: "Overtime hours."),
            SheetField(
                "weekend_hours", required: true, exported: "weekendHours", \.weekend,
                help: "Weekend hours."),
        ]

        /// `ksr.batch-entries`: all rows of a sheet go in one request, and an entry is sent once for good.
        public static let submission = Submission<BatchedEntry>(
            kind, fields: fields, loadReferenceData: loadReferenceData, request: request, receive: receive, find: find
        ).with(\.isUndone, isUndone).with(\.failed, failed)

        /// An entry is for its batch whatever its hours, so an entry whose hours were changed is not a second one.
        public var identity: RowIdentity {
            RowIdentity(target: String(entry), purpose: "batch", group: "batch", values: "")
        }

        private var nano: Int64 { normal.nano &+ overtime.nano &+ weekend.nano }

        /// Reads the work entries of the period and all payroll batches; nothing where the run has no period.
        public static func loadReferenceData(_ server: any ServerReader) async throws -> ReferenceData {
            var referenceData = ReferenceData()
            guard let period = server.period else { return referenceData }
            try await server.readAll(WorkEntry.dataset, period: period, filters: [:]) { page in
                referenceData.spoiledEntries += page.unreadable
                for record in page {
                    let hours = record.normalHours.nano &+ record.overtimeHours.nano &+ record.weekendHours.nano
                    referenceData.entries[record.id] = ReferenceData.Entry(
                        employee: record.employeeID, nano: hours, isApproved: record.status == .approved,
                        isSent: record.deployed.isSentToPayroll)
                }
            }
            try await server.readAll(PayrollBatch.dataset, period: nil, filters: [:]) { page in
                referenceData.spoiledBatches += page.unreadable
                for batch in page {
                    let isDropped = page.text(batch.status) == cancelled
                    referenceData.batches[batch.id] = isDropped
                    if !isDropped, batch.periodStart <= period.last, batch.periodEnd >= period.first {
                        referenceData.overlapping =
                            "\(page.text(batch.batchNumber)) (\(batch.periodStart) to \(batch.periodEnd))"
                    }
                }
            }
            return referenceData
        }

        /// Refuses an entry that the server no longer has, that isn't approved, or whose worker or total hours differ
        /// from the row; and every entry where a batch covers days of the period or may do so unread.
        public func check(_ referenceData: ReferenceData, today: CivilDate, now _: Instant) -> [RowProblem] {
            var problems: [RowProblem] = []
            if let batch = referenceData.overlapping {
                problems.append(
                    RowProblem(
                        "batch-exists", "The server already has the batch \(batch), which covers days of this period."))
            }
            if referenceData.spoiledBatches > 0 {
                problems.append(
                    RowProblem(
                        "batches-unreadable",
                        "The server lists \(unreadableRecords(referenceData.spoiledBatches, "batch", plural: "batches")), which may cover days of this period."
                    ))
            }
            guard let now = referenceData.entries[entry] else {
                let others =
                    referenceData.spoiledEntries == 0
                    ? "" : " It lists \(unreadableRecords(referenceData.spoiledEntries, "one"))."
                return problems + [
                    RowProblem(
                        "unknown-entry", field: "entry_id",
                        "The server no longer has entry \(entry) in this period.\(others)")
                ]
            }
            if !now.isApproved {
                problems.append(
                    RowProblem("not-approved", field: "entry_id", "Entry \(entry) is no longer approved."))
            }
            if now.isSent {
                problems.append(
                    RowProblem(
                        "already-sent", field: "entry_id",
                        "Entry \(entry) was sent to payroll already, so the server would leave it out of the batch."))
            }
            if now.employee != employee || now.nano != nano {
                problems.append(
                    RowProblem(
                        "entry-changed", field: "entry_id",
                        "On the server, entry \(entry) has \(Decimal9(nano: now.nano)) h for employee \(now.employee); the export has \(Decimal9(nano: nano)) h for \(employee). Export the period again."
                    ))
            }
            return problems
        }

        /// Whether the batch that an earlier run made does not stand any more: it is cancelled, or the server does not
        /// list it.
        ///
        /// Without a list of batches it counts as standing: the server shows none also when it can't read them.
        ///
        /// The id is what the receipt of a row of that run has.
        public static var isUndone: (@Sendable (String, ReferenceData) -> Bool)? {
            { serverID, referenceData in
                guard let id = batchID(serverID), !referenceData.batches.isEmpty else { return false }
                return referenceData.batches[id] ?? (referenceData.spoiledBatches == 0)
            }
        }

        private static let cancelled = "cancelled"

        /// One `POST` with the first and last day of the period, both at midnight UTC, and the ids of the entries.
        /// Without a period it is refused.
        public static func request(
            for rows: [OutgoingRow<BatchedEntry>], step: Int, server: any ServerReader
        ) async throws -> StepRequest {
            guard let period = server.period else {
                return .refuse(RowProblem("no-period", "The batch has no period."))
            }
            let body = JSONTree.object([
                "period_start": .string("\(period.first)T00:00:00Z"), "period_end": .string("\(period.last)T00:00:00Z"),
                "work_entry_ids": .array(rows.map { .number(String($0.row.entry)) }),
            ])
            return .call(WriteRequest(.post, "/api/app/chef/payroll/batches", body: .json(body.compact)))
        }

        /// Confirms a batch whose number of workers and total hours are those that were sent. One that differs is a
        /// wrong effect, and an answer without an id is looked up.
        public static func receive(
            _ answer: StepAnswer, for rows: [OutgoingRow<BatchedEntry>], step: Int
        ) -> EffectOutcome {
            guard let batch = JSONTree.object(of: answer.body), batch["id"]?.int != nil else {
                return answer.unshown("The server reported success without a batch.")
            }
            if let difference = difference(batch, rows) { return .wrongEffect(RowProblem("batch-differs", difference)) }
            return .confirmed([Receipt(status: answer.status, serverID: name(batch))])
        }

        /// A batch of exactly this period that is not cancelled is the one that was sent; the list is empty also when
        /// the server can't read it.
        public static func find(
            _ rows: [OutgoingRow<BatchedEntry>], step: Int, server: any ServerReader
        ) async throws -> LookupOutcome {
            guard let period = server.period,
                let body = try await server.read(ReadRequest(path: "/api/app/chef/payroll/batches", query: [])),
                let list = try? JSONTree(body), let batches = list.list ?? list["batches"]?.list ?? list["data"]?.list
            else { return .unknown("The server's list of batches can't be read.") }
            guard !batches.isEmpty else {
                let marks = server.contract == .deployed ? try await marks(of: rows, period, server) : ""
                return .unknown("The server lists no batches, which can also mean that it can't read them.\(marks)")
            }
            let standing = batches.filter { $0["status"]?.text != cancelled }
            let found = standing.filter {
                day($0["period_start"]) == period.first && day($0["period_end"]) == period.last
            }
            guard let batch = found.last else {
                let spoiled = standing.count { day($0["period_start"]) == nil || day($0["period_end"]) == nil }
                return spoiled == 0 ? .missing : .unknown(hiddenRecords(spoiled, "batch", plural: "batches"))
            }
            if let difference = difference(batch, rows) { return .unknown(difference) }
            return .confirmed([Receipt(serverID: name(batch))])
        }

        /// The deployed server makes a batch and marks its entries in two writes: what the marks say of a lost answer.
        private static func marks(
            of rows: [OutgoingRow<BatchedEntry>], _ period: PayPeriod, _ server: any ServerReader
        ) async throws -> String {
            let wanted = Set(rows.map(\.row.entry))
            var marked = 0
            try await server.readAll(WorkEntry.dataset, period: period, filters: [:]) { page in
                for entry in page where wanted.contains(entry.id) && entry.deployed.isSentToPayroll { marked += 1 }
            }
            if marked == wanted.count { return " All of its entries are marked as sent to payroll, so it was made." }
            return
                " \(marked) of its \(wanted.count) entries are marked as sent to payroll: the server may have made the batch "
                + "without marking them."
        }

        /// The deployed server has one batch for a fortnight, and fails with a violated constraint at a second one.
        /// Where the first was not sent by this row, nothing was made.
        public static func failed(
            _ problem: RowProblem, status: Int, for rows: [OutgoingRow<BatchedEntry>], step _: Int
        ) -> EffectOutcome? {
            guard status == 500, problem.sentence.contains("Unique constraint"),
                rows.allSatisfy({ $0.entry.attempts <= 1 })
            else { return nil }
            return .rejected(
                RowProblem(
                    "batch-exists",
                    "The server already has a payroll batch of this fortnight, and can't make a second one. \(problem.sentence)"
                ))
        }

        private static func name(_ batch: JSONTree) -> String {
            [batch["batch_number"]?.text, batch["id"]?.int.map { "id \($0)" }].compactMap(\.self).joined(
                separator: ", ")
        }

        /// The id in what ``name(_:)`` makes.
        static func batchID(_ name: String) -> Int64? {
            let mark = "id "
            guard let last = name.split(separator: ", ").last, last.hasPrefix(mark) else { return nil }
            return Int64(last.dropFirst(mark.count))
        }

        private static func day(_ value: JSONTree?) -> CivilDate? { value?.text.flatMap { CivilDate($0.prefix(10)) } }

        /// What of a batch is not what was sent; `nil` where all of it is.
        static func difference(_ batch: JSONTree, _ rows: [OutgoingRow<BatchedEntry>]) -> String? {
            let employees = Set(rows.map(\.row.employee)).count
            let hours = rows.reduce(Int128(0)) { $0 + Int128($1.row.nano) }
            var differences: [String] = []
            if let found = batch["total_employees"]?.int, found != employees {
                differences.append("\(counted(found, "worker")), sent \(employees)")
            }
            if let found = decimal(batch["total_hours"]), abs(found - hours) >= 5_000_000 {
                differences.append("\(decimalText(nano: found, .exact)) h, sent \(decimalText(nano: hours, .exact)) h")
            }
            guard !differences.isEmpty else { return nil }
            return
                "The server's batch \(name(batch)) has \(differences.joined(separator: "; ")). Check it before it is approved."
        }

        /// The server keeps hours with two decimals.
        static func decimal(_ value: JSONTree?) -> Int128? {
            let text: String
            switch value {
            case .number(let number): text = number
            case .string(let string): text = string
            default: return nil
            }
            let bytes = Array(text.utf8)
            do {
                return Int128(try parseDecimal(bytes.span, 0..<bytes.count).nano)
            } catch {
                return nil
            }
        }
    }
}
