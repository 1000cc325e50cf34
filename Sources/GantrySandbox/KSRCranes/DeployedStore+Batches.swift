internal import GantryJSON
internal import GantryModel
import Synchronization

/// Payroll batches as the deployed server makes them.
extension DeployedStore {
    private struct Batch: Decodable {
        var period_start: String
        var period_end: String
        var work_entry_ids: [Int]
        var notes: String?
    }

    /// `POST /api/app/chef/payroll/batches`: counts the entries that are confirmed, have both times and are not sent
    /// yet, and marks all that were named, without a time and without their batch. The number of a fortnight can be had
    /// once.
    func createBatch(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let asked = request.decoded(Batch.self), !asked.work_entry_ids.isEmpty,
            let first = KSRStore.day(asked.period_start), let last = KSRStore.day(asked.period_end)
        else { throw .error(400, "period_start, period_end and work_entry_ids are required") }
        let entries = asked.work_entry_ids.compactMap(entry).filter {
            $0.confirmation == "confirmed" && $0.start != nil && $0.end != nil && !mark($0).isSent
        }
        guard !entries.isEmpty else {
            throw .detailed(400, "No valid work entries found", message: "None is confirmed and not sent to payroll")
        }
        let (year, period) = (first.components.year, KSRStore.period(first))
        let number = "\(year)-\(padded(period, 2))"
        let (isNew, id) = state.withLock { ($0.batches.insert(number).inserted, 1_000 + $0.batches.count) }
        guard isNew else {
            throw .detailed(
                500, "Failed to create payroll batch",
                message: "Unique constraint failed on the constraint: `PayrollBatches_batch_number_key`")
        }
        store.effects.enter("create-payroll-batch", ["period_start": "\(first)", "period_end": "\(last)"], id: "\(id)")
        // Two writes without a transaction: the second can fail alone.
        guard !options.failsBeforeMarking else {
            throw .detailed(500, "Failed to create payroll batch", message: "Lost connection to MySQL server")
        }
        state.withLock { state in for id in asked.work_entry_ids { state.marks[id] = (true, nil) } }
        let hours = entries.reduce(0) { $0 + Double($1.minutes) / 60 }
        return request.answer(
            [
                "id": .integer(id), "batch_number": .string(number), "period_start": "\(first)T00:00:00.000Z",
                "period_end": "\(last)T00:00:00.000Z", "year": .integer(year), "period_number": .integer(period),
                "total_employees": .integer(Set(entries.map(\.employee)).count),
                "total_hours": JSONTree(javaScript: hours),
                "total_amount": JSONTree(javaScript: hours * KSRStore.flatRate), "status": "draft", "created_by": 1,
                "created_at": .string(store.now), "zenegy_sync_status": "draft", "notes": JSONTree(asked.notes),
            ], status: 201)
    }

    /// `POST /api/app/chef/payroll/batches/{id}`: approving fails on a statement that MySQL does not know.
    func approveBatch(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        store.effects.enter("approve-payroll-batch", ["id": request.id])
        throw .detailed(
            500, "Failed to approve payroll batch", message: "You have an error in your SQL syntax near 'RETURNING'")
    }
}
