public import GantryAccounts
public import GantryJSON
public import GantryModel
internal import Glibc

/// What somebody is told about the end of a run.
public struct HookNotice: Sendable {
    /// How it ended.
    public var moment: Hook.Moment
    /// The pipeline's name.
    public var pipeline: String
    /// The run, `payroll-monthly/2026-10/r1`; `nil` where none was begun.
    public var run: String?
    /// The connection's name; `nil` where the command ended before it was known.
    public var connection: String?
    /// What the command ends with, and its name.
    public var exitCode: Int32
    public var exitName: String
    /// What happened, in sentences.
    public var message: String
    /// What to do; `nil` for nothing.
    public var advice: String?
    /// The command that goes on; `nil` where there is none.
    public var command: String?
    /// Where the runs are kept; an absolute path.
    public var workspace: String
    /// When it ended.
    public var time: Instant

    /// A notice with the given values, without advice and command.
    public init(
        _ moment: Hook.Moment, pipeline: String, run: String?, connection: String?, exitCode: Int32, exitName: String,
        message: String, workspace: String, time: Instant
    ) {
        self.moment = moment
        self.pipeline = pipeline
        self.run = run
        self.connection = connection
        self.exitCode = exitCode
        self.exitName = exitName
        self.message = message
        self.workspace = workspace
        self.time = time
    }

    /// One line: `payroll-monthly/2026-10/r1 is published`.
    public var subject: String {
        let name = run ?? pipeline
        switch moment {
        case .success: return "\(name) is published"
        case .failure: return "\(name) failed (\(exitName))"
        case .waiting: return "\(name) waits for a person"
        }
    }

    /// For programs.
    public var json: JSONTree {
        .object([
            "event": .string(moment.rawValue), "pipeline": .string(pipeline), "run": JSONTree(run),
            "connection": JSONTree(connection), "exitCode": .integer(Int(exitCode)), "exitName": .string(exitName),
            "message": .string(message), "advice": JSONTree(advice), "command": JSONTree(command),
            "workspace": .string(workspace), "host": .string(HookNotice.host), "time": .string("\(time.wholeSeconds)"),
        ])
    }

    /// For people.
    public var text: String {
        var lines = [message, ""]
        if let advice { lines += [advice, ""] }
        if let command { lines += ["To go on:", "  \(command)", ""] }
        lines.append("Pipeline    \(pipeline)")
        if let connection { lines.append("Connection  \(connection)") }
        lines += [
            "Exit code   \(exitCode), \(exitName)",
            "Workspace   \(workspace)", "Machine     \(HookNotice.host)", "Time        \(time.wholeSeconds)",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// For a message of a few lines.
    public var brief: String {
        (["\(subject).", message] + [advice, command].compactMap(\.self)).joined(separator: "\n")
    }

    static var host: String {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "unknown" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
