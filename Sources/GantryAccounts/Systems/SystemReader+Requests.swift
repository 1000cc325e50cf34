internal import GantryConnectors
internal import GantryJSON
internal import GantryModel
internal import GantryYAML

extension SystemKeys {
    static let requests: [DocumentKey] = [
        DocumentKey("headers", .map(.text), help: "What every request carries, such as X-Requested-With."),
        DocumentKey(
            "errors", .group(errors), help: "How the server reports a failure."),
        DocumentKey(
            "failed", .group(failed, rules: [.exactlyOne(["is", "is-there"])]),
            help: "What an answer says whose status is a success, where the request failed: state is FAILED."),
        DocumentKey(
            "rate", .line(pattern: RequestRate.pattern),
            help: "How many requests of a connection may start in a second or minute: 5/s or 100/min."),
        DocumentKey(
            "sensitive", .list(.line(), isUnique: true),
            help: "Keys that are cut out of every record before it is stored, besides those that always are."),
    ]

    static let errors: [DocumentKey] = [
        DocumentKey("message", .either(path), help: "Where a refusal says why: a text, or a list of texts."),
        DocumentKey("code", .either(path), help: "Where a refusal has its code."),
        DocumentKey(
            "wait", .group(wait), help: "Where an answer 429 or 503 without Retry-After says how long to wait."),
    ]

    static let waitUnits = [TimeUnit.seconds.rawValue, TimeUnit.milliseconds.rawValue]

    static let wait: [DocumentKey] = [
        DocumentKey("at", .either(path), required: true, help: "Where the number is: error.retry_in."),
        DocumentKey("unit", .words(waitUnits), required: true, help: "What it counts."),
    ]

    static let failed: [DocumentKey] = [
        DocumentKey("at", .either(path), required: true, help: "Where an answer says it: meta.state."),
        DocumentKey(
            "is", .either([.text, .list(.text)]),
            help: "The text, number or flag there that means it, or some of them."),
        DocumentKey(
            "is-there", .always, help: "true: anything there means it but null, false, 0 and what is empty, such as []."
        ),
    ]

    /// Keys under which servers have words about a success too.
    static let plainWords: Set = [
        "message", "messages", "msg", "detail", "details", "description", "title", "text", "info", "meta", "status",
        "result", "response", "data",
    ]
}

extension SystemReader {
    /// What all requests of a system have in common.
    struct Requests {
        var headers: [(name: String, value: String)] = []
        var errors = DescribedErrors(message: nil, code: nil)
        var failed: FailedAnswer?
        var wait: StatedWait?
        var rate: RequestRate?
    }

    /// `requests`: nothing where it isn't there.
    mutating func requests(_ section: Section) -> Requests {
        var requests = Requests()
        guard let group = document.section(section, "requests", keys: SystemKeys.requests) else { return requests }
        let errors = document.section(group, "errors", keys: SystemKeys.errors)
        let message = errors.flatMap { keys($0, "message") }
        requests.errors = DescribedErrors(message: message, code: errors.flatMap { keys($0, "code") })
        failure = message.flatMap { path in
            path.allSatisfy { SystemKeys.plainWords.contains($0.lowercased()) } ? nil : path
        }
        requests.wait = errors.flatMap { wait($0) }
        requests.failed = failed(group)
        requests.rate = document.value(group, "rate", .rate)
        if group.has("sensitive") {
            for item in document.list(group, "sensitive", expected: "a list of keys, such as - api_key") ?? [] {
                if let key = document.text(item, group.path("sensitive"), expected: "a key") {
                    sensitive.append(key.value)
                }
            }
        }
        requests.headers = pairs(group, "headers")
        return requests
    }

    private mutating func wait(_ section: Section) -> StatedWait? {
        guard let group = document.section(section, "wait", keys: SystemKeys.wait) else { return nil }
        if !group.has("at") {
            document.missing("at", in: group, expected: "keys with points between them, such as error.retry_in")
        }
        let path = keys(group, "at")
        if !group.has("unit") {
            document.missing("unit", in: group, expected: listed(SystemKeys.waitUnits) + ", as the server counts")
        }
        let unit = document.choice(group, "unit", what: "unit", among: SystemKeys.waitUnits).flatMap(TimeUnit.init)
        guard let path, let unit else { return nil }
        return StatedWait(path: path, unit: unit)
    }

    private mutating func failed(_ section: Section) -> FailedAnswer? {
        guard let group = document.section(section, "failed", keys: SystemKeys.failed) else { return nil }
        if !group.has("at") {
            document.missing("at", in: group, expected: "keys with points between them, such as meta.state")
        }
        let path = keys(group, "at")
        guard group.has("is-there") else {
            let values = texts(group, "is", expected: "what is there where a request failed, such as [FAILED, ERROR]")
            guard let path, let values else { return nil }
            return FailedAnswer(path: path, values: values)
        }
        if group.has("is") {
            document.report(
                .conflict, at: group.place(of: "is-there"), "\(group.path) has is and is-there.",
                expected: "exactly one of is or is-there")
        }
        if document.flag(group, "is-there") == false, let node = group["is-there"] {
            document.report(
                .badValue, at: node.place, "\(group.path("is-there")) is false.", expected: "is-there: true")
        }
        return path.map { FailedAnswer(path: $0, values: nil) }
    }

    /// One text or a list of them, which isn't empty; `nil` for a mistake.
    mutating func texts(_ section: Section, _ key: String, expected: String) -> [String]? {
        guard case .list? = section[key]?.content else {
            return document.required(section, key, expected: expected).map { [$0.value] }
        }
        guard let items = document.list(section, key, expected: expected) else { return nil }
        let texts = items.compactMap { document.text($0, section.path(key), expected: expected)?.value }
        return texts.count < items.count ? nil : texts
    }

    /// Names with constant texts: a query, or headers.
    mutating func pairs(_ section: Section, _ key: String) -> [(name: String, value: String)] {
        guard let node = section[key] else { return [] }
        let expected = "a group of names, each with its text"
        guard let entries = node.entries else {
            document.wrongType(node, section.path(key), expected: expected)
            return []
        }
        return entries.compactMap { entry in
            if isSecretName(entry.key) {
                reportSecret(section.path(key), entry)
                return nil
            }
            if case .text("", _) = entry.value.content { return (entry.key, "") }
            guard let text = document.text(entry.value, section.path(key) + "." + entry.key, expected: "a text") else {
                return nil
            }
            if let brace = text.value.firstIndex(of: "{"), !isExpression(text.value) {
                report(
                    in: text, from: text.value.distance(from: text.value.startIndex, to: brace),
                    "There is no placeholder here.", expected: "a text that is always the same")
            }
            return (entry.key, text.value)
        }
    }
}
