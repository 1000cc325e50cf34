internal import ArgumentParser
internal import GantryAccounts
internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantrySignOff
internal import GantryTerminal

struct Verify: Action {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify a published export using only its own files.",
        discussion: """
            Reads every file of an export folder again: digests, the schema of the payroll file, every pay line of \
            every file, and every figure of totals.json, recomputed exactly from the entries in the archive. Figures \
            that nothing else states are listed. The server isn't contacted, so you can also verify a copy on another \
            machine. The folder of a run in the workspace must also match the digest in the journal. Where the folder \
            beside it (r1.signed) says who signed it, the signatures are verified too; --seal also compares the seal \
            that was kept on paper. A zip file that gantry deliver made is unpacked into a private folder below \
            $TMPDIR or /tmp, verified, and removed from there.

            Examples:
              gantry verify payroll-monthly/2026-10/r1
              gantry verify /mnt/archive/payroll-2026-10 --seal 2BJI-XUV2-ZAN3-4KIE-55DY
              gantry verify payroll-monthly-2026-10-r1.zip

            Exit codes: 0 when everything agrees, 4 when something differs, 6 when a run with --seal waits for a \
            signature, 1 when the folder can't be read.
            """)

    @Argument(
        help:
            "A run (payroll-monthly/2026-10/r1; or its pipeline, its period or both, which mean the newest one), or the path of an export folder or of a zip file of one.",
        completion: Completions.runs)
    var subject: String

    @Option(
        help: ArgumentHelp(
            "The seal that the statement must have, such as 2BJI-XUV2-ZAN3-4KIE-55DY.", valueName: "seal"),
        transform: Verify.seal)
    var seal: Seal?

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        if let run = RunID(subject), !Session.isFolder(subject) { try await Gantry.requireFolder(of: run, in: place) }
        if !Session.isFolder(subject), Session.isFile(subject) { return try await verifyZip(session) }
        let (folder, run) = try await folder(session)
        let report = try await session.progress.during { [seal] in
            let sealed = if let run { try await Gantry.sealedDigest(of: run, in: place) } else { String?.none }
            var report = try await Gantry.verify(
                folder: folder, sealed: sealed, seal: seal, systems: Gantry.systems(in: place)
            ) {
                [progress = session.progress] in progress.checking($0)
            }
            if let run, let mark = try await Gantry.withdrawals(in: place)[run] { report.withdrawn = mark }
            if let run, let problem = try await Gantry.bookProblem(of: run, in: place) {
                report.add(VerificationReport.Finding(path: "", message: problem.explanation))
            }
            return report
        }
        return outcome(report, session)
    }

    func outcome(_ report: VerificationReport, _ session: Session) -> Outcome {
        let isSigned = (report.signOff?.phase ?? .published) >= .signed
        return Outcome(
            status: !report.isValid ? .differs : seal == nil || isSigned ? .complete : .waits,
            lines: VerificationText.lines(report, style: session.console.outStyle),
            result: ResultValues.verification(report))
    }

    /// A run of the workspace takes precedence over a folder with the same name.
    private func folder(_ session: Session) async throws -> (path: String, run: RunID?) {
        let place = workspace.workspace(session.environment)
        if let id = RunID(subject) {
            if Session.isFolder(place.folder(of: id)) || !Session.isFolder(subject) {
                return (try await Gantry.publishedFolder(of: id, in: place), id)
            }
        }
        if !Session.isFolder(subject), let reference = RunReference(subject),
            let id = try await Gantry.findRun(reference, in: place)
        {
            return (try await Gantry.publishedFolder(of: id, in: place), id)
        }
        guard Session.isFolder(subject) else {
            throw UsageError(
                "There is no run, folder or zip file called \(subject).",
                advice: "Name a run (gantry runs lists them) or the path of an export folder.")
        }
        if Session.isFile("\(subject)/../bagit.txt"), !Session.isFile("\(subject)/bagit.txt") {
            throw UsageError(
                "\(subject) is the data folder of an export; its manifests are in the folder above.",
                advice: "Run gantry verify \(Verify.parent(of: subject))")
        }
        return (subject, nil)
    }

    @Sendable private static func seal(_ text: String) throws -> Seal {
        guard let seal = Seal(text) else {
            throw ValidationError("Expected a seal: five groups of four letters and digits 2 to 7.")
        }
        return seal
    }

    private static func parent(of path: String) -> String {
        let names = path.split(separator: "/")
        guard names.last == "data" else { return "\(path)/.." }
        let parent = (path.hasPrefix("/") ? "/" : "") + names.dropLast().joined(separator: "/")
        return parent.isEmpty ? "." : parent
    }
}

struct Validate: Action {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check a pipeline file, a profile or a system file without running it.",
        discussion: """
            Shows every mistake with its line, what was expected, and the closest valid word. No server is contacted.

            Examples:
              gantry validate payroll-monthly
              gantry validate my/pipeline.yaml --set rejects.max=0.5%
              gantry validate Profiles/mine.yaml
              gantry validate Systems/mine.yaml

            Exit codes: 0 when the file is valid, 78 when it has mistakes.
            """)
    static let canBeRepeated = false

    @Argument(
        help: "The path of a pipeline file, a profile or a system file, or a pipeline's name.",
        completion: Completions.pipelines)
    var pipeline: String

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("Check the file with this change. Can be repeated.", valueName: "key=value"))
    var settings: [String] = []

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        let path = try PipelineFiles.path(of: pipeline, workspace: place, session: session)
        if settings.isEmpty, SystemFile.isSystem(path: path) {
            let file = try SystemFile.load(path: path)
            return Outcome(
                status: .complete, lines: SystemReport.lines(file, style: session.console.outStyle),
                result: SystemReport.value(file))
        }
        if settings.isEmpty, ProfileFile.isProfile(path: path) {
            let profile = try ProfileFile.load(path: path)
            return Outcome(
                status: .complete, lines: ProfileReport.valid(profile, style: session.console.outStyle),
                result: ProfileReport.value([profile]))
        }
        let file = try PipelineFiles.load(pipeline, workspace: place, settings: settings, session: session)
        try Gantry.requireSupported(file)
        return Outcome(
            status: .complete, lines: PipelineText.lines(file, path: path, style: session.console.outStyle),
            result: ResultValues.pipeline(file, path: path))
    }
}
