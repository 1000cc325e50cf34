package import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
package import GantryKit
package import GantryModel
package import GantryRuns

extension Gantry {
    /// The names of the pipelines that pay people in a workspace: those of its files, and those that have runs.
    ///
    /// - Throws: where the journal can't be read.
    package static func payPipelines(in workspace: Workspace, _ session: Session) async throws -> [String] {
        let run = try await runs(in: workspace, .kind(.payroll)).filter { $0.part == nil }.map(\.id.pipeline)
        let names = Set(
            PipelineFiles.names(in: workspace.path + "/Pipelines", workspace, session, where: \.paysPeople) + run)
        // An office can keep its files beside the workspace.
        return names.isEmpty
            ? PipelineFiles.names(in: "./Pipelines", workspace, session, where: \.paysPeople) : names.sorted()
    }
}

extension PipelineFiles {
    /// The names of the pipelines of a folder that are of a kind; those that can't be read are left out.
    package static func names(
        in folder: String, _ workspace: Workspace, _ session: Session, where isWanted: (Pipeline) -> Bool
    ) -> [String] {
        PipelineFolders([folder]).names().filter { name in
            (try? load(name, workspace: workspace, settings: [], session: session)).map(isWanted) ?? false
        }
    }

    /// The pipelines that send the rows of sheets that a person has: those of the workspace, else those beside it, else
    /// those that came with the program.
    package static func sending(_ workspace: Workspace, _ session: Session) -> [String] {
        for folder in [workspace.path + "/Pipelines", "./Pipelines", session.installedPipelines].compactMap(\.self) {
            let names = names(in: folder, workspace, session) { file in
                if case .imports(let work) = file.work { work.sheet.export == nil } else { false }
            }
            if !names.isEmpty { return names }
        }
        return []
    }
}

extension Connection {
    /// The pipeline that an office's own extends: a system that a file describes has one called payroll-SYSTEM, if its
    /// hours can be paid. `nil` where they can't.
    package func payBase(in folders: PipelineFolders) -> String? {
        guard system.dataset(named: KSRCranes.workEntries) == nil else {
            return contract == .deployed ? "payroll-deployed" : "payroll-monthly"
        }
        let name = "payroll-\(system.prefix)"
        return (try? folders.path(of: name)) == nil ? nil : name
    }
}
