public import GantryEngine

/// The identity of a row. Rows with the same identity and content are one side effect.
public struct RowIdentity: Equatable, Sendable {
    /// What it is sent to or makes: the id of a leave.
    public let target: String
    /// The purpose, and whatever else distinguishes two rows: `medical`.
    public let purpose: String
    /// Rows of one group are sent in order, and can share a request; `nil` if each is its own.
    public let group: String?
    /// What distinguishes rows with the same target; `nil` if the values of the sheet do.
    public let values: String?
    /// The row in plans and events, in ids, dates and words of the system: no name, address or other text of a person.
    /// The default is the target and the purpose.
    public let label: String
    /// Whether the row replaces what was sent to its target before, so that the same content may be sent again after
    /// another. The default is false.
    public let replaces: Bool

    /// An identity of its own group, labelled with the target and the purpose, that replaces nothing, unless the
    /// arguments say otherwise.
    public init(
        target: String, purpose: String, group: String? = nil, values: String? = nil, label: String? = nil,
        replaces: Bool = false
    ) {
        self.target = target
        self.purpose = purpose
        self.group = group
        self.values = values
        self.label = label ?? [target, purpose].filter { !$0.isEmpty }.joined(separator: ", ")
        self.replaces = replaces
    }
}

/// The target and the purpose: the part of a row's identity that rows with other content can share.
public struct RowTarget: Hashable, Sendable {
    /// As in ``RowIdentity``; both empty if the row can't be read.
    public let target: String
    /// As in ``RowIdentity``; rows of different purposes are different things.
    public let purpose: String

    /// A target and a purpose; either may be empty.
    public init(_ target: String, _ purpose: String) {
        self.target = target
        self.purpose = purpose
    }
}

/// A row's part of something that the rows of a sheet share, such as the hours of a day.
public struct SharedLimit: Sendable {
    /// What is shared; equal texts are the same thing.
    public let of: String
    /// How much the row takes, 1 by default; minutes for the hours of a day.
    public let amount: Int
    /// What all rows may take together.
    public let most: Int
    /// The problem of the row that takes more than is left.
    public let problem: RowProblem

    /// A limit that lets one row have it, by default.
    public init(of: String, amount: Int = 1, most: Int = 1, _ problem: RowProblem) {
        self.of = of
        self.amount = amount
        self.most = most
        self.problem = problem
    }
}
