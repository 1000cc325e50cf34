internal import GantryAccounts
internal import GantryFiles
internal import GantryModel
internal import GantryPages
internal import GantryPayroll
internal import GantryRuns
internal import GantrySignOff
internal import GantryTerminal

/// How the office pays: the payroll program, its pay codes, who signs, and where the files go.
extension SetupPage {
    private var path: String { SetupPage.path(in: asked) }

    private static func path(in asked: Asked) -> String { "\(asked.workspace.path)/Pipelines/payroll.yaml" }

    /// The values of the form; none of those that it asks for the first time.
    private struct Values {
        var needs: [String: String] = [:]
        var codes: [String: String] = [:]
        var prepare = ""
        var approve = ""
        var deliver = ""
    }

    var pay: HTML {
        get throws {
            let folders = PipelineFiles.folders(workspace: asked.workspace, session: asked.desk.session)
            let payable = (configuration?.connections ?? []).filter { $0.payBase(in: folders) != nil }
            guard let first = payable.first, asked.canWrite else { return "" }
            let profiles = PipelineFiles.profiles(workspace: asked.workspace, session: asked.desk.session)
            let bytes = try ReadFile.ifExists(path)
            let draft = bytes.flatMap { PayrollDraft(reading: $0, profiles: profiles) }
            if let bytes, draft == nil { return isSetUp + byHand(bytes) }
            let known = profiles.names().compactMap { try? profiles.load($0) }
            let named = asked.query["program"] ?? asked.filled["program"]
            let program = known.first { $0.name == named }
            guard let program = program ?? (named == nil ? draft?.profile : nil) else { return programs(known) }
            let connection = payable.first { $0.name == draft?.connection } ?? first
            guard let base = connection.payBase(in: folders) else { return "" }
            let file = try PipelineFiles.load(
                base, workspace: asked.workspace, settings: [], session: asked.desk.session)
            let form = form(
                program, file, of: payable.map(\.name), paying: connection.name, values(draft, for: program))
            guard draft != nil else { return Blocks.card("pay", titled: t.help(program.title), form) }
            return isSetUp + change(program, form, isOpen: named != nil)
        }
    }

    private var isSetUp: HTML {
        let title = t("How the office pays", "Hvordan kontoret betaler")
        do {
            _ = try PipelineFiles.load(path, workspace: asked.workspace, settings: [], session: asked.desk.session)
        } catch {
            let report = ErrorReport(error, command: nil, place: asked.desk.place)
            let advice: HTML = report.advice.map { "<p>\(t.said($0))</p>\n" } ?? ""
            return Blocks.card(
                "pay", titled: title, "<p class=\"note note-stop\">\(t.said(report.explanation))</p>\n\(advice)")
        }
        return Blocks.card(
            "pay", titled: title,
            """
            <p class="note note-good">\(t("It is set up.", "Det er sat op.")) <code>\(path)</code></p>
            <p><a class="b b1" href="\(DeskAddress.payroll(pipeline: "payroll").path)">\
            \(t("Run a period", "Kør en periode"))</a></p>
            """)
    }

    /// A file that says more than the form asks, so that the form would lose something of it.
    private func byHand(_ bytes: [UInt8]) -> HTML {
        Blocks.card(
            "pay-file", titled: t("What the file says", "Hvad filen siger"),
            """
            <p>\(t(
                "Somebody has changed this file by hand, so it is changed there: open it in a text editor, save it, and check it.",
                "Nogen har ændret filen i hånden, så den ændres dér: åbn den i en teksteditor, gem den, og kontrollér den."))</p>
            """
                + Blocks.scrolled("pay-file", "<pre>\(String(decoding: bytes, as: UTF8.self))</pre>")
                + DeskFrame.same(asked.desk.command("validate", "payroll"), t))
    }

    private func change(_ program: ProfileFile, _ form: HTML, isOpen: Bool) -> HTML {
        let open: HTML = isOpen ? " open" : ""
        return Blocks.card(
            "pay-change", titled: t("Change it", "Ændr det"),
            """
            <details\(open)><summary>\(t.help(program.title))</summary>
            <p>\(t(
                "It holds for the periods that are run from now on. What is signed stays as it was signed; a correction of it says which settings changed.",
                "Det gælder for de perioder, der køres fra nu af. Det underskrevne forbliver, som det blev underskrevet; en rettelse af det siger, hvilke indstillinger der er ændret."))</p>
            <p><a href="\(DeskAddress.setup.path)?program=">\(t("Another payroll program", "Et andet lønprogram"))</a></p>
            \(form)</details>

            """)
    }

    private func values(_ draft: PayrollDraft?, for program: ProfileFile) -> Values {
        var values = Values()
        guard let draft else { return values }
        // What another program asks and calls its codes is something else.
        if draft.profile?.name == program.name {
            values.needs = Dictionary(draft.needs.map { ($0.name, $0.value) }) { first, _ in first }
            values.codes = Dictionary(draft.codes.map { ($0.code, $0.theirs) }) { first, _ in first }
        }
        func name(_ people: [String]) -> String {
            let id = people.first ?? ""
            return configuration?.people.first { $0.id == id }?.name ?? id
        }
        (values.prepare, values.approve) = (name(draft.signers.prepare), name(draft.signers.approve))
        values.deliver = configuration?.destinations.first { $0.name == draft.destination }?.address ?? ""
        return values
    }

    private func programs(_ known: [ProfileFile]) -> HTML {
        let items = each(known) { profile in
            "<li><a href=\"\(DeskAddress.setup.path)?program=\(profile.name)\"><b>\(t.help(profile.title))</b></a></li>\n"
        }
        return Blocks.card(
            "pay", titled: t("Which payroll program do you use?", "Hvilket lønprogram bruger I?"),
            "<ul class=\"list\">\n\(items)</ul>\n\(DeskFrame.same(asked.desk.command("init", "--payroll", "PROGRAM"), t))"
        )
    }

    private func form(
        _ program: ProfileFile, _ file: Pipeline, of connections: [String], paying connection: String, _ values: Values
    ) -> HTML {
        let needs = each(program.needs) { need in
            let title = t.help(need.title)
            return text(
                "need.\(need.name)", label: title.prefix(1).uppercased() + title.dropFirst(),
                value: values.needs[need.name] ?? "", isNeeded: true)
        }
        let codes = each(file.payroll?.pay?.codes ?? []) { code in
            text(
                "code.\(code.code)", label: "\(code.code) \(t.help(code.title))",
                value: values.codes[code.code] ?? code.code, isNeeded: true)
        }
        let people =
            text(
                "prepare", label: t("Who prepares the pay", "Hvem udarbejder lønnen"), value: values.prepare,
                isNeeded: false)
            + text(
                "approve", label: t("Who approves it: another person", "Hvem godkender den: en anden person"),
                value: values.approve, isNeeded: false)
        let place = text(
            "deliver",
            label: t("The folder from which the program takes its files", "Mappen, hvor programmet henter filerne"),
            value: values.deliver, isNeeded: false)
        return StartForm.markup(
            .pay, to: .setup, verb: t("Write it down", "Skriv det ned"), asked,
            fields: """
                <input type="hidden" name="program" value="\(program.name)">
                \(source(of: connections, asked.filled["connection"] ?? connection))\
                \(needs)<h3>\(t("What it calls the pay codes", "Hvad det kalder lønarterne"))</h3>
                \(codes)<h3>\(t("Who signs", "Hvem skriver under"))</h3>
                <p>\(t(
                    "Leave both empty where nobody signs.",
                    "Lad begge stå tomme, hvis ingen skriver under."))</p>
                \(people)<h3>\(t("Where the files go", "Hvor filerne skal hen"))</h3>
                \(place)
                """)
            + DeskFrame.same(asked.desk.command("init", "--payroll", program.name), t)
    }

    /// The connection whose hours are paid.
    private func source(of connections: [String], _ chosen: String) -> HTML {
        guard connections.count > 1 else {
            return "<input type=\"hidden\" name=\"connection\" value=\"\(chosen)\">\n"
        }
        let options = each(connections) { name -> HTML in
            let isChosen: HTML = name == chosen ? " selected" : ""
            return "<option value=\"\(name)\"\(isChosen)>\(name)</option>\n"
        }
        return """
            <div class="field"><label for="p-connection">\(t("Where the hours are", "Hvor timerne er"))</label>
            <select id="p-connection" name="connection">
            \(options)</select></div>

            """
    }

    private func text(_ name: String, label: String, value: String, isNeeded: Bool) -> HTML {
        let id = "p-" + name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "-" }.joined()
        let needed: HTML = isNeeded ? " required" : ""
        return """
            <div class="field"><label for="\(id)">\(label)</label>
            <input type="text" id="\(id)" name="\(name)" value="\(asked.filled[name] ?? value)" maxlength="500"\(needed)></div>

            """
    }

    /// The words of the command that writes it down.
    static func payWords(_ form: FormFields, _ asked: Asked) throws -> [String] {
        func value(_ name: String) -> String? { form[name].flatMap { $0.isEmpty ? nil : $0 } }
        func pairs(_ start: String, _ option: String) -> [String] {
            form.all.filter { $0.name.hasPrefix(start) && !$0.value.isEmpty }
                .map { "--\(option)=\($0.name.dropFirst(start.count))=\($0.value)" }
        }
        func option(_ name: String, as other: String? = nil) -> [String] {
            value(name).map { ["--\(other ?? name)=\($0)"] } ?? []
        }
        let office = try asked.workspace.office()
        let zone = try? asked.workspace.machineZone().name
        // Where gantry.yaml says nothing, the machine's zone does.
        let country = office == Office() ? Country.all.first { $0.zone != nil && $0.zone == zone }?.code : nil
        // Only a file that this form would have written is replaced.
        let profiles = PipelineFiles.profiles(workspace: asked.workspace, session: asked.desk.session)
        let isReplaced =
            try ReadFile.ifExists(path(in: asked))
            .flatMap { PayrollDraft(reading: $0, profiles: profiles) } != nil
        return ["init", "--payroll", value("program") ?? "none"] + option("connection", as: "name")
            + pairs("need.", "need") + pairs("code.", "pay-code")
            + option("prepare") + option("approve") + option("deliver") + (isReplaced ? ["--replace"] : [])
            + (country.map { ["--country", $0] + (asked.t.language == .danish ? ["--language", "da"] : []) } ?? [])
    }
}
