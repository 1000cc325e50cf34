internal import ArgumentParser
internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

/// Reads `2/8`.
@Sendable func partNumber(_ text: String) throws -> PartNumber {
    guard let part = PartNumber(text) else {
        let most = PartNumber.possibleCounts.upperBound
        throw ValidationError(
            "'\(text)' is no part. Expected a number and how many there are, from 1/1 to \(most)/\(most), such as 2/8.")
    }
    return part
}

extension Run {
    /// Fetches a part of the period. Earlier nights, deliveries and notices are those of the merge.
    func fetch(
        _ part: PartNumber, _ request: ExportRequest, in session: Session, stop: StopRequest
    ) async throws -> Outcome {
        session.progress.publish(in: request.workspace)
        let result = try await session.progress.during {
            try await Gantry.export(request, stop: stop) { [progress = session.progress] in progress.note($0) }
        }
        let style = session.console.outStyle
        let records = NumberText.count(result.totals.counts.fetched, one: "record", many: "records")
        let id = style.bold(result.id.description)
        let folder = singleLine(result.folder, limit: 4_000)
        var lines = [
            result.wasPublished
                ? "\(id) is already fetched. Nothing was changed."
                : "\(style.green("Fetched")) \(id): part \(part), \(records)"
        ]
        let rejected = result.totals.counts.rejected
        if rejected > 0 {
            let words = NumberText.count(rejected, one: "of them can't be read", many: "of them can't be read")
            let show = ResultReport.at(session.command.other("show", result.id.description), pipeline.workspace.given)
            lines.append("  " + style.yellow("\(words): \(show.shellText)"))
        }
        if result.isFolderMissing {
            lines.append("  " + style.yellow("Its folder is missing: \(folder)"))
        } else {
            lines.append("  \(style.faint("Folder"))    \(folder)")
            lines.append("  This is not an export yet: gantry merge makes it from all \(part.count) folders.")
            if let account = result.source?.account, part.count > 1 {
                lines.append("  The other parts must be fetched with the same account: \(singleLine(account))")
            }
        }
        return Outcome(
            status: result.wasPublished ? .alreadyPublished : rejected > 0 ? .completeWithRejects : .complete,
            lines: lines, result: ResultValues.part(part.description, result), ending: RunEnding(result, isPart: true))
    }
}
