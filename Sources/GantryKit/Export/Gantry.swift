/// The operations of Gantry, for the command line and for other programs.
public enum Gantry {
    /// Proves that this build can run a pipeline file that has no mistakes.
    /// - Throws: `RunError.unsupported` with what it can't do and what to write instead.
    public static func requireSupported(_ file: PipelineFile) throws { try PayrollPlan.requireSupported(file) }

    /// The version of this build.
    public static let version = "0.1.0"
}
