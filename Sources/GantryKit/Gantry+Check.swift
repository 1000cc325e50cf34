public import GantryAccounts
internal import GantryConnectors
public import GantryModel
internal import GantryRuns

/// What was looked at, and what came of it: a part for each connection and destination, and one for the workspace.
public struct CheckReport: Sendable {
    /// A connection, a destination, or the workspace.
    public struct Part: Sendable {
        /// What a part is about, by its name in gantry.yaml.
        public enum Subject: Sendable, Equatable {
            case connection(String)
            case destination(String)
            /// A target of notifications.
            case notification(String)
            case workspace
        }

        /// What it is about.
        public let subject: Subject
        /// What it is: `KSR Cranes, https://ksrcranes.dk`, a destination's address, or the workspace's folder.
        public let place: String
        /// In the order in which they were looked at.
        public let findings: [CheckFinding]

        /// A part of these values.
        public init(subject: Subject, place: String, findings: [CheckFinding]) {
            self.subject = subject
            self.place = place
            self.findings = findings
        }

        /// Why the server refuses the account; `nil` where it doesn't, or was not asked.
        public var refusal: SignInError? {
            findings.lazy.compactMap { $0.error as? SignInError }.first { $0.code == .refused }
        }

        /// Why nothing of this system answers at the address; `nil` where it does.
        package var stranger: (any ExplainedError)? {
            findings.lazy.filter { finding in
                ![.signIn, .role].contains(finding.subject)
                    || (finding.error as? SignInError)?.code == .unreadable
            }.compactMap(\.error).first
        }
    }

    /// The connections and then the destinations, in the order in which they were given, and the workspace last.
    public let parts: [Part]

    /// A report of these parts.
    public init(parts: [Part]) { self.parts = parts }

    /// Every finding of every part.
    public var findings: [CheckFinding] { parts.flatMap(\.findings) }
}

extension Gantry {
    /// Looks at connections, destinations and the workspace, each step once. It changes nothing on the server of a
    /// connection and keeps no session. A destination gets a small file, which is removed again.
    ///
    /// - Parameters:
    ///   - environment: The process's environment variables, from which credentials and proxies may be taken.
    ///   - observe: Receives the name of each connection and destination before it is looked at.
    /// - Returns: what was found; nothing of it is thrown.
    public static func check(
        _ connections: [Connection], _ destinations: [Destination] = [], in workspace: Workspace,
        environment: [String: String], observe: @Sendable (_ name: String) -> Void = { _ in }
    ) async -> CheckReport {
        var parts: [CheckReport.Part] = []
        for connection in connections {
            observe(connection.name)
            parts.append(
                CheckReport.Part(
                    subject: .connection(connection.name), place: "\(connection.system.title), \(connection.baseURL)",
                    findings: await connection.check(in: workspace, environment: environment)))
        }
        let places = DeliveryPlaces(destinations, environment: environment)
        for destination in destinations {
            observe(destination.name)
            parts.append(
                CheckReport.Part(
                    subject: .destination(destination.name), place: destination.address,
                    findings: [await places.check(destination)]))
        }
        var check = WorkspaceCheck(workspace)
        await check.run()
        parts.append(CheckReport.Part(subject: .workspace, place: workspace.path, findings: check.findings))
        return CheckReport(parts: parts)
    }
}
