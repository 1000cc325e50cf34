public import GantryModel

/// What signing in gives.
public struct AccessToken: Sendable {
    public var value: Secret

    /// How long the token is good from now on; nil if the server does not say, and then it is used until refused.
    /// A span and not a date, so that a wrong clock here or there does no harm.
    public var lifetime: Duration?

    /// Headers that every request with this token carries beside it, such as a device's id. Default none.
    public var headers: [HeaderField]

    public init(_ value: Secret, lifetime: Duration? = nil, headers: [HeaderField] = []) {
        self.value = value
        self.lifetime = lifetime
        self.headers = headers
    }

    /// A token whose end is known as a moment since 1970, such as a JWT's `exp`, or one kept from an earlier run.
    public init(_ value: Secret, expiresAt: Duration, now: Duration = GateClock.system.wall()) {
        self.init(value, lifetime: max(.zero, expiresAt - now))
    }
}
