internal import ArgumentParser
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryTerminal
internal import Glibc

struct UnitOptions: ParsableArguments {
    @Option(
        name: .customLong("output"),
        help: ArgumentHelp(
            "The folder with the units (default: those of the system and your own).", valueName: "folder"),
        completion: .directory)
    var folder: String?
}

struct ScheduleList: Action {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the schedules of this machine and when they start next.",
        discussion: """
            Examples:
              gantry schedule list
              gantry schedule list --output units
            """)
    static let canBeRepeated = false

    @OptionGroup var units: UnitOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let entries = try Schedules.entries(in: units.folder, session.environment)
        let timers = Schedules.timers()
        var table = TextTable(
            [.left("Pipeline"), .left("Runs"), .left("Next"), .left("Workspace")], limit: TextTable.sentenceLimit)
        for entry in entries {
            table.add([
                entry.pipeline, entry.words, StatusReport.next(timers.next(of: entry.name)), entry.workspace,
            ])
        }
        return Outcome(
            status: .complete,
            lines: entries.isEmpty
                ? ["There are no schedules."] : table.foldedLines(indent: 0, style: session.console.outStyle),
            result: .object([
                "schedules": .array(
                    entries.map { entry in
                        JSONTree.object([
                            "name": .string(entry.name), "pipeline": .string(entry.pipeline),
                            "schedule": .string(entry.words), "workspace": .string(entry.workspace),
                            "folder": .string(entry.folder), "next": JSONTree(timers.next(of: entry.name).time),
                        ])
                    })
            ]))
    }
}

struct ScheduleRemove: Action {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove the units of a schedule.",
        discussion: """
            Examples:
              gantry schedule remove nightly-archive
            """)
    static let canBeRepeated = false

    @Argument(help: "The pipeline, or the name of its units.") var name: String
    @OptionGroup var units: UnitOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let entries = try Schedules.entries(in: units.folder, session.environment)
        let found = entries.filter {
            [$0.name, $0.pipeline, String($0.name.dropFirst("gantry-".count))].contains(name)
        }
        let names = Set(found.map(\.name))
        if names.count > 1, !names.contains(name) {
            throw UsageError(
                "\(name) has several schedules.",
                advice: "Name one of them: \(names.sorted().joined(separator: ", ")).")
        }
        guard let entry = found.first(where: { geteuid() == 0 || $0.folder != Schedules.ofSystem }) ?? found.first
        else {
            let names = entries.map(\.pipeline).joined(separator: ", ")
            throw UsageError(
                "There is no schedule of \(name).",
                advice: names.isEmpty ? "There are no schedules." : "Available schedules: \(names).")
        }
        try ScheduleFolder(entry.folder).remove(entry.name)
        let control = entry.folder == Schedules.ofSystem || units.folder != nil ? "systemctl" : "systemctl --user"
        let stop = "\(control) stop \(entry.name).timer && \(control) daemon-reload"
        return Outcome(
            status: .complete,
            lines: ["Removed \(entry.name) from \(entry.folder).", "To stop the timer:", "  \(stop)"],
            result: .object([
                "name": .string(entry.name), "folder": .string(entry.folder), "control": .string(stop),
            ]))
    }
}

/// What the unit for failures runs, so that the system's log says what an exit code means.
struct ScheduleFailed: Action {
    static let configuration = CommandConfiguration(
        commandName: "failed", abstract: "Say what a failed service means.", shouldDisplay: false)
    static let canBeRepeated = false

    @Argument var unit: String
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let result = session.environment["MONITOR_SERVICE_RESULT"]
        let code = session.environment["MONITOR_EXIT_STATUS"]
        let status = code.flatMap { Int32($0) }.flatMap(ExitStatus.init(rawValue:))
        var lines: [String] = []
        if result == "exit-code", let status {
            lines.append("\(unit) failed with exit code \(status.rawValue), \(status.name): \(status.meaning)")
        } else {
            lines.append("\(unit) failed: \(result ?? "unknown")\(code.map { ", \($0)" } ?? "").")
        }
        lines.append("What it said: journalctl -u \(unit)")
        return Outcome(
            status: .complete, lines: lines,
            result: .object([
                "unit": .string(unit), "serviceResult": JSONTree(result),
                "exitCode": JSONTree(code.flatMap { Int($0) }),
                "exitName": JSONTree(status?.name),
            ]))
    }
}
