internal import GantryConnectors
internal import GantryModel
internal import GantryYAML

extension ConfigurationKeys {
    /// `notify` of gantry.yaml.
    static let hooks = DocumentKey(
        "notify",
        .map(
            .group(hook, rules: [.exactlyOne(Hook.ways)]), names: ValueShape.plainName,
            canBeEmpty: false),
        help: "Who is told how runs end, by a name for each.")

    static let hook = [
        DocumentKey(
            "mail", .line(pattern: #"^[Ss][Mm][Tt][Pp][Ss]?://[^@/?#\s]+/?$"#),
            help: "A server of mail: smtp://mail.example.com:587, with TLS, or smtps://mail.example.com."),
        DocumentKey("from", .line(pattern: mailPattern), help: "Who writes, for mail."),
        DocumentKey(
            "to", .list(.line(), isUnique: true),
            help: "Who gets it: addresses for mail; ids, addresses or full names of users for vynqtalk."),
        DocumentKey("user", .line(), help: "The account on the server of mail, if it asks for one."),
        DocumentKey("password", .shared("source"), help: "Where the account's password is kept."),
        DocumentKey("webhook", .line(), help: "An address that gets JSON, starting with https://."),
        DocumentKey(
            "secret", .shared("source"),
            help: "Where the key is kept that signs what the webhook gets (HMAC-SHA-256)."),
        DocumentKey(
            "command", .list(.text, most: 64),
            help: "A program and its arguments, run without a shell; it gets the JSON on its standard input."),
        DocumentKey("vynqtalk", .line(), help: "A connection of system vynqtalk, whose account sends a message."),
        DocumentKey("ca-file", .line(), help: "A file with certificates (PEM) that are trusted instead."),
        DocumentKey(
            "on", .list(.words(Hook.Moment.allCases.map(\.rawValue)), isUnique: true),
            help: "How a run must end for it. The default is every way."),
        DocumentKey(
            "pipelines", .list(.line(), isUnique: true),
            help: "Pipelines, by name or by patterns such as payroll-*. The default is all."),
    ]

    private static let mailPattern = #"^[^@\s<>",;:]+@[A-Za-z0-9.-]+$"#
}

extension ConfigurationReader {
    /// `notify`: who is told how runs end; nobody where the file doesn't say.
    ///
    /// - Parameter connections: those of the file, of which a hook can name one.
    mutating func hooks(_ section: Section, _ connections: [Connection]) -> [Hook] {
        entries(
            section, "notify",
            expected: "a group with a name for each, such as office: { mail: smtp://mail.example.com:587, … }",
            wrongName: "This can't be the name of someone to notify."
        ).compactMap { hook($0, connections) }
    }

    private mutating func hook(_ entry: SourceNode.Entry, _ connections: [Connection]) -> Hook? {
        let path = "notify." + entry.key
        guard let section = document.section(entry.value, path, keys: ConfigurationKeys.hook, owner: entry.keyPlace)
        else { return nil }
        let ways = Hook.ways.filter { section.has($0) }
        guard ways.count == 1, let key = ways.first else {
            document.report(
                .conflict, at: entry.keyPlace, "It has \(ways.isEmpty ? "no way" : "several ways") to notify.",
                expected: "one of mail, webhook, command and vynqtalk")
            return nil
        }
        let known = [
            "mail": ["from", "to", "user", "password", "ca-file"], "webhook": ["secret", "ca-file"], "command": [],
            "vynqtalk": ["to"],
        ]
        let others = Set(known.values.joined()).subtracting(known[key] ?? [])
        for other in others.sorted() where section.has(other) {
            document.report(
                .unknownKey, at: section.place(of: other), "A \(key) has no \(other).", expected: "no \(other) here",
                isHarmless: true)
        }
        let way: Hook.Way? =
            switch key {
            case "mail": mail(section).map { .mail($0) }
            case "webhook": webhook(section).map { .webhook($0) }
            case "vynqtalk": talk(section, connections).map { .talk($0) }
            default: words(section, "command", expected: "a list with a program and its arguments").map { .command($0) }
            }
        let moments = moments(section)
        let pipelines =
            section.has("pipelines") ? words(section, "pipelines", expected: "a list of pipelines") ?? [] : []
        let caFile = document.text(section, "ca-file", expected: "the path of a file with certificates (PEM)")
        guard let way else { return nil }
        var hook = Hook(name: entry.key, way: way)
        if let moments { hook.moments = moments }
        hook.pipelines = pipelines
        hook.caFile = caFile.map { absolute($0.value) }
        return hook
    }

    private mutating func mail(_ section: Section) -> Hook.Mail? {
        let expected = "smtp://SERVER:PORT, or smtps://SERVER for TLS from the start"
        guard let server = document.required(section, "mail", expected: expected) else { return nil }
        let rest = ["smtp://", "smtps://"].first { server.value.lowercased().hasPrefix($0) }
            .map { server.value.dropFirst($0.count) }
        let address = "an address such as payroll@example.com"
        let from = document.required(section, "from", expected: address)
        let to = words(section, "to", expected: "a list of addresses, such as [payroll@example.com]")
        let user = document.text(section, "user", expected: "the name of an account")
        let password = section["password"].flatMap {
            source($0, of: SignInCredential("password", ""), in: section)
        }
        guard let rest, !rest.isEmpty, !rest.contains("@"), !rest.dropLast().contains("/"), !rest.contains("?") else {
            document.report(
                .badValue, at: server.place, "This is no address of a server of mail.", expected: expected,
                isHarmless: true)
            return nil
        }
        guard let from, let to else { return nil }
        for text in [from.value] + to where !ConfigurationReader.isMailAddress(text) {
            document.report(.badValue, at: section.place(of: "to"), "\(quoted(text)) is no address.", expected: address)
            return nil
        }
        var mail = Hook.Mail(server: server.value, from: from.value, to: to)
        mail.user = user?.value
        mail.password = password
        return mail
    }

    private mutating func webhook(_ section: Section) -> Hook.Webhook? {
        let expected = "an address that starts with https://"
        guard let url = document.required(section, "webhook", expected: expected) else { return nil }
        let secret = section["secret"].flatMap {
            source($0, of: SignInCredential("secret", ""), in: section)
        }
        // A BaseURL has no query, which such an address may have.
        guard (try? BaseURL(String(url.value.prefix { $0 != "?" }))) != nil else {
            document.report(
                .badValue, at: url.place, "This is no address of a webhook.", expected: expected, isHarmless: true)
            return nil
        }
        return Hook.Webhook(url: url.value, secret: secret)
    }

    private mutating func talk(_ section: Section, _ connections: [Connection]) -> Hook.Talk? {
        let known = connections.filter { $0.system.messages != nil }.map(\.name)
        let expected = known.isEmpty ? "a connection to a system with messages, such as vynqtalk" : listed(known, "or")
        let name = document.required(section, "vynqtalk", expected: expected)
        let to = words(section, "to", expected: "a list of users, by id, e-mail address or full name")
        if to == nil, !section.has("to") {
            document.missing("to", in: section, expected: "who gets the message, such as [payroll@example.com]")
        }
        guard let name else { return nil }
        guard known.contains(name.value), let connection = connections.first(where: { $0.name == name.value }) else {
            document.report(
                .unknownName, at: name.place, "\(quoted(name.value)) is no connection to a system with messages.",
                expected: expected, nearest: nearestWord(to: name.value, among: known), isHarmless: true)
            return nil
        }
        return to.map { Hook.Talk(connection: connection, to: $0) }
    }

    private mutating func moments(_ section: Section) -> Set<Hook.Moment>? {
        guard section.has("on") else { return nil }
        let expected = "a list of \(listed(Hook.Moment.allCases.map(\.rawValue), "or"))"
        guard let words = words(section, "on", expected: expected) else { return nil }
        let moments = words.compactMap { Hook.Moment(rawValue: $0) }
        guard moments.count == words.count else {
            document.report(.badValue, at: section.place(of: "on"), "Found another word for on.", expected: expected)
            return nil
        }
        return Set(moments)
    }

    private mutating func words(_ section: Section, _ key: String, expected: String) -> [String]? {
        guard let items = document.list(section, key, expected: expected), !items.isEmpty else { return nil }
        var words: [String] = []
        for (index, item) in items.enumerated() {
            guard let text = document.text(item, section.path("\(key)[\(index)]"), expected: expected) else {
                return nil
            }
            words.append(text.value)
        }
        return words
    }

    /// What can stand in a header of a message without quoting.
    private static func isMailAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !#"<>",;:()\[]"#.utf8.contains($0) }
    }
}

extension Hook {
    /// The keys of which each hook has one.
    fileprivate static let ways = ["mail", "webhook", "command", "vynqtalk"]
}
