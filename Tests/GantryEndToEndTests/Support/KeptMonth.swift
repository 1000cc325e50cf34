import FoundationEssentials

/// A published month without signatures, in a workspace of its own, whose runs are withdrawn, forgotten, lost and moved.
struct KeptMonth: Copied {
    static let reason = "Exported from the sandbox"
    let workspace: Workspace
    let job: Job

    private static let published = Once {
        let month = KeptMonth(workspace: try Workspace("kept"), job: try await Job.plain())
        try await month.job.command(month.workspace.path).succeed()
        return month
    }

    static func copy() async throws -> KeptMonth { try await published.value.copied() }

    func copied() async throws -> KeptMonth {
        let other = try Workspace("kept-copy")
        try await Command(["cp", "-a", "\(workspace.folder.path)/.", other.folder.path]).succeed()
        return KeptMonth(workspace: other, job: job)
    }

    /// `gantry run` of the month.
    func run(_ more: String...) throws -> Command { try job.command(workspace.path, more) }

    /// Another command about the workspace.
    func command(_ words: String...) -> Command {
        Command([Product.binary] + words + ["--workspace", workspace.path])
    }

    func withdraw(_ run: String = Job.run) -> Command {
        command("withdraw", run, "--by", "Payroll Clerk", "--because", KeptMonth.reason)
    }

    /// What `gantry runs --json` says of a run.
    struct Listed: Decodable, Sendable {
        struct Mark: Decodable, Sendable { let by, because: String }
        let run: String
        let isPublished, isBeingForgotten: Bool
        let folderState: String?
        let withdrawn: Mark?
        let corrects, supersededBy: Int?
    }

    func listed() async throws -> [Listed] {
        struct Result: Decodable { let runs: [Listed] }
        return try KeptMonth.result(Result.self, try await command("runs", "--json").succeed()).runs
    }

    /// The result of a command with `--json`.
    static func result<T: Decodable>(_: T.Type, _ ending: Ending) throws -> T {
        let last = ending.lines.last ?? ""
        return try JSONDecoder().decode(ResultLine<T>.self, from: Data(last.utf8)).result
    }
}

/// The last event of a command.
private struct ResultLine<T: Decodable>: Decodable { let result: T }
