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
    case published, withdrawn, missing, changed, running, stopped
    /// Delivered; the newer revision corrects it.
    case delivered(correctedBy: Int?)
    /// Not delivered, and the newer revision is used in its place.
    case unused(Int)

    init(_ run: RunHead, _ board: StatusBoard) {
        if run.phase == .complete {
            let folder = board.marks.folder(of: run)
            self =
                !board.marks.isUsable(run.id)
                ? .withdrawn : folder == .missing ? .missing : folder == .changed ? .changed : .published
        } else {
            self = board.lines.contains { $0.running?.run == run.id } ? .running : .stopped
        }
    }

    var sign: String {
        switch self {
        case .published, .delivered: "✓"
        case .running: "▸"
        case .stopped, .missing, .changed: "×"
        case .withdrawn, .unused: "–"
        }
    }

    func words(_ t: PageText) -> String {
        switch self {
        case .published: t("published", "færdig")
        case .withdrawn: t("withdrawn", "trukket tilbage")
        case .delivered(nil): t("delivered", "afleveret")
        case .delivered(let newer?):
            t("delivered, corrected by r\(newer)", "afleveret, rettet af r\(newer)")
        case .unused(let newer): t("not used: superseded by r\(newer)", "bruges ikke: afløst af r\(newer)")
        case .changed: t("not as it was published", "ikke, som den blev udgivet")
        case .missing: t("its folder is missing", "mappen mangler")
        case .running: t("running", "kører")
        case .stopped: t("stopped, can go on", "stoppet, kan fortsætte")
        }
    }
}

/// The same with what became of the pay of runs.
struct RunStates {
    private let board: StatusBoard
    private let standings: [RunID: PayStanding]
    private let newest: NewestRevisions
    private let changed: Set<RunID>

    /// - Parameters:
    ///   - standings: of the runs that are asked for.
    ///   - pay: all runs that pay people.
    init(_ board: StatusBoard, standings: [RunID: PayStanding], among pay: [RunHead], _ months: PayMonths) {
        self.board = board
        self.standings = standings
        newest = NewestRevisions(pay.filter { $0.part == nil }, marks: board.marks)
        changed = Set(months.all.filter { !$0.changedFiles.isEmpty }.map(\.record.id))
    }

    subscript(run: RunHead) -> RunState {
        let state = RunState(run, board)
        guard case .published = state, let standing = standings[run.id] else { return state }
        if changed.contains(run.id) { return .changed }
        let newer = newest.superseding(run)
        if standing.delivered != nil { return .delivered(correctedBy: newer) }
        return newer.map(RunState.unused) ?? state
    }
}
