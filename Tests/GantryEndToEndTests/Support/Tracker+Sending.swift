import FoundationEssentials

extension Tracker {
    /// Rows and files for the tracker, beside what it gives.
    static let submissions = """

        submissions:
          hours:
            help: Hours, one row each.
            columns:
              user: { type: integer }
              day: { type: date, required: true }
              hours: { type: decimal, required: true, from: 0.01, to: 24 }
              kind: { one-of: { N: normal, O: overtime } }
              note: { most: 60 }
            steps:
              - post: /hours
                body:
                  entry:
                    user: { column: user }
                    day: { column: day }
                    hours: { column: hours }
                    kind: { column: kind }
                    note: { column: note, mark: after }
                    source: gantry
                    version: 2
                done: 201
                id: entry.id
                echo: { hours: entry.hours }
                lost: { find: hours, query: { day: "{day}", mark: "{mark}" }, mark: note }
          papers:
            help: A file for a user.
            file: { column: file, types: [pdf], most: 5 MB }
            columns:
              file: { required: true }
              user: { type: integer, required: true }
              note: { most: 60 }
            steps:
              - post: /uploads
                query: { name: "{file.name}" }
                file: raw
                done: 201
                takes: { token: upload.token }
                lost: repeat
              - put: "/users/{user}"
                body: { token: { step: token }, name: { column: file.name }, note: { column: note, mark: after } }
                done: 204
                lost: { get: "/users/{user}/papers", records: papers, mark: note }
          named:
            help: Something with a name.
            columns:
              name: { required: true }
              note: {}
            steps:
              - put: "/named/{name}"
                headers: { If-None-Match: "*" }
                body: { note: { column: note } }
                done: 201
                there: 412
                id: "{name}"
                lost: repeat
        """

    /// The same, where a person decides about hours whose answer is lost.
    static let stopping = submissions.replacing(
        "lost: { find: hours, query: { day: \"{day}\", mark: \"{mark}\" }, mark: note }", with: "lost: stop")

    /// A workspace in which a pipeline sends what the tracker takes.
    func prepareToSend(_ kind: String, isUpload: Bool = false, system: String = Tracker.submissions) throws {
        try write(
            Tracker.system.replacing("sensitive: [secret_note]", with: "errors: { message: errors }") + system,
            to: systemFile)
        try write(
            """
            connections:
              tracker:
                system: tracker
                environment: \(url)
                settle: 300ms
                credentials: { api-key: { env: TRACKER_KEY } }
            """, to: workspace.path + "/gantry.yaml")
        try write(
            """
            pipeline: send
            title: Rows
            connection: tracker
            \(isUpload ? "upload" : "submit"): tracker.\(kind)
            """, to: workspace.path + "/Pipelines/send.yaml")
    }

    /// Runs the pipeline with a sheet.
    func send(_ sheet: String, _ more: [String] = []) -> Command {
        Command(
            [Product.binary, "run", "send", "--sheet", sheet, "--workspace", workspace.path] + more,
            environment: ["TRACKER_KEY": "key-a"])
    }

    /// What the server has.
    struct Made: Decodable {
        struct Entry: Decodable {
            let id: Int
            let day: String
            let hours: Decimal
            let note: String
            let kind: String?
            let user: Int?
            let version: Int
        }

        struct Paper: Decodable {
            let user: Int
            let name: String
            let note: String
            let content: String
        }

        let made: [Entry]
        let papers: [Paper]
        let named: [String: [String: String]]
    }

    func made() async throws -> Made {
        let answer = try await Command(["curl", "-sS", "-f", url + "/made"]).succeed()
        return try JSONDecoder().decode(Made.self, from: Data(answer.out.utf8))
    }
}
