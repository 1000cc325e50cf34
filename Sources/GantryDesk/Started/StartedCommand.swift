internal import GantryJSON
internal import GantryModel
internal import GantryTerminal

/// A command that a form of the desk started. It is a process of its own and goes on without the desk.
struct StartedCommand: Sendable {
    /// What it does, as its page says it.
    enum Kind: String, Sendable, CaseIterable {
        case run, rewrite, deliver, typed, failed, receipt, changes, correct, verify, sign, connect, pay, connections,
            login, check, send, forget, withdraw, prune, schedule

        /// Whether it can be done again as it was. Some are given secrets, which are kept nowhere. What a sheet sends
        /// goes on from the page of the sheet: a decision about rows without a clear answer counts once.
        var canBeRepeated: Bool { ![.connect, .login, .check, .send].contains(self) }
        /// Whether it publishes a run.
        var makesRun: Bool { [.run, .rewrite, .correct].contains(self) }
    }

    /// That of the form, so that the same form twice starts one.
    let id: String
    let kind: Kind
    /// The run or the period that it is about.
    let subject: String
    /// As a person types it.
    let command: ShellCommand
    let started: Instant
    /// Its process.
    let process: Int
    /// The path of the page that is looked at when it ended well.
    let next: String
    /// What its form was filled in with.
    let filled: FormFields
}

extension StartedCommand {
    /// Reads what ``bytes`` writes.
    init?(id: String, _ bytes: [UInt8]) {
        guard let tree = try? JSONTree(bytes), let kind = tree["kind"]?.text.flatMap(Kind.init),
            let subject = tree["subject"]?.text, case .array(let words)? = tree["command"],
            let started = tree["started"]?.text.flatMap({ Instant($0) }), let process = tree["process"]?.int,
            let next = tree["next"]?.text, DeskAddress(path: next) != nil
        else { return nil }
        self.init(
            id: id, kind: kind, subject: subject, command: ShellCommand(words.compactMap(\.text)), started: started,
            process: process, next: next,
            filled: FormFields(
                (tree["filled"]?.list ?? []).compactMap { field in
                    guard let name = field["name"]?.text, let value = field["value"]?.text else { return nil }
                    return (name, value)
                }))
    }

    var bytes: [UInt8] {
        Array(
            JSONTree.object([
                "kind": .string(kind.rawValue), "subject": .string(subject),
                "command": .array(command.words.map(JSONTree.string)),
                // Whole, not cut to seconds: it is compared with when runs began.
                "started": .string(started.description), "process": .integer(process), "next": .string(next),
                "filled": .array(
                    filled.all.map { .object(["name": .string($0.name), "value": .string($0.value)]) }),
            ]).line.utf8)
    }
}
