internal import FoundationEssentials
package import GantryAccounts
package import GantryEngine
internal import GantryRuns
package import Logging

/// What every command is given: the command line, the environment, where to write, and how to stop.
package struct Session: Sendable {
    package private(set) var command: ShellCommand
    package let environment: [String: String]
    package let console: Console
    package let progress: ProgressDisplay
    /// The log that the command keeps; `nil` for none.
    package let log: Logger?
    /// What a command that does others has them stop by; `nil` for their own signals.
    private var stop: StopRequest?

    package init(
        command: ShellCommand, environment: [String: String], console: Console, progress: ProgressDisplay, log: Logger?
    ) {
        self.command = command
        self.environment = environment
        self.console = console
        self.progress = progress
        self.log = log
    }

    /// The same for a command that another one does.
    ///
    /// - Parameter stop: what the other one stops by.
    package func doing(_ command: ShellCommand, stop: StopRequest) -> Session {
        var session = self
        session.command = command
        session.stop = stop
        return session
    }

    /// A request to stop that the first signal makes, and a stream that ends then.
    ///
    /// Call it once; a second signal ends the process.
    package func stopRequest() -> (stop: StopRequest, stopped: AsyncStream<Never>) {
        let (stopped, end) = AsyncStream.makeStream(of: Never.self)
        if let stop { return (stop, stopped) }
        let stop = StopRequest()
        StopSignals().watch { [progress] signal in
            progress.stopping(signal)
            stop.request()
            end.finish()
        }
        return (stop, stopped)
    }

    /// Whether people read what commands print, and want to.
    package var shows: Bool { progress.isForPeople }

    /// Shows failures of requests where a command shows no progress.
    package var observeFailures: @Sendable (ConnectionEvent) -> Void {
        { [progress] event in
            if case .retrying = event { progress.note(.connection(event), isLasting: true) }
        }
    }

    /// The folder with the pipeline files that came with the program.
    package var installedPipelines: String? { Session.installed("Pipelines", environment: environment) }

    /// The folder with the profiles that came with the program.
    package var installedProfiles: String? { Session.installed("Profiles", environment: environment) }

    /// The folder of this name that came with the program; `nil` if there is none.
    package static func installed(_ name: String, environment: [String: String]) -> String? {
        // Without /proc the program's own path stays unknown, and the other folders must do.
        let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return Installation.pipelines(
            name, environment: environment, executable: executable, isFolder: Session.isFolder)
    }

    package static func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }

    package static func isFile(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder
    }
}
