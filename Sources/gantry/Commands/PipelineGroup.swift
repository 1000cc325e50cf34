internal import GantryEngine
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryTerminal

/// The pipelines of a group one after the other; one that fails does not stop the others.
struct PipelineGroup {
    let name: String
    /// Names of pipelines, in order.
    let members: [String]
    /// The pipeline as the command line names it.
    let command: String

    /// - Parameter each: what is done for a pipeline.
    func perform(
        _ session: Session, stop: StopRequest? = nil, _ each: (_ name: String) async throws -> Outcome
    ) async throws -> Outcome {
        var reports: [String: ErrorReport] = [:]
        var before: RunID?
        let all = await Tried<String, Outcome>.each(
            members, isOver: { stop?.isRequested ?? false },
            tell: { member in
                if let error = member.error {
                    reports[member.item] = fail(error, of: member.item, before: before, session)
                }
            }
        ) { name in
            before = session.progress.run
            return try await each(name)
        }
        let statuses = all.map { $0.value?.status ?? reports[$0.item]?.status ?? .failed }
        var lines: [String] = []
        for member in all {
            if !lines.isEmpty { lines.append("") }
            lines += member.value.map { $0.lines + $0.next } ?? ["\(member.item) failed. Its error is above."]
        }
        lines += ["", summary(done: all.count { $0.value != nil }, style: session.console.outStyle)]
        return Outcome(
            status: .of(several: statuses, isWhole: all.count == members.count), lines: lines,
            result: .object([
                "pipelines": .array(
                    zip(all, statuses).map { member, status in
                        JSONTree.object([
                            "pipeline": .string(member.item), "exitCode": .integer(Int(status.rawValue)),
                            "exitName": .string(status.name), "result": member.value?.result ?? .null,
                            "error": reports[member.item]?.json ?? .null,
                        ])
                    })
            ]))
    }

    private func fail(
        _ error: any Error, of name: String, before: RunID?, _ session: Session
    ) -> ErrorReport {
        session.progress.clear()
        let run = session.progress.run == before ? nil : session.progress.run
        let report = ErrorReport(
            error, command: session.command.naming(name, insteadOf: command), place: session.command.place, run: run,
            isOfSheet: session.progress.isOfSheet)
        session.log?.error(report, of: run)
        session.console.log(["\(name):"] + report.lines(style: session.console.errorStyle))
        return report
    }

    private func summary(done: Int, style: TextStyle) -> String {
        let count = NumberText.count(members.count, one: "pipeline", many: "pipelines")
        let text = "\(name): \(done) of \(count) done."
        return done == members.count ? style.green(text) : style.yellow(text)
    }
}

extension UsageError {
    /// A group is listed in a group.
    static func isInGroup(_ name: String) -> UsageError {
        UsageError(
            "\(name) is a group, and a group can't contain another group.", advice: "List its pipelines instead.")
    }
}
