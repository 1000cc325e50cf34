internal import GantryModel
internal import GantryYAML

/// A pipeline file or a profile, before anything but its YAML is checked.
enum DocumentFile {
    /// - Parameter what: how messages call it: `pipeline file`.
    static func bytes(_ path: String, what: String) throws(PipelineFileError) -> [UInt8] {
        do {
            return try BoundedFile.read(path, limit: SourceText.byteLimit)
        } catch {
            throw PipelineFileError(
                error.isMissing ? .notFound : .unreadable, file: path,
                explanation: "The \(what) \(singleLine(path, limit: 4_000)) \(error.sentence)", advice: error.advice)
        }
    }

    /// The tree of a file by itself; mistakes of its YAML are thrown where nothing can be read.
    ///
    /// - Parameter expected: what an empty file is told to have.
    static func tree(
        _ bytes: [UInt8], named name: String, expected: String
    ) throws(PipelineFileError) -> (SourceNode, SourceText, [Mistake]) {
        var mistakes: [Mistake] = []
        guard let source = SourceText(bytes, name: name, mistakes: &mistakes) else {
            throw PipelineFileError(file: name, mistakes: mistakes)
        }
        guard let root = YAMLReading.read(source, mistakes: &mistakes) else {
            if mistakes.isEmpty {
                mistakes.append(
                    Mistake(
                        .missingKey, at: Mistake.Place(source: name), found: "The file is empty.", expected: expected))
            }
            throw PipelineFileError(file: name, mistakes: mistakes)
        }
        return (root, source, mistakes)
    }
}
