internal import GantryEngine
internal import GantryFiles
internal import GantryKit
internal import GantryModel
internal import GantryPages
internal import GantryRuns
internal import GantryTerminal

/// Forms that start a command about a run or a period, and what becomes of them.
enum StartForm {
    /// A form with one button.
    ///
    /// - Parameters:
    ///   - fields: what else it has, before the button.
    ///   - isFirst: whether it is what comes next.
    static func markup(
        _ kind: StartedCommand.Kind, to address: DeskAddress, verb: String, _ asked: Asked, fields: HTML = "",
        isFirst: Bool = true, number: String = RandomKey(bytes: 16).text
    ) -> HTML {
        markup(what: kind.rawValue, to: address, verb: verb, asked, fields: fields, isFirst: isFirst, number: number)
    }

    /// The same for a form whose page decides which command it starts.
    static func markup(
        what: String, to address: DeskAddress, verb: String, _ asked: Asked, fields: HTML = "",
        isFirst: Bool = true, number: String = RandomKey(bytes: 16).text
    ) -> HTML {
        guard asked.canWrite else { return "" }
        let look: HTML = isFirst ? " class=\"b1\"" : ""
        return """
            \(asked.form(address))<input type="hidden" name="what" value="\(what)">\
            <input type="hidden" name="form" value="\(number)">
            \(fields)<div class="buttons">\
            <button\(look) data-busy="\(asked.t("Starting …", "Starter …"))">\(verb)</button></div>
            </form>

            """
    }

    /// The field for a reason, of which the program asks for ten characters on one line.
    static func reason(_ id: String, for kind: StartedCommand.Kind, _ asked: Asked) -> HTML {
        let t = asked.t
        let typed = asked.filled["what"] == kind.rawValue ? asked.filled["because"] : nil
        return """
            <div class="field"><label for="\(id)">\(t("Reason", "Begrundelse"))</label><span class="hint" id="\(id)-hint">\
            \(t("One line, at least ten characters.", "Én linje, mindst ti tegn."))</span>
            <input type="text" id="\(id)" name="because" pattern=".{10,500}" maxlength="500" required \
            value="\(typed ?? "")" aria-describedby="\(id)-hint"></div>

            """
    }

    /// The fields of a form that makes a next revision.
    ///
    /// - Parameter usesNewSettings: whether it pays by today's settings.
    static func correcting(_ id: String, usesNewSettings: Bool, _ asked: Asked) -> HTML {
        let settings: HTML = usesNewSettings ? "<input type=\"hidden\" name=\"settings\" value=\"now\">\n" : ""
        return reason(id, for: .correct, asked) + settings
    }

    /// Exports a period.
    static func change(_ pipeline: String, form: FormFields, _ asked: Asked) async throws -> DeskAnswer {
        guard try await asked.desk.canRun(pipeline) else { return RefusalPage.notFound(asked) }
        let period: PayPeriod
        do { period = try PayPeriod(form["period"] ?? "") } catch { throw UsageError("\(error)") }
        return try start(
            .run, about: "\(pipeline)/\(period.name)", words: ["run", pipeline, "--period", period.name],
            next: .payroll(pipeline: pipeline), form: form, asked)
    }

    /// Does what a form about a run says.
    static func change(_ run: RunID, form: FormFields, _ asked: Asked) async throws -> DeskAnswer {
        guard let pay = try await PayRun.read(run, asked) else { return RefusalPage.notFound(asked) }
        if form["what"] == "stop" {
            if let holder = try await Gantry.show(run, in: asked.workspace).holder { holder.interrupt() }
            return .seeOther(.step(run, .run))
        }
        guard let kind = form["what"].flatMap(StartedCommand.Kind.init),
            let words = try words(kind, run: pay.id, form: form, file: try file(of: form, asked), asked.t)
        else { return RefusalPage.answer(.noForm, asked) }
        let next: DeskAddress =
            switch kind {
            case .forget: .payroll(pipeline: run.pipeline)
            case .withdraw: .run(run)
            case .sign: .step(run, .sign)
            case .run, .rewrite, .correct: .run(run)
            case .verify: .step(run, .files)
            default: .step(run, .deliver)
            }
        return try start(kind, about: run.description, words: words, next: next, form: form, asked)
    }

    /// The page where a form stands that was sent to an address.
    static func page(of address: DeskAddress, _ form: FormFields) -> DeskAddress {
        switch address {
        case .decide(let run): .step(run, .review)
        case .start(let run):
            switch form["what"].flatMap(StartedCommand.Kind.init) {
            case .run, nil: .step(run, .run)
            case .rewrite: .step(run, .review)
            case .sign: .step(run, .sign)
            case .verify, .withdraw, .forget: .step(run, .files)
            default: .step(run, .deliver)
            }
        default: address
        }
    }

    /// - Returns: the words of the command after `gantry`; `nil` for one that is about no run.
    /// - Throws: `UsageError` for a form that lacks something.
    static func words(
        _ kind: StartedCommand.Kind, run: RunID, form: FormFields, file: String? = nil, _ t: PageText
    ) throws -> [String]? {
        func value(_ name: String) -> String? {
            form[name].map(DecisionForm.trimmed).flatMap { $0.isEmpty ? nil : $0 }
        }
        func option(_ name: String) -> [String] { value(name).map { ["--\(name)=\($0)"] } ?? [] }
        func needed(_ name: String, _ missing: @autoclosure () -> String) throws -> [String] {
            guard value(name) != nil else { throw UsageError(missing()) }
            return option(name)
        }
        func because() throws -> [String] {
            try needed("because", t("The reason is missing.", "Begrundelsen mangler."))
        }
        func given(_ missing: String) throws -> String {
            guard let file else { throw UsageError(missing) }
            return file
        }
        let period = ["run", run.pipeline, "--period", run.period]
        switch kind {
        case .run: return period + startOver(form)
        case .rewrite: return ["run", run.pipeline, "--from", run.description]
        case .deliver: return ["deliver", run.description] + option("to") + option("by")
        case .typed: return ["deliver", run.description, "--typed"] + option("because") + option("by")
        case .failed: return ["deliver", run.description, "--failed"] + option("because") + option("by")
        case .changes: return ["diff", "\(run.pipeline)/\(run.period)", "server"]
        case .correct:
            let settings = form["settings"] == "now" ? ["--settings", "now"] : []
            return period + ["--revision", "next"] + settings + (try because())
        case .verify: return ["verify", run.description]
        case .receipt:
            let file = try given(
                t(
                    "Choose the file with the answer of the payroll program, and no other one.",
                    "Vælg filen med lønprogrammets svar og ingen anden."))
            return ["deliver", run.description, "--receipt", file] + option("by")
        case .sign:
            let file = try given(
                t(
                    "Choose the file with the signature, and no other one.",
                    "Vælg filen med underskriften og ingen anden."))
            return ["sign", run.description, "--signature", file] + option("by")
        case .withdraw:
            return ["withdraw", run.description]
                + (try needed("by", t("Who withdraws it is missing.", "Hvem der trækker den tilbage, mangler.")))
                + (try because())
        case .forget: return ["forget", run.description, "--yes"]
        case .check, .send, .prune, .schedule, .connect, .pay, .connections, .login: return nil
        }
    }

    // MARK: A run that can't go on

    private static let anew = "anew"

    /// Whether a run that stopped would stop in the same way again: what it has fetched must be fetched anew.
    static func mustFetchAnew(_ run: RunHead, _ asked: Asked) -> Bool {
        // Records that can't be used are kept with the rest, and going on doesn't ask for them again.
        if run.lastError.contains(" unusable; the pipeline file allows ") { return true }
        let last = try? asked.desk.commands.newest(20, of: [.run, .rewrite, .correct]).first { $0.events.run == run.id }
        return last?.events.ending?.needsNewStart ?? false
    }

    /// The form that drops what a run has fetched, and fetches it anew.
    static func fetchingAnew(_ run: RunID, to address: DeskAddress, _ asked: Asked) -> HTML {
        guard asked.canWrite else { return "" }
        let t = asked.t
        return Blocks.small(
            t(
                "What it has fetched is dropped, and the server is asked for everything again. Nothing of it is published.",
                "Det hentede droppes, og serveren spørges om alt igen. Intet af det er færdigt."))
            + markup(
                .run, to: address, verb: t("Drop it and fetch anew", "Drop den, og hent på ny"), asked,
                fields: """
                    <input type="hidden" name="pipeline" value="\(run.pipeline)">\
                    <input type="hidden" name="period" value="\(run.period)">\
                    <input type="hidden" name="\(anew)" value="yes">
                    """)
    }

    /// The words for a form that asks for that.
    static func startOver(_ form: FormFields) -> [String] { form[anew] == "yes" ? ["--start-over"] : [] }

    /// The path of the file that came with a form; `nil` where none or several did.
    private static func file(of form: FormFields, _ asked: Asked) throws -> String? {
        guard let id = form["form"] else { return nil }
        let dropped = DroppedFiles(workspace: asked.workspace)
        let files = try dropped.list(id)
        return files.count == 1 ? "\(dropped.folder(id))/\(files[0].path)" : nil
    }

    /// Starts it, and leads to its page.
    static func start(
        _ kind: StartedCommand.Kind, about subject: String, words: [String], next: DeskAddress, form: FormFields,
        _ asked: Asked, secrets: [String] = []
    ) throws -> DeskAnswer {
        guard let id = form["form"], FormFields.isNumber(id) else { return RefusalPage.answer(.noForm, asked) }
        // Units lie where the machine has them, whatever the workspace.
        let place = words.prefix(2) == ["schedule", "remove"] ? [] : asked.desk.place
        let command = ShellCommand(["gantry"] + words + place)
        let input = secrets.map { $0 + "\n" }.joined()
        try asked.desk.commands.start(
            kind, about: subject, command, id: id, next: next, filled: form.filled, input: Array(input.utf8))
        return .seeOther(.command(id: id))
    }
}
