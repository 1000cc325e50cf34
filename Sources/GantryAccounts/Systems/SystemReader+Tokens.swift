internal import GantryConnectors
internal import GantryJSON
internal import GantryModel
internal import GantryYAML

extension SystemKeys {
    static let login: [DocumentKey] = [
        DocumentKey("post", .line(), required: true, help: "Its path below the address."),
        DocumentKey(
            "body", .shared("body"), required: true,
            help:
                "What it says: a tree of constants, { account: user } and { secret: password }, whose values stand in gantry.yaml."
        ),
        DocumentKey("token", .either(path), required: true, help: "Where the answer has the token: data.accessToken."),
        DocumentKey(
            "expires", .either(path),
            help:
                "Where the answer says for how many seconds the token is good. Without it the token is used until it is refused."
        ),
        DocumentKey("refresh", .group(refresh), help: "How a new token is asked for without the password."),
    ]

    static let refresh: [DocumentKey] = [
        DocumentKey("at", .either(path), required: true, help: "Where an answer has the refresh token."),
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
            "from", .either(path + [.group(csrfPlace)]), required: true,
            help: "Where the answer has it: a path, { cookie: XSRF-TOKEN } or { header: X-CSRF-Token }."),
        DocumentKey("header", .line(), required: true, help: "The header that carries it."),
    ]

    static let csrfPlace: [DocumentKey] = [
        DocumentKey("cookie", .line(), help: "The cookie that has it."),
        DocumentKey("header", .line(), help: "The header that has it."),
    ]
}

extension SystemReader {
    /// `login`: a request that gives a token.
    mutating func login(_ section: Section) -> TokenRequest? {
        guard let group = document.section(section, "login", keys: SystemKeys.login) else { return nil }
        let path = path(group, "post")
        let body = credentialBody(group)
        let hasToken = group.has("token")
        if !hasToken { document.missing("token", in: group, expected: "where the answer has the token: access_token") }
        let token = keys(group, "token")
        let expires = keys(group, "expires")
        let refresh = group.has("refresh") ? refresh(group) : nil
        guard let path, let body, let token else { return nil }
        return TokenRequest(path: path, ask: .login(body), token: token, expires: expires, refresh: refresh)
    }

    private mutating func refresh(_ section: Section) -> TokenRequest.Refresh? {
        guard let group = document.section(section, "refresh", keys: SystemKeys.refresh) else { return nil }
        if !group.has("at") { document.missing("at", in: group, expected: "where an answer has the refresh token") }
        let at = keys(group, "at")
        let path = path(group, "post")
        guard let body = credentialBody(group, named: "refresh") else { return nil }
        guard let at, let path else { return nil }
        return TokenRequest.Refresh(at: at, path: path, body: body)
    }

    /// `client-credentials`: a form that gives a token.
    mutating func clientCredentials(_ section: Section) -> TokenRequest? {
        guard let group = document.section(section, "client-credentials", keys: SystemKeys.clientCredentials) else {
            return nil
        }
        let path = path(group, "post")
        if !group.has("send-as") {
            document.missing("send-as", in: group, expected: "basic, or form where the server wants them in the body")
        }
        let way = document.choice(group, "send-as", what: "way", among: ["basic", "form"])
        let scope = document.text(group, "scope", expected: "what the token is asked for")
        guard let path, let way else { return nil }
        return TokenRequest(
            path: path, ask: .program(sendsBasic: way == "basic", scope: scope?.value), token: ["access_token"],
            expires: ["expires_in"])
    }

    /// `session`: a request whose answer sets cookies.
    mutating func session(_ section: Section) -> SessionRequest? {
        guard let group = document.section(section, "session", keys: SystemKeys.session) else { return nil }
        let path = path(group, "post")
        let body = credentialBody(group)
        var csrf: (from: SessionRequest.Guard, header: String)?
        if let place = document.section(group, "csrf", keys: SystemKeys.csrf) {
            let header = headerName(place, "header")
            guard let from = csrfPlace(place), let header else { return nil }
            csrf = (from, header)
        }
        guard let path, let body else { return nil }
        return SessionRequest(path: path, body: body, csrf: csrf)
    }

    private mutating func csrfPlace(_ section: Section) -> SessionRequest.Guard? {
        let expected = "a path such as csrfToken, { cookie: XSRF-TOKEN } or { header: X-CSRF-Token }"
        guard let node = section["from"] else {
            document.missing("from", in: section, expected: expected)
            return nil
        }
        guard node.entries != nil else { return keys(section, "from").map { .path($0) } }
        guard let group = document.section(section, "from", keys: SystemKeys.csrfPlace) else { return nil }
        let names = ["cookie", "header"].filter { group.has($0) }
        guard names.count == 1, let name = document.text(group, names[0], expected: "its name") else {
            if names.count != 1 {
                document.report(.conflict, at: group.owner, "\(group.path) must say one place.", expected: expected)
            }
            return nil
        }
        return names[0] == "cookie" ? .cookie(name.value) : .header(name.value)
    }

    /// `body`, in which `{ secret: NAME }` and `{ account: NAME }` are credentials.
    ///
    /// - Parameter only: the one credential that it can name; `nil`, the default, for any.
    private mutating func credentialBody(_ section: Section, named only: String? = nil) -> CredentialBody? {
        let expected =
            only.map { "{ secret: \($0) } where it belongs" }
            ?? "such as { name: { account: user }, password: { secret: password } }"
        guard let node = section["body"] else {
            document.missing("body", in: section, expected: expected)
            return nil
        }
        let before = document.mistakes.count
        let tree = credentialTree(node, at: section.path("body"), only: only)
        guard let tree, document.mistakes.count == before, !isOpen(section.path("body")) else { return nil }
        let body = CredentialBody(tree)
        guard body.credentials.contains(where: \.isSecret) else {
            document.report(
                .missingKey, at: section.place(of: "body"), "\(section.path("body")) sends no secret.",
                expected: expected)
            return nil
        }
        return body
    }

    private mutating func credentialTree(_ node: SourceNode, at path: String, only: String?) -> JSONTree? {
        switch node.content {
        case .nothing: return .null
        case .refused: return nil
        case .text(let text, let isPlain): return constant(text, isPlain: isPlain)
        case .list(let items): return .array(items.compactMap { credentialTree($0, at: path, only: only) })
        case .group(let entries):
            if entries.count == 1, let entry = entries.first, entry.key == "secret" || entry.key == "account" {
                return credential(entry, at: path, only: only)
            }
            var members: [JSONTree.Member] = []
            for entry in entries {
                if case .text = entry.value.content, isSecretName(entry.key) {
                    reportSecret(path, entry)
                } else if let tree = credentialTree(entry.value, at: path + "." + entry.key, only: only) {
                    members.append(JSONTree.Member(entry.key, tree))
                }
            }
            return .object(members)
        }
    }

    private mutating func credential(_ entry: SourceNode.Entry, at path: String, only: String?) -> JSONTree? {
        guard let name = document.text(entry.value, path + "." + entry.key, expected: "the name of a credential") else {
            return nil
        }
        if let only, name.value != only || entry.key != "secret" {
            document.report(
                .badValue, at: name.place, "A new token is asked for with the refresh token alone.",
                expected: "{ secret: \(only) }")
            return nil
        }
        guard isPlainName(name.value) else {
            document.report(
                .unsafeName, at: name.place, "\(quoted(name.value)) can't be the name of a credential.",
                expected: "lower-case letters, digits and -; its value stands in gantry.yaml under credentials")
            return nil
        }
        return .object([JSONTree.Member(entry.key, .string(name.value))])
    }
}
