package import GantryEngine

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
    /// A command that the desk started.
    case command(id: String)
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
        case 2 where parts[0] == "commands" && StartedCommand.isID(parts[1]): self = .command(id: parts[1])
        case 4... where parts[0] == "payroll":
            // A part with a slash of its own is no part of a name.
            guard let run = RunID(parts[1...3].joined(separator: "/")), run.pipeline == parts[1],
                run.period == parts[2]
            else { return nil }
            self.init(run, parts[4...])
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
        case .command(let id): "/commands/\(id)"
        case .file(let run, let name):
            "\(DeskAddress.base(run))/files/"
                + name.split(separator: "/", omittingEmptySubsequences: false).map { DeskAddress.encoded($0) }
                .joined(separator: "/")
        }
    }

    private static func base(_ run: RunID) -> String {
        "/payroll/\(encoded(run.pipeline))/\(encoded(run.period))/r\(run.revision)"
    }

    private static func encoded(_ part: some StringProtocol) -> String {
        let digits = Array("0123456789ABCDEF")
        var out = ""
        for byte in part.utf8 {
            let scalar = Unicode.Scalar(byte)
            if byte < 0x80,
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "-_.".unicodeScalars.contains(scalar)
            {
                out.unicodeScalars.append(scalar)
            } else {
                out += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
        return out
    }
}
