import GantryEngine
import GantryJSON
import GantryModel
import GantryTerminal
import Testing

@Suite("Advice on the command line")
struct AdviceTextTests {
    @Test(
        "An action is the option or the command that a shell takes",
        arguments: [
            ("Add \(.startOver).", "Add --start-over."), ("Add \(.nextRevision).", "Add --revision next."),
            ("Add \(.acceptUnknown).", "Add --accept-unknown."), ("Add \(.resendUnknown).", "Add --resend-unknown."),
            ("Add \(.openPeriod).", "Add --open-period."), ("Without \(.signUp).", "Without --sign-up."),
            ("Add \(.period("2026-10")).", "Add --period 2026-10."),
            ("Add \(.sheet(path: "my sheet.csv")).", "Add --sheet 'my sheet.csv'."),
            ("Add \(.files(folder: "$(rm x)")).", "Add --files '$(rm x)'."),
            ("Add \(.setting(key: "rejects.max", value: "0.5 %")).", "Add --set 'rejects.max=0.5 %'."),
            ("\(.otherConfiguration)", "--config"), ("\(.otherWorkspace)", "--workspace"),
            ("\(.run(pipeline: "p", period: "2026-10"))", "gantry run p --period 2026-10"),
            ("\(.show(run: "p/2026-10/r1"))", "gantry show p/2026-10/r1"),
            ("\(.verify(run: "p/2026-10/r1"))", "gantry verify p/2026-10/r1"),
            ("Add \(.signature).", "Add --signature."), ("Add \(.because).", "Add --because."),
            ("Add \(.newSettings).", "Add --settings now."),
            ("Add \(.althoughDelivered).", "Add --although-delivered."),
            ("\(.wasTaken), \(.sendAnew)", "--was-taken, --never-delivered"),
            ("Add \(.alsoForgotten).", "Add --forgotten."),
            ("\(.neverDelivered(folder: "w/exports"))", "gantry adopt w/exports --never-delivered"),
            ("\(.sign(run: "p/2026-10/r1"))", "gantry sign p/2026-10/r1 --by PERSON"),
            ("\(.deliver(run: "p/2026-10/r1"))", "gantry deliver p/2026-10/r1 --to FOLDER --by PERSON"),
            (
                "\(["a", "b c"].map { Advice.Action.deliver(run: "p/2026-10/r1", to: $0, isSigned: false) })",
                "gantry deliver p/2026-10/r1 --to a and gantry deliver p/2026-10/r1 --to 'b c'"
            ),
            (
                "\(.wasDelivered(run: "p/2026-10/r1", to: "bank", isSigned: false))",
                "gantry deliver p/2026-10/r1 --to bank --was-taken --because TEXT"
            ),
            (
                "\(.wasDelivered(run: "p/2026-10/r1"))",
                "gantry deliver p/2026-10/r1 --to FOLDER --was-taken --because TEXT --by PERSON"
            ),
            (
                "\(.wasTyped(run: "p/2026-10/r1"))",
                "gantry deliver p/2026-10/r1 --typed --was-taken --because TEXT --by PERSON"
            ),
            ("\(.verifyFolder)", "gantry verify FOLDER"), ("\(.listRuns)", "gantry runs"),
            ("\(.listDatasets)", "gantry list datasets"),
            ("\(.validate(file: "a b.yaml"))", "gantry validate 'a b.yaml'"),
            ("\(.logIn(connection: "ksr"))", "gantry login ksr"),
            ("\(.check(connection: "ksr"))", "gantry check ksr"),
            ("\(.whoAmI(connection: "ksr"))", "gantry check --accounts ksr"),
        ] as [(Advice, String)])
    func spelling(advice: Advice, text: String) { #expect(advice.commandText == text) }

    @Test("A command in advice works where the command that failed did")
    func place() {
        let words = ["gantry", "plan", "p", "--workspace", "my work", "--set", "a=b", "--config=c.yaml"]
        let place = ShellCommand(words).place
        #expect(place == ["--workspace", "my work", "--config=c.yaml"])
        let advice: Advice = "Do \(.logIn(connection: "ksr")), or \(.show(run: "p/1/r1")), or \(.listDatasets)."
        #expect(
            advice.commandText(in: place)
                == "Do gantry login ksr --workspace 'my work' --config=c.yaml, or gantry show p/1/r1 --workspace 'my work', or gantry list datasets."
        )
    }

    @Test("An error's lines and its JSON have the advice as text")
    func report() {
        let report = ErrorReport(RunError(.unusableRun, "It changed.", advice: "Add \(.startOver)."), command: nil)
        #expect(report.lines(style: .plain) == ["Error: It changed.", "  Add --start-over."])
        #expect(report.json.line.contains(#""advice":"Add --start-over.""#))
    }
}
