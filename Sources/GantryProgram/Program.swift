package import ArgumentParser
internal import FoundationEssentials
internal import GantryJSON
internal import GantryModel
internal import GantryTerminal
internal import Glibc

/// From the arguments to the exit code.
package enum Program {
    /// Reads the arguments as those of `root`, runs the command that they name, and ends the process.
    package static func run(_ root: any ParsableCommand.Type) async -> Never {
        let arguments = CommandLine.arguments
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
        end(await perform(action, ShellCommand(arguments).dated(Instant.now.utcDate)))
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
        console.log([text])
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
        let session = Session(
            command: words, environment: environment, console: console,
            progress: ProgressDisplay(output.progressMode(console), console))
        do {
            let outcome = try await action.perform(session)
            session.progress.clear()
            return finish(outcome, output: output, on: console)
        } catch {
            session.progress.clear()
            let repeated = kind.canBeRepeated ? words : nil
            let report = ErrorReport(
                error, command: repeated, place: words.place, run: session.progress.run,
                isOfSheet: session.progress.isOfSheet)
            if output.isJSON {
                console.report([EventLine.finished(report.status, result: .null, error: report, time: .now).line])
            }
            console.log(report.lines(style: console.errorStyle))
            return report.status
        }
    }

    private static func finish(_ outcome: Outcome, output: OutputOptions, on console: Console) -> ExitStatus {
        if output.isJSON {
            console.report([EventLine.finished(outcome.status, result: outcome.result, error: nil, time: .now).line])
        } else if !output.isQuiet {
            console.report(outcome.lines)
        }
        guard let problem = console.outProblem, !output.isQuiet else { return outcome.status }
        let report = ErrorReport(ReportError(reason: problem, isDone: true), command: nil)
        console.log(report.lines(style: console.errorStyle))
        return report.status
    }
}
