internal import GantryEngine
internal import GantryImports
internal import GantryJSON
internal import GantryModel
internal import GantryPipelines
internal import GantryProgram
internal import GantryTerminal

/// Runs the pipelines of a group one after the other; one that fails does not stop the others.
struct RunGroup {
    let name: String
    /// Names of pipelines, in order.
    let members: [String]
    let run: Run

    private struct Member {
        let name: String
        let outcome: Outcome?
        let report: ErrorReport?

        var status: ExitStatus { outcome?.status ?? report?.status ?? .failed }
    }

    func perform(_ session: Session, _ stop: StopRequest) async throws -> Outcome {
        var members: [Member] = []
        for name in self.members {
            guard !stop.isRequested else { break }
            members.append(await perform(name, in: session, stop: stop))
        }
        var lines: [String] = []
        for member in members {
            if !lines.isEmpty { lines.append("") }
            lines += member.outcome?.lines ?? ["\(member.name) failed. Its error is above."]
        }
        let status = RunGroup.status(of: members.map(\.status), isWhole: members.count == self.members.count)
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

    private func perform(_ name: String, in session: Session, stop: StopRequest) async -> Member {
        let before = session.progress.run
        do {
            return Member(name: name, outcome: try await export(name, in: session, stop: stop), report: nil)
        } catch {
            session.progress.clear()
            let report = ErrorReport(
                error, command: session.command.naming(name, insteadOf: self.run.pipeline.pipeline),
                run: session.progress.run == before ? nil : session.progress.run, isOfSheet: session.progress.isOfSheet)
            session.console.log(["\(name):"] + report.lines(style: session.console.errorStyle))
            return Member(name: name, outcome: nil, report: report)
        }
    }

    private func export(_ name: String, in session: Session, stop: StopRequest) async throws -> Outcome {
        switch try run.request(session, named: name) {
        case .export(let request): return try await run.export(request, in: session, stop: stop)
        case .imports(let request):
            throw UsageError(
                "\(request.pipeline.name) sends data, and a group can only export.", advice: "Run it by itself.")
        case .group(let group, _):
            throw UsageError(
                "\(group) is a group, and a group can't contain another group.", advice: "List its pipelines instead.")
        }
    }

    /// The status of the group: complete if every part is, a part's own if all failures ended alike, else failed.
    static func status(of members: [ExitStatus], isWhole: Bool) -> ExitStatus {
        let good: Set<ExitStatus> = [.complete, .alreadyPublished, .completeWithRejects]
        let bad = Set(members).subtracting(good)
        if bad.count == 1, let only = bad.first { return only }
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
