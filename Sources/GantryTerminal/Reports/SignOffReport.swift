internal import GantryEngine
internal import GantryFiles
public import GantryJSON
public import GantryKit
internal import GantryModel
internal import GantrySignOff

/// What was signed or delivered, for people.
public enum SignOffReport {
    /// What was done.
    public static func lines(_ result: SignOffResult, style: TextStyle) -> [String] {
        let run = style.bold(result.run.description)
        var lines =
            result.wasDone ? ["Nothing to do, because this was done on \(NumberText.minute(result.line.time))."] : []
        lines.append(style.green(sentence(result, run)))
        if let statement = result.statement {
            lines.append("  Statement  \(result.statementPath)")
            lines.append("  Seal       \(statement.seal)")
        }
        switch result.line.action {
        case .delivered:
            for file in result.line.files {
                lines.append(
                    "  \(file.name)  \(NumberText.count(file.bytes, one: "byte", many: "bytes"))  \(file.digest)")
            }
        case .received:
            for file in result.line.files { lines.append("  Kept as \(file.name)  \(file.digest)") }
        default: break
        }
        return lines + result.unseen.map(unseen)
    }

    /// That a file of a delivery which counts as failed may still be there.
    public static func unseen(_ address: String) -> String {
        "It can't be seen whether \(singleLine(address, limit: 4_000)) is still there. Move it away before the receiver reads it."
    }

    /// That what was delivered, or typed, counts as not delivered now.
    public static func failed(_ run: String, wasTyped: Bool) -> String {
        wasTyped
            ? "\(run): what it changes counts as not typed. It can be typed and noted again."
            : "\(run): the delivery counts as failed. It can be delivered again."
    }

    /// Whether no file carries what is signed.
    private static func isTyped(_ result: SignOffResult) -> Bool { result.statement?.files.isEmpty ?? false }

    /// How far a run is, and by whom.
    static func state(_ state: SignOffState) -> String {
        var people: [String] = []
        if let line = state.prepared { people.append("prepared by \(line.person.name) (\(line.proof))") }
        if let line = state.approved { people.append("approved by \(line.person.name) (\(line.proof))") }
        if let line = state.delivered {
            let place = line.to.map { "delivered to \(singleLine($0, limit: 1_000))" }
            people.append(place ?? "typed by \(line.person.name)")
        }
        if state.phase == .published, let line = state.last { people.append("withdrawn by \(line.person.name)") }
        return ([state.phase.rawValue] + people).joined(separator: ", ")
    }

    /// The command by which somebody else approves a prepared run.
    public static func approval(of result: SignOffResult, workspace: String?) -> ShellCommand {
        let person = result.approve.first { $0 != result.state.prepared?.person.id } ?? "PERSON"
        return ShellCommand(
            ["gantry", "sign", result.run.description, "--by", person] + (workspace.map { ["--workspace", $0] } ?? []))
    }

    private static func sentence(_ result: SignOffResult, _ run: String) -> String {
        let state = result.state
        let prepared = state.prepared.map { "prepared by \($0.person.name) (\($0.proof))" } ?? ""
        let approved = state.approved.map { "approved by \($0.person.name) (\($0.proof))" } ?? ""
        return switch result.line.action {
        case .prepared: "\(run): \(prepared)."
        case .signed: "\(run): signed: \(prepared), \(approved)."
        case .withdrawn: "\(run): \(result.line.person.name) took the signatures back."
        case .delivered: "\(run): delivered to \(singleLine(result.line.to ?? "", limit: 4_000))."
        case .typed: "\(run): \(result.line.person.name) typed it into the payroll program."
        case .received: "\(run): the receipt is in the book."
        case .failed: failed(run, wasTyped: isTyped(result))
        }
    }

    /// What comes next.
    ///
    /// - Parameter workspace: how further commands are to name the workspace, where they must.
    public static func next(_ result: SignOffResult, workspace: String?) -> [String] {
        let place = workspace.map { ["--workspace", $0] } ?? []
        func command(_ words: String...) -> String { ShellCommand(["gantry"] + words + place).shellText }
        switch result.state.phase {
        case .prepared:
            return [
                "  Page       \(command("report", result.run.description, "--open"))",
                "  Then       \(approval(of: result, workspace: workspace).shellText)",
                "             With a key: ssh-keygen -Y sign -n \(SSHSignature.namespace) -f KEY \(result.statementPath), and --signature FILE",
            ]
        case .signed:
            let words =
                ["gantry", "deliver", result.run.description]
                + (isTyped(result) ? ["--typed", "--because", "TEXT"] : ["--to", "FOLDER"])
                + ["--by", result.state.prepared?.person.id ?? "PERSON"]
            return ["  Then       \(ShellCommand(words + place).shellText)"]
        default: return []
        }
    }
}

extension ResultValues {
    /// What was signed or delivered.
    public static func signOff(_ result: SignOffResult) -> JSONTree {
        let line = result.line
        return JSONTree.object([
            "run": .string(result.run.description), "state": .string(result.state.phase.rawValue),
            "action": .string(line.action.rawValue), "number": .integer(line.number), "time": JSONTree(line.time),
            "person": .string(line.person.id), "proof": .string("\(line.proof)"),
            "statement": JSONTree(result.statement?.digest.description),
            "seal": JSONTree(result.statement?.seal.description), "statementPath": .string(result.statementPath),
            "files": .array(
                line.files.map {
                    JSONTree.object([
                        "name": .string($0.name), "bytes": .integer(Int($0.bytes)), "sha256": .string("\($0.digest)"),
                    ])
                }), "to": JSONTree(line.to), "wasDone": .bool(result.wasDone),
            "unseen": .array(result.unseen.map { .string($0) }),
        ])
    }
}
