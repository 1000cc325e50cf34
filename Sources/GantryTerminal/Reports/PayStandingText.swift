internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryRuns

/// What became of the pay of a published run, for people.
enum PayStandingText {
    /// One line for a pipeline; empty where its run is no pay.
    static func words(_ line: StatusBoard.Line) -> String {
        guard let run = line.published?.id, let pay = line.pay else { return "" }
        let own = "r\(run.revision) \(words(pay, supersededBy: line.correctedBy?.revision))"
        let others = line.lacking.map { "\($0.run.period)/r\($0.run.revision) \(words($0.pay, supersededBy: nil))" }
        return singleLine(([own] + others).joined(separator: "; "), limit: TextTable.sentenceLimit)
    }

    /// One line for a run.
    ///
    /// - Parameter supersededBy: the newest revision of its period, where that is another one.
    static func words(_ pay: PayStanding, supersededBy newer: Int?) -> String {
        var parts: [String] = []
        // What is superseded and wasn't delivered waits for nobody.
        if newer == nil || pay.delivered != nil { parts.append(state(pay)) }
        if let base = pay.corrects {
            let words = pay.baseDelivered.map { ", which \($0)" } ?? ""
            parts.append("corrects r\(base.revision)\(words)")
        }
        if let newer { parts.append("\(pay.delivered == nil ? "superseded" : "corrected") by r\(newer)") }
        return singleLine(parts.joined(separator: "; "), limit: TextTable.sentenceLimit)
    }

    private static func state(_ pay: PayStanding) -> String {
        switch pay.need {
        case .nothing, .finishing: pay.delivered ?? ""
        case .answer(let doubt, _):
            (pay.delivered.map { "\($0), and " } ?? "") + "waits for somebody to say whether "
                + (doubt.place.map { "it was to \($0)" } ?? "pay of its period was delivered before the restore")
        case .look: "isn't delivered and can't be reviewed: gantry review says why"
        case .decisions(let open): "waits for \(NumberText.count(open, one: "decision", many: "decisions"))"
        case .mending: "lacks a file, since a value doesn't fit it: correct that, and the files are written anew"
        case .files: "waits to be written anew: its files don't show the newest decisions"
        case .preparation(let people):
            "waits for \(people.first.map { "\(singleLine($0)) to prepare it" } ?? "two signatures")"
        case .approval(let people):
            "waits for \(people.first.map { "\(singleLine($0)) to approve it" } ?? "an approval")"
        case .delivery(let isSigned): isSigned ? "is signed and isn't delivered" : "isn't delivered"
        case .typing(let isSigned): "\(isSigned ? "is signed and " : "")waits to be typed into the payroll program"
        case .remaking where pay.lapsed != nil:
            "must be corrected: \(pay.lapsed.map { "\($0)" } ?? "") no longer pays what it holds as paid there"
        case .remaking:
            "must be made again, since "
                + (pay.deliveredSince.map { "r\($0.revision) was delivered after what it corrects" }
                    ?? "what it corrects counts as not delivered")
        }
    }
}
