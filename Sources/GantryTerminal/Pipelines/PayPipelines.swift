package import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
package import GantryKit
package import GantryModel
package import GantryRuns

extension Gantry {
    /// The names of the pipelines that pay people in a workspace: those of its files and of those beside it, and those
    /// that have runs.
    ///
    /// - Throws: where the journal can't be read.
    package static func payPipelines(in workspace: Workspace, _ session: Session) async throws -> [String] {
        let run = try await runs(in: workspace, .kind(.payroll)).filter { $0.part == nil }.map(\.id.pipeline)
        func names(in folder: String) -> [String] {
            PipelineFiles.names(in: [folder], workspace, session, where: \.paysPeople)
        }
        let own = Set(names(in: workspace.path + "/Pipelines") + run)
        // An office can keep its files beside the workspace. Where the program itself lies there, they are examples.
        let isOfProgram = session.installedPipelines.map(Folders.fullPath) == Folders.fullPath("./Pipelines")
        return isOfProgram && !own.isEmpty ? own.sorted() : own.union(names(in: "./Pipelines")).sorted()
    }
}

extension PipelineFiles {
    /// The names of the pipelines of folders that are of a kind, each once; those that can't be read are left out.
    package static func names(
        in folders: [String], _ workspace: Workspace, _ session: Session, where isWanted: (Pipeline) -> Bool
    ) -> [String] {
        PipelineFolders(folders).names().filter { name in
            (try? load(name, workspace: workspace, settings: [], session: session)).map(isWanted) ?? false
        }
    }

    /// The names of an office's own pipelines of a kind: those of the workspace, and those beside it.
    package static func own(
        _ workspace: Workspace, _ session: Session, where isWanted: (Pipeline) -> Bool
    ) -> [String] {
        names(in: [workspace.path + "/Pipelines", "./Pipelines"], workspace, session, where: isWanted)
    }

    /// The pipelines that send the rows of sheets that a person has: the office's own, then those that came with the
    /// program.
    package static func sending(_ workspace: Workspace, _ session: Session) -> [String] {
        func sends(_ file: Pipeline) -> Bool {
            if case .imports(let work) = file.work { work.sheet.export == nil } else { false }
        }
        let own = own(workspace, session, where: sends)
        let others = names(in: [session.installedPipelines].compactMap(\.self), workspace, session, where: sends)
        return own + others.filter { !own.contains($0) }
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
