internal import GantryEngine
internal import GantryJSON
internal import GantryModel
internal import Synchronization

extension SubmissionPlan {
    /// Whether the server has what a step makes.
    func find(
        _ rows: [OutgoingRow<DescribedRow>], phase: Int, at server: any ServerReader
    ) async throws -> LookupOutcome {
        guard let outgoing = rows.first, phases.indices.contains(phase) else { return .missing }
        let index: Int
        switch phases[phase] {
        case .look: return .missing
        // A stored file that a later step names has no effect before that.
        case .store: return phase == phases.count - 1 ? .repeatable : .missing
        case .send(let step): index = step
        }
        let step = steps[index]
        if step.lastAnswerWasThere(outgoing.entry), !step.isLookedUp {
            return try await compared(index, of: outgoing, at: server)
        }
        switch step.lost {
        case .repeats where step.isPreparation: return .missing
        case .repeats, .key: return .repeatable
        case .stop: return .unknown("Nobody can ask this server whether it has the row.")
        case .look(let lookup):
            let context = RowContext(outgoing)
            var found = try await lookup.matches(context, server)
            if case .same = lookup.proof {
                let before = context.state.before ?? []
                func own(_ ids: [String]) async throws -> [String] {
                    var own: [String] = []
                    for id in ids where !before.contains(id) {
                        if try await !server.isTaken(id, besides: outgoing.entry) { own.append(id) }
                    }
                    return own
                }
                found.ids = try await own(found.ids)
                found.doubtful = try await own(found.doubtful)
            }
            let ids = found.ids
            if ids.count > 1 {
                let shown = listed(ids.prefix(5).map { singleLine($0, limit: 60) }, "and")
                return .unknown("The server has it more than once, as \(shown).")
            }
            if let id = ids.first { return .confirmed([Receipt(serverID: id)]) }
            let hidden = found.unreadable + found.doubtful.count
            guard hidden == 0 else { return .unknown(hiddenRecords(hidden, "record")) }
            return try await proven(lookup, step: index, for: outgoing, at: server)
        }
    }

    /// Whether a look-up recognises what a step makes by the mark that nothing else has.
    func showsExactly(phase: Int) -> Bool {
        guard phases.indices.contains(phase), case .send(let index) = phases[phase],
            case .look(let lookup) = steps[index].lost, case .mark = lookup.proof
        else { return false }
        return true
    }

    /// That something isn't there is believed of a look-up that shows what was just confirmed: a parameter that the
    /// server doesn't know, a key that was withdrawn, or values that it spells otherwise can hide every row.
    private func proven(
        _ lookup: DescribedLookup, step: Int, for outgoing: OutgoingRow<DescribedRow>, at server: any ServerReader
    ) async throws -> LookupOutcome {
        guard let (known, id) = confirmed.withLock({ $0[step] }),
            known.entry.idempotencyKey != outgoing.entry.idempotencyKey
        else { return .missing }
        let context = RowContext(known)
        let shown = try await lookup.matches(context, server).ids
        let isShown =
            switch lookup.proof {
            case .mark: !shown.isEmpty
            // Others can look like it.
            case .same where id.isEmpty: shown.contains { !(context.state.before ?? []).contains($0) }
            case .same: shown.contains(id)
            }
        guard !isShown else { return .missing }
        return .unknown(
            "The look-up doesn't show row \(known.entry.row) either, which the server has just confirmed. "
                + "Check lost in the file of the system.")
    }
}

/// What a look-up shows.
struct LookupMatches {
    /// The records that look like the row.
    var ids: [String] = []
    /// Those that may do so, because a value is spelled in a way that can't be compared.
    var doubtful: [String] = []
    /// How many that may do so could not be read.
    var unreadable = 0

    mutating func add(_ id: String?, fits: Bool?) {
        guard fits != false else { return }
        guard let id else {
            unreadable += 1
            return
        }
        if fits == nil { doubtful.append(id) } else { ids.append(id) }
    }
}

extension DescribedLookup {
    /// The records that look like the row.
    func matches(_ context: RowContext, _ server: any ServerReader) async throws -> LookupMatches {
        switch place {
        case .dataset(let dataset):
            // What a look-up reads is kept nowhere, and stands in no run's identity.
            let made = narrowed(dataset).dataset(sensitiveKeys: [], digest: "")
            return try await read(made, key: dataset.key, context: context, from: server)
        case .list(let path, let records, let id):
            let request = ReadRequest(path: context.text(path), query: context.query(query))
            guard let body = try await server.read(request) else { return LookupMatches() }
            guard let tree = try? JSONTree(body), let list = tree.value(at: records)?.list else {
                throw RunError.unreadable(request)
            }
            var found = LookupMatches()
            for record in list {
                let fits = fits(context) { path in record.value(at: path).flatMap { $0.text ?? $0.shown } }
                found.add(record.value(at: id)?.shown, fits: fits)
            }
            return found
        }
    }

    /// The dataset with the query of the look-up, each as a filter.
    private func narrowed(_ dataset: DescribedDataset) -> DescribedDataset {
        var dataset = dataset
        dataset.query.removeAll { own in query.contains { $0.name == own.name } }
        dataset.filters = query.map { (DatasetFilter($0.name, help: "", .text), $0.name) }
        return dataset
    }

    private func read<R: DatasetRecord>(
        _ description: some DatasetDescription<R>, key: String, context: RowContext, from server: any ServerReader
    ) async throws -> LookupMatches {
        let dataset = description.dataset
        let fields = dataset.shape.fields
        var found = LookupMatches()
        let filters = Dictionary(context.query(query)) { first, _ in first }
        try await server.readAll(dataset, period: nil, filters: filters) { page in
            found.unreadable += page.unreadable
            for record in page {
                func text(_ name: String) -> String? {
                    fields.first { $0.name == name }?.access.text(of: record) { page.text($0) }
                }
                found.add(text(key) ?? "", fits: fits(context) { text($0.first ?? "") })
            }
        }
        return found
    }

    /// Whether a record looks like the row; `nil` where that can't be told.
    ///
    /// - Parameter text: the value of a field, or of what keys lead to.
    private func fits(_ context: RowContext, _ text: ([String]) -> String?) -> Bool? {
        switch proof {
        case .mark(let path): return text(path)?.contains(context.mark) ?? false
        case .same(let pairs):
            let fits = pairs.map { path, column in context.isShown(column, as: text(path) ?? "") }
            if fits.contains(false) { return false }
            return fits.contains(nil) ? nil : true
        }
    }
}
