public import GantryEngine
internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// A signed timesheet as a PDF: `POST /api/app/upload-timesheet`, a form.
    ///
    /// A repeat makes a second timesheet of the same file, so the timesheets that there are are noted before one is
    /// sent.
    public struct TimesheetFile: SubmittedRow {
        /// What the account may read; `nil` where it may not.
        public struct ReferenceData: Sendable {
            struct Week: Hashable, Sendable {
                var employee: Int64
                var task: Int64
                var year: Int64
                var week: Int64
            }

            var tasks: Set<Int64>?
            var timesheets: [Week: Int64]?
            /// Tasks and timesheets that the server lists and that can't be read.
            var unreadableTasks = 0
            var unreadableTimesheets = 0
            /// The workers, once a row names one by something else than the number.
            var workers: Named = .notRead

            enum Named: Sendable {
                case notRead
                /// The account may not read them.
                case notAllowed
                case read(Workers)
            }
        }

        /// The column `employeeId`: the worker: a number, an e-mail address or a full name.
        public var named = ""
        /// The number of the worker, as the check found it.
        public var employee: Int64 { Int64(named) ?? found ?? 0 }
        private var found: Int64?
        public var task: Int64 = 0
        public var week: Int64 = 0
        public var year: Int64 = 0
        public var entries = ""

        public init() {}

        static let kind = SubmissionKind(
            "timesheet-files", help: "Signed timesheets, each a PDF of a worker's week on a task.",
            files: FileRule(types: ["pdf"], limit: 10 << 20), delivery: .single(["look", "upload"]))

        /// The columns of a sheet; `file`, `employeeId`, `taskId`, `weekNumber`, `year` and `entries` must be filled.
        static let fields: [SheetField<TimesheetFile>] = [
            SheetField(file: "file", required: true, help: "The timesheet: a PDF of at most 10 MB."),
            SheetField("employeeId", required: true, \.named, most: 255, help: Workers.help),
            SheetField("taskId", required: true, \.task, in: 1...Int64.max, help: "The number of the task."),
            SheetField("weekNumber", required: true, \.week, in: 1...53, help: "The ISO week."),
            SheetField("year", required: true, \.year, in: 2000...2100, help: "The year that the week belongs to."),
            SheetField(
                "entries", required: true, \.entries, most: 4_000,
                help: "The numbers of the work entries on it, separated by spaces."),
        ]

        /// `ksr.timesheet-files`: a PDF of at most 10 MB. A first step notes the timesheets that the server has, a
        /// second one uploads. A row is sent once for good.
        public static let submission = Submission<TimesheetFile>(
            kind, fields: fields, loadReferenceData: loadReferenceData, request: request, receive: receive, find: find
        ).with(\.loadMore, loadMore)

        /// The work entries, however they are set apart; `nil` where something else stands among them.
        private var entryIDs: [Int64]? {
            let parts = entries.split { " ,;[]".contains($0) }
            let ids = parts.compactMap { Int64($0) }.filter { $0 > 0 }
            return ids.isEmpty || ids.count != parts.count ? nil : ids
        }

        private var key: ReferenceData.Week {
            ReferenceData.Week(employee: employee, task: task, year: year, week: week)
        }

        /// The worker and the task, for an ISO week.
        public var identity: RowIdentity { RowIdentity(target: "\(employee)/\(task)", purpose: "\(year)-W\(week)") }

        /// A sheet may have one timesheet for a worker, a task and a week.
        public var sharedLimits: [SharedLimit] {
            [
                SharedLimit(
                    of: "\(employee)/\(task)/\(year)/\(week)",
                    RowProblem(
                        "same-week",
                        "The sheet has two timesheets for worker \(employee), task \(task), week \(week) of \(year)."
                    ))
            ]
        }

        /// Reads the tasks and the timesheets. A list that the account may not read is left out instead of failing.
        public static func loadReferenceData(_ server: any ServerReader) async throws -> ReferenceData {
            var referenceData = ReferenceData()
            do {
                var tasks: Set<Int64> = []
                try await server.readAll(WorkTask.dataset, period: nil, filters: [:]) { page in
                    referenceData.unreadableTasks += page.unreadable
                    for task in page { tasks.insert(task.id) }
                }
                referenceData.tasks = tasks
            } catch {
                guard server.isNotAllowed(error) else { throw error }
            }
            do {
                var sheets: [ReferenceData.Week: Int64] = [:]
                try await server.readAll(Timesheet.dataset, period: nil, filters: [:]) { page in
                    referenceData.unreadableTimesheets += page.unreadable
                    for sheet in page {
                        let week = ReferenceData.Week(
                            employee: sheet.employeeID ?? 0, task: sheet.taskID ?? 0, year: sheet.year,
                            week: sheet.weekNumber)
                        sheets[week] = sheet.id
                    }
                }
                referenceData.timesheets = sheets
            } catch {
                guard server.isNotAllowed(error) else { throw error }
            }
            return referenceData
        }

        /// Reads the workers as soon as a row names one.
        static func loadMore(
            into referenceData: inout ReferenceData, about rows: [TimesheetFile], today: CivilDate,
            from server: any ServerReader
        ) async throws {
            guard case .notRead = referenceData.workers, rows.contains(where: { Int64($0.named) == nil }) else {
                return
            }
            do {
                referenceData.workers = .read(try await Workers.load(server))
            } catch {
                guard server.isNotAllowed(error) else { throw error }
                referenceData.workers = .notAllowed
            }
        }

        /// The worker, where it isn't named by the number.
        public func reference(_ referenceData: ReferenceData) -> RowReference? {
            if case .read(let workers) = referenceData.workers { workers.reference(named) } else { nil }
        }

        /// The number of the worker, for a row that has none; empty if the cell names no worker, or several.
        public func resumeState(_ referenceData: ReferenceData) -> String {
            guard Int64(named) == nil, case .read(let workers) = referenceData.workers else { return "" }
            return workers.number(named).map { TimesheetFile.workerWord + String($0) } ?? ""
        }

        /// Takes the number from the text, which steps leave in it.
        public mutating func restore(_ resumeState: String) {
            guard resumeState.hasPrefix(TimesheetFile.workerWord) else { return }
            found = Int64(resumeState.dropFirst(TimesheetFile.workerWord.count).prefix { $0 != " " })
        }

        private static let workerWord = "worker:"

        /// Why the row names no worker for certain. A number is left to the server.
        private func problem(_ workers: ReferenceData.Named) -> RowProblem? {
            guard Int64(named) == nil else {
                return employee > 0
                    ? nil : RowProblem("unknown-worker", field: "employeeId", "No worker has the number \(employee).")
            }
            switch workers {
            case .notRead: return nil
            case .read(let workers): return workers.problem(named, "employeeId")
            case .notAllowed:
                return RowProblem(
                    "unknown-worker", field: "employeeId",
                    "employeeId is \"\(singleLine(named, limit: 60))\", and the account may not read the workers. Enter the number."
                )
            }
        }

        /// Refuses what names no worker, or several, a week that its year lacks, entries that aren't numbers, an
        /// unknown task, and a week that has a timesheet at the server or may have one that can't be read.
        public func check(_ referenceData: ReferenceData, today: CivilDate, now _: Instant) -> [RowProblem] {
            var problems = [problem(referenceData.workers)].compactMap(\.self)
            if CivilDate(isoYear: Int(year), week: Int(week)) == nil {
                problems.append(RowProblem("no-such-week", field: "weekNumber", "\(year) has no week \(week)."))
            }
            if entryIDs == nil {
                problems.append(
                    RowProblem(
                        "entries", field: "entries",
                        "entries is \"\(singleLine(entries, limit: 60))\"; numbers separated by spaces are expected."
                    ))
            }
            if let tasks = referenceData.tasks, !tasks.contains(task) {
                problems.append(KSRCranes.unknownTask(task, "taskId", unreadable: referenceData.unreadableTasks))
            }
            if let id = referenceData.timesheets?[key] {
                problems.append(
                    RowProblem(
                        "has-timesheet",
                        "The server already has timesheet \(id) for this worker, task and week."))
            } else if referenceData.unreadableTimesheets > 0 {
                problems.append(
                    RowProblem(
                        "timesheets-unreadable",
                        "The server lists \(unreadableRecords(referenceData.unreadableTimesheets, "timesheet")), which may be for the same "
                            + "worker, task and week. Have that corrected there, or set allow: [timesheets-unreadable] in the pipeline file."
                    ))
            }
            return problems
        }

        /// The first step reads the timesheets and keeps their ids as `seen:` in the entry; the second one sends the
        /// form.
        public static func request(
            for rows: [OutgoingRow<TimesheetFile>], step: Int, server: any ServerReader
        ) async throws -> StepRequest {
            let row = rows.first?.row ?? TimesheetFile()
            if step == 0 {
                let there = try await timesheets(of: row, server)?.map { String($0.id) }.joined(separator: " ")
                let worker = Int64(row.named) == nil ? "\(workerWord)\(row.employee) " : ""
                return .confirmed([Receipt(resumeState: worker + "seen:" + (there ?? "?"))])
            }
            return .call(
                WriteRequest(
                    .post, "/api/app/upload-timesheet",
                    body: .form([
                        .file(name: "pdf", field: "file"), .text(name: "employeeId", String(row.employee)),
                        .text(name: "taskId", String(row.task)), .text(name: "weekNumber", String(row.week)),
                        .text(name: "year", String(row.year)),
                        .text(name: "entries", "[\((row.entryIDs ?? []).map(String.init).joined(separator: ","))]"),
                    ])))
        }

        /// Confirms an answer with a `timesheetUrl`, which is kept without its query; `success: false` is a rejection
        /// and all else ambiguous.
        public static func receive(
            _ answer: StepAnswer, for rows: [OutgoingRow<TimesheetFile>], step: Int
        ) -> EffectOutcome {
            let tree = JSONTree.object(of: answer.body)
            if tree?["success"] == .bool(false) { return .rejected(KSRCranes.saidNo(tree)) }
            guard let url = tree?["timesheetUrl"]?.filledText else {
                return answer.unshown("The server reported success without the timesheet's address.")
            }
            return .confirmed([Receipt(status: answer.status, serverID: withoutQuery(url))])
        }

        /// One that was not there when the server was last looked at is this one.
        public static func find(
            _ rows: [OutgoingRow<TimesheetFile>], step: Int, server: any ServerReader
        ) async throws -> LookupOutcome {
            guard step > 0, let row = rows.first else { return .missing }
            let seen = row.entry.checkState.split(separator: ":", omittingEmptySubsequences: false).last ?? "?"
            guard seen != "?", let listed = try await timesheets(of: row.row, server) else {
                return .unknown("The account has no access to the timesheets of worker \(row.row.employee).")
            }
            let before = Set(seen.split(separator: " ").map(String.init))
            guard let new = listed.first(where: { !before.contains(String($0.id)) }) else { return .missing }
            return .confirmed([Receipt(serverID: withoutQuery(new.url))])
        }

        /// The timesheets of the row's worker, task and week; `nil` where the account may see neither its own nor all
        /// of them.
        private static func timesheets(
            of row: TimesheetFile, _ server: any ServerReader
        ) async throws -> [(id: Int, url: String)]? {
            let places = [
                ReadRequest(path: "/api/app/worker/timesheets", query: [("employee_id", String(row.employee))]),
                ReadRequest(path: "/api/app/timesheets", query: []),
            ]
            for request in places {
                let body: [UInt8]?
                do {
                    body = try await server.read(request)
                } catch {
                    guard server.isNotAllowed(error) else { throw error }
                    continue
                }
                guard let body else { continue }
                guard let list = JSONTree.list(of: body, under: ["timesheets", "data"]) else {
                    throw RunError.unreadable(request)
                }
                return list.compactMap { sheet in
                    guard sheet["employee_id"]?.int == Int(row.employee), sheet["task_id"]?.int == Int(row.task),
                        sheet["weekNumber"]?.int == Int(row.week), sheet["year"]?.int == Int(row.year),
                        let id = sheet["id"]?.int
                    else { return nil }
                    return (id, sheet["timesheetUrl"]?.text ?? "")
                }
            }
            return nil
        }
    }

    static func unknownTask(_ id: Int64, _ field: String, unreadable: Int) -> RowProblem {
        RowProblem(
            "unknown-task", field: field,
            "The server has no task \(id), or this account has no access to it.\(unreadableNote(unreadable, "task"))")
    }
}
