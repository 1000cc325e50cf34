internal import GantryModel

/// Builds a URL from parts with correct percent-encoding (RFC 3986): everything but `A-Z a-z 0-9 - . _ ~` is encoded
/// in segments and in query keys and values, a space as `%20`.
public struct URLBuilder: Sendable {
    private var path: String
    private var query = ""

    /// Starts from `base`, an absolute URL as the configuration has it, with or without a slash at the end; it is not
    /// encoded again.
    public init(_ base: String) {
        path = base.hasSuffix("/") ? String(base.dropLast()) : base
    }

    /// Adds fixed path text such as `/api/app/work-entries`; slashes separate segments, each is encoded. One at the end
    /// stays.
    public func path(_ text: String) -> URLBuilder {
        var copy = self
        for segment in text.split(separator: "/", omittingEmptySubsequences: true) {
            copy.path += "/" + Self.encode(String(segment))
        }
        // To some servers it is another path.
        if text.hasSuffix("/") { copy.path += "/" }
        return copy
    }

    /// Adds `name=value` to the query; nil adds nothing.
    public func query(_ name: String, _ value: String?) -> URLBuilder {
        guard let value else { return self }
        var copy = self
        copy.query += (query.isEmpty ? "?" : "&") + Self.encode(name) + "=" + Self.encode(value)
        return copy
    }

    /// The finished URL.
    public var text: String { path + query }

    private static func encode(_ text: String) -> String { percentEncoded(text, keeping: "-._~") }
}
