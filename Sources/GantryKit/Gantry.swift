internal import GantryEngine

/// The operations of Gantry, for the command line and for other programs.
public enum Gantry {
    /// Proves that this build can run a pipeline file that has no mistakes.
    ///
    /// - Parameter system: that of the connection; `nil` where it isn't known yet.
    /// - Throws: `RunError.unsupported` with what it can't do and what to write instead.
    public static func requireSupported(_ pipeline: Pipeline, system: String? = nil) throws {
        if let payroll = pipeline.payroll {
            try PayrollPlan.requireSupported(payroll, of: pipeline, system: system)
        } else {
            try DatasetPlan.requireSupported(pipeline, system: system)
        }
    }

    /// The version of this build.
    public static let version = "0.1.0"
}
