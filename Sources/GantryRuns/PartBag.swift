internal import FoundationEssentials
package import GantryAccounts
package import GantryEngine
internal import GantryFiles
internal import GantryFormats
package import GantryJSON
package import GantryModel
internal import GantryOutputs

/// What `totals.json` of a part says: which part it is, of what, and what it fetched.
package struct PartDocument: Codable, Sendable {
    /// What a stage of the part fetched.
    package struct Stage: Codable, Sendable {
        package let name: String
        /// Under `data/`: every record as the server sent it.
        package let file: String
        package let records: Int
        /// How many of them came again on one page.
        package let repeatsWithinPages: Int
        package let share: ListShare
        /// Digest of all keys of a list that is asked key by key; `nil` for pages.
        package let keys: String?
        /// Whether every part has all of it, because later stages take their keys from it.
        package let isInEach: Bool
        /// Whether nothing shows that the list has no more records; `nil` as false.
        package let isUnproven: Bool?

        package init(
            name: String, file: String, records: Int, repeatsWithinPages: Int, share: ListShare, keys: String?,
            isInEach: Bool, isUnproven: Bool?
        ) {
            self.name = name
            self.file = file
            self.records = records
            self.repeatsWithinPages = repeatsWithinPages
            self.share = share
            self.keys = keys
            self.isInEach = isInEach
            self.isUnproven = isUnproven
        }
    }

    /// The name under `data/` of what a stage fetched.
    package static func fileName(of stage: String) -> String { "\(stage).jsonl.zst" }

    /// Stands for the keys that a list is asked for; `nil` for none.
    package static func digest(ofKeys keys: [String]) -> String? {
        guard !keys.isEmpty else { return nil }
        return ContentHasher.digest(of: Array(keys.joined(separator: "\n").utf8).span).description
    }

    package let part: String
    /// The run's identity without the part, as JSON.
    private let identityText: String
    package let stages: [Stage]

    package init(part: PartNumber, identity: RunIdentity, stages: [Stage]) throws {
        self.part = part.description
        identityText = try JSONTree(encoding: identity).compact
        self.stages = stages
    }

    /// Whether its numbers are ones that a part can have, so that no sum of them overflows.
    package var isBounded: Bool {
        stages.allSatisfy { stage in
            let share = stage.share
            let numbers = [
                stage.records, stage.repeatsWithinPages, share.count, share.first, share.last, share.pageSize,
                share.recordsBefore, share.total ?? 0, share.recordsThrough ?? 0,
            ]
            return numbers.allSatisfy { (0...StatedNumber.mostCount).contains($0) }
        }
    }

    package var identity: RunIdentity {
        get throws { try JSONTree(Array(identityText.utf8)).decoded(RunIdentity.self) }
    }

    private enum CodingKeys: String, CodingKey {
        case part, stages
        case identityText = "identity"
    }
}

extension JSONTree {
    /// A value in the form in which it is kept.
    package init(encoding value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try self.init(Array(encoder.encode(value)))
    }

    package func decoded<Value: Decodable>(_: Value.Type) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(compact.utf8))
    }
}

/// A published part, whose files are as they were when it was fetched.
package struct PartBag: Sendable {
    package let folder: String
    package let number: PartNumber
    package let document: PartDocument
    /// What decided what it fetched.
    package let identity: RunIdentity
    /// When its first record was requested.
    package let snapshot: Instant
    /// SHA-256 of its tag manifest.
    package let digest: String

    /// The member of `totals.json` with the document.
    package static let key = "part"

    /// Reads all of its files.
    ///
    /// - Throws: `RunError.unusableRun` for a folder that is no part, or one that changed.
    package init(folder: String) throws {
        let name = singleLine(folder, limit: 4_000)
        func unusable(_ what: String, _ advice: Advice) -> RunError { RunError(.unusableRun, what, advice: advice) }
        let path = "\(folder)/\(TotalsFile.path)"
        guard let bytes = try ReadFile.ifExists(path) else {
            throw unusable(
                "\(name) is not a part: it has no \(TotalsFile.path).",
                "Name the folders of fetched parts.")
        }
        if let finding = try BagReader(folder: folder).verify().findings.first {
            throw unusable(
                "The part in \(name) changed after it was fetched: \(finding.path): \(finding.explanation)",
                "Copy it again from where it was fetched, or fetch it again.")
        }
        let tree = try JSONTree(bytes)
        guard let part = tree[PartBag.key] else {
            throw unusable(
                "\(name) is not a part but the export \(tree["run"]?.text.map { singleLine($0) } ?? "of another program").",
                "Name the folders of fetched parts.")
        }
        let document = try? part.decoded(PartDocument.self)
        guard let document, document.isBounded, let identity = try? document.identity,
            let number = PartNumber(document.part),
            let snapshot = tree["snapshot"]?.text.flatMap({ Instant($0) })
        else {
            throw unusable(
                "\(TotalsFile.path) of the part in \(name) is not as this version of Gantry writes it.",
                "Fetch and merge all parts with the same version.")
        }
        self.folder = folder
        self.number = number
        self.document = document
        self.identity = identity
        self.snapshot = snapshot
        digest = try ReadFile.contents(of: BagTag.tagManifest, under: folder).digest.description
    }

    /// For messages: `part 2/8 (exports/…)`.
    package var name: String { "part \(number) (\(singleLine(folder, limit: 4_000)))" }
}
