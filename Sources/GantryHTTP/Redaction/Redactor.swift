public import GantryModel

/// The second line of defence behind ``Secret``: removes credentials from text that others wrote, such as an error
/// body.
///
/// Replaced by `***`: values of sensitive keys in `key=value`, `key: value` and `"key": "value"` form, what follows
/// `Bearer` and `Basic`, JSON Web Tokens, user and password in a URL, and the texts in ``knownSecrets``, also with
/// blanks in them. Control and direction-changing characters are escaped, so one text stays one line. The result is
/// bounded. A pattern can miss a secret; what is known to be secret belongs in a `Secret`.
public struct Redactor: Sendable {
    /// Texts replaced wherever they appear. Shorter ones than four bytes are ignored.
    public var knownSecrets: [Secret]

    /// Longest result in characters; a cut is marked with `…`. Default 500.
    public var maxCharacters: Int

    /// Bytes of input that are examined. Default 64 KiB; the rest is dropped before anything is shown.
    public var maxInputBytes: Int

    /// Secrets shorter than four bytes are left out, since they would be found everywhere.
    public init(knownSecrets: [Secret] = [], maxCharacters: Int = 500, maxInputBytes: Int = 64 * 1024) {
        self.knownSecrets = knownSecrets.filter { $0.reveal().utf8.count >= 4 }
        self.maxCharacters = max(1, maxCharacters)
        self.maxInputBytes = max(1, maxInputBytes)
    }

    /// `text` without credentials, on one line, at most ``maxCharacters`` long.
    public func redact(_ text: String) -> String { redact(utf8: Array(text.utf8)) }

    /// The same for bytes that are probably UTF-8; invalid sequences become U+FFFD.
    public func redact(utf8 bytes: [UInt8]) -> String {
        var scan = RedactionScan(
            Array(bytes.prefix(maxInputBytes)), secrets: knownSecrets.map { Array($0.reveal().utf8) })
        let clean = scan.run()
        return bounded(singleLine(String(decoding: clean, as: UTF8.self), limit: .max))
    }

    private func bounded(_ text: String) -> String {
        guard text.count > maxCharacters else { return text }
        return String(text.prefix(maxCharacters - 1)) + "…"
    }
}

extension Redactor {
    /// A URL for people: origin, path and query keys, with every query value as `***` and no user, password or
    /// fragment.
    private static let openQueryKeys: Set<String> = ["page", "limit", "offset", "startDate", "endDate"]

    static func target(of url: String) -> String {
        let withoutFragment = url.prefix { $0 != "#" }
        guard let mark = withoutFragment.firstIndex(of: "?") else {
            return singleLine(hidingUser(String(withoutFragment)), limit: .max)
        }
        let keys = withoutFragment[withoutFragment.index(after: mark)...].split(separator: "&").map { pair in
            guard let equals = pair.firstIndex(of: "=") else { return String(pair.count > 40 ? "***" : pair) }
            // The position of a page is not a secret, and an error without it can't be investigated.
            if openQueryKeys.contains(String(pair[..<equals])), pair.count <= 40 { return String(pair) }
            return pair[..<equals] + "=***"
        }
        return singleLine(hidingUser(String(withoutFragment[..<mark])) + "?" + keys.joined(separator: "&"), limit: .max)
    }

    private static func hidingUser(_ url: String) -> String {
        guard let start = url.range(ofText: "://") else { return url }
        let authority = url[start...].prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return url }
        return url[..<start] + "***" + url[at...]
    }
}

extension String {
    /// The index after the first occurrence of `text`.
    fileprivate func range(ofText text: String) -> String.Index? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(text) { return self.index(index, offsetBy: text.count) }
            index = self.index(after: index)
        }
        return nil
    }
}

extension ServerMessage {
    func redacted(by redactor: Redactor) -> ServerMessage {
        ServerMessage(
            redactor.redact(sentence), said: said.map(redactor.redact), code: code.map(redactor.redact),
            traceID: traceID.map(redactor.redact), isRetryable: isRetryable)
    }
}
