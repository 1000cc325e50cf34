package import ArgumentParser
internal import FoundationEssentials
package import GantryEngine
internal import GantryFiles
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import Glibc
package import Logging

/// From the arguments to the exit code.
package enum Program {
    /// Reads the arguments as those of `root`, runs the command that they name, and ends the process.
    package static func run(_ root: any ParsableCommand.Type) async -> Never {
        if let problem = UnreadableCommandLine(CommandLine.arguments) { endReporting(problem) }
        let arguments = CommandLine.arguments.map(expandingHome)
        if let problem = root.unknownCommand(in: Array(arguments.dropFirst())) {
            endReporting(problem)
        }
        let command: any ParsableCommand
        do {
            command = try root.parseAsRoot(Array(arguments.dropFirst()))
        } catch {
            endParsing(error, of: root, arguments: arguments)
        }
        guard let action = command as? any Action else {
            var other = command
            do { try other.run() } catch { endParsing(error, of: root, arguments: arguments) }
            end(.complete)
        }
        end(await perform(action, ShellCommand(arguments)))
    }

    /// A word with the home folder for `~`, also where it is the value of `--option=`, which shells leave as it is.
    private static func expandingHome(_ word: String) -> String {
        guard word.hasPrefix("--"), let end = word.firstIndex(of: "=") else { return Folders.expandingHome(word) }
        return word[...end] + Folders.expandingHome(String(word[word.index(after: end)...]))
    }

    /// Puts another program in the place of this one, or says why that is not possible and ends the process.
    package static func replaceProcess(_ other: () throws -> Never) -> Never {
        do { try other() } catch { endReporting(error) }
    }

    /// Says what is wrong before any command begins.
    private static func endReporting(_ error: any Error) -> Never {
        let console = Console(color: .auto, environment: ProcessInfo.processInfo.environment)
        let report = ErrorReport(error, command: nil)
        if CommandLine.arguments.contains("--json") {
            console.report([EventLine.finished(report.status, result: .null, error: report, time: .now).line])
        }
        console.log(report.lines(style: console.errorStyle))
        end(report.status)
    }

    /// Ends the process at once: work that an error left behind may still be using what the exit handlers of C++
    /// libraries take down.
    private static func end(_ status: ExitStatus) -> Never {
        fflush(nil)
        _exit(status.rawValue)
    }

    /// Help, a version, a completion script, or arguments that can't be used.
    private static func endParsing(
        _ error: any Error, of root: any ParsableCommand.Type, arguments: [String]
    ) -> Never {
        let environment = ProcessInfo.processInfo.environment
        let console = Console(color: .never, environment: environment)
        let text = root.fullMessage(for: error)
        guard root.exitCode(for: error) != .success else {
            console.report([text])
            end(console.outProblem == nil ? .complete : .failed)
        }
        console.log(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        if arguments.contains("--json") {
            let report = ErrorReport(UsageError(root.message(for: error)), command: nil)
            console.report([EventLine.finished(.wrongUsage, result: .null, error: report, time: .now).line])
        }
        end(.wrongUsage)
    }

    private static func perform(_ action: sending any Action, _ words: ShellCommand) async -> ExitStatus {
        let environment = ProcessInfo.processInfo.environment
        let output = action.output
        let kind = type(of: action)
        let console = Console(color: output.color, environment: environment)
        let log: Logger?
        do { log = try logger(output, words) } catch {
            return fail(ErrorReport(error, command: nil), of: nil, output: output, on: console)
        }
        let session = Session(
            command: words, environment: environment, console: console,
            progress: ProgressDisplay(output.progressMode(console), console, log: log), log: log)
        do {
            let pulse = Task { [progress = session.progress] in
                // Sleeping ends early only when the command is over.
                while (try? await Task.sleep(for: .seconds(1))) != nil { progress.beat() }
            }
            defer { pulse.cancel() }
            let outcome = try await action.perform(session)
            session.progress.clear()
            log?.info("Ended with exit code \(outcome.status.rawValue), \(outcome.status.name).")
            return finish(outcome, of: session.progress.run, output: output, on: console)
        } catch {
            session.progress.clear()
            let repeated = kind.canBeRepeated ? words : nil
            let report = ErrorReport(
                error, command: repeated, place: words.place, run: session.progress.run,
                isOfSheet: session.progress.isOfSheet)
            log?.error(report, of: session.progress.run)
            log?.info("Ended with exit code \(report.status.rawValue), \(report.status.name).")
            return fail(report, of: session.progress.run, output: output, on: console)
        }
    }

    /// The log that the command asks for; `nil` for none.
    private static func logger(_ output: OutputOptions, _ words: ShellCommand) throws -> Logger? {
        guard let path = output.logFile else { return nil }
        let file = try LogFile(path)
        var log = Logger(label: "gantry", factory: { _ in FileLogHandler(file) })
        log[metadataKey: "pid"] = "\(getpid())"
        log.info("Started: \(withoutSecret(words).shellText)")
        return log
    }

    /// Who gives a secret in the place of where it is kept finds it in no log.
    private static func withoutSecret(_ command: ShellCommand) -> ShellCommand {
        var words = command.words
        for index in words.indices {
            if words[index].hasPrefix("--secret=") { words[index] = "--secret=…" }
            if index > 0, words[index - 1] == "--secret" { words[index] = "…" }
        }
        return ShellCommand(words)
    }

    private static func fail(
        _ report: ErrorReport, of run: RunID?, output: OutputOptions, on console: Console
    ) -> ExitStatus {
        if output.isJSON {
            console.report([
                EventLine.finished(report.status, result: .null, error: report, run: run, time: .now).line
            ])
        }
        console.log(report.lines(style: console.errorStyle))
        return report.status
    }

    private static func finish(
        _ outcome: Outcome, of run: RunID?, output: OutputOptions, on console: Console
    ) -> ExitStatus {
        if output.isJSON {
            console.report([
                EventLine.finished(outcome.status, result: outcome.result, error: nil, run: run, time: .now).line
            ])
        } else if !output.isQuiet {
            console.report(console.outStyle.fitted(outcome.lines + outcome.next))
        }
        guard let problem = console.outProblem, !output.isQuiet else { return outcome.status }
        let report = ErrorReport(ReportError(reason: problem, isDone: true), command: nil)
        console.log(report.lines(style: console.errorStyle))
        return report.status
    }
}

extension Logger {
    /// An error with its details and advice, each on a line of its own.
    package func error(_ report: ErrorReport, of run: RunID?) {
        let metadata: Logger.Metadata =
            run.map { ["run": "\($0)", "code": "\(report.code)"] } ?? ["code": "\(report.code)"]
        for line in [report.explanation] + report.details + [report.advice].compactMap(\.self) {
            error("\(line)", metadata: metadata)
        }
    }
}
