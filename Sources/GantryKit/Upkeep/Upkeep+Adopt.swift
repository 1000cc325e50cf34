internal import GantryEngine
internal import GantryFiles
public import GantryModel
public import GantryRuns
internal import GantrySignOff

extension Upkeep {
    /// Enters export folders into the journal of their workspace, which may have none any more. Each is verified first;
    /// nothing is guessed. What people signed is taken from the folders beside them.
    ///
    /// A new journal gets its name when everything is in it. Killed at any instant, the same call ends it. Nothing is
    /// entered into a journal on a database, which only keeps what is said of the runs that it knows.
    ///
    /// - Parameters:
    ///   - folders: export folders, or folders that hold some.
    ///   - profiles: where the layouts are that pipeline files name.
    ///   - choice: what is entered besides, and what somebody says of it. The default is nothing.
    ///   - command: what another process is shown; contains no secrets.
    /// - Throws: `RunError.unusableRun` where there is no export folder, `RunError.unsupported` for a journal on a
    ///   database where nothing is said of runs; errors of files and of the journal.
    public static func adopt(
        _ folders: [String], in workspace: Workspace, profiles: ProfileFolders? = nil,
        _ choice: AdoptChoice = AdoptChoice(), command: String = ""
    ) async throws -> AdoptReport {
        let found = try folders.flatMap { try FoundBag.folders(at: $0) }
        guard !found.isEmpty else {
            throw RunError(
                .unusableRun,
                "There is no export folder in \(folders.map { singleLine($0, limit: 1_000) }.joined(separator: ", ")).",
                advice: "Name one, or a folder that holds some: \(.adopt(folder: workspace.path + "/exports"))")
        }
        try Folders.checkIsPrivate(workspace.path)
        if try workspace.sharesJournal {
            return try await say(of: found, named: folders, in: workspace, profiles: profiles, choice, command)
        }
        let lock = try lock(workspace, command)
        let isNew = try !Folders.checkIsOwn("journal.sqlite", in: workspace.path)
        try Folders.remove(draft, under: workspace.path)
        if isNew { try prepare(workspace) }
        let journal = try (isNew ? Workspace(path: "\(workspace.path)/\(draft)") : workspace).journalFile()
        var report = try await enter(found, into: journal, in: workspace, profiles: profiles, choice: choice)
        if isNew, !report.adopted.isEmpty {
            try await RestoredMark(time: .now, of: .folders).note(in: workspace, journal)
        }
        if choice.neverDelivered { try await note(&report, of: found, named: folders, in: workspace, journal) }
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

    /// Notes what is said of runs that a journal on a database knows: a copy of one that was brought back doesn't know
    /// everything that was delivered either.
    private static func say(
        of found: [String], named folders: [String], in workspace: Workspace, profiles: ProfileFolders?,
        _ choice: AdoptChoice, _ command: String
    ) async throws -> AdoptReport {
        guard choice.neverDelivered else {
            try requireFile(workspace)
            return AdoptReport()
        }
        let lock = try lock(workspace, command)
        let journal = try workspace.openJournal()
        var report = AdoptReport()
        for bag in try await bags(found, in: workspace, profiles: profiles, report: &report) {
            if try await journal.bag(of: bag.id) == bag.bag {
                report.known.append(bag.id)
            } else {
                report.refuse(
                    bag.folder,
                    FoundBag.Refusal(
                        why: "the journal is on PostgreSQL and doesn't know it, and runs are only entered into a file"))
            }
        }
        try await note(&report, of: found, named: folders, in: workspace, journal)
        try lock.release()
        return report
    }

    /// Notes that nothing of whole periods was delivered, nor of other runs, and what still isn't known of all of them.
    private static func note(
        _ report: inout AdoptReport, of found: [String], named folders: [String], in workspace: Workspace,
        _ journal: any WorkspaceJournal
    ) async throws {
        // A folder that holds runs is said of whole periods, also of runs that aren't known here.
        let alone = Set(try folders.flatMap { try FoundBag.isOne($0) ? FoundBag.folders(at: $0) : [] })
        let runs = report.adopted.map(\.run) + report.known
        let whole = Set(try Set(found).subtracting(alone).map { try Folders.resolved($0) })
        for run in runs {
            let isWhole = try whole.contains(Folders.resolved(workspace.folder(of: run)))
            if isWhole, try await workspace.noteNothingElse(ofPeriodOf: run, journal) {
                report.neverDelivered.append("\(run.pipeline)/\(run.period)")
            } else if !isWhole,
                try await journal.document(named: PastDelivery.documentName, of: run) == PastDelivery.unknown.rawValue
            {
                try await journal.keep(PastDelivery.never, of: run)
                report.neverDelivered.append(run.description)
            }
        }
        let withdrawn = try await RunMarks(journal).withdrawn
        for run in runs where withdrawn[run] == nil {
            guard let doubt = try await workspace.payDoubt(of: run, journal), !report.doubts.contains(doubt) else {
                continue
            }
            report.doubts.append(doubt)
        }
    }

    /// The folder in which a new journal is made.
    private static let draft = ".adopting"

    private static func prepare(_ workspace: Workspace) throws {
        try Folders.makePrivate(draft, under: workspace.path)
        // A log without its journal belongs to the lost one.
        for suffix in ["-wal", "-shm"] { try Folders.remove("journal.sqlite\(suffix)", under: workspace.path) }
    }

    private static func enter(
        _ folders: [String], into journal: any WorkspaceJournal, in workspace: Workspace, profiles: ProfileFolders?,
        choice: AdoptChoice
    ) async throws -> AdoptReport {
        var report = AdoptReport()
        var bags = try await bags(folders, in: workspace, profiles: profiles, report: &report)
        for bag in bags { try await makeRoom(for: bag, journal, workspace) }
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
                try await enter(bag, into: journal, in: workspace, choice: choice, report: &report)
            } catch let refusal as FoundBag.Refusal {
                report.refuse(bag.folder, refusal)
            }
        }
        return report
    }

    /// The export folders that are whole, in the order of their runs.
    private static func bags(
        _ folders: [String], in workspace: Workspace, profiles: ProfileFolders?, report: inout AdoptReport
    ) async throws -> [FoundBag] {
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
        return bags.sorted {
            ($0.id.pipeline, $0.id.period, $0.id.revision) < ($1.id.pipeline, $1.id.period, $1.id.revision)
        }
    }

    private static func enter(
        _ bag: FoundBag, into journal: any WorkspaceJournal, in workspace: Workspace, choice: AdoptChoice,
        report: inout AdoptReport
    ) async throws {
        if try await journal.run(bag.id) != nil {
            guard try await journal.bag(of: bag.id) == bag.bag else {
                throw FoundBag.Refusal(
                    why:
                        "the journal has another \(bag.id), which has to be withdrawn first; nothing of it may be signed or delivered"
                )
            }
            if let mark = bag.documents[Withdrawal.documentName] {
                try await journal.keep(mark, named: Withdrawal.documentName, for: bag.id)
            }
            return report.known.append(bag.id)
        }
        let entry = try await journal.forgotten(bag.id)
        if let entry { try await requireChosen(bag, despite: entry, choice: choice, journal) }
        let others = try await journal.heads(.revisions(of: bag.id)).runs.filter { $0.phase == .complete }
        for other in others {
            guard let known = other.source, let source = bag.record.source, !known.matches(source) else { continue }
            let differences = RunSource.differences(known, source).joined(separator: ", ")
            throw FoundBag.Refusal(why: "\(other.id) came from somewhere else (\(differences))")
        }
        var documents = bag.documents
        var unknown = bag.unknown
        // Of a run that was forgotten, this journal still knows what was delivered, and so does a book that says so.
        // One that doesn't may be a copy from before.
        let isUnknown =
            if bag.isPay, entry.map({ !$0.isOf(bag) }) ?? true { try await !isDelivered(bag.id, journal) } else {
                false
            }
        if isUnknown {
            documents[PastDelivery.documentName] = PastDelivery.unknown.rawValue
            if !choice.neverDelivered { unknown.append(bag.doubt) }
        }
        try await journal.adopt(bag.record, bag: bag.bag, documents: documents)
        if isUnknown { try await workspace.reopen(periodOf: bag.id, journal) }
        report.adopted.append(AdoptReport.Adopted(run: bag.id, isSigned: bag.isSigned, unknown: unknown))
    }

    /// Forgets a withdrawn run whose number a folder has in its place: a restored workspace gives numbers again that
    /// what was delivered since the backup has. Nothing is forgotten of which anything was signed or delivered.
    private static func makeRoom(
        for bag: FoundBag, _ journal: any WorkspaceJournal, _ workspace: Workspace
    ) async throws {
        let run = bag.id
        guard try await journal.run(run) != nil, try await journal.bag(of: run) != bag.bag,
            try await RunMarks(journal).withdrawn[run] != nil, try await !journal.mayBeDelivered(run),
            try await journal.payDeliveries(of: run).isEmpty,
            try await SignOffHistory(journal.book(of: run.pipeline))[run].last == nil
        else { return }
        try Removal(journal: journal, workspace: workspace, command: "").removeSignOffFiles(run)
        try await journal.forget(
            run, at: .now, because: "It was withdrawn, and another folder has its number", wasPublished: true)
    }

    /// Whether the book that was entered says that a run was delivered.
    private static func isDelivered(_ run: RunID, _ journal: any WorkspaceJournal) async throws -> Bool {
        try await SignOffHistory(journal.book(of: run.pipeline))[run].phase >= .delivered
    }

    /// Somebody removed the run on purpose.
    private static func requireChosen(
        _ bag: FoundBag, despite entry: ForgottenEntry, choice: AdoptChoice, _ journal: any WorkspaceJournal
    ) async throws {
        guard entry.isOf(bag) else {
            guard try await journal.mayBeDelivered(bag.id) else { return }
            throw FoundBag.Refusal(
                why: "another \(bag.id) was forgotten on \(entry.time.utcDate), with other files, which were delivered")
        }
        guard !choice.alsoForgotten else { return }
        let reason = entry.because.isEmpty ? "" : " (\(entry.because))"
        throw FoundBag.Refusal(
            why: "\(bag.id) was forgotten on purpose on \(entry.time.utcDate)\(reason)", isForgotten: true)
    }
}

extension ForgottenEntry {
    /// Whether it is about the very files of a folder, as far as the journal knows.
    fileprivate func isOf(_ found: FoundBag) -> Bool { bag.isEmpty || bag == found.bag }
}

extension AdoptReport {
    fileprivate mutating func refuse(_ folder: String, _ refusal: FoundBag.Refusal) {
        refused.append(
            Refused(
                folder: folder, why: refusal.why, isOfSheet: refusal.isOfSheet, isForgotten: refusal.isForgotten))
    }
}
