internal import ArgumentParser
internal import GantryAccounts
internal import GantryEngine
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantrySignOff
internal import GantryTerminal

enum DeliveredForm: String, CaseIterable, ExpressibleByArgument {
    case files, bag, zip

    var form: Pipeline.Deliver.Form {
        switch self {
        case .files: .files
        case .bag: .bag
        case .zip: .zip
        }
    }
}

struct Deliver: Action {
    static let configuration = CommandConfiguration(
        commandName: "deliver",
        abstract: "Deliver a published run's files to a folder or server, each once.",
        discussion: """
            The place is a destination of gantry.yaml or a folder of this machine. Each file comes whole under a \
            hidden name, is compared, and gets its name, never over a file with other bytes; the journal keeps a \
            receipt. The same command continues after an interruption and sends nothing twice. Without --to the \
            places are those of deliver in the pipeline file.

            Of a pipeline with sign-off, exactly the files of the statement are delivered, to one place, by a person, \
            and it is noted in the book of signatures. --receipt keeps what the payroll program answered. --typed \
            says that somebody typed a correction that no file carries.

            --failed says that the files never arrived, or that the receiver refused them: they count as not \
            delivered, and can be delivered again. What is still there is moved away first. Where several places have files of a run that nobody signs, --to \
            names one.

            A payroll run is delivered when nothing of it waits for a person. What another run has paid isn't paid \
            again: 'gantry review' shows it, and --again with a reason does it all the same.

            Where a delivery was interrupted and it isn't known whether the receiver has a file, it isn't sent again: \
            the command ends with exit code 6. Ask the receiver and say it with --was-taken or --never-delivered; of \
            a signed run with --by and --because.

            A restored workspace may not know what was delivered since the backup, and a payroll program may read from \
            another place now. Where it was exactly what a run pays, say it with --was-taken, --because and the place \
            (of what was typed, with --typed): nothing is sent, and what differs from it can be delivered as a \
            correction.

            Examples:
              gantry deliver nightly-archive/2026-10/r1 --to archive
              gantry deliver nightly-archive/2026-10/r1 --to ./handover --as zip
              gantry deliver payroll-monthly/2026-10/r1 --to /mnt/payroll --by clerk
              gantry deliver payroll-monthly/2026-10/r1 --receipt answer.pdf --by clerk
              gantry deliver payroll-monthly/2026-10/r1 --failed --because "The importer was down" --by clerk
              gantry deliver nightly-archive/2026-10/r1 --failed --to archive --because "They refused the file"

            Exit codes: 0 when delivered, 3 when it was delivered before, 4 when a file isn't what was signed, 6 when \
            the run waits for a signature or for somebody to say whether a file arrived, 75 when the place can't be \
            reached, 77 when it refuses the account, 1 when it can't take a file.
            """)

    @OptionGroup var options: SignOffOptions

    @Option(
        help: ArgumentHelp(
            "A destination of gantry.yaml, or an existing folder (with a slash: ./handover).", valueName: "place"))
    var to: String?

    @Option(
        name: .customLong("as"),
        help:
            "What is delivered: the files that the receiver works with, or the whole export folder, also as one zip file."
    )
    var form: DeliveredForm?

    @Option(help: ArgumentHelp("What the payroll program answered.", valueName: "file"))
    var receipt: String?

    @Flag(help: "The files never arrived, or the receiver refused them; with --to only those at that place.")
    var failed = false

    @Flag(help: "Somebody has typed what the run changes into the payroll program, since no file carries it.")
    var typed = false

    @Flag(help: "Pay it although some of it was delivered before, by this run to another place or by another run.")
    var again = false

    @Flag(help: "The receiver has the files of which a message says that it isn't known.")
    var wasTaken = false

    @Flag(help: "The receiver doesn't have them: they are sent again.")
    var neverDelivered = false

    @Option(
        help: ArgumentHelp(
            "With --was-taken or --never-delivered: only this file; can be repeated (default: every file of which it isn't known).",
            valueName: "name"))
    var file: [String] = []

    @Option(
        help: ArgumentHelp(
            "Why, for --failed, --typed and --again; how it is known, for --was-taken and --never-delivered; at least 10 characters.",
            valueName: "text"))
    var because: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard [to != nil, receipt != nil, typed].count(where: { $0 }) <= 1 else {
            throw ValidationError("Give one of --to, --receipt and --typed.")
        }
        guard !again || !failed && !typed && receipt == nil else {
            throw ValidationError("--again is for a delivery.")
        }
        guard !(failed || typed || again) || because != nil else {
            throw ValidationError("--failed, --typed and --again need --because: say why.")
        }
        guard because == nil || failed || typed || again || answer != nil else {
            throw ValidationError(
                "--because belongs to --failed, --typed, --again, --was-taken or --never-delivered.")
        }
        guard file.isEmpty || answer != nil && !typed else {
            throw ValidationError("--file belongs to --was-taken or --never-delivered.")
        }
        guard [failed, typed, receipt != nil, wasTaken && !typed, neverDelivered].count(where: { $0 }) <= 1 else {
            throw ValidationError("Give one of --receipt, --failed, --typed, --was-taken and --never-delivered.")
        }
        // What they say decides whether a run can be paid again.
        for (isGiven, option) in [
            (failed, "--failed"), (typed, "--typed"), (again, "--again"), (wasTaken, "--was-taken"),
            (neverDelivered, "--never-delivered"),
        ] where isGiven { try options.requireFullName(for: option) }
    }

    func perform(_ session: Session) async throws -> Outcome {
        let run = try await options.run(session)
        if let receipt { return try await options.perform(.receipt(file: receipt), of: run, session) }
        if typed { return try await perform(typed: because ?? "", run, session) }
        if failed { return try await perform(failed: because ?? "", run, session) }
        let workspace = options.workspace.workspace(session.environment)
        let file = try pipeline(of: run, workspace, session)
        let configuration = try configuration(workspace, session)
        let targets = try targets(of: run, file, configuration)
        if answer != nil, targets.count > 1 { throw try await whichPlace(of: run, targets, session) }
        let hasBook = try await Gantry.isSigned(run, in: workspace)
        if wasTaken, try await isSaid(of: run, targets, file, configuration, session) {
            guard self.file.isEmpty, form == nil || form == .files else {
                throw UsageError(
                    "All files of a run of pay are delivered together.", advice: "Leave --file and --as out.")
            }
            if try await Gantry.signOffState(of: run, in: workspace).phase < .signed {
                return try await perform(said: run, targets, file, hasBook, configuration, session)
            }
        }
        guard file?.signOff == nil, !hasBook else {
            guard form == nil || form == .files else {
                throw UsageError(
                    "Of a signed run, the files of its statement are delivered, not the whole folder.",
                    advice: "Leave --as out.")
            }
            guard !again else {
                throw UsageError(
                    "What is paid again is part of what people sign.",
                    advice: "Give --again where the run is prepared: gantry sign \(run) --again --because TEXT."
                )
            }
            guard targets.count == 1, let target = try targets.first?.to.get() else {
                throw UsageError(
                    "A signed run is delivered to one place, and the pipeline file names \(targets.count).",
                    advice: advice(names(of: targets), session))
            }
            let address =
                switch target {
                case .folder(let path): path
                case .destination(let destination): try DeliveryPlaces.address(of: run, at: destination)
                }
            guard let answer else { return try await options.perform(.deliver(to: address), of: run, session) }
            guard because != nil else { throw Deliver.unsaid }
            return try await options.perform(.deliver(to: address), of: run, answer: answer, session)
        }
        var job = DeliveryJob(
            run: run, steps: targets,
            places: DeliveryPlaces(configuration?.destinations ?? [], environment: session.environment),
            workspace: workspace, command: session.command.shellText)
        job.again = again ? because : nil
        job.listed = Set(file?.fileDestinations ?? [])
        job.answer = answer?.said(by: options.by)
        return try await perform(job, session)
    }

    /// Whether `--was-taken` is about the whole run: nobody here knows it as delivered since the workspace was restored,
    /// or it was delivered to other places.
    private func isSaid(
        of run: RunID, _ targets: [DeliveryJob.Step], _ file: Pipeline?, _ configuration: Configuration?,
        _ session: Session
    ) async throws -> Bool {
        if let request = try request(about: run, targets, file, configuration, session),
            try await Gantry.isElsewhere(request)
        {
            return true
        }
        guard let target = try targets.first?.to.get() else { return false }
        return try await Gantry.mayHaveBeenDelivered(
            run, to: name(of: target), in: options.workspace.workspace(session.environment))
    }

    private func request(
        about run: RunID, _ targets: [DeliveryJob.Step], _ file: Pipeline?, _ configuration: Configuration?,
        _ session: Session
    ) throws -> DeliveryRequest? {
        guard let step = targets.first else { return nil }
        var request = DeliveryRequest(
            run: run, to: try step.to.get(),
            places: DeliveryPlaces(configuration?.destinations ?? [], environment: session.environment),
            workspace: options.workspace.workspace(session.environment), command: session.command.shellText)
        request.form = step.form
        request.again = again ? because : nil
        request.listed = Set(file?.fileDestinations ?? [])
        return request
    }

    /// Notes that the receiver has what nobody here knows as delivered there.
    private func perform(
        said run: RunID, _ targets: [DeliveryJob.Step], _ file: Pipeline?, _ hasBook: Bool,
        _ configuration: Configuration?, _ session: Session
    ) async throws -> Outcome {
        guard let because else { throw Deliver.unsaid }
        try requireSayer(of: run, file?.signOff, hasBook, session)
        guard var request = try request(about: run, targets, file, configuration, session) else {
            throw try await whichPlace(of: run, targets, session)
        }
        request.form = .files
        let noted = try await Gantry.noteDelivered(request, by: options.by, because: because)
        return Outcome(
            status: .complete,
            lines: [
                "\(run) counts as delivered to \(singleLine(noted.to, limit: 1_000)), as was said. What differs from it is a correction."
            ],
            result: .object(["run": .string(run.description), "wasTaken": .bool(true), "to": .string(noted.to)]))
    }

    /// - Throws: `UsageError` where people sign and nobody of them says what was delivered.
    private func requireSayer(
        of run: RunID, _ rules: SignOffRules?, _ hasBook: Bool, _ session: Session
    ) throws {
        guard let by = options.by else {
            if rules != nil || hasBook { throw options.unnamed(run) }
            return
        }
        let workspace = options.workspace.workspace(session.environment)
        try workspace.requirePerson(by, isFileNamed: options.workspace.config != nil, session)
        guard let rules, !rules.everybody.contains(by) else { return }
        throw UsageError(
            "\(singleLine(by)) may not do this; \(rules.everybody.joined(separator: ", ")) may.",
            advice: "Name one of them with --by, who says it.")
    }

    private static let unsaid = UsageError(
        "It isn't said how it is known what became of the files.",
        advice: "Add \(.because): whom you asked, and what they said.")

    private func perform(_ job: DeliveryJob, _ session: Session) async throws -> Outcome {
        let stop = session.stopRequest().stop
        let delivered = try await session.progress.during {
            try await job.perform(stop: stop) { session.note($0, by: session.command, isQuiet: false) }
        }
        let report = JobReport(command: session.command, style: session.console.outStyle)
        return Outcome(
            status: JobReport.status(delivered), lines: report.lines(delivered),
            result: report.result(delivered, of: job.run.description))
    }

    /// gantry.yaml; `nil` where it isn't there and isn't needed.
    private func configuration(_ workspace: GantryModel.Workspace, _ session: Session) throws -> Configuration? {
        do {
            return try workspace.readConfiguration(session)
        } catch {
            guard error.code == .notFound, isFolder, options.workspace.config == nil else { throw error }
            return nil
        }
    }

    /// Notes that files never arrived: in the book where people sign, else in the journal.
    private func perform(failed because: String, _ run: RunID, _ session: Session) async throws -> Outcome {
        let workspace = options.workspace.workspace(session.environment)
        // A pipeline file that is gone can't ask for signatures.
        let file = try pipeline(of: run, workspace, session, isNeeded: false)
        let hasBook = try await Gantry.isSigned(run, in: workspace)
        if file?.signOff != nil || hasBook {
            guard to == nil else {
                throw UsageError(
                    "A signed run is delivered to one place, so it fails there.", advice: "Leave --to out.")
            }
            return try await options.perform(.failed(because: because), of: run, session)
        }
        let places = try await Gantry.places(of: run, in: workspace)
        if to == nil, places.count > 1 {
            throw UsageError(
                "\(run) was delivered to \(places.count) places, and it isn't said at which of them it failed.",
                advice: advice(places, session))
        }
        // The folder may be gone, which is why it failed.
        let place = to.map { isFolder ? (try? DeliveryPlaces.folder(at: $0)) ?? SchedulePlace.absolute($0) : $0 }
        // Without gantry.yaml, a destination can't be asked what it has.
        let destinations = (try? workspace.readConfiguration(session).destinations) ?? []
        let failed = try await Gantry.failDelivery(
            of: run, to: place, by: options.by, because: because,
            at: DeliveryPlaces(destinations, environment: session.environment), in: workspace,
            command: session.command.shellText)
        return Outcome(
            status: failed.wasDone ? .alreadyPublished : .complete,
            lines: [SignOffReport.failed(run.description, wasTyped: failed.place == nil)]
                + failed.unseen.map(SignOffReport.unseen),
            result: .object([
                "run": .string(run.description), "failed": .bool(true), "to": JSONTree(failed.place),
                "wasDone": .bool(failed.wasDone), "unseen": .array(failed.unseen.map { .string($0) }),
            ]))
    }

    /// Notes that somebody typed what a correction changes: in the book where people sign, else in the journal.
    private func perform(typed because: String, _ run: RunID, _ session: Session) async throws -> Outcome {
        let workspace = options.workspace.workspace(session.environment)
        let file = try pipeline(of: run, workspace, session)
        let hasBook = try await Gantry.isSigned(run, in: workspace)
        var isSaid = wasTaken
        if wasTaken {
            isSaid = try await Gantry.mayHaveBeenDelivered(run, to: nil, in: workspace)
            try requireSayer(of: run, file?.signOff, hasBook, session)
        }
        // What nobody signed here was typed before the workspace was restored.
        let isOutside =
            if isSaid { try await Gantry.signOffState(of: run, in: workspace).phase < .signed } else { false }
        if !isOutside, file?.signOff != nil || hasBook {
            return try await options.perform(.typed(because: because), of: run, answer: answer, session)
        }
        let isNew = try await Gantry.noteTyped(
            run, because: because, wasBefore: isSaid, in: workspace, command: session.command.shellText)
        return Outcome(
            status: isNew ? .complete : .alreadyPublished,
            lines: ["\(run): what it changes was typed into the payroll program."],
            result: .object(["run": .string(run.description), "typed": .bool(true)]))
    }

    private var answer: DeliveryAnswer? {
        guard wasTaken || neverDelivered else { return nil }
        return DeliveryAnswer(wasTaken: wasTaken, files: file, said: because ?? "")
    }

    /// The pipeline file; `nil` where it is gone and a place is named.
    private func pipeline(
        of run: RunID, _ workspace: GantryModel.Workspace, _ session: Session, isNeeded: Bool = true
    ) throws -> Pipeline? {
        do {
            return try PipelineFiles.load(
                options.pipeline ?? run.pipeline, workspace: workspace, settings: [], session: session)
        } catch let error as PipelineFileError
            where error.code == .notFound && options.pipeline == nil && (to != nil || !isNeeded)
        {
            return nil
        }
    }
}
