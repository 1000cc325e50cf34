internal import GantryJSON
internal import GantryModel
import Synchronization

/// `POST /api/app/chef/payroll/batches`.
extension KSRStore {
    /// Kroner an hour for everybody, as on the deployed server.
    static let flatRate = 450.0

    private struct Batch: Decodable {
        var period_start: String
        var period_end: String
        var work_entry_ids: [Int]
        var notes: String?
    }

    /// The two-week period of the year that numbers a batch: half the weeks since New Year's Day, rounded up. The first
    /// of January gives 0.
    static func period(_ day: CivilDate) -> Int { ((day - day.newYear + 6) / 7 + 1) / 2 }

    /// 201 with the batch, a draft. A second batch of the same period fails with 500, as on the deployed server, where
    /// it violates a constraint.
    func createBatch(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let asked = request.decoded(Batch.self) else {
            throw .error(400, "period_start, period_end and work_entry_ids are required")
        }
        guard let first = Self.day(asked.period_start), let last = Self.day(asked.period_end), first <= last else {
            throw .detailed(400, "Invalid period", message: "period_start and period_end must be dates in order")
        }
        guard !asked.work_entry_ids.isEmpty else {
            throw .detailed(400, "Invalid entries", message: "work_entry_ids must not be empty")
        }
        let entries = asked.work_entry_ids.compactMap { initial.workEntries.record($0) }.filter {
            $0.text("status") == "APPROVED"
        }
        guard !entries.isEmpty else {
            throw .detailed(400, "No valid work entries", message: "None of the entries is approved")
        }
        // Binary floating point, whose errors the deployed server stores too.
        let hours = entries.reduce(0) { sum, entry in
            ["normalHours", "overtimeHours", "weekendHours"].reduce(sum) {
                $0 + (entry.text($1).flatMap { Double($0) } ?? 0)
            }
        }
        let (year, period) = (first.components.year, Self.period(first))
        let number = "\(year)-\(padded(period, 2))"
        let batch = try state.withLock { (state) throws(Refusal) in
            if state.batchNumbers.isTaken(number, except: nil) {
                throw .detailed(
                    500, "Failed to create payroll batch", message: "Unique constraint failed on batch_number")
            }
            let id = String(1_001 + state[.payrollBatches].addedCount)
            let batch: JSONTree = [
                "id": .number(id), "batch_number": .string(number), "period_start": "\(first)T00:00:00.000Z",
                "period_end": "\(last)T00:00:00.000Z", "year": .integer(year), "period_number": .integer(period),
                "total_employees": .integer(Set(entries.map { $0.text("employeeId") }).count),
                "total_hours": JSONTree(javaScript: hours), "total_amount": JSONTree(javaScript: hours * Self.flatRate),
                "status": "draft", "created_by": 1, "created_at": .string(now), "approved_by": .null,
                "approved_at": .null, "zenegy_sync_status": "draft", "notes": JSONTree(asked.notes),
            ]
            state[.payrollBatches].add(batch.bytes, id: id)
            state.batchNumbers.move(from: nil, to: number, id: id)
            effects.enter(
                "create-payroll-batch", ["period_start": "\(first)", "period_end": "\(last)"], id: id)
            return batch
        }
        return request.answer(batch, status: 201)
    }
}
