public import GantryEngine
public import GantryRuns

/// What somebody asks for who enters folders.
public struct AdoptChoice: Sendable, Equatable {
    /// Whether runs are entered that were forgotten. The default is to refuse them.
    public var alsoForgotten = false
    /// Whether nothing of the payroll runs was delivered that isn't known here, as somebody who knows says; of a folder
    /// that holds runs, nothing of their periods. By default that isn't known, and they can neither be signed nor
    /// delivered.
    public var neverDelivered = false

    /// The usual choice.
    public init() {}
}

/// What became of export folders that were entered into a journal.
public struct AdoptReport: Sendable, Equatable {
    /// A run that was entered.
    public struct Adopted: Sendable, Equatable {
        /// The run.
        public let run: RunID
        /// Whether people signed it.
        public let isSigned: Bool
        /// What the journal would know and the folder doesn't say, in words.
        public let unknown: [String]
    }

    /// A folder that wasn't entered.
    public struct Refused: Sendable, Equatable {
        /// Its path.
        public let folder: String
        /// Why.
        public let why: String
        /// Whether it is the result of sending a sheet.
        public let isOfSheet: Bool
        /// Whether it is entered if that is asked for, although somebody has forgotten the run.
        public let isForgotten: Bool
    }

    /// Runs that were entered.
    public var adopted: [Adopted] = []
    /// Runs that the journal had already.
    public var known: [RunID] = []
    /// Runs, and whole periods as `payroll-monthly/2026-10`, of which nothing was delivered that isn't known here, as
    /// somebody says.
    public var neverDelivered: [String] = []
    /// What still isn't known of the pay of runs of which somebody says that.
    public var doubts: [PayDoubt] = []
    /// Folders that weren't entered.
    public var refused: [Refused] = []

    /// No folder at all.
    public init() {}
}
