internal import FoundationEssentials
internal import GantryAccounts
package import GantryEngine
internal import GantryKit
package import GantryModel
package import GantryRuns
package import GantrySignOff

/// The pipeline files of a group's members, each read once, however many connections use it.
package struct MemberFiles {
    private let settings: [String]
    private let workspace: Workspace
    private let session: Session
    /// By the name or path without a connection.
    private var files: [String: Known] = [:]

    /// Who signs, by the name without a connection; `nil` where nobody does, or the file can't be read.
    private var rules: [String: SignOffRules?] = [:]

    private struct Known {
        let file: Pipeline
        let path: String
        /// Whether it is found from the current folder only.
        let isLocal: Bool
    }

    package init(settings: [String], workspace: Workspace, session: Session) {
        self.settings = settings
        self.workspace = workspace
        self.session = session
    }

    /// The pipeline of a member with its connection, and the member's name for a run that starts in any folder: a file
    /// of the current folder is named by its path.
    package mutating func file(of member: String) throws -> (Pipeline, name: String) {
        let reference = PipelineReference(member)
        let known = try known(reference.pipeline)
        let name = PipelineReference(
            pipeline: known.isLocal ? SchedulePlace.absolute(known.path) : reference.pipeline,
            connection: reference.connection)
        let file = try reference.connection.map { try known.file.using($0, path: known.path) } ?? known.file
        return (file, name.description)
    }

    /// Who signs the runs of a pipeline; `nil` where nobody does, or no file of its name can be read.
    package mutating func signOff(of pipeline: String) -> SignOffRules? {
        let name = PipelineReference(pipeline).pipeline
        if let found = rules[name] { return found }
        let found = try? known(name).file.signOff
        rules[name] = .some(found)
        return found
    }

    /// Who signs, by the pipelines of published runs that pay people.
    package mutating func signOffs(of runs: [RunHead]) -> [String: SignOffRules] {
        let names = Set(runs.filter { $0.phase == .complete && $0.paysPeople }.map(\.id.pipeline))
        return Dictionary(uniqueKeysWithValues: names.compactMap { name in signOff(of: name).map { (name, $0) } })
    }

    /// The destinations to which the files of every run of a pipeline go; none where no file of its name can be read.
    package mutating func destinations(of pipeline: String) -> [String] {
        (try? known(PipelineReference(pipeline).pipeline).file.fileDestinations) ?? []
    }

    /// The destinations to which their files go, by the pipelines of published runs that pay people.
    package mutating func destinations(of runs: [RunHead]) -> [String: [String]] {
        let names = Set(runs.filter { $0.phase == .complete && $0.paysPeople }.map(\.id.pipeline))
        return Dictionary(uniqueKeysWithValues: names.map { ($0, destinations(of: $0)) })
    }

    /// How the periods of a pipeline follow each other; `nil` where no file of its name can be read.
    package mutating func periods(of pipeline: String) -> (any CountedPeriods)? {
        (try? known(PipelineReference(pipeline).pipeline).file)?.countedPeriods
    }

    /// Of the destinations of runs those that their pipeline files still name; all where no file of the name can be
    /// read.
    package mutating func named(_ places: [RunID: [String]]) -> [RunID: [String]] {
        var left: [RunID: [String]] = [:]
        for (run, places) in places {
            let named = try? known(PipelineReference(run.pipeline).pipeline).file.deliver.map(\.to)
            let still = places.filter { named?.contains($0) ?? true }
            if !still.isEmpty { left[run] = still }
        }
        return left
    }

    private mutating func known(_ pipeline: String) throws -> Known {
        if let known = files[pipeline] { return known }
        let file = try PipelineFiles.load(pipeline, workspace: workspace, settings: settings, session: session)
        try requireProfiles(of: pipeline, as: file)
        let path = try PipelineFiles.path(of: pipeline, workspace: workspace, session: session)
        // What the workspace and the installation have is found from any folder.
        let elsewhere = try? PipelineFolders(
            [workspace.path + "/Pipelines"] + [session.installedPipelines].compactMap(\.self)
        ).path(of: pipeline)
        let isLocal =
            path == pipeline || elsewhere.map(SchedulePlace.absolute) != SchedulePlace.absolute(path)
        let found = Known(file: file, path: path, isLocal: isLocal)
        files[pipeline] = found
        return found
    }

    /// A layout of the current folder would be another one elsewhere, or none.
    private func requireProfiles(of pipeline: String, as file: Pipeline) throws {
        let folders = ["Profiles", "Pipelines"].map { SchedulePlace.absolute($0) }.filter {
            FileManager.default.fileExists(atPath: $0) && !$0.hasPrefix(SchedulePlace.absolute(workspace.path) + "/")
        }
        guard !folders.isEmpty else { return }
        let elsewhere = try? Pipeline.load(
            path: try PipelineFiles.path(of: pipeline, workspace: workspace, session: session),
            catalog: Gantry.catalog(in: workspace), overrides: settings,
            profiles: ProfileFolders(
                [workspace.path + "/Profiles"] + [session.installedProfiles].compactMap(\.self)),
            pipelines: PipelineFolders(
                [workspace.path + "/Pipelines"] + [session.installedPipelines].compactMap(\.self)),
            office: try workspace.office())
        guard elsewhere != file else { return }
        throw UsageError(
            "\(file.name) takes something from \(listed(folders, "and")), which a run that starts in another folder doesn't find.",
            advice: "Move it to the same folder in \(SchedulePlace.absolute(workspace.path)).")
    }
}
