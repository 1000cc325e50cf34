import GantryEngine
import GantryTerminal
import Testing

@Suite("Commands that are shown again")
struct CommandTests {
    @Test("A period that is counted from a day is named, so that the command means the same on every day")
    func dated() {
        for (words, shown) in [
            (["gantry", "run", "p", "--period", "last-month"], "gantry run p --period 2026-10"),
            (["gantry", "run", "p", "--period=last-month"], "gantry run p --period=2026-10"),
            (["gantry", "run", "p", "--period", "last-period"], "gantry run p --period 2026-10"),
            (["gantry", "run", "last-month"], "gantry run last-month --period 2026-10"),
        ] {
            #expect(ShellCommand(words).covering("2026-10").shellText == shown)
        }
        let member = ShellCommand(["gantry", "run", "p", "--connections", "a,b", "--period", "2026-10"])
        #expect(member.naming("p@a", insteadOf: "p").shellText == "gantry run p@a --period 2026-10")
    }

    @Test(
        "A word is quoted so that a shell reads the same word",
        arguments: [
            ("payroll-monthly", "payroll-monthly"), ("", "''"), ("a b", "'a b'"), ("it's", "'it'\\''s'"),
            ("$HOME", "'$HOME'"),
            ("--set", "--set"), ("rejects.max=0.5%", "rejects.max=0.5%"), ("a\nb'c", "$'a\\012b\\'c'"),
            ("Ærø", "'Ærø'"),
            ("~x", "'~x'"), ("a\u{1B}[2J", "$'a\\033[2J'"),
        ])
    func quoting(_ word: String, _ shell: String) {
        #expect(ShellCommand([word]).shellText == shell)
    }

    @Test("The command that continues doesn't begin the run anew, and the one that does says so once")
    func continuing() {
        let command = ShellCommand(["gantry", "run", "p", "--start-over", "--period", "2026-10"])
        #expect(command.continuing(nil).shellText == "gantry run p --period 2026-10")
        #expect(command.startingOver(nil).shellText == "gantry run p --period 2026-10 --start-over")
        #expect(command.other("show", "p/2026-10/r1").shellText == "gantry show p/2026-10/r1")
    }

    @Test(
        "The command that continues names the period of an export, and never that of a sheet, whose name names the run")
    func sheets() {
        let export = ShellCommand(["gantry", "run", "p"])
        let sheet = ShellCommand(["gantry", "run", "p", "--sheet", "bookings.csv", "--start-over"])
        let run = RunID(pipeline: "p", period: "bookings", revision: 1)
        #expect(
            export.continuing(RunID(pipeline: "p", period: "2026-10", revision: 1)).shellText
                == "gantry run p --period 2026-10")
        #expect(sheet.continuing(run, isOfSheet: true).shellText == "gantry run p --sheet bookings.csv")
        #expect(sheet.startingOver(run, isOfSheet: true).shellText == "gantry run p --sheet bookings.csv --start-over")
        let stopped = RunError(.stopped, "Stopped.", isRetryable: true)
        let changed = RunError(.identityChanged, "It changed.")
        #expect(
            ErrorReport(stopped, command: sheet, run: run, isOfSheet: true).next?.command
                == "gantry run p --sheet bookings.csv")
        #expect(
            ErrorReport(changed, command: sheet, run: run, isOfSheet: true).next?.command
                == "gantry run p --sheet bookings.csv --start-over")
        // A member of a group has the group's words with its own name.
        let member = ShellCommand(["gantry", "run", "group", "--sheet", "bookings.csv"]).naming("p", insteadOf: "group")
        #expect(
            ErrorReport(stopped, command: member, run: run, isOfSheet: true).next?.command
                == "gantry run p --sheet bookings.csv")
    }

    @Test("The command that sends another sheet keeps all but the sheet, its files and what was decided once")
    func otherSheet() {
        let command = ShellCommand([
            "gantry", "run", "p", "--sheet=a.csv", "--files", "scans", "--accept-unknown", "--workspace", "w",
        ])
        #expect(
            command.sending("b.csv", files: "x y").shellText == "gantry run p --workspace w --sheet b.csv --files 'x y'"
        )
        #expect(command.sending("b.csv", files: nil).shellText == "gantry run p --workspace w --sheet b.csv")
    }

    @Test("The shipped pipelines are found above the build folder, beside a prefix, and where GANTRY_HOME says")
    func installation() {
        let folders: Set = ["/src/Pipelines", "/usr/share/gantry/Pipelines", "/opt/g/Pipelines"]
        func find(_ environment: [String: String], _ executable: String?) -> String? {
            Installation.pipelines(environment: environment, executable: executable) { folders.contains($0) }
        }
        #expect(find([:], "/src/.build/x86_64-unknown-linux-gnu/release/gantry") == "/src/Pipelines")
        #expect(find([:], "/usr/bin/gantry") == "/usr/share/gantry/Pipelines")
        #expect(find([:], "/usr/lib/gantry/gantry-server") == "/usr/share/gantry/Pipelines")
        #expect(find(["GANTRY_HOME": "/opt/g"], "/usr/bin/gantry") == "/opt/g/Pipelines")
        #expect(find(["GANTRY_HOME": "/nowhere"], "/usr/bin/gantry") == nil)
        #expect(find([:], "/a/b/c/d/e/f/g/gantry") == nil)
        #expect(find([:], "gantry") == nil)
        #expect(find([:], nil) == nil)
    }
}

@Suite("A command that counts its period from today") struct RelativeCommandTests {
    @Test(
        "names the period itself when it is repeated later",
        arguments: [
            ("gantry run p", "gantry run p --period 2026-10"),
            ("gantry run p --period last-month -q", "gantry run p --period 2026-10 -q"),
            ("gantry run p --period=last-month -q", "gantry run p --period=2026-10 -q"),
            ("gantry run p --period 2026-09", "gantry run p --period 2026-09"),
            ("gantry run p --from p/2026-09/r1", "gantry run p --from p/2026-09/r1"),
        ])
    func covering(given: String, expected: String) {
        let command = ShellCommand(given.split(separator: " ").map(String.init))
        #expect(command.covering("2026-10").shellText == expected)
    }
}

@Suite("A path in a unit of systemd") struct UnitPathTests {
    @Test("is whole, without dots and double slashes, which systemd ignores") func normalized() {
        #expect(SchedulePlace.absolute("/srv/a/../payroll/./w//x/") == "/srv/payroll/w/x")
        let relative = SchedulePlace.absolute("../up/w")
        #expect(relative.hasPrefix("/") && relative.hasSuffix("/up/w") && !relative.contains(".."))
    }
}
