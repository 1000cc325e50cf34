/// Somebody of `people` in gantry.yaml, who may sign.
public struct Person: Equatable, Sendable {
    /// The name that pipeline files and commands use: `clerk`.
    public let id: String
    /// `name`: as people call them, on one line.
    public let name: String
    /// `account`: the account on this machine that must be at work where the person signs by saying so; `nil` for any.
    public let account: String?
    /// `key`: the public half of their key.
    public let key: SSHPublicKey?

    /// A person with the given values.
    public init(id: String, name: String, account: String? = nil, key: SSHPublicKey? = nil) {
        self.id = id
        self.name = name
        self.account = account
        self.key = key
    }

    var signer: BookLine.Signer { BookLine.Signer(id: id, name: name) }
}

/// `sign-off` of a pipeline file: who prepares and approves a period, and how it is proven who it was.
public struct SignOffRules: Equatable, Sendable {
    /// How an approval is proven.
    public enum Proof: String, CaseIterable, Sendable {
        /// A signature by the person's key.
        case key
        /// The name alone.
        case declared
    }

    /// The periods that a new run looks at again, where the file doesn't say.
    public static let usualLookBack = 3

    /// `prepare`: who may sign first; at least one.
    public var prepare: [String]
    /// `approve`: who may sign second, never the same person; at least one.
    public var approve: [String]
    /// `proof`: of who approves. The default is a key.
    public var proof = Proof.key
    /// `look-back`: signed periods that a new run looks at again. The default is 3.
    public var lookBack = SignOffRules.usualLookBack

    /// Rules with the usual proof and look-back.
    public init(prepare: [String], approve: [String]) {
        self.prepare = prepare
        self.approve = approve
    }

    /// Everybody with a part in it, each once.
    package var everybody: [String] { prepare + approve.filter { !prepare.contains($0) } }
}

/// What keeps a revision from being signed besides its state. Each is a short text for a person.
public struct SignOffReadiness: Equatable, Sendable {
    /// What nobody may sign until it is solved.
    public var critical: [String] = []
    /// Warnings that nobody has accepted.
    public var open: [String] = []
    /// Decisions that change the files and are newer than them.
    public var unwritten: [String] = []

    /// Nothing is in the way.
    public init() {}

    /// All of it, the worst first.
    public var all: [String] { critical + open + unwritten }
}
