import Synchronization

/// The tokens that this server process has handed out. They are random, mean nothing elsewhere, and end with the process.
final class TokenShelf: Sendable {
  private let life: Duration
  private let ends = Mutex<[String: ContinuousClock.Instant]>([:])

  init(life: Duration) {
    self.life = life
  }

  func issue() -> String {
    var generator = SystemRandomNumberGenerator()
    let digits = (0..<4).map { _ in
      let word = String(UInt64.random(in: .min ... .max, using: &generator), radix: 36)
      return String(repeating: "0", count: max(0, 13 - word.count)) + word
    }
    let token = digits.joined()
    ends.withLock { $0[token] = .now + life }
    return token
  }

  /// Whether an Authorization header holds a token that is still good.
  func accepts(authorization: String?) -> Bool {
    guard let authorization, authorization.hasPrefix("Bearer ") else { return false }
    let token = String(authorization.dropFirst(7))
    return ends.withLock { ends in
      guard let end = ends[token] else { return false }
      if end > .now { return true }
      ends[token] = nil
      return false
    }
  }

  func expireAll() {
    ends.withLock { $0.removeAll() }
  }
}
