/// An HTTP request method. The common ones are static members; any other token can be made from its name.
public struct HTTPMethod: Sendable, Hashable, CustomStringConvertible {
    /// The name as sent, for example `GET`. Case matters.
    public let name: String

    /// A method of any name; the client refuses a name that can't be sent.
    public init(_ name: String) { self.name = name }

    /// Reads a resource (RFC 9110, 9.3.1).
    public static let get = HTTPMethod("GET")
    /// Reads the headers of a resource (RFC 9110, 9.3.2).
    public static let head = HTTPMethod("HEAD")
    /// Has the resource process a body (RFC 9110, 9.3.3); a repeat may have its effect twice.
    public static let post = HTTPMethod("POST")
    /// Replaces a resource (RFC 9110, 9.3.4); a repeat has the same effect.
    public static let put = HTTPMethod("PUT")
    /// Changes a part of a resource (RFC 5789); a repeat may have its effect twice.
    public static let patch = HTTPMethod("PATCH")
    /// Removes a resource (RFC 9110, 9.3.5); a repeat has the same effect.
    public static let delete = HTTPMethod("DELETE")

    /// Whether the method only reads (RFC 9110, 9.2.1), so that sending it twice changes nothing.
    public var isSafe: Bool { self == .get || self == .head || name == "OPTIONS" }

    /// The name.
    public var description: String { name }
}
