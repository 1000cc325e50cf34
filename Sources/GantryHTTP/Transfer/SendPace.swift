/// Shares a number of bytes a second among the transfers that send: a token bucket whose tokens are given in turns,
/// first come first served, so that every transfer gets some. Pure: the time is a parameter. Confined to the transfer
/// thread.
package final class SendPace {
    /// A body of at most this many bytes goes ahead of larger ones. Its bytes count, so what is sent after it waits
    /// longer instead; where such bodies alone are more than a second's worth ahead, they wait too.
    package static let smallBody = 16 * 1024

    private let bytesPerSecond: Double
    /// Bytes of one turn: what a fiftieth of a second allows, within bounds.
    private let turn: Int
    /// What can be saved up while nothing is sent: a tenth of a second.
    private let most: Double

    private var free: Double
    private var counted: Duration?
    private var queue: [(id: Int, wanted: Int)] = []
    private var granted: [Int: Int] = [:]

    package init(bytesPerSecond: Int) {
        self.bytesPerSecond = Double(max(1, bytesPerSecond))
        turn = min(max(bytesPerSecond / 50, 1024), 256 * 1024)
        most = max(self.bytesPerSecond / 10, Double(turn))
        free = Double(turn)
    }

    /// How many of the `wanted` bytes transfer `id` may send now, whose body has `length` in total. 0: it waits until
    /// ``next(now:)`` names it.
    package func take(_ wanted: Int, of length: Int, for id: Int, now: Duration) -> Int {
        refill(now)
        if length <= Self.smallBody, free > -bytesPerSecond, granted[id] == nil, !isWaiting(id) {
            free -= Double(wanted)
            return wanted
        }
        if let allowed = granted.removeValue(forKey: id) {
            let count = min(allowed, wanted)
            free += Double(allowed - count)
            return count
        }
        guard !isWaiting(id) else { return 0 }
        let count = min(wanted, turn)
        if queue.isEmpty, free >= Double(count) {
            free -= Double(count)
            return count
        }
        queue.append((id, count))
        return 0
    }

    /// The transfer that has its turn; nil if none has. Its next ``take(_:of:for:now:)`` succeeds.
    package func next(now: Duration) -> Int? {
        refill(now)
        guard let first = queue.first, free >= Double(first.wanted) else { return nil }
        queue.removeFirst()
        free -= Double(first.wanted)
        granted[first.id] = first.wanted
        return first.id
    }

    /// When the next turn comes; nil if no transfer waits.
    package var due: Duration? {
        guard let first = queue.first, let counted else { return nil }
        return counted + .seconds(max(0, Double(first.wanted) - free) / bytesPerSecond)
    }

    package func isWaiting(_ id: Int) -> Bool { queue.contains { $0.id == id } }

    /// The transfer has ended; its unused tokens go to the others.
    package func leave(_ id: Int) {
        queue.removeAll { $0.id == id }
        if let unused = granted.removeValue(forKey: id) { free += Double(unused) }
    }

    private func refill(_ now: Duration) {
        if let counted { free = min(most, free + (now - counted) / .seconds(1) * bytesPerSecond) }
        counted = now
    }
}
