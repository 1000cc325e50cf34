internal import GantryModel

/// What only one process may do at a time, on whatever machine: work on a run, sign, renew a session.
public struct JournalRight: Sendable {
    /// Names it for all who use the journal: `run payroll-monthly/2026-10/r1`.
    public let name: String
    /// The holder's process.
    public let pid: Int
    /// The name of its machine.
    public let host: String
    /// When it asks.
    public let since: String
    /// What others are shown of it; contains no secrets.
    public let command: String
    /// Names a local lock that the process has already, for ever; empty where it has none. A holder of the same place
    /// is dead.
    public let place: String

    /// A right as it is asked for.
    public init(name: String, pid: Int, host: String, since: String, command: String, place: String) {
        self.name = name
        self.pid = pid
        self.host = host
        self.since = since
        self.command = command
        self.place = place
    }

    /// Who has a right, as the holder wrote it down; what can't be read is empty.
    public struct Holder: Sendable, Equatable {
        public let pid: Int?
        public let host: String
        public let since: String
        public let command: String
        package let place: String

        package init(of right: JournalRight) {
            pid = right.pid
            host = right.host
            since = right.since
            command = singleLine(right.command, limit: 500)
            place = right.place
        }

        /// - Parameter text: four lines and the command.
        package init(text: String) {
            let lines = text.split(separator: "\n", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
            func line(_ index: Int) -> String { lines.indices.contains(index) ? lines[index] : "" }
            pid = Int(line(0))
            host = line(1)
            since = line(2)
            place = line(3)
            command = line(4)
        }

        package var text: String { "\(pid ?? 0)\n\(host)\n\(since)\n\(place)\n\(command)" }

        /// `Process 22 on n2 (gantry run payroll-monthly)`.
        package var words: String {
            "Process \(pid ?? 0) on \(singleLine(host))" + (command.isEmpty ? "" : " (\(singleLine(command)))")
        }
    }
}
