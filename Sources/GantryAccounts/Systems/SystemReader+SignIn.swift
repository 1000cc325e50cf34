internal import GantryConnectors
internal import GantryModel
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

    static let check: [DocumentKey] = [
        DocumentKey("get", .line(), required: true, help: "Its path below the address."),
        DocumentKey("query", .map(.text), help: "What it asks."),
        DocumentKey("account", .either(path), help: "Where the answer names the account: user.login."),
        DocumentKey("true", .either(path), help: "Where the answer must say true."),
        DocumentKey(
            "status", .whole(200...299), help: "The one status of success that proves the key. The default is each."),
    ]
}

extension SystemReader {
    /// `sign-in`: exactly one way, and the request that proves it.
    mutating func signIn(_ section: Section, headers: [(name: String, value: String)]) -> DescribedSignIn? {
        let expected = "one of " + listed(SystemKeys.ways) + ", and check"
        guard section.has("sign-in") else {
            document.missing("sign-in", in: section, expected: expected)
            return nil
        }
        guard let group = document.section(section, "sign-in", keys: SystemKeys.signIn) else { return nil }
        let ways = SystemKeys.ways.filter { group.has($0) }
        if ways.count != 1 {
            document.report(
                .conflict, at: ways.count > 1 ? group.place(of: ways[1]) : group.owner,
                ways.isEmpty ? "sign-in says no way to sign in." : "sign-in has \(listed(ways, "and")).",
                expected: "exactly one of " + listed(SystemKeys.ways))
        }
        let kind: DescribedSignIn.Kind? =
            switch ways.first {
            case "none": isEmpty(group, "none") ? DescribedSignIn.Kind.none : nil
            case "api-key": apiKey(group).map { .apiKey($0) }
            case "basic": isEmpty(group, "basic") ? .basic : nil
            case "bearer": isEmpty(group, "bearer") ? .bearer : nil
            case "login": login(group).map { .token($0) }
            case "client-credentials": clientCredentials(group).map { .token($0) }
            case "session": session(group).map { .session($0) }
            default: nil
            }
        let isProving = ways.first.map(SystemKeys.proving.contains) ?? false
        let check = isProving && !group.has("check") ? nil : check(group)
        guard let kind, check != nil || isProving else { return nil }
        return DescribedSignIn(kind, check: check, headers: headers)
    }

    private mutating func apiKey(_ section: Section) -> TokenCarrier? {
        guard let group = document.section(section, "api-key", keys: SystemKeys.apiKey) else { return nil }
        let places = ["header", "query"].filter { group.has($0) }
        guard places.count == 1 else {
            document.report(
                places.isEmpty ? .missingKey : .conflict,
                at: places.isEmpty ? group.owner : group.place(of: "query"),
                places.isEmpty ? "\(group.path) doesn't say where the key is." : "\(group.path) has header and query.",
                expected: "header: with the name of the header that carries it")
            return nil
        }
        if places == ["header"] {
            if group.has("because") {
                document.report(
                    .conflict, at: group.place(of: "because"), "because belongs to a key in the query.",
                    expected: "no because")
            }
            return headerName(group, "header").map { .header($0) }
        }
        guard let name = document.text(group, "query", expected: "the name of a parameter") else { return nil }
        let because = document.text(group, "because", expected: "why no header carries the key")
        guard because != nil || isOpen(group.path("because")) else {
            document.report(
                .missingKey, at: group.place(of: "query"),
                "A key in the query stands in the logs of every server on the way.",
                expected: "header: with the name of the header that carries it; or because: with why no header can")
            return nil
        }
        return .query(name.value)
    }

    /// The name of a header.
    mutating func headerName(_ section: Section, _ key: String) -> String? {
        guard let name = document.required(section, key, expected: "the name of a header, such as X-API-Key") else {
            return nil
        }
        guard name.value.utf8.allSatisfy({ isNameByte($0) && $0 != 0x2E }) else {
            document.report(
                .badValue, at: name.place, "\(quoted(name.value)) can't be the name of a header.",
                expected: "letters, digits, - and _")
            return nil
        }
        return name.value
    }

    private mutating func isEmpty(_ section: Section, _ key: String) -> Bool {
        guard let node = section[key] else { return false }
        switch node.content {
        case .nothing: return true
        case .group(let entries) where entries.isEmpty: return true
        default:
            document.wrongType(node, section.path(key), expected: "{}: its credentials stand in gantry.yaml")
            return false
        }
    }

    private mutating func check(_ section: Section) -> DescribedSignIn.Check? {
        guard section.has("check") else {
            document.report(
                .missingKey, at: section.owner, "sign-in has no key \"check\".",
                expected: "check: { get: /users/current.json, account: user.login }",
                note:
                    "Some servers answer a wrong key with an empty list, so a request must prove the key before every run."
            )
            return nil
        }
        guard let group = document.section(section, "check", keys: SystemKeys.check) else { return nil }
        let path = path(group, "get")
        let query = pairs(group, "query")
        let account = keys(group, "account")
        let isTrue = keys(group, "true")
        let status = document.wholeNumber(group, "status", in: 200...299)
        guard let path else { return nil }
        return DescribedSignIn.Check(path: path, query: query, account: account, isTrue: isTrue, status: status)
    }

    /// A path of a request: below the address, without a query.
    /// - Parameter takesKey: whether one of its steps can be `{key}`. The default is false.
    mutating func path(_ section: Section, _ key: String, takesKey: Bool = false) -> String? {
        guard let text = document.required(section, key, expected: "a path that begins with /") else { return nil }
        return checkPath(text.value, in: text, takesKey: takesKey) ? text.value : nil
    }

    /// Whether a path is one below the address; what isn't is reported.
    ///
    /// - Parameter path: what is checked of the text.
    mutating func checkPath(
        _ path: String, in text: DocumentReader.Located<String>, takesKey: Bool = false
    ) -> Bool {
        let problem: (offset: Int, found: String)? =
            if path.contains("://") {
                (0, "This is a whole address; the connection in gantry.yaml says where the server is.")
            } else if !path.hasPrefix("/") {
                (0, "The path doesn't begin with /.")
            } else if let mark = path.firstIndex(where: { $0 == "?" || $0 == "#" }) {
                (
                    path.distance(from: path.startIndex, to: mark),
                    "A path has no \(path[mark]); what follows belongs under query."
                )
            } else if path.split(separator: "/").contains(where: { $0 == ".." || $0 == "." }) {
                (0, "A path can't have . or .. as a step.")
            } else if let brace = path.firstIndex(of: "{"), !isExpression(path),
                !takesKey || !hasOneKey(path)
            {
                (
                    path.distance(from: path.startIndex, to: brace),
                    takesKey
                        ? "The one placeholder of a path is {key}, as a step of its own."
                        : "There is no placeholder here."
                )
            } else if !path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C && $0 != 0x25 }) {
                (0, "The path has a character that is none of an address.")
            } else {
                nil
            }
        guard let problem else { return true }
        report(in: text, from: problem.offset, problem.found, expected: "such as /api/users")
        return false
    }

    private func hasOneKey(_ path: String) -> Bool {
        let steps = path.split(separator: "/").filter { $0.contains("{") || $0.contains("}") }
        return steps.count == 1 && steps[0] == DescribedDataset.keyPlaceholder
    }
}
