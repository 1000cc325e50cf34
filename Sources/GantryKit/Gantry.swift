public import GantryConnectors
internal import GantryEngine
internal import GantryModel
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
    public static func requireSupported(_ pipeline: Pipeline, system: String? = nil) throws {
        try pipeline.export?.requireSupported(pipeline, system: system)
    }

    /// A dataset by its name: `ksr.customers`.
    static func dataset(named name: String) -> (any DatasetDescription)? { systems.dataset(named: name)?.dataset }

    /// The system whose dataset has this name.
    static func system(ofDataset name: String) -> String? { systems.dataset(named: name)?.system.name }
}
