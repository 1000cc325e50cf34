public import GantryEngine
internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// An exported entry that is marked as sent to payroll on a server of the deployed contract, so that no later
    /// export pays it again: `PATCH /api/app/work-entries/confirmed` with the ids of some hundred.
    ///
    /// Marking an entry twice changes nothing but the time of the mark, so what failed together is sent alone.
    public struct PayrollMark: SubmittedRow {
        /// The confirmed entries of the period as the server has them now, by number.
        public struct ReferenceData: Sendable {
            var entries: [Int64: WorkEntry] = [:]
            /// Entries that the server lists and that can't be read.
            var unreadable = 0
        }

        public var entry: Int64 = 0
        public var employee: Int64 = 0
        public var day = CivilDate(daysSince1970: 0)
        public var hours = Decimal9(0)

        public init() {}

        static let kind = SubmissionKind(
            "payroll-marks", help: "Exported work entries, marked as sent to payroll (deployed contract).",
            delivery: .grouped("mark"), contract: .deployed, takesExportsOnly: true,
            isPaid: true)

        /// The columns of a sheet; all must be filled.
        static let fields: [SheetField<PayrollMark>] = [
            SheetField(
                "entry_id", required: true, exported: "id", \.entry, in: 1...9_007_199_254_740_991,
                help: "The number of the work entry."),
            SheetField(
                "employee_id", required: true, exported: "employeeId", \.employee, in: 1...9_007_199_254_740_991,
                help: "The worker's number."),
            SheetField("work_date", required: true, exported: "workDate", \.day, help: "The day of the work."),
            SheetField(
                "normal_hours", required: true, exported: "normalHours", \.hours,
                help: "The hours that were exported."),
        ]

        /// `ksr.payroll-marks`: the entries of a published export, each marked once for good.
        public static let submission = Submission<PayrollMark>(
            kind, fields: fields, loadReferenceData: loadReferenceData, request: request, receive: receive, find: find
        ).with(\.isUndone, isUndone).with(\.refused, refused)

        /// Entries of neighbouring numbers share a request.
        public var identity: RowIdentity {
            RowIdentity(
                target: String(entry), purpose: "sent-to-payroll", group: String(entry / groupSize), values: "")
        }

        private var groupSize: Int64 { 250 }

        /// Reads the confirmed entries of the period; nothing where the run has no period.
        public static func loadReferenceData(_ server: any ServerReader) async throws -> ReferenceData {
            var data = ReferenceData()
            guard let period = server.period else { return data }
            try await server.readAll(WorkEntry.dataset, period: period, filters: [:]) { page in
                data.unreadable += page.unreadable
                for entry in page { data.entries[entry.id] = entry }
            }
            return data
        }

        /// Refuses an entry that the server no longer has as confirmed, that was sent meanwhile, or whose worker or
        /// hours are not those of the export.
        public func check(_ referenceData: ReferenceData, today: CivilDate, now _: Instant) -> [RowProblem] {
            guard let now = referenceData.entries[entry], now.status == .approved else {
                return [
                    RowProblem(
                        "unknown-entry", field: "entry_id",
                        "The server no longer has entry \(entry) as confirmed in this period, but the export paid it."
                            + unreadableNote(referenceData.unreadable, "entry", plural: "entries"))
                ]
            }
            if now.deployed.isSentToPayroll {
                return [
                    RowProblem(
                        "already-sent", field: "entry_id",
                        "Entry \(entry) was sent to payroll by someone else after the export. Make sure that it is not paid twice."
                    )
                ]
            }
            // An export can round hours to two decimals; times that are changed differ by a minute or more.
            let difference = Int128(now.totalHours.nano) - Int128(hours.nano)
            guard now.employeeID == employee, difference.magnitude <= 5_000_000 else {
                return [
                    RowProblem(
                        "entry-changed", field: "entry_id",
                        "On the server, entry \(entry) has \(now.totalHours) h for employee \(now.employeeID); the export paid \(hours) h for \(employee). Settle the difference by hand, then have the entry marked: until then a later export pays it again."
                    )
                ]
            }
            return []
        }

        /// Whether the mark that an earlier run made was taken back: the server has the entry without it.
        public static var isUndone: (@Sendable (String, ReferenceData) -> Bool)? {
            { serverID, data in
                Int64(serverID).flatMap { data.entries[$0] }.map { !$0.deployed.isSentToPayroll } ?? false
            }
        }

        /// One `PATCH` with the numbers of the entries. Before a second one the server is asked which it has marked.
        public static func request(
            for rows: [OutgoingRow<PayrollMark>], step: Int, server: any ServerReader
        ) async throws -> StepRequest {
            var ids = rows.map(\.row.entry)
            if rows.contains(where: { $0.entry.attempts > 1 }) {
                let marks = try await marks(of: rows, server)
                ids.removeAll { marks[$0] == true }
                if ids.isEmpty { return .confirmed(rows.map { Receipt(serverID: String($0.row.entry)) }) }
            }
            let body = JSONTree.object([
                "entry_ids": .array(ids.map { .number(String($0)) }), "action": .string("mark_sent_to_payroll"),
            ])
            return .call(WriteRequest(.patch, KSRCranes.confirmedPath, body: .json(body.compact)))
        }

        /// Confirms the rows when the server has marked all that it was asked to. Where it failed at some (207), each
        /// is sent alone, and one that fails alone is refused in the server's words, or sent again if they say that the
        /// failure passes.
        public static func receive(
            _ answer: StepAnswer, for rows: [OutgoingRow<PayrollMark>], step: Int
        ) -> EffectOutcome {
            let tree = JSONTree.object(of: answer.body)
            if tree?["columns_available"]?["sent_to_payroll"] == .bool(false) {
                return .rejected(
                    RowProblem("no-mark", "The server has no place to keep that an entry was sent to payroll."))
            }
            guard let tree, let marked = tree["successful"]?.list?.map(\.int),
                let requested = tree["total_requested"]?.int
            else {
                return answer.unshown("The answer doesn't show which entries are marked.")
            }
            let failed = tree["failed"]?.list ?? []
            if let first = failed.first {
                let words = first.shownText("error").map { ": " + asSentence($0) } ?? "."
                let problem = RowProblem(
                    "not-marked", field: "entry_id",
                    "The server could not mark the entry as sent to payroll\(words) It is paid: have it marked there, because a later export would pay it again."
                )
                if rows.count > 1 { return .split(problem) }
                return ServerMessage.saysThatItPasses(words) ? .notSent(problem) : .rejected(problem)
            }
            let wanted = Set(rows.map { Int($0.row.entry) })
            let isFirst = rows.allSatisfy { $0.entry.attempts <= 1 }
            let unmarked = (tree["updated_entries"]?.list ?? []).contains { $0["sent_to_payroll"] == .bool(false) }
            guard tree["success"] != .bool(false), !unmarked, requested == marked.count,
                Set(marked.compactMap(\.self)).isSubset(of: wanted), !isFirst || marked.count == wanted.count
            else {
                return .ambiguous(
                    RowProblem(RowProblem.unclearCode, "The server reported success, but for other entries."))
            }
            return .confirmed(rows.map { Receipt(status: answer.status, serverID: String($0.row.entry)) })
        }

        /// One number that the server does not know refuses all that were sent with it, so each is sent alone.
        public static func refused(
            _ problem: RowProblem, status: Int?, for rows: [OutgoingRow<PayrollMark>], step: Int
        ) -> EffectOutcome {
            status == 404 && rows.count > 1 ? .split(problem) : .rejected(problem)
        }

        /// Rows are done when the server has marked all of them. Those it has not are marked again, without the others.
        public static func find(
            _ rows: [OutgoingRow<PayrollMark>], step: Int, server: any ServerReader
        ) async throws -> LookupOutcome {
            let marks = try await marks(of: rows, server)
            if let hidden = rows.first(where: { marks[$0.row.entry] == nil }) {
                return .unknown("The server doesn't show entry \(hidden.row.entry).")
            }
            guard marks.values.allSatisfy(\.self) else { return .missing }
            return .confirmed(rows.map { Receipt(serverID: String($0.row.entry)) })
        }

        /// Whether the server has marked each row's entry, by its number; without those that it doesn't list.
        private static func marks(
            of rows: [OutgoingRow<PayrollMark>], _ server: any ServerReader
        ) async throws -> [Int64: Bool] {
            guard let first = rows.map(\.row.day).min(), let last = rows.map(\.row.day).max() else { return [:] }
            let wanted = Set(rows.map(\.row.entry))
            var marks: [Int64: Bool] = [:]
            let days = try PayPeriod("\(first)..\(last)")
            let worker = rows.count == 1 ? rows.first.map { ["employee_id": String($0.row.employee)] } ?? [:] : [:]
            try await server.readAll(WorkEntry.dataset, period: days, filters: worker) { page in
                for entry in page where wanted.contains(entry.id) { marks[entry.id] = entry.deployed.isSentToPayroll }
            }
            return marks
        }
    }
}
