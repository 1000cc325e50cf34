package import GantryModel

extension Advice.Action {
    /// The option or the command, for a shell.
    package var commandText: String { Advice.command(self) }
}

extension Advice {
    /// The advice for a shell: each action as the option to add or the command to run.
    package var commandText: String { text(spelling: Advice.command) }

    /// The only place that knows how the command line spells the advice of libraries.
    fileprivate static func command(_ action: Action) -> String {
        switch action {
        case .startOver: "--start-over"
        case .nextRevision: "--revision next"
        case .acceptUnknown: "--accept-unknown"
        case .resendUnknown: "--resend-unknown"
        case .openPeriod: "--open-period"
        case .signUp: "--sign-up"
        case .signature: "--signature"
        case .because: "--because"
        case .newSettings: "--settings now"
        case .period(let period): option("--period", period)
        case .sheet(let path): option("--sheet", path)
        case .files(let folder): option("--files", folder)
        case .setting(let key, let value): option("--set", "\(key)=\(value)")
        case .otherConfiguration: "--config"
        case .otherWorkspace: "--workspace"
        case .run(let pipeline, let period): program("run", pipeline, "--period", period)
        case .show(let run): program("show", run)
        case .review(let run): program("review", run)
        case .rewrite(let run): program("rewrite", run)
        case .decide: program("decide")
        case .verify(let run): program("verify", run)
        case .sign(let run): program("sign", run) + " --by PERSON"
        case .deliver(let run): program("deliver", run) + " --to FOLDER --by PERSON"
        case .verifyFolder: "gantry verify FOLDER"
        case .listRuns: program("runs")
        case .listDatasets: program("datasets")
        case .validate(let file): program("validate", file)
        case .logIn(let connection): program("login", connection)
        case .whoAmI(let connection): program("whoami", connection)
        }
    }

    private static func option(_ name: String, _ value: String) -> String { ShellCommand([name, value]).shellText }

    private static func program(_ arguments: String...) -> String { ShellCommand(["gantry"] + arguments).shellText }
}
