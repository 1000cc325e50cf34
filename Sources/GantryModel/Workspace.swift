/// The folder that holds the journal, unfinished parts, sessions and export folders. Files are 0600, folders 0700.
///
/// The journal is a file in it, unless the configuration names a database.
public struct Workspace: Sendable, Equatable {
    /// The folder, absolute or relative to the working directory.
    public let path: String
    /// gantry.yaml, which may say where the journal is; `nil` for one that is a file. The file need not exist.
    public let configuration: String?
    /// The environment's variables, one of which holds the address of a database.
    public let environment: [String: String]
    /// The folders in which files that describe systems are looked for, in order; the first one of a name counts. They
    /// need not exist. The default is `Systems` in the workspace.
    public var systemFolders: [String]

    /// A workspace at `path`. Nothing is created or checked. The default is a journal in the folder.
    public init(path: String, configuration: String? = nil, environment: [String: String] = [:]) {
        self.path = path
        self.configuration = configuration
        self.environment = environment
        systemFolders = [path + "/Systems"]
    }
}
