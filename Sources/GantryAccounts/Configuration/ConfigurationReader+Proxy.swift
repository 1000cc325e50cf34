internal import GantryConnectors
internal import GantryYAML

extension ConfigurationKeys {
    static let proxyPattern = #"^([Hh][Tt][Tt][Pp][Ss]?|[Ss][Oo][Cc][Kk][Ss]5[Hh])://[^@/?#\s]+:[0-9]+/?$"#

    /// The group under `proxy`.
    static let proxy =
        [
            DocumentKey(
                "address", .line(pattern: proxyPattern), required: true,
                help: "Where it is: http, https or socks5h, with its port.")
        ] + proxyAccount.map(key)

    static let proxyAccount = [
        SignInCredential("user", "The account that the proxy asks for.", isSecret: false),
        SignInCredential("password", "The account's password."),
    ]
}

extension ConfigurationReader {
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
