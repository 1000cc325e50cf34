/// Which version of a system's API a connection speaks.
public enum Contract: String, Codable, Sendable, CaseIterable {
    /// The published description of the system.
    case documented
    /// What the system's public servers answer, where that is something else.
    case deployed
}
