public import GantryEngine
public import GantryModel
public import GantryRuns
public import GantrySignOff

/// What somebody wants to do with a published payroll run.
public struct SignOffRequest: Sendable {
    /// The kinds of steps.
    public enum Step: Sendable {
        /// Prepare or approve it, whichever is next; with the file that ssh-keygen made where one is given.
        case sign(signature: String?)
        /// Take the signatures back.
        case withdraw(because: String)
        /// Bring its payroll files to a place: the address of a destination, or the path of a folder.
        case deliver(to: String)
        /// Say that somebody has typed what a correction changes, since no file carries it.
        case typed(because: String)
        /// Keep what the payroll program answered.
        case receipt(file: String)
        /// Say that the delivery never arrived.
        case failed(because: String)
    }

    /// The run.
    public let run: RunID
    /// What is to be done.
    public let step: Step
    /// Who does it, as gantry.yaml names them.
    public let person: String
    /// `sign-off` of the pipeline file; `nil` where it has none.
    public let rules: SignOffRules?
    /// `people` of gantry.yaml.
    public let people: [Person]
    /// The account that is at work on this machine.
    public let account: String
    /// Where the run was published.
    public let workspace: Workspace
    /// What another process is told when it wants the same book; no secrets.
    public let command: String

    /// Where files can be delivered to.
    public let places: DeliveryPlaces
    /// Why part of it is paid again that other runs have paid, where it is prepared; at least 10 characters. The
    /// default is to refuse that.
    public var again: String?
    /// Of a delivery: what the person says of files of which it isn't known whether they arrived, and why; of what was
    /// typed, that it was before the workspace was restored. The default is to say nothing.
    public var answer: DeliveryAnswer?

    /// A request with the given values; by default files can be delivered to folders only.
    public init(
        run: RunID, step: Step, person: String, rules: SignOffRules?, people: [Person], account: String,
        workspace: Workspace, command: String, places: DeliveryPlaces = DeliveryPlaces()
    ) {
        self.run = run
        self.step = step
        self.person = person
        self.rules = rules
        self.people = people
        self.account = account
        self.workspace = workspace
        self.command = command
        self.places = places
    }
}

/// What came of it.
public struct SignOffResult: Sendable {
    /// The run.
    public let run: RunID
    /// The line in the book.
    public let line: BookLine
    /// How far the run is now.
    public let state: SignOffState
    /// What was signed; `nil` where nothing is any more.
    public let statement: Statement?
    /// The path of the statement: that of the workspace, as it was given, with the place in it.
    public let statementPath: String
    /// Who may approve.
    public let approve: [String]
    /// True when it was done before, and nothing was done now.
    public let wasDone: Bool
    /// Of a delivery that counts as failed: the addresses of files of which nobody can say whether they are still
    /// there.
    public let unseen: [String]
}
