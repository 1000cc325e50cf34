public import GantryEngine
public import GantryFiles
internal import GantryJSON
public import GantryModel

/// A line of the book of signatures: who did what to which revision, when, and what proves it.
public struct BookLine: Equatable, Sendable {
    /// What was done. The word is also the state that the revision is in then.
    public enum Action: String, CaseIterable, Sendable {
        case prepared, signed, withdrawn, delivered, typed, received, failed
    }

    /// Somebody, by the name in gantry.yaml and as people call them.
    public struct Signer: Equatable, Sendable {
        /// `clerk`
        public let id: String
        /// `Payroll Clerk`
        public let name: String

        /// A person with the given names.
        public init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// How it is known that it was this person.
    public enum Proof: Equatable, Sendable, CustomStringConvertible {
        /// It was said so.
        case declared
        /// A signature by the key with this fingerprint, `SHA256:…`.
        case key(String)

        /// `declared` or `key SHA256:…`.
        public var description: String {
            switch self {
            case .declared: "declared"
            case .key(let fingerprint): "key \(fingerprint)"
            }
        }

        init?(_ text: String) {
            if text == "declared" {
                self = .declared
            } else if text.hasPrefix("key SHA256:") {
                self = .key(String(text.dropFirst(4)))
            } else {
                return nil
            }
        }
    }

    /// From 1, without a gap.
    public var number: Int
    /// The SHA-256 of the line before without its line break; `nil` for the first, which is written as 64 zeros.
    public var previous: ContentDigest?
    /// When it was done.
    public var time: Instant
    public var action: Action
    public var run: RunID
    /// The SHA-256 of the statement that it is about.
    public var statement: ContentDigest
    public var person: Signer
    public var proof: Proof
    /// The reason, where one is asked for.
    public var because: String?
    /// What was delivered or received, or the file with the signature.
    public var files: [Statement.File] = []
    /// The folder that files were delivered to.
    public var to: String?

    /// A line without a reason, files and folder.
    public init(
        number: Int, previous: ContentDigest?, time: Instant, action: Action, run: RunID, statement: ContentDigest,
        person: Signer, proof: Proof
    ) {
        self.number = number
        self.previous = previous
        self.time = time
        self.action = action
        self.run = run
        self.statement = statement
        self.person = person
        self.proof = proof
    }

    static let format = "urn:gantry:signoff:1"
    static let none = String(repeating: "0", count: 64)

    /// JSON on one line, its keys always in the same order, without a line break.
    public var text: String {
        JSONTree.object([
            "format": .string(BookLine.format), "number": .integer(number),
            "previous": .string(previous?.description ?? BookLine.none), "time": .string(time.description),
            "action": .string(action.rawValue), "run": .string(run.description),
            "statement": .string(statement.description),
            "person": .object(["id": .string(person.id), "name": .string(person.name)]),
            "proof": .string(proof.description), "because": because.map { .string($0) } ?? .null,
            "files": .array(
                files.map {
                    .object([
                        "name": .string($0.name), "bytes": .integer($0.bytes), "sha256": .string($0.digest.description),
                    ])
                }), "to": to.map { .string($0) } ?? .null,
        ]).compact
    }

    /// The SHA-256 of the text, which the next line holds.
    public var digest: ContentDigest { ContentHasher.digest(of: Array(text.utf8).span) }

    /// Reads a line; `nil` where it isn't byte for byte as ``text`` writes it.
    init?(_ text: Substring) {
        guard let tree = try? JSONTree(Array(text.utf8)), tree["format"]?.text == BookLine.format,
            case .number(let digits)? = tree["number"], let number = StatedNumber.count(digits),
            let previous = tree["previous"]?.text.flatMap({ ContentDigest(hex: $0) }),
            let time = tree["time"]?.text.flatMap({ Instant($0) }),
            let action = tree["action"]?.text.flatMap(Action.init), let run = tree["run"]?.text.flatMap({ RunID($0) }),
            let statement = tree["statement"]?.text.flatMap({ ContentDigest(hex: $0) }),
            let id = tree["person"]?["id"]?.text, let name = tree["person"]?["name"]?.text,
            let proof = tree["proof"]?.text.flatMap({ Proof($0) }), let files = tree["files"]?.list
        else { return nil }
        self.init(
            number: number, previous: previous.description == BookLine.none ? nil : previous, time: time,
            action: action, run: run, statement: statement, person: Signer(id: id, name: name), proof: proof)
        because = tree["because"]?.text
        to = tree["to"]?.text
        for file in files {
            guard let name = file["name"]?.text, let bytes = file["bytes"]?.int,
                let digest = file["sha256"]?.text.flatMap({ ContentDigest(hex: $0) })
            else { return nil }
            self.files.append(Statement.File(name: name, bytes: bytes, digest: digest))
        }
        guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
    }
}
