/// A role whose field can be missing without anybody seeing it: the hours of a kind, the pause and the rest then read as
/// none, and pay is another. Its raw value is the name in landed lines.
public enum SilentRole: String, CaseIterable, Sendable {
    case normal = "normalHours"
    case overtime = "overtimeHours"
    case weekend = "weekendHours"
    case pause, project
    case approvedBy = "approved-by"

    /// As a pipeline file names it.
    public var setting: String {
        switch self {
        case .normal, .overtime, .weekend, .pause: "hours.\(rawValue)"
        case .project, .approvedBy: rawValue
        }
    }
}

/// Some of the roles.
public struct SilentRoles: OptionSet, BitwiseCopyable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The roles that are among them.
    public var all: [SilentRole] { SilentRole.allCases.filter { contains(SilentRoles($0)) } }

    /// One role.
    init(_ role: SilentRole) {
        rawValue =
            switch role {
            case .normal: 1
            case .overtime: 2
            case .weekend: 4
            case .pause: 8
            case .project: 16
            case .approvedBy: 32
            }
    }
}
