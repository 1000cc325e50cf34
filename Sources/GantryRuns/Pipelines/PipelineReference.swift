internal import GantryModel
internal import GantryYAML

/// A pipeline as the command line names it: by its name or the path of its file, and perhaps with the connection that
/// it uses instead of its own, `payroll-monthly@company1`. Its runs are then named so, too.
public struct PipelineReference: Sendable, Equatable, CustomStringConvertible {
    /// The name or the path.
    public let pipeline: String
    /// The connection of `gantry.yaml`; `nil` for the one that the file names.
    public let connection: String?

    /// Both parts unchanged.
    public init(pipeline: String, connection: String?) {
        self.pipeline = pipeline
        self.connection = connection
    }

    /// Reads `payroll-monthly`, `payroll-monthly@company1`, `my/pipeline.yaml` and `my/pipeline.yaml@company1`.
    public init(_ text: String) {
        let place = text.lastIndex(of: "@")
        guard let place, place > text.startIndex, isPlainName(String(text[text.index(after: place)...])) else {
            self.init(pipeline: text, connection: nil)
            return
        }
        self.init(pipeline: String(text[..<place]), connection: String(text[text.index(after: place)...]))
    }

    public var description: String { connection.map { "\(pipeline)@\($0)" } ?? pipeline }
}

extension Pipeline {
    /// The pipeline as it is with a connection instead of its own; itself where that is its own. Its ``text`` stays.
    ///
    /// - Parameter path: how messages call its file.
    /// - Throws: `PipelineFileError` for a group that says which connections it is for, and where the names of its runs
    ///   would be too long.
    public func using(_ connection: String, path: String) throws(PipelineFileError) -> Pipeline {
        if self.connection == connection { return self }
        if let member = members.first(where: { PipelineReference($0).connection != nil }) {
            throw PipelineFileError(
                .notFound, file: path,
                explanation: "\(name) is a group that says which connections it is for: \(member).",
                advice: "Name the group without a connection, or one of its pipelines.")
        }
        let connected = connected(to: connection)
        guard connected.name.utf8.count <= Pipeline.longestName else {
            throw PipelineFileError(
                .notFound, file: path,
                explanation:
                    "\(connected.name) is too long for the names of runs: \(connected.name.utf8.count) characters.",
                advice:
                    "Use shorter names for the pipeline or the connection: at most \(Pipeline.longestName) with the @."
            )
        }
        return connected
    }

    /// A pipeline with another connection must have a name that payroll files can hold.
    private static let longestName = 64

    /// The pipeline with another connection than its file names. Its runs get the name of the connection; one that
    /// sends what another pipeline exported takes the export of the same connection, and a group passes it on.
    private func connected(to connection: String) -> Pipeline {
        func own(_ name: String) -> String {
            PipelineReference(pipeline: PipelineReference(name).pipeline, connection: connection).description
        }
        var pipeline = self
        pipeline.name = own(name)
        switch work {
        case .stages: pipeline.connection = connection
        case .imports(var work):
            pipeline.connection = connection
            work.sheet.export = work.sheet.export.map(own)
            pipeline.work = .imports(work)
        case .group(let members): pipeline.work = .group(members.map(own))
        }
        return pipeline
    }
}
