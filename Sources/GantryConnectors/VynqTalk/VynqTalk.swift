/// VynqTalk, a messenger, in its documented contract: names, addresses, what its records share.
///
/// Every answer is `{success, data, message}`. A failure can come with HTTP 200 and `success: false`; then `data` is
/// absent. Users are sent with the hash of their password, at any depth: it is cut out.
public enum VynqTalk {
    /// What Gantry knows about the system.
    public static let system = System(
        name: "vynqtalk", title: "VynqTalk", prefix: "vynqtalk",
        environments: [
            "production": "https://api.vynqtalk.com", "staging": "https://staging-api.vynqtalk.com",
            "development": "http://localhost:8080",
        ],
        signIn: VynqTalkSignIn(), explain: explain, isLimit: isLimit,
        probe: ReadRequest(path: "/user", query: []), messages: OutgoingMessage.kind.name,
        sensitiveKeys: sensitiveKeys,
        datasets: [
            User.dataset, User.search, User.current, Message.dataset,
        ],
        submissions: [OutgoingMessage.submission])

    /// Keys that never leave the system.
    public static let sensitiveKeys = SensitiveKeys.everywhere
}
