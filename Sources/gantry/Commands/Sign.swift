internal import ArgumentParser
internal import GantryEngine
internal import GantryJSON
internal import GantryKit
internal import GantryTerminal

struct Sign: Action {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Prepare or approve a payroll run, so that it can be delivered.",
        discussion: """
            Two people sign: one prepares, another approves, as sign-off in the pipeline file names them. Gantry \
            verifies the export folder, writes a statement about it, and enters the signature into the book of \
            signatures. On a terminal the figures are shown first, and you are asked. Who approves signs the \
            statement with a key on their own machine:
              ssh-keygen -Y sign -n gantry-sign-off -f ~/.ssh/id_ed25519 r1.statement

            Examples:
              gantry sign payroll-monthly/2026-10/r1 --by clerk
              gantry sign payroll-monthly/2026-10/r1 --by manager --signature r1.statement.sig
              gantry sign payroll-monthly/2026-10/r1 --withdraw --by clerk --because "Hours of the crane are wrong"

            Exit codes: 0 when signed, 3 when it was signed before, 4 when the folder or the book isn't what it was, \
            6 when findings wait for a decision, 64 when the person or the signature can't be used.
            """)

    @OptionGroup var options: SignOffOptions

    @Option(help: ArgumentHelp("The signature that ssh-keygen made of the statement.", valueName: "file"))
    var signature: String?

    @Flag(help: "Take the signatures back; not after a delivery.")
    var withdraw = false

    @Flag(help: "Who prepares it wants to pay again what other runs have paid.")
    var again = false

    @Option(help: ArgumentHelp("Why, for --withdraw and --again; at least 10 characters.", valueName: "text"))
    var because: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard options.by != nil else { throw ValidationError("--by is missing: say who signs.") }
        guard (withdraw || again) == (because != nil) else {
            throw ValidationError("--withdraw and --again need --because, and it needs one of them: say why.")
        }
        guard !withdraw || signature == nil && !again else {
            throw ValidationError("--signature and --again are for signing, not for --withdraw.")
        }
        if withdraw { try options.requireFullName(for: "--withdraw") }
        if again { try options.requireFullName(for: "--again") }
    }

    func perform(_ session: Session) async throws -> Outcome {
        let run = try await options.run(ofPay: true, session)
        guard withdraw else {
            guard try await isConfirmed(run, session) else {
                return Outcome(
                    status: .waits, lines: ["\(run) isn't signed."],
                    result: .object(["run": .string(run.description), "signed": .bool(false)]))
            }
            return try await options.perform(.sign(signature: signature), of: run, again: because, session)
        }
        return try await options.perform(.withdraw(because: because ?? ""), of: run, session)
    }

    /// Shows on a terminal what is signed, and asks. A signature by a key was given before.
    private func isConfirmed(_ run: RunID, _ session: Session) async throws -> Bool {
        guard Prompts.hasPerson(session.console, output) else { return true }
        let workspace = options.workspace.workspace(session.environment)
        let report = try await Gantry.review(run, in: workspace)
        guard report.isReady else { return true }
        let style = session.console.outStyle
        let other =
            try await session.otherSettings(than: report, pipeline: options.pipeline, in: workspace).map {
                MonthText.otherSettings(
                    $0, of: run, pipeline: options.pipeline ?? run.pipeline, place: session.command.place)
            } ?? []
        session.console.report(
            style.fitted(
                ["\(style.bold(run.description)) is what you sign:"]
                    + MonthText.figures(report, workspace: options.workspace.given, style: style)
                    + (other.isEmpty ? [] : [""] + other) + [
                        "", "Who signs has looked at these figures and says that they may be paid.",
                    ]))
        let needsKey = try await options.needsKey(run, session)
        guard signature == nil, !needsKey else { return true }
        return try Prompts(session.console, stop: session.stopRequest().stop).confirms(
            "Sign as \(options.by ?? "")?")
    }
}
