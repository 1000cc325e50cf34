internal import GantryYAML

extension ConfigurationKeys {
    static let journal = DocumentKey(
        "journal",
        .group([
            DocumentKey(
                "postgresql", .group(database), required: true, help: "A database of PostgreSQL 13 or newer.")
        ]),
        help:
            "Where runs and ledger are kept, for workspaces of several machines. The default is a file in the workspace."
    )

    fileprivate static let database = [
        DocumentKey(
            "env", .line(pattern: "^[A-Z_][A-Z0-9_]*$"), required: true,
            help: "The environment variable with its address, as libpq reads it.")
    ]
}

extension ConfigurationReader {
    /// `journal`: the variable with the address of its database; `nil` where the file doesn't say.
    mutating func journal(_ section: Section) -> String? {
        guard section["journal"] != nil else { return nil }
        guard let group = document.section(section, "journal", keys: ["postgresql"]) else { return nil }
        let expected =
            "postgresql: { env: GANTRY_JOURNAL }, with the name of the environment variable that holds the address"
        guard let node = group["postgresql"] else {
            document.missing("postgresql", in: group, expected: expected)
            return nil
        }
        if case .text = node.content {
            document.report(
                .badValue, at: node.place, "Found an address, which can contain a password.", expected: expected)
            return nil
        }
        guard let place = document.section(group, "postgresql", keys: ConfigurationKeys.database) else { return nil }
        guard let name = document.required(place, "env", expected: "the name of an environment variable") else {
            return nil
        }
        guard name.value.wholeMatch(of: /[A-Z_][A-Z0-9_]*/) != nil else {
            document.report(
                .badValue, at: name.place, "This is not the name of an environment variable.",
                expected: "a name in capital letters, digits and _, such as GANTRY_JOURNAL")
            return nil
        }
        return name.value
    }
}

extension Configuration {
    /// What a configuration says of the journal, whatever else is in it; `nil` where it says nothing or isn't there.
    ///
    /// - Throws: `ConfigurationError` with the mistakes of that part alone.
    package static func journalVariable(path: String) throws(ConfigurationError) -> String? {
        try part("journal", of: path) { $0.journal($1) }
    }
}
