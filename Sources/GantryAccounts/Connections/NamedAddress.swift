internal import GantryHTTP

/// The rules for an address in an answer of a connection: the address of a file, of an upload, or of a redirect of
/// either.
///
/// - It must be https. Plain http is for this machine, and only if the connection itself is to this machine.
/// - It must not point to this machine, unless the connection does or the address is on the connection's own scheme,
///   host and port. Names are checked after they are resolved, before a connection is made.
package struct NamedAddress: Sendable {
    /// Why an address is not used, as a person reads it in a list of exceptions.
    struct Objection: Error, Equatable {
        let reason: String

        static let unusable = Objection(reason: "its address is unusable")
        static let thisMachine = Objection(reason: "its address points to this machine")
    }

    let url: CheckedURL
    let mayReachThisMachine: Bool

    /// - Parameters:
    ///   - text: absolute, or relative to `place`.
    ///   - place: where the address comes from: the connection, or the address that redirects.
    ///   - connection: the connection's own address.
    init(_ text: String, at place: CheckedURL, of connection: CheckedURL) throws(Objection) {
        do throws(HTTPError) {
            let request = HTTPRequest(.get, text)
            url = try CheckedURL.parse(place.resolving(text, for: request).text, for: request)
        } catch {
            throw .unusable
        }
        guard url.origin.scheme == "https" || (connection.isLoopback && url.isLoopback) else { throw .unusable }
        mayReachThisMachine = connection.isLoopback || url.origin == connection.origin
        guard mayReachThisMachine || !url.isLoopback else { throw .thisMachine }
    }

    /// The server that it is on: `https://store.example:443`.
    var store: String { url.origin.description }
}
