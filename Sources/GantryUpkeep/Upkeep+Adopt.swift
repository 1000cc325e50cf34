public import GantryEngine
internal import GantryFiles
internal import GantryJournal
internal import GantryKit
public import GantryModel
public import GantryPipelines
internal import GantryRuns

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
    }

    /// Runs that were entered.
    public var adopted: [Adopted] = []
    /// Runs that the journal had already.
    public var known: [RunID] = []
    /// Folders that weren't entered.
    public var refused: [Refused] = []

    /// No folder at all.
    public init() {}
}

extension Upkeep {
    /// Enters export folders into the journal of their workspace, which may have none any more. Each is verified first; nothing
    /// is guessed. What people signed is taken from the folders beside them.
    ///
    /// A new journal gets its name when everything is in it. Killed at any instant, the same call ends it.
    ///
    /// - Parameters:
    ///   - folders: export folders, or folders that hold some.
    ///   - profiles: where the layouts are that pipeline files name.
    ///   - command: what another process is shown; contains no secrets.
    /// - Throws: `RunError.unusableRun` where there is no export folder; errors of files and of the journal.
    public static func adopt(
        _ folders: [String], in workspace: Workspace, profiles: ProfileFolders? = nil, command: String = ""
    ) async throws -> AdoptReport {
        let found = try folders.flatMap { try FoundBag.folders(at: $0) }
        guard !found.isEmpty else {
            throw RunError(
                .unusableRun,
                "There is no export folder in \(folders.map { singleLine($0, limit: 1_000) }.joined(separator: ", ")).",
                advice: "Name one, or a folder that holds some: \(.adopt(folder: workspace.path + "/exports"))")
        }
        try Folders.checkIsPrivate(workspace.path)
        let lock = try lock(workspace, command)
        let isNew = try !Folders.checkIsOwn("journal.sqlite", in: workspace.path)
        try Folders.remove(draft, under: workspace.path)
        if isNew { try prepare(workspace) }
        let journal = try SQLiteJournal(
            path: isNew ? "\(workspace.path)/\(draft)/journal.sqlite" : workspace.journalPath)
        let report = try await enter(found, into: journal, workspace, profiles)
        if isNew {
            if !report.adopted.isEmpty {
                let whole = "\(workspace.path)/\(draft)/whole.sqlite"
                try await journal.backUp(to: whole)
                try Publishing.publish(file: whole, to: workspace.journalPath)
            }
            try Folders.remove(draft, under: workspace.path)
        }
        try lock.release()
        return report
    }

    /// The folder in which a new journal is made.
    private static let draft = ".adopting"

    private static func prepare(_ workspace: Workspace) throws {
        try Folders.makePrivate(draft, under: workspace.path)
        // A log without its journal belongs to the lost one.
        for suffix in ["-wal", "-shm"] { try Folders.remove("journal.sqlite\(suffix)", under: workspace.path) }
    }

    private static func enter(
        _ folders: [String], into journal: SQLiteJournal, _ workspace: Workspace, _ profiles: ProfileFolders?
    ) async throws -> AdoptReport {
        var report = AdoptReport()
        var bags: [FoundBag] = []
        for folder in folders {
            do {
                bags.append(try await FoundBag(folder, in: workspace, profiles: profiles))
            } catch let refusal as FoundBag.Refusal {
                report.refuse(folder, refusal)
            } catch let error as RunError {
                report.refuse(folder, FoundBag.Refusal(why: error.explanation))
            }
        }
        bags.sort { ($0.id.pipeline, $0.id.period, $0.id.revision) < ($1.id.pipeline, $1.id.period, $1.id.revision) }
        for (_, signed) in Dictionary(grouping: bags.filter(\.isSigned), by: \.id.pipeline).sorted(by: {
            $0.key < $1.key
        }) {
            do {
                try await AdoptedBook(signed.map(\.id), in: workspace).enter(into: journal)
            } catch let refusal as FoundBag.Refusal {
                // Runs whose signatures aren't known could be paid twice.
                for bag in bags where bag.id.pipeline == signed[0].id.pipeline { report.refuse(bag.folder, refusal) }
                bags.removeAll { $0.id.pipeline == signed[0].id.pipeline }
            }
        }
        for bag in bags {
            do {
                try await enter(bag, into: journal, &report)
            } catch let refusal as FoundBag.Refusal {
                report.refuse(bag.folder, refusal)
            }
        }
        return report
    }

    private static func enter(_ bag: FoundBag, into journal: SQLiteJournal, _ report: inout AdoptReport) async throws {
        if try await journal.run(bag.id) != nil {
            guard try await journal.bag(of: bag.id) == bag.bag else {
                throw FoundBag.Refusal(why: "the journal has another \(bag.id)")
            }
            if let mark = bag.documents[Withdrawal.documentName] {
                try await journal.keep(mark, named: Withdrawal.documentName, for: bag.id)
            }
            return report.known.append(bag.id)
        }
        if try await journal.forgottenAt(bag.id) != nil {
            throw FoundBag.Refusal(why: "\(bag.id) was forgotten, and its number isn't given again")
        }
        let others = try await journal.runs().filter {
            $0.id.pipeline == bag.id.pipeline && $0.id.period == bag.id.period && $0.phase == .complete
        }
        for other in others {
            guard let known = other.source, let source = bag.record.source, !known.matches(source) else { continue }
            let differences = RunSource.differences(known, source).joined(separator: ", ")
            throw FoundBag.Refusal(why: "\(other.id) came from somewhere else (\(differences))")
        }
        try await journal.adopt(bag.record, bag: bag.bag, documents: bag.documents)
        report.adopted.append(AdoptReport.Adopted(run: bag.id, isSigned: bag.isSigned, unknown: bag.unknown))
    }
}

extension AdoptReport {
    fileprivate mutating func refuse(_ folder: String, _ refusal: FoundBag.Refusal) {
        refused.append(Refused(folder: folder, why: refusal.why, isOfSheet: refusal.isOfSheet))
    }
}
