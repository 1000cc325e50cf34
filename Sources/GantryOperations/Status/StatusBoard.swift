public import GantryEngine
public import GantryFiles
public import GantryModel
internal import GantryRuns

/// Pipelines and the connections that they use, each with its last result and with what runs now.
public struct StatusBoard: Sendable {
    /// A pipeline at one server and account.
    public struct Line: Sendable {
        public let pipeline: String
        /// The connection's name, or the address where gantry.yaml names none; empty for a pipeline without runs.
        public let connection: String
        /// The run that started last; `nil` for a schedule that never ran.
        public let last: RunRecord?
        /// The run that was published last; `nil` if none was.
        public let published: RunRecord?
        /// Who works on the pipeline, and on which run; `nil` when nobody does.
        public let running: (run: RunID, holder: LockHolder, progress: RunProgress?)?
        /// When a timer starts it next; `nil` where that is unknown.
        public let next: Instant?
        /// Whether the pipeline is scheduled.
        public let isScheduled: Bool
        /// Why a person should look; `nil` where nothing is wrong.
        public let problem: Problem?
    }

    /// Why a person should look.
    public enum Problem: Equatable, Sendable {
        /// The last run stopped, and nobody works on it.
        case unfinished
        /// Nothing was published for so long.
        case old(Duration)
        /// It is scheduled and was never published.
        case never
    }

    /// By pipeline and connection.
    public let lines: [Line]

    /// Whether nothing is wrong.
    public var isGood: Bool { lines.allSatisfy { $0.problem == nil } }

    /// - Parameters:
    ///   - runs: all of the workspace.
    ///   - holders: who works on which.
    ///   - progress: what these publish.
    ///   - connection: what a source is called.
    ///   - scheduled: the pipelines that are scheduled in this workspace, with the time of their next start.
    ///   - maxAge: how old the last published run of a pipeline may be; `nil` for any age.
    public init(
        runs: [RunRecord], holders: [RunID: LockHolder], progress: [RunID: RunProgress],
        connection: (RunSource) -> String, scheduled: [String: Instant?], maxAge: Duration?, now: Instant
    ) {
        let groups = Dictionary(grouping: runs) { run in
            Key(pipeline: run.id.pipeline, connection: run.source.map(connection) ?? "")
        }
        var lines = groups.map { key, runs in
            let last = runs.max { $0.startedAt < $1.startedAt }
            let published = runs.filter { $0.phase == .complete }.max {
                ($0.finishedAt ?? $0.startedAt) < ($1.finishedAt ?? $1.startedAt)
            }
            let held = runs.first { holders[$0.id] != nil }?.id
            return Line(
                pipeline: key.pipeline, connection: key.connection, last: last, published: published,
                running: held.flatMap { id in holders[id].map { (id, $0, progress[id]) } },
                next: scheduled[key.pipeline] ?? nil, isScheduled: scheduled[key.pipeline] != nil,
                problem: StatusBoard.problem(
                    last: last, published: published, isRunning: held != nil, maxAge: maxAge, now: now))
        }
        for (pipeline, next) in scheduled where !groups.keys.contains(where: { $0.pipeline == pipeline }) {
            lines.append(
                Line(
                    pipeline: pipeline, connection: "", last: nil, published: nil, running: nil, next: next,
                    isScheduled: true, problem: maxAge == nil ? nil : .never))
        }
        self.lines = lines.sorted { ($0.pipeline, $0.connection) < ($1.pipeline, $1.connection) }
    }

    private struct Key: Hashable {
        let pipeline: String
        let connection: String
    }

    private static func problem(
        last: RunRecord?, published: RunRecord?, isRunning: Bool, maxAge: Duration?, now: Instant
    ) -> Problem? {
        if let maxAge {
            guard let published else { return isRunning ? nil : .never }
            let age = Duration.nanoseconds(now.nanoseconds(since: published.finishedAt ?? published.startedAt))
            if age > maxAge { return .old(age) }
        }
        return last.map { $0.phase != .complete } ?? false && !isRunning ? .unfinished : nil
    }
}
