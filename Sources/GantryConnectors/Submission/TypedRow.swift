public import GantryEngine

/// A row of a sheet as typed values: its columns, and what it is for.
public protocol TypedRow: Sendable {
    /// A row of which no field is set yet.
    init()
    /// The columns of a sheet, in the order in which they are listed.
    static var fields: [SheetField<Self>] { get }
    /// What the row is for.
    var identity: RowIdentity { get }
}

/// What a row is for. Rows with the same identity and content are one side effect.
public struct RowIdentity: Equatable, Sendable {
    /// What it is sent to or makes: the id of a leave.
    public let target: String
    /// What for, and whatever else tells two rows apart: `medical`.
    public let purpose: String
    /// Rows of one group are sent in order, and can share a request; `nil` where each is its own.
    public let group: String?
    /// What tells rows apart that are for the same; `nil` where the values of the sheet do.
    public let values: String?
    /// The row in plans and events, in ids, dates and words of the system: no name, address or other text of a person.
    /// The default is the target and the purpose.
    public let label: String
    /// Whether the row replaces what was sent to its target before, so that the same can be right again after
    /// something else was. The default is false.
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

/// What a row is sent to, and what for: the part of its identity that rows of other content can have too.
public struct RowTarget: Hashable, Sendable {
    /// As in ``RowIdentity``; both empty where the row can't be read.
    public let target: String
    /// As in ``RowIdentity``; rows of different purposes are different things.
    public let purpose: String

    /// A target and a purpose; either may be empty.
    public init(_ target: String, _ purpose: String) {
        self.target = target
        self.purpose = purpose
    }
}

/// What a row takes of something that the rows of a sheet share, such as the hours of a day.
public struct SharedLimit: Sendable {
    /// What is shared; equal texts are the same thing.
    public let of: String
    /// How much the row takes, 1 by default; minutes for the hours of a day.
    public let amount: Int
    /// What all rows may take together.
    public let most: Int
    /// What is wrong with the row that takes more than is left.
    public let problem: RowProblem

    /// A limit that lets one row have it, by default.
    public init(of: String, amount: Int = 1, most: Int = 1, _ problem: RowProblem) {
        self.of = of
        self.amount = amount
        self.most = most
        self.problem = problem
    }
}
