public import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
public import GantryModel
internal import GantryOutputs
public import GantryRuns
internal import GantrySignOff

extension Gantry {
    /// Delivers files of a published run to a place, each once: what is done is in the journal, and a killed request is
    /// finished by the same one. The export folder is verified first.
    ///
    /// - Throws: `RunError` when the run isn't published or its folder isn't what it published; `SignOffRefusal` when
    ///   its pipeline's runs are signed; `DeliveryError`, `ConfigurationError`, `FileError`.
    public static func deliver(
        _ request: DeliveryRequest, stop: StopRequest = StopRequest(),
        observe: @escaping @Sendable (ExportEvent) -> Void = { _ in }
    ) async throws -> DeliveryResult {
        let run = request.run
        guard let journal = try request.workspace.existingJournal(), let record = try await journal.run(run) else {
            throw request.workspace.noRun(run)
        }
        try record.head.requirePublished("so nothing of it can be delivered")
        try await request.workspace.requireFolder(of: run, journal)
        var request = request
        // Of a part nothing can be used but the whole of it.
        if record.identity.part != nil, request.form == .files { request.form = .bag }
        let place = RunDirectories(id: run, workspace: request.workspace, command: request.command)
        let lock = try place.lockDelivery()
        let result = try await journal.whileHolding(place.right("deliver")) { [request] in
            // What a killed command left; whichever form is delivered now.
            try Folders.remove(BagZipPlace.path(of: run), under: request.workspace.path)
            return try await deliver(record, request: request, journal: journal, stop: stop, observe: observe)
        }
        try lock.release()
        return result
    }

    private static func deliver(
        _ record: RunRecord, request: DeliveryRequest, journal: any WorkspaceJournal, stop: StopRequest,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws -> DeliveryResult {
        let run = request.run
        try await journal.requireUsable(run)
        try await request.workspace.requireUnpaid(run, journal)
        if try await isSigned(run, in: request.workspace) {
            guard try !PayPeriod(run.period).isDated else { throw SignOffRefusal.openPeriod(run) }
            throw SignOffRefusal.notSigned(run, try await signOffState(of: run, in: request.workspace).phase)
        }
        let isPay = record.paysPeople && request.form == .files
        let (files, checksums) = try await deliverable(record, request: request, journal: journal)
        let watch = DeliveryWatch { observe(.connection($0)) }
        let opened =
            switch request.to {
            case .folder(let path): try request.places.open(address: path, for: run, watch: watch)
            case .destination(let destination): try request.places.open(destination, for: run, watch: watch)
            }
        return try await opened.place.whileOpen {
            var claim: (PayClaim, PayDelivery)?
            var request = request
            do {
                if isPay {
                    claim = try await claimPay(
                        record, proven: ExportFolder(request.workspace.folder(of: run)),
                        of: files.map { String($0.path.dropFirst("data/".count)) }, for: &request, to: opened,
                        journal: journal)
                }
                let result = try await deliver(
                    files, checksums: checksums, of: request, to: opened, journal: journal, stop: stop, observe: observe
                )
                for place in request.noted { try await journal.noteDelivered(place, of: run) }
                return result
            } catch {
                if let (claim, delivery) = claim { try await claim.forget(delivery) }
                guard error is CancellationError else { throw error }
                throw RunError(.stopped, "The delivery of \(run) was stopped.")
            }
        }
    }

    /// Whether runs of the pipeline are signed: once there is a book, it counts, whatever the pipeline file says.
    public static func isSigned(_ run: RunID, in workspace: Workspace) async throws -> Bool {
        guard let journal = try workspace.existingJournal() else { return false }
        return try await !journal.signatures(of: run.pipeline).isEmpty
    }

    private static func deliver(
        _ files: [BagFile], checksums: [String: ContentChecksum], of request: DeliveryRequest,
        to opened: DeliveryPlaces.Opened, journal: any WorkspaceJournal,
        stop: StopRequest, observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws -> DeliveryResult {
        let run = request.run
        let zip = request.form == .zip ? try BagZip(files, of: run, in: request.workspace) : nil
        // One that stays is removed the next time.
        defer { try? zip?.remove(in: request.workspace) }
        let delivered =
            zip.map {
                [
                    opened.file(
                        $0.name, from: $0.path, under: request.workspace.path, bytes: $0.bytes, digest: $0.digest,
                        of: run)
                ]
            }
            ?? files.map { file in
                opened.file(
                    request.form == .bag ? file.path : String(file.path.dropFirst("data/".count)),
                    from: file.path, under: request.workspace.folder(of: run), bytes: file.length, digest: file.digest,
                    checksum: checksums[file.path], of: run)
            }
        let consignment = Consignment(
            delivered, of: run, to: opened, ledger: journal, answer: request.answer, observe: observe)
        // The manifest of the manifests comes last: where it is, everything is.
        let (receipts, new) = try await consignment.perform(
            keepsLast: request.form == .bag, isStopped: { stop.isRequested })
        return DeliveryResult(
            run: run, to: opened.name, address: opened.address, into: opened.into, receipts: receipts, new: new)
    }

    /// The files to deliver, of a folder that is what the run published, and faster proofs of their bytes.
    static func deliverable(
        _ record: RunRecord, request: DeliveryRequest, journal: any WorkspaceJournal
    ) async throws -> ([BagFile], [String: ContentChecksum]) {
        let run = request.run
        let folder = request.workspace.folder(of: run)
        let report = try BagReader(folder: folder).verify()
        let seal = try ReadFile.contents(of: BagTag.tagManifest, under: folder).digest.description
        guard report.isValid, try await journal.bag(of: run) == seal else {
            let what = report.findings.first.map { "\($0.path): \($0.explanation)" } ?? "its manifest is another one"
            throw RunError(
                .verificationFailed, "The folder of \(run) isn't what was published: \(what)",
                advice: "Nothing was delivered. Restore the folder from a backup; \(.verify(run: "\(run)")) tells more."
            )
        }
        switch request.form {
        case .bag, .zip:
            let tags = try BagTag.all.map { name in
                let content = try ReadFile.contents(of: name, under: folder)
                return BagFile(path: name, length: content.length, digest: content.digest)
            }
            return (report.intact.sorted { $0.path < $1.path } + tags, report.checksums)
        case .files:
            let names: [String]
            if record.paysPeople {
                let totals = try ExportFolder(folder).totals
                names = Statement.delivered(totals).map { "data/\($0)" }
                if names.isEmpty, totals["kind"]?.text == Statement.Kind.correction.rawValue {
                    throw SignOffRefusal.nothingToDeliver(run)
                }
            } else {
                names = report.intact.map(\.path).filter { !own.contains($0) }
            }
            let files = report.intact.filter { names.contains($0.path) }.sorted { $0.path < $1.path }
            guard !files.isEmpty else {
                throw RunError(
                    .unusableRun, "\(run) has no files that could be delivered.",
                    advice: "Deliver the whole export folder instead.")
            }
            return (files, report.checksums)
        }
    }

    /// What an export holds for Gantry itself.
    fileprivate static let own: Set<String> = ["data/pipeline.yaml", TotalsFile.path]
}

extension RunOverview {
    /// The files that are delivered of a run that pays nobody: all but what the export holds for Gantry itself.
    public var delivered: [ExportedFile] { files.filter { !Gantry.own.contains($0.path) } }
}
