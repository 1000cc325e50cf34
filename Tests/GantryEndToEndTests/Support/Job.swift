import FoundationEssentials

/// A job that the tests give to the product: the monthly payroll of one sandbox with small pages and many checkpoints.
struct Job: Sendable {
    static let run = "payroll-monthly/2026-10/r1"
    /// Records of the plain job.
    static let records = 60
    static let snapshot = "2026-11-02T07:00:00Z"

    let name: String
    let url: String
    var settings = ["records.page-size=10", "checkpoint.records=15"]
    var options: [String] = []
    var pipeline = Product.pipeline
    var environment: [String: String] = [:]
    var folder: String?
    var timeout = Duration.seconds(60)

    init(_ name: String, _ sandbox: Sandbox) { self.init(name, url: sandbox.url) }

    init(_ name: String, url: String) {
        self.name = name
        self.url = url
    }

    static func plain() async throws -> Job { Job("plain", try await Sandbox.plain.value) }
    static func late() async throws -> Job { Job("late", try await Sandbox.late.value) }
    static func slow() async throws -> Job { Job("slow", try await Sandbox.slow.value) }
    static func sample() async throws -> Job {
        var job = Job("sample", try await Sandbox.sample.value)
        job.settings = ["records.page-size=150", "checkpoint.records=300"]
        return job
    }

    /// The command that starts or continues the job in a workspace.
    func command(
        _ workspace: String, _ more: [String] = [], wrapper: [String] = [], environment extra: [String: String] = [:]
    ) throws -> Command {
        let config = workspace + ".yaml"
        if !exists(config) {
            try write(Sandbox.configuration(url) + "office: { zone: UTC }\n", to: config)
        }
        var words =
            wrapper + [
                Product.binary, "run", pipeline, "--period", "2026-10", "--workspace", workspace, "--config", config,
            ]
        words += ["--snapshot-time", Job.snapshot] + settings.flatMap { ["--set", $0] } + options + more
        let variables = environment.merging(Sandbox.environment) { $1 }.merging(extra) { $1 }
        return Command(words, environment: variables, folder: folder, timeout: timeout)
    }

    /// The published files of an uninterrupted run, made once for each kind of job.
    func reference() async throws -> Tree { try await References.shared.tree(of: self) }
}

/// A new workspace of a job.
struct Workspace: Sendable {
    let folder: TestFolder
    var path: String { folder.file("workspace") }
    var exports: String { path + "/exports" }
    var published: String { exports + "/" + Job.run }
    var parts: String { path + "/parts/" + Job.run }
    var journal: String { path + "/journal.sqlite" }
    /// The fault injector's log.
    var log: String { folder.file("calls.log") }

    init(_ name: String = "job") throws {
        folder = try TestFolder(name)
        try FileManager.default.createDirectory(
            atPath: folder.file("workspace"), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700]
        )
    }

    /// Makes folders in it.
    func add(_ folders: String...) throws {
        for folder in folders {
            try FileManager.default.createDirectory(atPath: path + "/" + folder, withIntermediateDirectories: false)
        }
    }

    func exported() throws -> Tree { try Tree(published) }

    /// A command about it.
    func gantry(_ words: [String]) async throws -> Ending {
        try await Command(
            [Product.binary] + words + ["--workspace", path], environment: Sandbox.environment
        ).run()
    }
}

/// One uninterrupted run of each kind of job.
private actor References {
    static let shared = References()
    private var trees: [String: Task<Tree, any Error>] = [:]

    func tree(of job: Job) async throws -> Tree {
        let key = job.name + job.url
        if let task = trees[key] { return try await task.value }
        let task = Task {
            let workspace = try Workspace("reference")
            let ending = try await job.command(workspace.path).run()
            guard ending.status == .exited(0) else {
                throw HarnessError("The uninterrupted run of the \(job.name) job failed: \(ending)")
            }
            return try workspace.exported()
        }
        trees[key] = task
        return try await task.value
    }
}

/// A list of bookings of the sandbox by their numbers, as a file of items.
func appointments(_ numbers: [Int]) -> String {
    var rows = "id\r\n"
    for number in numbers { rows += "apt-\(String(1_000_000 + number).dropFirst())\r\n" }
    return rows
}
