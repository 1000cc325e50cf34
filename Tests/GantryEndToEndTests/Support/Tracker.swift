import FoundationEssentials

/// A small back end that a system file describes, with a workspace that exports its hours.
struct Tracker: Sendable {
    let workspace: Workspace
    let url: String
    private let child: Child
    private let fault: String

    /// - Parameters:
    ///   - fault: what goes wrong; see tracker.py.
    ///   - dataset: `hours`, whose pages are counted, or `linked`, whose pages lead to each other.
    init(_ fault: String = "none", records: Int = 250, dataset: String = "hours") async throws {
        workspace = try Workspace("tracker")
        self.fault = workspace.folder.file(fault)
        child = try Command(
            ["timeout", "-s", "KILL", "600", "python3", Product.tools + "/tracker.py", self.fault, "\(records)"],
            timeout: .seconds(600)
        ).start()
        url = try await Tracker.address(of: child)
        try workspace.add("Systems", "Pipelines")
        try write(Tracker.system, to: systemFile)
        try write(
            """
            connections:
              tracker:
                system: tracker
                environment: \(url)
                credentials: { api-key: { env: TRACKER_KEY } }
            """, to: workspace.path + "/gantry.yaml")
        try write(
            """
            pipeline: hours
            title: Hours
            connection: tracker
            datasets:
              - dataset: tracker.\(dataset)
                outputs:
                  - { file: hours.csv, format: csv }
                  - { file: hours.jsonl.zst, format: archive }
            """, to: workspace.path + "/Pipelines/hours.yaml")
    }

    static func address(of child: Child) async throws -> String {
        for _ in 0..<400 {
            try await Task.sleep(for: .milliseconds(25))
            let said = try child.outSoFar()
            if said.hasSuffix("\n") { return String(said.dropLast()) }
        }
        throw HarnessError("The server did not begin to serve: \(try await child.ending())")
    }

    var systemFile: String { workspace.path + "/Systems/tracker.yaml" }
    var exported: String { workspace.exports + "/hours/2026-10/r1" }

    /// From now on nothing goes wrong.
    func endFault() throws { try write("", to: fault + ".end") }

    func command(_ more: [String] = [], key: String = "key-a") -> Command {
        Command(
            [Product.binary, "run", "hours", "--period", "2026-10", "--workspace", workspace.path] + more,
            environment: ["TRACKER_KEY": key])
    }

    /// Any command in its workspace.
    func gantry(_ words: String...) async throws -> Ending {
        try await Command(
            [Product.binary] + words + ["--workspace", workspace.path], environment: ["TRACKER_KEY": "key-a"]
        ).run()
    }

    /// Ends the server.
    func end() { child.end() }

    /// The fields of an entry, of which there are several lists.
    private static let entry = """
            fields:
              id: { type: integer, required: true }
              day: { type: date, required: true }
              hours: { type: decimal, required: true }
              user: { at: user.id, type: integer }
              state: { at: "fields[name=State].value", one-of: { OK: approved, NEW: entered } }
              note: {}
        """

    static let system = """
        system: tracker
        title: Time tracker
        sign-in:
          api-key: { header: X-Key }
          check: { get: /me, account: user.login }
        requests:
          sensitive: [secret_note]
        datasets:
          hours:
            help: The hours of everybody.
            get: /hours
            records: data.items
            key: id
            paging: { offset: skip, limit: take, size: 50, states-limit: meta.take }
            total: meta.total
            period: { day: day, query: { from: "{from}", to: "{to}" } }
        \(entry)
          users:
            help: One user for each key.
            get: "/users/{key}"
            record: user
            key: id
            paging: none
            total: none
            fields:
              id: { type: integer, required: true }
              name: { required: true }
          searched:
            help: The same, by a search.
            post: /search
            body: { of: everybody, page: { kind: entries } }
            records: data.items
            key: id
            paging: { offset: page.skip, limit: page.take, size: 50, states-limit: meta.take }
            total: meta.total
            period: { day: day, query: { days.from: "{from}", days.to: "{to}" } }
        \(entry)
          counted:
            help: The same, of which another request says how many there are.
            get: /linked
            records: data
            key: id
            paging: { offset: skip, limit: take, size: 50 }
            total: { get: /count, at: data.total }
            period: { day: day, query: { from: "{from}", to: "{to}" } }
        \(entry)
          silent:
            help: The same, with pages that say nothing of the list.
            get: /linked
            records: data
            key: id
            paging: { offset: skip, limit: take, size: 50 }
            total: none
            period: { day: day, query: { from: "{from}", to: "{to}" } }
        \(entry)
          behind:
            help: The same, with each page behind the last record of the one before.
            get: /linked
            records: data
            key: id
            paging: { after: id, query: behind, limit: take, size: 50 }
            total: none
            period: { day: day, query: { from: "{from}", to: "{to}" } }
        \(entry)
          linked:
            help: The same, with pages that lead to each other.
            get: /linked
            records: data
            key: id
            paging: { next: { header: Next-Page }, limit: take, size: 50 }
            total: { head: X-Total }
            state: { header: ETag }
            period: { day: day, query: { from: "{from}", to: "{to}" } }
        \(entry)
        """
}
