internal import GantryAccounts
public import GantryConnectors
public import GantryModel
public import GantryRuns

/// The operations of Gantry, for the command line and for other programs.
public enum Gantry {
    /// The datasets, checks and submissions that this build knows, from the compiled record types.
    public static var catalog: Catalog { .built }

    /// The systems that this build knows, as `gantry.yaml` names them.
    public static var systems: Systems { .builtIn }

    /// The version of this build.
    public static var version: String { programVersion }

    /// Proves that this build can run a pipeline file that has no mistakes.
    ///
    /// - Parameter system: that of the connection; `nil` if it isn't known yet.
    /// - Throws: `RunError.unsupported` with what it can't do and what to write instead.
    public static func requireSupported(_ pipeline: Pipeline, system: System? = nil) throws {
        try pipeline.export?.requireSupported(pipeline, system: system)
    }

    /// The systems that can be used in a workspace: those that this build knows, and those that files describe.
    public static func systems(in workspace: Workspace) -> Systems { Systems(in: workspace) }

    /// What pipeline files of a workspace can name.
    public static func catalog(in workspace: Workspace) -> Catalog { Catalog(of: Systems(in: workspace)) }
}
