internal import GantryAccounts
package import GantryEngine
internal import GantryJSON
internal import GantryKit
package import GantryModel
package import GantryRuns
internal import Glibc
internal import Logging
internal import Synchronization

/// Shows the progress of an export while it runs: a line that is rewritten, plain lines, or events.
package final class ProgressDisplay: Sendable {
    enum Mode: Sendable {
        /// Only what can't wait for the end, on standard error.
        case silent
        /// One line on standard error, rewritten at most ten times a second.
        case terminal
        /// Lines on standard error: every stage, and every ten seconds.
        case plain
        /// Events on standard output.
        case events
    }

    private struct State {
        var progress = ProgressState()
        var throttle = EventThrottle()
        /// The text of the line on the terminal; empty if there is none.
        var drawn = ""
        var lastPlain = Duration.zero
        /// Where others see how far the run is; `nil` for work that nobody looks at.
        var published: ProgressFolder?
        var publishedRun: RunID?
        var lastPublished = Duration.zero
        var retries = 0
        /// When the last event was written.
        var lastEvent = Duration.zero
    }

    private static let plainInterval = Duration.seconds(10)
    private let mode: Mode
    private let console: Console
    private let began = ContinuousClock.now
    private let state = Mutex(State())
    private let log: Logger?

    /// - Parameter log: gets everything worth a line; `nil` keeps no log.
    init(_ mode: Mode, _ console: Console, log: Logger?) {
        self.mode = mode
        self.console = console
        self.log = log
    }

    /// Requests that were sent again since the command began.
    package var retries: Int { state.withLock { $0.retries } }

    /// Lets other processes see how far the runs of a workspace are, once a second from the second one on.
    package func publish(in workspace: Workspace) { state.withLock { $0.published = ProgressFolder(workspace) } }

    /// The run that has begun last.
    package var run: RunID? { state.withLock { $0.progress.run } }
    /// Whether that run sends the rows of a sheet.
    package var isOfSheet: Bool { state.withLock { $0.progress.isOfSheet } }

    /// - Parameter isLasting: Whether a terminal shows every line of it too, for work that has no progress line.
    ///   Default false.
    package func note(_ event: ExportEvent, isLasting: Bool = false) {
        state.withLock { state in
            let now = self.now
            let notices = state.progress.note(event, at: now)
            if case .connection(.retrying(_, _, _, _)) = event { state.retries += 1 }
            keep(notices, of: event, state.progress.run)
            switch mode {
            case .silent: console.log(notices.filter(\.isUrgent).map(\.text))
            case .events:
                guard state.throttle.allows(event, at: now) else { break }
                if let line = EventLine.of(event, state.progress, at: now, time: .now) {
                    console.report([line.line])
                    state.lastEvent = now
                }
            case .plain:
                console.log(notices.map(\.text))
                if !notices.isEmpty { state.lastPlain = now }
            case .terminal:
                // Only lasting lines are written here; the ticker redraws the rest.
                let lasting = notices.filter { isLasting || $0.isLasting }
                if !lasting.isEmpty { write(lasting.map(\.text), &state) }
            }
        }
    }

    /// Says now and then that a run is at work where it reports nothing else, as in a server's pause. Events are never
    /// further apart than 15 s.
    func beat() {
        state.withLock { state in
            guard case .events = mode, state.published != nil, now - state.lastEvent >= .seconds(10) else { return }
            state.lastEvent = now
            console.report([EventLine.alive(state.progress, time: .now).line])
        }
    }

    /// Shows what is being checked when there are no export events.
    package func checking(_ text: String) {
        state.withLock { state in
            switch mode {
            case .silent: break
            case .events: console.report([EventLine.checking(text, time: .now).line])
            case .plain: console.log(["Checking \(singleLine(text))."])
            case .terminal: draw("Checking \(singleLine(text))", &state)
            }
        }
    }

    /// Says that a signal asked for the end.
    func stopping(_ signal: Int32) {
        state.withLock { state in
            let again = signal == SIGINT ? "Press Ctrl-C again" : "Send it again"
            let isWorking = state.progress.run != nil && state.progress.stage != .complete
            let end =
                state.progress.stage == .delivering
                ? "when the files under way have arrived"
                : state.progress.isOfSheet ? "when the requests under way are answered" : "at the next checkpoint"
            let text =
                isWorking
                ? "Stopping \(end) (\(StopSignals.name(signal))). \(again) to stop immediately. You can resume either way."
                : "Stopping (\(StopSignals.name(signal)))."
            log?.notice("\(text)")
            switch mode {
            case .events:
                console.report([
                    EventLine.stopping(signal: StopSignals.name(signal), run: state.progress.run, time: .now).line
                ])
            case .terminal: write([text], &state)
            case .plain, .silent: console.log([text])
            }
        }
    }

    /// Redraws while `body` runs, and leaves the terminal's line empty.
    package func during<Result>(_ body: () async throws -> Result) async throws -> Result {
        let ticker = Task { [self] in
            // Sleeping ends early only when the ticker is cancelled.
            while (try? await Task.sleep(for: .milliseconds(mode == .terminal ? 100 : 500))) != nil { tick() }
        }
        defer {
            ticker.cancel()
            clear()
            state.withLock { unpublish(&$0) }
        }
        return try await body()
    }

    /// Whether programs read the progress.
    package var showsEvents: Bool { mode == .events }

    /// Whether people read what is printed, and want to.
    package var isForPeople: Bool { mode == .terminal || mode == .plain }

    /// Takes the line away.
    package func clear() {
        state.withLock { state in
            guard !state.drawn.isEmpty else { return }
            console.log("\r\u{1B}[K")
            state.drawn = ""
        }
    }

    private func tick() {
        state.withLock { state in
            guard let run = state.progress.run, state.progress.stage != .complete else { return }
            publish(run, &state)
            switch mode {
            case .terminal: draw(state.progress.terminalLine(width: room, at: now), &state)
            case .plain:
                guard now - state.lastPlain >= ProgressDisplay.plainInterval else { return }
                state.lastPlain = now
                console.log([state.progress.plainLine(at: now)])
            case .silent, .events: break
            }
        }
    }

    private func publish(_ run: RunID, _ state: inout State) {
        guard let folder = state.published, now >= .seconds(2), now - state.lastPublished >= .seconds(1) else { return }
        if state.publishedRun != run { unpublish(&state) }
        (state.publishedRun, state.lastPublished) = (run, now)
        let known = state.progress
        var progress = RunProgress(
            run: run, pid: Int(getpid()), time: .now, stage: known.stage.rawValue, records: known.records)
        progress.dataset = known.dataset
        progress.total = known.total
        progress.recordsPerSecond = known.recordsPerSecond(at: now)
        progress.secondsLeft = known.timeLeft(at: now).map { Int($0.components.seconds) }
        folder.write(progress)
    }

    private func unpublish(_ state: inout State) {
        if let run = state.publishedRun { state.published?.remove(run) }
        state.publishedRun = nil
    }

    private func keep(_ notices: [ProgressState.Notice], of event: ExportEvent, _ run: RunID?) {
        guard let log else { return }
        let level: Logger.Level =
            switch event {
            case .connection(.retrying(_, _, _, _)), .connection(.socketless(_)), .beginsAnew, .exportsAll,
                .run(.partsDamaged):
                .warning
            default: .info
            }
        for notice in notices { log.log(level: level, "\(notice.text)", metadata: run.map { ["run": "\($0)"] }) }
    }

    private func draw(_ text: String, _ state: inout State) {
        let text = clipped(text, toWidth: room)
        guard text != state.drawn else { return }
        console.log("\r\(text)\u{1B}[K")
        state.drawn = text
    }

    private func write(_ lines: [String], _ state: inout State) {
        console.log((state.drawn.isEmpty ? "" : "\r\u{1B}[K") + lines.joined(separator: "\n") + "\n" + state.drawn)
    }

    /// One column stays free, so that no terminal moves on to the next line.
    private var room: Int { max((console.width(of: STDERR_FILENO) ?? 80) - 1, 20) }

    private var now: Duration { ContinuousClock.now - began }
}
