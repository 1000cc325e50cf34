package import GantryEngine
internal import GantryModel

/// An address of the desk. Pages link to nothing else.
package enum DeskAddress: Sendable, Hashable {
    case home
    case jobs
    /// The other language.
    case language
    /// The periods of a pipeline.
    case payroll(pipeline: String)
    /// A run of pay, at its first step that isn't done.
    case run(RunID)
    case step(RunID, Step)
    /// Where the decisions about a run go.
    case decide(RunID)
    /// Where the forms go that start a command about a run.
    case start(RunID)
    /// What the office says about itself: connections, and how it pays.
    case setup
    /// Sheets that are sent, and those that were.
    case send
    /// What a pipeline sends.
    case sending(pipeline: String)
    /// A sheet that was dropped.
    case sheet(pipeline: String, id: String)
    /// Where the files of a form or a sheet go, one by one; and a small picture of each.
    case upload(id: String, path: String)
    /// A run of any other kind.
    case other(RunID)
    case otherReport(RunID)
    case otherFile(RunID, name: String)
    /// A command that the desk started.
    case command(id: String)
    /// What is signed about a run, as a file to sign with a key.
    case statement(RunID)
    /// A file of a run, by its name in the manifest.
    case file(RunID, name: String)

    /// Where the style and the script are.
    package static let assets = "/assets/"

    /// The steps of a period, and what else a run of pay has.
    package enum Step: String, Sendable, CaseIterable {
        case run, review, compare, sign, deliver, files, report
    }

    /// Reads the path of a request; `nil` for one that leads nowhere.
    package init?(path: some StringProtocol) {
        var parts: [String] = []
        for part in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let part = FormFields.decoded(part) else { return nil }
            parts.append(part)
        }
        switch parts.count {
        case 1 where parts[0].isEmpty: self = .home
        case 1 where parts[0] == "jobs": self = .jobs
        case 1 where parts[0] == "language": self = .language
        case 2 where parts[0] == "payroll" && !parts[1].isEmpty: self = .payroll(pipeline: parts[1])
        case 1 where parts[0] == "setup": self = .setup
        case 1 where parts[0] == "send": self = .send
        case 2 where parts[0] == "send" && !parts[1].isEmpty: self = .sending(pipeline: parts[1])
        case 3 where parts[0] == "send" && !parts[1].isEmpty && FormFields.isNumber(parts[2]):
            self = .sheet(pipeline: parts[1], id: parts[2])
        case 2... where parts[0] == "uploads" && FormFields.isNumber(parts[1]):
            self = .upload(id: parts[1], path: parts[2...].joined(separator: "/"))
        case 2 where parts[0] == "commands" && FormFields.isNumber(parts[1]): self = .command(id: parts[1])
        case 4... where parts[0] == "payroll" || parts[0] == "runs":
            // A part with a slash of its own is no part of a name.
            guard let run = RunID(parts[1...3].joined(separator: "/")), run.pipeline == parts[1],
                run.period == parts[2]
            else { return nil }
            if parts[0] == "payroll" { self.init(run, parts[4...]) } else { self.init(other: run, parts[4...]) }
        default: return nil
        }
    }

    private init?(other run: RunID, _ rest: ArraySlice<String>) {
        switch rest.first {
        case nil: self = .other(run)
        case "report" where rest.count == 1: self = .otherReport(run)
        case "files" where rest.count > 1: self = .otherFile(run, name: rest.dropFirst().joined(separator: "/"))
        default: return nil
        }
    }

    private init?(_ run: RunID, _ rest: ArraySlice<String>) {
        guard let word = rest.first else {
            self = .run(run)
            return
        }
        if rest.count == 1, word == "decide" {
            self = .decide(run)
        } else if rest.count == 1, word == "statement" {
            self = .statement(run)
        } else if rest.count == 1, word == "start" {
            self = .start(run)
        } else if rest.count == 1, let step = Step(rawValue: word) {
            self = .step(run, step)
        } else if word == Step.files.rawValue, rest.count > 1 {
            self = .file(run, name: rest.dropFirst().joined(separator: "/"))
        } else {
            return nil
        }
    }

    /// The path, in ASCII.
    package var path: String {
        switch self {
        case .home: "/"
        case .jobs: "/jobs"
        case .language: "/language"
        case .payroll(let pipeline): "/payroll/" + DeskAddress.encoded(pipeline)
        case .run(let run): DeskAddress.base(run)
        case .step(let run, let step): "\(DeskAddress.base(run))/\(step.rawValue)"
        case .decide(let run): DeskAddress.base(run) + "/decide"
        case .start(let run): DeskAddress.base(run) + "/start"
        case .statement(let run): DeskAddress.base(run) + "/statement"
        case .command(let id): "/commands/\(id)"
        case .setup: "/setup"
        case .send: "/send"
        case .sending(let pipeline): "/send/" + DeskAddress.encoded(pipeline)
        case .sheet(let pipeline, let id): "/send/\(DeskAddress.encoded(pipeline))/\(id)"
        case .upload(let id, let path): "/uploads/\(id)" + (path.isEmpty ? "" : "/" + DeskAddress.encoded(path: path))
        case .other(let run): DeskAddress.base(run, "runs")
        case .otherReport(let run): DeskAddress.base(run, "runs") + "/report"
        case .otherFile(let run, let name): "\(DeskAddress.base(run, "runs"))/files/" + DeskAddress.encoded(path: name)
        case .file(let run, let name):
            "\(DeskAddress.base(run))/files/" + DeskAddress.encoded(path: name)
        }
    }

    private static func encoded(path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { encoded($0) }.joined(separator: "/")
    }

    private static func base(_ run: RunID, _ root: String = "payroll") -> String {
        "/\(root)/\(encoded(run.pipeline))/\(encoded(run.period))/r\(run.revision)"
    }

    private static func encoded(_ part: some StringProtocol) -> String { percentEncoded(part, keeping: "-_.") }
}
