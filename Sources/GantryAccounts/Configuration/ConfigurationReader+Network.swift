internal import GantryConnectors
internal import GantryModel
internal import GantryYAML

extension Connection {
    /// How often a request can be sent again.
    public static let possibleRetries = 0...100
    /// How long a request can be allowed to take.
    package static let longestWait = Duration.seconds(86_400)

    /// Reads the time that `max-wait` allows, such as `30s`; `nil` for a text that is no such time.
    public static func maxWait(_ text: String) -> Duration? {
        duration(text).flatMap { $0 >= .seconds(1) && $0 <= longestWait ? $0 : nil }
    }
}

extension DocumentReader {
    /// `rate`: how many requests may start.
    mutating func rate(_ section: Section) -> RequestRate? {
        guard let text = text(section, "rate", expected: RequestRate.form) else { return nil }
        if let rate = RequestRate(text.value) { return rate }
        report(.badValue, at: text.place, "Found \(quoted(text.value)) for rate.", expected: RequestRate.form)
        return nil
    }
}

extension ConfigurationReader {
    mutating func maxWait(_ section: Section) -> Duration? {
        let expected = "a time from 1s to 24h, such as 30s or 10m"
        guard let text = document.text(section, "max-wait", expected: expected) else { return nil }
        if let time = Connection.maxWait(text.value) { return time }
        document.report(.badValue, at: text.place, "Found \(quoted(text.value)) for max-wait.", expected: expected)
        return nil
    }

    /// `proxy`: a word, an address, or a group. Its values aren't shown, because an address may contain a password.
    mutating func proxy(_ section: Section) -> ProxyChoice {
        guard let node = section["proxy"] else { return .environment }
        if case .text(let text, _) = node.content {
            if text == "none" { return .none }
            return proxy(text, at: section.place(of: "proxy")) ?? .environment
        }
        guard
            let group = document.section(
                node, section.path("proxy"), keys: ConfigurationKeys.proxy, owner: section.place(of: "proxy"))
        else { return .environment }
        guard let address = document.required(group, "address", expected: Self.proxyForm) else { return .environment }
        let user = ConfigurationKeys.proxyAccount[0]
        let password = ConfigurationKeys.proxyAccount[1]
        let sources = [user, password].map { credential in
            group[credential.name].flatMap { source($0, of: credential, in: group) }
        }
        if group.has("user") != group.has("password") {
            document.report(
                .missingKey, at: section.place(of: "proxy"),
                "\(group.path(group.has("user") ? "password" : "user")) is missing.",
                expected: "both user and password, or neither", isHarmless: true)
        }
        guard case .server(let plain, _, _)? = proxy(address.value, at: group.place(of: "address")) else {
            return .environment
        }
        return .server(address: plain, user: sources[0], password: sources[1])
    }

    private static let proxyForm = "an address with a port, such as http://proxy.example.com:3128"

    private mutating func proxy(_ text: String, at place: NodePlace) -> ProxyChoice? {
        if let address = ProxyChoice.address(text) { return .server(address: address, user: nil, password: nil) }
        let note = "Put the account of the proxy beside its address: proxy: { address: …, user: …, password: … }"
        document.report(
            .badValue, at: place, "The proxy isn't an address that can be used.",
            expected: "none, or \(Self.proxyForm); also https:// and socks5h://",
            note: text.contains("@") ? note : nil, isHarmless: true)
        return nil
    }
}
