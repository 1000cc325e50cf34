import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryFiles
import GantryHTTP
import GantryJSON
import GantryModel
import GantryRuns
import GantrySignOff
import GantryTerminal
import Glibc
import Testing

/// Swift Testing has one too.
typealias ExitStatus = GantryTerminal.ExitStatus

@Suite("Exit codes and error texts")
struct ExitStatusTests {
    private let request = HTTPRequest(.get, "https://example.test/api?page=1")

    @Test("The numbers are those of the documentation")
    func numbers() {
        #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 64, 66, 75, 77, 78])
        #expect(Set(ExitStatus.allCases.map(\.name)).count == ExitStatus.allCases.count)
        #expect(ExitStatus.table.split(separator: "\n").count == ExitStatus.allCases.count)
    }

    @Test("Words that can't be read are a failure and no question for help")
    func unreadableCommandLine() throws {
        let problem = try #require(UnreadableCommandLine([]))
        #expect(ExitStatus.of(problem) == .failed && problem.explanation.contains("/proc/self/cmdline"))
        #expect(UnreadableCommandLine(["gantry"]) == nil)
    }

    @Test(
        "How a run ends",
        arguments: [
            (RunError.Code.stopped, ExitStatus.canContinue),
            (.identityChanged, .misconfigured), (.unsupported, .misconfigured),
            (.unusableRun, .wrongUsage), (.tooManyRejects, .failed), (.landingDamaged, .failed),
            (.sourceChanged, .failed),
            (.sourceIncomplete, .failed), (.verificationFailed, .failed), (.rowsLeft, .failed),
        ])
    func runs(_ code: RunError.Code, _ status: ExitStatus) {
        #expect(ExitStatus.of(RunError(code, "x")) == status)
    }

    @Test("What nobody signs or delivers waits for a person, differs, or was asked for in the wrong way")
    func signOff() {
        let run = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 1)
        let person = Person(id: "clerk", name: "Payroll Clerk")
        #expect(ExitStatus.of(SignOffRefusal.notSigned(run, .prepared)) == .waits)
        #expect(ExitStatus.of(SignOffRefusal.notReady(run, ["one warning is open"])) == .waits)
        #expect(ExitStatus.of(SignOffRefusal.changed(run, what: [])) == .differs)
        #expect(ExitStatus.of(SignOffRefusal.lostBase(run, what: [])) == .differs)
        #expect(ExitStatus.of(SignOffRefusal.samePerson(person, run)) == .wrongUsage)
        #expect(ExitStatus.of(SignOffRefusal.needsReason(run)) == .wrongUsage)
        let damage = #expect(throws: BookError.self) { try Book(reading: [0x7B, 0x7D, 0x0A]) }
        #expect(damage.map { ExitStatus.of($0) } == .differs)
    }

    @Test("A source that gave too little is not worth the same command, even if the error calls itself passing")
    func incomplete() {
        #expect(ExitStatus.of(RunError(.sourceIncomplete, "x", isRetryable: true)) == .failed)
        #expect(ExitStatus.of(RunError(.rowsLeft, "x", isRetryable: true)) == .canContinue)
    }

    @Test("What the server's answers come to")
    func http() {
        func status(_ code: HTTPError.Code, last: HTTPError.Code? = nil, status: Int? = nil) -> ExitStatus {
            var error = HTTPError(code, "x", request: request)
            error.lastCode = last ?? code
            error.status = status
            return ExitStatus.of(error)
        }
        #expect(status(.connectFailed) == .canContinue)
        #expect(status(.outOfRetries, last: .status, status: 503) == .canContinue)
        #expect(status(.deadlineExceeded) == .canContinue)
        #expect(status(.cancelled) == .canContinue)
        #expect(status(.refused, status: 401) == .needsSignIn)
        #expect(status(.signInFailed, status: 401) == .needsSignIn)
        #expect(status(.signInFailed, last: .connectFailed) == .canContinue)
        #expect(status(.status, status: 403) == .needsSignIn)
        #expect(status(.status, status: 404) == .failed)
        #expect(status(.tls) == .failed)
        #expect(status(.invalidRequest) == .misconfigured)
        #expect(status(.bodyTooLarge) == .failed)
    }

    @Test("A run that another process holds is in use; a folder that may not be written can be continued")
    func files() throws {
        let folder = try temporaryFolder()
        defer { remove(folder) }
        let lock = try RunLock.acquire(in: folder, command: "gantry run", now: Instant(secondsSince1970: 0))
        let held = #expect(throws: FileError.self) {
            _ = try RunLock.acquire(in: folder, command: "gantry run", now: Instant(secondsSince1970: 0))
        }
        #expect(held.map(ExitStatus.of) == .inUse)
        try lock.release()
        let missing = #expect(throws: FileError.self) {
            _ = try RunLock.acquire(in: folder + "/none", command: "gantry run", now: Instant(secondsSince1970: 0))
        }
        #expect(missing.map(ExitStatus.of) == .failed)
    }

    @Test(
        "The journal's troubles pass when it is busy or the disk is full",
        arguments: [
            (JournalError.Code.busy, ExitStatus.canContinue), (.diskFull, .canContinue), (.damaged, .failed),
            (.newerVersion, .failed), (.earlierVersion, .failed),
        ])
    func journal(_ code: JournalError.Code, _ status: ExitStatus) {
        #expect(ExitStatus.of(JournalError(code, "x")) == status)
    }

    @Test("Mistakes in files, missing credentials, periods and other errors have their own codes")
    func others() throws {
        #expect(ExitStatus.of(try pipelineMistake()) == .misconfigured)
        let configuration = #expect(throws: ConfigurationError.self) {
            _ = try Configuration.read(
                Array("x: 1".utf8), named: "gantry.yaml", folder: ".", systems: Systems([]), environment: [:])
        }
        #expect(configuration.map(ExitStatus.of) == .misconfigured)
        let secret = #expect(throws: ConfigurationError.self) {
            _ = try connection().credential("password", environment: [:])
        }
        #expect(secret.map(ExitStatus.of) == .needsSignIn)
        let period = #expect(throws: PayPeriodError.self) { _ = try PayPeriod("2026-13") }
        #expect(period.map(ExitStatus.of) == .wrongUsage)
        #expect(ExitStatus.of(UsageError("x")) == .wrongUsage)
        #expect(ExitStatus.of(ReportError(reason: "x", isDone: true)) == .failed)
        #expect(ExitStatus.of(CancellationError()) == .canContinue)
        struct Odd: Error {}
        #expect(ExitStatus.of(Odd()) == .failed)
    }

    @Test("A failure shows what, why, what to do, and the command that continues without beginning anew")
    func report() {
        let command = ShellCommand(["gantry", "run", "p", "--start-over", "--set", "title=a b"])
        let error = RunError(
            .stopped, "Stopped after 3 of 9 records.\u{1B}[2J", advice: "Run the same command again.", isRetryable: true
        )
        #expect(
            ErrorReport(error, command: command, run: RunID("payroll-monthly/2026-10/r1")).lines(style: .plain) == [
                "Stopped as asked after 3 of 9 records.\\u{1b}[2J",
                "  Run the same command again.",
                "  To continue: gantry run p --set 'title=a b' --period 2026-10",
            ])
        #expect(ErrorReport(error, command: command, run: nil).next?.command.contains("--start-over") == true)
        let changed = ErrorReport(
            RunError(.sourceChanged, "x"), command: command, run: RunID("payroll-monthly/2026-10/r1"))
        #expect(changed.next?.command == "gantry run p --set 'title=a b' --period 2026-10 --start-over")
        #expect(ErrorReport(RunError(.tooManyRejects, "x"), command: command).next == nil)
        #expect(ErrorReport(error, command: nil).next == nil)
    }

    @Test("What differs is on lines of its own, which an explanation can't forge")
    func details() {
        let error = RunError(.identityChanged, "It changed:\n  period: a → a", details: ["period: a → b\u{7}"])
        let report = ErrorReport(error, command: nil)
        #expect(report.lines(style: .plain) == ["Error: It changed:\\n  period: a → a", "  period: a → b\\u{7}"])
        #expect(report.json.line.contains(#""details":["period: a → b\\u{7}"]"#))
    }

    @Test("An error is broken at words where the terminal ends, and a command in it never")
    func foldedError() {
        let error = RunError(
            .unusableRun,
            "The connection ksr of gantry.yaml does not name its email and password, so it can't sign in.",
            advice:
                "Sign in with: gantry login ksr --workspace wl, or name them in gantry.yaml; gantry.yaml is explained in the README."
        )
        let report = ErrorReport(
            error,
            command: ShellCommand(["gantry", "run", "payroll-monthly", "--period", "2026-10", "--workspace", "wl"]))
        let folded = report.lines(style: TextStyle(isOn: false, width: 40))
        #expect(
            folded == [
                "Error: The connection ksr of gantry.yaml", "  does not name its email and password,",
                "  so it can't sign in.",
                "  Sign in with:", "  gantry login ksr --workspace wl, or", "  name them in gantry.yaml; gantry.yaml",
                "  is explained in the README.",
            ])
        let stopped = RunError(.stopped, "Stopped.", isRetryable: true)
        let next = ErrorReport(
            stopped,
            command: ShellCommand(["gantry", "run", "payroll-monthly", "--period", "2026-10", "--workspace", "wl"]))
        #expect(
            next.lines(style: TextStyle(isOn: false, width: 40)) == [
                "Stopped as asked.", "  To continue:", "gantry run payroll-monthly --period 2026-10 --workspace wl",
            ])
        #expect(
            next.lines(style: .plain).last
                == "  To continue: gantry run payroll-monthly --period 2026-10 --workspace wl")
    }

    @Test("A pipeline that isn't there is not asked for again")
    func unknownPipeline() {
        let error = #expect(throws: PipelineFileError.self) { _ = try PipelineFolders(["/none"]).path(of: "payrol") }
        #expect(error.map { ErrorReport($0, command: ShellCommand(["gantry", "run", "payrol"])).next == nil } == true)
    }

    @Test("A mistake in a pipeline file is shown with its line and a mark under the word")
    func marks() throws {
        let report = ErrorReport(try pipelineMistake(), command: nil)
        let lines = report.lines(style: .plain)
        let line = try #require(lines.firstIndex { $0.contains("| titel: x") })
        #expect(lines[line + 1].hasSuffix("| ^^^^^"))
        #expect(lines.contains("    did you mean \"title\"?"))
        #expect(report.json.line.contains("\"nearest\":\"title\""))
    }

    @Test("Errors have a code for programs that says where and what")
    func codes() {
        func code(_ error: any Error) -> String { ErrorReport(error, command: nil).code }
        #expect(code(RunError(.stopped, "x")) == "run.stopped")
        #expect(code(HTTPError(.connectFailed, "x", request: request)) == "http.connect-failed")
        #expect(code(JournalError(.diskFull, "x")) == "journal.disk-full")
        #expect(code(UsageError("x")) == "usage")
        struct ImageScanError: ExplainedError {
            var explanation: String { "x" }
            var advice: Advice? { nil }
            var isRetryable: Bool { false }
        }
        #expect(code(ImageScanError()) == "image-scan")
        #expect(code(CocoaLike()) == "other")
    }

    private struct CocoaLike: Error {}

    private func pipelineMistake() throws -> PipelineFileError {
        let catalog = Catalog(datasets: [], checks: [])
        return try #require(
            #expect(throws: PipelineFileError.self) {
                _ = try Pipeline.read(Array("pipeline: p\ntitel: x\n".utf8), named: "p.yaml", catalog: catalog)
            })
    }

    private func connection() throws -> Connection {
        let text = """
            connections:
              ksr:
                system: ksr-cranes
                environment: https://example.test
                credentials: { password: { env: NOT_SET } }
            """
        return try Configuration.read(
            Array(text.utf8), named: "gantry.yaml", folder: ".", systems: .builtIn, environment: [:]
        ).connection(named: "ksr")
    }

    private func temporaryFolder() throws -> String {
        var template = Array("/tmp/gantry-terminal-XXXXXX".utf8CString)
        let made: String? = unsafe template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, unsafe mkdtemp(start) != nil else { return nil }
            return unsafe String(cString: start)
        }
        return try #require(made)
    }

    private func remove(_ folder: String) {
        _ = unsafe unlink(folder + "/lock")
        _ = unsafe rmdir(folder)
    }
}
