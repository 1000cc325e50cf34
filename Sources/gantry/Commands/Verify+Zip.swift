internal import GantryEngine
internal import GantryFiles
internal import GantryKit
internal import GantryRuns
internal import GantryTerminal

extension Verify {
    /// Verifies an export folder that came as one file. Nothing that was unpacked stays, unless this process is killed
    /// or stopped by a second signal; then the next one removes it.
    func verifyZip(_ session: Session) async throws -> Outcome {
        let (stop, stopped) = session.stopRequest()
        let systems = Gantry.systems(in: workspace.workspace(session.environment))
        let parent = ScratchFolder.parent(session.environment)
        var report = try await session.progress.during { [subject, seal, progress = session.progress] in
            progress.checking("what is in \(subject)")
            let unpacked = try UnpackedZip(subject, below: parent, stop: stop)
            // Without its files, the verification ends soon.
            let remover = Task {
                for await _ in stopped {}
                if stop.isRequested { try? unpacked.remove() }
            }
            let report: Result<VerificationReport, any Error>
            do {
                var found = try await Gantry.verify(
                    folder: unpacked.folder, seal: seal, systems: systems
                ) { progress.checking($0) }
                if let remark = unpacked.remark { found.proven.append(remark) }
                report = .success(found)
            } catch {
                report = .failure(error)
            }
            remover.cancel()
            await remover.value
            try unpacked.remove()
            guard !stop.isRequested else { throw RunError(.stopped, "The verification of \(subject) was stopped.") }
            return try report.get()
        }
        report.folder = subject
        return outcome(report, session)
    }
}
