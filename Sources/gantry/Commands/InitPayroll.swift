internal import ArgumentParser
internal import GantryAccounts
internal import GantryFiles
internal import GantryKit
internal import GantryModel
internal import GantryPayroll
internal import GantryRuns
internal import GantrySignOff
internal import GantryTerminal

/// How the office pays; without a terminal, every answer that is wanted is an option.
struct PayrollAnswers: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The payroll program, as 'gantry list profiles' names its layout, or none to write no file for one.",
            valueName: "program"),
        completion: Completions.profiles)
    var payroll: String?

    @Option(
        help: ArgumentHelp(
            "What the layout needs, such as employer=99999993. Can be repeated.", valueName: "name=value"))
    var need: [String] = []

    @Option(
        help: ArgumentHelp(
            "What the payroll program calls a pay code, such as 1000=1. Can be repeated.", valueName: "code=theirs"))
    var payCode: [String] = []

    @Option(help: ArgumentHelp("Who prepares the pay, by name; left out: nobody signs.", valueName: "name"))
    var prepare: String?

    @Option(help: ArgumentHelp("Who approves it: another person, by name.", valueName: "name"))
    var approve: String?

    @Option(
        help: ArgumentHelp(
            "The folder from which the payroll program takes its files, or the address of a server.",
            valueName: "place"))
    var deliver: String?

    @Option(
        help: ArgumentHelp(
            "Where the office is, such as DK: how its spreadsheets spell numbers.", valueName: "country"),
        completion: .list(Country.all.map(\.code)), transform: officeCountry)
    var country: Country?

    @Option(
        help: ArgumentHelp("The language of its sheets: en or da.", valueName: "language"), transform: languageNamed)
    var language: Language?

    @Flag(help: "Replace a file of the office's that says something else, without asking.")
    var replace = false

    var isGiven: Bool { payroll != nil }

    mutating func validate() throws {
        guard
            payroll != nil
                || need.isEmpty && payCode.isEmpty && prepare == nil && approve == nil && deliver == nil
                    && country == nil && !replace
        else {
            throw ValidationError(
                "--need, --pay-code, --prepare, --approve, --deliver, --country and --replace need --payroll.")
        }
        guard language == nil || country != nil else { throw ValidationError("--language needs --country.") }
        guard (prepare == nil) == (approve == nil) else {
            throw ValidationError("--prepare and --approve belong together: two people sign.")
        }
        for pair in need + payCode where !pair.dropFirst().contains("=") {
            throw ValidationError("Expected name=value, found \(pair).")
        }
    }
}

@Sendable private func officeCountry(_ text: String) throws -> Country {
    guard let country = Country.named(text.uppercased()) else {
        throw ValidationError("Expected one of \(Country.all.map(\.code).joined(separator: ", ")).")
    }
    return country
}

/// The questions about how the office pays, and their answers from the command line.
struct InitPayroll {
    let prompts: Prompts
    let given: PayrollAnswers
    let session: Session
    let workspace: GantryModel.Workspace
    let connection: Connection

    private var profiles: ProfileFolders { PipelineFiles.profiles(workspace: workspace, session: session) }
    private var isAsked: Bool { !given.isGiven }

    /// What the office's pipeline is called.
    static let name = "payroll"

    /// Where the office's pipeline file lies.
    var path: String { "\(workspace.path)/Pipelines/\(InitPayroll.name).yaml" }

    /// What is asked and written; `nil` where the office writes nothing of its own.
    func draft() throws -> (PayrollDraft, OfficeDraft)? {
        guard let base = connection.payBase(in: PipelineFiles.folders(workspace: workspace, session: session)) else {
            return nil
        }
        let file = try PipelineFiles.load(base, workspace: workspace, settings: [], session: session)
        var draft = PayrollDraft(base: base, connection: connection.name)
        let written = try ReadFile.ifExists(path).flatMap { PayrollDraft(reading: $0, profiles: profiles) }
        guard let program = try program(standard: written?.profile?.name ?? "none") else { return nil }
        // What another program asks and calls its codes is something else.
        let same = written?.profile?.name == program.name ? written : nil
        while true {
            draft.profile = program
            draft.needs = try needs(of: program, written: same?.needs ?? [])
            draft.codes = try codes(of: file, written: same?.codes ?? [])
            do {
                try check(draft)
                break
            } catch {
                guard isAsked, prompts.isTerminal else { throw error }
                say([error.explanation, "Once more:"])
            }
        }
        var office = OfficeDraft()
        office.office = try place()
        if let people = try people(written: written) {
            office.people = people
            draft.signers = ([people[0].id], [people[1].id])
        }
        if let place = try destination(written: written?.destination) {
            let name = try destination(at: place)
            office.destination = (name: name, address: place)
            draft.destination = name
        }
        try check(draft)
        return (draft, office)
    }

    func check(_ draft: PayrollDraft) throws(PipelineFileError) {
        try draft.check(
            as: path, catalog: Gantry.catalog(in: workspace), profiles: profiles,
            pipelines: PipelineFiles.folders(workspace: workspace, session: session))
    }

    /// Whether the file is to be written. One that is there and says something else is only replaced where a person
    /// wants it.
    func mayWrite(_ draft: PayrollDraft) throws -> Bool {
        guard let bytes = try ReadFile.ifExists(path) else { return true }
        let old = String(decoding: bytes, as: UTF8.self)
        guard old != draft.text else { return true }
        let before = old.split(separator: "\n")
        let now = draft.text.split(separator: "\n")
        let difference =
            before.filter { !now.contains($0) }.map { "  - \($0)" }
            + now.filter { !before.contains($0) }.map { "  + \($0)" }
        guard prompts.isTerminal || given.replace else {
            throw UsageError(
                "\(path) is there already and says something else.",
                advice: "Nothing was changed. Change it by hand, or add --replace.")
        }
        say(["\(path) says something else:"] + difference)
        return try given.replace || prompts.confirms("Replace it?")
    }

    func write(_ draft: PayrollDraft) throws {
        try draft.write(
            to: path, catalog: Gantry.catalog(in: workspace), profiles: profiles,
            pipelines: PipelineFiles.folders(workspace: workspace, session: session))
    }

    // MARK: Questions

    private func say(_ lines: [String]) { session.console.log(lines) }

    private func ask(_ name: String, _ question: String, standard: String? = nil) throws -> String {
        let shown = standard.map { " [\($0)]" } ?? ""
        return try prompts.answer(name, "\(question)\(shown): ", isSecret: false, all: [], standard: standard)
    }

    /// The layout of the office's payroll program; `nil` for none.
    private func program(standard: String) throws -> ProfileFile? {
        if let name = given.payroll { return name == "none" ? nil : try profiles.load(name) }
        let known = profiles.names().compactMap { try? profiles.load($0) }
        say(["", "Payroll programs:"] + known.map { "  \($0.name.padded(to: 12)) \($0.title)" })
        while true {
            let name = try ask("payroll program", "Which one do you use, or none", standard: standard)
            if name == "none" { return nil }
            do throws(PipelineFileError) { return try profiles.load(name) } catch {
                say([error.explanation])
            }
        }
    }

    private func pairs(_ texts: [String]) -> [String: String] {
        texts.reduce(into: [:]) { pairs, text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { pairs[parts[0]] = parts[1] }
        }
    }

    /// - Parameter written: what the file says now, which is what Enter answers; likewise below.
    private func needs(
        of program: ProfileFile, written: [(name: String, value: String)]
    ) throws -> [(name: String, value: String)] {
        let given = pairs(given.need)
        return try program.needs.compactMap { need in
            if !isAsked { return given[need.name].map { (need.name, $0) } }
            let now = written.first { $0.name == need.name }?.value
            return (need.name, try ask(need.name, "Your \(need.title)", standard: now))
        }
    }

    private func codes(
        of file: Pipeline, written: [(code: String, theirs: String)]
    ) throws -> [(code: String, theirs: String)] {
        let given = pairs(given.payCode)
        let codes = file.payroll?.pay?.codes ?? []
        if isAsked, !codes.isEmpty { say(["What does it call these pay codes?"]) }
        return try codes.map { code in
            if !isAsked { return (code.code, given[code.code] ?? code.code) }
            let now = written.first { $0.code == code.code }?.theirs
            return (code.code, try ask("pay code", "  \(code.title)", standard: now ?? code.code))
        }
    }

    /// Who prepares and who approves; `nil` where nobody signs.
    private func people(written: PayrollDraft?) throws -> [(id: String, name: String)]? {
        var known = try workspace.readConfiguration(session).people.map { (id: $0.id, name: $0.name) }
        func name(_ signers: [String]?) -> String? {
            signers?.first.map { id in known.first { $0.id == id }?.name ?? id }
        }
        var names = [given.prepare, given.approve].compactMap(\.self)
        if isAsked {
            let first = try ask(
                "name", "Who prepares the pay, by name, or none if nobody signs",
                standard: name(written?.signers.prepare) ?? "none")
            let other = name(written?.signers.approve).flatMap { InitPayroll.isSame(first, $0) ? nil : $0 }
            guard first != "none" else { return nil }
            while names.count < 2 {
                let second = try ask("name", "Who approves it: another person", standard: other)
                if InitPayroll.isSame(first, second) {
                    say(["Two people sign: name another one."])
                } else {
                    names = [first, second]
                }
            }
        }
        guard names.count == 2 else { return nil }
        guard !InitPayroll.isSame(names[0], names[1]) else {
            throw UsageError("Two people sign, and one is named twice.", advice: "Name another person for --approve.")
        }
        return names.map { name in
            if let same = known.first(where: { InitPayroll.isSame($0.name, name) }) { return same }
            let id = InitPayroll.free(InitPayroll.id(of: name), among: known.map(\.id))
            known.append((id, name))
            return (id, name)
        }
    }

    /// Where the office is, and the language of its sheets; `nil` where nobody says it.
    private func place() throws -> (country: Country, language: Language)? {
        let known = try workspace.office()
        if !isAsked {
            guard let country = given.country else { return nil }
            let isSame = known.country == country && (given.language ?? known.language) == known.language
            guard known == Office() || isSame else {
                throw UsageError(
                    "\(workspace.configurationPath) says something else of the office than --country.",
                    advice: "Nothing was changed. Change it there, under office:, or leave the option out.")
            }
            return (country, given.language ?? .english)
        }
        guard known == Office() else { return nil }
        let zone = try? workspace.machineZone().name
        let standard = Country.all.first { $0.zone != nil && $0.zone == zone }?.code ?? "none"
        while true {
            let code = try ask("country", "The country of the office, such as DK, or none", standard: standard)
            guard code != "none" else { return nil }
            guard let country = Country.named(code.uppercased()) else {
                say(["Expected one of \(Country.all.map(\.code).joined(separator: ", "))."])
                continue
            }
            guard country.code == "DK" else { return (country, .english) }
            while true {
                let word = try ask("language", "The language of its sheets, da or en", standard: "da")
                if let language = Language(rawValue: word) { return (country, language) }
                say(["Expected da or en."])
            }
        }
    }

    private func destination(written: String?) throws -> String? {
        func meant(_ place: String) -> String { place.contains("://") ? place : InitPayroll.folder(place) }
        if !isAsked { return given.deliver.map(meant) }
        let now = try workspace.readConfiguration(session).destinations.first { $0.name == written }?.address
        let place = try ask(
            "place", "The folder from which the program takes its files\(now == nil ? "" : ", or later")",
            standard: now ?? "later")
        return place == "later" ? nil : meant(place)
    }

    /// What gantry.yaml calls a place: the name that it has, or one that is free.
    private func destination(at place: String) throws -> String {
        // A destination's address is without its user.
        let address = place.replacing(/^([a-z0-9]+:\/\/)[^\/@]*@/) { "\($0.1)" }
        let known = try workspace.readConfiguration(session).destinations
        return known.first { $0.address == address }?.name
            ?? InitPayroll.free("payroll-program", among: known.map(\.name))
    }

    /// The name, with a number where it is taken.
    private static func free(_ name: String, among taken: [String]) -> String {
        guard taken.contains(name) else { return name }
        return (2...).lazy.map { "\(name)-\($0)" }.first { !taken.contains($0) } ?? name
    }

    /// What a person calls a folder means what it means where they stand; in the file it would begin at its folder.
    private static func folder(_ place: String) -> String { Folders.fullPath(Folders.answered(place)) }

    /// Whether two names are those of one person: capitals and blanks tell nobody apart.
    static func isSame(_ one: String, _ other: String) -> Bool {
        func folded(_ name: String) -> [Substring] {
            name.lowercased().split(whereSeparator: \.isWhitespace).map { $0 }
        }
        return folded(one) == folded(other)
    }

    /// A name as files have it: the first word in small letters of ASCII.
    static func id(of name: String) -> String {
        let letters: [Character: String] = ["æ": "ae", "ø": "oe", "å": "aa", "ä": "ae", "ö": "oe", "ü": "ue", "é": "e"]
        let word = name.lowercased().split(separator: " ").first ?? ""
        let id = word.map { letters[$0] ?? (($0.isASCII && ($0.isLetter || $0.isNumber)) ? String($0) : "") }.joined()
        return id.isEmpty ? "person" : id
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
