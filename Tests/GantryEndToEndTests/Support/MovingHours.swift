import FoundationEssentials
import Testing

/// A payroll office of one worker, number 101, at 100 an hour, whose hours change between its months.
struct MovingHours: Sendable {
    /// An entry of the worker.
    struct Entry: Sendable {
        let id: Int
        var day: String
        var hours: Double
    }

    let workspace: Workspace
    private let child: Child
    private var records: String { workspace.folder.file("hours.json") }
    private var inbox: String { workspace.folder.file("inbox") }

    init() async throws {
        workspace = try Workspace("moving")
        try write("{}", to: workspace.folder.file("hours.json"))
        child = try Command(
            [
                "timeout", "-s", "KILL", "300", "python3", Product.tools + "/hours_server.py",
                workspace.folder.file("hours.json"),
            ], timeout: .seconds(300)
        ).start()
        let url = try await Tracker.address(of: child)
        try workspace.add("Systems", "Pipelines", "Profiles")
        try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: false)
        try write(MovingHours.system, to: workspace.path + "/Systems/hours.yaml")
        try write(MovingHours.profile, to: workspace.path + "/Profiles/own.yaml")
        try write(MovingHours.pipeline, to: workspace.path + "/Pipelines/pay.yaml")
        try write(
            """
            connections:
              hours: { system: hours, environment: "\(url)", credentials: { api-key: { env: HOURS_KEY } } }
            people:
              clerk: { name: Payroll Clerk }
              manager: { name: Payroll Manager }

            """, to: workspace.path + "/gantry.yaml")
    }

    func end() { child.end() }

    /// What the server has from now on.
    func serve(_ entries: [Entry]) throws {
        let hours = entries.map {
            "{\"id\":\($0.id),\"day\":\"\($0.day)\",\"user\":1,\"hours\":\($0.hours),\"state\":\"OK\"}"
        }
        try write(
            """
            {"hours":[\(hours.joined(separator: ","))],"users":[{"id":1,"name":"Ann","number":"101","rate":100}]}
            """, to: records)
    }

    func command(_ words: [String]) -> Command {
        Command(
            [Product.binary] + words + ["--workspace", workspace.path], environment: ["HOURS_KEY": "x"])
    }

    func run(_ period: String, _ more: [String] = []) -> Command {
        command(["run", "pay", "--period", period] + more)
    }

    /// Accepts what waits, signs by both and delivers.
    func settle(_ run: String) async throws {
        let review = try await command(["review", run]).run()
        let ids = review.openFindings
        if !ids.isEmpty {
            try await command(
                ["review", run] + ids + ["--accept", "--by", "clerk", "--because", "Looked at all of it"]
            ).succeed()
        }
        for person in ["clerk", "manager"] { try await command(["sign", run, "--by", person]).succeed() }
        try await command(["deliver", run, "--to", inbox, "--by", "clerk"]).succeed()
    }

    /// Holds what another run has paid, and writes the files of a run anew.
    func hold(_ run: String) async throws {
        let review = try await command(["review", run]).run()
        let line = try #require(review.lines.first { $0.contains("paid-before") }, "\(review)")
        let id = try #require(line.split(separator: " ").first)
        try await command(
            ["review", run, String(id), "--hold", "--by", "clerk", "--because", "It was paid before"]
        ).succeed()
        let taken = try await command(["review", run]).run()
        #expect(!taken.out.split(separator: "\n").contains { $0.contains(id) && $0.hasSuffix("open") }, "\(taken)")
        try await command(["run", "pay", "--from", run]).succeed()
    }

    /// The hours of all files that were delivered.
    func paid() throws -> Double {
        var sum = 0.0
        for name in try FileManager.default.contentsOfDirectory(atPath: inbox) {
            for line in try text(of: inbox + "/" + name).split(whereSeparator: \.isNewline) {
                sum += Double(line.split(separator: ";")[2]) ?? .nan
            }
        }
        return sum
    }

    private static let system = """
        system: hours
        title: Hours
        sign-in:
          api-key: { header: X-Key }
          check: { get: /me, account: login }
        datasets:
          hours:
            help: Hours of work.
            get: /hours
            records: items
            key: id
            paging: { offset: offset, limit: limit, size: 100 }
            total: total
            period: { day: day, query: { from: "{from}", to: "{to}" } }
            fields:
              id: { type: integer, required: true }
              day: { type: date, required: true }
              user: { type: integer, required: true }
              hours: { type: decimal, required: true }
              state: {}
          users:
            help: Everybody who works.
            get: /users
            records: items
            key: id
            paging: { offset: offset, limit: limit, size: 100 }
            total: total
            fields:
              id: { type: integer, required: true }
              name: {}
              number: {}
              rate: { type: money }

        """

    private static let profile = """
        profile: own
        title: Own
        source: mine
        known: vendor
        encoding: utf-8
        between: ";"
        forbid: [";"]
        numbers: { decimals: 2, point: "." }
        corrections: difference
        row:
          - { value: number }
          - { value: code }
          - { value: units }
          - { value: amount, empty: "" }

        """

    private static let pipeline = """
        pipeline: pay
        connection: hours
        parameters: { period: { required: true } }
        records:
          dataset: hours.hours
          roles: { employee: user, date: day, hours: { amount: hours }, status: { field: state, approved: [OK] } }
        join: { dataset: hours.users, by: employeeId, roles: { id: id, name: name, rate: rate, payroll-number: number } }
        checks: { approval-incomplete: off, looks-double: off }
        pay:
          payroll-number: worker.payroll_number
          name: worker.name
          currency: DKK
          codes:
            - { code: "1000", hours: normalHours, rate: worker.hourly_rate }
        outputs:
          - { file: "pay-{period}.csv", format: own }
          - { file: payroll.csv, format: payroll-csv }
          - { file: exceptions.csv, format: exceptions-csv }
          - { file: hours.jsonl.zst, format: archive }
        sign-off: { prepare: [clerk], approve: [manager], proof: declared }

        """
}
