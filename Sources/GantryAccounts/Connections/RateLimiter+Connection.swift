internal import GantryHTTP
internal import GantryModel
internal import Synchronization

/// The limiters of this process, by connection, address and rate.
private let limiters = Mutex<[String: RateLimiter]>([:])

extension RateLimiter {
    /// The limiter of a connection's server, the same for all that this process sends there: a run that follows another
    /// begins no new second.
    static func shared(_ connection: Connection) -> RateLimiter {
        let key = "\(connection.name) \(connection.baseURL) \(connection.allowedRate?.description ?? "")"
        return limiters.withLock { limiters in
            if let known = limiters[key] { return known }
            let new = RateLimiter(connection.allowedRate)
            limiters[key] = new
            return new
        }
    }
}
