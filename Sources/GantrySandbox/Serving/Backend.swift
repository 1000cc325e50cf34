/// One back end: its endpoints, its error bodies, and how its sign-ins end.
struct Backend: Sendable {
    var endpoints: [Endpoint]
    /// The error body of this back end for a status and a sentence.
    var error: @Sendable (Int, String) -> BackendAnswer
    /// Ends all tokens or keys; requests that use them are refused.
    var expireTokens: @Sendable () -> Void
    /// Ends all refresh tokens, where the back end has them.
    var expireRefreshTokens: @Sendable () -> Void = {}
}

/// What every back end is made with, besides its own options.
struct BackendSetup {
    var records: SandboxConfiguration.Records
    var effects: EffectLedger
    var clock: SandboxClock
}

/// The check before an endpoint.
struct Access: Sendable {
    /// The refusal, or nil for a request that may pass. The check also sets the request's holder, if it knows.
    var refusal: @Sendable (inout BackendRequest) -> BackendAnswer?

    /// Everybody may call the endpoint.
    static let open = Access { _ in nil }
}
