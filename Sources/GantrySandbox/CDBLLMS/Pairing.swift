/// Which devices are paired and which refresh tokens are valid. The caller provides the time and the random ids.
package struct Pairing: Sendable {
    package enum Outcome: Sendable, Equatable {
        case paired(deviceID: String)
        /// The pair token is unknown.
        case unknownToken
        /// The device's key is paired already.
        case alreadyPaired
        /// Too many wrong tokens in the last five minutes.
        case tooManyAttempts
    }

    /// How many wrong pair tokens the window allows; the deployed server's limit for signing in.
    package static let attempts = 5
    package static let window = Duration.seconds(300)

    private var pairTokens: Set<String>
    private let pairsOnce: Bool
    private var deviceKeys: Set<String> = []
    private var devices: [String: String] = [:]
    private var failures: [ContinuousClock.Instant] = []

    /// - Parameter pairsOnce: Whether a pair token pairs one device only.
    package init(pairTokens: [String], pairsOnce: Bool = false) {
        self.pairTokens = Set(pairTokens)
        self.pairsOnce = pairsOnce
    }

    package mutating func pair(
        token: String, deviceKey: String, deviceID: String, now: ContinuousClock.Instant
    ) -> Outcome {
        failures.removeAll { $0 + Self.window <= now }
        guard failures.count < Self.attempts else { return .tooManyAttempts }
        guard pairTokens.contains(token) else {
            failures.append(now)
            return .unknownToken
        }
        guard deviceKeys.insert(deviceKey).inserted else { return .alreadyPaired }
        if pairsOnce { pairTokens.remove(token) }
        return .paired(deviceID: deviceID)
    }

    /// Makes a refresh token valid for a device.
    package mutating func allow(refreshToken: String, deviceID: String) {
        devices[refreshToken] = deviceID
    }

    package enum Redemption: Sendable { case done, unknownToken, otherDevice }

    /// Uses up a refresh token, which only its own device can do.
    package mutating func redeem(refreshToken: String, deviceID: String) -> Redemption {
        guard let owner = devices[refreshToken] else { return .unknownToken }
        guard owner == deviceID else { return .otherDevice }
        devices[refreshToken] = nil
        return .done
    }

    package mutating func endRefreshTokens() { devices.removeAll() }
}
