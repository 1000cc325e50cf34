/// How fast a count grows, judged by the last seconds alone, so that a pause or a fast start is soon forgotten.
struct RateWindow: Sendable {
    private struct Sample: Sendable {
        var time: Duration
        var count: Int
    }

    private static let length = Duration.seconds(10)
    private static let spacing = Duration.milliseconds(200)
    private var samples: [Sample] = []

    mutating func add(_ count: Int, at time: Duration) {
        if samples.count >= 2, let last = samples.last, time - samples[samples.count - 2].time < RateWindow.spacing {
            samples[samples.count - 1] = Sample(time: max(time, last.time), count: count)
        } else {
            samples.append(Sample(time: time, count: count))
        }
        while samples.count > 2, samples[1].time <= time - RateWindow.length { samples.removeFirst() }
    }

    /// Counts per second up to `now`, so that it falls while nothing comes; `nil` before half a second of knowledge.
    func perSecond(at now: Duration) -> Int? {
        guard let first = samples.first, let last = samples.last else { return nil }
        let milliseconds = wholeMilliseconds(now - first.time)
        guard milliseconds >= 500, samples.count > 1 else { return nil }
        return Int(Int64(last.count - first.count) * 1_000 / milliseconds)
    }

    /// The time that `rest` more will take; `nil` while nothing moves.
    func timeLeft(for rest: Int, at now: Duration) -> Duration? {
        if rest <= 0 { return .zero }
        guard let first = samples.first, let last = samples.last, last.count > first.count, perSecond(at: now) != nil
        else {
            return nil
        }
        let milliseconds = Int128(wholeMilliseconds(now - first.time)) * Int128(rest) / Int128(last.count - first.count)
        return .milliseconds(Int64(clamping: milliseconds))
    }
}

func wholeMilliseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
}
