internal import GantryEngine
internal import GantryFiles
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantrySignOff
internal import GantryTerminal

/// What a person decides, signs and delivers.
extension MonthDesk {
    /// Who is here, as gantry.yaml names them; anybody where it names nobody.
    mutating func whoIsHere() throws -> String {
        let names = people.map(\.id)
        if let person {
            guard names.isEmpty || names.contains(person) else {
                throw UsageError(
                    "gantry.yaml doesn't name \(quoted(person)) under people.",
                    advice: "Give one of them with --by: \(listed(names)).")
            }
            return person
        }
        let known = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
        while true {
            let name = try prompts.answer("name", "Who are you\(known): ", isSecret: false, all: [])
            if names.isEmpty || names.contains(name) {
                person = name
                return name
            }
            say(["gantry.yaml doesn't name \(quoted(name)) under people."])
        }
    }

    /// Asks about each finding that needs a decision.
    /// - Returns: whether none is left.
    mutating func decide(_ run: RunID) async throws -> Bool {
        var report = try await Gantry.review(run, in: workspace)
        // What no decision mends is a step of its own.
        func open() -> [ReviewReport.Finding] { report.open.filter { !report.misfits.contains($0) } }
        let all = open().count
        let count = NumberText.count(all, one: "finding needs", many: "findings need")
        say(["\(count) a decision. Those of unknown money come first, then the most money."])
        var reason: String?
        var asked: Set<String> = []
        while let finding = open().first(where: { !asked.contains($0.id) }) {
            let number = all - open().count { !asked.contains($0.id) } + 1
            asked.insert(finding.id)
            let same = report.open.count { $0.rule == finding.rule }
            say([""] + FindingText.lines(finding, number: number, of: all, style: style))
            let choices = FindingText.choices(finding, same: same)
            guard choices.contains(where: { $0.verb != nil }) else { continue }
            guard let choice = try choose(choices, finding) else { return false }
            guard let verb = choice.verb else { continue }
            let who = try whoIsHere()
            // A decision that is refused says why; the finding then stays as it is.
            while let because = try why(&reason) {
                let subject = choice.isAll ? ["--all-of", finding.rule] : [finding.id]
                let words = ["gantry", "review", run.description] + subject + ["--\(verb)", "--by", who]
                do {
                    _ = try await perform(
                        ShellCommand(words + ["--because", because] + session.command.place), isShown: false)
                    report = try await Gantry.review(run, in: workspace)
                    break
                } catch {
                    tell(error)
                    reason = nil
                }
            }
        }
        return open().isEmpty
    }

    /// - Returns: `nil` where the person stops.
    private func choose(_ choices: [FindingText.Choice], _ finding: ReviewReport.Finding) throws -> FindingText.Choice?
    {
        let words =
            choices.map { "  \($0.key)  \($0.words)" } + [
                "  l  leave it for later", "  ?  what it means", "  q  stop here",
            ]
        while true {
            say(words)
            let answer = try prompts.answer("answer", "Answer [l]: ", isSecret: false, all: [], standard: "l")
            if answer == "q" { return nil }
            if answer == "l" { return FindingText.Choice(key: "l", words: "", verb: nil) }
            if answer == "?" {
                say(FindingText.meaning(of: finding.rule))
                continue
            }
            if let choice = choices.first(where: { $0.key == answer }) { return choice }
            say(["\(quoted(answer)) is none of these."])
        }
    }

    /// The reason, by default the one before; `nil` never.
    private func why(_ before: inout String?) throws -> String? {
        let standard = before.map { " [\($0)]" } ?? " (at least 10 characters)"
        before = try prompts.answer(
            "reason", "Why\(standard): ", isSecret: false, all: [], standard: before)
        return before
    }

    /// Shows what is signed and asks for the signature, where the person may give it.
    mutating func sign(_ month: PayMonth, _ may: [String]) async throws -> Bool {
        guard person == nil || may.isEmpty || may.contains(person ?? "") else { return false }
        let who = try whoIsHere()
        guard may.isEmpty || may.contains(who) else { return false }
        if case .need(_, .approval) = month.step, file.signOff?.proof == .key {
            return try await approveByKey(month)
        }
        return try await perform(command(month))
    }

    /// An approval with a key, which lies on the approver's own machine: the command itself says how it is used.
    private func approveByKey(_ month: PayMonth) async throws -> Bool {
        guard let command = command(month) else { return false }
        do { return try await perform(command) } catch let refusal as SignOffRefusal { tell(refusal) }
        let file = try prompts.answer(
            "file", "File with the signature [later]: ", isSecret: false, all: [], standard: "later")
        guard file != "later" else { return false }
        return try await perform(ShellCommand(command.words + ["--signature", Folders.answered(file)]))
    }

    /// Delivers the files, once somebody has said where and that they are to go.
    mutating func deliver(_ month: PayMonth, _ isSigned: Bool) async throws -> Bool {
        if isSigned { _ = try whoIsHere() }
        guard file.deliver.isEmpty, to == nil else {
            let places = to ?? file.deliver.map(\.to).joined(separator: " and ")
            return try prompts.confirms("Deliver to \(places)?") ? try await perform(command(month)) : false
        }
        say(["Where do the files go? A destination of gantry.yaml, or a folder such as ./danlon."])
        while true {
            to = nil
            let place = try prompts.answer("place", "Place [later]: ", isSecret: false, all: [], standard: "later")
            guard place != "later" else { return false }
            to = place
            do { return try await perform(command(month)) } catch {
                // Another place mends nothing else.
                let isOfPlace = (error as? DeliveryError)?.code == .refused || error is UsageError
                guard isOfPlace || ErrorReport(error, command: nil).status == .misconfigured else { throw error }
                tell(error)
            }
        }
    }

    /// Ends a delivery that was begun, once somebody has said so.
    mutating func finish(_ month: PayMonth, _ to: String?, _ isSigned: Bool) async throws -> Bool {
        if isSigned { _ = try whoIsHere() }
        let place = to.map { " to \(singleLine($0, limit: 1_000))" } ?? ""
        say([MonthText.standing(month)])
        guard try prompts.confirms("Finish the delivery\(place)?") else { return false }
        return try await perform(command(month))
    }

    /// Notes that what no file carries was typed.
    mutating func type(_ month: PayMonth, _ isSigned: Bool) async throws -> Bool {
        guard case .need(let run, _) = month.step else { return false }
        say(MonthText.figures(try await Gantry.review(run, in: workspace), workspace: workspace.path, style: style))
        guard try prompts.confirms("Have you typed these changes into the payroll program?") else { return false }
        var words = ["gantry", "deliver", run.description, "--typed", "--because"]
        var reason: String?
        words.append(try why(&reason) ?? "")
        if isSigned { words += ["--by", try whoIsHere()] }
        return try await perform(ShellCommand(words + session.command.place))
    }

    /// Keeps what the payroll program answered.
    mutating func receive(_ run: RunID) async throws -> Bool {
        while true {
            let file = try prompts.answer(
                "file", "File with the payroll program's answer [none]: ", isSecret: false, all: [], standard: "none")
            guard file != "none" else { return false }
            let who = try whoIsHere()
            do {
                return try await perform(
                    ShellCommand(
                        ["gantry", "deliver", run.description, "--receipt", Folders.answered(file), "--by", who]
                            + session.command.place))
            } catch let error as FileError {
                tell(error)
                say(["\(run) is delivered; only this file can't be kept."])
            }
        }
    }

    /// Looks whether the server shows other hours than were paid, and makes a correction where the person wants one.
    mutating func correct(_ run: RunID) async throws -> Bool {
        guard try prompts.confirms("\(run) is delivered. Ask the server what has changed since?") else { return false }
        let place = session.command.place
        let isSame = try await perform(
            ShellCommand(
                ["gantry", "diff", "\(file.name)/\(period.name)", "server"]
                    + (pipeline == file.name ? [] : ["--pipeline", pipeline]) + place))
        guard !isSame, try prompts.confirms("Make a correction of what changed?") else { return false }
        return try await makeNext()
    }

    /// Makes a correction again of which the base isn't what was delivered last, once somebody has said so.
    mutating func remake(_ month: PayMonth) async throws -> Bool {
        say([MonthText.standing(month)])
        guard case .need(_, .remaking(_, let usesNewSettings)) = month.step,
            try prompts.confirms("Make it again?")
        else { return false }
        return try await makeNext(usesNewSettings: usesNewSettings)
    }

    /// Makes a revision in place of what was withdrawn, once somebody has said so.
    mutating func replace(_ month: PayMonth) async throws -> Bool {
        say([MonthText.standing(month)])
        guard try prompts.confirms("Make it again?") else { return false }
        _ = try await perform(command(month))
        return true
    }

    /// Writes files again that lack values which didn't fit, once somebody has corrected these.
    mutating func mend(_ month: PayMonth, _ run: RunID) async throws -> Bool {
        let misfits = try await Gantry.review(run, in: workspace).misfits
        for (index, finding) in misfits.enumerated() {
            say([""] + FindingText.lines(finding, number: index + 1, of: misfits.count, style: style))
        }
        guard try prompts.confirms("Is it corrected, so that the files are written again?") else { return false }
        if case .need(_, .mending(isCorrection: true, _, let usesNewSettings)) = month.step {
            return try await makeNext(usesNewSettings: usesNewSettings)
        }
        return try await perform(command(month))
    }

    private func makeNext(usesNewSettings: Bool = false) async throws -> Bool {
        var reason: String?
        let because = try why(&reason) ?? ""
        return try await perform(
            ShellCommand(
                ["gantry"] + MonthText.next(of: period.name, pipeline: pipeline, usesNewSettings: usesNewSettings)
                    + ["--because", because] + session.command.place))
    }

    private func tell(_ error: any Error) {
        session.progress.clear()
        session.console.log(ErrorReport(error, command: nil).lines(style: session.console.errorStyle))
    }
}
