/// What only the sandbox of KSR Cranes can do differently.
public struct KSRCranesOptions: Sendable, Hashable {
    /// How a list without pages of its own (workers, customers, payroll) is wrapped.
    public enum ListStyle: String, Sendable, Hashable, CaseIterable {
        /// A bare JSON array.
        case bare
        /// `{"workers": […], "total": n, "page": n, "limit": n}`.
        case envelope
    }

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
        listLimit: Int? = nil
    ) {
        self.accounts = accounts
        self.tokenLife = tokenLife
        self.listStyle = listStyle
        self.listLimit = listLimit
    }

    func check() throws(SandboxError) {
        try SandboxError.require(tokenLife > .zero, "Token life", else: "it must be above 0")
        try SandboxError.require(listLimit ?? 1 > 0, "List limit", else: "it must be above 0")
    }
}
