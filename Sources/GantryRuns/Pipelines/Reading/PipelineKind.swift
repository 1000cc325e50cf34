internal import GantryYAML

/// What a pipeline file does, by the keys at its top.
enum PipelineKind {
    case payroll, datasets, imports, group

    init(_ root: SourceNode) {
        let keys = Set((root.entries ?? []).map(\.key))
        self =
            if keys.contains("runs") {
                .group
            } else if keys.contains("submit") || keys.contains("upload") {
                .imports
            } else if keys.contains("datasets") {
                .datasets
            } else {
                .payroll
            }
    }
}

/// The kind of pipeline file that an output is in.
enum OutputSetting: Equatable {
    /// Its outputs can be payroll files, where it says how hours become pay.
    case payroll(hasPay: Bool)
    /// Its outputs can have the elements of nested lists as rows.
    case datasets
}
