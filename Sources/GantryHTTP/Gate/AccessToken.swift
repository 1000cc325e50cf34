public import GantryModel

/// What signing in gives.
public struct AccessToken: Sendable {
    /// The token as it is sent.
    public var value: Secret

    /// How long the token is good from now on; nil if the server does not say, and then it is used until refused.
    /// A span and not a date, so that a wrong clock here or there does no harm.
    public var lifetime: Duration?

    /// Headers that every request with this token carries besides it, such as a device's id. Default none.
    public var headers: [HeaderField]

    /// A token that is used until it is refused, unless `lifetime` says otherwise.
    public init(_ value: Secret, lifetime: Duration? = nil, headers: [HeaderField] = []) {
        self.value = value
        self.lifetime = lifetime
        self.headers = headers
    }
}

/// A token that the server has refused, and how it said so.
package struct TokenRefusal: Sendable {
    package let token: Secret
    package let status: Int
}
