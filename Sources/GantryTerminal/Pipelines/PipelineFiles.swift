package import GantryAccounts
internal import GantryKit
package import GantryModel
package import GantryRuns

/// The pipeline files that a command line can name, and what they name.
package enum PipelineFiles {
    /// The pipeline file of a name or path, read and checked.
    package static func load(
        _ pipeline: String, workspace: Workspace, settings: [String], session: Session
    ) throws -> Pipeline {
        let named = PipelineReference(pipeline)
        return try Pipeline.load(
            path: try path(of: named.pipeline, workspace: workspace, session: session),
            catalog: Gantry.catalog(in: workspace),
            overrides: settings, connection: named.connection,
            profiles: profiles(workspace: workspace, session: session),
            pipelines: folders(workspace: workspace, session: session), office: try workspace.office())
    }

    /// Where profiles are looked for.
    package static func profiles(workspace: Workspace, session: Session) -> ProfileFolders {
        ProfileFolders(workingDirectory: ".", workspace: workspace.path, installed: session.installedProfiles)
    }

    package static func path(of pipeline: String, workspace: Workspace, session: Session) throws -> String {
        try folders(workspace: workspace, session: session).path(of: pipeline)
    }

    package static func folders(workspace: Workspace, session: Session) -> PipelineFolders {
        PipelineFolders(workingDirectory: ".", workspace: workspace.path, installed: session.installedPipelines)
    }

    /// The connection that a pipeline file names.
    package static func connection(
        of file: Pipeline, workspace: Workspace, session: Session
    ) throws -> Connection {
        guard let name = file.connection else { throw UsageError.isGroup(file.name, of: file.members) }
        return try connection(named: name, workspace: workspace, session: session)
    }

    package static func connection(
        named name: String, workspace: Workspace, session: Session
    ) throws -> Connection {
        let configuration = try workspace.readConfiguration(session)
        return try configuration.connection(named: name)
    }
}

extension UsageError {
    /// A command that is about one run was given a file that names several pipelines.
    package static func isGroup(_ name: String, of members: [String]) -> UsageError {
        UsageError(
            "\(name) is a group.",
            advice: "Use this command with one of its pipelines: \(members.joined(separator: ", ")).")
    }
}
