/// What only the sandbox of VynqTalk can do differently.
public struct VynqTalkOptions: Sendable, Hashable {
    /// Who can sign in.
    public var accounts: [SandboxAccount]
    /// How long a token is valid; 7 days, as documented.
    public var tokenLife: Duration

    /// The documented back end with one account, unless the arguments say otherwise.
    public init(accounts: [SandboxAccount] = [.archivist], tokenLife: Duration = .seconds(7 * 86_400)) {
        self.accounts = accounts
        self.tokenLife = tokenLife
    }

    func check() throws(SandboxError) {
        try SandboxError.require(tokenLife > .zero, "Token life", else: "it must be above 0")
    }
}
