import FoundationEssentials
import Testing

/// A payroll office whose hours are in a back end that only files describe: the system, and the roles of its fields.
struct TrackedPay: Sendable {
    static let system =
        (Tracker.system + "\n").replacing(
            "      note: {}\n", with: "      note: {}\n      kind: { one-of: [N, O, W, T] }\n") + """

              people:
                help: Everybody who works.
                get: /people
                records: people
                key: id
                paging: none
                total: total
                leave-out: { at: gone, is-there: true }
                fields:
                  id: { type: integer, required: true }
                  first: {}
                  last: {}
                  number: {}
                  rate: { type: money }
                  currency: {}
            """
    static let pipeline = """
        pipeline: pay
        title: Pay
        connection: tracker
        records:
          dataset: tracker.hours
          roles:
            employee: user
            date: day
            hours:
              amount: hours
              kind: kind
              kinds: { normalHours: [N], overtimeHours: [O], weekendHours: [W] }
            status: { field: state, approved: [approved], submitted: [entered] }
            note: note
        join:
          dataset: tracker.people
          by: employeeId
          roles: { id: id, name: [first, last], payroll-number: number, rate: rate, currency: currency }
        pay:
          payroll-number: worker.payroll_number
          name: worker.name
          currency: DKK
          codes:
            - { code: "1000", hours: normalHours, rate: worker.hourly_rate }
            - { code: "1100", hours: overtimeHours, rate: worker.hourly_rate, rate-factor: 1.5 }
            - { code: "1200", hours: weekendHours, rate: worker.hourly_rate, rate-factor: 2 }
        outputs:
          - file: hours.csv
            format: csv
            columns: [id, workDate, employeeId, worker.payroll_number, normalHours, overtimeHours, weekendHours, status, notes]
          - { file: payroll.csv, format: payroll-csv }
          - { file: payroll.xml, format: payroll-xml }
          - { file: exceptions.csv, format: exceptions-csv }
          - { file: hours.jsonl.zst, format: archive }
          - { file: danlon.csv, format: danlon, needs: { employer: "99999993" }, codes: { "1000": "1", "1100": "2", "1200": "4" } }
        sign-off:
          prepare: [clerk]
          approve: [manager]
          proof: declared

        """

    let tracker: Tracker
    var importer: String { tracker.workspace.path + "/importer" }

    /// - Parameters:
    ///   - fault: see tracker.py; `late` changes approvals and a rate once it ends.
    ///   - dataset: that of the hours; the default is `hours`.
    ///   - system: the file of the system.
    ///   - pipeline: the pipeline file.
    init(
        _ fault: String = "none", dataset: String = "hours", system: String = TrackedPay.system,
        pipeline: String = TrackedPay.pipeline
    ) async throws {
        tracker = try await Tracker(fault)
        try write(system, to: tracker.systemFile)
        try write(
            pipeline.replacing("tracker.hours", with: "tracker." + dataset),
            to: tracker.workspace.path + "/Pipelines/pay.yaml")
        try addSigners(to: tracker.workspace.path + "/gantry.yaml")
        try FileManager.default.createDirectory(atPath: importer, withIntermediateDirectories: false)
    }

    func name(_ revision: Int) -> String { "pay/2026-10/r\(revision)" }
    func folder(_ revision: Int) -> String { "\(tracker.workspace.exports)/\(name(revision))" }
    func file(_ revision: Int, _ name: String) -> String { "\(folder(revision))/data/\(name)" }

    func command(_ words: [String]) -> Command {
        Command(
            [Product.binary] + words + ["--workspace", tracker.workspace.path], environment: ["TRACKER_KEY": "key-a"])
    }

    func run(_ more: [String] = []) -> Command { command(["run", "pay", "--period", "2026-10"] + more) }

    /// Runs in small pages until it is done, killed at several instants.
    func runKilled() async throws {
        let more = ["--set", "records.page-size=3", "--set", "checkpoint.records=1"]
        var kills = 0
        for wait in [300, 500, 700, 900] {
            if try await run(more).killed(after: .milliseconds(wait)).status == .killed(by: 9) { kills += 1 }
        }
        let ending = try await run(more).run()
        #expect(ending.status == .exited(0) || ending.status == .exited(3), "\(ending)")
        #expect(kills > 0)
    }

    func signBoth(_ revision: Int) async throws {
        for person in ["clerk", "manager"] { try await command(["sign", name(revision), "--by", person]).succeed() }
    }

    func deliver(_ revision: Int) -> Command {
        command(["deliver", name(revision), "--to", importer, "--by", "clerk"])
    }

    /// The pay lines of a revision: payroll number, code, units and amount.
    func lines(_ revision: Int) throws -> Set<String> {
        let rows = try SheetText.rows(text(of: file(revision, "payroll.csv")), delimiter: ",")
        let wanted = ["payroll_number", "pay_code", "units", "amount"].compactMap { rows[0].firstIndex(of: $0) }
        return Set(rows.dropFirst().map { row in wanted.map { row[$0] }.joined(separator: " ") })
    }

    /// The same of the records that tracker.py has, computed here.
    /// - Parameter isLate: whether those that were approved late are.
    static func expected(isLate: Bool = false) -> Set<String> {
        let october = (1...250).filter { (11...41).contains($0 * 50 / 250) }
        var hundredths: [String: (worker: Int, factor: Int, hours: Int)] = [:]
        for (place, n) in october.enumerated() {
            let isApproved = n % 2 == 0 || isLate && place % 10 == 0
            let worker = n % 7
            // Others are travel, or of nobody who can be paid.
            guard isApproved, n % 25 != 0, (1...4).contains(worker) else { continue }
            let word = "NNOW".dropFirst((n % 4 - n % 3 + 4) % 4).prefix(1)
            let (code, factor) = ["N": ("1000", 2), "O": ("1100", 3), "W": ("1200", 4)][word] ?? ("", 0)
            hundredths["010\(worker) \(code)", default: (worker, factor, 0)].hours += [740, 800, 100, 25][n % 4]
        }
        return priced(hundredths)
    }

    /// Lines with their hours in hundredths, each with its amount by the worker's rate and twice the code's factor.
    static func priced(_ lines: [String: (worker: Int, factor: Int, hours: Int)]) -> Set<String> {
        Set(
            lines.map { line, part in
                let cents = (part.hours * (200 + 10 * part.worker) * part.factor + 1) / 2
                func decimals(_ number: Int) -> String { "\(number / 100)." + "\(number % 100 + 100)".dropFirst() }
                return "\(line) \(decimals(part.hours)) \(decimals(cents))"
            })
    }
}
