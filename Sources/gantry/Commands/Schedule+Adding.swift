internal import FoundationEssentials
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal
internal import Glibc

extension ScheduleAdd {
    func perform(_ session: Session) async throws -> Outcome {
        let workspace = workspace.workspace(session.environment)
        let place = SchedulePlace(folder: unitFolder, isOfSystem: system || geteuid() == 0, session.environment)
        let owner = SchedulePlace.owner(of: workspace.path)
        // root schedules for a workspace of somebody else, whose files only that user trusts.
        let (files, needs, zones) = try Effective.user(owner) {
            let files = try pipelines(workspace, session)
            return (
                files, try ScheduleNeeds(of: files, workspace: workspace, session: session),
                try ScheduleZones(of: workspace, isCron: cron)
            )
        }
        var schedule = Schedule(
            pipeline: pipeline.contains("/") ? SchedulePlace.absolute(pipeline) : pipeline,
            command: try command(files, workspace), workspace: SchedulePlace.absolute(workspace.path),
            hour: at.hour, minute: at.minute, day: monthly)
        schedule.weekday = weekly
        schedule.zone = cron ? nil : zones.configured?.name
        schedule.ownName = name
        schedule.files = [self.workspace.config, pipeline.contains("/") ? pipeline : nil].compactMap(\.self).map(
            SchedulePlace.absolute)
        schedule.isOfSystem = place.isOfSystem
        schedule.user = place.isOfSystem ? user ?? owner : nil
        var notes = try prepare(&schedule, for: needs)
        if let rule = files.compactMap(\.payPeriodRule).first, let monthly {
            let month = monthly < rule.firstDay ? " of the month before" : ""
            notes.append(
                "On day \(monthly) of a month it makes the pay period that ended on day \(rule.lastDay)\(month).")
        }
        notes += zones.notes(schedule)
        if cron {
            return Outcome(
                status: .complete, lines: [schedule.cronLine] + notes.map { "# \($0)" },
                result: .object([
                    "name": .string(schedule.name), "cron": .string(schedule.cronLine),
                    "notes": .array(notes.map(JSONTree.string)),
                ]))
        }
        guard unitFolder != nil || Session.isFolder("/run/systemd/system") else {
            throw UsageError(
                "systemd doesn't run on this machine, so nothing would start the pipeline.",
                advice: "Add --cron for a crontab line, or --output FOLDER for units of another machine.")
        }
        let folder = ScheduleFolder(place.path)
        if let other = try folder.other(than: schedule) {
            throw UsageError(
                "\(other.name) in \(place.path) is the schedule of \(other.pipeline) in \(other.workspace).",
                advice: "Give this one another name, such as --name \(other.name.dropFirst("gantry-".count))-2.")
        }
        let written = try folder.write(schedule)
        let timer = "\(schedule.name).timer"
        if unitFolder != nil { notes.append("Copy the units to \(place.usual) before you start the timer.") }
        let start = "\(place.control) daemon-reload && \(place.control) enable --now \(timer)"
        if !place.isOfSystem { notes.append("To run while you aren't logged in: loginctl enable-linger") }
        return Outcome(
            status: .complete,
            lines: written.map { "Wrote \($0)" } + [
                "",
                "\(pipeline) runs \(schedule.words)\(schedule.user.map { " as \($0)" } ?? ""):",
                "  \(ShellCommand(schedule.command).shellText)",
            ] + notes + [
                "To start the timer:", "  \(start)",
                "To try it now:", "  \(place.control) start \(schedule.name).service",
            ],
            result: .object([
                "name": .string(schedule.name), "pipeline": .string(schedule.pipeline),
                "schedule": .string(schedule.words), "command": .string(ShellCommand(schedule.command).shellText),
                "files": .array(written.map(JSONTree.string)), "control": .string(start),
                "notes": .array(notes.map(JSONTree.string)),
            ]))
    }

    /// The pipeline, or those of the group.
    private func pipelines(_ workspace: Workspace, _ session: Session) throws -> [Pipeline] {
        let file = try PipelineFiles.load(pipeline, workspace: workspace, settings: settings, session: session)
        switch file.work {
        case .stages: return [file]
        case .group(let members):
            return try members.map {
                try PipelineFiles.load($0, workspace: workspace, settings: settings, session: session)
            }
        case .imports:
            throw UsageError(
                "\(file.name) sends a sheet, and each sheet is sent once.", advice: "Schedule pipelines that export.")
        }
    }

    private func command(_ files: [Pipeline], _ workspace: Workspace) throws -> [String] {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let needing = files.first(where: \.needsPeriod)
        let paying = files.first(where: \.paysPeople)
        let ruled = files.first { $0.payPeriodRule != nil }
        if let ruled, let rule = ruled.payPeriodRule, let period, period != PayPeriodRule.word {
            throw UsageError(
                "\(ruled.name) pays periods \(rule), and \(period) is none of them.",
                advice: "Schedule it with --period \(PayPeriodRule.word).")
        }
        if let paying, let period,
            !["last-week", "last-fortnight", "last-month", PayPeriodRule.word].contains(period)
        {
            throw UsageError(
                "\(paying.name) pays whole periods that are over, and \(period) is none.",
                advice: "Schedule it with --period last-month, last-fortnight, last-week or \(PayPeriodRule.word).")
        }
        let fortnightly = files.first(where: \.isFortnightly)
        let standard: StandardPeriod? =
            fortnightly != nil ? .lastFortnight : needing != nil && monthly != nil ? .lastMonth : nil
        var word = period ?? (ruled != nil ? PayPeriodRule.word : standard?.rawValue)
        if word == PayPeriodRule.word {
            for file in files { _ = try PeriodOptions.payPeriods(of: file) }
            // Two weeks are two weeks by either name.
            if ruled == nil { word = StandardPeriod.lastFortnight.rawValue }
        }
        if word == StandardPeriod.lastFortnight.rawValue, monthly != nil {
            throw UsageError(
                "A month has two or three periods of two weeks that end, and one start in a month makes one of them.",
                advice: "Schedule it with --weekly monday: where a period is made already, nothing happens.")
        }
        if let needing, word == nil {
            throw UsageError(
                "\(needing.name) needs a period.",
                advice: "Add --monthly 2 for the month before, or --period with one of: \(StandardPeriod.words).")
        }
        let name = pipeline.contains("/") ? SchedulePlace.absolute(pipeline) : pipeline
        return [path ?? "gantry", "run", name] + (word.map { ["--period", $0] } ?? [])
            + ["--workspace", SchedulePlace.absolute(workspace.path)]
            + (self.workspace.config.map { ["--config", SchedulePlace.absolute($0)] } ?? [])
            + settings.flatMap { ["--set", $0] }
    }
}
