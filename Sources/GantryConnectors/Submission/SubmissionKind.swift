public import GantryModel

/// A kind of submission, for catalogues and for what sends it.
public struct SubmissionKind: Sendable {
    /// `certificates`; with the system's prefix `cdbl.certificates`.
    public let name: String
    /// Its description, in a sentence for the person who writes a pipeline file.
    public let help: String
    /// Which files are taken, where rows have files.
    public let files: FileRule?
    /// How the rows of a sheet reach the server.
    public let delivery: Delivery
    /// How long a row that was sent keeps another like it from being sent. The default is for good.
    public let uniqueness: Uniqueness
    /// Whether rows act for the account that signs in, so that equal rows of two accounts are two things. The default
    /// is false.
    public let isPersonal: Bool
    /// What a row becomes at the server. The default is nothing with an id.
    public let makes: MadeRecord
    /// How far days at the system's place are ahead of UTC. The default is not at all.
    public let utcOffset: UTCOffset
    /// The only contract of the system that takes such rows. The default is `nil`: all do.
    public let contract: Contract?
    /// Whether its rows can only be those of a published export, and no other sheet. The default is false.
    public let takesExportsOnly: Bool
    /// Whether its rows are paid when they are sent, so that exporting them anew would pay them twice. The default is
    /// false.
    public let isPaid: Bool

    /// How long a row that was sent keeps another like it from being sent.
    public enum Uniqueness: Sendable {
        /// For good: what is added to the server, and would otherwise be there twice.
        case ever
        /// Within a batch: the same row in another batch is meant again.
        case perBatch
    }

    /// What a row becomes at the server.
    public enum MadeRecord: Sendable, Equatable {
        /// Nothing that a list of ids would be of use for.
        case nothing
        /// A record that the server names by an id and shows by it.
        case record
        /// A record, unless it has the number of one, which it then changes.
        case recordOrChange(NumberedRecord)
    }

    /// A kind without files whose rows are sent once for good, by default.
    public init(
        _ name: String, help: String, files: FileRule? = nil, delivery: Delivery, uniqueness: Uniqueness = .ever,
        isPersonal: Bool = false, makes: MadeRecord = .nothing, utcOffset: UTCOffset = .zero,
        contract: Contract? = nil, takesExportsOnly: Bool = false, isPaid: Bool = false
    ) {
        self.name = name
        self.help = help
        self.files = files
        self.delivery = delivery
        self.uniqueness = uniqueness
        self.isPersonal = isPersonal
        self.makes = makes
        self.utcOffset = utcOffset
        self.contract = contract
        self.takesExportsOnly = takesExportsOnly
        self.isPaid = isPaid
    }

    /// The record that a row with a number changes, and a row without one makes; `nil` for a kind whose rows all do the
    /// same.
    public var record: NumberedRecord? {
        if case .recordOrChange(let record) = makes { record } else { nil }
    }
}

/// What a row with a number changes, and one without a number makes.
public struct NumberedRecord: Sendable, Equatable {
    /// The word for messages: `worker`.
    public let thing: String
    /// The column of its number: `employee_id`.
    public let field: String

    /// A record by the word for it and the column of its number.
    public init(_ thing: String, by field: String) {
        self.thing = thing
        self.field = field
    }
}

/// How the rows of a sheet reach the server. A step is a request that a row needs; its name is a word for messages.
public enum Delivery: Sendable {
    /// Each row by itself, in any order, its requests one after the other.
    case single([String])
    /// Each row by itself, but all rows take a step before any takes the next.
    case stepwise([String])
    /// Each row by itself, and rows of a group in the order of the sheet: each after the outcome of those ahead of it
    /// is known. With a socket they go over a WebSocket if there is one.
    case ordered(String, overSocket: Bool)
    /// All rows of a group in one request.
    case grouped(String)
    /// All rows of the sheet, which are one thing of the run's period, in one request; none is sent if one is refused.
    /// ``ServerReader/period`` is then set.
    case batch(String)
    /// Each row's file to a signed address, which is valid for a short time only; then all rows of a group in each of
    /// the other steps, without their files.
    case presigned(store: String, then: [String])

    /// The names of the steps, in order; at least one.
    public var steps: [String] {
        switch self {
        case .single(let steps), .stepwise(let steps): steps
        case .ordered(let step, _), .grouped(let step), .batch(let step): [step]
        case .presigned(let store, let others): [store] + others
        }
    }

    /// Whether one request of the step is for all rows of a group.
    public func isShared(step: Int) -> Bool {
        switch self {
        case .single, .stepwise, .ordered: false
        case .grouped, .batch: true
        case .presigned: step > 0
        }
    }

    /// Whether rows that share a request or a step have to be known together.
    public var needsAllRows: Bool {
        switch self {
        case .single, .ordered: false
        case .stepwise, .grouped, .batch, .presigned: true
        }
    }

    /// Whether the step sends a file of a row that has one.
    public func sendsFiles(step: Int) -> Bool {
        if case .presigned = self { step == 0 } else { true }
    }

    /// Whether a request is valid for a short time only, so that it is not made before its turn.
    public var isShortLived: Bool { if case .presigned = self { true } else { false } }
    /// Whether a step of every row is sent before the next one of any.
    public var isStepwise: Bool { if case .stepwise = self { true } else { false } }
    /// Whether rows of a group reach the server in the order of the sheet.
    public var isOrdered: Bool { if case .ordered = self { true } else { false } }
    /// Whether the rows of a sheet are one thing of a period.
    public var isBatch: Bool { if case .batch = self { true } else { false } }
    /// Whether rows go over a WebSocket if there is one.
    public var hasSocket: Bool { if case .ordered(_, overSocket: true) = self { true } else { false } }
}

/// Which files a kind takes.
public struct FileRule: Sendable, Equatable {
    /// Names of types: `pdf`, `jpeg`, `png`, `webp`.
    public let types: [String]
    /// The largest file in bytes.
    public let limit: Int
    /// Whether it is a photo, whose metadata can tell more than its picture.
    public let isPhoto: Bool

    /// Files of these types up to `limit` bytes; not photos unless `isPhoto` says so.
    public init(types: [String], limit: Int, isPhoto: Bool = false) {
        self.types = types
        self.limit = limit
        self.isPhoto = isPhoto
    }
}
