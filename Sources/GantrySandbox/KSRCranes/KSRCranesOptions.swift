/// What only the sandbox of KSR Cranes can do differently.
public struct KSRCranesOptions: Sendable, Hashable {
    /// How a list without pages of its own (workers, customers, payroll) is wrapped.
    public enum ListStyle: String, Sendable, Hashable, CaseIterable {
        /// A bare JSON array.
        case bare
        /// `{"workers": […], "total": n, "page": n, "limit": n}`.
        case envelope
    }

    /// Which version of the API is answered.
    public enum Contract: String, Sendable, Hashable, CaseIterable {
        /// The published documents.
        case documented
        /// What public servers answer, with their traps.
        case deployed
    }

    /// Which version of the API is answered, the documented one by default.
    public var contract: Contract
    /// The most confirmed entries in one answer of the deployed contract; nil, as on the deployed server, is no limit.
    public var largestPage: Int?
    /// In the deployed contract an entry whose number this divides can't be marked as sent; nil for none.
    public var unmarkableEvery: Int?
    /// Whether the deployed server fails between making a payroll batch and marking its entries.
    public var failsBeforeMarking: Bool
    /// Who can sign in.
    public var accounts: [SandboxAccount]
    /// How long a token is valid; 24 hours, as documented.
    public var tokenLife: Duration
    /// How lists are answered.
    public var listStyle: ListStyle
    /// The most records in one answer of a list in an envelope; nil is all of them.
    public var listLimit: Int?

    /// The documented back end with one account, unless the arguments say otherwise.
    public init(
        accounts: [SandboxAccount] = [.payroll], tokenLife: Duration = .seconds(86_400), listStyle: ListStyle = .bare,
        listLimit: Int? = nil, contract: Contract = .documented, largestPage: Int? = nil, unmarkableEvery: Int? = nil,
        failsBeforeMarking: Bool = false
    ) {
        self.contract = contract
        self.largestPage = largestPage
        self.unmarkableEvery = unmarkableEvery
        self.failsBeforeMarking = failsBeforeMarking
        self.accounts = accounts
        self.tokenLife = tokenLife
        self.listStyle = listStyle
        self.listLimit = listLimit
    }

    func check() throws(SandboxError) {
        try SandboxError.require(tokenLife > .zero, "Token life", else: "it must be above 0")
        try SandboxError.require(listLimit ?? 1 > 0, "List limit", else: "it must be above 0")
        try SandboxError.require(largestPage ?? 1 > 0, "Largest page", else: "it must be above 0")
        try SandboxError.require(unmarkableEvery ?? 1 > 0, "Unmarkable entries", else: "the number must be above 0")
    }
}
