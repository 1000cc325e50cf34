/// The operations of Gantry, for the command line and for other programs.
public enum Gantry {
    /// Proves that this build can run a pipeline file that has no mistakes.
    /// - Throws: `RunError.unsupported` with what it can't do and what to write instead.
    public static func requireSupported(_ file: AnyPipeline) throws {
        switch file {
        case .payroll(let file): try PayrollPlan.requireSupported(file)
        case .datasets(let file): try DatasetPlan.requireSupported(file, system: nil)
        case .imports, .group: break
        }
    }

    /// The version of this build.
    public static let version = "0.1.0"
}
