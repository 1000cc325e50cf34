public import ArgumentParser
internal import GantryJSON
internal import GantryKit
internal import GantryPipelines
internal import GantryProgram
internal import GantryTerminal

struct Schema: Action {
    static let configuration = CommandConfiguration(
        abstract: "Print the JSON Schema of a kind of pipeline file, for editors.",
        discussion: """
            An editor that knows the schema completes keys and marks mistakes. The schemas of this version are also in \
            the folder Pipelines.

            Examples:
              gantry schema pipeline
              gantry schema datasets > datasets.schema.json
            """)
    static let canBeRepeated = false

    @Argument(help: "pipeline (payroll), datasets, imports or group.")
    var kind: PipelineSchema

    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let text = kind.text(catalog: Gantry.catalog)
        return Outcome(
            status: .complete, lines: [String(text.dropLast())],
            result: .object(["kind": .string(kind.rawValue), "schema": .string(text)]))
    }
}

extension PipelineSchema: ExpressibleByArgument {}
