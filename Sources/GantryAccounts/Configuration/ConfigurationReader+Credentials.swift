internal import GantryConnectors
internal import GantryModel
internal import GantryYAML

extension ConfigurationKeys {
    /// The credentials of all systems, each once.
    var credentials: [DocumentKey] {
        var known: Set<String> = []
        return systems.all.flatMap(\.credentials).filter { known.insert($0.name).inserted }.map(Self.key)
    }

    static func key(_ credential: SignInCredential) -> DocumentKey {
        let source = ValueShape.shared("source")
        return DocumentKey(
            credential.name, credential.isSecret ? source : .either([source, .line()]),
            help: credential.help + (credential.isSecret ? " Never the value itself, only where it is kept." : ""))
    }
}

extension ConfigurationReader {
    mutating func credentials(_ section: Section, _ system: System?) -> [String: SecretSource] {
        // Without a system nothing is known about its credentials; the system has been reported.
        guard let node = section["credentials"], let system else { return [:] }
        let keys = system.credentials.map(ConfigurationKeys.key)
        let path = section.path("credentials")
        guard let group = document.section(node, path, keys: keys, owner: section.place(of: "credentials")) else {
            return [:]
        }
        var sources: [String: SecretSource] = [:]
        for credential in system.credentials {
            if let value = group[credential.name] {
                sources[credential.name] = source(value, of: credential, in: group)
            }
        }
        return sources
    }

    mutating func source(
        _ node: SourceNode, of credential: SignInCredential, in group: Section
    ) -> SecretSource? {
        let forms = "{ env: NAME }, { file: PATH }, { command: [PROGRAM, …] } or { systemd: NAME }"
        let path = group.path(credential.name)
        switch node.content {
        case .text(let text, _):
            if !credential.isSecret { return .literal(text) }
            document.report(
                .literalSecret, at: group.place(of: credential.name),
                "The file contains the \(credential.name) itself.",
                expected: forms,
                note: "Remove it, and change it in the system if anyone else could read this file.", isHarmless: true
            )
            return nil
        case .refused: return nil
        case .nothing, .list:
            document.report(
                .wrongType, at: group.place(of: credential.name), "\(path) doesn't name its source.",
                expected: forms,
                isHarmless: true)
            return nil
        case .group(let entries):
            guard entries.count == 1, let entry = entries.first, let place = SecretPlace(rawValue: entry.key) else {
                let found =
                    entries.count > 1 ? "\(path) has more than one source." : "\(path) has an unknown source."
                document.report(
                    .badValue, at: group.place(of: credential.name), found, expected: forms, isHarmless: true)
                return nil
            }
            return source(entry, place: place, at: path)
        }
    }

    /// The values of `env`, `file`, `command` and `systemd` aren't shown either, because a secret may be put there by
    /// mistake.
    private mutating func source(_ entry: SourceNode.Entry, place: SecretPlace, at path: String) -> SecretSource? {
        switch place {
        case .env:
            let expected = "the name of an environment variable in capital letters, such as KSR_PASSWORD"
            guard let name = oneLine(entry, path, expected: expected) else { return nil }
            let isName = name.utf8.first.map { !(0x30...0x39).contains($0) } ?? false
            guard isName,
                name.utf8.allSatisfy({ (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F })
            else {
                refuse(entry, path, expected: expected)
                return nil
            }
            return .environment(name)
        case .file:
            return oneLine(entry, path, expected: "the path of a file").map { .file(absolute($0)) }
        case .systemd:
            let expected = "the name of a systemd credential, such as ksr-password"
            guard let name = oneLine(entry, path, expected: expected) else { return nil }
            guard name.utf8.allSatisfy(isNameByte), !name.hasPrefix(".") else {
                refuse(entry, path, expected: expected)
                return nil
            }
            return .systemd(name)
        case .command: return command(entry, path)
        }
    }

    private mutating func command(_ entry: SourceNode.Entry, _ path: String) -> SecretSource? {
        let expected = "a list with the program and its arguments, such as [pass, show, ksr]"
        guard case .list(let items) = entry.value.content, !items.isEmpty, items.count <= 64 else {
            refuse(entry, path, expected: expected)
            return nil
        }
        var words: [String] = []
        for item in items {
            guard case .text(let word, _) = item.content, !word.contains("\0") else {
                refuse(entry, path, expected: expected)
                return nil
            }
            words.append(word)
        }
        return .command(words)
    }

    private mutating func oneLine(_ entry: SourceNode.Entry, _ path: String, expected: String) -> String? {
        guard case .text(let text, _) = entry.value.content, !text.isEmpty, text.utf8.count <= 4_000,
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 })
        else {
            refuse(entry, path, expected: expected)
            return nil
        }
        return text
    }

    private mutating func refuse(_ entry: SourceNode.Entry, _ path: String, expected: String) {
        document.report(
            .badValue, at: entry.keyPlace, "The value of \(path).\(entry.key) can't be used.",
            expected: expected,
            isHarmless: true)
    }
}

/// Where a credential can be kept, by the key that says so.
enum SecretPlace: String, CaseIterable {
    case env
    case file
    case command
    case systemd

    static let keys = allCases.map(\.key)

    private var key: DocumentKey {
        switch self {
        case .env:
            DocumentKey(
                rawValue, .line(pattern: "^[A-Z_][A-Z0-9_]*$", most: 4_000),
                help: "The name of an environment variable in capital letters.")
        case .file:
            DocumentKey(
                rawValue, .line(most: 4_000),
                help:
                    "A file that only its owner can read (chmod 600). A relative path starts at the folder of gantry.yaml."
            )
        case .command:
            DocumentKey(
                rawValue, .list(.text, most: 64),
                help: "A program and its arguments, run without a shell: what it prints within 10 seconds.")
        case .systemd:
            DocumentKey(
                rawValue, .line(pattern: "^[A-Za-z0-9_-][A-Za-z0-9._-]*$", most: 4_000),
                help: "The name of a systemd credential of the service.")
        }
    }
}
