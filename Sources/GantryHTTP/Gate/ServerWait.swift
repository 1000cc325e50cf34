/// How long a server asks to wait, in any of the spellings that servers use.
///
/// `Retry-After` counts for every answer (RFC 9110, 10.2.3), and with 429 and 503 what is known of the system's bodies.
/// With 429 these count too, the first that there is: `retry-after-ms`, `RateLimit-Reset` and its relatives, `t=` or
/// `reset=` of `RateLimit`, and `retryAfter` of a JSON body.
package enum ServerWait {
    /// - Parameter stated: what the system says of its bodies. The default is nothing.
    package static func of(
        _ response: HTTPResponse, wall: Duration, stated: (_ body: [UInt8]) -> Duration? = { _ in nil }
    ) -> Duration? {
        if let text = response.headers["retry-after"], let wait = RetryAfter.parse(text, wall: wall) { return wait }
        guard response.status == 429 || response.status == 503 else { return nil }
        if let wait = stated(Array(response.body.prefix(64 * 1024))) { return wait }
        guard response.status == 429 else { return nil }
        return ofHeaders(response.headers, wall: wall) ?? ofBody(response.body.prefix(64 * 1024), wall: wall)
    }

    // MARK: Headers

    private static func ofHeaders(_ headers: HTTPHeaders, wall: Duration) -> Duration? {
        for name in ["retry-after-ms", "x-retry-after-ms"] {
            if let number = headers[name].flatMap({ Double($0.trimmed) }) { return time(number / 1_000, wall: wall) }
        }
        // Where something is left, the end of the window isn't why it refuses.
        for name in ["ratelimit-remaining", "x-ratelimit-remaining", "x-rate-limit-remaining"] {
            if let left = headers[name].flatMap({ Double($0.trimmed) }), left > 0 { return nil }
        }
        for name in [
            "x-retry-after", "ratelimit-reset-after", "x-ratelimit-reset-after", "ratelimit-reset", "x-ratelimit-reset",
            "x-rate-limit-reset",
        ] {
            if let wait = headers[name].flatMap({ parse($0, wall: wall) }) { return wait }
        }
        // `limit=10, remaining=0, reset=7` or `"default";r=0;t=7` (draft-ietf-httpapi-ratelimit-headers).
        let parts = (headers["ratelimit"] ?? "").split { $0 == "," || $0 == ";" }.map {
            String($0).trimmed.lowercased()
        }
        for name in ["t=", "reset="] {
            if let part = parts.first(where: { $0.hasPrefix(name) }) {
                return parse(String(part.dropFirst(name.count)), wall: wall)
            }
        }
        return nil
    }

    /// A number of seconds, a moment in seconds or milliseconds since 1970, an HTTP date, or numbers with units:
    /// `1m30s`, `20ms`. More than a day is a number of milliseconds.
    static func parse(_ text: String, wall: Duration) -> Duration? {
        let text = text.trimmed
        if let number = Double(text) {
            return time(number > 86_400 && number < 1e9 ? number / 1_000 : number, wall: wall)
        }
        return withUnits(text) ?? RetryAfter.parse(text, wall: wall)
    }

    private static func time(_ seconds: Double, wall: Duration) -> Duration? {
        seconds.isFinite && seconds >= 0 ? RetryAfter.parse("\(min(seconds, 1e15))", wall: wall) : nil
    }

    private static func withUnits(_ text: String) -> Duration? {
        let units: [String: Double] = ["ms": 0.001, "s": 1, "m": 60, "h": 3_600]
        var (seconds, number, unit) = (0.0, "", "")
        for character in text + "0" {
            if character.isNumber || character == "." {
                if !unit.isEmpty {
                    guard let value = Double(number), let size = units[unit] else { return nil }
                    seconds += value * size
                    (number, unit) = ("", "")
                }
                number.append(character)
            } else {
                guard !number.isEmpty else { return nil }
                unit.append(character)
            }
        }
        guard number == "0", seconds.isFinite, seconds < 1e9 else { return nil }
        return .milliseconds(Int(seconds * 1_000))
    }

    // MARK: JSON

    /// The number or text behind a key of this name, at any depth. An escaped quotation mark before it would be part of
    /// somebody's text.
    private static func ofBody(_ body: ArraySlice<UInt8>, wall: Duration) -> Duration? {
        let text = String(decoding: body, as: UTF8.self)
        for (key, isMilliseconds) in [
            ("retryAfterMs", true), ("retry_after_ms", true), ("retryAfter", false), ("retry_after", false),
            ("retryAfterSeconds", false), ("retry_after_seconds", false), ("retry-after", false),
        ] {
            guard let place = text.firstRange(of: "\"\(key)\"") else { continue }
            let rest = text[place.upperBound...].drop { $0.isWhitespace }
            guard rest.first == ":" else { continue }
            let value = rest.dropFirst().drop { $0.isWhitespace || $0 == "\"" }
            let word = String(value.prefix { !",}]\"\n".contains($0) }.prefix(40)).trimmed
            if isMilliseconds, let number = Double(word) { return time(number / 1_000, wall: wall) }
            if !isMilliseconds, let wait = parse(word, wall: wall) { return wait }
        }
        return nil
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
