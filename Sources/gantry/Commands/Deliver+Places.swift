internal import GantryAccounts
internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

/// Where a run is to be delivered.
extension Deliver {
    /// An answer is about files at one place.
    func whichPlace(
        of run: RunID, _ targets: [DeliveryJob.Step], _ session: Session
    ) async throws -> UsageError {
        let workspace = options.workspace.workspace(session.environment)
        let unknown = try await Gantry.places(of: run, unknown: true, in: workspace)
        let names = names(of: targets)
        let asked = names.filter { unknown.contains($0) }
        return UsageError(
            "The pipeline file delivers to \(targets.count) places, and it isn't said which of them the answer is about.",
            advice: advice(asked.isEmpty ? names : asked, session))
    }

    /// What receipts call it.
    func name(of target: DeliveryRequest.Target) -> String {
        switch target {
        case .folder(let path): path
        case .destination(let destination): destination.name
        }
    }

    func names(of targets: [DeliveryJob.Step]) -> [String] {
        targets.compactMap { target in
            guard case .destination(let destination)? = try? target.to.get() else { return nil }
            return destination.name
        }
    }

    /// The command with each of the places, ready to be run.
    func advice(_ places: [String], _ session: Session) -> Advice {
        let commands = places.map { ShellCommand(session.command.words + ["--to", $0]).shellText }
        return Advice("Name the place: " + commands.joined(separator: "   or   "))
    }

    /// A name with a slash is a folder.
    var isFolder: Bool { to.map { $0.contains("/") } ?? false }

    func targets(
        of run: RunID, _ file: Pipeline?, _ configuration: Configuration?
    ) throws -> [DeliveryJob.Step] {
        guard let to else {
            guard let deliver = file?.deliver, !deliver.isEmpty, let configuration else {
                throw UsageError(
                    "It isn't said where \(run) is to be delivered.",
                    advice: "Name a place with --to, or add deliver: to the pipeline file.")
            }
            return deliver.map { DeliveryJob.Step(to: $0.to, in: configuration, form: form?.form ?? $0.form) }
        }
        return [DeliveryJob.Step(to: try target(to, configuration), form: form?.form ?? .files)]
    }

    private func target(_ to: String, _ configuration: Configuration?) throws -> DeliveryRequest.Target {
        // A name without a slash is never a folder: a mistyped one must not find one by chance.
        if !isFolder, let configuration { return .destination(try configuration.destination(named: to)) }
        // The book names the folder, wherever the command was started.
        return .folder(try DeliveryPlaces.folder(at: to))
    }
}
