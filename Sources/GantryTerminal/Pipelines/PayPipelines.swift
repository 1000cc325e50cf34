internal import GantryEngine
package import GantryKit
package import GantryModel
internal import GantryRuns

extension Gantry {
    /// The names of the pipelines that pay people in a workspace: those of its files, and those that have runs.
    ///
    /// - Throws: where the journal can't be read.
    package static func payPipelines(in workspace: Workspace, _ session: Session) async throws -> [String] {
        func paying(in folder: String) -> [String] {
            PipelineFolders([folder]).names().filter { name in
                let file = try? PipelineFiles.load(name, workspace: workspace, settings: [], session: session)
                return file?.paysPeople ?? false
            }
        }
        let run = try await runs(in: workspace).filter { $0.paysPeople && $0.identity.part == nil }.map(\.id.pipeline)
        let names = Set(paying(in: workspace.path + "/Pipelines") + run).sorted()
        // An office can keep its files beside the workspace.
        return names.isEmpty ? paying(in: "./Pipelines") : names
    }
}
