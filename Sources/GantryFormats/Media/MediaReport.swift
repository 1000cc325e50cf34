public import GantryFiles

/// What is known of a file before it is uploaded.
public struct MediaReport: Sendable, Equatable {
    /// What the content is, or `nil` if it is not one of the types that can be sent, or was not examined.
    public let type: MediaType?
    /// Bytes of the file on disk; what is sent has ``content``'s length.
    public let size: Int
    /// Pixels across, as stored: an orientation is not applied. `nil` for documents and where a problem came first.
    public let width: Int?
    /// Pixels down, as stored.
    public let height: Int?
    /// Bytes after the end of the image or document, such as the further images and films that phones append. They are
    /// not a problem.
    public let trailing: Int
    /// What is sent, or `nil` when there is a problem.
    public let content: FileContent?
    /// Why the file can't be sent. Empty when it can.
    public let problems: [MediaProblem]
    /// What the privacy rule took out, each once, in the order of ``RemovedPart``.
    public let removed: [RemovedPart]

    /// A file that can't be sent.
    init(refused problems: [MediaProblem], type: MediaType?, size: Int) {
        self.init(type: type, size: size, facts: MediaFacts(), content: nil, problems: problems)
    }

    init(type: MediaType?, size: Int, facts: MediaFacts, content: FileContent?, problems: [MediaProblem]) {
        self.type = type
        self.size = size
        width = facts.width
        height = facts.height
        trailing = facts.trailing
        self.content = content
        self.problems = problems
        removed = facts.removed.sorted()
    }
}

/// What going through a file has shown.
struct MediaFacts: Equatable {
    var width: Int?
    var height: Int?
    var trailing = 0
    var removed: Set<RemovedPart> = []
    /// 1 to 8, if a privacy rule looked for it.
    var orientation: Int?
}
