public import GantryAccounts
public import GantryEngine
public import GantryModel
public import GantryRuns

/// Files of a published run that nobody signs, on their way to a place.
public struct DeliveryRequest: Sendable {
    /// The run.
    public let run: RunID
    /// Where to.
    public let to: Target
    /// What of it. The default is its files.
    public var form = Pipeline.Deliver.Form.files
    /// The destinations that the pipeline file names for every run: pay goes to each of them. By default it goes to one
    /// place.
    public var listed: Set<String> = []
    /// Why pay goes there although some of it was delivered already; at least 10 characters. The default is to refuse
    /// that.
    public var again: String?
    /// What a person says of files of which it isn't known whether they arrived. The default is nothing: the delivery
    /// ends with `DeliveryError`.
    public var answer: DeliveryAnswer?
    /// The destinations and their secrets.
    public let places: DeliveryPlaces
    /// Where the run was published.
    public let workspace: Workspace
    /// What another process is told when it wants the same delivery; no secrets.
    public let command: String

    /// A place that files are delivered to.
    public enum Target: Sendable, Equatable {
        /// An existing folder of this machine, into which the files go directly.
        case folder(String)
        /// A destination of gantry.yaml.
        case destination(Destination)
    }

    /// A request with the given values.
    public init(run: RunID, to: Target, places: DeliveryPlaces, workspace: Workspace, command: String) {
        self.run = run
        self.to = to
        self.places = places
        self.workspace = workspace
        self.command = command
    }
}

/// What came of it.
public struct DeliveryResult: Sendable {
    /// The run.
    public let run: RunID
    /// What the place is called.
    public let to: String
    /// The address of the folder that the files are in.
    public let address: String
    /// The folder below the place that the files are in; empty for the place itself.
    public let into: String
    /// One for each file.
    public let receipts: [DeliveryReceipt]
    /// How many of the files were delivered now; the others were before.
    public let new: Int
}
