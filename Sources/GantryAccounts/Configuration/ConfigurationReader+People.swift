internal import GantryModel
internal import GantrySignOff
internal import GantryYAML

extension ConfigurationKeys {
    static let person = [
        DocumentKey("name", .line(), required: true, help: "What people call them."),
        DocumentKey(
            "account", .line(),
            help: "The account on this machine with which they sign when their word is enough. The default is any."),
        DocumentKey(
            "key", .line(pattern: "^(ssh-ed25519|ecdsa-sha2-nistp256) [A-Za-z0-9+/]+=*( .*)?$", most: 1_000),
            help: "The public half of their key: the line of id_ed25519.pub, or of an ECDSA key on P-256."),
    ]
}

extension ConfigurationReader {
    /// `people`: who may sign; none where the file doesn't say.
    mutating func people(_ section: Section) -> [Person] {
        let entries = entries(
            section, "people",
            expected: "a group with a name for each person, such as clerk: { name: Payroll Clerk }",
            wrongName: "This can't be what pipeline files call a person.")
        var people: [Person] = []
        for entry in entries {
            if let person = person(entry, besides: people) { people.append(person) }
        }
        return people
    }

    private mutating func person(_ entry: SourceNode.Entry, besides others: [Person]) -> Person? {
        let path = "people." + entry.key
        guard
            let section = document.section(
                entry.value, path, keys: ConfigurationKeys.person, owner: entry.keyPlace)
        else { return nil }
        let name = document.required(section, "name", expected: "what people call them, such as Payroll Clerk")
        let account = document.text(section, "account", expected: "the name of their account on this machine")
        let key = key(section)
        if let key, let other = others.first(where: { $0.key == key }) {
            document.report(
                .duplicate, at: section.place(of: "key"), "\(path) has the key of \(other.id).",
                expected: "a key of their own for each person", isHarmless: true)
        }
        guard let name else { return nil }
        guard !name.value.unicodeScalars.contains(where: \.isUnprintable) else {
            document.report(
                .badValue, at: name.place, "The name has characters that can't be printed.",
                expected: "one line of text")
            return nil
        }
        return Person(id: entry.key, name: name.value, account: account?.value, key: key)
    }

    /// A public key is longer than other texts.
    private mutating func key(_ section: Section) -> SSHPublicKey? {
        let expected = "a line such as ssh-ed25519 AAAA…, as the file id_ed25519.pub holds it"
        guard let text = document.text(section, "key", expected: expected, hasLines: true) else { return nil }
        do {
            return try SSHPublicKey(text.value)
        } catch {
            document.report(
                .badValue, at: text.place, "The key in \(section.path("key")) \(error.explanation).",
                expected: expected,
                isHarmless: true)
            return nil
        }
    }
}
