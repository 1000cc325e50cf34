/// What of a request decides whether it is answered.
package struct RequestFacts: Sendable {
    package var method: String
    /// As it was sent, with the query.
    package var target: String
    /// Every value of `Host`.
    package var hosts: [String]
    package var origins: [String] = []
    package var fetchSite: String?
    /// Every value of `Cookie`.
    package var cookies: [String] = []
    package var contentType: String?
    package var contentLength: String?
    /// What the form of a page carries, where a script sends a file.
    package var formToken: String?

    package init(method: String, target: String, hosts: [String]) {
        self.method = method
        self.target = target
        self.hosts = hosts
    }

    /// The target up to its query.
    package var path: Substring { target.prefix { $0 != "?" } }

    /// The values of a field of the query, as they were sent.
    package func query(_ name: String) -> [Substring] {
        target.dropFirst(path.count + 1).split(separator: "&").compactMap { field in
            field.hasPrefix(name + "=") ? field.dropFirst(name.count + 1) : nil
        }
    }

    /// The values of a cookie. Another server of this machine can add one of the same name, so there may be several.
    package func cookie(_ name: String) -> [Substring] {
        cookies.flatMap { $0.split(separator: ";") }.compactMap { pair in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix(name + "=") ? pair.dropFirst(name.count + 1) : nil
        }
    }
}
