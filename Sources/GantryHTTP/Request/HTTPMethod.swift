/// An HTTP request method. The common ones are static members; any other token can be made from its name.
public struct HTTPMethod: Sendable, Hashable, CustomStringConvertible {
    /// The name as sent, for example `GET`. Case matters.
    public let name: String

    public init(_ name: String) { self.name = name }

    public static let get = HTTPMethod("GET")
    public static let head = HTTPMethod("HEAD")
    public static let post = HTTPMethod("POST")
    public static let put = HTTPMethod("PUT")
    public static let patch = HTTPMethod("PATCH")
    public static let delete = HTTPMethod("DELETE")

    /// Whether the method only reads (RFC 9110, 9.2.1), so that sending it twice changes nothing.
    public var isSafe: Bool { self == .get || self == .head || name == "OPTIONS" }

    public var description: String { name }
}
