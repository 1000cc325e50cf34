internal import GantryEngine
internal import GantryModel
internal import GantryRuns

/// What became of a run after it was published, for people.
enum RunMarkText {
    /// The state in the place of `published`; `nil` where that is right.
    static func state(_ run: RunHead, _ marks: RunMarks) -> String? {
        if marks.forgetting.contains(run.id) { return "being forgotten" }
        if marks.withdrawn[run.id] != nil { return "withdrawn" }
        switch marks.folder(of: run) {
        case .missing: return "missing"
        case .elsewhere: return "elsewhere"
        case .changed: return "changed"
        case .present, nil: return nil
        }
    }

    /// A few words for a list; `nil` where there is nothing to say.
    static func remark(on run: RunHead, _ marks: RunMarks) -> String? {
        var words: [String] = []
        if marks.forgetting.contains(run.id) { words.append("interrupted; forget it again to end it") }
        if let mark = marks.withdrawn[run.id] { words.append("by \(singleLine(mark.by)): \(singleLine(mark.because))") }
        switch marks.folder(of: run) {
        case .missing: words.append("published, but its folder is gone")
        case .elsewhere: words.append("published at \(place(of: run, marks))")
        case .changed: words.append("its folder isn't what was published")
        case .present, nil: break
        }
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    /// `payroll-monthly/2026-10/r1 was withdrawn by clerk on 2026-11-03: … Don't use it.`
    static func sentence(_ mark: Withdrawal) -> String {
        let words = mark.words
        return "\(mark.run) was \(words)\(words.last == "." ? "" : ".") Nothing of it is to be used."
    }

    /// What is to be known before a run is used, and what to do.
    static func lines(_ overview: RunOverview, style: TextStyle) -> [String] {
        let run = overview.run.id
        var lines: [String] = []
        if let mark = overview.marks.withdrawn[run] { lines.append(style.red(sentence(mark))) }
        if overview.marks.forgetting.contains(run) {
            lines.append("Forgetting it was interrupted. To end it: \(command(.forget(run: run.description)))")
            return lines
        }
        let verify = command(.verifyFolder)
        switch overview.marks.folder(of: overview.run.head) {
        case .missing:
            lines.append(style.red("It was published, but its folder was removed or moved away."))
            lines.append(
                "Put it back from a copy that \(verify) proves, or drop the run: \(command(.forget(run: run.description)))"
            )
        case .elsewhere: lines.append("It was published at \(place(of: overview.run.head, overview.marks)).")
        case .changed:
            lines.append(
                style.red("Its folder isn't what was published; \(command(.verify(run: run.description))) says why."))
        case .present, nil: break
        }
        if overview.mayHaveBeenPaid {
            lines.append(
                style.red(
                    "It was restored or entered from its folder: whether it was delivered and paid before isn't known here."
                ))
        }
        if !overview.changedFiles.isEmpty {
            let names = overview.changedFiles.map { singleLine($0) }
            lines.append(style.red("Missing or of another size: \(names.joined(separator: ", "))"))
        }
        return lines
    }

    private static func place(of run: RunHead, _ marks: RunMarks) -> String {
        singleLine(marks.places[run.id] ?? "another machine", limit: 4_000)
    }

    private static func command(_ action: Advice.Action) -> String { action.commandText }
}

extension RunOverview {
    /// Whether the run is published and its folder is gone.
    var isLost: Bool { marks.folder(of: run.head) == .missing }
}
