internal import GantryJSON
internal import GantryModel
import HTTPTypes
import Synchronization

/// Confirmed entries and payroll as the deployed server of KSR Cranes answers them, with its traps.
final class DeployedStore: Sendable {
    struct State {
        /// By first and last day.
        var lists: [String: DeployedEntries] = [:]
        /// Marks by id: whether it is sent, and when that was, where the server wrote it down.
        var marks: [Int: (isSent: Bool, at: String?)] = [:]
        var batches: Set<String> = []
    }

    let store: KSRStore
    let options: KSRCranesOptions
    let state = Mutex(State())

    init(_ store: KSRStore, _ options: KSRCranesOptions) {
        self.store = store
        self.options = options
    }

    private var source: WorkEntrySource { store.initial.workEntries }

    private func list(_ first: CivilDate, _ last: CivilDate) -> DeployedEntries {
        let key = "\(first) \(last)"
        if let known = state.withLock({ $0.lists[key] }) { return known }
        // A longer list is made of its days, which are asked for too.
        let list =
            first == last || last - first > 400
            ? DeployedEntries(source, from: first, through: last)
            : DeployedEntries(
                (0...max(0, last - first)).reversed().flatMap { self.list(first + $0, first + $0).entries })
        state.withLock { $0.lists[key] = list }
        return list
    }

    func mark(_ entry: DeployedEntry) -> (isSent: Bool, at: String?) {
        state.withLock { $0.marks[entry.id] } ?? (entry.wasSent, entry.wasSent ? "2026-10-30T08:00:00.000Z" : nil)
    }

    // MARK: GET

    /// `GET /api/app/work-entries/confirmed`: `start_date` and `end_date` count only together, `sent_to_payroll`
    /// filters where it is given.
    func confirmed(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        let query = request.query
        guard let window = OffsetWindow(query, standard: 100, largest: options.largestPage ?? .max) else {
            throw Self.failed("Invalid limit or offset")
        }
        let days = (query["start_date"].flatMap(KSRStore.day), query["end_date"].flatMap(KSRStore.day))
        let (first, last) =
            days.0.flatMap { first in days.1.map { (first, $0) } }
            ?? (CivilDate(known: "0001-01-01"), CivilDate(known: "9999-12-31"))
        let all = list(first, last)
        var entries = all.entries
        if let wanted = query["sent_to_payroll"] { entries = entries.filter { mark($0).isSent == (wanted == "true") } }
        if let wanted = query["employee_id"] { entries = entries.filter { String($0.employee) == wanted } }
        let positions = window.positions(count: entries.count, request.alteration)
        let page = all.page(positions, of: entries)
        let total = max(0, entries.count + request.alteration.totalShift)
        let rows = request.list(count: page.count) { index, bytes in
            let (isSent, at) = mark(page[index])
            bytes += page[index].row(isSent: isSent, sentAt: at).bytes
        }
        return BackendAnswer(
            body: JSONTree.object(
                before: ["success": true], key: "data", text: rows,
                after: [
                    "summary": [
                        "total_entries": .integer(total), "returned_entries": .integer(page.count),
                        "total_hours": JSONTree(javaScript: page.reduce(0) { $0 + $1.hours }),
                        "unique_employees": .integer(Set(page.map(\.employee)).count),
                        "has_sent_to_payroll_column": true,
                    ],
                    "pagination": [
                        "limit": .integer(window.limit), "offset": .integer(window.offset), "total": .integer(total),
                        "has_more": .bool(window.offset + page.count < total),
                    ],
                    "filters_applied": [
                        "start_date": JSONTree(query["start_date"]), "end_date": JSONTree(query["end_date"]),
                        "sent_to_payroll": JSONTree(query["sent_to_payroll"]),
                    ],
                ]))
    }

    private static func failed(_ details: String, status: Int = 500) -> Refusal {
        Refusal(
            BackendAnswer(
                status: status,
                ["success": false, "error": "Failed to process work entries", "details": .string(details)]))
    }

    // MARK: PATCH

    private struct Change: Decodable {
        var entry_ids: [Int]
        var action: String
        var payroll_batch_id: Int?
        var notes: String?
    }

    func entry(_ id: Int) -> DeployedEntry? { source.record(id).flatMap(DeployedEntry.init) }

    /// `PATCH /api/app/work-entries/confirmed`: one id that is not there fails the whole request; what fails for one id
    /// alone makes it a 207.
    func change(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let asked = request.decoded(Change.self), !asked.entry_ids.isEmpty else {
            throw Self.failed("entry_ids and action are required", status: 400)
        }
        let actions = ["approve", "reject", "mark_sent_to_payroll", "mark_not_sent_to_payroll", "assign_to_batch"]
        guard actions.contains(asked.action) else { throw Self.failed("Unknown action \(asked.action)", status: 400) }
        let entries = asked.entry_ids.map { (id: $0, entry: entry($0)) }
        let unknown = entries.filter { $0.entry == nil }.map { String($0.id) }
        guard unknown.isEmpty else {
            throw Self.failed("Work entries not found: \(unknown.joined(separator: ", "))", status: 404)
        }
        guard asked.action != "approve" || entries.allSatisfy({ $0.entry?.confirmation == "confirmed" }) else {
            throw Self.failed("All entries must be confirmed", status: 400)
        }
        var successful: [Int] = []
        var failed: [JSONTree] = []
        var updated: [JSONTree] = []
        for case (let id, let entry?) in entries {
            if let every = options.unmarkableEvery, id % every == 0 {
                failed.append(["id": .integer(id), "error": "Record to update is locked"])
                continue
            }
            let isSent = asked.action != "mark_not_sent_to_payroll" && asked.action != "reject"
            state.withLock { $0.marks[id] = (isSent, isSent ? store.now : nil) }
            store.effects.enter("mark-entries", ["entry_id": String(id), "action": asked.action], id: String(id))
            successful.append(id)
            updated.append([
                "entry_id": .integer(id), "employee_name": "Worker \(entry.employee)",
                "work_date": "\(entry.day)T00:00:00.000Z", "confirmation_status": .string(entry.confirmation),
                "status": "submitted", "sent_to_payroll": .bool(isSent), "payroll_batch_id": .null,
            ])
        }
        return BackendAnswer(
            status: failed.isEmpty ? 200 : 207,
            [
                "success": .bool(failed.isEmpty), "message": "\(successful.count) entries updated",
                "updated_count": .integer(successful.count), "total_requested": .integer(asked.entry_ids.count),
                "action": .string(asked.action), "successful": .array(successful.map(JSONTree.integer)),
                "failed": .array(failed), "updated_entries": .array(updated),
                "columns_available": ["sent_to_payroll": true, "payroll_batch_id": true],
            ])
    }
}

extension DeployedStore {
    /// The endpoints that the deployed server has beside the documented ones, or instead of them.
    func endpoints(_ access: Access) -> [Endpoint] {
        let fields = RecordFields(
            word: "confirmation_status", required: "sent_to_payroll", text: "description", number: "pause_minutes")
        let batches = KSRList.payrollBatches
        return [
            Endpoint(
                name: "confirmed-entries", path: "/api/app/work-entries/confirmed", access: access,
                paging: .offsets(standard: 100, largest: options.largestPage ?? .max), fields: fields
            ) { try self.confirmed($0) },
            Endpoint(
                name: "mark-entries", method: .patch, path: "/api/app/work-entries/confirmed", access: access,
                bodyLimit: 12 << 20, isWrite: true, fields: fields
            ) { try self.change($0) },
            Endpoint(
                name: "work-entries", path: "/api/app/work-entries", access: access, fields: WorkEntriesPage.fields
            ) {
                guard $0.query["selectedMonday"] != nil else { throw Refusal.error(400, "selectedMonday is required") }
                return try self.store.week($0)
            },
            // The query names columns that are not there, and the failure is swallowed.
            Endpoint(name: batches.rawValue, path: batches.path, access: access, fields: batches.fields) { _ in
                BackendAnswer(.array([]))
            },
            Endpoint(
                name: "create-payroll-batch", method: .post, path: batches.path, access: access, bodyLimit: 12 << 20,
                isWrite: true, fields: batches.fields
            ) { try self.createBatch($0) },
            Endpoint(
                name: "approve-payroll-batch", method: .post, path: "\(batches.path)/:id", access: access,
                isWrite: true,
                fields: batches.fields
            ) { try self.approveBatch($0) },
        ]
    }
}
