internal import GantryModel
internal import GantryYAML

extension AnyPipeline {
    /// Reads and checks the pipeline file at `path`; see `PipelineFile.load(path:catalog:overrides:)`.
    ///
    /// A file with `datasets` exports datasets, one with `submit` or `upload` sends something, one with `runs` names
    /// other pipelines, and any other is a payroll export.
    public static func load(
        path: String, catalog: Catalog, overrides: [String] = []
    ) throws(PipelineFileError) -> AnyPipeline {
        try read(PipelineFile.bytes(path), named: path, catalog: catalog, overrides: overrides)
    }

    /// Reads and checks the text of a pipeline file: UTF-8, at most 1 MiB. Overrides change nothing in a file that
    /// names others.
    public static func read(
        _ bytes: [UInt8], named name: String, catalog: Catalog, overrides: [String] = []
    ) throws(PipelineFileError) -> AnyPipeline {
        var (root, document) = try PipelineFile.tree(bytes, named: name, overrides: [])
        let keys = Set((root.entries ?? []).map(\.key))
        // What changes values of a group's file is meant for the files that it names.
        if !overrides.isEmpty, !keys.contains("runs") {
            (root, document) = try PipelineFile.tree(bytes, named: name, overrides: overrides)
        }
        var reader = PipelineFileReader(document: document, catalog: catalog)
        let file: AnyPipeline? =
            if keys.contains("runs") {
                reader.readGroup(root).map { .group($0) }
            } else if keys.contains("submit") || keys.contains("upload") {
                reader.readImport(root).map { .imports($0) }
            } else if keys.contains("datasets") {
                reader.readDatasets(root).map { .datasets($0) }
            } else {
                reader.read(root).map { .payroll($0) }
            }
        guard let file, reader.document.mistakes.isEmpty else {
            throw PipelineFileError(file: name, mistakes: reader.document.mistakes)
        }
        return file
    }
}
