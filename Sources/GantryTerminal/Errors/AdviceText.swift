package import GantryModel

extension Advice.Action {
    /// The option or the command, for a shell.
    package var commandText: String { Advice.command(self, in: []) }
}

extension Advice {
    /// The advice for a shell: each action as the option to add or the command to run.
    package var commandText: String { commandText(in: []) }

    /// The same where the command was told where to work, which the commands in advice are told too.
    ///
    /// - Parameter place: `--workspace` and `--config` with their values, as words.
    package func commandText(in place: [String]) -> String { text { Advice.command($0, in: place) } }

    /// The only place that knows how the command line spells the advice of libraries.
    fileprivate static func command(_ action: Advice.Action, in place: [String]) -> String {
        let workspace = ShellCommand(place).keeping(["--workspace"])
        func program(_ arguments: String...) -> String { ShellCommand(["gantry"] + arguments + workspace).shellText }
        func configured(_ arguments: String...) -> String { ShellCommand(["gantry"] + arguments + place).shellText }
        return switch action {
        case .startOver: "--start-over"
        case .nextRevision: "--revision next"
        case .acceptUnknown: "--accept-unknown"
        case .resendUnknown: "--resend-unknown"
        case .openPeriod: "--open-period"
        case .signUp: "--sign-up"
        case .signature: "--signature"
        case .because: "--because"
        case .newSettings: "--settings now"
        case .again: "--again --because REASON"
        case .typed: "--typed --because REASON"
        case .althoughDelivered: "--although-delivered"
        case .althoughAbsent: "--although-absent"
        case .wasTaken: "--was-taken"
        case .sendAnew: "--never-delivered"
        case .alsoForgotten: "--forgotten"
        case .period(let period): option("--period", period)
        case .sheet(let path): option("--sheet", path)
        case .tab(let name): option("--tab", name)
        case .files(let folder): option("--files", folder)
        case .setting(let key, let value): option("--set", "\(key)=\(value)")
        case .otherConfiguration: "--config"
        case .otherWorkspace: "--workspace"
        case .run(let pipeline, let period): configured("run", pipeline, "--period", period)
        case .show(let run): program("show", run)
        case .review(let run): program("review", run)
        case .rewrite(let run): configured("run", String(run.prefix { $0 != "/" }), "--from", run)
        case .decide: program("review")
        case .verify(let run): program("verify", run)
        case .sign(let run): configured("sign", run) + " --by PERSON"
        case .deliver(let run, let to, let isSigned):
            configured("deliver", run) + " " + toOption(to) + (isSigned ? " --by PERSON" : "")
        case .verifyFolder: "gantry verify FOLDER"
        case .forget(let run): program("forget", run)
        case .withdraw(let run): program("withdraw", run) + " --by PERSON --because TEXT"
        case .withdrawSignatures(let run): program("sign", run) + " --withdraw --by PERSON --because TEXT"
        case .adoptElsewhere: "gantry adopt FOLDER/exports --workspace FOLDER"
        case .adopt(let folder): program("adopt", folder)
        case .neverDelivered(let folder): program("adopt", folder, "--never-delivered")
        case .wasDelivered(let run, let to, let isSigned):
            configured("deliver", run) + " " + toOption(to) + " --was-taken --because TEXT"
                + (isSigned ? " --by PERSON" : "")
        case .wasTyped(let run): configured("deliver", run) + " --typed --was-taken --because TEXT --by PERSON"
        case .listRuns: program("runs")
        case .listDatasets: "gantry list datasets"
        case .validate(let file): program("validate", file)
        case .logIn(let connection): configured("login", connection)
        case .check(let connection): configured("check", connection)
        case .whoAmI(let connection): configured("check", "--accounts", connection)
        }
    }

    private static func toOption(_ name: String?) -> String { name.map { option("--to", $0) } ?? "--to FOLDER" }

    private static func option(_ name: String, _ value: String) -> String { ShellCommand([name, value]).shellText }
}
