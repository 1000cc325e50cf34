public import GantryEngine
internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// Hours of the signed-in person on a day: an item of `POST /api/app/work-entries`.
    ///
    /// The server has one row for a person, a task and a day, which a later item replaces until it is handed in. It
    /// confirms a request by one e-mail, about the task and the week of the first item that is handed in; so a request
    /// holds one task and week.
    public struct WorkEntryRow: SubmittedRow {
        /// What rows are checked against: the tasks, and the hours that the server has in the weeks of the sheet.
        public struct ReferenceData: Sendable {
            /// The tasks that the account sees; `nil` where it may see none.
            var tasks: Set<Int64>?
            /// Tasks that the server lists and that can't be read.
            var unreadableTasks = 0
            /// What the server has of the weeks of the sheet, by day.
            var written: [CivilDate: [WrittenHours]] = [:]
            /// The Mondays of the weeks that were read.
            var weeks: Set<CivilDate> = []
        }

        public var task: Int64 = 0
        public var day = CivilDate(daysSince1970: 0)
        /// Minutes after midnight.
        public var start = 0
        /// The column `end_time`, on the same day, in minutes after midnight; 1,440 is the next midnight.
        public var end = 0
        /// The column `pause_minutes`: minutes of pauses. Without a value those that the server has stay; hours that
        /// are new there get none.
        public var pause: Int64?
        public var km: Decimal9?
        public var text: String?
        public var isDraft = true

        public init() {}

        static let kind = SubmissionKind(
            "work-entry-rows", help: "Hours of the signed-in user, one row per task and day.",
            delivery: .grouped("write"), uniqueness: .perBatch, isPersonal: true)

        /// The columns of a sheet; `task_id`, `work_date`, `start_time` and `end_time` must be filled.
        static let fields: [SheetField<WorkEntryRow>] = [
            SheetField("task_id", required: true, \.task, in: 1...Int64.max, help: "The number of the task."),
            SheetField("work_date", required: true, \.day, help: "The day of the work."),
            SheetField(
                "start_time", required: true, time: \.start, help: "When it started, in Danish time, such as 07:00."),
            SheetField(
                "end_time", required: true, time: \.end, help: "When it ended, on the same day; 24:00 is midnight."),
            SheetField(
                "pause_minutes", \.pause, in: 0...1_440,
                help:
                    "Minutes of breaks. If empty, existing hours keep theirs and new hours get none."
            ),
            SheetField("km", \.km, help: "Kilometres. If empty, the server's value stays."),
            SheetField("description", \.text, help: "What was done. If empty, the server's value stays."),
            SheetField(
                "is_draft", \.isDraft,
                help: "no submits the row, after which it can't be changed; if empty, it stays a draft."),
        ]

        /// `ksr.work-entry-rows`: the rows of one task and week share a request, for the account that signs in. The
        /// same row may be sent again in another batch.
        public static let submission = Submission<WorkEntryRow>(
            kind, fields: fields, loadReferenceData: loadReferenceData, request: request, receive: receive, find: find
        ).with(\.loadMore, loadMore).with(\.refused, refused)

        /// A task on a day; the rows of a task in an ISO week are a group.
        public var identity: RowIdentity {
            let week = day.isoWeek
            return RowIdentity(
                target: "task \(task)", purpose: day.description, group: "\(task)/\(week.year)-W\(week.week)",
                replaces: true)
        }

        /// The first one where the clocks show it twice; `nil` in the hour that they skip.
        private var times: (start: Instant, end: Instant)? {
            guard let start = Zone.denmark.times(of: day, minute: start).first,
                let end = Zone.denmark.times(of: day, minute: end).first
            else { return nil }
            return (start, end)
        }

        /// What keeps the hours of the row from being one number: a time that the clocks show twice.
        private var shownTwice: RowProblem? {
            let starts = Zone.denmark.times(of: day, minute: start)
            let ends = Zone.denmark.times(of: day, minute: end)
            guard starts.count > 1 || ends.count > 1 else { return nil }
            let hours = Set(
                starts.flatMap { start in ends.map { Hours(nano: $0.nanoseconds(since: start) / 3_600) } }
            ).filter { $0 > .zero }.sorted()
            return RowProblem(
                "time-twice", field: starts.count > 1 ? "start_time" : "end_time",
                "The clocks go back on \(day) and show this time twice, so the row has "
                    + "\(listed(hours.map { "\($0)" })) hours. Enter it on the server, or allow time-twice for the first time."
            )
        }

        /// From start to end.
        private var minutes: Int {
            times.map { Int($0.end.nanoseconds(since: $0.start) / 60_000_000_000) } ?? 0
        }

        /// A task may have one row for a day, and the rows for a day at most 24 hours, pauses not counted.
        public var sharedLimits: [SharedLimit] {
            [
                SharedLimit(
                    of: "\(task)/\(day)",
                    RowProblem(
                        "same-day", field: "work_date",
                        "Task \(task) has two rows for \(day), which would become one entry.")),
                SharedLimit(
                    of: day.description, amount: max(minutes - Int(pause ?? 0), 0), most: 24 * 60,
                    RowProblem(
                        "too-many-hours", field: "work_date", "The rows for \(day) add up to more than 24 hours.")),
            ]
        }

        /// Reads the tasks of the account; an account that may not read them is not an error.
        public static func loadReferenceData(_ server: any ServerReader) async throws -> ReferenceData {
            do {
                var tasks: Set<Int64> = []
                var unreadable = 0
                try await server.readAll(WorkTask.dataset, period: nil, filters: [:]) { page in
                    unreadable += page.unreadable
                    for task in page { tasks.insert(task.id) }
                }
                return ReferenceData(tasks: tasks, unreadableTasks: unreadable)
            } catch {
                guard server.isNotAllowed(error) else { throw error }
                return ReferenceData()
            }
        }

        /// Reads the weeks that no rows before these were in.
        public static func loadMore(
            into referenceData: inout ReferenceData, about rows: [WorkEntryRow], today: CivilDate,
            from server: any ServerReader
        ) async throws {
            let mondays = Set(rows.map { $0.day + (1 - $0.day.isoWeekday) }).subtracting(referenceData.weeks)
            for monday in mondays.sorted() {
                for written in try await WrittenHours.week(of: monday, server) {
                    referenceData.written[written.day, default: []].append(written)
                }
                referenceData.weeks.insert(monday)
            }
        }

        /// Refuses an unknown task, a time that the clocks skip or show twice, an end before the start, a pause as long
        /// as the work, negative kilometres, and a change of hours that were handed in.
        public func check(_ referenceData: ReferenceData, today: CivilDate, now _: Instant) -> [RowProblem] {
            var problems: [RowProblem] = []
            if let tasks = referenceData.tasks, !tasks.contains(task) {
                problems.append(KSRCranes.unknownTask(task, "task_id", unreadable: referenceData.unreadableTasks))
            }
            if times == nil {
                problems.append(
                    RowProblem(
                        "no-such-time", field: "start_time",
                        "The clocks go forward on \(day), and the row has a time in the skipped hour."))
            } else if minutes <= 0 {
                problems.append(
                    RowProblem(
                        "end-before-start", field: "end_time", "The end must be after the start, on the same day."))
            } else if let shownTwice {
                problems.append(shownTwice)
            } else if let pause, pause >= Int64(minutes) {
                problems.append(tooLong(pause))
            }
            if let km, km < Decimal9(0) {
                problems.append(RowProblem("km", field: "km", "km is \(km); it can't be negative."))
            }
            if problems.isEmpty, let old = referenceData.written[day]?.first(where: { isSameDay($0) && $0.isLocked }),
                !isWritten(old)
            {
                problems.append(locked(old))
            }
            return problems
        }

        /// Hours that the server has as the row says do nothing; others of the same task and day are changed.
        public func effect(_ referenceData: ReferenceData) -> RowEffect? {
            guard let old = referenceData.written[day]?.first(where: { isSameDay($0) }) else { return .create }
            return isWritten(old) ? .nothing : .change
        }

        private func tooLong(_ pause: Int64) -> RowProblem {
            RowProblem(
                "pause", field: "pause_minutes",
                "The break of \(counted(Int(pause), "minute")) is as long as the work of \(counted(Int(minutes), "minute"))."
            )
        }

        private func locked(_ old: WrittenHours) -> RowProblem {
            RowProblem(
                "locked", field: "work_date",
                "Entry \(old.id) for task \(task) on \(day) was already submitted and can't be changed.")
        }

        // MARK: Sending

        /// Looks first at what the server has: what the sheet does not name stays, and what was handed in is left
        /// alone.
        public static func request(
            for rows: [OutgoingRow<WorkEntryRow>], step: Int, server: any ServerReader
        ) async throws -> StepRequest {
            guard let first = rows.first?.row else { return .confirmed([]) }
            let written = try await WrittenHours.week(of: first.day, server)
            var items: [JSONTree] = []
            var receipts: [Receipt] = []
            var problem: RowProblem?
            for row in rows.map(\.row) {
                let old = written.first { row.isSameDay($0) }
                if let old, old.isLocked {
                    if row.isWritten(old) {
                        receipts.append(Receipt(serverID: String(old.id)))
                    } else {
                        problem = row.locked(old)
                    }
                } else if row.pause == nil, let old, old.pause > 0, old.pause >= row.minutes {
                    // The pause that would stay is longer than what the sheet leaves of the day.
                    problem = row.tooLong(Int64(old.pause))
                } else if let item = row.item(old) {
                    items.append(item)
                }
            }
            if receipts.count == rows.count { return .confirmed(receipts) }
            if items.count < rows.count {
                let problem = problem ?? RowProblem("handed-in", "Some rows of the request were already submitted.")
                return rows.count == 1 ? .refuse(problem) : .split(problem)
            }
            return .call(
                WriteRequest(
                    .post, "/api/app/work-entries", body: .json(JSONTree.object(["entries": .array(items)]).compact))
            )
        }

        private func item(_ old: WrittenHours?) -> JSONTree? {
            guard let times else { return nil }
            var members: [JSONTree.Member] = [
                .init("task_id", .number(String(task))), .init("work_date", .string(day.description)),
                .init("start_time", .string(times.start.description)),
                .init("end_time", .string(times.end.description)),
                // What is missing would become 0.
                .init("pause_minutes", .number(String(pause ?? Int64(old?.pause ?? 0)))),
                .init("km", .number((km ?? old?.km ?? Decimal9(0)).description)),
            ]
            if let text = text ?? old?.description { members.append(.init("description", .string(text))) }
            members.append(.init("is_draft", .bool(isDraft)))
            return .object(members)
        }

        private func isSameDay(_ written: WrittenHours) -> Bool { written.task == task && written.day == day }

        /// Whether the server has the row as it stands in the sheet, or with its text in another spelling.
        private func isWritten(_ written: WrittenHours, inAnySpelling: Bool = false) -> Bool {
            guard let times, isSameDay(written), written.minutes == minutes,
                written.start == WrittenHours.minuteOfDay(times.start)
            else {
                return false
            }
            return pause.map { Int($0) == written.pause } ?? true && km.map { $0 == written.km } ?? true
                && text.map { $0 == written.description || inAnySpelling && isShown($0, as: written.description ?? "") }
                    ?? true
                && written.isLocked != isDraft
        }

        /// The answer has every row as it was written. It also has a token, which goes nowhere from here.
        public static func receive(
            _ answer: StepAnswer, for rows: [OutgoingRow<WorkEntryRow>], step: Int
        ) -> EffectOutcome {
            guard let list = JSONTree.object(of: answer.body)?["entries"]?.list else {
                return answer.unshown("The server reported success without the saved rows.")
            }
            guard let receipts = receipts(rows, list.compactMap { WrittenHours($0) }, status: answer.status) else {
                return answer.unshown("The server reported success, but for other rows.")
            }
            return .confirmed(receipts)
        }

        /// One row of a request that was handed in keeps the others from being written, or some of them; alone, each
        /// finds its own end.
        public static func refused(
            _ problem: RowProblem, status: Int?, for rows: [OutgoingRow<WorkEntryRow>], step: Int
        ) -> EffectOutcome {
            .split(problem)
        }

        /// What was written in part is sent again: a draft replaces itself. What was handed in was seen before, so a
        /// day that is handed in with other values may be the row itself.
        public static func find(
            _ rows: [OutgoingRow<WorkEntryRow>], step: Int, server: any ServerReader
        ) async throws -> LookupOutcome {
            guard let first = rows.first?.row else { return .missing }
            let written = try await WrittenHours.week(of: first.day, server)
            if let receipts = receipts(rows, written, status: nil) { return .confirmed(receipts) }
            let other = written.first { there in
                there.isLocked
                    && rows.contains { $0.row.isSameDay(there) && !$0.row.isWritten(there, inAnySpelling: true) }
            }
            guard let other else { return .missing }
            return .unknown("The server has other hours of the task on \(other.day), handed in since.")
        }

        private static func receipts(
            _ rows: [OutgoingRow<WorkEntryRow>], _ written: [WrittenHours], status: Int?
        ) -> [Receipt]? {
            var receipts: [Receipt] = []
            for row in rows {
                // A draft in another spelling may be the one before; what was handed in is not.
                let found = written.first {
                    row.row.isWritten($0, inAnySpelling: status != nil || $0.isLocked)
                }
                guard let found else { return nil }
                receipts.append(Receipt(status: status, serverID: String(found.id)))
            }
            return receipts
        }
    }
}
