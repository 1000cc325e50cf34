/// The operations of Gantry, for the command line and for other programs.
public enum Gantry {
    /// The version of this build.
    public static let version = "0.1.0"
}
