internal import GantryConnectors
internal import GantryFiles
public import GantryModel
internal import GantryYAML

extension Workspace {
    /// The zone of the office, by which days are told: that of gantry.yaml, else that of this machine.
    ///
    /// - Throws: `ConfigurationError` for a name that the time zone database of this machine doesn't have.
    public func zone() throws(ConfigurationError) -> Zone {
        if let zone = try configuredZone() { return zone }
        return try machineZone()
    }

    /// What `office` of gantry.yaml says; `nil` where it says no zone.
    ///
    /// - Throws: as ``zone()``.
    public func configuredZone() throws(ConfigurationError) -> Zone? {
        try office().zone
    }

    /// The zone of this machine, by `TZ` or its settings.
    ///
    /// - Throws: as ``zone()``.
    public func machineZone() throws(ConfigurationError) -> Zone {
        let variable = environment["TZ"]
        guard let zone = Zone.ofMachine(variable) else {
            throw ConfigurationError(
                .mistaken, file: "TZ",
                explanation:
                    "The environment variable TZ names no time zone of this machine: \(quoted(variable ?? "")).",
                advice:
                    "Set it to a name in \(Zone.folder) such as Europe/Copenhagen, or write office: { zone: … } in gantry.yaml."
            )
        }
        return zone
    }

    /// The day at the office.
    ///
    /// - Throws: as ``zone()``.
    public func today() throws(ConfigurationError) -> CivilDate { try zone().day(at: .now) }
}

extension Configuration {
    /// What a configuration says under one key, whatever else is in it; `nil` where it says nothing or isn't there.
    ///
    /// - Throws: `ConfigurationError` with the mistakes of that part alone.
    static func part<Part>(
        _ key: String, of path: String,
        read: (inout ConfigurationReader, ConfigurationReader.Section) -> Part?
    ) throws(ConfigurationError) -> Part? {
        var mistakes: [Mistake] = []
        // Who reads the rest of the file reports what is wrong with it.
        guard let bytes = try? BoundedFile.read(path, limit: SourceText.byteLimit, guarding: .settings),
            let source = SourceText(bytes, name: path, visibility: .marked, mistakes: &mistakes),
            let root = YAMLReading.read(source, mistakes: &mistakes), let entries = root.entries,
            let entry = entries.first(where: { $0.key == key })
        else { return nil }
        var reader = ConfigurationReader(
            document: DocumentReader(source: source), systems: Systems([]), folder: ".", environment: [:])
        let keys = entries.map(\.key)
        guard let section = reader.document.section(root, "", keys: keys, owner: entry.keyPlace) else { return nil }
        let part = read(&reader, section)
        guard reader.document.mistakes.isEmpty else {
            throw ConfigurationError(file: path, mistakes: reader.document.mistakes)
        }
        return part
    }
}
