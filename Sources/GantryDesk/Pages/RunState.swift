internal import GantryEngine
internal import GantryKit
internal import GantryPages
internal import GantryRuns

extension DeskAddress {
    /// Where a run is shown.
    init(of run: RunHead) {
        self = run.paysPeople && run.part == nil ? .run(run.id) : .other(run.id)
    }
}

/// What became of a run of any kind, as a sign and in words.
enum RunState {
    case published, withdrawn, missing, running, stopped

    init(_ run: RunHead, _ board: StatusBoard) {
        if run.phase == .complete {
            self =
                !board.marks.isUsable(run.id)
                ? .withdrawn : board.marks.folder(of: run) == .missing ? .missing : .published
        } else {
            self = board.lines.contains { $0.running?.run == run.id } ? .running : .stopped
        }
    }

    var sign: String {
        switch self {
        case .published: "✓"
        case .running: "▸"
        case .stopped, .missing: "×"
        case .withdrawn: "–"
        }
    }

    func words(_ t: PageText) -> String {
        switch self {
        case .published: t("published", "færdig")
        case .withdrawn: t("withdrawn", "trukket tilbage")
        case .missing: t("its folder is missing", "mappen mangler")
        case .running: t("running", "kører")
        case .stopped: t("stopped, can go on", "stoppet, kan fortsætte")
        }
    }
}
