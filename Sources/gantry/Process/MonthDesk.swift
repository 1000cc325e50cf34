internal import ArgumentParser
internal import FoundationEssentials
internal import GantryAccounts
internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantrySignOff
internal import GantryTerminal

/// Does one step of a period after the other until a person is needed who isn't here. What comes next is what
/// `Gantry.month` says; each step is another command.
struct MonthDesk {
    /// Its name or the path of its file.
    let pipeline: String
    let file: Pipeline
    let period: PayPeriod
    let workspace: GantryModel.Workspace
    /// Whether a person can be asked.
    let hasPerson: Bool
    let stop: StopRequest
    let session: Session
    let prompts: Prompts
    let people: [Person]
    /// Who is here, once that is known.
    var person: String?
    /// Where files are delivered, where the pipeline file doesn't say.
    var to: String?

    init(
        pipeline: String, file: Pipeline, period: PayPeriod, workspace: GantryModel.Workspace, by: String?, to: String?,
        hasPerson: Bool, stop: StopRequest, _ session: Session
    ) {
        self.pipeline = pipeline
        self.file = file
        self.period = period
        self.workspace = workspace
        self.hasPerson = hasPerson
        self.stop = stop
        self.session = session
        self.to = to
        prompts = Prompts(session.console, stop: stop)
        // A file that can't be read is a mistake of the command that needs it.
        people =
            (try? workspace.readConfiguration(session))?.people ?? []
        let account = ProcessInfo.processInfo.userName
        let own = people.filter { $0.account == account }
        person = by ?? (own.count == 1 ? own[0].id : nil)
    }

    var style: TextStyle { session.console.outStyle }

    /// - Returns: where the period stands in the end.
    mutating func work() async throws -> Outcome {
        var before: PayMonth.Step?
        var goesOn = true
        while true {
            let month = try await Gantry.month(
                period, of: file.name, rules: file.signOff, listed: file.fileDestinations,
                counted: file.countedPeriods, in: workspace)
            // What left the period where it was isn't tried again, nor are files that the same need asks for again.
            guard goesOn, month.step != before, !(month.step.needsFiles && before?.needsFiles ?? false),
                !stop.isRequested
            else { return outcome(month) }
            if before == nil {
                if case .wait(let last) = month.step {
                    throw UsageError(
                        "\(period.name) isn't over before the end of \(last), so it can't be paid yet.",
                        advice:
                            "To see what it is so far: gantry run \(pipeline) --period \(period.name) --open-period")
                }
                // Where nobody signs and the file names no place, runs may be meant to stay here.
                say(MonthText.earlier(month, onlyBegun: file.signOff == nil && file.deliver.isEmpty))
            }
            // On a terminal, the command that signs says it where it asks.
            if month.step.isLast, !hasPerson || file.signOff == nil { say(try await otherSettings(month)) }
            goesOn = try await doNext(month, isFirst: before == nil)
            if !goesOn, !hasPerson { return outcome(month) }
            before = month.step
        }
    }

    /// - Returns: whether it may go on: false where a person left something for later.
    private mutating func doNext(_ month: PayMonth, isFirst: Bool) async throws -> Bool {
        switch month.step {
        case .wait: return false
        case .make, .resume:
            // A run that waits for a decision, or could not be delivered, is published all the same.
            _ = try await perform(command(month))
            return true
        // Whoever withdrew it may want none, so that nothing makes another by itself.
        case .makeNext: return hasPerson ? try await replace(month) : false
        case .need(let run, let need):
            switch need {
            case .look, .answer: return false
            case .mending: return hasPerson ? try await mend(month, run) : false
            case .files: return try await perform(command(month))
            case .decisions: return hasPerson ? try await decide(run) : false
            case .preparation(let may), .approval(let may): return hasPerson ? try await sign(month, may) : false
            case .delivery(let isSigned): return hasPerson ? try await deliver(month, isSigned) : false
            case .typing(let isSigned): return hasPerson ? try await type(month, isSigned) : false
            case .remaking: return hasPerson ? try await remake(month) : false
            case .finishing(let to, let isSigned): return hasPerson ? try await finish(month, to, isSigned) : false
            case .nothing:
                guard hasPerson, file.signOff != nil else { return false }
                return isFirst ? try await correct(run) : try await receive(run)
            }
        }
    }

    /// What was changed since the run was made and doesn't count in its files.
    private func otherSettings(_ month: PayMonth) async throws -> [String] {
        guard let run = month.run?.id else { return [] }
        let report = try await Gantry.review(run, in: workspace)
        return try await Gantry.otherSettings(than: report, file, in: workspace).map {
            MonthText.otherSettings($0, of: run, pipeline: pipeline, place: session.command.place)
        } ?? []
    }

    /// Where it stands, and the command that comes next.
    private func outcome(_ month: PayMonth) -> Outcome {
        let isDone = month.step.isDone
        let next = command(month)
        var other: ShellCommand?
        if case .need(let run, let need) = month.step {
            other = MonthText.otherwise(
                need, of: run, pipeline: pipeline, by: person, to: place, place: session.command.place)
        }
        return Outcome(
            status: isDone ? .complete : .waits,
            lines: [isDone ? style.green(MonthText.standing(month)) : style.yellow(MonthText.standing(month))],
            next: (next.map { ["  \(style.faint("Next"))      \($0.shellText)"] } ?? [])
                + (other.map { ["  \(style.faint("Or"))        \($0.shellText)"] } ?? []),
            result: ResultValues.month(month, next: next))
    }

    func command(_ month: PayMonth) -> ShellCommand? {
        MonthText.command(
            month, pipeline: pipeline, by: person, to: place, place: session.command.place)
    }

    /// Where commands deliver to; `nil` where the pipeline file says it.
    private var place: String? { file.deliver.isEmpty ? to ?? "FOLDER" : to }

    // MARK: Steps

    /// Does what another command does, and shows what came of it.
    /// - Parameter isShown: whether the command itself is. Default true.
    /// - Returns: whether it was done.
    func perform(_ command: ShellCommand?, isShown: Bool = true) async throws -> Bool {
        guard let command else { return false }
        if isShown { say([style.faint("  \(command.shellText)")]) }
        guard
            let action = try GantryCommand.parseAsRoot(Array(command.words.dropFirst())) as? any Action
        else { return false }
        let outcome = try await action.perform(session.doing(command, stop: stop))
        session.progress.clear()
        if session.shows { session.console.report(session.console.outStyle.fitted(outcome.lines + [""])) }
        return outcome.status.handling == .done
    }

    func say(_ lines: [String]) {
        guard !lines.isEmpty, session.shows else { return }
        session.progress.clear()
        session.console.report(session.console.outStyle.fitted(lines))
    }
}

extension PayMonth.Step {
    /// Whether the pay of the period has arrived.
    fileprivate var isDone: Bool { if case .need(_, .nothing) = self { true } else { false } }
}

extension PayMonth.Step {
    /// Whether a person signs, or delivers what nobody signs.
    fileprivate var isLast: Bool {
        switch self {
        case .need(_, .preparation), .need(_, .approval), .need(_, .delivery), .need(_, .typing): true
        default: false
        }
    }

    /// Whether only the files of a run are to be written again.
    fileprivate var needsFiles: Bool { if case .need(_, .files) = self { true } else { false } }
}
