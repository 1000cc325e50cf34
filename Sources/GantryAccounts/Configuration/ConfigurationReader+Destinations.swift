internal import GantryConnectors
internal import GantryModel
internal import GantryYAML

extension ConfigurationKeys {
    /// `destinations` of gantry.yaml.
    static let destinations = DocumentKey(
        "destinations",
        .map(.group(Destination.settings.map(\.key)), names: ValueShape.plainName, canBeEmpty: false),
        help: "Where published files are delivered to, by the names that pipeline files and commands use.")
}

extension ConfigurationReader {
    /// `destinations`: where files are delivered to; none where the file doesn't say.
    mutating func destinations(_ section: Section) -> [Destination] {
        let entries = entries(
            section, "destinations",
            expected:
                "a group with a name for each destination, such as bank: { address: sftp://files.bank.example/in }",
            wrongName: "This can't be the name of a destination.")
        var found: [Destination] = []
        for entry in entries {
            guard let destination = self.destination(entry) else { continue }
            if let same = found.first(where: { $0.place == destination.place && $0.into == destination.into }) {
                document.report(
                    .conflict, at: entry.keyPlace, "\(entry.key) is the same place as \(same.name).",
                    expected: "one destination for each place, or another into", isHarmless: true)
                continue
            }
            found.append(destination)
        }
        return found
    }

    private mutating func destination(_ entry: SourceNode.Entry) -> Destination? {
        let path = "destinations." + entry.key
        guard
            let section = document.section(
                entry.value, path, keys: Destination.settings.map(\.key), owner: entry.keyPlace)
        else { return nil }
        let place = destinationAddress(section)
        let values = document.values(of: Destination.settings, in: section)
        let hostKeys = hostKeys(section)
        let endpoint = document.text(section, "endpoint", expected: "an address that starts with https://")
        let usesPathStyle = document.flag(section, "path-style")
        let into = into(section)
        let password = secret(section, "password")
        let passphrase = secret(section, "passphrase")
        guard let place else { return nil }
        var destination = Destination(name: entry.key, kind: place.kind, address: place.address)
        values.put(into: &destination)
        destination.password = password
        destination.keyFile = destination.keyFile.map(absolute)
        destination.passphrase = passphrase
        destination.hostKeys = hostKeys
        destination.caFile = destination.caFile.map(absolute)
        destination.endpoint = endpoint.map { (try? BaseURL($0.value))?.description ?? $0.value }
        destination.usesPathStyle = usesPathStyle ?? (endpoint != nil)
        if let into { destination.into = into }
        check(destination, section: section, endpoint: endpoint)
        return destination
    }

    private mutating func destinationAddress(_ section: Section) -> (kind: Destination.Kind, address: String)? {
        let expected =
            "a folder, or an address such as sftp://files.bank.example/in, ftps://…, https://… or s3://bucket/prefix"
        guard let text = document.required(section, "address", expected: expected) else { return nil }
        var address = text.value
        while address.count > 1, address.hasSuffix("/") { address.removeLast() }
        guard let mark = address.firstRange(of: "://") else { return (.folder, absolute(address)) }
        let host = address[mark.upperBound...].prefix { $0 != "/" }
        guard !host.contains("@"), !host.isEmpty, !address.contains("?"), !address.contains("#") else {
            document.report(
                .badValue, at: text.place, "The address has a user, a ? or a #, or no server.",
                expected: "an address without them; the account goes under user and password")
            return nil
        }
        let scheme = address[..<mark.lowerBound].lowercased()
        // A BaseURL takes plain http only for this machine.
        guard let kind = Destination.Kind.allCases.first(where: { $0.schemes.contains(scheme) }),
            scheme != "http" || (try? BaseURL(address)) != nil
        else {
            document.report(
                .badValue, at: text.place, "\(quoted(scheme)) is no kind of destination.", expected: expected)
            return nil
        }
        if kind == .s3 { return (kind, scheme + address[mark.lowerBound...]) }
        // Receipts and books tell places by their addresses, so each has one spelling.
        let usual = [.sftp: 22, .ftps: 21][kind] ?? (scheme == "https" ? 443 : 80)
        let known = try? BaseURL.hostAndPort(host, usual: usual)
        let server = known.map { $0.0 + ($0.1.map { ":\($0)" } ?? "") } ?? host.lowercased()
        let folders = address[host.endIndex...].split(separator: "/")
        return (kind, "\(scheme)://" + ([server] + folders.map(String.init)).joined(separator: "/"))
    }

    /// What the kind of the destination needs or doesn't know.
    private mutating func check(
        _ destination: Destination, section: Section, endpoint: DocumentReader.Located<String>?
    ) {
        let kind = destination.kind
        let all = Destination.Kind.allCases.reduce(into: Set<String>()) { $0.formUnion($1.ownKeys) }
        for key in all.subtracting(kind.ownKeys).sorted() where section.has(key) {
            document.report(
                .unknownKey, at: section.place(of: key), "A destination of the kind \(kind.rawValue) has no \(key).",
                expected: "no \(key) here", isHarmless: true)
        }
        let needed: [String] =
            switch kind {
            case .folder, .webdav: []
            case .sftp: section.has("key-file") || section.has("password") ? ["user"] : ["user", "password"]
            case .ftps, .s3: ["user", "password"]
            }
        for key in needed where !section.has(key) {
            document.missing(
                key, in: section, expected: Destination.settings.first { $0.key.name == key }?.key.help ?? key)
        }
        if let endpoint, (try? BaseURL(endpoint.value)) == nil {
            document.report(
                .badValue, at: endpoint.place, "The endpoint is no address that starts with https://.",
                expected: "an address such as https://store.example")
        }
    }

    private mutating func hostKeys(_ section: Section) -> [String] {
        guard section.has("host-key") else { return [] }
        let expected = "a list of fingerprints, such as [SHA256:…], as ssh-keygen -l prints them"
        guard let items = document.list(section, "host-key", expected: expected) else { return [] }
        return items.compactMap { item in
            guard let text = document.text(item, section.path("host-key"), expected: expected) else { return nil }
            let digits = text.value.hasPrefix("SHA256:") ? text.value.dropFirst(7).count : 0
            guard digits == 43 else {
                document.report(.badValue, at: text.place, "This is no fingerprint.", expected: expected)
                return nil
            }
            return text.value
        }
    }

    private mutating func into(_ section: Section) -> String? {
        let names = Destination.placeholders.map { "{\($0)}" }
        let expected = "names with / between them, such as \(Destination.usualInto), or \"\""
        // An empty text is a value here.
        if case .text(let text, _)? = section["into"]?.content, text.isEmpty { return "" }
        guard let text = document.text(section, "into", expected: expected) else { return nil }
        var rest = text.value
        for name in names {
            rest = rest.split(separator: name, omittingEmptySubsequences: false).joined(separator: "x")
        }
        let steps = rest.split(separator: "/", omittingEmptySubsequences: false)
        guard
            steps.allSatisfy({ step in
                !step.isEmpty && step.first != "." && step.utf8.allSatisfy { isNameByte($0) || $0 == 0x20 }
            })
        else {
            document.report(
                .badValue, at: text.place, "\(quoted(text.value)) can't be a folder of a destination.",
                expected: expected)
            return nil
        }
        return text.value
    }

    private mutating func secret(_ section: Section, _ key: String) -> SecretSource? {
        guard let node = section[key] else { return nil }
        return source(node, of: SignInCredential(key, ""), in: section)
    }
}
