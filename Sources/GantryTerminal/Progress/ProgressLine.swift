internal import GantryEngine
internal import GantryRuns

/// Progress on one line.
extension ProgressState {
    /// A line for a terminal that is rewritten in place, at most `width` columns.
    ///
    /// Where the room is short, the less important parts are left out first: rate, share, pages, checkpoint, time left.
    public func terminalLine(width: Int, at now: Duration) -> String {
        var parts = parts(at: now)
        func text() -> String { parts.map(\.text).joined(separator: "  ") }
        while displayWidth(text()) > width, let weakest = parts.indices.max(by: { parts[$0].rank < parts[$1].rank }),
            parts[weakest].rank > 0
        {
            parts.remove(at: weakest)
        }
        return clipped(text(), toWidth: width)
    }

    /// The same as a sentence for a log.
    public func plainLine(at now: Duration) -> String {
        let text = parts(at: now).map(\.text).joined(separator: ", ")
        return text.hasSuffix(".") ? text : text + "."
    }

    /// The parts of the line in order; those with the highest rank are the first to go, rank 0 stays.
    private func parts(at now: Duration) -> [(text: String, rank: Int)] {
        var parts: [(text: String, rank: Int)] = [(title, 0)]
        let waiting = waiting(at: now)
        let rest = waiting.map { NumberText.wholeDuration($0.rest + .milliseconds(999)) } ?? ""
        if let waiting, !isCounted {
            let attempt = waiting.attempt.map { "Attempt \($0)" } ?? "Next attempt"
            return [
                (
                    "\(title): \(waiting.why). \(attempt) in \(rest) (\(NumberText.wholeDuration(stageTime(at: now))) so far).",
                    0
                )
            ]
        }
        let why = waiting.map { $0.why + ($0.attempt.map { ", attempt \($0)" } ?? "") }
        if waiting != nil { parts.append(("waiting \(rest)", 0)) }
        if isCounted {
            if page > 0 {
                let all = pages.map(NumberText.count) ?? "unknown"
                parts.append(("page \(NumberText.count(page)) of \(all)", 3))
            }
            parts.append(("\(NumberText.count(records)) of \(total.map(NumberText.count) ?? "unknown") \(unit)", 0))
            // What stands still while rows are awaited says nothing.
            let settling = stage == .sending ? settling : nil
            if let settling {
                let rows = NumberText.count(settling.rows, one: "row", many: "rows")
                parts.append(("waiting until \(NumberText.clock(settling.until)) for \(rows) that may still arrive", 0))
            }
            if isMovingFiles, bytes.total > 0, settling == nil || bytes.sent > 0 {
                parts.append(("\(NumberText.bytes(Int64(bytes.sent))) of \(NumberText.bytes(Int64(bytes.total)))", 1))
                // Files differ in size, so the share is calculated from the bytes.
                parts.append(("\(min(bytes.sent * 100 / bytes.total, 100)) %", 4))
            } else if let total, total > 0 {
                parts.append(("\(min(records * 100 / total, 100)) %", 4))
            }
            if waiting == nil, settling == nil || (recordsPerSecond(at: now) ?? 0) > 0 {
                if isMovingFiles, bytes.total > 1 << 20, let rate = bytesPerSecond(at: now) {
                    parts.append(("\(NumberText.bytes(Int64(rate)))/s", 5))
                } else if let rate = recordsPerSecond(at: now) {
                    parts.append(("\(NumberText.count(rate))/s", 5))
                }
                let left = timeLeft(at: now).map { NumberText.wholeDuration($0 + .milliseconds(500)) } ?? "unknown"
                parts.append((left == "unknown" ? "time left unknown" : "\(left) left", 1))
            }
            if let limit, stage == .sending || stage == .fetching || stage == .comparing {
                parts.append(("limited to \(limit)", 2))
            }
            if let sent, stage == .sending {
                if sent.refused > 0 { parts.append(("\(NumberText.count(sent.refused)) refused", 2)) }
                if sent.unknown > 0 { parts.append(("\(NumberText.count(sent.unknown)) unknown", 2)) }
                if let why { parts.append((why, 0)) }
                return parts
            }
            if stage == .checking { return parts }
            if stage == .delivering {
                if let why { parts.append((why, 0)) }
                return parts
            }
            let checkpoint =
                checkpointAt.map { "checkpoint \(NumberText.wholeDuration(now - $0)) ago" }
                ?? (recordsAtStart > 0 ? "no new checkpoint yet" : "no checkpoint yet")
            parts.append((checkpoint, 2))
        } else if stage != .complete {
            parts.append((NumberText.wholeDuration(stageTime(at: now)), 1))
        }
        if let why { parts.append((why, 0)) }
        return parts
    }

    private var isCounted: Bool {
        switch stage {
        case .fetching, .rewriting, .replaying, .comparing, .checking, .sending, .delivering: true
        default: false
        }
    }

    private var unit: String {
        switch stage {
        case .checking, .sending: "rows"
        case .delivering: "files"
        default: "records"
        }
    }

    private var title: String {
        switch stage {
        case .preparing: "Preparing"
        case .signingIn: "Signing in"
        case .joining: "Fetching the first page"
        case .replaying: "Reading back"
        case .fetching: "Fetching"
        case .rewriting: "Rewriting"
        case .comparing: "Comparing"
        case .checking: "Checking"
        case .sending: "Sending"
        case .sealing: "Verifying files"
        case .publishing: "Publishing"
        case .delivering: "Delivering"
        case .complete: "Complete"
        }
    }
}
