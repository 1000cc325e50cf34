public import GantryAccounts
public import GantryModel

/// What was looked at, and what came of it: a part for each connection, and one for the workspace.
public struct CheckReport: Sendable {
    /// A connection, or the workspace.
    public struct Part: Sendable {
        /// The connection's name; `nil` for the workspace.
        public let connection: String?
        /// What it is: `KSR Cranes, https://ksrcranes.dk`, or the workspace's folder.
        public let place: String
        /// In the order in which they were looked at.
        public let findings: [CheckFinding]
    }

    /// The connections in the order in which they were given, and the workspace last.
    public let parts: [Part]

    /// Every finding of every part.
    public var findings: [CheckFinding] { parts.flatMap(\.findings) }
}

extension Gantry {
    /// Looks at connections and the workspace, each step once. It changes nothing on any server and keeps no session.
    ///
    /// ```swift
    /// import GantryAccounts
    /// import GantryKit
    /// import GantryModel
    ///
    /// func canRun(_ configuration: Configuration, in workspace: Workspace) async -> Bool {
    ///     let report = await Gantry.check(configuration.connections, in: workspace, environment: [:])
    ///     return !report.findings.contains { $0.state == .failed }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - environment: The process's environment variables, from which credentials and proxies may be taken.
    ///   - observe: Receives the name of each connection before it is looked at.
    /// - Returns: what was found; nothing of it is thrown.
    public static func check(
        _ connections: [Connection], in workspace: Workspace, environment: [String: String],
        observe: @Sendable (_ connection: String) -> Void = { _ in }
    ) async -> CheckReport {
        var parts: [CheckReport.Part] = []
        for connection in connections {
            observe(connection.name)
            let title = systems.first { $0.name == connection.system }?.title ?? connection.system
            parts.append(
                CheckReport.Part(
                    connection: connection.name, place: "\(title), \(connection.baseURL)",
                    findings: await connection.check(in: workspace, environment: environment)))
        }
        var check = WorkspaceCheck(workspace)
        await check.run()
        parts.append(CheckReport.Part(connection: nil, place: workspace.path, findings: check.findings))
        return CheckReport(parts: parts)
    }
}
