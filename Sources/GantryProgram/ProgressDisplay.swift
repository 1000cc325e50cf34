package import GantryEngine
internal import GantryJSON
internal import GantryModel
package import GantryRuns
internal import GantryTerminal
internal import Glibc
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
    }

    private static let plainInterval = Duration.seconds(10)
    private let mode: Mode
    private let console: Console
    private let began = ContinuousClock.now
    private let state = Mutex(State())

    init(_ mode: Mode, _ console: Console) {
        self.mode = mode
        self.console = console
    }

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
            switch mode {
            case .silent: console.log(notices.filter(\.isUrgent).map(\.text))
            case .events:
                guard state.throttle.allows(event, at: now) else { break }
                if let line = EventLine.of(event, state.progress, at: now, time: .now) { console.report([line.line]) }
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
            let end = state.progress.isOfSheet ? "when the requests under way are answered" : "at the next checkpoint"
            let text =
                isWorking
                ? "Stopping \(end) (\(StopSignals.name(signal))). \(again) to stop immediately. You can resume either way."
                : "Stopping (\(StopSignals.name(signal)))."
            switch mode {
            case .events: console.report([EventLine.stopping(signal: StopSignals.name(signal), time: .now).line])
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
        }
        return try await body()
    }

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
            guard state.progress.run != nil, state.progress.stage != .complete else { return }
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
