internal import GantryModel
package import GantryPayroll
internal import GantryYAML

/// A profile as it was read from its file.
public struct ProfileFile: Sendable, Equatable {
    /// The path of the file.
    public let path: String
    /// The layout itself.
    package let profile: Profile
    /// The text of the file.
    package let text: [UInt8]
    /// The XML schema beside it; `nil` where it names none or there is none.
    package let schema: [UInt8]?

    /// The name that outputs write after `format:`.
    public var name: String { profile.name }
    /// The payroll program and the layout, for people.
    public var title: String { profile.title }
    /// Where the layout is described.
    public var source: String? { profile.source }
    /// By whose description the layout is known: `vendor`, `exporter`, `schema` or `own`. None of them means that a
    /// file was tried in the payroll program.
    public var known: String { profile.known.rawValue }
    /// The same for a person: `the vendor's description`.
    public var knownWords: String { profile.known.words }
    /// What the program does with two rows of one number and code: `adds`, `last-wins`, `refused` or `unknown`.
    public var rowsOfOneCode: String { profile.rowsOfOneCode.rawValue }
    /// The same for a person: `it pays both`.
    public var rowsOfOneCodeWords: String { profile.rowsOfOneCode.words }
    /// `text` or `number`: which payroll numbers the program takes for one.
    public var numberIdentity: String { profile.identity.rawValue }
    /// The columns that an output can put pay codes in.
    public var columns: [String] { profile.columns }
    /// Whether an output must give an absence key for each pay code of leave.
    public var takesAbsence: Bool { profile.uses(.absence) }
    /// What an output must give, by name, with what people call it.
    public var needs: [(name: String, title: String)] { profile.needs.map { ($0.name, $0.title) } }
    /// `line`, `day` or `stretch`: what a row is.
    public var each: String { profile.each.rawValue }
    /// `difference`, `action` or `none`: how corrections are written.
    public var corrections: String { profile.corrections.rawValue }
    /// The length of its rows in characters; `nil` where columns have no widths.
    public var rowLength: Int? { profile.rows.compactMap(\.fixedLength).first }
    /// What its rows can count: `hours`, `days`, `times`.
    public var units: [String] {
        PayUnit.allCases.filter { unit in profile.rows.contains { $0.units?.unit ?? unit == unit } }.map(\.rawValue)
    }
    /// Whether its files can be read back.
    public var isProven: Bool { !profile.isUnproven }
    /// Whether there is an XML schema beside it.
    public var hasSchema: Bool { schema != nil }

    /// Reads and checks the profile at `path`, and the XML schema beside it where there is one.
    ///
    /// - Throws: `PipelineFileError` with every mistake, or because the file is not there, is no ordinary file, or is
    ///   larger than 1 MiB.
    public static func load(path: String) throws(PipelineFileError) -> ProfileFile {
        let text = try DocumentFile.bytes(path, what: "profile")
        let stem = path.split(separator: "/").last.map { $0.prefix { $0 != "." } }
        let profile = try ProfileFileReading.profile(text, named: path, stem: stem.map(String.init))
        var schema: [UInt8]?
        if let name = profile.schema {
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            schema = try? BoundedFile.read(folder + name, limit: 4 << 20)
        }
        return ProfileFile(path: path, profile: profile, text: text, schema: schema)
    }

    /// Whether a text is meant to be a profile and not a pipeline file: by the keys at its top.
    public static func isProfile(path: String) -> Bool {
        guard let bytes = try? BoundedFile.read(path, limit: SourceText.byteLimit) else { return false }
        var mistakes: [Mistake] = []
        guard let source = SourceText(bytes, name: path, mistakes: &mistakes),
            let root = YAMLReading.read(source, mistakes: &mistakes)
        else { return false }
        let keys = (root.entries ?? []).map(\.key)
        return keys.contains("profile") && !keys.contains("pipeline")
    }
}

/// Reads the text of profiles.
package enum ProfileFileReading {
    /// - Parameters:
    ///   - name: how messages call the file.
    ///   - stem: the file's name without its ending, which the profile must have too; `nil` where it has none.
    ///   - isDelivered: whether a file was written by it already, so that it is what it is. The default is no.
    package static func profile(
        _ bytes: [UInt8], named name: String, stem: String? = nil, isDelivered: Bool = false
    ) throws(PipelineFileError) -> Profile {
        let (root, source, mistakes) = try DocumentFile.tree(
            bytes, named: name, expected: "a profile; see Profiles/danlon.yaml for an example")
        var reader = ProfileDocumentReader(document: DocumentReader(source: source, mistakes: mistakes))
        reader.isDelivered = isDelivered
        let profile = reader.read(root)
        if let profile, let stem, profile.name != stem, let entry = root.entries?.first(where: { $0.key == "profile" })
        {
            reader.document.report(
                .conflict, at: entry.value.place,
                "The profile is called \(quoted(profile.name)), but its file \(quoted(stem)).",
                expected: "one name, so that format: \(stem) finds it")
        }
        guard let profile, reader.document.mistakes.isEmpty else {
            throw PipelineFileError(file: name, mistakes: reader.document.mistakes)
        }
        return profile
    }
}
