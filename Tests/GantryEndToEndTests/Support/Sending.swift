import Testing

/// A shipped pipeline that sends, and a sheet for it.
struct Sending: Sendable, CustomTestStringConvertible {
    let pipeline: String
    let backEnd: BackEnd
    /// The sample sheet that it begins with, by its name without the ending. With neither it nor rows the sheet is an
    /// export.
    var sample: String?
    var rows: [String] = []
    /// What is added to the pipeline file.
    var more = ""
    /// The server's day, where it is not today.
    var day: String?
    /// The endpoints that take something, and how many seconds their answers take.
    let endpoints: [String]
    var delay = 0.03
    /// How the marks begin of what takes its own place when it comes again. Anything else may come once.
    var putting: [String] = []
    /// Whether the protocol leaves rows unknown whose answer is lost.
    var mayBeUnknown = false
    /// What the back end is started with.
    var server: [String] = []
    /// What of an effect's identity names those who get their rows in the order of the sheet.
    var ordered: String?
    var testDescription: String {
        ([pipeline, more.trimmingPrefix("\n").description] + server).filter { !$0.isEmpty }.joined(separator: " ")
    }

    static let all = [
        Sending(
            pipeline: "photos-upload", backEnd: .autoDetailHub, sample: "photos",
            endpoints: ["put-photo", "link-photo"],
            putting: ["put-photo"]),
        Sending(
            pipeline: "photos-upload", backEnd: .autoDetailHub, sample: "photos",
            endpoints: ["put-photo", "link-photo"],
            putting: ["put-photo"], server: ["--opaque-photos"]),
        Sending(
            pipeline: "bookings-import", backEnd: .autoDetailHub, sample: "bookings",
            rows: (10...25).map { "2036-11-\($0)T10:00:00Z,Client \($0),,,,,Car Washing," },
            endpoints: ["create-appointment"]),
        Sending(
            pipeline: "profile-images-upload", backEnd: .ksrCranes, sample: "profile-images",
            rows: (1003...1010).map { "profile-images/1001.jpg,\($0)" }, endpoints: ["profile-image"],
            putting: ["profile-image"]),
        Sending(
            pipeline: "documents-upload", backEnd: .ksrCranes, sample: "documents",
            rows: (1003...1010).map { "documents/contract-1001.pdf,\($0),contracts," }, endpoints: ["documents"],
            putting: ["documents licences"]),
        Sending(
            pipeline: "timesheets-upload", backEnd: .ksrCranes, sample: "timesheets", endpoints: ["upload-timesheet"],
            delay: 0.15),
        Sending(
            pipeline: "signatures-upload", backEnd: .ksrCranes, sample: "signatures", endpoints: ["signature"],
            delay: 0.15,
            mayBeUnknown: true),
        Sending(
            pipeline: "work-entries-import", backEnd: .ksrCranes, sample: "work-entries",
            rows: (2...9).flatMap { day in [281, 335].map { "\($0),2026-11-0\(day),07:00,11:00,,,Mounting,yes" } },
            endpoints: ["write-work-entries"], putting: ["write-work-entries"]),
        Sending(
            pipeline: "customers-import", backEnd: .ksrCranes, sample: "customers",
            rows: (1...12).map { ",New customer \($0),,,," },
            more: "\ncreates: true\n", endpoints: ["create-customer", "update-customer"], putting: ["update-customer"]),
        Sending(
            pipeline: "workers-import", backEnd: .ksrCranes, sample: "workers",
            rows: (10...21).map { ",Worker 21\($0),worker21\($0)@example.test,200,fuld_tid,,," },
            more: "\ncreates: true\n", endpoints: ["create-worker", "update-worker"], putting: ["update-worker"]),
        Sending(
            pipeline: "notifications-read", backEnd: .ksrCranes, sample: "notifications",
            endpoints: ["read-notification"], delay: 0.15,
            putting: ["read-notification"]),
        Sending(
            pipeline: "payroll-batch-create", backEnd: .ksrCranes, endpoints: ["create-payroll-batch"], delay: 0.15),
        Sending(
            pipeline: "payroll-mark-sent", backEnd: .ksrCranes, endpoints: ["mark-entries"], delay: 0.15,
            server: ["--contract", "deployed"]),
        // A lost leave is looked for by the time that it was made at, so the day is one after today on any machine.
        Sending(
            pipeline: "leave-import", backEnd: .cdblLMS,
            rows: [
                "type,start,end,reason,certificate,fitness_certificate", "CASUAL,2099-02-01,2099-02-02,Wedding,,",
                "CASUAL,2099-03-01,2099-03-01,Land office,,", "CASUAL,2099-04-05,2099-04-05,Court,,",
                "EARNED,2099-06-07,2099-06-11,Holiday,,",
                "MEDICAL,2099-01-04,2099-01-05,Fever,leave-certificates/2027-02-15_medical.pdf,leave-certificates/2027-02-22_fitness.pdf",
                "MEDICAL,2099-01-11,2099-01-12,Cold,leave-certificates/2027-02-22_medical.pdf,",
            ], more: "\nallow: [holidays-unknown]\n", day: "2099-01-06", endpoints: ["create-leave", "certificate"],
            delay: 0.05),
        Sending(
            pipeline: "leave-cancel", backEnd: .cdblLMS, sample: "cancellations", day: "2027-03-16",
            endpoints: ["cancel-leave"],
            delay: 0.15),
        Sending(
            pipeline: "messages-send", backEnd: .vynqTalk, sample: "messages",
            rows: (1...24).map { "\($0 % 4 + 2),Message \($0)," }, endpoints: ["socket", "send-message"],
            ordered: "receiverId"),
        Sending(
            pipeline: "messages-send", backEnd: .vynqTalk, sample: "messages",
            rows: (1...24).map { "\($0 % 4 + 2),Message \($0)," }, more: "\ntransport: rest",
            endpoints: ["send-message"], ordered: "receiverId"),
    ]
}

/// Such a pipeline in a workspace of its own, with a back end of its own that takes its time to answer: many kills come
/// while answers are on their way.
struct SendingRun: Sendable {
    private let sending: Sending
    private let workspace: Workspace
    private let sandbox: Sandbox
    let command: Command
    /// Where it is published, below the folder of exports.
    private let place: String

    /// - Parameter between: starts what stands between the program and the back end, and returns its port.
    init(
        _ sending: Sending, between: ((TestFolder, Int) async throws -> String)? = nil
    ) async throws {
        self.sending = sending
        workspace = try Workspace(sending.pipeline)
        let folder = workspace.folder
        let samples = Product.root + "/Samples/uploads"
        let system = ["--system", sending.backEnd.rawValue] + (sending.day.map { ["--today", $0] } ?? [])
        sandbox = try await Sandbox(
            system + sending.server + ["--effects", folder.file("effects.jsonl")]
                + sending.endpoints.flatMap { ["--fault", "\($0):slow=\(sending.delay)"] })
        var url = sandbox.url
        if let between, let port = url.split(separator: ":").last.flatMap({ Int($0) }) {
            url = url.replacing(":\(port)", with: ":" + (try await between(folder, port)))
        }
        try sending.backEnd.configure(
            workspace, url, contract: sending.server.contains("deployed") ? "deployed" : nil,
            // What a killed run has given to a proxy is passed on later on a busy machine.
            settle: between == nil ? "300ms" : "2s")
        try write(
            try text(of: "\(Product.root)/Pipelines/\(sending.pipeline).yaml") + sending.more,
            to: folder.file("pipeline.yaml"))
        var sheet = try sending.sample.map { try text(of: "\(samples)/\($0).csv") } ?? ""
        sheet += sending.rows.map { $0 + "\n" }.joined()
        let words = [Product.binary, "run", folder.file("pipeline.yaml"), "--workspace", workspace.path]
        let isFromExport = sheet.isEmpty
        let period = "2026-W43-W44"
        var more = isFromExport ? ["--period", period] : ["--sheet", folder.file("own.csv")]
        if try text(of: folder.file("pipeline.yaml")).contains("\nupload: ")
            || sending.rows.contains(where: { $0.contains(".pdf") })
        {
            more += ["--files", samples]
        }
        if let day = sending.day { more += ["--snapshot-time", "\(day)T04:00:00Z"] }
        command = Command(words + more, environment: sending.backEnd.credentials, folder: folder.path)
        place = "\(sending.pipeline)/\(isFromExport ? period : "own")/r1"
        try write(sheet, to: folder.file("own.csv"))
        guard isFromExport else { return }
        var export = command
        export.words[2] = "\(Product.root)/Pipelines/payroll-monthly.yaml"
        let ending = try await export.run()
        guard [0, 2].contains(ending.code) else { throw HarnessError("The export of the rows failed: \(ending)") }
    }

    var isPublished: Bool { exists("\(workspace.exports)/\(place)") }

    func effects() throws -> [Effect] { try Effect.all(in: workspace.folder.file("effects.jsonl")) }

    /// What a run has come to.
    func outcome() throws -> Outcome {
        let sheet =
            isPublished
            ? "\(workspace.exports)/\(place)/data/result.csv" : "\(workspace.path)/parts/\(place)/result.csv"
        func column(_ name: String) throws -> [String] { try SheetText.column(name, of: sheet) }
        let states = try column("gantry_status")
        let errors = try column("gantry_error")
        let ids = try column("gantry_server_id")
        let effects = try effects()
        let marks = SendingRun.marks(effects)
        func isPut(_ mark: String) -> Bool { sending.putting.contains { mark.hasPrefix($0 + " ") } }
        return Outcome(
            rows: zip(states, zip(errors, ids)).map { Outcome.Row(state: $0, error: $1.0, id: $1.1) },
            added: marks.filter { !isPut($0) },
            put: Set(marks.filter(isPut)), ids: Set(effects.compactMap(\.id)),
            orders: sending.ordered.map { key in
                Dictionary(grouping: zip(effects, marks)) { $0.0.identity[key] ?? "" }.mapValues { $0.map(\.1) }
            } ?? [:])
    }

    /// What effects are, whatever the server calls them: a name that it made stands for what it names.
    private static func marks(_ effects: [Effect]) -> [String] {
        var named: [String: String] = [:]
        return effects.map { effect in
            let identity = effect.identity.filter { $0.key != "key" }.mapValues { named[$0] ?? $0 }.sorted {
                $0.key < $1.key
            }
            // A message is one whether it went over the socket or, where none can be opened, as a request.
            let endpoint = effect.endpoint == "socket" ? "send-message" : effect.endpoint
            let mark = ([endpoint] + identity.map(\.value) + [effect.sha256 ?? ""]).joined(separator: " ")
            switch effect.endpoint {
            case "put-photo": named["s3:" + (effect.id ?? "")] = mark
            case "create-leave": named[effect.id ?? ""] = mark
            default: break
            }
            return mark
        }
    }
}

/// What became of the rows of a run, and what the server has of them.
struct Outcome: Sendable {
    struct Row: Sendable {
        let state: String
        let error: String
        let id: String
    }

    let rows: [Row]
    let added: [String]
    let put: Set<String>
    let ids: Set<String>
    /// What each got who gets things in the order of the sheet.
    let orders: [String: [String]]

    /// What is not as an undisturbed run leaves it.
    func difference(from usual: Outcome, mayBeUnknown: Bool) -> String? {
        guard rows.count == usual.rows.count else {
            return "the result sheet has \(rows.count) rows of \(usual.rows.count)"
        }
        var unknown = 0
        for (number, (row, wanted)) in zip(rows, usual.rows).enumerated() {
            if mayBeUnknown, row.state == "unknown", !row.error.isEmpty {
                unknown += 1
                continue
            }
            guard row.state == wanted.state, row.error == wanted.error else {
                return "row \(number + 1) is \(row.state), not \(wanted.state): \(row.error)"
            }
            if row.state == "done", usual.ids.contains(wanted.id), !ids.contains(row.id) {
                return "row \(number + 1) is done as \(row.id), which is not there"
            }
        }
        let twice = Set(added).filter { mark in added.count { $0 == mark } > usual.added.count { $0 == mark } }
        if let mark = twice.first { return "this came more often than it should: \(mark)" }
        if let other = orders.keys.first(where: { orders[$0] != usual.orders[$0] }) {
            return "\(other) got things in another order"
        }
        if added.count < usual.added.count - unknown { return "\(added.count) of \(usual.added.count) arrived" }
        return put == usual.put ? nil : "what was put is not what it should be: \(put.symmetricDifference(usual.put))"
    }
}
