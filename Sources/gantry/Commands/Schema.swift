public import ArgumentParser
internal import GantryJSON
public import GantryKit
internal import GantryTerminal

struct Schema: Action {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of files or gantry.yaml, for editors.",
        discussion: """
            An editor that knows the schema completes keys and marks mistakes. The schemas of this version are also in \
            the folder Pipelines.

            Examples:
              gantry schema pipeline
              gantry schema datasets > datasets.schema.json
              gantry schema gantry > gantry.schema.json
            """,
        shouldDisplay: false)
    static let canBeRepeated = false

    @Argument(
        help:
            "pipeline (payroll), extending (payroll like another file), datasets, imports, group, profile or gantry (gantry.yaml)."
    )
    var kind: FileSchema

    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let text = kind.text
        return Outcome(
            status: .complete, lines: [String(text.dropLast())],
            result: .object(["kind": .string(kind.rawValue), "schema": .string(text)]))
    }
}

extension FileSchema: ExpressibleByArgument {}
