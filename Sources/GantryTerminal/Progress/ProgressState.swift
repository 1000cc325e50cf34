internal import GantryAccounts
public import GantryEngine
public import GantryModel
public import GantryRuns

/// What is known about a running export, for people: events go in, displayable values come out. It reads no clock.
///
/// Times are measured from the start of the command.
public struct ProgressState: Sendable {
    /// What the run is doing. The raw value is its name in events.
    public enum Stage: String, Sendable {
        case preparing
        case signingIn = "signing-in"
        case joining
        case replaying
        case fetching
        case rewriting
        /// A list is read again.
        case comparing
        /// Rows of a sheet are checked.
        case checking
        /// Rows are sent.
        case sending
        case sealing
        case publishing
        /// Files of a published run are on their way.
        case delivering
        case complete
    }

    /// Something worth a line of its own.
    public struct Notice: Sendable, Equatable {
        /// The line without its line break.
        public let text: String
        /// Whether it stays on a terminal too, where the progress line says the rest.
        public let isLasting: Bool
        /// Whether it is shown even where only errors are. The default is false.
        public var isUrgent = false
    }

    /// What the run is doing now.
    public private(set) var stage = Stage.preparing
    /// The run; `nil` before its name is known.
    public private(set) var run: RunID?
    /// Whether only a part of the records is fetched, and nothing checked.
    private var isPart: Bool { run.flatMap { PartNumber.split($0.pipeline) } != nil }
    /// Whether the run sends the rows of a sheet, so that its name has no period.
    public private(set) var isOfSheet = false
    /// The dataset under way, where the run has several.
    public private(set) var dataset: String?
    /// Records done in this stage.
    public private(set) var records = 0
    /// Records of this stage; `nil` while unknown.
    public private(set) var total: Int?
    /// The page fetched last, from 1; 0 before the first.
    public private(set) var page = 0
    /// Pages in all, as the pages so far suggest; `nil` while unknown.
    public private(set) var pages: Int?
    /// When the last checkpoint was committed.
    public private(set) var checkpointAt: Duration?
    private var stageBegan = Duration.zero
    private var rate = RateWindow()
    private var pageSize = 0
    /// Records that an earlier attempt had landed.
    private(set) var recordsAtStart = 0
    private var lastEventAt = Duration.zero
    /// When the first failed attempt of a request was shown last.
    private var failureShownAt: Duration?
    /// How many requests may start, where that is why they wait.
    public private(set) var limit: RequestRate?
    private var wait: (until: Duration, why: String, attempt: Int?)?
    /// The counts of the rows that are sent.
    public private(set) var sent: LedgerCounts?
    /// Bytes of files that are sent.
    public private(set) var bytes = SentBytes()
    private var byteRate = RateWindow()
    /// Rows that may still arrive, and until when they are looked up.
    private(set) var settling: (rows: Int, until: Instant)?
    /// Where files are being delivered to.
    private var place: String?

    /// Nothing is known yet: the stage is `preparing`.
    public init() {}

    /// - Returns: lines for people, in order.
    public mutating func note(_ event: ExportEvent, at now: Duration) -> [Notice] {
        defer { lastEventAt = now }
        switch event {
        case .connection(.retrying(let what, let attempt, let pause, let reason)):
            wait = (now + pause, singleLine(reason, limit: 80), attempt + 1)
            let text =
                "\(singleLine(what)): \(singleLine(reason)). Attempt \(attempt + 1) in \(NumberText.duration(pause))."
            return [failure(text, isFirst: attempt == 1, at: now)]
        case .connection(.paused(let pause, let status)):
            // The line of the retry has reported it; every other request waits too, and the progress line says so.
            wait = (now + pause, "the server asked for a pause (status \(status))", wait?.attempt)
            return []
        case .connection(.limited): break
        default: wait = nil
        }
        switch event {
        case .begins(let id, let continues, let isOfSheet, let sheet):
            run = id
            self.isOfSheet = isOfSheet
            let notice = Notice(text: continues ? "Resuming \(id)." : "Starting \(id).", isLasting: true)
            return [notice]
                + (sheet.map {
                    [Notice(text: "The sheet is \(singleLine($0, limit: 4_000)).", isLasting: true)]
                } ?? [])
        case .connection(.signingIn):
            enter(.signingIn, at: now)
            return [Notice(text: "Signing in.", isLasting: false)]
        case .joined(let dataset, let count):
            enter(.joining, at: now)
            return [
                Notice(
                    text: "Read \(NumberText.count(count, one: "record", many: "records")) of \(singleLine(dataset)).",
                    isLasting: false)
            ]
        case .dataset(let name, let number, let all):
            dataset = name
            enter(.preparing, at: now)
            (recordsAtStart, pageSize) = (0, 0)
            return [Notice(text: "\(singleLine(name)) (\(number) of \(all)).", isLasting: false)]
        case .beginsAnew(_, let reason):
            (recordsAtStart, records, page, pageSize) = (0, 0, 0, 0)
            (total, pages, checkpointAt) = (nil, nil, nil)
            return [
                Notice(text: singleLine(reason, limit: 2_000), isLasting: true),
                Notice(
                    text: "Discarding what was fetched and starting over at the first page.", isLasting: true),
            ]
        case .exportsAll(let other):
            let text = "The system file describes another list than \(other) read, so all records are exported again."
            return [Notice(text: text, isLasting: true)]
        case .connection(.limited(let rate, let isHalved)):
            defer { limit = rate }
            guard let rate, rate != limit else { return [] }
            let text =
                isHalved
                ? "The server refuses so many requests; they are limited to \(rate) for now."
                : "Requests are limited to \(rate)."
            return [Notice(text: text, isLasting: false)]
        case .connection(.socketless(let reason)):
            return [
                Notice(
                    text:
                        "No WebSocket for now: \(sentence(singleLine(reason, limit: 400))) Messages are sent as HTTP requests.",
                    isLasting: true)
            ]
        case .run(let event): return note(event, at: now)
        case .checked(let rows):
            let notices = enter(.checking, at: now)
            advance(to: rows, of: nil, at: now)
            return notices
        case .sending(let counts, let size):
            let ended = counts.done + counts.refused + counts.unknown
            let notices = enter(.sending, at: now, from: ended)
            advance(to: ended, of: counts.rows, at: now)
            sent = counts
            bytes = size
            byteRate.add(size.sent, at: now)
            return notices
        case .decided(let isSentAgain, let rows):
            let several = Set(rows.first.filter { $0.file > 1 }.map(\.row))
            let shown = rows.first.prefix(20).map { row in
                let file = several.contains(row.row) ? ".\(row.file)" : ""
                let target = row.target.isEmpty ? "" : " (\(singleLine(row.target, limit: 60)))"
                return "row \(row.row)\(file)\(target)"
            }
            let more = rows.count > shown.count ? ["\(NumberText.count(rows.count - shown.count)) more"] : []
            let choice = isSentAgain ? "Sent again" : "Counted as done"
            return [Notice(text: "\(choice), as you decided: \(listed(shown + more, "and")).", isLasting: true)]
        case .settling(let rows, let left, let until):
            defer { settling = until.map { (rows, $0) } }
            guard settling == nil, let until else { return [] }
            let text =
                "Answers were lost, and the server may still be at work on their rows. They are looked up until "
                + "\(NumberText.clock(until)) (\(NumberText.wholeDuration(left + .milliseconds(999)))); other rows are sent meanwhile."
            return [Notice(text: text, isLasting: true)]
        case .delivering(let id, let progress): return note(progress, of: id, at: now)
        case .connection(.retrying), .connection(.paused): return []
        }
    }

    private mutating func note(_ progress: DeliveryProgress, of id: RunID, at now: Duration) -> [Notice] {
        run = id
        var notices: [Notice] = []
        let mark = "\(id) \(progress.to)"
        if stage != .delivering || place != mark {
            stage = .preparing
            place = mark
            byteRate = RateWindow()
            enter(.delivering, at: now, from: progress.files)
            let files = NumberText.count(progress.filesTotal, one: "file", many: "files")
            let size = NumberText.bytes(Int64(progress.bytesTotal))
            let text = "Delivering \(files) of \(id), \(size), to \(singleLine(progress.to, limit: 400))."
            notices = [Notice(text: text, isLasting: false)]
        }
        advance(to: progress.files, of: progress.filesTotal, at: now)
        bytes = SentBytes(sent: progress.bytes, total: progress.bytesTotal)
        byteRate.add(bytes.sent, at: now)
        return notices
    }

    /// Whoever waits learns at once that the server can't be reached. In an outage, every request under way fails; one
    /// line a minute is enough for all.
    private mutating func failure(_ text: String, isFirst: Bool, at now: Duration) -> Notice {
        let isUrgent = isFirst && (failureShownAt.map { now - $0 >= .seconds(60) } ?? true)
        if isUrgent { failureShownAt = now }
        return Notice(text: text, isLasting: isUrgent, isUrgent: isUrgent)
    }

    private mutating func note(_ event: RunEvent, at now: Duration) -> [Notice] {
        switch event {
        case .continued(let count, _):
            recordsAtStart = count
            return [
                Notice(
                    text: "Resuming after \(NumberText.count(count, one: "record", many: "records")).",
                    isLasting: true)
            ]
        case .partsDamaged:
            return [
                Notice(
                    text:
                        "Unfinished files don't match their checkpoint, so they are being rewritten from the saved data.",
                    isLasting: true)
            ]
        case .replaying(let count, let all):
            let isFirst = stage != .replaying
            // The landing can be read several times.
            if count < records, !isFirst { rate = RateWindow() }
            let notices = enter(.replaying, at: now)
            advance(to: count, of: all, at: now)
            return notices + (isFirst ? [Notice(text: "Checking the data saved so far.", isLasting: false)] : [])
        case .fetched(let page, let count, let all, _):
            if stage != .fetching {
                // The first page was on its way since the event before.
                enter(.fetching, at: lastEventAt, from: min(recordsAtStart, count))
            }
            pageSize = max(pageSize, count - records)
            self.page = page
            advance(to: count, of: all, at: now)
            if let all, pageSize > 0 {
                pages = ProgressState.pages(after: page, for: max(all, count) - count, of: pageSize)
            }
            return []
        case .checkpoint:
            checkpointAt = now
            return []
        case .comparing(let count, let all):
            let isFirst = stage != .comparing
            let notices = enter(.comparing, at: now)
            advance(to: count, of: all, at: now)
            let text =
                "Reading the list again, since its pages alone don't show that all records came."
            return notices + (isFirst ? [Notice(text: text, isLasting: true)] : [])
        case .lateVerdicts:
            return enter(.rewriting, at: now) + [
                Notice(
                    text: "Later entries put earlier ones on hold, so the files are being rewritten.",
                    isLasting: false)
            ]
        case .rewriting(let count, let all):
            let notices = enter(.rewriting, at: now)
            advance(to: count, of: all, at: now)
            return notices
        case .sealing:
            return enter(.sealing, at: now) + [
                Notice(text: "Adding totals and verifying every file.", isLasting: false)
            ]
        case .publishing:
            return enter(.publishing, at: now) + [Notice(text: "Publishing.", isLasting: false)]
        case .complete: return enter(.complete, at: now)
        }
    }

    /// The number of the last page, when so many records are left; the largest there is where it would be larger.
    private static func pages(after page: Int, for rest: Int, of size: Int) -> Int {
        let (full, part) = rest.quotientAndRemainder(dividingBy: size)
        let (last, overflow) = page.addingReportingOverflow(part == 0 ? full : full + 1)
        return overflow ? .max : last
    }

    /// Begins a stage, unless it is under way, and says what the one before has done.
    @discardableResult
    private mutating func enter(_ next: Stage, at now: Duration, from done: Int = 0) -> [Notice] {
        guard next != stage else { return [] }
        var notices: [Notice] = []
        let time = NumberText.duration(now - stageBegan)
        switch stage {
        case .fetching:
            let pages = NumberText.count(page, one: "page", many: "pages")
            let all = NumberText.count(records, one: "record", many: "records")
            notices.append(
                Notice(
                    text: isPart
                        ? "Fetched \(all), \(time)."
                        : page > 0
                            ? "Fetched and checked \(all) in \(pages), \(time)."
                            : "Merged and checked \(all), \(time).",
                    isLasting: false))
        case .rewriting:
            notices.append(
                Notice(
                    text: "Rewrote \(NumberText.count(records, one: "record", many: "records")), \(time).",
                    isLasting: false))
        case .replaying:
            notices.append(
                Notice(
                    text: "Read back \(NumberText.count(records, one: "record", many: "records")), \(time).",
                    isLasting: false))
        case .comparing:
            notices.append(
                Notice(
                    text:
                        "Compared \(NumberText.count(records, one: "record", many: "records")) with a second reading, \(time).",
                    isLasting: false))
        case .checking:
            notices.append(
                Notice(
                    text: "Checked \(NumberText.count(records, one: "row", many: "rows")), \(time).", isLasting: false))
        case .sending:
            let refused = sent.map(\.refused) ?? 0
            notices.append(
                Notice(
                    text: "Sent \(NumberText.count(sent?.done ?? records, one: "row", many: "rows")), "
                        + (refused > 0 ? "\(NumberText.count(refused)) refused, " : "") + "\(time).", isLasting: false))
        case .sealing: notices.append(Notice(text: "Verified every file, \(time).", isLasting: false))
        case .preparing, .signingIn, .joining, .publishing, .delivering, .complete: break
        }
        stage = next
        stageBegan = now
        records = done
        total = nil
        page = 0
        pages = nil
        rate = RateWindow()
        rate.add(done, at: now)
        return notices
    }

    private mutating func advance(to count: Int, of all: Int?, at now: Duration) {
        records = count
        total = all
        rate.add(count, at: now)
    }

    /// The rate of the last moments; `nil` while too little is known.
    public func recordsPerSecond(at now: Duration) -> Int? { rate.perSecond(at: now) }

    /// The rate at which files were sent in the last moments; `nil` while too little is known.
    public func bytesPerSecond(at now: Duration) -> Int? { byteRate.perSecond(at: now) }

    /// The time that the rest of this stage will take; `nil` if that is unknown.
    public func timeLeft(at now: Duration) -> Duration? {
        // Files differ in size, so their remaining bytes say more than their number.
        if isMovingFiles, bytes.total > 1 << 20 { return byteRate.timeLeft(for: bytes.total - bytes.sent, at: now) }
        return recordsLeft(at: now)
    }

    /// Whether files are being sent, so that their bytes say more than their number.
    var isMovingFiles: Bool { stage == .sending || stage == .delivering }

    private func recordsLeft(at now: Duration) -> Duration? {
        total.flatMap { rate.timeLeft(for: max($0, records) - records, at: now) }
    }

    /// What is being waited for, how much longer, and the number of the attempt that follows.
    public func waiting(at now: Duration) -> (rest: Duration, why: String, attempt: Int?)? {
        guard let wait, wait.until > now else { return nil }
        return (wait.until - now, wait.why, wait.attempt)
    }

    /// How long this stage has lasted.
    public func stageTime(at now: Duration) -> Duration { now - stageBegan }
}

/// A reason with the full stop that it may lack.
private func sentence(_ text: String) -> String { text.hasSuffix(".") || text.hasSuffix("…") ? text : text + "." }
