extension TrackedPay {
    /// Hours whose keys, and those of the workers, are texts.
    private static let sheets = """

          sheets:
            help: Hours with keys that are texts.
            get: /sheets
            records: data.items
            key: id
            paging: { offset: skip, limit: take, size: 50, states-limit: meta.take }
            total: meta.total
            period: { day: day, query: { from: "{from}", to: "{to}" } }
            fields:
              id: { required: true }
              day: { type: date, required: true }
              user: { at: user.id }
              hours: { type: decimal, required: true }
              more: { type: decimal }
              free: { type: decimal }
              from: { type: time }
              to: { type: time }
              site: {}
              approver: {}
              kind: { one-of: [N, O, W, T] }
              state: { at: "fields[name=State].value", one-of: { OK: approved, NEW: entered } }
              note: {}
          staff:
            help: Everybody who works, with keys that are texts.
            get: /staff
            records: people
            key: id
            paging: none
            total: total
            leave-out: { at: gone, is-there: true }
            fields:
              id: { required: true }
              first: {}
              last: {}
              number: {}
              rate: { type: money }
              currency: {}
        """

    static let ofKinds = "hours: { normalHours: hours, overtimeHours: more, weekendHours: free }"
    static let ofTimes = """
        hours: { start: from, end: to, kind: kind, kinds: { normalHours: [N], overtimeHours: [O], weekendHours: [W] } }
        """

    /// Hours with keys that are texts.
    /// - Parameters:
    ///   - hours: the role of the hours.
    ///   - number: what the payroll number is.
    static func withTextKeys(
        _ fault: String = "none", hours: String = ofKinds, number: String = "worker.payroll_number"
    ) async throws -> TrackedPay {
        let old = pipeline.split(separator: "hours:\n")
        let rest = old[1].split(separator: "status:", maxSplits: 1)
        let isOwn = number == "employeeId"
        let text = "\(old[0])\(hours)\n    status:\(rest[1])"
            .replacing("note: note\n", with: "note: note\n    project: site\n    approved-by: approver\n")
            .replacing("tracker.people", with: "tracker.staff")
            .replacing("payroll-number: worker.payroll_number", with: "payroll-number: \(number)")
            .replacing(
                "columns: [id, workDate, employeeId,",
                with: "columns: [id, workDate, employeeId, worker.employee_id, projectId, approvedBy,"
            )
            .replacing(
                "sign-off:",
                with:
                    "  - { file: pay.xlsx, format: xlsx, columns: [id, employeeId, workDate, normalHours] }\nsign-off:"
            )
            // Its numbers have no room for a UUID.
            .replacing("  - { file: danlon.csv", with: isOwn ? "  # danlon.csv" : "  - { file: danlon.csv")
        return try await TrackedPay(fault, dataset: "sheets", system: system + sheets, pipeline: text)
    }

    /// The pay lines of records with a field for each kind of hours, computed here from what tracker.py has.
    /// - Parameter isLate: whether those that were approved late are.
    static func expectedOfKinds(isLate: Bool = false) -> Set<String> {
        let october = (1...250).filter { (11...41).contains($0 * 50 / 250) }
        var hundredths: [String: (worker: Int, factor: Int, hours: Int)] = [:]
        for (place, n) in october.enumerated() where n % 2 == 0 || isLate && place % 10 == 0 {
            let worker = n % 7
            guard (1...4).contains(worker) else { continue }
            func add(_ code: String, _ factor: Int, _ hours: Int) {
                if hours > 0 { hundredths["010\(worker) \(code)", default: (worker, factor, 0)].hours += hours }
            }
            add("1000", 2, [740, 800, 100, 25][n % 4])
            add("1100", 3, n % 4 == 0 ? 50 : 0)
            add("1200", 4, n % 5 == 0 ? 125 : 0)
        }
        return priced(hundredths)
    }
}
