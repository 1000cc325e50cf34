internal import GantryAccounts
internal import GantryEngine
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryPages
internal import GantryRuns
internal import GantrySignOff
internal import GantryTerminal

/// Something that waits for a person.
struct Todo: Sendable {
    let title: String
    let text: String
    let link: DeskAddress
    let command: ShellCommand?
    /// About how much money it is about; `nil` where it is about none.
    var sum: FindingSum?
    var currency: String?

    /// Everything: files that changed or can't be read, then pay, unknown money first, then the most, then what is about
    /// none.
    static func all(_ months: PayMonths, board: StatusBoard, _ asked: Asked) async throws -> [Todo] {
        let damaged = months.all.compactMap { Todo(damaged: $0, asked) }
        let pay = months.all.compactMap { Todo($0, asked) }.sorted { one, two in
            guard let first = one.sum, let second = two.sum else { return one.sum != nil }
            return FindingSum.precedes(first, second)
        }
        let unreadable = board.unreadable.map { Todo(unreadable: $0.pipeline, $0.explanation, asked) }
        let due = try await due(months, asked)
        let runs = board.lines.flatMap(\.stopped)
        let pages = try await DroppedSheet.pages(of: runs, asked)
        let stopped = runs.map { Todo(stopped: $0, page: pages[$0.id], asked) }
        let restored = board.restored.map { Todo(restored: $0, asked) }.map { [$0] } ?? []
        let books = board.books.map { Todo(book: $0, asked) }
        return damaged + restored + books + unreadable + pay + (try changed(months, asked)) + due + stopped
            + (try await sheets(asked))
            + (try signIns(asked))
    }

    private init?(_ month: PayMonths.Month, _ asked: Asked) {
        let t = asked.t
        guard let need = month.standing?.need, need != .nothing, month.changedFiles.isEmpty else { return nil }
        let run = month.record.id
        let people = (try? asked.desk.people()) ?? []
        title = "\(t("Pay", "Løn")) \(t.period(month.period)): \(NeedText.title(need, t))"
        var text = NeedText.sentence(need, t)
        if let base = month.correction?.base {
            text = t("It corrects r\(base.revision). ", "Den retter r\(base.revision). ") + text
        }
        if let held = month.review.map(HeldFindings.init) {
            func add(_ findings: [ReviewReport.Finding], _ one: (String, String), _ many: (String, String)) {
                if !findings.isEmpty { text += " " + t.count(findings.count, one, many) }
            }
            add(
                held.unpaid, ("finding on hold stays unpaid.", "spærret fund forbliver ubetalt."),
                ("findings on hold stay unpaid.", "spærrede fund forbliver ubetalte."))
            add(
                held.paidBefore, ("on hold was paid by another run.", "spærret er betalt af en anden kørsel."),
                ("on hold were paid by another run.", "spærrede er betalt af en anden kørsel."))
            add(
                held.takenBack, ("on hold was paid and is taken back.", "spærret er betalt og trækkes tilbage."),
                ("on hold were paid and are taken back.", "spærrede er betalt og trækkes tilbage."))
        }
        self.text = text
        link = .run(run)
        command = MonthText.command(
            need, of: run, pipeline: run.pipeline, by: asked.desk.person(among: people)?.id, to: "PLACE",
            place: asked.desk.place)
        // What stops everything is about all of it.
        if case .decisions = need, let review = month.review, !review.open.contains(where: { $0.severity == .critical })
        {
            sum = FindingSum(review.open)
        } else {
            sum = FindingSum(amount: month.correction.map(\.amount) ?? month.amount)
        }
        currency = month.currency
    }

    /// The periods of each pipeline that are over and that nobody exported: the newest, and gaps between others.
    private static func due(_ months: PayMonths, _ asked: Asked) async throws -> [Todo] {
        let t = asked.t
        var files = asked.desk.files()
        let today = try asked.workspace.today()
        return try await asked.desk.payPipelines().flatMap { pipeline -> [Todo] in
            // One whose file can't be read is shown with its mistakes.
            guard let rule = try? files.file(of: pipeline).0.countedPeriods else { return [] }
            let known = (months.months[pipeline] ?? []).map(\.period)
            return PeriodsDue.of(PeriodsDue.over(on: today, by: rule), known: known).map { period in
                Todo(
                    title: "\(t("Pay", "Løn")) \(t.period(period)): \(t("run", "kør"))",
                    text: t(
                        "The period is over, and nobody has exported it with \(pipeline).",
                        "Perioden er slut, og ingen har eksporteret den med \(pipeline)."),
                    link: .payroll(pipeline: pipeline),
                    command: asked.desk.command("run", pipeline, "--period", period.name))
            }
        }
    }

    /// A period whose files aren't those that were published.
    private init?(damaged month: PayMonths.Month, _ asked: Asked) {
        guard let first = month.changedFiles.first else { return nil }
        let t = asked.t
        let run = month.record.id
        let more = month.changedFiles.count - 1
        title = "\(t("Pay", "Løn")) \(t.period(month.period)): \(t("not as published", "ikke som udgivet"))"
        text =
            t(
                "Not as it was published: \(first)\(more > 0 ? " and \(t.count(more)) more" : ""). ",
                "Ikke, som det blev udgivet: \(first)\(more > 0 ? " og \(t.count(more)) til" : ""). ")
            + t(
                "Restore \(asked.workspace.folder(of: run)) from a copy.",
                "Gendan \(asked.workspace.folder(of: run)) fra en kopi.")
        link = .step(run, .run)
        command = asked.desk.command("verify", run.description)
    }

    /// A journal that doesn't know everything.
    private init(restored note: String, _ asked: Asked) {
        self.init(
            title: asked.t("A journal from before", "En journal fra før"), text: asked.t.said(note), link: .jobs,
            command: asked.desk.command("status"))
    }

    /// A book of signatures that isn't what the journal keeps.
    private init(book problem: String, _ asked: Asked) {
        self.init(
            title: asked.t("A damaged book of signatures", "En beskadiget underskriftsbog"),
            text: asked.t.said(problem),
            link: .jobs, command: asked.desk.command("status"))
    }

    /// A pipeline file of the office with mistakes: nothing can be run with it.
    private init(unreadable pipeline: String, _ explanation: String, _ asked: Asked) {
        let t = asked.t
        self.init(
            title: "\(pipeline): \(t("its file has mistakes", "filen har fejl"))", text: t.said(explanation),
            link: .setup, command: asked.desk.command("validate", pipeline))
    }

    /// - Parameter page: that of the dropped sheet which the run sends.
    private init(stopped run: RunHead, page: DeskAddress?, _ asked: Asked) {
        let t = asked.t
        title = "\(run.id.description): \(t("stopped", "stoppet"))"
        let state =
            run.isOfSheet
            ? t(
                "Not every row is settled. What was sent is noted, and nothing is sent twice.",
                "Ikke alle rækker er afgjort. Det sendte er noteret, og intet sendes to gange.")
            : StartForm.mustFetchAnew(run, asked)
                ? t(
                    "Nothing of it is published, and it can't go on: what it fetched must be fetched anew.",
                    "Intet er færdigt, og den kan ikke fortsætte: det hentede skal hentes på ny.")
                : t(
                    "Nothing of it is published, and it goes on where it stopped.",
                    "Intet er færdigt, og den fortsætter, hvor den stoppede.")
        text = state + (run.lastError.isEmpty ? "" : " " + t.said(run.lastError))
        link = page ?? DeskAddress(of: run)
        command =
            run.isOfSheet
            ? asked.desk.command("show", run.id.description)
            : asked.desk.command("run", run.id.pipeline, "--period", run.id.period)
    }

    /// Sheets of the last weeks of which rows were refused, or have no clear answer: the last run of each.
    private static func sheets(_ asked: Asked) async throws -> [Todo] {
        let t = asked.t
        var selection = RunSelection()
        selection.kind = .sheet
        selection.since = Instant.now.adding(nanoseconds: -30 * 86_400 * 1_000_000_000)
        let list = try await Gantry.list(selection, in: asked.workspace, withCounts: false)
        let pages = try await DroppedSheet.pages(of: list.runs, asked)
        var seen: Set<String> = []
        return list.runs.filter { seen.insert("\($0.id.pipeline)/\($0.id.period)").inserted }
            .compactMap { run in
                guard let counts = list.sent[run.id]?.counts, run.phase == .complete, list.marks.isUsable(run.id),
                    counts.refused + counts.unknown > 0
                else { return nil }
                let refused = t.count(
                    counts.refused, ("row refused", "række afvist"), ("rows refused", "rækker afvist"))
                let unknown =
                    counts.unknown == 0
                    ? ""
                    : ", "
                        + t.count(
                            counts.unknown, ("without a clear answer", "med uklart svar"),
                            ("without a clear answer", "med uklart svar"))
                return Todo(
                    title: "\(run.id.description): \(refused)\(unknown)",
                    text: t.count(counts.done, ("row is", "række er"), ("rows are", "rækker er"))
                        + t(" sent.", " sendt."),
                    link: pages[run.id] ?? .other(run.id), command: asked.desk.command("show", run.id.description))
            }
    }

    private init(title: String, text: String, link: DeskAddress, command: ShellCommand?) {
        self.title = title
        self.text = text
        self.link = link
        self.command = command
    }

    /// Delivered periods of which the server now shows something else, as it was last asked from here.
    private static func changed(_ months: PayMonths, _ asked: Asked) throws -> [Todo] {
        let t = asked.t
        var seen: Set<String> = []
        var found: [Todo] = []
        for (command, events) in try asked.desk.commands.newest(.max, of: [.changes, .run, .rewrite, .correct]) {
            for looked in events.lookedAt(by: command) {
                // It is about the period, whichever revision's page asked.
                let month = months.months[looked.run.pipeline]?.first { $0.record.id.period == looked.run.period }
                guard let month, seen.insert("\(looked.run.pipeline)/\(looked.run.period)").inserted, looked.differs,
                    // A revision that was begun since has what was found.
                    month.record.startedAt < command.started
                else { continue }
                found.append(
                    Todo(
                        title:
                            "\(t("Pay", "Løn")) \(t.period(month.period)): \(t("changed after it was delivered", "ændret efter aflevering"))",
                        text: t(
                            "The server shows something else than was paid. A correction pays the difference.",
                            "Serveren viser noget andet end det betalte. En rettelse udbetaler forskellen."),
                        link: .command(id: command.id),
                        command: asked.desk.command(
                            "run", month.record.id.pipeline, "--period", month.record.id.period, "--revision", "next",
                            "--because", "TEXT")))
            }
        }
        return found
    }

    /// Connections to which nobody is signed in, or not for long, and what their last check from here found wrong.
    private static func signIns(_ asked: Asked) throws -> [Todo] {
        let t = asked.t
        // What this process lacks of its environment, a scheduled run may have.
        let accounts = SignInState.all(asked).filter {
            $0.state != .unknown && SignInState.needsPerson($0)
        }.map { account in
            let end = account.expiresAt.map { t.day(t.zone.day(at: $0)) }
            return Todo(
                title: "\(account.connection): \(SignInState.words(account, t))",
                text: end.map {
                    t("The session is good until \($0).", "Sessionen gælder til \($0).")
                }
                    ?? t("A run can't sign in by itself.", "En kørsel kan ikke selv logge ind."),
                link: .setup, command: asked.desk.command("login", account.connection))
        }
        let last = try asked.desk.commands.newest(.max, of: [.connections, .connect]).first { $0.events.isAnswer }
        let found = (last?.events.ending?.result["connections"]?.list ?? []).flatMap { place in
            (place["checks"]?.list ?? []).filter { ["warning", "failed"].contains($0["state"]?.text) }.map { check in
                Todo(
                    title: "\(place["connection"]?.text ?? ""): \(asked.t.said(check["found"]?.text ?? ""))",
                    text: asked.t.said(check["advice"]?.text ?? ""), link: .setup, command: asked.desk.command("check"))
            }
        }
        return accounts + found
    }
}
