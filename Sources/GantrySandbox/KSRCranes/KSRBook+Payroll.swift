import Synchronization

/// `POST /api/app/chef/payroll/batches`.
extension KSRBook {
    /// Kroner an hour for everybody, as the deployed server reckons.
    static let flatRate = 450.0

    private struct Batch: Decodable {
        var period_start: String
        var period_end: String
        var work_entry_ids: [Int]
        var notes: String?
    }

    /// The fortnight of the year that a batch is numbered by: half the weeks since New Year's Day, rounded up. A first
    /// of January gives 0.
    static func period(_ day: CivilDay) -> Int {
        let days = day.daysSince1970 - CivilDay(year: day.components.year, month: 1, day: 1).daysSince1970
        return ((days + 6) / 7 + 1) / 2
    }

    /// 201 with the batch, a draft. A second one for the same fortnight fails with 500, as a broken constraint does
    /// there.
    func createBatch(_ request: BackendRequest) -> BackendAnswer {
        answering { () throws(Refusal) in
            let asked = try Self.decoded(
                Batch.self, request, "period_start, period_end and work_entry_ids are required")
            guard let first = Self.day(asked.period_start), let last = Self.day(asked.period_end), first <= last else {
                throw Refusal(
                    Self.detailed(400, "Invalid period", "period_start and period_end must be dates in order"))
            }
            guard !asked.work_entry_ids.isEmpty else {
                throw Refusal(Self.detailed(400, "Invalid entries", "work_entry_ids must not be empty"))
            }
            let entries = asked.work_entry_ids.compactMap { began.workEntries.record($0) }.filter {
                $0.text("status") == "APPROVED"
            }
            guard !entries.isEmpty else {
                throw Refusal(Self.detailed(400, "No valid work entries", "None of the entries is approved"))
            }
            let hours = entries.reduce(0) { sum, entry in
                ["normalHours", "overtimeHours", "weekendHours"].reduce(sum) {
                    $0 + (entry.text($1).flatMap { Double($0) } ?? 0)
                }
            }
            let (year, period) = (first.components.year, Self.period(first))
            let number = "\(year)-\(padded(period, 2))"
            let result: Result<[UInt8], Refusal> = state.withLock { state in
                guard var book = state.lists[.payrollBatches] else {
                    return .failure(Refusal(.error(404, "Not found")))
                }
                if state.batchNumbers.isTaken(number, except: nil) {
                    return .failure(
                        Refusal(
                            Self.detailed(
                                500, "Failed to create payroll batch", "Unique constraint failed on batch_number")))
                }
                let id = 1_001 + book.addedCount
                let batch = Array(
                    (#"{"id":\#(id),"batch_number":"\#(number)","period_start":"\#(first.text)T00:00:00.000Z","period_end":"\#(last.text)T00:00:00.000Z""#
                        + #","year":\#(year),"period_number":\#(period),"total_employees":\#(Set(entries.map { $0.text("employeeId") }).count)"#
                        + #","total_hours":\#(WorkEntrySpelling.javaScript(hours)),"total_amount":\#(WorkEntrySpelling.javaScript(hours * Self.flatRate))"#
                        + #","status":"draft","created_by":1,"created_at":"\#(now)","approved_by":null,"approved_at":null"#
                        + #","zenegy_sync_status":"draft","notes":\#(jsonText(asked.notes))}"#).utf8)
                book.add(batch, id: String(id))
                state.lists[.payrollBatches] = book
                state.batchNumbers.move(from: nil, to: number, id: String(id))
                effects.enter(
                    "create-payroll-batch", ["period_start": first.text, "period_end": last.text], id: String(id))
                return .success(batch)
            }
            return BackendAnswer(
                status: 201, body: try result.get().spoiled(request.alteration, KSRList.payrollBatches.fields))
        }
    }
}
