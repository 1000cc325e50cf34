internal import FoundationEssentials
internal import GantryAccounts
internal import GantryFiles
internal import GantryKit
internal import GantryModel
internal import GantryPages
internal import GantryTerminal

/// What runs by itself, who is signed in, and how much room there is.
extension JobsPage {
    // MARK: Schedules

    var schedules: HTML {
        get throws {
            let entries = try JobsPage.schedules(asked)
            let same = DeskFrame.same(ShellCommand(["gantry", "schedule", "list"]), t)
            let list: HTML =
                entries.isEmpty
                ? "<p>\(t("Nothing is scheduled in this workspace.", "Intet er planlagt i denne arbejdsmappe."))</p>\n"
                : table(of: entries)
            return Blocks.card("schedules", titled: t("Schedules", "Tidsplaner"), list + same + addition)
        }
    }

    /// Those of this workspace.
    private static func schedules(_ asked: Asked) throws -> [ScheduleFolder.Entry] {
        let home = SchedulePlace.absolute(asked.workspace.path)
        return try Schedules.entries(in: nil, asked.desk.session.environment).filter {
            SchedulePlace.absolute($0.workspace) == home
        }
    }

    private func table(of entries: [ScheduleFolder.Entry]) -> HTML {
        let timers = Schedules.timers()
        let heads: [Blocks.Column] = [
            .text(t("Pipeline", "Pipeline")), .text(t("Runs", "Kører")), .text(t("Next", "Næste")),
            .hidden(t("Remove", "Fjern")),
        ]
        let rows = each(entries) { entry in
            let removal = StartForm.markup(
                .schedule, to: .jobs, verb: t("Remove", "Fjern"), asked,
                fields: "<input type=\"hidden\" name=\"remove\" value=\"\(entry.name)\">", isFirst: false)
            return """
                <tr><th scope="row">\(entry.pipeline)</th><td>\(entry.words)</td>\
                <td>\(NextText.words(timers.next(of: entry.name), t))</td><td>\(removal)</td></tr>

                """
        }
        return Blocks.scrolled("schedules", Blocks.table(heads, rows))
    }

    private var addition: HTML {
        let names = JobsPage.names(asked, withPay: true)
        guard asked.canWrite, !names.isEmpty else { return "" }
        let options = each(names) { "<option value=\"\($0)\">\($0)</option>\n" }
        let days = each(1...28) {
            "<option value=\"\(String($0))\">\(t("day \($0) of each month", "dag \($0) i hver måned"))</option>\n"
        }
        let weekdays = each(JobsPage.weekdays.enumerated()) { place, word in
            "<option value=\"\(word)\">\(t("every \(word.capitalized)", "hver \(JobsPage.danish[place])"))</option>\n"
        }
        let fields: HTML = """
            <div class="field"><label for="scheduled">\(t("Pipeline", "Pipeline"))</label>\
            <select id="scheduled" name="pipeline" required>
            \(options)</select></div>
            <div class="field"><label for="day">\(t("Runs", "Kører"))</label><select id="day" name="day">
            <option value="">\(t("every day", "hver dag"))</option>
            \(weekdays)\(days)</select></div>
            <div class="field"><label for="at">\(t("At", "Klokken"))</label>\
            <input type="time" id="at" name="at" value="\(asked.filled["at"] ?? "02:30")" required></div>

            """
        return "<details><summary>\(t("Add a schedule", "Tilføj en tidsplan"))</summary>\n"
            + StartForm.markup(.schedule, to: .jobs, verb: t("Add", "Tilføj"), asked, fields: fields, isFirst: false)
            + DeskFrame.same(asked.desk.command("schedule", names[0], "--at", "02:30"), t) + "</details>\n"
    }

    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let danish = ["mandag", "tirsdag", "onsdag", "torsdag", "fredag", "lørdag", "søndag"]

    /// The words of the command that adds or removes one, after `gantry`; `nil` for a form that lacks something.
    static func scheduleWords(_ form: FormFields, _ asked: Asked) -> [String]? {
        if let name = form["remove"] {
            let known = (try? schedules(asked)) ?? []
            return known.contains { $0.name == name } ? ["schedule", "remove", name] : nil
        }
        guard let pipeline = form["pipeline"], names(asked, withPay: true).contains(pipeline), let at = form["at"]
        else { return nil }
        let day = form["day"] ?? ""
        let when = day.isEmpty ? [] : weekdays.contains(day) ? ["--weekly=\(day)"] : ["--monthly=\(day)"]
        // Where no systemd runs, the line for a crontab is shown.
        let cron = Session.isFolder("/run/systemd/system") ? [] : ["--cron"]
        return ["schedule", "add", pipeline, "--at=\(at)"] + when + cron
    }

    // MARK: Connections

    var connections: HTML {
        let accounts = SignInState.all(asked)
        guard !accounts.isEmpty else { return "" }
        let rows = each(accounts) { account in
            let end = account.expiresAt.map { t.time($0) } ?? "–"
            return """
                <tr><th scope="row">\(account.connection)</th><td>\(account.system)</td>\
                <td>\(Blocks.state(SignInState.words(account, t), SignInState.needsPerson(account) ? .stop : .good)) \
                \(t.said(account.problem ?? ""))</td>\
                <td>\(end)</td></tr>

                """
        }
        let heads: [Blocks.Column] = [
            .text(t("Connection", "Forbindelse")), .text(t("System", "System")), .text(t("Sign-in", "Login")),
            .text(t("Until", "Indtil")),
        ]
        return Blocks.card(
            "connections", titled: t("Connections", "Forbindelser"),
            Blocks.scrolled("connections", Blocks.table(heads, rows))
                + StartForm.markup(
                    .connections, to: .setup, verb: t("Check them", "Kontrollér dem"), asked, isFirst: false)
                + DeskFrame.same(asked.desk.command("check"), t))
    }

    // MARK: Disk

    var disk: HTML {
        // A disk that can't be looked at is no reason to show nothing.
        let free = (try? LocalDisk.freeBytes(at: asked.workspace.path)).map(t.bytes) ?? t("unknown", "ukendt")
        let facts: HTML = """
            <dl class="facts"><dt>\(t("Free", "Ledig"))</dt><dd>\(free)</dd>\
            <dt>\(t("Workspace", "Arbejdsmappe"))</dt><dd><code>\(asked.workspace.path)</code></dd></dl>

            """
        guard asked.canWrite, !runs.isEmpty else { return Blocks.card("disk", titled: t("Disk", "Disk"), facts) }
        func field(_ name: String, label: String, value: Int) -> HTML {
            """
            <div class="field"><label for="\(name)">\(label)</label>\
            <input type="number" id="\(name)" name="\(name)" value="\(asked.filled[name] ?? String(value))" min="0" max="1000" required></div>

            """
        }
        let fields =
            field(
                "keep-last",
                label: t(
                    "Keep so many of the newest runs of each pipeline",
                    "Behold så mange af de nyeste kørsler af hver pipeline"), value: 12)
            + field(
                "keep-monthly", label: t("and the newest of so many months", "og den nyeste af så mange måneder"),
                value: 24)
            + field("keep-yearly", label: t("and of so many years", "og af så mange år"), value: 5)
        return Blocks.card(
            "disk", titled: t("Disk", "Disk"),
            facts + "<details><summary>\(t("Free space", "Frigør plads"))</summary>\n"
                + StartForm.markup(
                    .prune, to: .jobs, verb: t("Show what would go", "Vis, hvad der ville blive fjernet"), asked,
                    fields: fields,
                    isFirst: false)
                + DeskFrame.same(asked.desk.command("forget", "--keep-last", "12", "--dry-run"), t) + "</details>\n")
    }

    /// The words of the command that shows what would go, or removes it.
    /// - Throws: `UsageError` for a form without a rule.
    static func pruneWords(_ form: FormFields, _ t: PageText) throws -> [String] {
        var words = ["forget"]
        for name in ["keep-last", "keep-monthly", "keep-yearly"] {
            guard let count = form[name].flatMap({ Int($0) }), (0...1000).contains(count) else {
                throw UsageError(
                    t("Each number must be from 0 to 1 000.", "Hvert tal skal være fra 0 til 1.000."))
            }
            if count > 0 { words.append("--\(name)=\(count)") }
        }
        // Without a rule the command is about one run.
        guard words.count > 1 else {
            throw UsageError(
                t(
                    "With 0 everywhere nothing would be kept. Give at least one number above 0.",
                    "Med 0 overalt ville intet blive beholdt. Angiv mindst ét tal over 0."))
        }
        return words + (form["sure"] == "yes" ? [] : ["--dry-run"])
    }
}

/// Who is signed in where, in words.
enum SignInState {
    /// So long before its end a session that isn't renewed is worth a look, in nanoseconds.
    private static let soon: Int64 = 7 * 86_400 * 1_000_000_000

    /// Of every connection of gantry.yaml; none where that can't be read.
    static func all(_ asked: Asked) -> [SignedInAccount] {
        guard let configuration = try? asked.desk.configuration(),
            let accounts = try? Gantry.accounts(
                configuration.connections, in: asked.workspace, environment: asked.desk.session.environment)
        else { return [] }
        return accounts
    }

    /// Whether somebody has to sign in, now or soon.
    static func needsPerson(_ account: SignedInAccount) -> Bool {
        switch account.state {
        case .expired, .signedOut, .elsewhere, .unknown: return true
        case .renewable, .byCredentials: return false
        case .signedIn:
            guard !account.renews, let end = account.expiresAt else { return false }
            return end < Instant.now.adding(nanoseconds: soon)
        }
    }

    static func words(_ account: SignedInAccount, _ t: PageText) -> String {
        switch account.state {
        case .signedIn:
            account.renews ? t("signed in, renews itself", "logget ind, fornys selv") : t("signed in", "logget ind")
        case .renewable: t("renewed by the next run", "fornys af den næste kørsel")
        case .byCredentials: t("each run signs in", "hver kørsel logger ind")
        case .expired: t("has ended", "er udløbet")
        case .signedOut: t("signed out", "logget ud")
        case .elsewhere: t("of another server", "til en anden server")
        case .unknown: t("can't sign in", "kan ikke logge ind")
        }
    }
}
