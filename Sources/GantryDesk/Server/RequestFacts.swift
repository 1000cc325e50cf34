/// What of a request decides whether it is answered.
struct RequestFacts: Sendable {
    var method: String
    /// As it was sent, with the query.
    var target: String
    /// Every value of `Host`.
    var hosts: [String]
    var origins: [String] = []
    var fetchSite: String?
    /// Every value of `Cookie`.
    var cookies: [String] = []
    var contentType: String?
    var contentLength: String?

    /// The target up to its query.
    var path: Substring { target.prefix { $0 != "?" } }

    /// The values of a field of the query, as they were sent.
    func query(_ name: String) -> [Substring] {
        target.dropFirst(path.count + 1).split(separator: "&").compactMap { field in
            field.hasPrefix(name + "=") ? field.dropFirst(name.count + 1) : nil
        }
    }

    /// The values of a cookie. Another server of this machine can add one of the same name, so there may be several.
    func cookie(_ name: String) -> [Substring] {
        cookies.flatMap { $0.split(separator: ";") }.compactMap { pair in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix(name + "=") ? pair.dropFirst(name.count + 1) : nil
        }
    }
}
