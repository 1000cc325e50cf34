internal import GantryAccounts
internal import GantryModel
internal import GantryPages
internal import GantryPayroll
internal import GantryRuns
internal import GantryTerminal

/// How the office pays: the payroll program, its pay codes, who signs, and where the files go.
extension SetupPage {
    private var path: String { "\(asked.workspace.path)/Pipelines/payroll.yaml" }

    var pay: HTML {
        get throws {
            let folders = PipelineFiles.folders(workspace: asked.workspace, session: asked.desk.session)
            let payable = (configuration?.connections ?? []).filter { $0.payBase(in: folders) != nil }
            guard payable.count == 1, let base = payable[0].payBase(in: folders), asked.canWrite else { return "" }
            guard !Session.isFile(path) else {
                return Blocks.card(
                    "pay", titled: t("How the office pays", "Hvordan kontoret betaler"),
                    """
                    <p class="note note-good">\(t("It is set up.", "Det er sat op.")) <code>\(path)</code></p>
                    <p><a class="b b1" href="\(DeskAddress.payroll(pipeline: "payroll").path)">\
                    \(t("Run a period", "Kør en periode"))</a></p>
                    """)
            }
            let profiles = PipelineFiles.profiles(workspace: asked.workspace, session: asked.desk.session)
            let known = profiles.names().compactMap { try? profiles.load($0) }
            guard let program = known.first(where: { $0.name == asked.query["program"] ?? asked.filled["program"] })
            else {
                return programs(known)
            }
            let file = try PipelineFiles.load(
                base, workspace: asked.workspace, settings: [], session: asked.desk.session)
            return form(program, file)
        }
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

    private func form(_ program: ProfileFile, _ file: Pipeline) -> HTML {
        let needs = each(program.needs) { need in
            let title = t.help(need.title)
            return text(
                "need.\(need.name)", label: title.prefix(1).uppercased() + title.dropFirst(), value: "",
                isNeeded: true)
        }
        let codes = each(file.payroll?.pay?.codes ?? []) { code in
            text("code.\(code.code)", label: "\(code.code) \(t.help(code.title))", value: code.code, isNeeded: true)
        }
        let people =
            text("prepare", label: t("Who prepares the pay", "Hvem udarbejder lønnen"), value: "", isNeeded: false)
            + text(
                "approve", label: t("Who approves it: another person", "Hvem godkender den: en anden person"),
                value: "",
                isNeeded: false)
        let place = text(
            "deliver",
            label: t("The folder from which the program takes its files", "Mappen, hvor programmet henter filerne"),
            value: "",
            isNeeded: false)
        return Blocks.card(
            "pay", titled: t.help(program.title),
            StartForm.markup(
                .pay, to: .setup, verb: t("Write it down", "Skriv det ned"), asked,
                fields: """
                    <input type="hidden" name="program" value="\(program.name)">
                    \(needs)<h3>\(t("What it calls the pay codes", "Hvad det kalder lønarterne"))</h3>
                    \(codes)<h3>\(t("Who signs", "Hvem skriver under"))</h3>
                    <p>\(t(
                        "Leave both empty where nobody signs.",
                        "Lad begge stå tomme, hvis ingen skriver under."))</p>
                    \(people)<h3>\(t("Where the files go", "Hvor filerne skal hen"))</h3>
                    \(place)
                    """)
                + DeskFrame.same(asked.desk.command("init", "--payroll", program.name), t))
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
        func option(_ name: String) -> [String] { value(name).map { ["--\(name)=\($0)"] } ?? [] }
        let office = try asked.workspace.office()
        let zone = try? asked.workspace.machineZone().name
        // Where gantry.yaml says nothing, the machine's zone does.
        let country = office == Office() ? Country.all.first { $0.zone != nil && $0.zone == zone }?.code : nil
        return ["init", "--payroll", value("program") ?? "none"] + pairs("need.", "need") + pairs("code.", "pay-code")
            + option("prepare") + option("approve") + option("deliver")
            + (country.map { ["--country", $0] + (asked.t.language == .danish ? ["--language", "da"] : []) } ?? [])
    }
}
