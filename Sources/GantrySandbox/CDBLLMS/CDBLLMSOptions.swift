/// What only the sandbox of CDBL LMS can do differently.
public struct CDBLLMSOptions: Sendable, Hashable {
    /// The pair token that every sandbox of CDBL LMS accepts by default.
    public static let defaultPairToken = "pair-sandbox-000001"

    /// The tokens that a device can be paired with.
    public var pairTokens: [String]
    /// Whether each of them pairs one device only, as documented. Otherwise it pairs any number, so that a
    /// demonstration can be repeated.
    public var pairsOnce: Bool
    /// How long a session is valid; 7 days, as documented.
    public var tokenLife: Duration
    /// The most leaves in one answer; 100, as on the deployed server.
    public var largestPage: Int
    /// Whether a leave that is longer than the balance is refused. A test that imports many leaves turns it off.
    public var checksBalance: Bool

    /// The documented back end with one pair token that can be used again, unless the arguments say otherwise.
    public init(
        pairTokens: [String] = [defaultPairToken], pairsOnce: Bool = false,
        tokenLife: Duration = .seconds(7 * 86_400), largestPage: Int = 100, checksBalance: Bool = true
    ) {
        self.pairTokens = pairTokens
        self.pairsOnce = pairsOnce
        self.tokenLife = tokenLife
        self.largestPage = largestPage
        self.checksBalance = checksBalance
    }

    func check() throws(SandboxError) {
        try SandboxError.require(tokenLife > .zero, "Token life", else: "it must be above 0")
        try SandboxError.require(largestPage > 0, "Largest page", else: "it must be above 0")
    }
}
