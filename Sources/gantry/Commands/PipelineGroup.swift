internal import GantryAccounts
internal import GantryEngine
internal import GantryImports
internal import GantryJSON
internal import GantryModel
internal import GantryPipelines
internal import GantryRuns
internal import GantryTerminal

/// The pipelines of a group one after the other; one that fails does not stop the others.
struct PipelineGroup {
    let name: String
    /// Names of pipelines, in order.
    let members: [String]
    /// The pipeline as the command line names it.
    let command: String

    private struct Member {
        let name: String
        let outcome: Outcome?
        let report: ErrorReport?

        var status: ExitStatus { outcome?.status ?? report?.status ?? .failed }
    }

    /// - Parameter each: what is done for a pipeline.
    func perform(
        _ session: Session, stop: StopRequest? = nil, _ each: (_ name: String) async throws -> Outcome
    ) async throws -> Outcome {
        var members: [Member] = []
        for name in self.members {
            guard stop?.isRequested != true else { break }
            members.append(await member(name, in: session, each))
        }
        var lines: [String] = []
        for member in members {
            if !lines.isEmpty { lines.append("") }
            lines += member.outcome?.lines ?? ["\(member.name) failed. Its error is above."]
        }
        let status = PipelineGroup.status(of: members.map(\.status), isWhole: members.count == self.members.count)
        lines += ["", summary(of: members, style: session.console.outStyle)]
        return Outcome(
            status: status, lines: lines,
            result: .object([
                "pipelines": .array(
                    members.map { member in
                        JSONTree.object([
                            "pipeline": .string(member.name), "exitCode": .integer(Int(member.status.rawValue)),
                            "exitName": .string(member.status.name), "result": member.outcome?.result ?? .null,
                            "error": member.report?.json ?? .null,
                        ])
                    })
            ]))
    }

    private func member(
        _ name: String, in session: Session, _ each: (_ name: String) async throws -> Outcome
    ) async -> Member {
        let before = session.progress.run
        do {
            return Member(name: name, outcome: try await each(name), report: nil)
        } catch {
            session.progress.clear()
            let run = session.progress.run == before ? nil : session.progress.run
            let report = ErrorReport(
                error, command: session.command.naming(name, insteadOf: command), place: session.command.place,
                run: run,
                isOfSheet: session.progress.isOfSheet)
            session.log?.error(report, of: run)
            session.console.log(["\(name):"] + report.lines(style: session.console.errorStyle))
            return Member(name: name, outcome: nil, report: report)
        }
    }

    /// The status of the group: complete if every part is, a part's own if all failures ended alike. Otherwise the group
    /// can continue if running it again helps a part, and has failed if it helps none.
    static func status(of members: [ExitStatus], isWhole: Bool) -> ExitStatus {
        let good: Set<ExitStatus> = [.complete, .alreadyPublished, .completeWithRejects]
        let bad = Set(members).subtracting(good)
        if bad.count == 1, let only = bad.first { return only }
        if bad.contains(where: { $0.handling == .again }) { return .canContinue }
        if !bad.isEmpty { return .failed }
        if !isWhole { return .canContinue }
        if members.contains(.completeWithRejects) { return .completeWithRejects }
        return members.allSatisfy { $0 == .alreadyPublished } ? .alreadyPublished : .complete
    }

    private func summary(of members: [Member], style: TextStyle) -> String {
        let done = members.count { $0.outcome != nil }
        let count = NumberText.count(self.members.count, one: "pipeline", many: "pipelines")
        let text = "\(name): \(done) of \(count) done."
        return done == self.members.count ? style.green(text) : style.yellow(text)
    }
}

extension UsageError {
    /// A group is listed in a group.
    static func isInGroup(_ name: String) -> UsageError {
        UsageError(
            "\(name) is a group, and a group can't contain another group.", advice: "List its pipelines instead.")
    }
}
