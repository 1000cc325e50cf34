package import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
package import GantryKit
package import GantryModel
package import GantryRuns

extension Gantry {
    /// The pipelines that pay people in a workspace: those of its files and of those beside it. Where no such file pays
    /// people, those that have runs.
    ///
    /// - Throws: where the journal can't be read.
    package static func payPipelines(
        in workspace: Workspace, _ session: Session
    ) async throws -> PipelineFiles.Found {
        func found(in folders: [String]) -> PipelineFiles.Found {
            PipelineFiles.found(in: folders, workspace, session, where: \.paysPeople)
        }
        // An office can keep its files beside the workspace. Where the program itself lies there, they are examples.
        let isOfProgram = session.installedPipelines.map(Folders.fullPath) == Folders.fullPath("./Pipelines")
        var own = found(in: [workspace.path + "/Pipelines"] + (isOfProgram ? [] : ["./Pipelines"]))
        guard own.names.isEmpty else { return own }
        let runs = try await runs(in: workspace, .kind(.payroll)).filter { $0.part == nil }
        own.names = Set(runs.map(\.id.pipeline)).sorted()
        if own.names.isEmpty, isOfProgram { own.names = found(in: ["./Pipelines"]).names }
        return own
    }
}

extension PipelineFiles {
    /// What folders have of pipelines of a kind.
    package struct Found: Sendable {
        /// The names of those that can be read, each once.
        package var names: [String] = []
        /// The names of files that can't be read, of whatever kind they are meant to be, and why.
        package var unreadable: [(name: String, error: any Error)] = []
    }

    /// The pipelines of folders that are of a kind.
    package static func found(
        in folders: [String], _ workspace: Workspace, _ session: Session, where isWanted: (Pipeline) -> Bool
    ) -> Found {
        var found = Found()
        for name in PipelineFolders(folders).names() {
            do {
                if isWanted(try load(name, workspace: workspace, settings: [], session: session)) {
                    found.names.append(name)
                }
            } catch {
                found.unreadable.append((name, error))
            }
        }
        return found
    }

    /// An office's own pipelines of a kind: those of the workspace, and those beside it.
    package static func own(
        _ workspace: Workspace, _ session: Session, where isWanted: (Pipeline) -> Bool
    ) -> Found {
        found(in: [workspace.path + "/Pipelines", "./Pipelines"], workspace, session, where: isWanted)
    }

    /// The pipelines that send the rows of sheets that a person has: the office's own, then those that came with the
    /// program.
    package static func sending(_ workspace: Workspace, _ session: Session) -> [String] {
        func sends(_ file: Pipeline) -> Bool {
            if case .imports(let work) = file.work { work.sheet.export == nil } else { false }
        }
        let own = own(workspace, session, where: sends).names
        let others = found(in: [session.installedPipelines].compactMap(\.self), workspace, session, where: sends).names
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
