internal import GantryYAML

extension SystemKeys {
    static let ways = ["none", "api-key", "basic", "bearer", "login", "client-credentials", "session"]
    /// Those that ask the server by themselves, so that no other request need prove the credentials.
    static let proving = ["login", "client-credentials", "session"]

    static let signIn: [DocumentKey] = [
        DocumentKey("none", .group([]), help: "Requests don't say whose they are."),
        DocumentKey("api-key", .group(apiKey), help: "A key in a header of its own."),
        DocumentKey("basic", .group([]), help: "A name and a password with every request (RFC 7617)."),
        DocumentKey("bearer", .group([]), help: "A token with every request (RFC 6750)."),
        DocumentKey("login", .group(login), help: "A request that gives a token, which every other one carries."),
        DocumentKey(
            "client-credentials", .group(clientCredentials),
            help: "A request with client-id and client-secret that gives a token (RFC 6749, 4.4)."),
        DocumentKey(
            "session", .group(session),
            help: "A request that opens a session, which every other one carries as a cookie."),
        DocumentKey(
            "check", .group(check),
            help:
                "A request that fails with a wrong key. It is made before every run, because some servers answer a wrong key with an empty list. Required unless signing in asks the server itself."
        ),
    ]

    static let apiKey: [DocumentKey] = [
        DocumentKey("header", .line(), help: "The header that carries the key."),
        DocumentKey("query", .line(), help: "The parameter that carries the key, where no header can."),
        DocumentKey(
            "because", .line(), help: "Why the key is in the query, where servers and proxies write it into their logs."
        ),
    ]

    static let login: [DocumentKey] = [
        DocumentKey("post", .line(), required: true, help: "Its path below the address."),
        DocumentKey(
            "body", .shared("body"), required: true,
            help:
                "What it says: a tree of constants, { account: user } and { secret: password }, whose values stand in gantry.yaml."
        ),
        DocumentKey("token", .line(), required: true, help: "Where the answer has the token: data.accessToken."),
        DocumentKey(
            "expires", .line(),
            help:
                "Where the answer says for how many seconds the token is good. Without it the token is used until it is refused."
        ),
        DocumentKey("refresh", .group(refresh), help: "How a new token is asked for without the password."),
    ]

    static let refresh: [DocumentKey] = [
        DocumentKey("at", .line(), required: true, help: "Where an answer has the refresh token."),
        DocumentKey("post", .line(), required: true, help: "The path of the request for a new token."),
        DocumentKey(
            "body", .shared("body"), required: true, help: "What it says; { secret: refresh } is the refresh token."),
    ]

    static let clientCredentials: [DocumentKey] = [
        DocumentKey("post", .line(), required: true, help: "Its path below the address: /oauth/token."),
        DocumentKey(
            "send-as", .words(["basic", "form"]), required: true,
            help: "Whether client-id and client-secret are in Authorization: Basic or in the form."),
        DocumentKey("scope", .line(), help: "What the token is asked for."),
    ]

    static let session: [DocumentKey] = [
        login[0], login[1],
        DocumentKey("csrf", .group(csrf), help: "What every further request carries against forgery."),
    ]

    static let csrf: [DocumentKey] = [
        DocumentKey(
            "from", .either([.line(), .group(csrfPlace)]), required: true,
            help: "Where the answer has it: a path, { cookie: XSRF-TOKEN } or { header: X-CSRF-Token }."),
        DocumentKey("header", .line(), required: true, help: "The header that carries it."),
    ]

    static let csrfPlace: [DocumentKey] = [
        DocumentKey("cookie", .line(), help: "The cookie that has it."),
        DocumentKey("header", .line(), help: "The header that has it."),
    ]

    static let check: [DocumentKey] = [
        DocumentKey("get", .line(), required: true, help: "Its path below the address."),
        DocumentKey("query", .map(.text), help: "What it asks."),
        DocumentKey("account", .line(), help: "Where the answer names the account: user.login."),
        DocumentKey("true", .line(), help: "Where the answer must say true."),
        DocumentKey(
            "status", .whole(200...299), help: "The one status of success that proves the key. The default is each."),
    ]
}
