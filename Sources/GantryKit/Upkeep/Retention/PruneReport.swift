public import GantryEngine
internal import GantryModel

/// What pruning removes and keeps.
public struct PruneReport: Sendable, Equatable {
    /// Something that is removed.
    public struct Item: Sendable, Equatable {
        /// What it is.
        public enum Kind: String, Sendable {
            /// A published run.
            case run
            /// An unfinished run that is abandoned.
            case unfinished
            /// A run whose removal was interrupted.
            case forgetting
            /// Files of no run.
            case leftover
            /// What is made again when it is needed.
            case cache
        }

        /// What it is.
        public let kind: Kind
        /// The run, or the path in the workspace.
        public let name: String
        /// Bytes of its files.
        public let bytes: Int64
        /// Why it goes.
        public let because: String
    }

    /// A run that stays, and why.
    public struct Kept: Sendable, Equatable {
        /// The run.
        public let run: RunID
        /// In a few words.
        public let because: String
    }

    /// What is removed, in the order of its removal.
    public var items: [Item] = []
    /// Every run that stays.
    public var kept: [Kept] = []

    /// Bytes of everything that is removed.
    public var bytes: Int64 { items.reduce(0) { $0 + $1.bytes } }
}

extension PruneReport.Item {
    /// Something with the bytes of all files below paths of the workspace.
    init(_ kind: Kind, _ name: String, at paths: [String], because: String, in workspace: Workspace) throws {
        self.init(
            kind: kind, name: name, bytes: try Removal.bytes(paths, in: workspace), because: because)
    }

    /// Everything of a run.
    init(_ kind: Kind, _ run: RunID, because: String, in workspace: Workspace) throws {
        try self.init(kind, run.description, at: Removal.paths(of: run), because: because, in: workspace)
    }
}
