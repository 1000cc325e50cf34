/// A request that a row of a described submission needs.
public struct DescribedStep: Sendable {
    /// Where it goes.
    public enum Target: Sendable {
        /// Below the base address.
        case path([RowPiece])
        /// The address that the step before has taken, without the credentials of the connection.
        case address(String)
    }

    /// What names the record that a row has become.
    public enum Name: Sendable {
        /// What these keys lead to in the answer.
        case answer([String])
        /// The row itself.
        case row([RowPiece])
    }

    /// How it carries the row's file.
    public enum FileUse: Sendable, Equatable {
        /// The body is the file.
        case raw
        /// A part of a form with this name; the body's texts are the others.
        case part(String)
    }

    /// How it has its effect.
    public var method: WriteRequest.Method
    /// Where it goes.
    public var target: Target
    /// What its query says.
    public var query: [(name: String, value: [RowPiece])] = []
    /// What its headers say.
    public var headers: [(name: String, value: [RowPiece])] = []
    /// What it says; `nil` for nothing.
    public var body: BodyTree?
    /// How it carries the file; `nil` if it doesn't.
    public var file: FileUse?
    /// The statuses that say that it is done.
    public var done: [Int]
    /// The status that says that it was done before; `nil` where none does.
    public var there: Int?
    /// What names the record; `nil` where nothing does.
    public var id: Name?
    /// What later steps need of the answer.
    public var takes: [(name: String, path: [String])] = []
    /// Where the answer shows the values of columns.
    public var echo: [(column: Int, path: [String])] = []
    /// What is done when its answer is lost.
    public var lost: LostRule

    /// Whether it has no effect by itself, such as an upload whose token a later step sends. Where the server says that
    /// it was done before, it has one.
    var isPreparation: Bool {
        guard case .repeats = lost else { return false }
        return method == .post && !takes.isEmpty && there == nil
    }

    /// What names the place at the server that a row takes, of which the server says whether something is there; `nil`
    /// where it says nothing of it, or no two rows can have the same.
    var place: [RowPiece]? {
        guard there != nil else { return nil }
        let pieces: [RowPiece]
        switch (method, target, id) {
        case (.put, .path(let path), _): pieces = path
        case (_, _, .row(let name)?): pieces = name
        default: return nil
        }
        let isOwn = pieces.contains { piece in
            switch piece {
            case .mark, .step: true
            case .text, .column, .fileName, .fileType: false
            }
        }
        return isOwn ? nil : pieces
    }

    /// A step of these parts, to which nothing else belongs yet.
    public init(_ method: WriteRequest.Method, _ target: Target, done: [Int], lost: LostRule) {
        self.method = method
        self.target = target
        self.done = done
        self.lost = lost
    }

    /// `POST /uploads.json`, for messages.
    var name: String {
        guard case .path(let pieces) = target else { return "\(method.rawValue) to the address" }
        return "\(method.rawValue) "
            + pieces.map { if case .text(let text) = $0 { text } else { "…" } }.joined()
    }
}

/// What is done when an answer is lost.
public enum LostRule: Sendable {
    /// The request is made again: twice is the same as once.
    case repeats
    /// Nobody can tell, so a person decides.
    case stop
    /// The request is made again with the same key in a header, by which the server recognises it.
    case key(header: String)
    /// The server is asked whether it has the row.
    case look(DescribedLookup)
}

/// How a server is asked whether it has a row.
public struct DescribedLookup: Sendable {
    /// What is read.
    public enum Place: Sendable {
        /// A dataset; its key names the record.
        case dataset(DescribedDataset)
        /// A list in one answer; `id` leads to what names a record of it.
        case list(path: [RowPiece], records: [String], id: [String])
    }

    /// How a record is recognised.
    public enum Proof: Sendable {
        /// The mark is in the text of a field, or of what these keys lead to.
        case mark([String])
        /// Fields have the values of columns. What looked so before the row was sent isn't it.
        case same([(field: [String], column: Int)])
    }

    /// What is read.
    public let place: Place
    /// What the request says besides.
    public let query: [(name: String, value: [RowPiece])]
    /// How a record is recognised.
    public let proof: Proof

    /// A look-up of these parts.
    public init(place: Place, query: [(name: String, value: [RowPiece])], proof: Proof) {
        self.place = place
        self.query = query
        self.proof = proof
    }
}
