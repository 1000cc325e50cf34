public import GantryConnectors
public import GantryModel
internal import GantrySignOff
internal import GantryYAML

/// Where the office is, people and a destination that are about to be added to a gantry.yaml, whose other lines stay as
/// they are.
public struct OfficeDraft: Sendable {
    /// Who signs: as pipeline files name them, and what people call them.
    public var people: [(id: String, name: String)]
    /// Where files go: its name, and a folder or an address; `nil` for none.
    public var destination: (name: String, address: String)?

    /// Where the office is, and the language of its sheets; `nil` where nobody said it.
    public var office: (country: Country, language: Language)?

    /// A draft with the given values.
    public init(people: [(id: String, name: String)] = [], destination: (name: String, address: String)? = nil) {
        self.people = people
        self.destination = destination
    }

    /// What of it a file doesn't have yet.
    public func missing(from configuration: Configuration) -> OfficeDraft {
        var draft = OfficeDraft(
            people: people.filter { person in !configuration.people.contains { $0.id == person.id } },
            destination: destination.flatMap { place in
                configuration.destinations.contains { $0.name == place.name } ? nil : place
            })
        // An office that is written down stays as it is.
        draft.office = configuration.office == Office() ? office : nil
        return draft
    }

    /// The sections, each on lines of its own; empty for nothing.
    public var sections: [(key: String, lines: [String])] {
        var sections: [(key: String, lines: [String])] = []
        if let office {
            sections.append(
                ("office", ["  country: \(office.country.code)", "  language: \(office.language.rawValue)"]))
        }
        if !people.isEmpty { sections.append(("people", people.map { "  \($0.id): { name: \(literal($0.name)) }" })) }
        if let destination {
            // The files lie where the program looks for them.
            sections.append(
                (
                    "destinations",
                    ["  \(destination.name):", "    address: \(literal(destination.address))", "    into: \"\""]
                ))
        }
        return sections
    }

    /// Adds what the file doesn't have yet: at the end of a section that it has, else of the file.
    ///
    /// - Throws: `ConfigurationError` where the file can't be used with it, after which nothing is written;
    ///   `FileError`.
    public func add(to path: String, systems: Systems, environment: [String: String]) throws {
        let known = try Configuration.load(path: path, systems: systems, environment: environment)
        let sections = missing(from: known).sections
        guard !sections.isEmpty else { return }
        try AddedSections.add(sections, to: path, systems: systems, environment: environment)
    }
}
