public import GantryAccounts
internal import GantryModel
internal import GantryOutputs
internal import GantryYAML

extension Pipeline {
    /// Reads and checks the pipeline file at `path`.
    ///
    /// - Parameters:
    ///   - catalog: The datasets, checks and submissions that this build knows.
    ///   - overrides: `--set` options, `key=value`, in the order given; see
    ///     `read(_:named:catalog:overrides:profiles:)`.
    ///   - connection: the connection that is used instead of the one that the file names; the pipeline's name is then
    ///     `NAME@CONNECTION`, unless it is the file's own. The default is the file's own.
    ///   - profiles: where the layouts are that outputs can name. The default is nowhere.
    ///   - pipelines: where the files are that one can extend. The default is nowhere.
    ///   - office: what holds where the file says nothing. The default is an office of which nothing is known.
    /// - Throws: `PipelineFileError` with every mistake of the file and the options, or because the file is missing, is
    ///   not an ordinary file, or is larger than 1 MiB.
    public static func load(
        path: String, catalog: Catalog, overrides: [String] = [], connection: String? = nil,
        profiles: ProfileFolders? = nil, pipelines: PipelineFolders? = nil, office: Office = Office()
    ) throws(PipelineFileError) -> Pipeline {
        let settings = overrides + (connection.map { ["connection=\($0)"] } ?? [])
        let file = try read(
            bytes(path), named: path, catalog: catalog, overrides: settings, profiles: profiles, pipelines: pipelines,
            office: office)
        guard let connection else { return file }
        // With the file's own connection its runs are the same as without it.
        let own = try? read(
            bytes(path), named: path, catalog: catalog, overrides: overrides, profiles: profiles, pipelines: pipelines,
            office: office)
        if own?.connection == connection { return file }
        // The option has given it the connection; its name has to say so.
        var other = file
        other.connection = nil
        return try other.using(connection, path: path)
    }

    /// Reads and checks the text of a pipeline file: UTF-8, at most 1 MiB.
    ///
    /// A file with `datasets` exports datasets, one with `submit` or `upload` sends something, one with `runs` is a
    /// group, and any other is a payroll export.
    ///
    /// - Parameters:
    ///   - name: How messages call the file.
    ///   - overrides: `key=value`, where the key is a path of keys (`rejects.max=5`, `outputs[0].dialect=excel-da`) and
    ///     the value a single text or number. They take effect before anything is checked, so that an unusable value is
    ///     reported as a mistake of the option. In a group they change nothing: they are meant for its members.
    ///   - profiles: where the layouts are that outputs can name. The default is nowhere.
    ///   - pipelines: where the files are that one can extend. The default is nowhere.
    ///   - office: what holds where the file says nothing. The default is an office of which nothing is known.
    /// - Throws: `PipelineFileError` with every mistake; the mistakes of one place come together.
    public static func read(
        _ bytes: [UInt8], named name: String, catalog: Catalog, overrides: [String] = [],
        profiles: ProfileFolders? = nil, pipelines: PipelineFolders? = nil, office: Office = Office()
    ) throws(PipelineFileError) -> Pipeline {
        var (root, document) = try tree(bytes, named: name, overrides: [], pipelines)
        if !overrides.isEmpty, PipelineKind(root) != .group {
            (root, document) = try tree(bytes, named: name, overrides: overrides, pipelines)
        }
        root = office.applied(to: root)
        var reader = PipelineReader(document: document, catalog: catalog, profiles: profiles)
        guard var file = reader.read(root), reader.document.mistakes.isEmpty else {
            // Whether the file is right by itself decides what is to be corrected.
            let isRight =
                !overrides.isEmpty
                && (try? read(bytes, named: name, catalog: catalog, profiles: profiles, pipelines: pipelines)) != nil
            throw PipelineFileError(file: name, mistakes: reader.document.mistakes, isOfSettings: isRight)
        }
        if case .imports(var work) = file.work {
            work.sheet.hasDecimalComma = office.country?.usesDecimalComma
            work.sheet.datesOfCountry = office.country?.dayOrder
            file.work = .imports(work)
        }
        // No byte of an export depends on these.
        file.text = root.without(["checkpoint"]).without(["records", "page-size"]).yaml
        return file
    }

    /// Reads the pipeline file that a payroll export holds. Outputs in layouts that aren't beside it are left out: no
    /// file of the export is written by them.
    package static func read(
        exported bytes: [UInt8], named name: String, catalog: Catalog, profiles: ProfileFolders
    ) throws(PipelineFileError) -> Pipeline {
        var (root, document) = try tree(bytes, named: name, overrides: [])
        let known = Set(OutputFormats.all.map(\.name) + profiles.names())
        root.content = .group(
            (root.entries ?? []).map { entry in
                guard entry.key == "outputs", case .list(let items) = entry.value.content else { return entry }
                var entry = entry
                entry.value.content = .list(
                    items.filter { item in
                        guard
                            case .text(let format, _)? = item.entries?.first(where: { $0.key == "format" })?.value
                                .content
                        else { return true }
                        return known.contains(format)
                    })
                return entry
            })
        var reader = PipelineReader(document: document, catalog: catalog, profiles: profiles)
        reader.isExported = true
        guard let file = reader.read(root), reader.document.mistakes.isEmpty else {
            throw PipelineFileError(file: name, mistakes: reader.document.mistakes)
        }
        return file
    }

    private static func bytes(_ path: String) throws(PipelineFileError) -> [UInt8] {
        try DocumentFile.bytes(path, what: "pipeline file")
    }

    /// The tree of a file with the options applied to it; mistakes of its YAML alone are thrown.
    private static func tree(
        _ bytes: [UInt8], named name: String, overrides: [String], _ pipelines: PipelineFolders? = nil
    ) throws(PipelineFileError) -> (SourceNode, DocumentReader) {
        var (root, source, mistakes) = try tree(bytes, named: name)
        var base: SourceText?
        if root.entries?.contains(where: { $0.key == PipelineKeys.extends }) ?? false {
            (root, base) = try extended(root, in: source, pipelines)
        }
        var document = DocumentReader(source: source, base: base, options: overrides, mistakes: mistakes)
        document.apply(overrides, to: &root)
        return (root, document)
    }

    private static func tree(
        _ bytes: [UInt8], named name: String
    ) throws(PipelineFileError) -> (SourceNode, SourceText, [Mistake]) {
        try DocumentFile.tree(
            bytes, named: name, expected: "a pipeline; see Pipelines/payroll-monthly.yaml for an example")
    }

    /// The tree of a file that says only what differs from another one, with the rest of that one.
    private static func extended(
        _ root: SourceNode, in source: SourceText, _ pipelines: PipelineFolders?
    ) throws(PipelineFileError) -> (SourceNode, SourceText) {
        var document = DocumentReader(source: source)
        let entry = root.entries?.first { $0.key == PipelineKeys.extends }
        func refuse(_ found: String, _ expected: String?) -> PipelineFileError {
            document.report(.badValue, at: entry?.value.place ?? root.place, found, expected: expected)
            return PipelineFileError(file: source.name, mistakes: document.mistakes)
        }
        guard let pipelines, let name = root.word(PipelineKeys.extends) else {
            throw refuse("This extends nothing that can be found.", "the name of a pipeline, such as payroll-monthly")
        }
        let path: String
        do throws(PipelineFileError) { path = try pipelines.path(of: name, besides: source.name) } catch {
            throw refuse(error.explanation, nil)
        }
        let (other, base, mistakes) = try tree(bytes(path), named: path)
        guard mistakes.isEmpty else { throw PipelineFileError(file: path, mistakes: mistakes) }
        guard other.word(PipelineKeys.extends) == nil else {
            throw refuse("\(path) extends another file itself.", "a file that extends none")
        }
        return (
            root.without([PipelineKeys.extends]).extending(other, named: ["outputs": "file"]), base
        )
    }
}
