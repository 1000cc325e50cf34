internal import GantryYAML

/// A pipeline as the command line names it: by its name or the path of its file, and perhaps with the connection that it
/// uses instead of its own, `payroll-monthly@company1`. Its runs are then named so, too.
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
    /// The pipeline with another connection than its file names. Its runs get the name of the connection; one that sends
    /// what another pipeline exported takes the export of the same connection, and a group passes it on.
    func connected(to connection: String) -> Pipeline {
        func own(_ name: String) -> String {
            PipelineReference(pipeline: name, connection: connection).description
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
