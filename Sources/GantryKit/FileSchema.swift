internal import GantryAccounts
internal import GantryRuns

/// The kinds of files that people write, as JSON Schemas (draft 2020-12) for editors describe them.
public enum FileSchema: String, CaseIterable, Sendable {
    /// A pipeline file that exports pay.
    case pipeline
    /// A pipeline file that exports pay like another one.
    case extending
    /// A pipeline file that exports datasets.
    case datasets
    /// A pipeline file that sends rows or files.
    case imports
    /// A pipeline file that names others.
    case group
    /// The layout of a payroll program's file.
    case profile
    /// gantry.yaml.
    case gantry
    /// The description of a system.
    case system

    /// The schema, from the same tables as the reader. It ends with a line break, and is the same for the same build.
    public var text: String {
        switch self {
        case .pipeline: PipelineSchema.pipeline.text(catalog: Gantry.catalog)
        case .extending: PipelineSchema.extending.text(catalog: Gantry.catalog)
        case .datasets: PipelineSchema.datasets.text(catalog: Gantry.catalog)
        case .imports: PipelineSchema.imports.text(catalog: Gantry.catalog)
        case .group: PipelineSchema.group.text(catalog: Gantry.catalog)
        case .profile: PipelineSchema.profile.text(catalog: Gantry.catalog)
        case .gantry: Configuration.schema(systems: Gantry.systems)
        case .system: SystemFile.schema
        }
    }
}
